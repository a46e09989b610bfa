"""What directors are refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.events.errors import EventError


class OwnTable(EventError):
    code = "own_table"
    sentence = _("You sit at this table yourself: another director decides, or the rule that the event has stated.")
    status = 403


class NoSuchTable(EventError):
    code = "no_such_table"
    sentence = _("There is no such table in this event.")
    status = 404


class NoSuchPlayer(EventError):
    code = "no_such_player"
    sentence = _("There is no such player in this event.")
    status = 404


class NoSuchRound(EventError):
    code = "no_such_round"
    sentence = _("There is no such round in this event.")
    status = 404


class UnknownName(EventError):
    code = "unknown_name"
    status = 422


class LastDirector(EventError):
    code = "last_director"
    sentence = _("An event has one director at least: add another one first.")


class TooMany(EventError):
    code = "too_many"
    status = 429
