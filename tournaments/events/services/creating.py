"""Events are made, changed while they gather entrants, opened, and made again from an earlier one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

import engine
from accounts.counted import hold_count
from accounts.models import User
from games.models import Game, Status
from games.models.clock import PACES, Clock
from tournaments.errors import TournamentError
from tournaments.events import concerned, notices
from tournaments.events.errors import BadPlan, MayNotCreate
from tournaments.kept import to_json
from tournaments.models import Director, Event, EventState, Reach, What
from tournaments.plans.conditions import Conditions
from tournaments.plans.plan import Plan

from . import dues, log
from .locking import directed

GATHERING = (EventState.DRAFT, EventState.OPEN)
MOST_AT_ONCE = 10
"""Events that have not started of one director."""

AGREED = frozenset({"options", "plan", "clock", "misses_before_bot", "is_rated", "has_chat", "starts_at"})
"""What entrants have agreed to: they are told when it changes."""


@dataclass(frozen=True, slots=True)
class EventTerms:
    """All that an event states. `options` has the number of players of a preferred table."""

    title: str
    options: engine.Options
    plan: Plan = field(default_factory=Plan)
    about: str = ""
    clock: Clock = PACES["2d"][0]
    misses_before_bot: int = 2
    is_rated: bool = True
    has_chat: bool = field(default=True, kw_only=True)
    reach: Reach = Reach.PUBLIC
    conditions: Conditions = field(default_factory=Conditions)
    most_entrants: int | None = None
    starts_when_full: bool = False
    closes_at: datetime | None = None
    starts_at: datetime | None = None

    def write_to(self, event: Event) -> None:
        event.title, event.about, event.reach = self.title, self.about, self.reach
        event.options = self.options.to_dict()
        event.pace_kind, event.pace_base = self.clock.kind, self.clock.base
        event.pace_increment, event.pace_cap = self.clock.increment, self.clock.cap
        event.misses_before_bot, event.is_rated = self.misses_before_bot, self.is_rated
        event.has_chat = self.has_chat
        event.plan_text, event.conditions_text = to_json(self.plan), to_json(self.conditions)
        event.most_entrants, event.starts_when_full = self.most_entrants, self.starts_when_full
        event.closes_at, event.starts_at = self.closes_at, self.starts_at

    @classmethod
    def of(cls, event: Event) -> EventTerms:
        return cls(
            event.title,
            engine.Options.from_dict(event.options),
            event.plan,
            event.about,
            event.clock,
            event.misses_before_bot,
            event.is_rated,
            Reach(event.reach),
            event.conditions,
            event.most_entrants,
            event.starts_when_full,
            event.closes_at,
            event.starts_at,
            has_chat=event.has_chat,
        )


def games_missing(user: User) -> int:
    """How many games somebody has still to finish before he may make an event (`GAMES_BEFORE_EVENTS`); staff: none."""
    least = int(settings.GAMES_BEFORE_EVENTS)
    if user.is_staff or least == 0:
        return 0
    games = Game.objects.filter(status=Status.FINISHED, seats__tenures__user=user)
    return max(0, least - int(games.distinct().count()))


def may_create(user: User) -> bool:
    """Whether somebody may make an event or a league."""
    return games_missing(user) == 0


@transaction.atomic
def create_event(*, creator: User, terms: EventTerms, now: datetime, key: str | None = None) -> Event:
    """A new event that only its creator sees, who directs it. `key` is a token of the form: sent twice it makes one event.

    Raises MayNotCreate or BadPlan.
    """
    if key and (made := Event.objects.filter(link_token=key, created_by=creator).first()):
        return made
    if not may_create(creator):
        raise MayNotCreate(
            _("Finish at least %(games)s games before you create a tournament.")
            % {"games": settings.GAMES_BEFORE_EVENTS}
        )
    hold_count(creator.pk)
    if Director.objects.filter(user=creator, event__state__in=GATHERING).count() >= MOST_AT_ONCE:
        raise MayNotCreate(
            _("You direct %(most)s tournaments that have not started. Start or cancel one first.")
            % {"most": MOST_AT_ONCE}
        )
    check(terms, now)
    event = Event(created_by=creator, created_at=now)
    if key:
        event.link_token = key
    terms.write_to(event)
    event.save()
    Director.objects.create(event=event, user=creator, since=now)
    log.write(event, "created", now=now, by=creator)
    return event


def check(terms: EventTerms, now: datetime) -> None:
    """Raises BadPlan for what does not fit together."""
    for size in terms.plan.all_sizes:
        try:
            engine.Options.from_dict({**terms.options.to_dict(), "players": size})
        except (TournamentError, ValueError) as error:
            raise BadPlan(_("These expansions do not work at every table size: %(why)s") % {"why": error}) from error
    if terms.starts_when_full and terms.most_entrants is None:
        raise BadPlan(_("A cup that starts when full needs a maximum number of players."))
    if terms.most_entrants is not None and terms.most_entrants < terms.plan.least:
        raise BadPlan(_("Too few places for one table. Enter a higher number."))
    if terms.starts_at and terms.starts_at <= now:
        raise BadPlan(_("The start is in the past. Choose a later time."))
    if terms.closes_at and terms.starts_at and terms.closes_at > terms.starts_at:
        raise BadPlan(_("Registration must close before the tournament starts, or at the start."))


@transaction.atomic
def change_event(*, event_id: int, director: User, terms: EventTerms, now: datetime) -> Event:
    """Change what an event states before it starts; what was changed stands in its log. Raises BadPlan, NotADirector,
    WrongState."""
    event = directed(event_id, director, EventState.DRAFT, EventState.OPEN)
    check(terms, now)
    before = EventTerms.of(event)
    terms.write_to(event)
    event.save()
    if event.is_open:
        put_dues(event)
    different = [name for name in EventTerms.__dataclass_fields__ if getattr(before, name) != getattr(terms, name)]
    act = log.write(event, "changed", now=now, by=director, what=different)
    if event.is_open and AGREED.intersection(different):
        notices.changed(event, act, concerned.in_event(event), now=now)
    return event


@transaction.atomic
def open_event(*, event_id: int, director: User, now: datetime) -> None:
    """Let people enter."""
    event = directed(event_id, director, EventState.DRAFT)
    event.state = EventState.OPEN
    event.save(update_fields=["state"])
    put_dues(event)
    log.write(event, "opened", now=now, by=director)


def put_dues(event: Event) -> None:
    """What happens by itself to an event that gathers entrants."""
    dues.put(event, What.CLOSES, event.closes_at)
    dues.put(event, What.STARTS, event.starts_at)


def clone_of(event: Event) -> EventTerms:
    """The terms of a new event like this one, its days left open."""
    return replace(EventTerms.of(event), closes_at=None, starts_at=None)
