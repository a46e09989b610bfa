"""What a guest gets at every address of the site: his own games and what anybody may look up, and a sentence everywhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import ApiToken, Block, Household, User
from games.models import Game, Invitation, Participant
from notices.models import Preference
from stpete_site.guests import AS_VISITOR, CODE, MAY
from tests.games.guests.builders import guest_at

pytestmark = pytest.mark.django_db

NAMELESS = {"tournaments:event-embed"}
"""Asks nobody who he is: the standings of a public event, for frames of other pages."""

WAYS = (
    "mailbox",
    "mailbox-mail",
    "mailbox-html",
    "mailbox-answer",
    "notices:unsubscribe",
    "notices:arrived",
    "inbound:tracking",
    "inbound:webhook",
)


def patterns(
    found: list[URLPattern | URLResolver], space: str = "", outer: Mapping[str, Any] = {}
) -> Iterator[tuple[str, URLPattern, Mapping[str, Any]]]:
    """Every address by its name, with its converters and those of what it lies in; the admin pages by one of them."""
    for one in found:
        converters = {**outer, **one.pattern.converters}
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, f"{space}{one.namespace}:" if one.namespace else space, converters)
        elif one.name and not (space == "admin:" and one.name != "index"):
            yield f"{space}{one.name}", one, converters


ANY = {"IntConverter": 1, "SlugOfPage": "market"}
"""What fits a converter that does not take every word."""


def addresses() -> dict[str, str]:
    """Where each name leads, filled with something."""
    found = {}
    for name, _pattern, converters in patterns(get_resolver().url_patterns):
        values = {key: ANY.get(type(one).__name__, "nothing") for key, one in converters.items()}
        found[name] = reverse(name, kwargs=values)
    return found


@pytest.fixture
def guest() -> Client:
    cache.clear()
    return guest_at()[0]


def test_every_name_of_the_lists_is_an_address() -> None:
    assert addresses().keys() >= MAY | AS_VISITOR
    assert not MAY & AS_VISITOR


@pytest.mark.parametrize("method", ["get", "post"])
def test_whatever_is_not_named_answers_with_a_sentence_and_the_way_to_an_account(guest: Client, method: str) -> None:
    refused = 0
    for name, path in addresses().items():
        if name in MAY | AS_VISITOR | NAMELESS:
            continue
        response = getattr(guest, method)(path)
        assert response.status_code == 403, (method, name, path)
        if path.startswith("/api/"):
            told = response.json()
            assert told["code"] == CODE
            assert "needs an account" in told["detail"]
        else:
            page = response.content.decode()
            assert f'data-code="{CODE}"' in page, name
            assert 'href="/accounts/signup/' in page, name
        refused += 1
    assert refused > 70


def test_what_asks_nobody_who_he_is_is_known() -> None:
    everything = patterns(get_resolver().url_patterns)
    found = {name for name, one, _values in everything if getattr(one.callback, "impersonal", False)}
    assert found == {"games:pulse", "health-live", "health-ready"} | NAMELESS


def test_he_has_made_nothing_there(guest: Client) -> None:
    """The same with a game and an event that exist is the same: nobody looks at them before the refusal."""
    for name, path in addresses().items():
        if name not in MAY | AS_VISITOR:
            guest.post(path, {"name": "Table", "title": "Table", "wish": "yes", "answer": "yes"})
    assert Game.objects.count() == 1
    assert Participant.objects.count() == 2
    for rows in (Invitation, ApiToken, Block, Household, Preference):
        assert not rows.objects.exists(), rows
    assert User.objects.count() == 1


def test_the_entrance_takes_him_for_a_visitor(guest: Client) -> None:
    """The pages of allauth send nobody away because he is signed in already."""
    for name in AS_VISITOR - set(WAYS):
        assert guest.get(addresses()[name]).status_code == Client().get(addresses()[name]).status_code, name
    assert "Create the account" in guest.get("/accounts/signup/").content.decode()


def test_what_he_may_is_open_to_him(guest: Client) -> None:
    game = Game.objects.get()
    for path in (
        "/",
        "/games/",
        f"/games/{game.pk}/",
        f"/games/{game.pk}/log/",
        f"/games/{game.pk}/text/",
        f"/games/{game.pk}/replay/",
        "/rules/",
    ):
        assert guest.get(path, follow=True).status_code == 200, path
    assert guest.get(f"/games/{game.pk}/pulse/").status_code == 200


def test_the_door_speaks_german(guest: Client) -> None:
    guest.post("/language/", {"language": "de"})
    assert "Du spielst als Gast" in guest.get("/lobby/").content.decode()
