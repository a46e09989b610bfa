"""What events refuse to people, with a stable code and a sentence in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class EventError(GameError):
    code = "event_error"


class NotADirector(EventError):
    code = "not_a_director"
    sentence = _("Only its directors may do that in this event.")
    status = 403


class MayNotCreate(EventError):
    code = "may_not_create"
    status = 403


class WrongState(EventError):
    code = "event_state"
    sentence = _("That is not possible as the event stands now.")


class EntriesClosed(EventError):
    code = "entries_closed"
    sentence = _("Entries are closed.")


class MetInAnEvent(EventError):
    code = "met_in_an_event"
    sentence = _("Both accounts have had a part in the same event.")


class NotEligible(EventError):
    code = "not_eligible"
    status = 403


class NotEntered(EventError):
    code = "not_entered"
    sentence = _("You are not entered in this event.")


class BadPlan(EventError):
    code = "bad_plan"
    status = 422


class BadRequest(EventError):
    code = "bad_request"
    status = 422


class NothingToComeLater(EventError):
    code = "nothing_to_come_later"
    sentence = _(
        "Not to play before a day can be asked for only where rounds are still to be paired one after the other."
    )
    status = 422


class TooFewEntrants(EventError):
    code = "too_few_entrants"


class NoResult(EventError):
    code = "no_result"
    sentence = _(
        "These places are none a table can have: 1 2 3 4, with equal places for who shares them, such as 1 2 2 4."
    )
    status = 422


class ReasonMissing(EventError):
    code = "reason_missing"
    sentence = _("Say why: everybody can read the reason in the log of the event.")
    status = 422
