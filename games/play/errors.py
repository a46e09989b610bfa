"""Wishes in a game that has begun which cannot be granted."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


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


class GamePaused(GameError):
    code = "paused"
    sentence = _("This game is paused. It goes on when an organiser says so.")


class NoClock(GameError):
    code = "no_clock"
    sentence = _("No clock runs for this seat.")


class NotAsked(GameError):
    code = "not_asked"
    sentence = _("Nothing is asked of this seat, or the game may not tell whom it asks.")


class MetInAGame(GameError):
    code = "met_in_a_game"
    sentence = _("Both accounts have had a part in the same game, or in two with the same deal.")


class HeldByBot(GameError):
    code = "held_by_bot"
    sentence = _("A bot holds this seat.")


class NoStandingPass(GameError):
    code = "no_standing_pass"
    sentence = _("A standing pass is not possible now.")
    rule = "UI-4"


class HasSat(GameError):
    code = "has_sat"
    sentence = _("Somebody who has sat at this game, or at another table with the same deal, knows its cards already.")


class DealInPlay(GameError):
    code = "deal_in_play"
    sentence = _("Other tables still play this deal.")


class DealReleased(GameError):
    code = "deal_released"
    sentence = _("Everybody may know this deal already.")
