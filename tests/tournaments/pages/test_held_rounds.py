"""A round that is held: only directors see who plays whom and who rests, until it begins."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from django.test import Client

from accounts.models import User
from arbiter.progression.plan import Knockout, Plan, RoundRobin, Swiss
from notifications.models import Notification
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import DAY, NOON, again, clockwork, made, people, play_round
from tournaments.lifecycle.services.acts import by_hand
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import enter
from tournaments.models import Chair, Rest, Standing, Tournament
from tournaments.pages.exports import feed_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def second_held(nora: User, players: list[User], form: object = None) -> Tournament:
    """One round is played, and the second one is paired and held."""
    tournament = made(nora, Plan(stages=(form or Swiss(3),), sizes=None))  # type: ignore[arg-type]
    for user in players:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    by_hand.hold(tournament_id=tournament.pk, director=nora, lasts=2 * DAY, reason="to look at it", now=NOON)
    play_round(tournament)
    assert tournament.rounds.get(number=2).is_held
    return again(tournament)


def addresses(of: Tournament, entry: int) -> list[str]:
    pages = [f"/tournaments/{of.pk}/{part}" for part in ("", "standings/", "log/", f"standings/{entry}/", "embed/")]
    files = [
        f"/tournaments/{of.pk}/{part}" for part in ("pairings.csv", "pairings.json", "standings.csv", "report.trf")
    ]
    api = [f"/api/v1/tournaments/{of.pk}/{part}" for part in ("", "rounds/", "standings/", "log/")]
    return [*pages, *files, *api]


def test_whoever_is_no_director_reads_the_same_whatever_the_pairings_of_a_held_round_are(nora: User) -> None:
    players = people(5)
    tournament = second_held(nora, players)
    held, first = tournament.rounds.get(number=2), tournament.entries.get(number=1)
    resting = Rest.objects.get(round=held, why="bye").entry
    readers = [Client(), signed_in(first.user), signed_in(resting.user)]

    def read() -> list[bytes]:
        found = (reader.get(address).content for reader in readers for address in addresses(tournament, resting.pk))
        return [re.sub(rb'(nonce|value)="[^"]{16,}"', b"", one) for one in found]

    read()  # what is made once for everybody
    before = read()
    assert all(before)
    row = json.loads(readers[0].get(f"/api/v1/tournaments/{tournament.pk}/").content)["rounds"][1]
    assert (row["number"], row["state"], row["games"]) == (2, "paired", 0)
    moved = Chair.objects.filter(round=held).exclude(entry=first).first()
    assert moved is not None
    entry, other = moved.entry, Rest.objects.get(round=held, why="bye")
    Rest.objects.filter(pk=other.pk).update(entry=entry)
    Chair.objects.filter(pk=moved.pk).update(entry=resting)
    assert [*map(hash, read())] == [*map(hash, before)]


@pytest.mark.parametrize("form", [Swiss(3), RoundRobin(at_once=False), Knockout()])
def test_a_held_round_has_a_page_for_directors_alone_until_it_begins(nora: User, form: object) -> None:
    players = people(5)
    tournament = second_held(nora, players, form)
    page, api = f"/tournaments/{tournament.pk}/rounds/2/", f"/api/v1/tournaments/{tournament.pk}/rounds/2/"
    directing, playing, passing = signed_in(nora), signed_in(players[0]), Client()
    for address in (page, api, f"{api}resting/"):
        assert [who.get(address).status_code for who in (directing, playing, passing)] == [200, 404, 404]
    link, own = f'href="{page}"'.encode(), f"/tournaments/{tournament.pk}/"
    for address in (own, f"{own}rounds/1/"):
        assert [link in who.get(address).content for who in (directing, playing, passing)] == [True, False, False]
    by_hand.let_begin(tournament_id=tournament.pk, director=nora, reason="as it should be", now=NOON + DAY)
    for address in (page, api, f"{api}resting/"):
        assert [who.get(address).status_code for who in (playing, passing)] == [200, 200]
    assert link in passing.get(own).content
    assert len(json.loads(passing.get(api).content)["tables"]) == tournament.rounds.get(number=2).tables.count()


def test_a_bye_of_a_held_round_brings_its_points_when_it_begins(nora: User) -> None:
    tournament = second_held(nora, people(5))
    resting = Rest.objects.get(round__number=2, why="bye").entry
    before = Standing.objects.get(entry=resting).values[0]
    by_hand.let_begin(tournament_id=tournament.pk, director=nora, reason="as it should be", now=NOON + DAY)
    clockwork.sweep(NOON + DAY)
    assert Fraction(Standing.objects.get(entry=resting).values[0]) == Fraction(before) + Fraction(1, 2)


def test_the_log_names_nobody_who_was_swapped_in_a_round_while_it_is_held(nora: User) -> None:
    tournament = second_held(nora, people(6))
    one, other = (table.chairs.first().entry for table in tournament.rounds.get(number=2).tables.order_by("number")[:2])
    by_hand.swap(
        tournament_id=tournament.pk,
        director=nora,
        number=2,
        one_id=one.pk,
        other_id=other.pk,
        reason="a wish",
        now=NOON,
    )
    log, api = f"/tournaments/{tournament.pk}/log/", f"/api/v1/tournaments/{tournament.pk}/log/"
    said = "swap places"
    assert [said in who.get(log).content.decode() for who in (signed_in(nora), Client())] == [True, False]
    assert said not in Client().get(api).content.decode()
    by_hand.let_begin(tournament_id=tournament.pk, director=nora, reason="as it should be", now=NOON + DAY)
    assert said in Client().get(log).content.decode()
    assert said in Client().get(api).content.decode()


def test_emails_name_no_pairing_of_a_held_round(nora: User) -> None:
    tournament = second_held(nora, people(5))
    told = Notification.objects.filter(data__round=2).values_list("kind", "user__display_name")
    assert list(told) == [("held", "Nora")]
    by_hand.let_begin(tournament_id=tournament.pk, director=nora, reason="as it should be", now=NOON + DAY)
    assert sorted(who for kind, who in told.all() if kind == "paired") == sorted(
        tournament.entries.values_list("user__display_name", flat=True)
    )


@pytest.mark.parametrize("form", [Swiss(3), RoundRobin(), Knockout(), Knockout(double=True)])
def test_a_tournament_stands_while_its_first_round_is_held(nora: User, form: object) -> None:
    tournament = made(nora, Plan(stages=(form,), sizes=None))  # type: ignore[arg-type]
    for user in people(5):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    by_hand.hold(tournament_id=tournament.pk, director=nora, lasts=2 * DAY, reason="to look at it", now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    assert tournament.rounds.filter(is_held=True).exists()
    assert not again(tournament).standings_due
    entry = tournament.entries.get(number=1)
    for client in (signed_in(nora), signed_in(entry.user), Client()):
        for address in addresses(tournament, entry.pk)[:9]:
            assert client.get(address).status_code == 200
    clockwork.sweep(NOON + 3 * DAY)
    assert not tournament.rounds.filter(is_held=True).exists()


def test_calendars_name_a_held_round_to_its_directors_alone(nora: User) -> None:
    players = people(5)
    tournament = second_held(nora, players)
    feed, mine = f"/tournaments/{tournament.pk}/calendar.ics", "/tournaments/mine/{}.ics"
    for client in (Client(), signed_in(players[0])):
        assert "round 2" not in client.get(feed).content.decode()
    assert "round 2 starts" in signed_in(nora).get(feed).content.decode()
    assert "round 2" not in Client().get(mine.format(feed_token(players[0]))).content.decode()
    assert "round 2 starts" in Client().get(mine.format(feed_token(nora))).content.decode()
    assert "round 1 ended" in Client().get(feed).content.decode()
