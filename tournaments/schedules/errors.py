"""What schedules refuse."""

from __future__ import annotations

from tournaments.errors import TournamentError


class ScheduleError(TournamentError):
    """A schedule that cannot be given."""

    code = "schedule_error"


class ScheduleSizeError(ScheduleError):
    """Sizes outside what is offered."""

    code = "schedule_size"


class ImpossibleSchedule(ScheduleError):
    """No schedule with these numbers exists at all; the sentence gives the reason and the nearest that does."""

    code = "schedule_impossible"


class BrokenSchedule(ScheduleError):
    """Tables that contradict themselves: somebody twice at a table, or a different number of games for each."""

    code = "schedule_broken"
