"""Guess the move: the decisions of one seat of a finished game, each put to the reader as it was put to its player."""

from __future__ import annotations

from dataclasses import replace

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

import engine
from games.board import log
from games.board.layout import LaidTable
from games.board.people import people
from games.board.round import SeatRow
from games.board.table import Wish
from games.models import BY_PLAYER, Source
from games.names import words
from games.play.positions import Play
from games.puzzles.content import MOST_LINES, as_it_ran
from games.text_client.moves import move_line

DECIDED = (*BY_PLAYER, Source.BOT)
"""Where moves come from that somebody chose."""


def decisions(play: Play, seat: int) -> list[int]:
    """The plies at which this seat chose between several moves."""
    return [
        ply
        for ply, row in enumerate(play.moves)
        if row.seat == seat and row.source in DECIDED and len(engine.legal_moves(play.at(ply).step.state, seat)) > 1
    ]


class GuessPage(LaidTable):
    """The position of a decision, to be answered, or with what the reader has `said` beside what was played."""

    confirms = False

    def __init__(self, play: Play, seat: int, ply: int, *, said: str = "", wish: Wish | None = None) -> None:
        super().__init__(as_it_ran(play, ply), seat, wish=wish)
        self.player = people(play, None)[seat]
        self.names = tuple(replace(one, is_you=one.seat == seat) for one in people(play, None))
        self.right = play.moves[ply].text
        self.said = said if said in self.view.moves else ""
        self.holds = not self.said

    @property
    def is_same(self) -> bool:
        return self.said == self.right

    @property
    def yours(self) -> str:
        return self._label(self.said)

    @property
    def theirs(self) -> str:
        return self._label(self.right)

    def _label(self, move: str) -> str:
        return move_line(move, self.view, self.deck).naming(self.names).text

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
        """What had happened last, newest first."""
        return log.last_lines(self.told, (), self.deck, self.names, hands={}, most=MOST_LINES, since=10**6)
