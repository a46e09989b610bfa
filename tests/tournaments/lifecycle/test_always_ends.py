"""Whatever people do, a tournament ends, waits for a day, or says why it cannot go on; and nothing is due for ever.

Each life is a form, a number of entrants and a seed: before and in every round people withdraw, come back, vanish, resign, ask
for byes and for days, and directors correct and annul results. Games end by the word of a director, at once, or with the time
of the round.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest
from django.db.models import Min

from accounts.models import User
from arbiter.formats.groups import LateEntry
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import Plan
from arbiter.results import Closing, Unfinished
from games.due import counts
from games.errors import GameError
from games.models import Source, Status
from games.play.interventions import keep_seat, stop_game
from games.play.seats import resign
from tests.people import person
from tournaments.director.templates import TEMPLATES, Chosen
from tournaments.lifecycle.errors import TooFewEntrants
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts import course as entrants
from tournaments.lifecycle.services.acts import tables as results
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import be_back, enter, leave, wish
from tournaments.models import Due, Entry, EntryState, Halt, Over, Table, TableState, Tournament, TournamentState

from .club import DAY, NOON, again, made, people

pytestmark = pytest.mark.django_db
MOST = 12
PATIENCE = 200
"""Steps after which a tournament is said to hang."""
SEEDS = int(os.environ.get("STPETE_LIVES", "12"))
WHY = "It was so agreed."


@dataclass
class Life:
    """One tournament with its chance."""

    tournament: Tournament
    director: User
    players: list[User]
    chance: Random
    now: datetime = NOON
    failed: Counter[str] = field(default_factory=Counter)

    def sweep(self) -> None:
        clockwork.sweep(self.now)
        clockwork.sweep(self.now)
        self.tournament = again(self.tournament)

    @property
    def is_over(self) -> bool:
        return self.tournament.is_over

    @property
    def says_why_not(self) -> bool:
        return Halt.objects.filter(tournament=self.tournament, mark=self.tournament.version, until=None).exists()

    def happen(self) -> None:
        """Some of what people do."""
        for _ in range(self.chance.choice((0, 0, 1, 1, 2, 4))):
            act = self.chance.choice(
                (
                    self.withdraw,
                    self.withdraw,
                    self.resign,
                    self.resign,
                    self.vanish,
                    self.ask,
                    self.back,
                    self.correct,
                    self.annul,
                )
            )
            try:
                act(self.chance.choice(self.players))
            except GameError:  # not possible just now
                self.failed[act.__name__] += 1

    def withdraw(self, user: User) -> None:
        if self.chance.random() < 0.5:
            leave(tournament_id=self.tournament.pk, user=user, now=self.now)
        else:
            entry = Entry.objects.get(tournament=self.tournament, user=user)
            entrants.withdraw(
                tournament_id=self.tournament.pk, director=self.director, entry_id=entry.pk, reason=WHY, now=self.now
            )

    def resign(self, user: User) -> None:
        for table in self.running().filter(chairs__entry__user=user):
            assert table.game_id is not None
            resign(game_id=table.game_id, user=user, source=Source.PAGE, now=self.now)

    def vanish(self, user: User) -> None:
        """Everybody at one table loses the seat to a bot."""
        for table in self.running()[:1]:
            assert table.game_id is not None
            for chair in table.chairs.all():
                keep_seat(game_id=table.game_id, seat=chair.seat, now=self.now)

    def ask(self, user: User) -> None:
        if self.chance.random() < 0.5:
            wish(tournament_id=self.tournament.pk, user=user, byes=[self.tournament.rounds.count() + 1], now=self.now)
        else:
            day = (self.now + self.chance.choice((1, 3, 80)) * DAY).date()
            wish(tournament_id=self.tournament.pk, user=user, not_before=day, now=self.now)

    def back(self, user: User) -> None:
        if Entry.objects.filter(tournament=self.tournament, user=user, state=EntryState.WITHDRAWN).exists():
            enter(tournament_id=self.tournament.pk, user=user, now=self.now)
        be_back(tournament_id=self.tournament.pk, user=user, now=self.now)

    def correct(self, user: User) -> None:
        for table in self.counted(user):
            assert table.result is not None
            numbers = [one.entrant for one in table.result.outcomes]
            self.chance.shuffle(numbers)
            places = {number: place for place, number in enumerate(numbers, start=1)}
            results.correct(
                tournament_id=self.tournament.pk,
                director=self.director,
                table_id=table.pk,
                places=places,
                points=dict.fromkeys(numbers),
                reason=WHY,
                now=self.now,
            )

    def annul(self, user: User) -> None:
        for table in self.counted(user):
            results.annul(
                tournament_id=self.tournament.pk, director=self.director, table_id=table.pk, reason=WHY, now=self.now
            )

    def counted(self, user: User) -> list[Table]:
        found = Table.objects.filter(
            round__tournament=self.tournament, state=TableState.COUNTED, chairs__entry__user=user
        )
        return list(found.order_by("-pk")[:1])

    def running(self):  # type: ignore[no-untyped-def]
        found = Table.objects.filter(
            round__tournament=self.tournament, state=TableState.RUNNING, game__status=Status.RUNNING
        )
        return found.order_by("pk")

    def go_on(self) -> None:
        """Games end, or time passes until something is due; with neither, a day."""
        tables = list(self.running())
        if tables and self.chance.random() < 0.8:
            for table in tables:
                assert table.game_id is not None
                stop_game(game_id=table.game_id, now=self.now)
        else:
            due = Due.objects.filter(tournament=self.tournament).aggregate(at=Min("at"))["at"]
            self.now = max(self.now + DAY, due or self.now)
        self.sweep()

    def play(self) -> str:
        """How it ends."""
        try:
            start_tournament(tournament_id=self.tournament.pk, director=self.director, now=self.now)
        except TooFewEntrants:
            return "refused"
        self.sweep()
        for _step in range(PATIENCE):
            if self.is_over:
                return "ended"
            if self.says_why_not:
                return f"held: {Halt.objects.values_list('step', 'code', 'why').get(tournament=self.tournament)}"
            self.happen()
            self.go_on()
        return "hangs"

    def check_nothing_is_due(self) -> None:
        assert not Due.objects.filter(tournament=self.tournament).exists()
        assert not Over.objects.filter(game__tournament_table__round__tournament=self.tournament).exists()
        assert not self.tournament.standings_due
        late = counts(self.now + timedelta(days=400))
        assert (late["tournaments"], late["results"], late["on hold"]) == (0, 0, 0)


def life(form: str, count: int, seed: int, players: list[User], director: User) -> Life:
    chance = Random(f"{form}:{count}:{seed}")
    template = TEMPLATES[form]
    chosen = Chosen(
        rounds=chance.choice((1, 2, 3)),
        groups=chance.choice((1, 2, 3)),
        best_of=chance.choice((1, 3)),
        legs=1,
        at_once=chance.random() < 0.5,
        table=chance.choice((3, 4)),
        third_place=seed % 2 == 0,
        reset=seed % 3 > 0,
    )
    sizes = Sizes(chosen.table, frozenset({chosen.table, 3}), last_two=chance.random() < 0.5)
    stages = template.stages(chosen)
    plan = Plan(
        stages=stages,
        sizes=None if template.in_pairs else sizes,
        between=chance.choice((0, 2)) * DAY,
        closing=Closing(chance.choice((Unfinished.POINTS, Unfinished.FORFEIT))),
        late=LateEntry(chance.choice((1, 2))),
        most_requested=2,
        is_duplicate=not template.in_pairs and "knockout" not in form and chance.random() < 0.2,
    )
    Tournament.objects.filter(state=TournamentState.OPEN).update(state=TournamentState.ABANDONED)
    tournament = made(director, plan)
    for user in players[:count]:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    return Life(tournament, director, players[:count], chance)


def lives(form: str, counts: list[int], seeds: range, players: list[User], nora: User) -> Counter[str]:
    ends: Counter[str] = Counter()
    for count in counts:
        for seed in seeds:
            one = life(form, count, seed, players, nora)
            how = one.play()
            ends[how] += 1
            assert how in ("ended", "refused"), (form, count, seed, how)
            if how == "ended":
                one.check_nothing_is_due()
    return ends


def test_a_tournament_ends_whatever_people_do() -> None:
    """Each form once, with another number of entrants; the long version below tries them all."""
    ends: Counter[str] = Counter()
    players, nora = people(MOST), person("Nora")
    for number, form in enumerate(TEMPLATES):
        ends += lives(form, [3 + number % 4], range(1), players, nora)
    assert ends["ended"] >= len(TEMPLATES) - 2


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("form", TEMPLATES)
def test_every_tournament_of_one_to_twelve_ends_whatever_people_do(form: str) -> None:
    ends = lives(form, list(range(1, MOST + 1)), range(SEEDS), people(MOST), person("Nora"))
    print(form, dict(ends))
