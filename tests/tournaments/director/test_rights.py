"""Every address of the desk by everybody who may come: what each is answered."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import get_resolver

from accounts.models import User
from tests.infrastructure.test_no_get_writes import addresses
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import NOON, made, people
from tournaments import urls
from tournaments.director import views as desk
from tournaments.director.actions import ACTIONS
from tournaments.lifecycle.services.entering import enter
from tournaments.models import Tournament, TournamentInvitation, TournamentState

pytestmark = pytest.mark.django_db

WHO = ("visitor", "player", "entrant", "director", "other", "staff")
LOGIN, FOUND, NONE, ONLY_POST, THERE = "login", 200, 404, 405, 302
DIRECTORS = {"visitor": LOGIN, "player": NONE, "entrant": NONE, "director": FOUND, "other": NONE, "staff": NONE}
POSTS = dict.fromkeys(WHO, ONLY_POST) | {"visitor": LOGIN}
EVERYBODY = dict.fromkeys(WHO, FOUND) | {"visitor": LOGIN}

GETS: dict[str, dict[str, object]] = {
    "tournaments/new/": EVERYBODY,
    "tournaments/invitations/<str:token>/": {
        "visitor": LOGIN,
        "player": FOUND,
        "entrant": FOUND,
        "director": FOUND,
        "other": FOUND,
        "staff": FOUND,
    },
    "tournaments/<int:tournament_id>/change/": DIRECTORS,
    "tournaments/<int:tournament_id>/open/": POSTS,
    "tournaments/<int:tournament_id>/start/": POSTS,
    "tournaments/<int:tournament_id>/manage/": DIRECTORS,
    "tournaments/<int:tournament_id>/manage/answer/": POSTS,
    "tournaments/<int:tournament_id>/manage/board/": POSTS,
    "tournaments/<int:tournament_id>/manage/board/down/": POSTS,
    "tournaments/<int:tournament_id>/manage/invite/": DIRECTORS,
    "tournaments/<int:tournament_id>/manage/<slug:act>/": DIRECTORS,
    "tournaments/<int:tournament_id>/report/": {
        "visitor": LOGIN,
        "player": NONE,
        "entrant": FOUND,
        "director": NONE,
        "other": NONE,
        "staff": NONE,
    },
}
"""What a GET of each address answers to whom."""


@pytest.fixture
def tournament() -> Tournament:
    """A tournament of Nora's with an entrant, and another tournament that Otto directs."""
    nora, otto = person("Nora", is_staff=True), person("Otto", is_staff=True)
    type(nora).objects.filter(pk__in=[nora.pk, otto.pk]).update(is_staff=False)
    made(otto)
    found = made(nora)
    (entrant,) = people(1)
    enter(tournament_id=found.pk, user=entrant, now=NOON)
    TournamentInvitation.objects.create(tournament=found, inviter=nora, email="friend@example.com", token="t" * 22)
    person("Zoe")
    person("Root", is_staff=True, is_superuser=True)
    return found


def clients() -> dict[str, Client]:
    names = {"player": "Zoe", "entrant": "Player1", "director": "Nora", "other": "Otto", "staff": "Root"}
    known = {who: signed_in(User.objects.get(display_name=name)) for who, name in names.items()}
    return {"visitor": Client(), **known}


def filled(address: str, tournament: Tournament) -> str:
    values = {"<int:tournament_id>": str(tournament.pk), "<str:token>": "t" * 22, "<slug:act>": "announce"}
    for name, value in values.items():
        address = address.replace(name, value)
    return f"/{address}"


def answer(response: object) -> object:
    """The status, or that one is asked to sign in."""
    where = response.headers.get("Location", "")  # type: ignore[attr-defined]
    return LOGIN if "/accounts/login/" in where else response.status_code  # type: ignore[attr-defined]


def test_the_table_names_every_address_of_the_desk() -> None:
    desks = (pattern for pattern in urls.urlpatterns if pattern.callback.__module__ == desk.__name__)
    assert set(GETS) == {str(pattern.pattern) for pattern in desks}
    assert set(GETS) <= set(addresses(get_resolver().url_patterns))


def test_every_address_answers_as_the_table_says(tournament: Tournament) -> None:
    told = clients()
    for address, expected in GETS.items():
        got = {who: answer(told[who].get(filled(address, tournament))) for who in WHO}
        assert got == expected, address


def test_nobody_but_directors_writes(tournament: Tournament) -> None:
    """A POST of each address by everybody else changes nothing and is answered as if there were no such tournament."""
    told, before = clients(), tournament.acts.count()
    for address in GETS:
        if "<int:tournament_id>" not in address or address.endswith(("/report/", "/<int:tournament_id>/manage/")):
            continue
        for who in ("visitor", "player", "entrant", "other", "staff"):
            sent = {"reason": "because", "text": "because", "people": "Zoe", "step": "sure", "title": "x"}
            got = answer(told[who].post(filled(address, tournament), sent))
            assert got == (LOGIN if who == "visitor" else NONE), (address, who)
    assert tournament.acts.count() == before
    assert Tournament.objects.get(pk=tournament.pk).state == TournamentState.OPEN


def test_every_act_is_closed_to_everybody_else(tournament: Tournament) -> None:
    told = clients()
    for act in ACTIONS:
        for who in ("player", "entrant", "other", "staff"):
            assert told[who].get(f"/tournaments/{tournament.pk}/manage/{act}/").status_code == NONE, (act, who)


def test_a_number_that_no_tournament_has_answers_alike(tournament: Tournament) -> None:
    client = clients()["player"]
    for address in GETS:
        if "<int:tournament_id>" in address:
            hidden = client.get(filled(address, tournament)).status_code
            missing = client.get(filled(address.replace("<int:tournament_id>", "987654"), tournament)).status_code
            assert hidden == missing, address
