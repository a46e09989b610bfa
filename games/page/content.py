"""The live page of a running or finished game, as values."""

from dataclasses import replace
from datetime import datetime

from django.utils.functional import cached_property

import engine
from accounts.models import User
from games.board import log, presets, score, turnbar
from games.board.confirm import Confirm, confirm
from games.board.displays import Board, badged
from games.board.laid import LaidTable
from games.board.panel import Panel
from games.board.people import changes
from games.board.round import SeatRow
from games.board.table import Wish
from games.models import Seat
from games.names import words
from games.options.table_words import option_words, selection_words, time_words
from games.play import asked
from games.play.positions import Play, last_own_number
from games.play.proof import proof_of
from games.solo import results as solo

RECENT = 14
"""How many lines the log panel shows at most."""


class GamePage(LaidTable):
    """What `user` (None: nobody signed in) sees of a game now."""

    def __init__(self, play: Play, user: User | None, *, now: datetime, wish: Wish | None = None) -> None:
        super().__init__(play, play.eyes_of(user) if user else None, wish=wish)
        self.user = user
        self.now = now
        self.over = play.game.is_finished
        self.holds = play.game.is_running and user is not None and play.seat_of(user) is not None
        self.confirms = user is None or user.confirm_moves

    @property
    def asked(self) -> bool:
        """Nobody may answer while the game is paused."""
        return super().asked and not self.game.is_paused

    @property
    def kept(self) -> bool:
        """A bot keeps the viewer's seat, and he may take it back."""
        return self.viewer is not None and not self.holds and not self.over

    @property
    def may_rematch(self) -> bool:
        if (
            self.user is None or self.user.is_guest or not self.over
        ):  # a bot from the start has no owner, and is no visitor's seat
            return False
        return any(self.play.owner(seat.index) == self.user for seat in self.play.seats)

    @cached_property
    def best(self) -> solo.Standing | None:
        """Where a game played alone stands in the list of its selection (SOLO-7). One statement, of finished solo games only."""
        return solo.standing(self.game, self.user) if self.over and self.game.is_solo else None

    @property
    def selection_key(self) -> str:
        """The address of the list of results that a solo game is for."""
        return solo.key_of(solo.selection_of(self.play.options))

    @property
    def scored(self) -> bool:
        """There was a final scoring, so the game did not end by agreement."""
        return self.view.scores is not None

    @property
    def secret(self) -> str:
        """The secret behind the deal, once it is public."""
        proof = proof_of(self.play)
        return proof.secret.hex() if proof else ""

    @property
    def terms(self) -> str:
        options = self.play.options
        pace = time_words(self.game.clock, options.players)
        return ", ".join(map(str, [selection_words(options), pace, *option_words(options)]))

    @cached_property
    def final(self) -> tuple[score.FinalLine, ...]:
        return score.final_lines(self.view, self.game.result or {}, self.names) if self.over else ()

    @cached_property
    def bar(self) -> turnbar.TurnBar:
        window = asked.window(self.play, self.played.step.state) if self.game.is_running else None
        seats = self.play.seats
        return turnbar.turn_bar(self.game, self.view, self.names, seats, self.final, now=self.now, window=window)

    @cached_property
    def seat(self) -> Seat | None:
        """The seat the viewer holds."""
        return self.play.seats[self.viewer] if self.viewer is not None and self.holds else None

    @cached_property
    def seat_rows(self) -> tuple[SeatRow, ...]:
        return self.rows_of_seats({self.seat.index: self.seat} if self.seat else {})

    @cached_property
    def decisions(self) -> list[presets.Decision]:
        """What the viewer may decide before he is asked; for the eyes of who holds the seat only."""
        seat = self.viewer
        if seat is None or not self.holds or not (offered := engine.presets_for(self.played.step.state, seat)):
            return []  # and the database is asked nothing
        return presets.decisions(offered, self.play.presets.get(seat, {}), self.deck)

    def _board(self, seat: int) -> Board:
        shown = super()._board(seat)
        return badged(shown, presets.badges(self.decisions)) if seat == self.viewer and self.decisions else shown

    @property
    def can_pass(self) -> bool:
        return self.asked and "pass" in self.view.moves

    @property
    def can_order(self) -> bool:
        """A standing pass may be ordered now, in the own turn or ahead of it (UI-2 to UI-4). Alone, any pass ends the phase
        (SOLO-3)."""
        question = self.view.question
        if (
            not self.holds
            or self.game.is_solo
            or self.game.is_paused
            or question is None
            or question.kind == "first-worker"
        ):
            return False
        return question.kind == "turn" or not (self.asked or self.asking.ends_turns)

    @cached_property
    def pass_reveals(self) -> bool:
        return self.can_pass and self.moves.reveals("pass")

    @property
    def asks_passes(self) -> bool:
        """A pass is asked once more before it is sent."""
        return self.confirms or self.pass_reveals

    @property
    def standing(self) -> str:
        """The standing pass of the viewer, empty if none. Those of others are nobody's business."""
        return self.seat.pass_mode if self.seat else ""

    @property
    def wishes(self) -> list[str]:
        """Who would like to end the game."""
        return [str(self.names[seat.index]) for seat in self.play.seats if seat.wants_end]

    @property
    def wishes_named(self) -> str:
        return words.listed(self.wishes)

    @property
    def wants_end(self) -> bool:
        return bool(self.seat and self.seat.wants_end)

    @cached_property
    def confirm(self) -> Confirm | None:
        return confirm(self)

    @property
    def targets(self) -> Panel | None:
        if self.confirm is None or self.panel is None:
            return self.panel
        return replace(self.panel, answers=(self.confirm.answer,) if self.confirm.answer else ())

    @property
    def confirming(self) -> bool:  # type: ignore[override]
        return self.confirm is not None

    @property
    def overview_is_ahead(self) -> bool:  # type: ignore[override]
        ask = self.confirm
        return ask is not None and not ask.reveals and ask.move != "pass"

    @cached_property
    def overview(self) -> score.Overview:
        view, ask = self.view, self.confirm
        if ask and self.overview_is_ahead and self.viewer is not None:
            state = self.played.step.state
            after = engine.apply(state, self.viewer, engine.parse_move(ask.move, state)).state
            view = engine.view_for(after, self.viewer)
        return score.overview(view, self.deck, self.names)

    @cached_property
    def recent(self) -> list[log.Line]:
        """What happened since the viewer's last own move, that move included; newest first."""
        since = -1 if self.viewer is None else last_own_number(self.play, self.viewer) - 1
        told = [one for one in self.told if (one.row.number if one.row else 0) > since]
        return log.last_lines(
            told, self.play.rows, self.deck, self.names, hands=changes(self.play), most=RECENT, since=since
        )
