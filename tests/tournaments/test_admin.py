"""Those who run the site erase the words of acts on the admin pages; the chain of the log stays whole."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from tests.people import PASSWORD, person, signed_in
from tests.tournaments.leagues.test_leagues import league
from tests.tournaments.lifecycle.club import NOON, made
from tournaments.leagues.services.leagues import locked as locked_league
from tournaments.lifecycle.services import log as league_log
from tournaments.lifecycle.services import log as tournament_log
from tournaments.lifecycle.services.log import broken_at, locked
from tournaments.models import Act, LeagueAct

pytestmark = pytest.mark.django_db
SAID = {"reason": "Boris shouted at Anna.", "private": "Telephone 0123", "now": NOON}


def erase(client, name: str, act: Act | LeagueAct):  # type: ignore[no-untyped-def]
    page = reverse(f"admin:tournaments_{name}_changelist")
    return client.post(page, {"action": "erase_words", "_selected_action": [str(act.pk)]})


def test_the_words_of_acts_are_erased_by_who_may_and_nothing_else_is_written() -> None:
    chief = User.objects.create_superuser("chief@example.org", PASSWORD, display_name="Chief")
    anna = person("Anna")
    tournament, neva = made(anna), league(anna)
    with transaction.atomic():
        of_tournament = tournament_log.write(locked(tournament.pk), "changed", by=anna, what=[], **SAID)  # type: ignore[arg-type]
        of_league = league_log.write(locked_league(neva.pk), "changed", by=anna, changed=[], **SAID)  # type: ignore[arg-type]
    client, clerk = signed_in(chief), signed_in(person("Clerk", is_staff=True))
    for name, act in (("act", of_tournament), ("leagueact", of_league)):
        assert client.get(reverse(f"admin:tournaments_{name}_change", args=[act.pk])).status_code == 200
        assert client.get(reverse(f"admin:tournaments_{name}_add")).status_code == 403
        erase(clerk, name, act)
        act.refresh_from_db()
        assert act.reason == SAID["reason"]
        erase(client, name, act)
        act.refresh_from_db()
        assert (act.reason, act.private, act.salt) == ("", "", "")
    assert broken_at(tournament.acts.order_by("number")) is None
    assert broken_at(LeagueAct.objects.filter(league=neva).order_by("number")) is None
    assert "Boris shouted" not in signed_in(anna).get(f"/tournaments/{tournament.pk}/log/").content.decode()
