"""One walk over every address of the site, as everybody: who gets what, by one table from which no address is missing
(`addresses_by_role.txt`); that no GET writes; and that no page has anything in it that opens something or is another person's own:
keys, secrets, addresses, notes, talk.
"""

from __future__ import annotations

import logging
import os
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from accounts.models import ApiToken, User
from games.models import Game, Invitation, Note
from tests.infrastructure.addresses import ROLES, TABLE, House, Rows, every_address, line
from tests.people import token_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NOTE, LINE = "What Boris thinks of it", "Hello"


@dataclass
class Seen:
    """What the walk has met."""

    differs: list[str] = field(default_factory=list)
    unused: set[str] = field(default_factory=set)
    leaks: list[tuple[str, str, str]] = field(default_factory=list)
    written: list[tuple[str, str, Sequence[str]]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def seen(django_db_setup: None, django_db_blocker: Any) -> Iterator[Seen]:
    """Thousands of refusals, each with a line and some with where it was raised, cost more than the answers. Sessions are rows
    alone, so what a request changes in one goes with everything else that it did."""
    logging.disable(logging.CRITICAL)
    sessions = override_settings(SESSION_ENGINE="django.contrib.sessions.backends.db")
    with django_db_blocker.unblock(), sessions, transaction.atomic():
        yield walked()
        transaction.set_rollback(True)
    logging.disable(logging.NOTSET)


def walked() -> Seen:
    seen, house, rows = Seen(), House(), Rows(TABLE.read_text(encoding="utf-8"))
    forbidden = forbidden_by_role(house)

    def judge(role: str, path: str, text: str, written: Sequence[str]) -> None:
        if path.startswith("/mailbox/"):  # on the machine itself alone: tests/infrastructure/test_mailbox.py
            return
        what = forbidden.get(role, {})
        # what stood in the address that was asked for is no news
        seen.leaks += [(role, path, name) for name, said in what.items() if said and said in text and said not in path]
        if written and path != "/health/":  # which tries whether anything can be written
            seen.written.append((role, path, written))

    for address, methods in every_address():
        got = {method: house.answers(address, method, judge) for method in methods}
        said = rows.of(address or "/")
        if (
            said is None
            or got.keys() != said.keys()
            or any(got[method][role] not in said[method][role].split("/") for method in methods for role in ROLES)
        ):
            seen.differs.append(line(address or "/", got))
    seen.unused = rows.unused
    game = house.values["game_id"]
    for role, page in (("player", "notes"), ("host", "chat")):
        seen.shown.append(house.clients[role].get(f"/games/{game}/{page}/").content.decode())
    return seen


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


def forbidden_by_role(house: House) -> Mapping[str, Mapping[str, str]]:
    keys, own = keys_of(house), own_of(house)
    nobodys = {role: {**keys, **own} for role in ("visitor", "stranger", "other-director", "staff")}
    return {
        **nobodys,
        "spectator": {**keys, "note": NOTE, "talk": f">{LINE}<", "address": "boris@example.org"},
        "host": {**keys, "note": NOTE, "address": "boris@example.org"},
        "superuser": {**keys, "note": NOTE},
    }


def test_everybody_gets_what_the_table_says_and_no_address_is_missing(seen: Seen) -> None:
    if os.environ.get("STPETE_WRITE_ADDRESSES") == "yes":
        TABLE.with_suffix(".new").write_text("\n".join(seen.differs) + "\n", encoding="utf-8")
    assert not seen.differs, "what the table does not say, as it is:\n" + "\n".join(seen.differs)
    assert not seen.unused, "rows of addresses that nobody has"


def test_no_page_has_anything_of_others_in_it(seen: Seen) -> None:
    assert not seen.leaks
    own, said = seen.shown
    assert NOTE in own, "it would be found"
    assert f">{LINE}<" in said


def test_no_get_writes_a_row_whoever_asks(seen: Seen) -> None:
    assert not seen.written
