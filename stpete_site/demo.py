"""What a demo shows once it has run for a minute: an archive, a finished cup, a league in its second season, a Swiss under way,
ratings with a history, a puzzle.

The services make all of it, with times that have passed, one chapter a transaction: what a chapter leaves behind is
either over or waits for days. A chapter that is there is passed over, so the work can end at any moment and go on
later. A file in the folder of state says that it is to be done. Nobody is told of any of it.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

import engine
from accounts.models import User
from accounts.services import open_account
from arbiter.progression.plan import Knockout, Plan, Stage, Swiss
from engine.bots import BOTS
from games.management.demo import DOMAIN, NAMES
from games.models import Game, Review, Seen, Source, Status
from games.models.clock import PACES
from games.play.advance import Advance
from games.play.positions import load
from games.tables import sitting
from games.tables.gathering import Terms, start_guard
from games.tables.tables import create_table, start_table
from notifications.models import Notification
from tournaments.leagues.services import seasons
from tournaments.leagues.services.leagues import LeagueTerms, create_league, sign_up
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.creating import (
    TournamentTerms,
    create_tournament,
    open_tournament,
    start_tournament,
)
from tournaments.lifecycle.services.entering import enter
from tournaments.models import League, Season, Table, Tournament
from tournaments.rated.services import BATCH, take

MORE_NAMES = (
    "Marguerite",
    "Tomas",
    "Yusuf",
    "Ingrid",
    "Fedor",
    "Galina",
    "Hugo",
    "Irina",
    "Jonas",
    "Katya",
    "Leo",
    "Mina",
)
STRENGTHS = ("rung-3", "plain", "rung-2", "rung-1")
"""The bots that answer for people, one after the other: so ratings differ."""

DAY = timedelta(days=1)
SITTINGS = 8
"""How often people of a game come to play: the moves of one sitting have one time."""
MOVES = 80
"""How many moves each player makes in a game, roughly."""

KINDS: Sequence[tuple[int, int, tuple[str, ...]]] = (
    (2, 2, ()),
    (2, 3, ("market",)),
    (1, 2, ()),
    (2, 4, ()),
    (1, 2, ("good-company",)),
    (2, 3, ("banquet",)),
    (1, 4, ()),
    (2, 5, ("market",)),
)
"""Edition, players and sets of the games of the archive, one after the other."""
PLACES = ("Nevsky", "Fontanka", "Moika", "Kronstadt", "Peterhof", "Admiralty")


def todo() -> Path:
    """There while the demo is not filled: `prepare` makes it, and removes it where the demo is turned off."""
    return Path(settings.HOME) / "demo.todo"


def ask() -> None:
    current_app.send_task("stpete_site.tasks.fill_demo")


class History:
    """The past of a demo, as of `now`."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.rng = Random(now.timestamp())

    def chapters(self) -> Sequence[tuple[Callable[[], bool], Callable[[], None]]]:
        """What there is to make, each with whether it is there, in the order of its time: so ratings have theirs."""
        early = [self._archived(number, 110 - 2 * number) for number in range(20)]
        late = [self._archived(number, 76 - number) for number in range(20, 30)]
        return (
            (lambda: len(self.people) == len(NAMES + MORE_NAMES), self._introduce),
            *early,
            (lambda: _has(Tournament, "Kronstadt Cup"), self._cup),
            *late,
            (lambda: _has(League, "Neva League"), self._league),
            (lambda: _has(Tournament, "White Nights Swiss"), self._swiss),
        )

    def go_on(self) -> bool:
        self.people = {user.display_name: user for user in User.objects.filter(email__endswith=f"@{DOMAIN}")}
        if not set(NAMES) <= self.people.keys():
            return False  # somebody has begun to use this site for himself
        chapter = next((make for is_there, make in self.chapters() if not is_there()), None)
        if chapter is None:
            return False
        with transaction.atomic():
            told = Notification.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
            chapter()
            Notification.objects.filter(pk__gt=told, user__in=self.people.values()).delete()
            old = {"game__finished_at__lt": self.now - DAY}
            Review.objects.filter(**old, due_at__isnull=False).delete()
            Seen.objects.filter(**old).update(result=True)
        while take() == BATCH:
            pass
        return True

    def _introduce(self) -> None:
        for number, name in enumerate(MORE_NAMES):
            if name not in self.people:
                user = open_account(email=f"{name.lower()}@{DOMAIN}", name=name, time_zone="Europe/Berlin")
                user.active_on = (self.now - number % 4 * DAY).date()
                user.mail_stopped_at = self.now  # nobody reads there
                user.save(update_fields=["active_on", "mail_stopped_at"])

    def _archived(self, number: int, days_ago: int) -> tuple[Callable[[], bool], Callable[[], None]]:
        title = f"{PLACES[number % len(PLACES)]} {number // len(PLACES) + 1}"
        return partial(_has, Game, title), partial(self._archive, title, number, self.now - days_ago * DAY)

    def _archive(self, title: str, number: int, began: datetime) -> None:
        edition, players, sets = KINDS[number % len(KINDS)]
        names = NAMES + MORE_NAMES
        host, *others = (self.people[names[(number + 5 * place) % len(names)]] for place in range(players))
        if number % 3 == 0 and self.people["Anna"] not in (host, *others):
            host = self.people["Anna"]
        options = engine.Options(edition=edition, players=players, sets=sets)
        game = create_table(host=host, terms=Terms(title, options, PACES["2d"][0], rated=True), now=began)
        for user in others:
            sitting.join_table(game_id=game.pk, user=user, now=began)
        start_table(game_id=game.pk, now=began + start_guard())
        self._play(game.pk, began, began + 5 * DAY)

    def _tournament(self, title: str, stage: Stage, entrants: int, began: datetime) -> Tournament:
        plan = Plan(stages=(stage,), sizes=None, round_time=14 * DAY)
        about = "Part of the demo."
        terms = TournamentTerms(title, engine.Options(edition=2, players=2), plan, about, PACES["2d"][0])
        director = self.people["Boris"]
        tournament = create_tournament(creator=director, terms=terms, now=began)
        open_tournament(tournament_id=tournament.pk, director=director, now=began)
        for name in (NAMES + MORE_NAMES)[:entrants]:
            enter(tournament_id=tournament.pk, user=self.people[name], now=began)
        start_tournament(tournament_id=tournament.pk, director=director, now=began)
        self._sweep(began)
        return tournament

    def _cup(self) -> None:
        began = self.now - 66 * DAY
        cup = self._tournament("Kronstadt Cup", Knockout(third_place=True), 8, began)
        for number in range(3):
            self._round(Table.objects.filter(round__tournament=cup), began + 3 * number * DAY)

    def _swiss(self) -> None:
        began = self.now - 12 * DAY
        swiss = self._tournament("White Nights Swiss", Swiss(5), 12, began)
        tables = Table.objects.filter(round__tournament=swiss)
        for number in range(3):
            self._round(tables, began + 3 * number * DAY)
        self._begin(tables, self.now - 3 * DAY)

    def _league(self) -> None:
        began = self.now - 57 * DAY
        terms = LeagueTerms(
            "Neva League",
            engine.Options(edition=2, players=4),
            began + DAY,
            "Part of the demo.",
            group_size=6,
            games=2,
            season_time=36 * DAY,
        )
        league = create_league(creator=self.people["Clara"], terms=terms, now=began)
        season = league.seasons.get()
        for name in (NAMES + MORE_NAMES)[:12]:
            sign_up(season_id=season.pk, user=self.people[name], now=began)
        self._sweep(season.starts_at)
        self._round(Table.objects.filter(round__tournament__division__season=season), season.starts_at, lasts=20 * DAY)
        second = league.seasons.get(number=2)
        for name in (NAMES + MORE_NAMES)[:12]:
            sign_up(season_id=second.pk, user=self.people[name], now=season.starts_at + 21 * DAY)
        self._second_season(second)

    def _second_season(self, season: Season) -> None:
        self._sweep(season.starts_at)
        found = Table.objects.filter(round__tournament__division__season=season)
        games = self._running(found)
        own = self._running(found.filter(chairs__entry__user=self.people["Anna"]))
        for number, game in enumerate(games):
            goes_on = game == own[-1] or number % 3 == 2
            self._play(
                game, season.starts_at, self.now if goes_on else season.starts_at + 4 * DAY, share=0.6 if goes_on else 1
            )
        self._sweep(season.starts_at + 5 * DAY)

    def _round(self, tables: QuerySet[Table], began: datetime, lasts: timedelta = 3 * DAY) -> None:
        """All that runs there to its end."""
        for game in self._running(tables):
            self._play(game, began, began + lasts)
        self._sweep(began + lasts)

    def _begin(self, tables: QuerySet[Table], began: datetime) -> None:
        """A round as it stands now: one game is over, the others are on."""
        over, *others = self._running(tables)
        self._play(over, began, self.now - DAY / 2)
        for number, game in enumerate(others):
            self._play(game, began, self.now - DAY / 8, share=0.3 + 0.1 * number)
        self._sweep(self.now)

    def _running(self, tables: QuerySet[Table]) -> list[int]:
        games = Game.objects.filter(tournament_table__in=tables, status=Status.RUNNING)
        return list(games.order_by("pk").values_list("pk", flat=True))

    def _sweep(self, at: datetime) -> None:
        for _number in range(3):
            clockwork.sweep(at)
            seasons.sweep(at)

    def _play(self, game_id: int, began: datetime, until: datetime, *, share: float = 1) -> None:
        """To the end, or `share` of the way and on until Anna is asked where she plays."""
        step = (until - began) / SITTINGS
        for number in range(1, SITTINGS + 1):
            play = load(game_id, lock=True)
            most = MOVES * len(play.seats) * share / SITTINGS
            advance = Advance(play, began + number * step)
            while not advance.state.is_over:
                index = engine.waiting_for(advance.state)[0]
                user = play.holder(index).user
                name = user.display_name if user is not None else ""
                here = {holder.user.display_name for seat in play.seats if (holder := play.holder(seat.index)).user}
                may_rest = share < 1 and (name == "Anna" or "Anna" not in here)
                if len(advance.rows) >= most and (number < SITTINGS or may_rest):
                    break
                bot = BOTS[STRENGTHS[sum(map(ord, name)) % len(STRENGTHS)]]
                view = engine.view_for(advance.state, index)
                advance.move(index, bot.choose(view, engine.guess(view, self.rng), self.rng), Source.PAGE)
            advance.commit()
            if advance.state.is_over:
                return


def _has(model: type[Game | Tournament | League], title: str) -> bool:
    return model.objects.filter(title=title).exists()
