"""What fields of rows are called before staff, where the model has no words for it: they are read on the admin pages alone."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

NAMES: Final = {
    "annulled_at": _("annulled"),
    "answered_at": _("answered"),
    "app": _("app"),
    "at": _("when"),
    "attempts": _("attempts"),
    "began": _("began because"),
    "bot": _("bot"),
    "bot_due_at": _("bot answers at"),
    "bot_since": _("bot since"),
    "by": _("by"),
    "category": _("category"),
    "channel": _("channel"),
    "created_at": _("made"),
    "dropped": _("not told because"),
    "due_at": _("due"),
    "email": _("mail address"),
    "ended": _("ended because"),
    "ended_at": _("ended"),
    "endpoint": _("where to"),
    "finished_at": _("finished"),
    "game": _("game"),
    "games": _("games"),
    "handled_at": _("handled"),
    "handler": _("handled by"),
    "host": _("host"),
    "index": _("place"),
    "inviter": _("invited by"),
    "key": _("key"),
    "kind": _("kind"),
    "line": _("line"),
    "made_at": _("made"),
    "misses": _("missed deadlines"),
    "number": _("number"),
    "played_at": _("last played"),
    "ply": _("moves"),
    "pool": _("pool"),
    "reason": _("reason"),
    "received_at": _("received"),
    "reporter": _("reporter"),
    "revoked_at": _("revoked"),
    "seat": _("seat"),
    "sent_at": _("sent"),
    "settled_by": _("settled by"),
    "since": _("since"),
    "since_number": _("from row"),
    "size": _("size"),
    "source": _("came by"),
    "state": _("state"),
    "status": _("status"),
    "subject": _("what about"),
    "text": _("text"),
    "title": _("title"),
    "unrated": _("not rated because"),
    "until": _("until"),
    "until_number": _("to row"),
    "used_at": _("used"),
    "user": _("person"),
    "value": _("rating"),
    "version": _("version"),
    "visibility": _("visibility"),
    "waiting": _("asked"),
    "wants_end": _("wishes to end"),
    "way": _("way"),
    "when": _("how soon"),
}


def name_fields(model: type[models.Model]) -> None:
    """Give the fields of a model these names, but for those that it names itself. No migration knows of it: a field is written down
    by what its model says."""
    for field in model._meta.fields:
        if field.name in NAMES and field.verbose_name == field.name.replace("_", " "):
            field.verbose_name = NAMES[field.name]
