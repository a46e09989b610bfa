"""What standings refuse, each with a stable code and a sentence for the one who runs the tournament."""

from __future__ import annotations


class StandingsError(Exception):
    """Standings cannot be made of this; `code` is stable, `sentence` says what would be right."""

    code = "standings_error"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class RecordError(StandingsError):
    """The recorded rounds contradict each other or themselves."""

    code = "record_error"


class UnknownTieBreak(StandingsError):
    """A name that is not in the list of tie-breaks."""

    code = "unknown_tie_break"


class WrongModifier(StandingsError):
    """A modifier that the tie-break does not take."""

    code = "wrong_modifier"


class NotForThisEvent(StandingsError):
    """A tie-break that the rules exclude for this kind of event."""

    code = "not_for_this_event"
