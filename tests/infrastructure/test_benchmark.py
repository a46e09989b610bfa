"""The benchmark of the site measures what is really there: its rows are those of the services, its requests are answered."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime

import pytest
from django.db import transaction
from django.db.models import Model
from django.http import HttpResponseBase
from django.test import Client

import engine
from accounts.models import User
from benchmarks.site.asks import Ask, Asks, asks_of
from benchmarks.site.club import make_club
from benchmarks.site.fill import Begun, fill, write
from benchmarks.site.kinds import KINDS
from benchmarks.site.people import make_people
from benchmarks.site.played import EVERY_SET, Wanted, play, secret_of
from benchmarks.site.stock import BASE, EVERYTHING, Stock
from games.models import Game, LogRow, Participant, Seat, Source, Status, Tenure
from games.play import glances
from games.play.begin import begin_game
from games.play.moves import submit_move
from tests.web_server import ROOT

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
PAIR = engine.Options(edition=2, players=2)


def values(rows: type[Model], *without: str) -> list[dict[str, object]]:
    """All rows of a table, without their numbers."""
    names = [field.attname for field in rows._meta.concrete_fields if field.attname not in ("id", *without)]
    return sorted(rows._default_manager.values(*names), key=str)


def rows_of_the_game() -> dict[str, object]:
    """Everything that is kept of the only game there is, but its random link."""
    seats = [seat if seat["waiting"] else {**seat, "asked_number": None} for seat in values(Seat)]
    return {
        "games": values(Game, "link_token"),
        "people": values(Participant, "joined_at"),
        "seats": sorted(seats, key=str),
        "tenures": values(Tenure, "seat_id"),
        "holders": list(Tenure.objects.order_by("seat__index").values_list("seat__index", "user_id")),
        "log": values(LogRow),
    }


def play_by_services(begun: Begun) -> None:
    """The game that is there once more, through the services: people sit down, it begins, they move when they did."""
    like = Game.objects.get(pk=begun.number)
    joined = [participant.user for participant in Participant.objects.order_by("pk").select_related("user")]
    times = dict(LogRow.objects.values_list("number", "at"))
    like.delete()
    assert not LogRow.objects.exists()
    same = ("title", "host_id", "options", "pace_kind", "pace_base", "pace_increment", "pace_cap", "created_at")
    game = Game.objects.create(
        pk=begun.number,
        secret=secret_of(begun.number),
        commitment=engine.commitment(secret_of(begun.number)),
        status=Status.FULL,
        **{name: getattr(like, name) for name in same},
    )
    for user in joined:
        Participant.objects.create(game=game, user=user)
    assert like.started_at is not None
    User.objects.update(pass_by_itself=False)  # the moves stand in the course, those that nobody could help making too
    with transaction.atomic():
        begin_game(game, now=like.started_at)
    for number, (seat, text) in enumerate(begun.course.moves):
        user = User.objects.get(pk=begun.holders[seat])
        at = times[number + 1]
        submit_move(game_id=game.pk, user=user, text=text, version=number, source=Source.PAGE, now=at)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wanted",
    [Wanted(7, BASE, 25), Wanted(8, EVERYTHING, 40), Wanted(9, PAIR), Wanted(10, PAIR, 0)],
    ids=["base", "every set", "finished", "just begun"],
)
def test_the_rows_of_the_benchmark_are_those_the_services_write(wanted: Wanted) -> None:
    people = [user.pk for user in make_people(7)]
    holders = tuple(people[: wanted.options.players])
    begun = Begun(wanted, play(wanted), holders)
    write([begun], NOW)
    glances.fill_glances()  # as the filler does at its end
    written = rows_of_the_game()
    play_by_services(begun)
    assert written == rows_of_the_game()


def asks_of_everything() -> Asks:
    """Every request of the benchmark, over a few games of each kind."""
    users = make_people(12)
    user, *people = (user.pk for user in users)
    wanted = [
        Wanted(1, BASE, 30, beyond=3, pool="base"),
        Wanted(2, EVERYTHING, 30, beyond=2, pool="everything"),
        Wanted(3, BASE, 10, pool="mine", waits_for=user),
        Wanted(4, BASE, pool="replay"),
        *(Wanted(number, PAIR) for number in range(5, 30)),
    ]
    pools = fill(wanted, people, NOW)
    return asks_of(Stock(pools, {1: user, 10: user, 50: user}, people[:1], make_club(users, NOW)))


@pytest.mark.django_db
@pytest.mark.urls("benchmarks.site.urls")
def test_every_request_of_the_benchmark_is_answered_as_it_expects() -> None:
    asks = asks_of_everything()
    assert asks.keys() == {kind.key for kind in KINDS if kind.moved != "itself"}
    for objects in asks.values():
        for ask in objects[0]:
            answered(ask)
    assert Game.objects.get(pk=1).version == 33, "all moves that were known count"
    assert Ask("/games/3/").path in answered(asks["mine-1"][0][0]).content.decode()


def answered(ask: Ask) -> HttpResponseBase:
    """What the site answers within this process; a conditional one is asked with what its sender has."""
    client = Client(SERVER_NAME="127.0.0.1")
    client.cookies.load(dict(pair.split("=", 1) for pair in ask.headers.get("Cookie", "").split("; ") if pair))
    headers = {name: value for name, value in ask.headers.items() if name != "Cookie"}
    kind = headers.pop("Content-Type", "application/octet-stream")
    for _ in range(1 + ask.conditional):
        answer = client.generic(ask.method, ask.path, ask.body, content_type=kind, headers=headers)
        headers["If-None-Match"] = answer.headers.get("ETag", "")
    assert answer.status_code == ask.status, (ask.path, answer.status_code)
    return answer


def test_the_same_numbers_give_the_same_games() -> None:
    wanted = Wanted(3, engine.Options(edition=2, players=5, sets=EVERY_SET), 90, beyond=5)
    assert play(wanted) == play(wanted)
    assert len(play(wanted).moves) == 90
    assert len(play(wanted).following) == 5


def test_the_benchmark_of_mail_needs_only_what_the_site_needs():
    """After `./stpete run` there is no pytest."""
    program = (
        "import runpy, sys; sys.modules['pytest'] = None; sys.argv[1:] = ['1'];"
        "runpy.run_module('benchmarks.mail', None, '__main__')"
    )
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stderr
    assert "answers handled, 1 of them moves: 1" in told.stdout
