"""Addresses that the site once had still lead to what they led to."""

import pytest
from django.test import Client
from django.urls import resolve, reverse

from accounts.models import User
from notifications.mail.links import WayOut
from notifications.registry import categories
from stpete_site.middleware import now_at
from tests.people import person
from tests.tournaments.lifecycle.club import made

pytestmark = pytest.mark.django_db

MOVED = {
    "/events/": "/tournaments/",
    "/events/mine/address/": "/tournaments/mine/address/",
    "/events/7/": "/tournaments/7/",
    "/events/7/enter/": "/tournaments/7/register/",
    "/events/7/leave/": "/tournaments/7/withdraw/",
    "/events/7/back/": "/tournaments/7/rejoin/",
    "/events/7/standings/3/": "/tournaments/7/standings/3/",
    "/events/7/report.trf": "/tournaments/7/report.trf",
    "/events/7/desk/": "/tournaments/7/manage/",
    "/events/7/desk/pause/": "/tournaments/7/manage/pause/",
    "/events/invitations/abc/": "/tournaments/invitations/abc/",
    "/leagues/7/desk/": "/leagues/7/manage/",
    "/profile/told/": "/profile/notifications/history/",
    "/profile/told/7/again/": "/profile/notifications/history/7/again/",
    "/profile/notices/": "/profile/notifications/",
    "/profile/notices/about/game:7/": "/profile/notifications/about/game:7/",
    "/games/7/talk/": "/games/7/chat/",
    "/games/7/talk/watchers/": "/games/7/chat/watchers/",
    "/talk/lines/7/remove/": "/chat/messages/7/remove/",
    "/talk/mine.json": "/chat/mine.json",
    "/api/v1/events/": "/api/v1/tournaments/",
    "/api/v1/events/7/": "/api/v1/tournaments/7/",
    "/api/v1/events/7/entry/": "/api/v1/tournaments/7/registration/",
    "/api/v1/events/7/desk/pause/": "/api/v1/tournaments/7/manage/pause/",
    "/api/v1/leagues/7/desk/": "/api/v1/leagues/7/manage/",
    "/api/v1/notices/": "/api/v1/notifications/",
    "/api/v1/notices/wishes/": "/api/v1/notifications/preferences/",
    "/api/v1/notices/push/7/": "/api/v1/notifications/push/7/",
    "/admin/about/event/7/": "/admin/about/tournament/7/",
}


@pytest.fixture
def nora() -> User:
    return person("Nora", is_staff=True)


@pytest.mark.parametrize(("old", "new"), MOVED.items(), ids=list(MOVED))
def test_an_old_address_leads_to_the_new_one_with_its_query(client: Client, old: str, new: str) -> None:
    resolve(new)
    got = client.get(f"{old}?page=2&q=%C3%A4")
    assert (got.status_code, got["Location"]) == (301, f"{new}?page=2&q=%C3%A4")
    sent = client.post(old, {"reason": "x"})
    assert (sent.status_code, sent["Location"]) == (308, new), "the form is sent once more, as it was"


@pytest.mark.parametrize(
    "path", ["/games/7/back/", "/leagues/7/", "/tournaments/", "/tables/7/leave/", "/api/v1/games/7/back/"]
)
def test_an_address_that_never_moved_stays(path: str) -> None:
    assert now_at(path) == path


def test_a_program_that_follows_redirects_finds_its_tournament_at_the_old_address(client: Client, nora: User) -> None:
    tournament = made(nora)
    page = client.get(f"/events/{tournament.pk}/", follow=True)
    assert page.redirect_chain == [(f"/tournaments/{tournament.pk}/", 301)]
    assert page.status_code == 200
    told = client.get(f"/api/v1/events/{tournament.pk}/", follow=True)
    assert told.json()["id"] == tournament.pk


def test_a_calendar_is_read_at_its_old_address_without_a_redirect(client: Client, nora: User) -> None:
    tournament = made(nora)
    there, once = (client.get(f"/{word}/{tournament.pk}/calendar.ics") for word in ("tournaments", "events"))
    assert once.status_code == 200
    assert once.content.startswith(b"BEGIN:VCALENDAR")
    assert len(once.content) == len(there.content)
    assert client.get("/events/mine/no-such-token.ics").status_code == 404, "and no redirect either"


def test_unsubscribing_at_once_has_kept_its_address(client: Client, nora: User) -> None:
    token = WayOut(categories()["turns"], user_id=nora.pk).token()
    assert reverse("notifications:unsubscribe", args=[token]) == f"/mail/unsubscribe/{token}/"
    answer = client.post(f"/mail/unsubscribe/{token}/", {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
