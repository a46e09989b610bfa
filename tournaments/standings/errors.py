"""What standings refuse."""

from __future__ import annotations

from tournaments.errors import TournamentError


class StandingsError(TournamentError):
    """Standings cannot be made of this."""

    code = "standings_error"


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
