"""The desk of a league: what its directors can do, with a reason that everybody reads, in a log that nobody changes unseen."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime, now

from accounts.models import User
from games.models.clock import PACES, Vacation
from tests.games.page_reading import statements, text_of
from tests.people import person, signed_in
from tests.tournaments.leagues.test_leagues import league, sweep
from tests.tournaments.lifecycle.club import DAY, NOON, people
from tournaments.leagues.forms import ACTIONS
from tournaments.leagues.services import directing, seasons
from tournaments.leagues.services.leagues import sign_off, sign_up
from tournaments.lifecycle.errors import (
    BadRequest,
    EntriesClosed,
    LastLeagueDirector,
    NotLeagueDirector,
    ReasonMissing,
    TakenOff,
)
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.log import broken_at, erase_reason
from tournaments.models import Director, League, LeagueAct, Season, Signup, SweepStep

from .sending import as_first_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def of_today(director: User) -> League:
    """A league whose first season starts in three days."""
    neva = league(director)
    neva.seasons.update(starts_at=now() + 3 * DAY, ends_at=now() + 93 * DAY)
    return neva


def kinds(neva: League) -> list[str]:
    return list(neva.acts.order_by("number").values_list("kind", flat=True))


def test_an_act_is_asked_for_shown_confirmed_and_told(nora: User) -> None:
    (anna,) = people(1)
    neva = of_today(nora)
    sign_up(season_id=neva.seasons.get().pk, user=anna, now=now())
    client, url = signed_in(nora), reverse("tournaments:league-act", args=[neva.pk, "take-off"])
    assert "Remove from season" in text_of(client.get(f"{url}?user={anna.pk}"))
    filled = {"user": anna.pk, "reason": "Is at sea.", "private": "Or says so."}
    shown = text_of(client.post(url, filled))
    assert "What will happen" in shown
    assert "Player1 does not play the next season and gets an email with your reason." in shown
    assert Signup.objects.get().taken_off_at is None
    answer = client.post(url, {**filled, "step": "sure"})
    assert answer["Location"] == reverse("tournaments:league-manage", args=[neva.pk])
    assert not neva.seasons.get().players.exists()
    log = reverse("tournaments:league-log", args=[neva.pk])
    for reader in (Client(), signed_in(anna)):
        page = text_of(reader.get(log))
        assert "Player1 was removed from season 1." in page
        assert "Is at sea." in page
        assert "Or says so." not in page
    assert "Or says so." in text_of(client.get(log))
    assert "A director removed you from this season. See the log for the reason." in text_of(
        signed_in(anna).get(neva.get_absolute_url())
    )
    assert signed_in(anna).post(reverse("tournaments:season-join", args=[neva.seasons.get().pk])).status_code == 403


@pytest.mark.parametrize("name", ACTIONS)
def test_every_act_has_a_page_where_it_is_possible_and_is_done_from_it(nora: User, name: str) -> None:
    neva = of_today(nora)
    if name == "take-up":
        directing.end(league_id=neva.pk, director=nora, reason="rain", now=now())
    if name == "reopen":
        directing.close_entries(league_id=neva.pk, director=nora, reason="full", now=now())
    if name == "retry":
        season, failure = neva.seasons.get(), clockwork.Failure(SweepStep.PROMOTES, "plan")
        seasons.OfSeason(season.pk).hold(failure, neva.last_act, now())
    (anna,) = people(1)
    other = person("Other")
    if name == "take-off":
        sign_up(season_id=neva.seasons.get().pk, user=anna, now=now())
    if name == "step-down":
        directing.add_director(league_id=neva.pk, director=nora, name=other.name, reason="two are better", now=now())
    client, address = signed_in(nora), reverse("tournaments:league-act", args=[neva.pk, name])
    page = client.get(address)
    assert page.status_code == 200
    assert str(ACTIONS[name].title) in text_of(page)
    chosen = {"name": other.name} if name in ("put-on", "director", "change") else {}
    if name == "take-up":
        chosen = {"at": f"{now() + 3 * DAY:%Y-%m-%dT%H:%M}"}
    done = client.post(address, as_first_shown(client, address, **chosen), follow=True)
    assert f"Done: {ACTIONS[name].title}" in text_of(done)


def test_what_is_not_possible_now_leads_back(nora: User) -> None:
    neva = of_today(nora)
    for name in ("reopen", "take-up"):
        assert signed_in(nora).get(reverse("tournaments:league-act", args=[neva.pk, name])).status_code == 302
    assert signed_in(nora).get(reverse("tournaments:league-act", args=[neva.pk, "nothing"])).status_code == 404


def test_what_a_league_states_is_changed_from_its_own_values(nora: User) -> None:
    neva = of_today(nora)
    client, url = signed_in(nora), reverse("tournaments:league-act", args=[neva.pk, "change"])
    form = client.get(url).context["form"]
    shown = {name: form[name].value() for name in ("name", "text", "pace", "nights", "vacation", "season_days")}
    rest = {"nights": "0", "vacation": "none", "season_days": 90}
    assert shown == {"name": "Neva League", "text": "", "pace": "2d", **rest}
    shown |= {"pause_days": 7, "nights": "9", "vacation": "automatic"}
    pace = next(name for name in PACES if name != "2d")
    sent = {**shown, "pace": pace, "season_days": 60, "reason": "Too slow.", "step": "sure"}
    assert client.post(url, sent).status_code == 302
    neva.refresh_from_db()
    season = neva.seasons.get()
    assert neva.clock == replace(PACES[pace][0], nights=9, vacation=Vacation.AUTOMATIC)
    page = text_of(Client().get(neva.get_absolute_url()))
    assert "Vacation: Planned, and automatic before a deadline is missed." in page
    assert "This moves a deadline by at most 9 days." in page
    assert season.ends_at - season.starts_at == timedelta(days=60)
    assert "season length" in text_of(Client().get(reverse("tournaments:league-log", args=[neva.pk])))


def test_the_start_is_put_off_in_the_readers_time(nora: User) -> None:
    neva = of_today(nora)
    at = (now() + 9 * DAY).replace(second=0, microsecond=0)
    url = reverse("tournaments:league-act", args=[neva.pk, "put-off"])
    sent = {"at": localtime(at).strftime("%Y-%m-%dT%H:%M"), "reason": "Holidays.", "step": "sure"}
    assert signed_in(nora).post(url, sent).status_code == 302
    assert neva.seasons.get().starts_at == at
    assert signed_in(nora).post(url, {**sent, "at": "2020-01-01T12:00"}).status_code == 422


def test_registration_is_closed_and_opened(nora: User) -> None:
    anna, boris = people(2)
    neva = league(nora)
    season = neva.seasons.get()
    sign_up(season_id=season.pk, user=anna, now=NOON)
    directing.close_entries(league_id=neva.pk, director=nora, reason="full", now=NOON)
    with pytest.raises(EntriesClosed):
        sign_up(season_id=season.pk, user=boris, now=NOON)
    directing.put_on(league_id=neva.pk, director=nora, name="Player2", reason="asked before", now=NOON)
    sign_off(season_id=season.pk, user=anna, now=NOON)
    directing.open_entries(league_id=neva.pk, director=nora, reason="room again", now=NOON)
    sign_up(season_id=season.pk, user=anna, now=NOON)
    assert kinds(neva) == [
        "created",
        "signed up",
        "entries closed",
        "put on",
        "signed off",
        "entries opened",
        "signed up",
    ]


def test_only_directors_act_and_never_without_a_reason(nora: User) -> None:
    anna, boris = people(2)
    neva = league(nora)
    sign_up(season_id=neva.seasons.get().pk, user=anna, now=NOON)
    with pytest.raises(NotLeagueDirector):
        directing.end(league_id=neva.pk, director=boris, reason="mine", now=NOON)
    with pytest.raises(ReasonMissing):
        directing.end(league_id=neva.pk, director=nora, reason="  ", now=NOON)
    with pytest.raises(LastLeagueDirector):
        directing.remove_director(league_id=neva.pk, director=nora, user_id=nora.pk, reason="tired", now=NOON)
    directing.add_director(league_id=neva.pk, director=nora, name="Player1", reason="helps", now=NOON)
    with pytest.raises(BadRequest):
        directing.take_off(league_id=neva.pk, director=anna, user_id=anna.pk, reason="me", now=NOON)
    directing.take_off(league_id=neva.pk, director=nora, user_id=anna.pk, reason="late", now=NOON)
    with pytest.raises(TakenOff):
        sign_up(season_id=neva.seasons.get().pk, user=anna, now=NOON)


def test_who_directs_a_league_directs_the_groups_that_are_played(nora: User) -> None:
    users = people(6)
    neva = league(nora)
    season = neva.seasons.get()
    for user in users[:5]:
        sign_up(season_id=season.pk, user=user, now=NOON)
    sweep(season.starts_at)
    directing.add_director(league_id=neva.pk, director=nora, name="Player6", reason="helps", now=season.starts_at)
    assert set(Director.objects.values_list("user", flat=True)) == {nora.pk, users[5].pk}
    directing.remove_director(
        league_id=neva.pk, director=users[5], user_id=nora.pk, reason="away", now=season.starts_at
    )
    assert set(Director.objects.values_list("user", flat=True)) == {users[5].pk}


def test_a_league_ends_and_is_taken_up_again(nora: User) -> None:
    users = people(5)
    neva = league(nora, group_size=5)
    for user in users:
        sign_up(season_id=neva.seasons.get().pk, user=user, now=NOON)
    directing.end(league_id=neva.pk, director=nora, reason="rain", now=NOON)
    assert not Season.objects.exists()
    sweep(NOON + 2 * DAY)
    assert "This league has ended." in text_of(Client().get(neva.get_absolute_url()))
    directing.take_up(league_id=neva.pk, director=nora, at=NOON + 9 * DAY, reason="sun", now=NOON + DAY)
    season = neva.seasons.get()
    assert (season.number, season.starts_at) == (1, NOON + 9 * DAY)


def test_the_log_is_a_chain_that_survives_an_erased_reason(nora: User) -> None:
    neva = league(nora)
    directing.close_entries(league_id=neva.pk, director=nora, reason="full of fools", now=NOON)
    directing.open_entries(league_id=neva.pk, director=nora, reason="sorry", now=NOON)
    acts = list(neva.acts.order_by("number"))
    neva.refresh_from_db()
    assert broken_at(acts) is None
    assert (neva.last_act, neva.head) == (3, acts[-1].digest)
    erase_reason(acts[1])
    call_command("verify_league", neva.pk)
    assert broken_at(neva.acts.order_by("number")) is None
    LeagueAct.objects.filter(pk=acts[2].pk).update(kind="ended")
    assert broken_at(neva.acts.order_by("number")) == 3
    with pytest.raises(CommandError, match="1 differences"):
        call_command("verify_league", neva.pk)


def test_the_desk_takes_few_statements_however_many_sign_up(nora: User) -> None:
    neva = of_today(nora)
    for user in people(20):
        sign_up(season_id=neva.seasons.get().pk, user=user, now=now())
    client = signed_in(nora)
    page, caught = statements(client, f"/leagues/{neva.pk}/manage/")
    assert "Player20" in text_of(page)
    assert len(caught) <= 14
    page, caught = statements(Client(), f"/leagues/{neva.pk}/log/")
    assert "Player20 registered for season 1." in text_of(page)
    assert len(caught) <= 6
