"""What the forms of a tournament refuse, each with a stable code and a sentence for the one who runs it."""

from __future__ import annotations


class FormatError(Exception):
    """Something that cannot be done; `code` is stable, `sentence` says what would be right."""

    code = "format_error"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


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
