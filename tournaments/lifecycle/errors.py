"""What tournaments and leagues refuse to people, each with a stable code and a sentence in the reader's language."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class LifecycleError(GameError):
    code = "event_error"


class NotADirector(LifecycleError):
    code = "not_a_director"
    sentence = _("Only the tournament's directors can do this.")
    status = 403


class MayNotCreate(LifecycleError):
    code = "may_not_create"
    status = 403


class WrongState(LifecycleError):
    code = "event_state"
    sentence = _("This is not possible at this stage of the tournament.")


class EntriesClosed(LifecycleError):
    code = "entries_closed"
    sentence = _("Registration is closed.")


class MetInATournament(LifecycleError):
    code = "met_in_an_event"
    sentence = _("Both accounts have taken part in the same tournament.")


class NotEligible(LifecycleError):
    code = "not_eligible"
    status = 403


class NotEntered(LifecycleError):
    code = "not_entered"
    sentence = _("You are not registered for this tournament.")


class BadPlan(LifecycleError):
    code = "bad_plan"
    status = 422


class BadRequest(LifecycleError):
    code = "bad_request"
    status = 422


class NothingToComeLater(LifecycleError):
    code = "nothing_to_come_later"
    sentence = _("You can request a later start only while rounds are still paired one after another.")
    status = 422


class TooFewEntrants(LifecycleError):
    code = "too_few_entrants"


class NoResult(LifecycleError):
    code = "no_result"
    sentence = _("These places are not possible. Use 1 2 3 4, with equal places for ties, such as 1 2 2 4.")
    status = 422


class ReasonMissing(LifecycleError):
    code = "reason_missing"
    sentence = _("Enter a reason. Everyone can read it in the tournament log.")
    status = 422


class OwnTable(LifecycleError):
    code = "own_table"
    sentence = _("You play at this table. Another director decides, or the tournament's rule applies.")
    status = 403


class NoSuchTable(LifecycleError):
    code = "no_such_table"
    sentence = _("This tournament has no such table.")
    status = 404


class NoSuchPlayer(LifecycleError):
    code = "no_such_player"
    sentence = _("This tournament has no such player.")
    status = 404


class NoSuchRound(LifecycleError):
    code = "no_such_round"
    sentence = _("This tournament has no such round.")
    status = 404


class UnknownName(LifecycleError):
    code = "unknown_name"
    status = 422


class LastDirector(LifecycleError):
    code = "last_director"
    sentence = _("A tournament needs at least one director. Add another one first.")


class TooMany(LifecycleError):
    code = "too_many"
    status = 429


class NotLeagueDirector(NotADirector):
    sentence = _("Only the league's directors can do this.")


class MetInALeague(LifecycleError):
    code = "met_in_a_league"
    sentence = _("Both accounts registered for the same season, or one directs the other's league.")


class LastLeagueDirector(LastDirector):
    sentence = _("A league needs at least one director. Add another one first.")


class NoOpenSeason(LifecycleError):
    code = "no_open_season"
    sentence = _("No season of this league is open for registration.")


class TakenOff(LifecycleError):
    code = "taken_off"
    sentence = _("A director removed you from this season. Contact the directors.")
    status = 403
