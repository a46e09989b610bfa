"""What tournaments refuse to people, with a stable code and a sentence in the reader's language."""

from __future__ import annotations

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


class MetInAEvent(LifecycleError):
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
