"""The whole game page as values: one position, seen by one viewer, with what he has chosen so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

import engine
from games.models import PassMode, Seat
from games.positions import Play, Told, last_own_number, visible_entries

from . import log, panel, score, tableau, turnbar
from .cards import Deck, Face
from .displays import Board, board
from .panel import Answer, Moves, Panel
from .people import Person, people
from .round import Arch, SeatRow, arches, seat_rows
from .sentences import deed

RECENT = 14
"""How many lines the log panel shows at most."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the address asks to see: a chosen card, and a move to be confirmed."""

    card: str = ""
    do: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Confirm:
    """A move that waits for its player's yes."""

    what: str
    move: str
    mode: str
    answer: Answer | None
    reveals: bool


@dataclass(frozen=True, slots=True)
class Discard:
    count: int
    top: Face | None
    faces: tuple[Face, ...]


class Table:
    """A position as one viewer sees it: what the live page and the replay have in common."""

    def __init__(self, play: Play, viewer: int | None, *, ply: int | None = None, wish: Wish | None = None) -> None:
        self.play = play
        self.game = play.game
        self.viewer = viewer
        self.wish = wish or Wish()
        self.ply = len(play.steps) - 1 if ply is None else ply
        self.played = play.at(self.ply)
        self.view = engine.view_for(self.played.step.state, viewer)
        self.deck = Deck(play.options)
        self.names: tuple[Person, ...] = people(play, viewer)

    @cached_property
    def moves(self) -> Moves:
        return Moves(self.played.step.state, self.view)

    @cached_property
    def told(self) -> list[Told]:
        """Everything this viewer may know of up to here."""
        return [one for one in visible_entries(self.play, self.viewer) if one.ply <= self.ply]

    @cached_property
    def chosen(self) -> "engine.Slot | None":
        return tableau.slot_of(self.view, tableau.choice_from(self.wish.card))

    @cached_property
    def panel(self) -> Panel | None:
        """What stands in the move panel, if anything."""
        question = self.view.question
        if question is not None and self.view.moves and question.kind == "pub" and self.viewer is not None:
            return panel.pub_panel(question, self.moves, self.view.seats[self.viewer].rubles)
        if self.view.drawn is not None and self.view.moves:
            return panel.card_panel(self.view.drawn, self.moves, self.deck)
        if self.wish.card == "observatory":
            return panel.observatory_panel(self.moves, self.deck)
        return panel.card_panel(self.chosen, self.moves, self.deck) if self.chosen else None

    @cached_property
    def arches(self) -> tuple[Arch, ...]:
        return arches(self.view, self.deck, self.names)

    @cached_property
    def _ghosts(self) -> dict[tuple[str, int], tableau.Ghost]:
        if self.view.over:
            return {}
        return tableau.ghosts([one.step for one in self.play.steps[: self.ply + 1]], self.deck, self.names)

    def _row(self, name: str, slots: "Sequence[engine.Slot | None]") -> tableau.Row:
        ghosts = {place: ghost for (row, place), ghost in self._ghosts.items() if row == name}
        return tableau.row(slots, self.deck, self.chosen, ghosts)

    @cached_property
    def upper(self) -> tableau.Row:
        return self._row("upper", self.view.upper)

    @cached_property
    def lower(self) -> tableau.Row:
        return self._row("lower", self.view.lower)

    @cached_property
    def discard(self) -> Discard:
        faces = tuple(self.deck[card] for card in self.view.discard)
        return Discard(len(faces), faces[-1] if faces else None, faces[::-1])

    @cached_property
    def boards(self) -> list[Board]:
        """All displays clockwise, the viewer's first."""
        first = self.viewer or 0
        count = len(self.view.seats)
        return [self._board((first + step) % count) for step in range(count)]

    def _board(self, seat: int) -> Board:
        mine = seat == self.viewer
        return board(
            self.view.seats[seat],
            self.deck,
            self.names[seat],
            panel=self.panel if mine else None,
            chosen=self.chosen if mine else None,
            draws=mine and self.can_draw,
        )

    @cached_property
    def own(self) -> Board | None:
        return None if self.viewer is None else self.boards[0]

    @cached_property
    def others(self) -> list[Board]:
        return self.boards if self.viewer is None else self.boards[1:]

    @property
    def can_draw(self) -> bool:
        return any(text.startswith("draw ") for text in self.view.moves)

    def _last_deeds(self) -> dict[int, str]:
        """What each seat did last in this round, without its name."""
        deeds: dict[int, str] = {}
        for one in reversed(self.told):
            if isinstance(one.entry, engine.RoundEnded):
                break
            seat = getattr(one.entry, "seat", None)
            if seat is not None and seat not in deeds and (text := deed(one.entry, self.deck)):
                deeds[seat] = text
        return deeds

    def rows_of_seats(self, seats: Mapping[int, Seat], *, over: bool) -> tuple[SeatRow, ...]:
        return seat_rows(self.view, self.names, seats, last=self._last_deeds(), over=over)

    @cached_property
    def lanes(self) -> score.Lanes:
        return score.lanes(self.view, self.names)

    @cached_property
    def overview(self) -> score.Overview:
        return score.overview(self.view, self.deck, self.names)


class GamePage(Table):
    """The live page of a running or finished game."""

    def __init__(
        self, play: Play, viewer: int | None, *, now: datetime, wish: Wish | None = None, holds: bool = False
    ) -> None:
        super().__init__(play, viewer, wish=wish)
        self.now = now
        self.holds = holds and play.game.is_running
        self.over = play.game.is_finished

    @cached_property
    def final(self) -> tuple[score.FinalLine, ...]:
        return score.final_lines(self.view, self.game.result or {}, self.names) if self.over else ()

    @cached_property
    def bar(self) -> turnbar.TurnBar:
        return turnbar.turn_bar(self.game, self.view, self.names, self.play.seats, self.final, now=self.now)

    @property
    def asked(self) -> bool:
        """The viewer himself is asked and may answer."""
        return self.holds and bool(self.view.moves)

    @cached_property
    def seat(self) -> Seat | None:
        return self.play.seats[self.viewer] if self.viewer is not None and self.holds else None

    @cached_property
    def seat_rows(self) -> tuple[SeatRow, ...]:
        seats = {self.seat.index: self.seat} if self.seat else {}
        return self.rows_of_seats(seats, over=self.over)

    @property
    def can_pass(self) -> bool:
        return self.asked and "pass" in self.view.moves

    @property
    def can_order(self) -> bool:
        """A standing pass may be ordered now (UI-2 to UI-4)."""
        question = self.view.question
        if not self.holds or question is None or question.kind == "first-worker":
            return False
        return question.kind == "turn" if self.view.moves else True

    @property
    def pass_reveals(self) -> bool:
        return self.can_pass and self.moves.reveals("pass")

    @property
    def standing(self) -> str:
        """The standing pass of the viewer, empty if none."""
        return self.seat.pass_mode if self.seat else ""

    @cached_property
    def confirm(self) -> Confirm | None:
        """The move the viewer wants to send, if it is possible."""
        text, mode = self.wish.do, self.wish.mode
        if not self.asked or text not in self.moves.texts:
            return None
        reveals = self.moves.reveals(text)
        if text == "pass":
            what = {
                PassMode.UNTIL_CHANGE.value: _("pass until the tableau changes"),
                PassMode.PHASE.value: _("pass to the end of this phase"),
            }.get(mode, _("pass this turn"))
            return Confirm(what, text, mode, None, reveals)
        known = [self.panel, panel.observatory_panel(self.moves, self.deck)]
        found = panel.find_answer(known, text)
        answer = found[1] if found else None
        return Confirm(intention(text, self.played.step.state, self.deck, answer), text, "", answer, reveals)

    @cached_property
    def recent(self) -> list[log.Line]:
        """What happened since the viewer's last own move, that move included; newest first."""
        since = -1
        if self.viewer is not None:
            since = last_own_number(self.play, self.viewer) - 1
        told = [one for one in self.told if (one.row.number if one.row else 0) > since]
        found = log.lines(told, self.play.rows, self.deck, self.names, since=since)
        return found[::-1][:RECENT]


def intention(text: str, state: engine.State, deck: Deck, answer: Answer | None) -> str:
    """A move before it is played, in words: `Mariinsky Theater over Observatory for 6 ₽`."""
    move = engine.parse_move(text, state)
    if move.kind == "draw" or move.card is None:
        return answer.button if answer else text
    card = deck.name(move.card)
    if move.kind == "take":
        return _("take %(card)s to hand") % {"card": card}
    if move.kind == "discard":
        return _("discard %(card)s") % {"card": card}
    values = {"card": card, "over": deck.name(move.over) if move.over else "", "price": answer.price if answer else ""}
    if move.over:
        return _("%(card)s over %(over)s for %(price)s") % values
    return _("%(card)s for %(price)s") % values
