"""Somebody with every scope and a body that is right does nothing to what is not his, and learns not even that it is there.

The walk takes every operation that changes something from the description of the API. Its body is its example or a sample of its
schema; a new one is walked without being named here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from django.utils.timezone import now

from accounts import separation
from accounts.models import User
from api.docs import whole_schema
from arbiter.progression.plan import Plan, Swiss
from games.chat.services import say
from games.models import Game, Invitation, Participant, Preset, Visibility
from games.play.positions import load
from notifications.models import Channel, Endpoint, Notification
from tests.api.samples import sample
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.people import person
from tests.programs import Program
from tests.tournaments.lifecycle.club import started
from tournaments.lifecycle.services.acts import messages
from tournaments.models import About, Reach

pytestmark = pytest.mark.django_db

METHODS = ("post", "put", "patch", "delete")
NOBODYS = 987_654
OF_EVERYBODY = {
    "PUT players/{user_id}/block/",
    "DELETE players/{user_id}/block/",
    "PUT players/{user_id}/mute/",
    "DELETE players/{user_id}/mute/",
    "POST players/{user_id}/report/",
    "POST solo/{key}/",
}
"""What one may do to anybody: it is about oneself."""
NOT_COMPARED = {"ApiToken", "KeptAnswer", "Session", "User"}
"""A token is used, and its day noted."""


def operations() -> Iterator[tuple[str, str, Any]]:
    """Method, path and body of each that changes something that it names."""
    for path, methods in whole_schema()["paths"].items():
        for method in METHODS:
            if method in methods and "{" in path:
                content = methods[method].get("requestBody", {}).get("content", {}).get("application/json", {})
                example = next(iter(content.get("examples", {}).values()), None)
                kinds = whole_schema()["components"]["schemas"]
                body = example["value"] if example else sample(content.get("schema", {}), kinds)
                yield method, path.removeprefix("/api/v1/"), body


def rows() -> Mapping[str, list[Any]]:
    found = (model for model in apps.get_models() if model.__name__ not in NOT_COMPARED)
    return {model.__name__: sorted(map(str, model._base_manager.values_list())) for model in found}


@pytest.fixture
def others(anna: User, boris: User) -> dict[str, object]:
    """Something of every kind that is theirs alone."""
    game, gathering = begun(anna, boris, now=now()), table(anna, players=4, visibility=Visibility.LINK, now=now())
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    line = say(game_id=game.pk, user=boris, text="Hello", now=now())
    fjodor = person("Fjodor")
    tournament = started(anna, [boris, fjodor], Plan(stages=(Swiss(2),), sizes=None), reach=Reach.PRIVATE)
    word = messages.report(tournament_id=tournament.pk, user=boris, about=About.OTHER, text="A word.", now=now())
    post = messages.post(tournament_id=tournament.pk, director=anna, text="Welcome", now=now())
    separation.name_housemate(user=boris, other=anna, now=now())
    hook = Endpoint.objects.create(user=anna, channel=Channel.HOOK, url="https://example.org/h", created_at=now())
    browser = Endpoint.objects.create(user=anna, channel=Channel.PUSH, url="https://example.org/p", created_at=now())
    notification = Notification.objects.create(
        app="games", kind="your_turn", key="k", subject=f"game:{game.pk}", user=boris
    )
    seat = load(game.pk).seats[0]
    Preset.objects.create(seat=seat, name="trading-guild", value="no")
    return {
        "game_id": game.pk,
        "table_id": gathering.pk,
        "line_id": line.pk,
        "number": 1,
        "seat": 0,
        "name": "trading-guild",
        "participant_id": Participant.objects.get(game=gathering).pk,
        "invitation_id": Invitation.objects.create(game=gathering, inviter=anna, user=boris).pk,
        "key": "nothing",
        "tournament_id": tournament.pk,
        "message_id": word.pk,
        "post_id": post.pk,
        "act": "withdraw",
        "league_id": NOBODYS,
        "season_id": NOBODYS,
        "notification_id": notification.pk,
        "hook_id": hook.pk,
        "browser_id": browser.pk,
        "household_id": separation.households_of(boris)[0].pk,
        "user_id": boris.pk,
        "subject": f"game:{game.pk}",
    }


def test_with_every_scope_and_a_right_body_nobody_reaches_what_is_not_his(
    clara: User, others: dict[str, object]
) -> None:
    ask, before, walked = Program(clara), rows(), 0
    for method, path, body in operations():
        told = [_answer(ask, method, path, body, values) for values in (others, _missing(others))]
        name = f"{method.upper()} {path}"
        walked += 1
        if name in OF_EVERYBODY:
            continue
        assert told[0] == told[1], f"{name}: says that there is one"
        assert told[0][0] == 404, f"{name}: {told[0]}"
    assert rows() == before
    assert walked > 60


def test_what_is_anothers_is_not_reached_by_the_way_of_ones_own(clara: User, others: dict[str, object]) -> None:
    """A line, a place, a message under the number of a game, table or tournament that is one's own."""
    fjodor = User.objects.get(display_name="Fjodor")
    own = {
        "game_id": begun(clara, fjodor, now=now()).pk,
        "table_id": table(clara, players=4, now=now()).pk,
        "tournament_id": started(clara, [clara, fjodor], Plan(stages=(Swiss(2),), sizes=None)).pk,
    }
    ask, before, walked = Program(clara), rows(), 0
    for method, path, body in operations():
        if path.startswith(("games/", "tables/", "tournaments/")) and re.search(
            r"\{(line|participant|invitation|message|post)_id\}", path
        ):
            walked += 1
            told = [_answer(ask, method, path, body, {**at, **own}) for at in (others, _missing(others))]
            assert told[0] == told[1], f"{method} {path}"
            assert told[0][0] >= 400 or method == "delete", f"{method} {path}: {told[0]}"
    assert rows() == before
    assert walked >= 6


def _missing(values: Mapping[str, object]) -> dict[str, object]:
    """The same with numbers that nobody has."""
    named = {name: NOBODYS if isinstance(value, int) else value for name, value in values.items()}
    return {**named, "subject": f"game:{NOBODYS}"}


def _answer(ask: Program, method: str, path: str, body: object, values: Mapping[str, object]) -> tuple[int, str]:
    """Its status and words, without the number that was asked for."""
    cache.clear()
    at = {**values, "game_id": values["table_id"]} if path.startswith("tables/") else values
    filled = re.sub(r"\{(\w+)\}", lambda one: str(at[one[1]]), path)
    with transaction.atomic():
        answer = ask.client.generic(
            method.upper(), f"/api/v1/{filled}", json.dumps(body), content_type="application/json"
        )
        transaction.set_rollback(True)
    told = json.loads(answer.content) if answer.content else {}
    return answer.status_code, f"{told.get('code', '')} {told.get('detail', '')}"
