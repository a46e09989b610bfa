"""Wishes in a game that has begun which cannot be granted."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class StalePosition(GameError):
    code = "stale_position"
    sentence = _("The game has moved on. Check the new position and choose again.")


class NotSeated(GameError):
    code = "not_seated"
    sentence = _("You have no seat in this game.")
    status = 403


class NotYourTurn(GameError):
    code = "not_your_turn"
    sentence = _("It is not your turn.")
    rule = "TURN-1"


class IllegalMove(GameError):
    code = "illegal_move"
    sentence = _("The rules do not allow this move now. Choose another one.")
    status = 422


class NotAMove(GameError):
    code = "not_a_move"
    sentence = _("This is not a move. Moves look like “buy market lower”, “take library” or “pass”.")
    status = 422


class NoSuchPreset(GameError):
    code = "no_such_preset"
    sentence = _("This cannot be decided in advance right now.")
    status = 422


class NotRunning(GameError):
    code = "not_running"
    sentence = _("This game is not running.")


class GamePaused(GameError):
    code = "paused"
    sentence = _("This game is paused. Nobody can move until it resumes.")


class NoClock(GameError):
    code = "no_clock"
    sentence = _("No clock is running for this seat.")


class BadVacation(GameError):
    code = "bad_vacation"
    sentence = _("Choose days from today, at most a year ahead and no more than you have left.")
    status = 422


class NotAsked(GameError):
    code = "not_asked"
    sentence = _("This seat has no open decision, or the decision is secret.")


class MetInAGame(GameError):
    code = "met_in_a_game"
    sentence = _("Both accounts took part in the same game or the same deal, so they cannot be merged.")


class HeldByBot(GameError):
    code = "held_by_bot"
    sentence = _("A bot holds this seat.")


class NoStandingPass(GameError):
    code = "no_standing_pass"
    sentence = _("Auto-pass is not available now.")
    rule = "UI-4"


class NotAnOrder(GameError):
    code = "not_an_order"
    sentence = _("This is not an order. Orders look like “buy Market up to 5, else pass until change”.")
    status = 422


class OrderStops(GameError):
    code = "order_stops"
    sentence = _("These orders would stop immediately.")


class HasSat(GameError):
    code = "has_sat"
    sentence = _("This player already knows the cards from this game or another table with the same deal.")


class SeatGone(GameError):
    code = "seat_gone"
    sentence = _("This seat is no longer open. Choose another one in the lobby.")


class CannotTakeOver(GameError):
    """Somebody at the table is kept apart from this user, or lives with them. The sentence says neither who nor why."""

    code = "cannot_take_over"
    sentence = _("You cannot take over this seat. Choose another one in the lobby.")
    status = 403


class ConditionsUnmet(GameError):
    code = "conditions_unmet"
    sentence = _("You do not meet the conditions of this table.")
    status = 403


class DealInPlay(GameError):
    code = "deal_in_play"
    sentence = _("Other tables are still playing this deal.")


class DealReleased(GameError):
    code = "deal_released"
    sentence = _("This deal is already public.")


class ProposalOpen(GameError):
    code = "proposal_open"
    sentence = _("Another proposal is still open. Answer it first.")


class NoProposal(GameError):
    code = "no_proposal"
    sentence = _("This proposal is no longer open.")


class NotProposable(GameError):
    code = "not_proposable"
    sentence = _("You cannot propose this in this game now. Choose something else.")


class TooManyProposals(GameError):
    code = "too_many_proposals"
    sentence = _("You have made three proposals in 24 hours. Try again tomorrow.")


class NoGift(GameError):
    code = "no_gift"
    sentence = _("You can give each player time once in 24 hours, while their clock runs.")
