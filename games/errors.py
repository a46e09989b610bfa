"""What can go wrong with a wish of a player. Each error has a stable `code` and a sentence fit for him."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class GameError(Exception):
    """A wish that cannot be granted. `status` is the HTTP status of pages and API, `rule` the id of the rule that forbids
    it, empty where it is not a matter of the game's rules."""

    code = "game_error"
    sentence: str | Promise = _("That is not possible.")
    status = 409
    rule = ""

    def __init__(self, sentence: str | Promise | None = None, *, rule: str = "", **details: object) -> None:
        self.sentence = sentence or self.sentence
        self.rule = rule or self.rule
        self.details: Mapping[str, object] = details
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.sentence)


class StalePosition(GameError):
    code = "stale_position"
    sentence = _("The game has moved on since this page was made. Look at the new position and choose again.")


class NotSeated(GameError):
    code = "not_seated"
    sentence = _("You have no seat in this game.")
    status = 403


class NotYourTurn(GameError):
    code = "not_your_turn"
    sentence = _("The game is not waiting for you.")
    rule = "TURN-1"


class IllegalMove(GameError):
    code = "illegal_move"
    sentence = _("The rules do not allow this move now.")
    status = 422


class NotAMove(GameError):
    code = "not_a_move"
    sentence = _("This is not a move. Moves look like “buy market lower”, “take library” or “pass”.")
    status = 422


class NoSuchPreset(GameError):
    code = "no_such_preset"
    sentence = _("There is nothing of this kind to decide beforehand now.")
    status = 422


class NotRunning(GameError):
    code = "not_running"
    sentence = _("This game is not running.")


class NotAllowed(GameError):
    code = "not_allowed"
    sentence = _("Only the host of the table may do this.")
    status = 403


class TableClosed(GameError):
    code = "table_closed"
    sentence = _("This table is no longer open.")


class TableFull(GameError):
    code = "table_full"
    sentence = _("All seats of this table are taken.")


class BadOptions(GameError):
    code = "bad_options"
    sentence = _("These options do not go together.")
    status = 422


class NoStandingPass(GameError):
    code = "no_standing_pass"
    sentence = _("A standing pass is not possible now.")
    rule = "UI-4"


class StaleTable(GameError):
    code = "stale_table"
    sentence = _("The options of this table have changed since this page was made. Look at them and decide again.")


class NotAtTable(GameError):
    code = "not_at_table"
    sentence = _("You do not sit at this table.")
    status = 403


class InvitationClosed(GameError):
    code = "invitation_closed"
    sentence = _("This invitation is no longer open.")


class UnknownPlayer(GameError):
    code = "unknown_player"
    sentence = _("Nobody here has this name.")
    status = 422


class UnknownBot(GameError):
    code = "unknown_bot"
    sentence = _("There is no bot of this strength. Choose one of those that are offered.")
    status = 422


class CannotInvite(GameError):
    code = "cannot_invite"
    sentence = _("This person cannot be invited to this table.")
    status = 422


class TooMany(GameError):
    code = "too_many"
    sentence = _("That is more than one person may have at a time.")
    status = 429
