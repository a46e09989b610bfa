"""What an entrant does on the page of a tournament: enter, ask, leave, come back; what cannot be granted is said there."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.timezone import localdate

from arbiter.progression.plan import Conditions, Plan, Swiss
from games.models.clock import Vacation
from tests.games.page_reading import text_of
from tests.people import signed_in
from tests.programs import Program
from tests.tournaments.lifecycle.club import DAY, made, people
from tournaments.models import Entry, EntryState, Tournament

from .made import in_pairs

pytestmark = pytest.mark.django_db
AGREES = {"enter-agrees": "on"}


def test_entering_asks_for_consent_and_leaves_a_mark(anna, boris):
    tournament = made(anna)
    client, address = signed_in(boris), f"/tournaments/{tournament.pk}/register/"
    refused = client.post(address, {})
    assert refused.status_code == 422
    assert "Tick the box to accept the rules and time control." in text_of(refused)
    assert not Entry.objects.filter(tournament=tournament).exists()
    assert client.post(address, AGREES).url == f"/tournaments/{tournament.pk}/"
    assert Entry.objects.get(tournament=tournament).user == boris
    assert "You are registered." in text_of(client.get(f"/tournaments/{tournament.pk}/"))
    assert client.post(address, AGREES).status_code == 302
    assert Entry.objects.filter(tournament=tournament).count() == 1


def test_a_visitor_is_led_to_the_sign_in(anna):
    tournament = made(anna)
    assert "/accounts/login/" in Client().post(f"/tournaments/{tournament.pk}/register/", AGREES).url
    assert "Sign in to register" in text_of(Client().get(f"/tournaments/{tournament.pk}/"))


def test_the_code_word_is_asked_for_and_a_wrong_one_is_said(anna, boris):
    tournament = made(anna, conditions=Conditions(code_word="tea"))
    client, address = signed_in(boris), f"/tournaments/{tournament.pk}/register/"
    wrong = client.post(address, {**AGREES, "enter-code_word": "coffee"})
    assert wrong.status_code == 403
    assert "Wrong code word. Ask the directors for it." in text_of(wrong)
    assert client.post(address, {**AGREES, "enter-code_word": "Tea "}).status_code == 302
    assert "tea" not in re.findall(r"\w+", text_of(client.get(f"/tournaments/{tournament.pk}/")).lower())


def test_wishes_leaving_and_coming_back(anna, boris):
    tournament = made(anna, Plan(stages=(Swiss(3),)))
    client, here = signed_in(boris), f"/tournaments/{tournament.pk}/"
    client.post(f"{here}register/", AGREES)
    assert client.post(f"{here}wishes/", {"wish-byes": ["2"], "wish-not_before": "2027-01-05"}).status_code == 302
    entry = Entry.objects.get(tournament=tournament)
    assert entry.requested == [2]
    assert str(entry.not_before) == "2027-01-05"
    too_many = client.post(f"{here}wishes/", {"wish-byes": ["1", "3"]})
    assert too_many.status_code == 422
    assert "You can request 1 bye in this tournament." in text_of(too_many)
    assert client.post(f"{here}wishes/", {"wish-byes": ["9"]}).status_code == 422
    assert client.post(f"{here}withdraw/").status_code == 302
    assert Entry.objects.get(tournament=tournament).state == EntryState.WITHDRAWN
    twice = client.post(f"{here}withdraw/")
    assert "You are not registered for this tournament." in text_of(twice)


def test_who_vanished_says_that_he_is_back():
    users = people(5)
    tournament = in_pairs(users)
    Entry.objects.filter(tournament=tournament, user=users[1]).update(is_idle=True)
    client = signed_in(users[1])
    assert "Rejoin" in text_of(client.get(f"/tournaments/{tournament.pk}/"))
    assert client.post(f"/tournaments/{tournament.pk}/rejoin/").status_code == 302
    assert not Entry.objects.get(tournament=tournament, user=users[1]).is_idle
    assert "Rejoin" not in text_of(client.get(f"/tournaments/{tournament.pk}/"))


def test_days_away_are_days_of_vacation_where_the_tournament_allows_them():
    users = people(5)
    tournament = in_pairs(users)
    client, here = signed_in(users[0]), f"/tournaments/{tournament.pk}/"
    assert "Plan a vacation" not in text_of(client.get(here))
    Tournament.objects.filter(pk=tournament.pk).update(vacation=Vacation.PLANNED)
    assert "Plan a vacation" in text_of(client.get(here))
    today, program = localdate(), Program(users[0])
    for last in (today + 400 * DAY, "9999-12-31", today - DAY):
        asked = {"since": str(today), "until": str(last)}
        assert program("PUT", f"tournaments/{tournament.pk}/away/", asked, 422)["code"] == "bad_vacation"
    program("PUT", f"tournaments/{tournament.pk}/away/", {"since": str(today), "until": str(today + 4 * DAY)}, 204)
    assert users[0].vacation_days.count() == 5
