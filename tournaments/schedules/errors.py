"""What schedules refuse, each with a stable code and a sentence for the one who runs the tournament."""

from __future__ import annotations


class ScheduleError(Exception):
    """A schedule that cannot be given; `code` is stable, `sentence` says what would be right."""

    code = "schedule_error"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class ScheduleSizeError(ScheduleError):
    """Sizes outside what is offered."""

    code = "schedule_size"


class ImpossibleSchedule(ScheduleError):
    """No schedule with these numbers exists at all; the sentence gives the reason and the nearest that does."""

    code = "schedule_impossible"


class BrokenSchedule(ScheduleError):
    """Tables that contradict themselves: somebody twice at a table, or a different number of games for each."""

    code = "schedule_broken"
