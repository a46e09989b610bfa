"""Quick match: players who want the same game find each other, by rating and pace, and are told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils.timezone import now

from accounts import separation
from accounts.models import Household, User
from games.models import Game, Seek, Status, Tenure, Visibility
from games.play.notifications import GameNotification
from games.tables import seeks
from games.tables.errors import TooMany
from games.tables.seeks import Pool
from games.tables.tables import leave_open_tables
from games.tasks import work_off
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from stpete_site.tasks import SWEEP, due_tasks
from tests.mails import text_of
from tests.people import person, signed_in
from tournaments.models import Rating

from ..play_builders import NOON

pytestmark = pytest.mark.django_db

TWO = Pool(2, 2, "2d")


def look(user: User, pool: Pool = TWO, at=NOON) -> Game | None:
    return seeks.seek(user=user, pool=pool, now=at)


def rate(user: User, value: float) -> None:
    Rating.objects.create(user=user, pool="overall", value=value, games=20, played_at=NOON)


def test_two_who_want_the_same_play_at_once_and_the_one_who_waited_is_told(anna, boris):
    assert look(anna) is None
    game = look(boris)
    assert game is not None
    assert (game.status, game.visibility, game.rated, game.host) == (Status.RUNNING, Visibility.PUBLIC, True, None)
    assert {one.user for one in game.participants.all()} == {anna, boris}
    started = Notification.objects.filter(kind=GameNotification.STARTED, user=anna)
    assert started.get().subject == f"game:{game.pk}"
    assert not Seek.objects.exists()


@pytest.mark.parametrize("pool", [Pool(1, 2, "2d"), Pool(2, 3, "2d"), Pool(2, 2, "7d")])
def test_another_edition_number_or_pace_is_another_game(anna, boris, pool):
    look(anna)
    assert look(boris, pool) is None
    assert Seek.objects.count() == 2


def test_three_seats_take_three_people(anna, boris, clara):
    pool = Pool(1, 3, "1d")
    assert [look(one, pool) for one in (anna, boris)] == [None, None]
    game = look(clara, pool)
    assert game is not None
    assert game.engine_options.edition == 1
    assert game.participants.count() == 3


def test_ratings_near_each_other_meet_at_once_and_the_nearest_first(anna, boris, clara):
    rate(anna, 1500)
    rate(boris, 1720)
    look(anna)
    assert look(boris) is not None

    Rating.objects.filter(user=boris).update(value=1850)
    rate(clara, 1600)
    assert [look(anna), look(boris)] == [None, None]
    game = look(clara)
    assert game is not None
    assert {one.user for one in game.participants.all()} == {anna, clara}


def test_ratings_that_lie_apart_meet_when_somebody_has_waited(anna, boris):
    rate(anna, 1500)
    rate(boris, 2050)
    look(anna)
    assert look(boris, at=NOON + timedelta(seconds=20)) is None
    assert seeks.match_due(now=NOON + timedelta(seconds=49)) == 0
    assert [seeks.window(timedelta(seconds=seconds)) for seconds in (0, 29, 30, 60)] == [300, 300, 450, 600]
    seeks.match_due(now=NOON + timedelta(seconds=50))
    assert not Game.objects.exists()
    seeks.match_due(now=NOON + timedelta(seconds=80))
    assert Game.objects.get().participants.count() == 2


def test_two_who_want_the_same_meet_within_two_minutes_whatever_their_ratings(anna, boris):
    rate(anna, 1500)
    rate(boris, 2900)
    came = NOON + timedelta(minutes=1)
    look(anna)
    assert look(boris, at=came) is None
    for seconds in range(0, 90, 5):  # as the sweep does
        seeks.match_due(now=came + timedelta(seconds=seconds))
    assert Game.objects.get().is_running

    look(anna, at=came)
    assert look(boris, at=came + seeks.ANYBODY) is not None, "at once where the other has waited long enough"


def test_those_who_wait_long_are_looked_at_less_often(anna, boris):
    separation.block(blocker=anna, blocked=boris, now=NOON)
    for user in (anna, boris):
        look(user)
    assert {one.due_at for one in Seek.objects.all()} == {NOON + seeks.STEP}
    seeks.match_due(now=NOON + seeks.ANYBODY)
    assert {one.due_at for one in Seek.objects.all()} == {NOON + seeks.ANYBODY + seeks.LATER}


@pytest.mark.parametrize("why", ["blocked", "blocks", "household"])
def test_people_who_are_kept_apart_never_meet_however_long_they_wait(anna, boris, clara, why):
    if why == "household":
        Household.objects.create(asker=anna, named=boris, asked_at=NOON, since=NOON)
    else:
        one, other = (anna, boris) if why == "blocks" else (boris, anna)
        separation.block(blocker=one, blocked=other, now=NOON)
    look(anna)
    assert look(boris) is None
    seeks.match_due(now=NOON + timedelta(days=1))
    assert not Game.objects.exists()
    game = look(clara, at=NOON + timedelta(days=1))
    assert game is not None
    assert {one.user for one in game.participants.all()} == {anna, clara}


def test_the_same_wish_twice_is_one_and_there_is_a_limit(anna):
    look(anna)
    look(anna)
    assert Seek.objects.count() == 1
    for pace in ("12h", "1d", "3d", "7d"):
        look(anna, Pool(2, 2, pace))
    with pytest.raises(TooMany, match="already have 5 searches running"):
        look(anna, Pool(2, 4, "2d"))


def test_several_wishes_are_several_games(anna, boris):
    for pool in (TWO, Pool(2, 2, "7d")):
        look(anna, pool)
    assert look(boris) is not None
    assert [one.pace for one in Seek.objects.all()] == ["7d"]


def test_the_sweep_finds_what_the_request_missed(anna, boris):
    moment = now()
    for user in (anna, boris):  # as if both had come in the same moment
        Seek.objects.create(user=user, edition=2, players=2, pace="2d", expires_at=moment + timedelta(days=1))
    assert SWEEP in due_tasks(now())
    work_off()
    assert Game.objects.get().is_running
    assert SWEEP not in due_tasks(now())


def test_a_wish_ends_after_a_week_and_with_the_account(anna, boris):
    look(anna)
    look(boris, Pool(1, 2, "2d"))
    seeks.match_due(now=NOON + timedelta(days=8))
    assert not Seek.objects.exists()
    look(anna)
    leave_open_tables(user=anna, now=NOON)
    assert not Seek.objects.exists()


def test_bots_are_offered_after_ten_minutes_and_a_click_puts_them_in(anna):
    client = signed_in(anna)
    assert client.post("/play/", TWO._asdict()).url == "/play/"
    page = client.get("/play/").content.decode()
    assert "you can play bots instead" in page
    assert "Play bots instead" not in page
    (waiting,) = Seek.objects.all()
    client.post(f"/play/{waiting.pk}/bots/")
    assert not Game.objects.exists()
    Seek.objects.update(created_at=now() - timedelta(minutes=10))
    assert "Play bots instead" in client.get("/play/").content.decode()
    answer = client.post(f"/play/{waiting.pk}/bots/")
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert game.participants.exclude(bot="").count() == 1
    assert not Seek.objects.exists()


def test_the_page_of_one_who_waits_hears_of_the_game_and_leads_to_it_but_not_to_older_ones(anna, boris):
    old = [look(one, at=now()) for one in (boris, anna)][1]
    client = signed_in(anna)
    client.post("/play/", TWO._asdict())
    page = client.get("/play/").content.decode()
    assert f'<noscript><meta http-equiv="refresh" content="30;url=/play/?after={old.pk}"></noscript>' in page

    def heard() -> dict[str, str | None]:
        return client.get(f"/play/?after={old.pk}", headers={"Accept": "application/json"}).json()

    first = heard()
    assert f'data-state="{first["state"]}"' in page
    assert first["game"] is None
    Seek.objects.update(created_at=now() - timedelta(minutes=10))
    assert heard()["state"] != first["state"], "bots are offered"
    assert client.get(f"/play/?after={old.pk}").status_code == 200
    game = look(boris, at=now())
    assert heard() == {"state": "", "game": game.get_absolute_url()}
    assert client.get(f"/play/?after={old.pk}").url == game.get_absolute_url()
    assert client.get(f"/play/?after={game.pk}").status_code == 200
    assert signed_in(boris).get("/play/?after=x").status_code == 200


def test_nobody_ends_the_wish_of_another(anna, boris):
    look(anna)
    (waiting,) = Seek.objects.all()
    Seek.objects.update(created_at=now() - timedelta(hours=1))
    for path in ("leave", "bots"):
        signed_in(boris).post(f"/play/{waiting.pk}/{path}/")
    assert Seek.objects.count() == 1
    assert not Game.objects.exists()
    signed_in(anna).post(f"/play/{waiting.pk}/leave/")
    assert not Seek.objects.exists()


def test_two_clicks_from_the_front_page_to_a_game_with_somebody_who_waits(anna, boris):
    look(boris, at=now())
    client = signed_in(anna)
    assert 'href="/play/"' in client.get("/").content.decode()
    assert "1 player waiting" in client.get("/play/").content.decode()
    answer = client.post("/play/", TWO._asdict())
    assert answer.url == Game.objects.get().get_absolute_url()


def test_a_wish_that_nobody_offers_is_none(anna):
    client = signed_in(anna)
    for wrong in ({"players": "9"}, {"pace": "1y"}, {"edition": "3"}):
        assert client.post("/play/", TWO._asdict() | wrong).status_code == 422
    assert not Seek.objects.exists()


def test_of_ten_who_come_five_pairs_play_and_none_twice():
    people = [person(f"Player {letter}") for letter in "abcdefghij"]
    for one in people:
        look(one)
    assert Game.objects.count() == 5
    assert sorted(
        pk for game in Game.objects.all() for pk in game.participants.values_list("user", flat=True)
    ) == sorted(one.pk for one in people)


def test_the_mail_says_that_the_game_has_begun(anna, boris, mailbox):
    look(anna, at=now())
    game = look(boris, at=now())
    bundle_due(now())
    deliver_due(now())
    (mail,) = mailbox.wait_for(1, to="anna@example.org", seconds=1)
    assert game.get_absolute_url() in text_of(mail)
    assert "Boris" in text_of(mail)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_come_at_once_everybody_plays_once():
    people = [person(f"Player {letter}") for letter in "abcdef"]
    at_once = len(people) if connection.vendor == "postgresql" else 1
    together = Barrier(at_once, timeout=20)

    def come(user: User) -> None:
        connection.ensure_connection()
        together.wait()
        try:
            look(user)
        finally:
            connection.close()

    with ThreadPoolExecutor(at_once) as threads:
        list(threads.map(come, people))
    seeks.match_due(now=NOON + timedelta(hours=1))
    assert Game.objects.count() == 3
    assert set(Tenure.objects.values_list("user", flat=True)) == {one.pk for one in people}
