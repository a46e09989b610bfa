"""The way out of mails: one click for programs, a question for people and scanners (RFC 8058)."""

import pytest
from django.core.signing import Signer
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import engine
from games.emails import DEADLINES, RESULTS, TABLES, TURNS
from games.models import Game, Invitation
from games.play import notifications
from notifications.mail import links
from notifications.mail.links import WayOut
from notifications.models import MutedAddress
from notifications.registry import kinds
from notifications.services import queue
from tests.games.play_builders import DAY
from tests.notifications.choosing import wants
from tests.people import signed_in

ALL = (TURNS, DEADLINES, TABLES, RESULTS)
pytestmark = pytest.mark.django_db
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def address(way):
    return reverse("notifications:unsubscribe", args=[way.token()])


@pytest.fixture
def program():
    """A mail program: no cookies, and every missing CSRF token counts."""
    return Client(enforce_csrf_checks=True)


def wishes(user):
    return {category: wants(user, category) for category in ALL}


@pytest.mark.parametrize("category", ALL)
def test_one_click_stops_this_category_of_this_user_and_nothing_else(anna, boris, program, category):
    answer = program.post(address(WayOut(category, user_id=anna.pk)), ONE_CLICK)
    assert answer.status_code == 200
    assert wishes(anna) == {other: other != category for other in ALL}
    assert all(wishes(boris).values())


def test_a_second_click_changes_nothing_and_is_welcome(anna, program):
    for _ in range(2):
        assert program.post(address(WayOut(TURNS, user_id=anna.pk)), ONE_CLICK).status_code == 200
    assert wishes(anna)[TURNS] is False


def test_a_get_only_asks_and_writes_nothing(anna, program):
    for method in (program.get, program.head):
        with CaptureQueriesContext(connection) as queries:
            answer = method(address(WayOut(TURNS, user_id=anna.pk)))
        assert answer.status_code == 200
        assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []
    assert all(wishes(anna).values())
    page = program.get(address(WayOut(TURNS, user_id=anna.pk))).content.decode()
    assert '<form method="post"' in page
    assert "Unsubscribe from these emails?" in page


def test_the_form_of_that_page_works_without_cookies(anna, program):
    page = program.post(address(WayOut(RESULTS, user_id=anna.pk)))
    assert "You have unsubscribed" in page.content.decode()
    assert wishes(anna)[RESULTS] is False


@pytest.mark.parametrize(
    "token",
    ["nonsense", "u1-turns", "u1-turns.AAAAAAAAAAAAAAAAAAAAAA", Signer(sep=".", salt="other").sign("u1-turns")],
)
def test_a_token_that_is_not_ours_gets_the_same_answer_and_stops_nothing(anna, program, token):
    url = reverse("notifications:unsubscribe", args=[token])
    assert program.post(url, ONE_CLICK).status_code == 200
    assert program.get(url).status_code == 200
    assert all(wishes(anna).values())


def test_a_user_who_is_gone_gets_the_same_answer(program):
    assert program.post(address(WayOut(TURNS, user_id=987654)), ONE_CLICK).status_code == 200
    assert program.post(address(WayOut(TABLES, subject="invitation:987654")), ONE_CLICK).status_code == 200
    assert not MutedAddress.objects.exists()


def test_it_does_not_matter_who_is_signed_in(anna, boris):
    signed_in(boris).post(address(WayOut(TURNS, user_id=anna.pk)))
    assert wishes(anna)[TURNS] is False
    assert all(wishes(boris).values())


def test_an_address_without_an_account_is_kept_as_a_fingerprint_and_left_in_peace(anna, program):
    game = Game.objects.create(title="Lunch", host=anna, options=engine.Options().to_dict(), pace_base=DAY)
    invitation = Invitation.objects.create(game=game, inviter=anna, email="Emil@Example.org")
    queue([notifications.invitation(invitation)])
    way = WayOut(TABLES, subject=f"invitation:{invitation.pk}")
    for _ in range(2):
        assert program.post(address(way), ONE_CLICK).status_code == 200
    assert MutedAddress.objects.is_muted("emil@example.org")
    assert not MutedAddress.objects.is_muted("emilia@example.org")
    assert "emil" not in MutedAddress.objects.get().digest


def test_a_token_says_what_it_was_made_of_and_outlives_its_secret_key(anna, settings):
    """Mails are kept for years: SECRET_KEY_FALLBACKS keeps their links alive."""
    way = WayOut(DEADLINES, user_id=anna.pk)
    token = way.token()
    assert links.read_way_out(token) == way
    assert len(way.url()) < len(settings.SITE_URL) + 70
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key"
    assert links.read_way_out(token) == way
    settings.SECRET_KEY_FALLBACKS = []
    assert links.read_way_out(token) is None


def test_every_kind_of_mail_belongs_to_a_category_with_a_wish_on_the_page_or_a_way_out_of_its_own(anna):
    page = signed_in(anna).get("/profile/notifications/").content.decode()
    for kind in kinds().values():
        has_wish = kind.category.leave is None and not kind.category.is_asked_for
        assert (f'name="when_mail_{kind.category.name}"' in page) is has_wish
        assert wants(anna, kind.category) is kind.category.is_wanted


@pytest.mark.parametrize(
    ("token", "way"),
    [
        ("u0-turns.nlG2ZPwO5evsOMLOTOYfYY", WayOut(TURNS, user_id=0)),
        ("u0-deadlines._bk9eIuo-apIgYbZld3CDR", WayOut(DEADLINES, user_id=0)),
        ("u0-tables.ut46LqUwiwGXRKsTdC0ajo", WayOut(TABLES, user_id=0)),
        ("u0-results.RuJYvB2teuapIKmcKMKBDz", WayOut(RESULTS, user_id=0)),
        ("i0-tables.mv5Sxil6VaKfgDRXVz-dvJ", WayOut(TABLES, subject="invitation:0")),
    ],
)
def test_tokens_of_mails_from_before_notifications_were_an_app_go_on_working(token, way):
    assert links.read_way_out(token) == way
    assert way.token() == token
