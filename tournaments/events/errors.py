"""What events refuse to people, with a stable code and a sentence in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class EventError(GameError):
    code = "event_error"


class NotADirector(EventError):
    code = "not_a_director"
    sentence = _("Only the tournament's directors can do this.")
    status = 403


class MayNotCreate(EventError):
    code = "may_not_create"
    status = 403


class WrongState(EventError):
    code = "event_state"
    sentence = _("This is not possible at this stage of the tournament.")


class EntriesClosed(EventError):
    code = "entries_closed"
    sentence = _("Registration is closed.")


class MetInAnEvent(EventError):
    code = "met_in_an_event"
    sentence = _("Both accounts have taken part in the same tournament.")


class NotEligible(EventError):
    code = "not_eligible"
    status = 403


class NotEntered(EventError):
    code = "not_entered"
    sentence = _("You are not registered for this tournament.")


class BadPlan(EventError):
    code = "bad_plan"
    status = 422


class BadRequest(EventError):
    code = "bad_request"
    status = 422


class NothingToComeLater(EventError):
    code = "nothing_to_come_later"
    sentence = _("You can request a later start only while rounds are still paired one after another.")
    status = 422


class TooFewEntrants(EventError):
    code = "too_few_entrants"


class NoResult(EventError):
    code = "no_result"
    sentence = _("These places are not possible. Use 1 2 3 4, with equal places for ties, such as 1 2 2 4.")
    status = 422


class ReasonMissing(EventError):
    code = "reason_missing"
    sentence = _("Enter a reason. Everyone can read it in the tournament log.")
    status = 422
