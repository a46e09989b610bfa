"""What a guest gets at every address of the site: his own games, what a visitor may look at, and a sentence everywhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import ApiToken, Block, Household, User
from games.models import Game, Invitation, Participant
from notifications.models import Preference
from stpete_site.guests import AS_VISITOR, CODE, MAY
from tests.games.guests.builders import guest_at

pytestmark = pytest.mark.django_db

NAMELESS = {"tournaments:tournament-embed", "games:embed"}
"""Asks nobody who he is: the standings of a public tournament and a public game, for frames of other pages."""

SLOW = {"api:schema", "api:docs"}
"""Seconds each; `test_addresses_by_role` asks them too."""

CSRF = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>')

WAYS = (
    "mailbox",
    "mailbox-mail",
    "mailbox-html",
    "mailbox-answer",
    "notifications:unsubscribe",
    "notifications:arrived",
    "incoming_mail:tracking",
    "incoming_mail:webhook",
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


ANY = {"IntConverter": 1, "HandbookPage": "market"}
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


def test_whatever_he_sends_elsewhere_is_refused_with_a_sentence_and_the_way_to_an_account(guest: Client) -> None:
    refused = 0
    for name, path in addresses().items():
        if name in MAY | AS_VISITOR | NAMELESS:
            continue
        assert_refused(guest.post(path), path)
        refused += 1
    assert refused > 70


def assert_refused(response: HttpResponse, path: str) -> None:
    assert response.status_code == 403, path
    if path.startswith("/api/"):
        told = response.json()
        assert told["code"] == CODE
        assert "To play others, create an account" in told["detail"]
    else:
        page = response.content.decode()
        assert f'data-code="{CODE}"' in page, path
        assert 'href="/accounts/signup/' in page, path


def test_he_looks_at_what_a_visitor_may_and_is_told_where_that_needs_an_account(guest: Client) -> None:
    """Only where a visitor would be asked who he is."""
    looked = refused = 0
    for name, path in addresses().items():
        if name in MAY | AS_VISITOR | NAMELESS | SLOW:
            continue
        visitor, his = Client().get(path), guest.get(path)
        if visitor.status_code in (401, 403) or visitor.get("Location", "").startswith("/accounts/login/"):
            assert_refused(his, path)
            refused += 1
        else:
            assert (his.status_code, his.get("Location")) == (visitor.status_code, visitor.get("Location")), path
            looked += visitor.status_code == 200
    assert looked > 10
    assert refused > 20


def test_a_page_that_he_looks_at_as_a_visitor_knows_him_in_its_header_alone(guest: Client) -> None:
    for path in ("/lobby/", "/tournaments/", "/leagues/", "/ratings/", "/solo/"):
        header, _end, page = guest.get(path).content.decode().partition("</header>")
        assert 'href="/guest/forget/"' in header, path
        assert CSRF.sub("", page) == CSRF.sub("", Client().get(path).content.decode().partition("</header>")[2]), path


def test_what_asks_nobody_who_he_is_is_known() -> None:
    everything = patterns(get_resolver().url_patterns)
    found = {name for name, one, _values in everything if getattr(one.callback, "impersonal", False)}
    assert found == {"games:pulse", "health-live", "health-ready"} | NAMELESS


def test_he_has_made_nothing_there(guest: Client) -> None:
    """The same with a game and a tournament that exist is the same: nobody looks at them before the refusal."""
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
    assert "Create account" in guest.get("/accounts/signup/").content.decode()


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
    assert "ask me" in guest.post(f"/games/{game.pk}/orders/", {"do": "test", "text": "ask me"}).content.decode()


def test_the_door_speaks_german(guest: Client) -> None:
    guest.post("/language/", {"language": "de"})
    assert "Als Gast" in guest.get("/profile/").content.decode()
