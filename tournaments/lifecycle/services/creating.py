"""Tournaments are made, changed while they gather entrants, opened, and made again from an earlier one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

import engine
from accounts.limits import hold_count
from accounts.models import User
from arbiter.errors import TournamentError
from arbiter.kept import to_json
from arbiter.progression.plan import Conditions, Plan
from games.models import Game, Status
from games.models.clock import PACES, Clock
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadPlan, MayNotCreate
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import Director, Reach, Tournament, TournamentState, What

GATHERING = (TournamentState.DRAFT, TournamentState.OPEN)
MOST_AT_ONCE = 10
"""Tournaments that have not started of one director."""

AGREED = frozenset({"options", "plan", "clock", "misses_before_bot", "is_rated", "has_chat", "starts_at"})
"""What entrants have agreed to: they are told when it changes."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """All that a tournament states. `options` has the number of players of a preferred table."""

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

    def write_to(self, tournament: Tournament) -> None:
        tournament.title, tournament.about, tournament.reach = self.title, self.about, self.reach
        tournament.options = self.options.to_dict()
        tournament.pace_kind, tournament.pace_base = self.clock.kind, self.clock.base
        tournament.pace_increment, tournament.pace_cap = self.clock.increment, self.clock.cap
        tournament.misses_before_bot, tournament.is_rated = self.misses_before_bot, self.is_rated
        tournament.has_chat = self.has_chat
        tournament.plan_text, tournament.conditions_text = to_json(self.plan), to_json(self.conditions)
        tournament.most_entrants, tournament.starts_when_full = self.most_entrants, self.starts_when_full
        tournament.closes_at, tournament.starts_at = self.closes_at, self.starts_at

    @classmethod
    def of(cls, tournament: Tournament) -> TournamentTerms:
        return cls(
            tournament.title,
            engine.Options.from_dict(tournament.options),
            tournament.plan,
            tournament.about,
            tournament.clock,
            tournament.misses_before_bot,
            tournament.is_rated,
            Reach(tournament.reach),
            tournament.conditions,
            tournament.most_entrants,
            tournament.starts_when_full,
            tournament.closes_at,
            tournament.starts_at,
            has_chat=tournament.has_chat,
        )


def games_missing(user: User) -> int:
    """How many games somebody has still to finish before he may make a tournament (`GAMES_BEFORE_EVENTS`); staff: none."""
    least = int(settings.GAMES_BEFORE_EVENTS)
    if user.is_staff or least == 0:
        return 0
    games = Game.objects.filter(status=Status.FINISHED, seats__tenures__user=user)
    return max(0, least - int(games.distinct().count()))


def may_create(user: User) -> bool:
    """Whether somebody may make a tournament or a league."""
    return games_missing(user) == 0


@transaction.atomic
def create_tournament(*, creator: User, terms: TournamentTerms, now: datetime, key: str | None = None) -> Tournament:
    """A new tournament that only its creator sees, who directs it. `key` is a token of the form: sent twice it makes
    one tournament.

    Raises MayNotCreate or BadPlan.
    """
    if key and (made := Tournament.objects.filter(link_token=key, created_by=creator).first()):
        return made
    if not may_create(creator):
        raise MayNotCreate(
            _("Finish at least %(games)s games before you create a tournament.")
            % {"games": settings.GAMES_BEFORE_EVENTS}
        )
    hold_count(creator.pk)
    if Director.objects.filter(user=creator, tournament__state__in=GATHERING).count() >= MOST_AT_ONCE:
        raise MayNotCreate(
            _("You direct %(most)s tournaments that have not started. Start or cancel one first.")
            % {"most": MOST_AT_ONCE}
        )
    check(terms, now)
    tournament = Tournament(created_by=creator, created_at=now)
    if key:
        tournament.link_token = key
    terms.write_to(tournament)
    tournament.save()
    Director.objects.create(tournament=tournament, user=creator, since=now)
    log.write(tournament, "created", now=now, by=creator)
    return tournament


def check(terms: TournamentTerms, now: datetime) -> None:
    """Raises BadPlan for what does not fit together, with the `field` of the form that it is about."""
    for size in terms.plan.all_sizes:
        try:
            engine.Options.from_dict({**terms.options.to_dict(), "players": size})
        except (TournamentError, ValueError) as error:
            told = _("These expansions do not work at every table size: %(why)s") % {"why": error}
            raise BadPlan(told, field="sets") from error
    if terms.starts_when_full and terms.most_entrants is None:
        raise BadPlan(_("A cup that starts when full needs a maximum number of players."), field="most_entrants")
    if terms.most_entrants is not None and terms.most_entrants < terms.plan.least:
        raise BadPlan(_("Too few places for one table. Enter a higher number."), field="most_entrants")
    if terms.starts_at and terms.starts_at <= now:
        raise BadPlan(_("The start is in the past. Choose a later time."), field="starts_at")
    if terms.closes_at and terms.starts_at and terms.closes_at > terms.starts_at:
        raise BadPlan(_("Registration must close before the tournament starts, or at the start."), field="closes_at")


@transaction.atomic
def change_tournament(*, tournament_id: int, director: User, terms: TournamentTerms, now: datetime) -> Tournament:
    """Change what a tournament states before it starts; what was changed stands in its log. Raises BadPlan, NotADirector,
    WrongState."""
    tournament = directed(tournament_id, director, TournamentState.DRAFT, TournamentState.OPEN)
    check(terms, now)
    before = TournamentTerms.of(tournament)
    terms.write_to(tournament)
    tournament.save()
    if tournament.is_open:
        put_dues(tournament)
    different = [name for name in TournamentTerms.__dataclass_fields__ if getattr(before, name) != getattr(terms, name)]
    act = log.write(tournament, "changed", now=now, by=director, what=different)
    if tournament.is_open and AGREED.intersection(different):
        notifications.changed(tournament, act, notifications.in_tournament(tournament), now=now)
    return tournament


@transaction.atomic
def open_tournament(*, tournament_id: int, director: User, now: datetime) -> None:
    """Let people enter."""
    tournament = directed(tournament_id, director, TournamentState.DRAFT)
    tournament.state = TournamentState.OPEN
    tournament.save(update_fields=["state"])
    put_dues(tournament)
    log.write(tournament, "opened", now=now, by=director)


def put_dues(tournament: Tournament) -> None:
    """What happens by itself to a tournament that gathers entrants."""
    log.put(tournament, What.CLOSES, tournament.closes_at)
    log.put(tournament, What.STARTS, tournament.starts_at)


def clone_of(tournament: Tournament) -> TournamentTerms:
    """The terms of a new tournament like this one, its days left open."""
    return replace(TournamentTerms.of(tournament), closes_at=None, starts_at=None)
