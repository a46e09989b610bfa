"""No page has anything in it that opens something or is another person's own: keys, secrets, addresses, notes, talk."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Iterator, Mapping

import pytest

from accounts.models import ApiToken, User
from games.models import Game, Invitation, Note
from tests.infrastructure.addresses import House, every_address
from tests.people import token_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NOTE, LINE = "What Boris thinks of it", "Hello"


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def keys_of(house: House) -> Mapping[str, str]:
    """What opens something or was to stay unknown, by what it is; nobody is shown it, whoever he is."""
    boris = User.objects.get(display_name="Boris")
    User.objects.filter(pk=boris.pk).update(feed_key="feed-key-of-boris-0123456789")
    token = token_of(boris)
    secrets = [bytes(one.secret) for one in Game.objects.with_secret()]
    found = {f"secret {number}": one.hex() for number, one in enumerate(secrets)}
    found |= {f"secret {number} in base64": b64encode(one).decode() for number, one in enumerate(secrets)}
    found |= {f"seed {one.pk}": one.seed for one in Tournament.objects.all()}
    found |= {
        f"session of {role}": client.session.session_key for role, client in house.clients.items() if role != "visitor"
    }
    found |= {"token": token, "its hash": ApiToken.objects.get().hash, "password": boris.password.split("$")[-1]}
    found |= {f"invitation {one.pk}": one.token for one in Invitation.objects.all()}
    return {**found, "calendar": "feed-key-of-boris-0123456789"}


def own_of(house: House) -> Mapping[str, str]:
    """What is the players' own; strangers and directors of another tournament are not shown it."""
    boris = User.objects.get(display_name="Boris")
    game = Game.objects.get(pk=house.values["game_id"])
    Note.objects.create(game=game, user=boris, text=NOTE)
    gathering = Game.objects.get(pk=house.special["tables/"]["game_id"])
    people = User.objects.exclude(email=None).exclude(display_name__in=("Clara", "Eugen", "Stolz"))
    return {
        "note": NOTE,
        "talk": f">{LINE}<",
        "link": game.link_token,
        "link of the table": gathering.link_token,
        **{f"address of {one.display_name}": one.email or "" for one in people},
        "address of who was invited": "aunt@example.org",
    }


def test_no_page_has_anything_of_others_in_it():
    house = House()
    keys, own = keys_of(house), own_of(house)
    forbidden = {
        "visitor": {**keys, **own},
        "stranger": {**keys, **own},
        "other-director": {**keys, **own},
        "staff": {**keys, **own},
        "spectator": {**keys, "note": NOTE, "talk": f">{LINE}<", "address": "boris@example.org"},
        "host": {**keys, "note": NOTE, "address": "boris@example.org"},
        "superuser": {**keys, "note": NOTE},
    }
    leaks = []
    for address, _methods in every_address():
        path = house.path(address)
        for role, what in forbidden.items():
            if address.startswith("mailbox/"):  # on the machine itself alone: tests/infrastructure/test_mailbox.py
                continue
            if address.startswith("admin/") and role not in ("staff", "superuser"):
                continue
            response = house.clients[role].get(path)
            body = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
            text = (body + response.get("Location", "").encode()).decode(errors="replace")
            # what stood in the address that was asked for is no news
            leaks += [(role, path, name) for name, said in what.items() if said and said in text and said not in path]
            if response.status_code == 405:  # whoever asks
                break
    assert not leaks
    game = house.values["game_id"]
    assert NOTE in house.clients["player"].get(f"/games/{game}/notes/").content.decode(), "it would be found"
    assert f">{LINE}<" in house.clients["host"].get(f"/games/{game}/chat/").content.decode()
