"""Who cannot be kept apart, said to a director before the start, and what he can do about it. Never why."""

from __future__ import annotations

from datetime import datetime
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import blocks, households
from accounts.models import User
from tournaments.models import EntryState, Event
from tournaments.plans.keeping_apart import Meeting, meetings
from tournaments.plans.plan import Plan, Swiss

MOST_PAIRS = 10


def apart_words(event: Event, plan: Plan, director: User, now: datetime) -> list[str]:
    """A sentence for each pair, and one with what helps; with this plan, which need not be that of the event. A block and a
    household are told alike, and nobody is told of himself."""
    here = event.entries.filter(state=EntryState.ENTERED)
    users = list(here.values_list("user_id", flat=True))
    if len(users) < 2:
        return []
    apart = {pair for pair in blocks.apart(users) | households.pairs(users, at=now) if director.pk not in pair}
    found = meetings(plan, len(users), sorted(apart))
    if not found:
        return []
    names = {entry.user_id: entry.user.name for entry in here.select_related("user").filter(user__in={*chain(*found)})}
    said = []
    for pair, meeting in list(found.items())[:MOST_PAIRS]:
        told = (
            _("%(one)s and %(other)s cannot be kept apart: with so many players they meet in this form.")
            if meeting is Meeting.SURE
            else _("%(one)s and %(other)s cannot be kept apart: they may meet, for this form does not look at it.")
        )
        one, other = sorted(names[user] for user in pair)
        said.append(told % {"one": one, "other": other})
    if len(found) > MOST_PAIRS:
        more = ngettext(
            "%(count)s more pair cannot be kept apart.",
            "%(count)s more pairs cannot be kept apart.",
            len(found) - MOST_PAIRS,
        )
        said.append(more % {"count": len(found) - MOST_PAIRS})
    return [*said, _remedy(plan)]


def _remedy(plan: Plan) -> str:
    first = plan.stages[0]
    if not isinstance(first, Swiss):
        return _("A Swiss keeps such people apart as long as there are others for them.")
    if len(plan.stages) > 1:
        return _("The Swiss keeps them apart where it can, the finals do not. More players or smaller tables help.")
    if plan.in_pairs:
        return _("More players or fewer rounds help.")
    return _("More players or smaller tables help: there must be a table for each of them.")
