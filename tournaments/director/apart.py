"""Who cannot be kept apart, said to a director before the start, and what he can do about it. Never why."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import separation as kept_apart
from accounts.models import User
from arbiter.progression.keeping_apart import Meeting, meetings
from arbiter.progression.plan import Plan, RoundRobin, Swiss
from tournaments.lifecycle.ratings import ratings_of
from tournaments.lifecycle.services.starting import in_order
from tournaments.models import Entry, EntryState, Tournament

MOST_PAIRS = 10


def apart_words(tournament: Tournament, plan: Plan, director: User, now: datetime) -> list[str]:
    """A sentence for each pair, and one with what helps; with this plan, which need not be that of the tournament. A block and a
    household are told alike, and nobody is told of himself."""
    here = list(tournament.entries.filter(state=EntryState.ENTERED))
    users = [entry.user_id for entry in here]
    if len(users) < 2:
        return []
    apart = kept_apart.pairs(users, at=now)
    if all(director.pk in pair for pair in apart):
        return []
    found = {pair: meeting for pair, meeting in _meetings(plan, here, apart).items() if director.pk not in pair}
    if not found:
        return []
    names = {user.pk: user.name for user in User.objects.filter(pk__in={*chain(*found)})}
    said = []
    for pair, meeting in list(found.items())[:MOST_PAIRS]:
        one, other = sorted(names[user] for user in pair)
        said.append(_told(meeting) % {"one": one, "other": other})
    if len(found) > MOST_PAIRS:
        more = ngettext(
            "%(count)s more pair cannot be kept apart.",
            "%(count)s more pairs cannot be kept apart.",
            len(found) - MOST_PAIRS,
        )
        said.append(more % {"count": len(found) - MOST_PAIRS})
    return [*said, _remedy(plan)]


def _told(meeting: Meeting) -> str:
    if meeting is Meeting.SURE:
        return _("%(one)s and %(other)s cannot be kept apart: with this many players, this format pairs them.")
    if meeting is Meeting.LATER:
        return _("%(one)s and %(other)s are kept apart at first but may meet later.")
    return _("%(one)s and %(other)s may meet: this format cannot keep players apart.")


def _meetings(plan: Plan, here: list[Entry], apart: Collection[tuple[int, int]]) -> Mapping[tuple[int, int], Meeting]:
    """What becomes of these accounts, as seeds would stand if the tournament started now. One statement."""
    ratings = ratings_of([entry.user_id for entry in here])
    for entry in here:
        entry.rating = ratings.get(entry.user_id)
    users = [entry.user_id for entry in sorted(here, key=in_order)]
    seed = {user: number for number, user in enumerate(users, start=1)}
    found = meetings(plan, len(users), sorted((seed[one], seed[other]) for one, other in apart))
    return {(users[one - 1], users[other - 1]): meeting for (one, other), meeting in found.items()}


def _remedy(plan: Plan) -> str:
    first = plan.stages[0]
    if isinstance(first, RoundRobin) and first.groups > 1:
        if len(plan.stages) > 1:
            return _("The groups keep them apart where possible, but the finals do not. More groups would help.")
        return _("More groups would help: each of these players needs a separate group.")
    if not isinstance(first, Swiss):
        return _("A Swiss keeps such players apart as long as other opponents are available.")
    if len(plan.stages) > 1:
        return _(
            "The Swiss keeps them apart where possible, but the finals do not. More players or smaller "
            "tables would help."
        )
    if plan.in_pairs:
        return _("More players or fewer rounds would help.")
    return _("More players or smaller tables would help: each of these players needs a separate table.")
