"""Requests that the description of the API allows, and some that it does not, made up by schemathesis: none is an error of the
server, and every answer is one that the description knows.

`STPETE_API_EXAMPLES` says how many for each operation (2, or more for a longer look).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.utils.timezone import now
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import User
from api.docs import whole_schema
from arbiter.progression.plan import Plan, Swiss
from games.chat.services import say
from stpete_site.wsgi import application
from tests.games.boards import wander_on
from tests.games.play_builders import begun, play_on
from tests.games.table_builders import table
from tests.people import person, token_of
from tests.tournaments.leagues.test_leagues import league
from tests.tournaments.lifecycle.club import started
from tournaments.models import Entry, Season

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("STPETE_API_EXAMPLES", "2"))
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
CHAPTERS = ("games", "chat", "tables", "tournaments", "leagues", "ratings", "players", "notifications", "reference")


class Undone(Exception):
    """What was asked for is taken back."""


@contextmanager
def undone() -> Iterator[None]:
    """Whatever a request changes is as if it had not been: each finds the same site."""
    try:
        with transaction.atomic():
            yield
            raise Undone
    except Undone:
        pass


@pytest.fixture(autouse=True)
def _stays_connected() -> Iterator[None]:
    """The end of a request does not end the transaction of the test, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, list[Any]]]:
    """Something of every kind, so that numbers lead somewhere; one world for all chapters, since whatever is done is undone."""
    with django_db_blocker.unblock(), transaction.atomic():
        anna, boris, clara = person("Anna"), person("Boris"), person("Clara")
        running, finished = begun(anna, boris, now=now()), begun(anna, boris, now=now())
        play_on(running, until=lambda play: play.game.version >= 20, now=now())
        wander_on(finished, now=now())
        gathering = table(anna, "boris", players=4, now=now())
        line = say(game_id=running.pk, user=anna, text="Hello", now=now())
        tournament = started(anna, [anna, boris, clara], Plan(stages=(Swiss(2),), sizes=None))
        league(anna)
        season = Season.objects.get()
        yield {
            "game_id": [running.pk, finished.pk, running.pk, gathering.pk],
            "tournament_id": [tournament.pk],
            "line_id": [line.pk],
            "user_id": [boris.pk, anna.pk],
            "league_id": [season.league_id],
            "season_id": [season.pk],
            "number": [1],
            "ply": [5],
            "other_id": [boris.pk, clara.pk],
            "entry_id": [Entry.objects.filter(tournament=tournament).values_list("pk", flat=True)[0]],
            "shelf": ["base2", "tournaments"],
            "id": ["observatory", "COST-4"],
            "key": ["2", "2_market"],
        }
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def schema() -> Any:
    """The description as schemathesis has read it, with what it finds in our code."""
    schema = schemathesis.openapi.from_dict(whole_schema())
    schema.app = application
    return schema


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_request_breaks_the_site_or_its_word(world: dict[str, list[Any]], schema: Any, chapter: str) -> None:
    anna = User.objects.get(display_name="Anna")
    headers = {"Authorization": f"Bearer {token_of(anna)}", "Host": "localhost", "Accept-Encoding": "identity"}
    found, wrong = 0, []
    statuses: dict[GenerationMode, Counter[int]] = {mode: Counter() for mode in GenerationMode}
    for result in schema.include(tag=chapter).get_all_operations():
        found += 1
        for mode in GenerationMode:
            try:
                statuses[mode] += ask(result.ok(), world, headers, mode)
            except FailureGroup as failure:
                wrong.append(str(failure))
            except Unsatisfiable:
                pass  # there is nothing that could be wrong
    assert wrong == []
    assert found >= 3
    assert statuses[GenerationMode.POSITIVE][200] > 0
    assert statuses[GenerationMode.NEGATIVE][400] > 0


def ask(operation: Any, world: dict[str, list[Any]], headers: dict[str, str], mode: GenerationMode) -> Counter[int]:
    """So many requests of one operation, four of five to numbers that lead somewhere: how often each status came."""
    statuses: Counter[int] = Counter()
    asked = iter(range(10**9))

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    def once(case: Any) -> None:
        number = next(asked)
        for name, values in world.items():
            if number % 5 and name in case.path_parameters:
                case.path_parameters[name] = values[(number - 1) % len(values)]
        cache.clear()
        with undone():
            answer = case.call(headers=headers)
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    once()
    return statuses
