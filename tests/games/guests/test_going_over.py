"""What becomes of a guest: an account of the same row, a hand-over to an account he had, or nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import now

from accounts.models import ApiToken, User
from games.due import counts
from games.guests.services import forget_due_guests, forget_guest, take_along
from games.models import TAKEN_ALONG, Game, LogRow, Participant, RowKind, Tenure
from games.play.positions import load
from games.replay.record import record_of
from notifications.models import Notification
from stpete_site.tasks import tidy
from tests.accounts.entering import code_to, confirm, sign_up
from tests.games.boards import wander_on
from tests.games.play_builders import play_on
from tests.mails import Mailbox
from tests.people import PASSWORD, person, signed_in

from .builders import guest_at, play_now

pytestmark = pytest.mark.django_db
DAYS = timedelta(days=31)


@pytest.fixture(autouse=True)
def no_tries_yet() -> None:
    cache.clear()


def test_signing_up_makes_an_account_of_the_same_row(mailbox: Mailbox) -> None:
    client, guest, game = guest_at()
    assert sign_up(client, "Olga", next=f"/games/{game.pk}/").status_code == 302
    guest.refresh_from_db()
    assert guest.is_guest, "nothing is proved yet"
    response = confirm(client, code_to(mailbox, "olga@example.org"))
    assert response["Location"] == f"/games/{game.pk}/"
    account = User.objects.get()
    assert (account.pk, account.name, account.email) == (guest.pk, "Olga", "olga@example.org")
    assert not account.is_guest
    assert load(game.pk).seat_of(account) is not None
    assert client.get("/profile/").status_code == 200
    forget_due_guests(now=now() + DAYS)
    assert Game.objects.get() == game


def test_he_plays_on_until_he_types_the_code(mailbox: Mailbox) -> None:
    """The password that he has chosen does not end his session, and he may begin the sign-up anew, with a typing error mended."""
    client, guest, game = guest_at()
    sign_up(client, "Olga", email="olag@example.org")
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "Playing as a guest" in page
    give_up(client)
    assert sign_up(client, "Olga", email="olga@example.org").status_code == 302
    confirm(client, code_to(mailbox, "olga@example.org"))
    assert [(one.pk, one.email) for one in User.objects.all()] == [(guest.pk, "olga@example.org")]
    assert not User.objects.get().is_guest


def give_up(client: Client) -> None:
    """The time for the code is over, so that the page of the sign-up is there again."""
    session = client.session
    del session[LOGIN_SESSION_KEY]
    session.save()


def test_an_address_that_has_an_account_changes_nothing(mailbox: Mailbox, anna: User) -> None:
    client, guest, _game = guest_at()
    sign_up(client, "Hanna", email=anna.email)
    guest.refresh_from_db()
    assert (guest.email, guest.is_guest) == (None, True)


def signs_in(client: Client, user: User, *, next: str = "") -> str:
    sent = {"login": user.email, "password": PASSWORD, **({"next": next} if next else {})}
    response = client.post("/accounts/login/", sent)
    assert response.status_code == 302, response.content.decode()
    return str(response["Location"])


def test_signing_in_asks_and_hands_everything_over(anna: User) -> None:
    client, guest, game = guest_at()
    play_on(game, until=lambda play: len(play.moves) >= 4, now=now())
    over = play_now(client, edition="1")
    wander_on(over, now=now())
    asked = signs_in(client, anna, next=f"/games/{game.pk}/")
    assert asked == f"/guest/take-along/?next=/games/{game.pk}/"
    assert client.get(f"/games/{game.pk}/").status_code == 404, "they are not hers yet"
    assert "You played 2 games as a guest" in client.get(asked).content.decode()
    assert "/guest/take-along/" in client.get("/games/").content.decode()
    before = {one.pk: load(one.pk).game.version for one in (game, over)}
    done = client.post("/guest/take-along/", {"answer": "yes", "next": f"/games/{game.pk}/"})
    assert done["Location"] == f"/games/{game.pk}/"
    for one in (game, over):
        play = load(one.pk)
        row = LogRow.objects.filter(game=one, kind=RowKind.SEAT).get()
        assert (row.text, row.number) == (TAKEN_ALONG, before[one.pk] + 1) == (TAKEN_ALONG, play.game.version)
        assert play.game.host_id == anna.pk
        assert play.eyes_of(anna) is not None
        for path in ("", "log/", *(["replay/"] if one == over else [])):
            assert client.get(f"/games/{one.pk}/{path}").status_code == 200, path
        assert "previously a guest, created an account" in client.get(f"/games/{one.pk}/log/").content.decode()
    assert record_of(load(over.pk))["moves"]
    assert not User.objects.filter(pk=guest.pk).exists()
    assert set(Tenure.objects.exclude(user=None).values_list("user", flat=True)) == {anna.pk}
    assert set(Participant.objects.exclude(user=None).values_list("user", flat=True)) == {anna.pk}
    assert "/guest/take-along/" not in client.get("/games/").content.decode()


def test_what_he_is_asked_then_is_the_accounts_business(anna: User) -> None:
    """A new question with its mails; a page that was open before is stale."""
    _client, guest, game = guest_at()
    play = play_on(game, until=lambda play: play.seat_of(guest) is not None and play.seat_of(guest).waiting, now=now())
    stale = play.game.version
    assert take_along(guest=guest, user=anna, now=now()) == 1
    assert set(Notification.objects.values_list("user", flat=True)) == {anna.pk}
    assert {"your_turn", "reminder"} == set(Notification.objects.values_list("kind", flat=True))
    client = signed_in(anna)
    move = str(next(iter(play.view(play.eyes_of(guest)).moves)))
    moved = client.post(f"/games/{game.pk}/move/", {"text": move, "version": str(stale)})
    assert moved.status_code == 409
    moved = client.post(f"/games/{game.pk}/move/", {"text": move, "version": str(stale + 1)})
    assert moved.status_code == 302
    wander_on(game, now=now())
    assert Game.objects.get(pk=game.pk).is_finished


def test_a_seat_that_a_bot_keeps_is_the_accounts_to_take_back(anna: User) -> None:
    from games.play.automatic import time_out

    _client, guest, game = guest_at()
    moment = now()
    for _miss in range(12):
        play = play_on(
            game, until=lambda play: play.seat_of(guest) is None or bool(play.seat_of(guest).waiting), now=moment
        )
        seat = play.seat_of(guest)
        if seat is None:
            break
        assert seat.due_at is not None
        moment = seat.due_at + timedelta(seconds=1)
        time_out(seat_id=seat.pk, now=moment)
    assert load(game.pk).can_take_back(guest) is not None
    take_along(guest=guest, user=anna, now=moment)
    assert load(game.pk).can_take_back(anna) is not None


def test_what_is_left_is_deleted_later_and_nobody_can_open_it(anna: User) -> None:
    client, guest, game = guest_at()
    signs_in(client, anna)
    client.post("/guest/take-along/", {"answer": "no"})
    assert client.get("/guest/take-along/").status_code == 302
    assert client.get(f"/games/{game.pk}/").status_code == 404
    assert User.objects.filter(pk=guest.pk).exists()
    assert forget_due_guests(now=now() + DAYS) == 1
    assert not Game.objects.exists()


def test_nobody_is_asked_about_the_guest_of_another_device(anna: User) -> None:
    guest_at()
    assert signs_in(Client(), anna) == "/games/"
    assert signed_in(anna).post("/guest/take-along/", {"answer": "yes"})["Location"] == "/games/"
    assert User.objects.filter(guest_until__isnull=False).count() == 1


def test_guests_and_their_games_are_deleted_whole(anna: User, boris: User) -> None:
    from tests.games.play_builders import begun

    other = begun(anna, boris, now=now())
    _client, guest, game = guest_at()
    wander_on(game, now=now())
    _second, young, _game = guest_at()
    User.objects.filter(pk=young.pk).update(guest_until=now() + 2 * DAYS)
    assert forget_due_guests(now=now()) == 0
    assert forget_due_guests(now=now() + DAYS) == 1
    assert forget_due_guests(now=now() + DAYS) == 0
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not LogRow.objects.filter(game=game.pk).exists()
    assert not Notification.objects.filter(subject=f"game:{game.pk}").exists()
    assert Game.objects.filter(pk=other.pk).exists()
    assert User.objects.filter(pk=young.pk).exists()


def test_the_night_does_it_and_the_alarm_counts_who_is_left_over() -> None:
    client, guest, _game = guest_at()
    User.objects.filter(pk=guest.pk).update(guest_until=now() - timedelta(hours=1))
    assert counts(now())["guests"] == 0
    assert counts(now() + timedelta(days=3))["guests"] == 1
    tidy()
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert client.get("/games/").status_code == 302, "his session is nobody's"
    assert client.get("/").status_code == 200


def test_who_begins_another_game_is_kept_as_long_again() -> None:
    client, guest, _game = guest_at()
    User.objects.filter(pk=guest.pk).update(guest_until=now() + timedelta(days=1))
    play_now(client, edition="1")
    guest.refresh_from_db()
    assert guest.guest_until is not None
    assert guest.guest_until > now() + timedelta(days=29)


def test_an_account_is_never_deleted_as_a_guest(anna: User) -> None:
    assert not forget_guest(anna.pk, now=now())
    assert not take_along(guest=anna, user=person("Eva"), now=now())
    assert User.objects.filter(pk=anna.pk, is_active=True).exists()


def test_a_guest_may_leave_nothing_behind_at_once() -> None:
    client, _guest, _game = guest_at()
    assert "cannot be undone" in client.get("/guest/forget/").content.decode()
    assert User.objects.count() == 1
    client.post("/guest/forget/")
    assert (User.objects.count(), Game.objects.count(), ApiToken.objects.count()) == (0, 0, 0)
    assert client.get("/games/").status_code == 302
