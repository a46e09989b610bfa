"""What a large tournament costs: `python -m benchmarks.tournaments [--players 1000] [--rated 250]`, on PostgreSQL.

In the process of a worker: CPU seconds of this process (not of the database), statements, the longest time for which the
tournament's row is locked, in seconds of the clock. Everything goes through the services that the sweep calls. Nine
rounds lie in the
database as rows whose results were drawn by lot, and the tenth is paired from them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.site.servers import Machine

if TYPE_CHECKING:
    from accounts.models import User
    from tournaments.models import Round, Tournament

TARGETS = "pairing and beginning 250 tables: 20 s CPU, no lock longer than 1 s; rating of a game: 8 statements"
ROUNDS = 9


@dataclass
class Cost:
    """What one piece of work took. `locked` is the longest time from taking the tournament's lock to the last
    statement under it, by
    the clock, and `locked_cpu` the CPU time of the longest."""

    cpu: float = 0.0
    statements: int = 0
    locked: float = 0.0
    locked_cpu: float = 0.0

    def __str__(self) -> str:
        return f"{self.cpu:7.2f} s CPU  {self.statements:6} statements  locked {self.locked:5.2f} s ({self.locked_cpu:.2f} CPU)"


@contextmanager
def measured(what: str, times: int = 1) -> Iterator[Cost]:
    """Measure a block and print a line; with `times` it says what one of so many costs, too."""
    from django.db import connection

    cost, since, since_cpu = Cost(), 0.0, 0.0

    def watch(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal since, since_cpu
        cost.statements += 1
        answer = execute(sql, *rest)
        if '"tournaments_tournament"' in sql and "FOR UPDATE" in sql:
            since, since_cpu = time.monotonic(), time.process_time()
        if since and connection.in_atomic_block:
            cost.locked = max(cost.locked, time.monotonic() - since)
            cost.locked_cpu = max(cost.locked_cpu, time.process_time() - since_cpu)
        else:
            since = 0.0
        return answer

    began = time.process_time()
    with connection.execute_wrapper(watch):
        yield cost
    cost.cpu = time.process_time() - began
    each = f"  each {1000 * cost.cpu / times:.1f} ms, {cost.statements / times:.1f} statements" if times > 1 else ""
    print(f"{what:<42} {cost}{each}", flush=True)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--players", type=int, default=1000)
    words.add_argument("--rated", type=int, default=250, help="games that finish at once and are rated")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="stpete-tournaments-") as folder:
        Path(folder).chmod(0o755)
        machine = Machine(Path(folder), "postgres")
        machine.start()
        try:
            machine.make_database("site")
            os.environ.update(machine.environment("site", 8000))
            measure(chosen.players, chosen.rated)
        finally:
            machine.stop()


def measure(players: int, rated: int) -> None:
    """Print a line for every piece of work."""
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.site.people import make_people

    call_command("prepare", "--no-demo", stdout=sys.stderr)
    users = make_people(players)
    print(f"{players} players, tables of four. Targets: {TARGETS}")
    first_round(users)
    later_round(users)
    finished_games(users[: 4 * rated])


def tournament_of(users: Sequence[User], **plan: object) -> Tournament:
    """A tournament that is open and in which all of them stand."""
    from arbiter.progression.plan import Plan, Swiss
    from tests.tournaments.lifecycle.club import NOON, made
    from tournaments.models import Entry

    tournament = made(users[0], Plan(stages=(Swiss(ROUNDS + 1),), **plan))  # type: ignore[arg-type]
    Entry.objects.bulk_create(Entry(tournament=tournament, user=user, entered_at=NOON) for user in users)
    return tournament


def first_round(users: Sequence[User]) -> None:
    """Start, pair, begin all games, refresh the standings."""
    from tests.tournaments.lifecycle.club import NOON
    from tournaments.lifecycle.services import beginning, clockwork, pairing, standings, starting

    tournament = tournament_of(users)
    with measured("start"):
        starting.start(tournament_id=tournament.pk, now=NOON)
    with measured("pair the first round"):
        pairing.pair_next(tournament_id=tournament.pk, now=NOON)
    of = tournament.rounds.get()
    with measured("begin its games", of.tables.count()):
        while beginning.begin_batch(round_id=of.pk, now=NOON):
            pass
    with measured("standings before any result"):
        standings.refresh(tournament_id=tournament.pk, now=NOON)
    with measured("a sweep with nothing to do"):
        clockwork.sweep(NOON)


def later_round(users: Sequence[User]) -> None:
    """Standings after nine rounds, and the pairing that follows from them."""
    from tests.tournaments.lifecycle.club import NOON
    from tournaments.lifecycle.services import beginning, pairing, standings, starting

    tournament = tournament_of(users)
    starting.start(tournament_id=tournament.pk, now=NOON)
    for number in range(1, ROUNDS + 1):
        drawn(tournament, number)
    with measured(f"standings after {ROUNDS} rounds"):
        standings.refresh(tournament_id=tournament.pk, now=NOON)
    with measured(f"pair round {ROUNDS + 1}"):
        pairing.pair_next(tournament_id=tournament.pk, now=NOON)
    of = tournament.rounds.get(number=ROUNDS + 1)
    while beginning.begin_batch(round_id=of.pk, now=NOON):
        pass
    pages(tournament, of)


def pages(tournament: Tournament, of: Round) -> None:
    """The tournament's page beside the page of one of its games after sixty moves, for a player who sits there and for
    a visitor."""
    from django.test import Client

    game = of.tables.select_related("game").order_by("number")[0].game
    assert game is not None
    played(game.pk, 60)
    player = game.seats.get(index=0).tenures.get().user
    assert player is not None
    for who, client in (("player", Client(SERVER_NAME="127.0.0.1")), ("visitor", Client(SERVER_NAME="127.0.0.1"))):
        if who == "player":
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        for what, address in (("game page", f"/games/{game.pk}/"), ("tournament page", tournament.get_absolute_url())):
            for _ in range(3):
                answer = client.get(address)
                assert answer.status_code == 200, (address, answer.status_code)
            with measured(f"{what}, {who}", 20):
                for _ in range(20):
                    client.get(address)


def played(game_id: int, moves: int) -> None:
    """Let plain bots answer for everybody, so many times."""
    from django.db import transaction

    import engine
    from engine.bots import BOTS
    from games.models import Source
    from games.play.positions import load
    from games.play.services.advance import Advance
    from tests.tournaments.lifecycle.club import NOON

    with transaction.atomic():
        advance, chance = Advance(load(game_id, lock=True), NOON), Random(1)
        for _ in range(moves):
            seat = engine.waiting_for(advance.state)[0]
            view = engine.view_for(advance.state, seat)
            advance.move(seat, BOTS["plain"].choose(view, engine.guess(view, chance), chance), Source.PAGE)
        advance.commit()


def drawn(tournament: Tournament, number: int) -> None:
    """A round that is closed: tables of four and their places by lot."""
    from arbiter.kept import to_json
    from arbiter.results import Ending, GameResult, OutcomeKind, SeatOutcome
    from tests.tournaments.lifecycle.club import NOON
    from tournaments.models import Chair, Round, RoundState, Table, TableState

    chance = Random(number)
    entries = list(tournament.entries.order_by("number"))
    chance.shuffle(entries)
    dealt = [entries[at : at + 4] for at in range(0, len(entries), 4)]
    made = Round.objects.create(
        tournament=tournament, number=number, state=RoundState.CLOSED, paired_at=NOON, begins_at=NOON, deadline_at=NOON
    )
    tables = []
    for index, four in enumerate(dealt, start=1):
        points = [chance.randrange(40, 90) for _ in four]
        outcomes = tuple(
            SeatOutcome(entry.number, seat, 1 + sum(other > own for other in points), own, OutcomeKind.PLAYED)
            for seat, (entry, own) in enumerate(zip(four, points, strict=True))
        )
        text = to_json(GameResult(index, Ending.SCORED, outcomes))
        tables.append(Table(round=made, number=index, state=TableState.COUNTED, result_text=text))
    Chair.objects.bulk_create(
        Chair(round=made, table=table, seat=seat, entry=entry)
        for table, four in zip(Table.objects.bulk_create(tables), dealt, strict=True)
        for seat, entry in enumerate(four)
    )


def finished_games(users: Sequence[User]) -> None:
    """All games of a round end at once: they are of one deal and get the moves that plain bots found for the first."""
    from games.models import Game
    from tests.tournaments.lifecycle.club import NOON, play_out
    from tournaments.lifecycle.services import beginning, pairing, starting, taking
    from tournaments.rated import services as rated

    tournament = tournament_of(users, is_duplicate=True)
    starting.start(tournament_id=tournament.pk, now=NOON)
    pairing.pair_next(tournament_id=tournament.pk, now=NOON)
    while beginning.begin_batch(round_id=tournament.rounds.get().pk, now=NOON):
        pass
    first, *others = Game.objects.filter(tournament_table__round__tournament=tournament).order_by("pk")
    play_out(first, NOON)
    moves = list(first.log.order_by("number").values_list("seat", "text"))
    for game in others:
        repeat(game.pk, moves)
    with measured("take the results into the tournament", len(users) // 4):
        for _tournament, game_id in taking.waiting(len(users)):
            taking.take(game_id=game_id, now=NOON)
    with measured("rate the games", len(users) // 4):
        while rated.take() == rated.BATCH:
            pass


def repeat(game_id: int, moves: Sequence[tuple[int, str]]) -> None:
    """Play these moves in another game of the same deal, in one transaction."""
    from django.db import transaction

    import engine
    from games.models import Source
    from games.play.positions import load
    from games.play.services.advance import Advance
    from tests.tournaments.lifecycle.club import NOON

    with transaction.atomic():
        advance = Advance(load(game_id, lock=True), NOON)
        for seat, text in moves:
            advance.move(seat, engine.parse_move(text, advance.state), Source.PAGE)
        advance.commit()


if __name__ == "__main__":
    sys.exit(main())
