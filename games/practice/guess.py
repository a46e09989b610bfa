"""Guess the move: the decisions of one seat of a finished game, each put to the reader as it was put to its player, and scored
against what the master would have played there, as the review of the game knows it."""

import re
from dataclasses import astuple, dataclass, replace
from random import Random
from typing import Self

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

import engine
from engine.bots import reasons_for
from games.board.layout import PosedTable
from games.board.people import people
from games.board.reasons import Reader, reason_in_words
from games.board.table import Wish
from games.names import words
from games.play.positions import Play
from games.puzzles.content import as_it_ran
from games.replay.content import own_decisions
from games.review.figures import ChoiceFigure
from games.text_client.moves import move_line


def decisions(play: Play, seat: int) -> list[int]:
    """The plies at which this seat chose between several moves."""
    own = own_decisions(play, seat)
    return [ply for ply in own if len(engine.legal_moves(play.at(ply).step.state, seat)) > 1]


@dataclass(frozen=True, slots=True)
class Score:
    """How many moves were guessed, and how many of them were the `same` as the player's. Of those that the review knows: how
    often reader and player made a move as good as the master's, and the tenths of points that they lost."""

    seen: int = 0
    same: int = 0
    best: int = 0
    their_best: int = 0
    lost: int = 0
    their_lost: int = 0
    judged: int = 0

    @classmethod
    def parse(cls, text: str) -> Self | None:
        return cls(*map(int, text.split("-"))) if re.fullmatch(r"\d{1,5}(-\d{1,5}){6}", text) else None

    def __str__(self) -> str:
        return "-".join(map(str, astuple(self)))

    @property
    def points(self) -> str:
        return words.decimal(self.lost / 10)

    @property
    def their_points(self) -> str:
        return words.decimal(self.their_lost / 10)


class GuessPage(PosedTable):
    """The position of a decision, to be answered, or with what the reader has `said` beside what was played. `figure` is what the
    review says of it."""

    confirms = False

    def __init__(
        self,
        play: Play,
        seat: int,
        ply: int,
        *,
        figure: ChoiceFigure | None = None,
        said: str = "",
        wish: Wish | None = None,
    ) -> None:
        super().__init__(as_it_ran(play, ply), seat, wish=wish)
        self.player = people(play, None)[seat]
        self.names = tuple(replace(one, is_you=one.seat == seat) for one in people(play, None))
        self.right = play.moves[ply].text
        self.said = said if said in self.view.moves else ""
        self.holds = not self.said
        self.figure = figure

    @property
    def is_same(self) -> bool:
        return self.said == self.right

    @property
    def is_good(self) -> bool:
        """As good as the master's move; where nobody knows that, the move that was played."""
        return self._lost(self.said) == 0 if self.figure else self.is_same

    def _lost(self, move: str) -> float:
        """Of a move that the master would not consider, as much as of the worst that it would."""
        assert self.figure is not None
        return dict(zip(self.figure["moves"], self.figure["lost"], strict=True)).get(move, max(self.figure["lost"]))

    def after(self, score: Score) -> Score:
        """The score with this guess."""
        more = replace(score, seen=score.seen + 1, same=score.same + self.is_same)
        if self.figure is None:
            return more
        mine, theirs = self._lost(self.said), self._lost(self.right)
        return replace(
            more,
            judged=score.judged + 1,
            best=score.best + (mine == 0),
            their_best=score.their_best + (theirs == 0),
            lost=score.lost + round(mine * 10),
            their_lost=score.their_lost + round(theirs * 10),
        )

    @cached_property
    def compared(self) -> list[dict[str, str]]:
        """The move of the reader, that of the player and that of the master, with what each lost."""
        told = [(_("You"), self.said), (str(self.player), self.right)]
        told += [(_("Master"), self.figure["moves"][0])] if self.figure else []
        return [{"who": who, "move": self._label(move), "lost": self._cost(move)} for who, move in told]

    def _cost(self, move: str) -> str:
        if self.figure is None:
            return ""
        lost = words.decimal(self._lost(move))
        return lost if move in self.figure["moves"] else _("at least %(points)s") % {"points": lost}

    @property
    def why(self) -> str:
        """What speaks for the move of the master."""
        if self.figure is None:
            return ""
        state = engine.guess(self.view, Random(0))  # which guess it is changes no reason
        best = engine.parse_move(self.figure["moves"][0], state)
        return reason_in_words(best, reasons_for(self.view, state, best), Reader(self.view, self.deck, self.names))

    def _label(self, move: str) -> str:
        return move_line(move, self.view, self.deck).naming(self.names).label
