"""Lines of text that cannot be played."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class LineError(GameError):
    """A line that says no moves. `part` is the part of it that is wrong, empty where it is the whole."""

    code = "not_a_line"
    status = 422

    def __init__(self, sentence: str | Promise | None = None, *, part: str = "") -> None:
        super().__init__(sentence, part=part)


class NothingWritten(LineError):
    code = "nothing_written"
    sentence = _("Nothing is written there. Write the number of a move, or the move itself.")


class LineTooLong(LineError):
    code = "line_too_long"
    sentence = _("That is too long: at most 20 moves of at most 200 signs each.")


class NoSuchNumber(LineError):
    code = "no_such_number"
    sentence = _("No move of the list has this number.")


class NumberAfterFirst(LineError):
    code = "number_after_first"
    sentence = _(
        "A number counts for the first move only, because the list is another one after it. Write the others as text."
    )


class OrderNotLast(LineError):
    code = "order_not_last"
    sentence = _("A standing pass can only be the last of several.")


class PhaseOver(GameError):
    code = "phase_over"
    sentence = _("A new phase has begun, with cards that were not known when this was written.")
