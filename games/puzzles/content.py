"""The page of a puzzle, as values: the board as the seat saw it, the choices, and after the answer what they are worth."""

from collections.abc import Sequence
from copy import copy
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.bots import reasons_for
from games.board.layout import PosedTable
from games.board.people import Person, people
from games.board.reasons import Reader, reason_in_words
from games.models import Puzzle, Status
from games.names import words
from games.options.table_words import selection_words
from games.play.positions import Play, Walk
from games.puzzles.proof import Choice
from games.puzzles.solvers import Solver
from games.text_client.moves import move_line


def as_it_ran(play: Play, ply: int) -> Play:
    """The finished game as it was after `ply` moves, while it ran: what came later is not in it, nor what only the end told."""
    game = copy(play.game)
    game.status, game.finished_at, game.result, game.title = Status.RUNNING, None, None, ""
    steps = tuple(play.steps[: ply + 1])
    rows = [one.row for one in steps if one.row is not None]
    return Play(game, play.seats, rows, play.tenures, Walk(rows, steps))


def choices_of(puzzle: Puzzle) -> list[Choice]:
    """Best first."""
    return [Choice(*one) for one in puzzle.choices]


class PuzzlePage(PosedTable):
    """`answered` is the move of the reader, empty while they think. Until then nobody is called by their name."""

    is_replay = True

    def __init__(self, puzzle: Puzzle, play: Play, *, answered: str) -> None:
        super().__init__(as_it_ran(play, puzzle.ply), puzzle.seat)
        self.puzzle, self.answered = puzzle, answered
        self.player = people(play, None)[puzzle.seat]
        self.names = tuple(
            Person(seat.index, _("Player %(n)s") % {"n": seat.index + 1}, False, seat.index == puzzle.seat)
            for seat in play.seats
        )
        self.choices = choices_of(puzzle)

    @property
    def is_right(self) -> bool:
        return any(one.is_right for one in self.choices if one.move == self.answered)

    @cached_property
    def offered(self) -> list[dict[str, Any]]:
        """Best first once answered; before that in the order of all legal moves, which tells nothing."""
        if self.answered:
            return [self._option(one) for one in self.choices]
        legal = self.view.moves
        return [self._option(one) for one in sorted(self.choices, key=lambda one: legal.index(one.move))]

    @property
    def day(self) -> str:
        return date_format(self.puzzle.day, "DATE_FORMAT")

    @property
    def reason(self) -> str:
        """Why the best choice is better than the best of the wrong ones."""
        state = self.played.step.state
        best, *others = self.choices
        wrong = next((one for one in others if not one.is_right), None)
        move = engine.parse_move(best.move, state)
        return reason_in_words(
            move,
            reasons_for(self.view, state, move),
            Reader(self.view, self.deck, self.names),
            second=engine.parse_move(wrong.move, state) if wrong else None,
            behind=wrong.behind if wrong else 0.0,
        )

    @property
    def yours(self) -> str:
        return self._label(self.answered)

    @property
    def was_played(self) -> str:
        return self._label(self.puzzle.played)

    def _label(self, move: str) -> str:
        return move_line(move, self.view, self.deck).naming(self.names).text

    def _option(self, one: Choice) -> dict[str, Any]:
        """A choice as a button, and after the answer as a line of the proof."""
        return {
            "move": one.move,
            "label": move_line(one.move, self.view, self.deck).naming(self.names).label,
            "ahead": words.decimal(one.ahead, signed=True),
            "lost": f"{words.decimal(-one.behind)} ± {words.decimal(one.within)}",
            "is_right": one.is_right,
            "is_best": one == self.choices[0],
            "is_yours": one.move == self.answered,
            "was_played": one.move == self.puzzle.played,
        }


def archive_rows(puzzles: Sequence[Puzzle], solver: Solver) -> list[dict[str, Any]]:
    """The puzzles in the list of all; `is_right` is None as long as the reader has not answered one. At most one statement."""
    answers, rows = solver.answers(puzzles), []
    for puzzle in puzzles:
        options = puzzle.game.engine_options
        players = ngettext("%(number)s player", "%(number)s players", options.players) % {"number": options.players}
        answered, right = answers.get(puzzle.pk), [one.move for one in choices_of(puzzle) if one.is_right]
        is_right = None if answered is None else answered in right
        rows.append({"puzzle": puzzle, "about": f"{selection_words(options)}, {players}", "is_right": is_right})
    return rows
