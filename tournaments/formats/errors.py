"""What the forms of a tournament refuse."""

from __future__ import annotations

from tournaments.errors import TournamentError


class FormatError(TournamentError):
    """A tournament of this form that cannot be run so."""

    code = "format_error"


class FieldSizeError(FormatError):
    """Too few or too many players for what is asked."""

    code = "format_field_size"


class ResultError(FormatError):
    """Results that contradict the draw or each other."""

    code = "format_result"


class UndecidedError(FormatError):
    """A match, table or division whose outcome does not settle who goes on."""

    code = "format_undecided"


class LeagueBalanceError(FormatError):
    """Divisions whose promotions and relegations would not balance."""

    code = "league_balance"
