"""Tournaments are created, changed while people register, opened, started, and cloned from an earlier one."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

import engine
from accounts.limits import hold_count
from accounts.models import User
from arbiter.errors import TournamentError
from arbiter.kept import to_json
from arbiter.progression.plan import Conditions, Plan, fitted, reason_against
from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL
from games.models import Game, Status
from games.models.clock import PACES, Clock
from games.models.game import new_token
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadPlan, MayNotCreate, TooFewEntrants
from tournaments.lifecycle.services import log, lots
from tournaments.lifecycle.services.log import directed, locked
from tournaments.lifecycle.words import say
from tournaments.models import Director, Entry, EntryState, Rating, Reach, Tournament, TournamentState, What

GATHERING = (TournamentState.DRAFT, TournamentState.OPEN)
MOST_AT_ONCE = 10
"""Tournaments that have not started of one director."""

AGREED = frozenset({"options", "plan", "clock", "misses_before_bot", "is_rated", "has_chat", "starts_at"})
"""What players have agreed to: they are notified when it changes."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """All that a tournament states, by the names of its model. `options` has the number of players of a preferred table."""

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
        for one in fields(self):
            setattr(tournament, one.name, getattr(self, one.name))
        tournament.options = self.options.to_dict()

    @classmethod
    def of(cls, tournament: Tournament) -> "TournamentTerms":
        stated = {one.name: getattr(tournament, one.name) for one in fields(cls)}
        return cls(**stated | {"options": engine.Options.from_dict(tournament.options)})


def games_missing(user: User) -> int:
    """How many games a player must still finish before they may create a tournament (`GAMES_BEFORE_EVENTS`); staff: none."""
    least = int(settings.GAMES_BEFORE_EVENTS)
    if user.is_staff or least == 0:
        return 0
    games = Game.objects.filter(status=Status.FINISHED, seats__tenures__user=user)
    return max(0, least - int(games.distinct().count()))


def may_create(user: User) -> bool:
    return games_missing(user) == 0


@transaction.atomic
def create_tournament(*, creator: User, terms: TournamentTerms, now: datetime, key: str | None = None) -> Tournament:
    """A new tournament that only its creator sees, who directs it. `key` is a token of the form: sent twice it makes
    one tournament.

    Raises MayNotCreate or BadPlan.
    """
    if key and (made := Tournament.objects.filter(link_token=key, created_by=creator).first()):
        return made
    if games_missing(creator):
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
    check_terms(terms, now)
    tournament = Tournament(created_by=creator, created_at=now, link_token=key or new_token())
    save_new(tournament, terms, [creator.pk])
    log.write(tournament, "created", now=now, by=creator)
    return tournament


def save_new(tournament: Tournament, terms: TournamentTerms, directors: Iterable[int]) -> None:
    terms.write_to(tournament)
    tournament.save()
    since = tournament.created_at
    Director.objects.bulk_create(Director(tournament=tournament, user_id=user, since=since) for user in directors)


def check_terms(terms: TournamentTerms, now: datetime) -> None:
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
    check_terms(terms, now)
    before = TournamentTerms.of(tournament)
    terms.write_to(tournament)
    tournament.save()
    if tournament.is_open:
        put_dues(tournament)
    different = [one.name for one in fields(terms) if getattr(before, one.name) != getattr(terms, one.name)]
    act = log.write(tournament, "changed", now=now, by=director, what=different)
    if tournament.is_open and AGREED.intersection(different):
        told = notifications.in_tournament(tournament)
        notifications.of_act(tournament, act, told, now=now, kind=notifications.TournamentNotification.CHANGED)
    return tournament


@transaction.atomic
def open_tournament(*, tournament_id: int, director: User, now: datetime) -> None:
    tournament = directed(tournament_id, director, TournamentState.DRAFT)
    tournament.state = TournamentState.OPEN
    tournament.save(update_fields=["state"])
    put_dues(tournament)
    log.write(tournament, "opened", now=now, by=director, commitment=lots.commitment_of(tournament))


def put_dues(tournament: Tournament) -> None:
    log.put(tournament, What.CLOSES, tournament.closes_at)
    log.put(tournament, What.STARTS, tournament.starts_at)


def clone_of(tournament: Tournament) -> TournamentTerms:
    """The terms of a new tournament like this one, its days left open."""
    return replace(TournamentTerms.of(tournament), closes_at=None, starts_at=None)


@transaction.atomic
def start_tournament(*, tournament_id: int, now: datetime, director: User | None = None) -> None:
    """Start an open tournament, by a director or by itself; a round-robin gets the groups and games that so many can play.
    Raises TooFewEntrants, NotADirector, WrongState."""
    state = TournamentState.OPEN
    tournament = directed(tournament_id, director, state) if director else locked(tournament_id, state)
    entries = list(tournament.entries.select_related("user").filter(state=EntryState.ENTERED))
    if (reason := reason_against(tournament.plan, len(entries))) is not None:
        raise TooFewEntrants(say(reason))
    number_entries(tournament, entries, first=1)
    plan = fitted(tournament.plan, len(entries))
    is_other, tournament.plan_text = plan != tournament.plan, to_json(plan)
    tournament.state, tournament.started_at = TournamentState.RUNNING, now
    tournament.standings_due = True
    tournament.save(update_fields=["state", "started_at", "standings_due", "plan_text"])
    log.put(tournament, What.CLOSES, None)
    log.put(tournament, What.STARTS, None)
    found = sorted([entry.number or 0, entry.lot or 0] for entry in entries)
    kept = [list(one) for one in lots.kept_of(tournament)]
    log.write(tournament, "started", now=now, by=director, entrants=len(entries), lots=found, contributions=kept)
    if is_other:
        log.write(tournament, "fitted", now=now, plan=tournament.plan_text)


def number_entries(tournament: Tournament, entries: Iterable[Entry], *, first: int) -> None:
    """Numbers by rating, the best first, from `first` on; lots by seed and contributions, so that they can be drawn again."""
    known = list(entries)
    ratings = ratings_of([entry.user_id for entry in known])
    for entry in known:
        entry.rating = ratings.get(entry.user_id)
    known.sort(key=in_order)
    places = lots.drawn(tournament, lots.kept_of(tournament), known)
    for number, (entry, place) in enumerate(zip(known, places, strict=True), start=first):
        entry.number, entry.lot = number, first + place
    Entry.objects.bulk_create(  # rows that are there, updated in one plain statement
        known, update_conflicts=True, unique_fields=["id"], update_fields=["number", "lot", "rating"]
    )


def in_order(entry: Entry) -> tuple[float, datetime, int]:
    """The sort key of seeds: rating, then registration; the best comes first."""
    return -(entry.rating or 0), entry.entered_at, entry.pk


def ratings_of(users: Collection[int]) -> dict[int, float]:
    """The overall ratings of these people, of those who have one. One statement."""
    return dict(Rating.objects.filter(pool=OVERALL, user__in=users).values_list("user_id", "value"))


def is_established(user: int) -> bool:
    """Whether the user's overall rating is no longer provisional. One statement."""
    return Rating.objects.filter(pool=OVERALL, user=user, games__gte=DEFAULT.settling_games).exists()
