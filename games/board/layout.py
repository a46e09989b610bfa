"""A position with all that lies on the table, as values: what the live page, the replay and a position that is put to a reader have
in common; and a move before it is sent: what it is in words, what it costs, and whether it uncovers something."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

import engine
from games.board import log, panel, score, tableau
from games.board.displays import SeatBoard, board
from games.board.extras import extras_of
from games.board.move_words import move_words
from games.board.panel import Panel, PanelAnswer
from games.board.people import clockwise
from games.board.questions import Asking, PresetDecision, Tool, asking_of, panel_of_card, tools
from games.board.round import Arch, LooseToken, SeatRow, arches, loose_tokens, seat_rows
from games.board.sentences import deed
from games.board.table import ViewedTable
from games.board.tableau import name_of, slot_for
from games.models import PassMode, Seat
from games.names import words
from games.names.cards import Face


@dataclass(frozen=True, slots=True)
class Discard:
    """The discard pile from the top (INFO-1), each card with the name that tells its market symbols."""

    count: int
    top: Face | None
    cards: tuple[tuple[str, Face], ...]


@dataclass(frozen=True, slots=True)
class Tableau:
    """Both rows and the discard pile, and what has to be said of them. `payer` is the player whose prices stand at the
    cards, empty for none, `is_own` that this is the reader; `over` that the game is, `ended` that nothing is asked in this position
    any more."""

    upper: tableau.TableauRow
    lower: tableau.TableauRow
    discard: Discard
    payer: str
    is_own: bool
    is_replay: bool
    over: bool
    ended: bool
    next_round: int
    confirming: bool

    @property
    def size(self) -> str:
        """Where nothing is to be bought any more the cards are small."""
        return "chip" if self.ended else ""


class LaidTable(ViewedTable):
    """The rows of the tableau, the displays, the score, and the panel of what is asked or was chosen."""

    confirming = False
    """A move is shown that is still to be confirmed, so that nothing else can be chosen."""

    decisions: Sequence[PresetDecision] = ()
    """What the viewer may decide before it is asked."""

    folds_score = False
    """The score is folded away, as something else says it already."""

    overview_is_ahead = False
    """The overview shows what would be after that move (UI-14)."""

    @cached_property
    def asking(self) -> Asking:
        return asking_of(self.view)

    @cached_property
    def panel_of_question(self) -> Panel | None:
        """What a decision puts into the move panel by itself; None in a turn, which waits for a card."""
        return self.asking.panel(self) if self.asked or self.asking.is_seen_by_watchers else None

    @cached_property
    def panel(self) -> Panel | None:
        if self.panel_of_question is not None:
            return self.panel_of_question
        if self.wish.card and (tool := next((one for one in self.usable_tools if one.name == self.wish.card), None)):
            return tool.panel(self)
        return self.panel_for(self.chosen) if self.chosen else None

    def panel_for(self, slot: "engine.Slot") -> Panel:
        """The panel of a card; of two on one place both are shown (UI-10)."""
        if (shown := panel_of_card(slot, self)) is not None:
            return shown
        shown, second = panel.card_panel(slot, self.moves, self.deck), self._above.get((slot.row, slot.place))
        if second is None:
            return shown
        faces = self.deck[slot.card], self.deck[second.card]
        heading = _("%(card)s, with %(second)s on top") % {"card": faces[0].name, "second": faces[1].name}
        return replace(shown, faces=faces, heading=heading, short_heading=heading)

    @cached_property
    def panels_ahead(self) -> list[tuple[str, Panel]]:
        """While a card may be chosen, the panel of each, by what the address of that choice names."""
        if not self.asked or self.panel_of_question is not None or self.confirming:
            return []
        slots = [slot for slot in (*self.view.upper, *self.view.lower, *(self.own_hand or ())) if slot is not None]
        return [(str(tableau.CardChoice(slot.row, slot.place, slot.card)), self.panel_for(slot)) for slot in slots]

    @property
    def tool_panels(self) -> list[Panel | None]:
        return [tool.panel(self) for tool in self.usable_tools]

    @cached_property
    def usable_tools(self) -> list[Tool]:
        return [tool for tool in tools(self.view) if tool.is_usable(self)] if self.asked else []

    @cached_property
    def tool_buttons(self) -> list[tuple[str, str]]:
        """The tools that can be used now: the name that opens each, and the words of its button."""
        return [(tool.name, str(tool.button_words)) for tool in self.usable_tools if tool.button_words]

    @property
    def targets(self) -> Panel | None:
        """The panel whose answers name cards of the own display to be replaced, or cards of the tableau."""
        return self.panel

    @property
    def next_round(self) -> int:
        """When face-down cards turn up again (CARD-OBS-6), 0 for never."""
        return 0 if self.view.over or self.view.ending else self.view.round + 1

    @cached_property
    def arches(self) -> tuple[Arch, ...]:
        return arches(self.view, self.deck, self.names)

    @cached_property
    def loose_tokens(self) -> tuple[LooseToken, ...]:
        return loose_tokens(self.view, self.names)

    @cached_property
    def _ghosts(self) -> dict[tuple[str, int], tableau.Ghost]:
        if self.view.over:
            return {}
        return tableau.ghosts(self.play.steps, self.ply, self.deck, self.names)

    @cached_property
    def _above(self) -> "Mapping[tuple[str, int], engine.Slot]":
        return {place: slot for extra in extras_of(self.view) for place, slot in extra.above(self.view).items()}

    @cached_property
    def _priced(self) -> tuple[int | None, Mapping[tuple[str, int], engine.Slot]]:
        return tableau.priced(self.played.step.state, self.view)

    @property
    def payer(self) -> str:
        seat = self._priced[0] if self.viewer is None else self.viewer
        return "" if seat is None else self.names[seat].name

    def _row(self, name: str) -> tableau.TableauRow:
        answers = self.targets.answers if self.targets else ()
        targets = {answer.place: index for index, answer in enumerate(answers) if answer.place}
        return tableau.row(
            self.view,
            name,
            self.deck,
            self.chosen,
            ghosts=self._ghosts,
            above=self._above,
            targets=targets,
            prices=self._priced[1],
            payer="" if self.viewer is not None and not self.is_replay else self.payer,
            warn=self.moves.warned,
        )

    @cached_property
    def laid(self) -> Tableau:
        return Tableau(
            self._row("upper"),
            self._row("lower"),
            self._discard(),
            payer=self.payer,
            is_own=self.viewer is not None and not self.is_replay,
            is_replay=self.is_replay,
            over=self.over,
            ended=self.view.over,
            next_round=self.next_round,
            confirming=self.confirming,
        )

    def _discard(self) -> Discard:
        cards = tuple((self.deck.name(card), self.deck[card]) for card in reversed(self.view.discard))
        return Discard(len(cards), cards[0][1] if cards else None, cards)

    @cached_property
    def boards(self) -> list[SeatBoard]:
        """All displays clockwise, the viewer's first."""
        return [self._board(seat) for seat in clockwise(range(len(self.view.seats)), self.viewer or 0)]

    def _board(self, seat: int) -> SeatBoard:
        mine = seat == self.viewer
        return board(
            self.view.seats[seat],
            self.deck,
            self.names[seat],
            panel=self.targets if mine else None,
            chosen=self.chosen if mine else None,
            openers={tool.card: tool.name for tool in self.usable_tools if tool.card} if mine else {},
            warn=self.moves.warned,
        )

    @cached_property
    def own(self) -> SeatBoard | None:
        return None if self.viewer is None else self.boards[0]

    @property
    def has_own(self) -> bool:
        return self.viewer is not None

    @cached_property
    def others(self) -> tuple[SeatBoard, ...]:
        return tuple(self.boards if self.viewer is None else self.boards[1:])

    @cached_property
    def extras(self) -> Mapping[str, tuple[tuple[str, object], ...]]:
        """What parts of the game put beside the board, by place (`Extra.place`): each panel by the macro of
        jinja/games/board/extras.html that draws it, with the values that it gets as `shown`."""
        found: dict[str, tuple[tuple[str, object], ...]] = defaultdict(tuple)
        for extra in extras_of(self.view):
            values = extra.show(self.view, self.deck, self.names)
            if values is not None and (extra.place != "own" or self.has_own):
                found[extra.place] += ((extra.macro or extra.part, values),)
        return found

    @property
    def final_notes(self) -> list[str]:
        return [note for extra in extras_of(self.view) for note in extra.final_notes(self.view)]

    @cached_property
    def _last_deeds(self) -> dict[int, str]:
        """What each seat did last in this round, without its name."""
        deeds: dict[int, str] = {}
        for one in reversed(self.told):
            if isinstance(one.entry, engine.RoundEnded) or len(deeds) == len(self.names):
                break
            seat = getattr(one.entry, "seat", None)
            if seat is not None and seat not in deeds and (text := deed(one.entry, self.deck)):
                deeds[seat] = text
        return deeds

    def rows_of_seats(self, seats: Mapping[int, Seat]) -> tuple[SeatRow, ...]:
        return seat_rows(self.view, self.names, seats, last=self._last_deeds)

    @cached_property
    def lanes(self) -> score.Lanes:
        return score.lanes(self.view, self.names)

    @cached_property
    def overview(self) -> score.Overview:
        return score.overview(self.view, self.deck, self.names)


@dataclass(frozen=True, slots=True)
class Confirm:
    """A move that waits for its player's yes. `mode` is a standing pass that is ordered with it."""

    what: str
    move: str
    mode: str
    answer: PanelAnswer | None
    reveals: bool

    @property
    def plain(self) -> PanelAnswer | None:
        """The sum alone: what it uncovers is said once."""
        return replace(self.answer, reveals="") if self.answer else None


def confirm(table: LaidTable) -> Confirm | None:
    """The move the viewer wishes to send, if it is possible now."""
    text, mode = table.wish.do, table.wish.mode
    if not table.asked or text not in table.moves.texts:
        return None
    reveals = table.moves.reveals(text)
    if text == "pass":
        words = {
            PassMode.UNTIL_CHANGE.value: _("pass until the tableau changes"),
            PassMode.PHASE.value: _("pass until the end of this phase"),
        }
        return Confirm(words.get(mode, _("pass this turn")), text, mode if mode in words else "", None, reveals)
    answer = panel.find_answer([table.panel, *table.tool_panels], text)
    return Confirm(intention(text, table, answer), text, "", answer, reveals)


def intention(text: str, table: LaidTable, answer: PanelAnswer | None) -> str:
    """A move in words before it is played: `Mariinsky Theater over Observatory for 6 ₽`."""
    move, deck = engine.parse_move(text, table.played.step.state), table.deck
    if move.kind not in ("buy", "play", "take", "discard"):
        return answer.button if answer else move_words(text, table.view, deck).text
    assert move.card is not None
    slot = slot_for(text, table.view)
    card = name_of(slot, table.view, deck) if slot else deck.name(move.card)
    if move.kind == "take":
        return _("take %(card)s to hand") % {"card": card}
    if move.kind == "discard":
        return _("discard %(card)s") % {"card": card}
    values = {"card": card, "over": deck.name(move.over) if move.over else "", "price": answer.price if answer else ""}
    if move.over:
        return _("%(card)s over %(over)s for %(price)s") % values
    return _("%(card)s for %(price)s") % values


MOST_LINES = 12


class PosedTable(LaidTable):
    """The board without deadlines, and the last lines of its log."""

    since_ply = -1
    """What came later is told."""

    @property
    def where(self) -> str:
        values = {"phase": words.PHASE_NAMES[self.view.phase], "round": self.view.round}
        return _("%(phase)s, round %(round)s") % values

    @property
    def can_pass(self) -> bool:
        return self.asked and "pass" in self.view.moves

    @cached_property
    def seat_rows(self) -> tuple[SeatRow, ...]:
        return self.rows_of_seats({})

    @cached_property
    def lines(self) -> list[log.LogLine]:
        """What had happened, newest first."""
        told = [one for one in self.told if one.ply > self.since_ply]
        return log.last_lines(told, (), self.deck, self.names, hands={}, most=MOST_LINES, since=10**6)
