"""What directors are refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.lifecycle.errors import LifecycleError


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
