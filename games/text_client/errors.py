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
    sentence = _("Your reply is empty. Send the number of a move, or the move itself.")


class LineTooLong(LineError):
    code = "line_too_long"
    sentence = _("That is too long. Send at most 20 moves of 200 characters each.")


class NoSuchNumber(LineError):
    code = "no_such_number"
    sentence = _("That number is not in the list of moves. Choose a listed number.")


class NumberAfterFirst(LineError):
    code = "number_after_first"
    sentence = _(
        "Only the first move can be a number, because the list changes after it. Write the other moves as text."
    )


class OrderNotLast(LineError):
    code = "order_not_last"
    sentence = _("Auto-pass can only be the last of several moves.")


class PhaseOver(GameError):
    code = "phase_over"
    sentence = _("A new phase has started with cards you had not seen. Check the position and choose again.")
