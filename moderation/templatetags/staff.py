"""What the first page of the admin shows of moderation, and the way from a row to what may be done about it."""

from typing import Any

from django import template
from django.db.models import Model
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import can
from actions import Words
from moderation import actions as declared
from moderation.models import Measure, TrailRow
from moderation.site import PANEL

register = template.Library()


@register.simple_tag
def needs_a_hand(user: User) -> dict[str, list[dict[str, Any]]]:
    """What waits and what does not, as far as this reader's roles include it; a statement or two each."""
    moment = now()
    found = [
        {
            "label": one.label,
            "count": one.counted(moment, user),
            "url": one.url() if one.url else reverse("admin:need", args=[one.name]),
        }
        for one in declared.needs()
        if can(user, one.permission)
    ]
    return {"waiting": [one for one in found if one["count"]], "quiet": [one for one in found if not one["count"]]}


@register.simple_tag
def acts_url(row: Model | None, user: User) -> str:
    """Where staff act on what a row of the admin pages is; empty where there is no such place."""
    if row is None or row.pk is None:
        return ""
    if isinstance(row, Measure):
        row = row.user
    for one in declared.subjects().values():
        if one.model == row._meta.label_lower and can(user, one.permission):
            return reverse("admin:about", args=[one.name, row.pk])
    return ""


@register.simple_tag
def name_of_act(row: TrailRow) -> Words:
    """What an act of the trail is called; its name where no app knows it any more."""
    act = declared.actions().get(row.act)
    if act is None:
        return _("Open in admin") if row.act == PANEL else row.act
    return act.title
