"""A position that is put to a reader: a step of the lesson, a puzzle, a decision to guess."""

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.board import log
from games.board.layout import LaidTable
from games.board.round import SeatRow
from games.names import words

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
