"""Guess the move: the decisions of one seat of a finished game, each put to the reader as it was put to its player."""

from dataclasses import replace

import engine
from games.board.layout import PosedTable
from games.board.people import people
from games.board.table import Wish
from games.models import BY_PLAYER, Source
from games.play.positions import Play
from games.puzzles.content import as_it_ran
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


class GuessPage(PosedTable):
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
