"""The profile: what is saved, what is refused, and what language and time zone do to every page."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.entering import code_to, confirm, sign_up
from tests.games.play_builders import begun
from tests.mails import Mailbox, text_of
from tests.people import signed_in

pytestmark = pytest.mark.django_db
WISHES = {
    "confirm_moves": "on",
    "pass_by_itself": "on",
    "warn_too_late": "on",
    "tell_mistakes": "on",
    "keyboard_shortcuts": "on",
}


def form(**fields: str) -> dict[str, str]:
    return {"display_name": "Anna", "time_zone": "Europe/Berlin", "language": "en", **WISHES, **fields}


def test_the_profile_is_saved_and_the_answer_speaks_the_language_just_chosen(anna: User):
    client = signed_in(anna)
    answer = client.post("/profile/", form(language="de", display_name="Anna Maria"), follow=True)
    anna.refresh_from_db()
    assert (anna.name, anna.time_zone, anna.language) == ("Anna Maria", "Europe/Berlin", "de")
    page = answer.content.decode()
    assert '<html lang="de"' in page
    assert "Gespeichert." in page
    assert "Meine Partien" in page


@pytest.mark.parametrize(
    ("language", "first"),
    [("en", "Confirm each move before sending"), ("de", "Vor dem Absenden eines Zuges nachfragen")],
)
def test_every_box_begins_with_a_capital(anna: User, language: str, first: str):
    User.objects.update(language=language)
    labels = re.findall(r"<label[^>]*>([^<]+)</label>", signed_in(anna).get("/profile/").content.decode())
    assert first in labels
    assert [label for label in labels if not label[0].isupper()] == []


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"display_name": "boris"}, "display_name", "username is taken"),
        ({"display_name": "B"}, "display_name", "2 to 20 characters"),
        (
            {"display_name": "anna@example.org"},
            "display_name",
            "Everybody sees your username, so it cannot be an email address. Choose another one.",
        ),
        ({"time_zone": "Mars/Olympus"}, "time_zone", "valid choice"),
        ({"language": "xx"}, "language", "valid choice"),
    ],
)
def test_what_cannot_be_is_said_at_the_field_and_nothing_is_saved(
    anna: User, boris: User, fields: dict[str, str], field: str, said: str
):
    answer = signed_in(anna).post("/profile/", form(**fields))
    assert answer.status_code == 422
    assert said in answer.context["form"].errors[field][0]
    assert '<span class="who-am-i">Anna</span>' in answer.content.decode()
    anna.refresh_from_db()
    assert (anna.name, anna.time_zone) == ("Anna", "UTC")


def test_the_own_name_in_another_spelling_is_no_conflict(anna: User):
    assert signed_in(anna).post("/profile/", form(display_name="ANNA")).status_code == 302


def test_an_old_name_of_a_zone_is_shown_and_kept(anna: User):
    User.objects.filter(pk=anna.pk).update(time_zone="US/Pacific")
    client = signed_in(anna)
    assert '<option value="US/Pacific" selected>' in client.get("/profile/").content.decode()
    assert client.post("/profile/", form(time_zone="US/Pacific")).status_code == 302


def test_the_browser_guesses_the_zone_at_sign_up_and_nonsense_is_dropped(mailbox: Mailbox):
    sign_up(Client(), "Anna", time_zone="Asia/Tokyo")
    sign_up(Client(), "Boris", time_zone="<script>")
    assert User.objects.get(display_name="Anna").time_zone == "Asia/Tokyo"
    assert User.objects.get(display_name="Boris").time_zone == "UTC"


def test_a_visitor_reads_the_language_of_the_browser_and_can_switch():
    client = Client(headers={"accept-language": "de-AT,de;q=0.9"})
    assert "Anmelden" in client.get("/").content.decode()
    answer = client.post("/language/", {"language": "en", "next": "/rules/"})
    assert answer["Location"] == "/rules/"
    assert "What happens in a round" in client.get("/rules/").content.decode()
    assert "Page not found" in client.get("/nowhere/").content.decode()


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_language_switch_leads_nowhere_else(elsewhere: str):
    assert Client().post("/language/", {"language": "de", "next": elsewhere})["Location"] == "/"


def test_switching_the_language_changes_the_profile_of_who_is_signed_in(anna: User):
    client = signed_in(anna)
    client.post("/language/", {"language": "de"})
    anna.refresh_from_db()
    assert anna.language == "de"
    page = client.get("/nowhere/").content.decode()  # no view, so only the cookie knows
    assert "Seite nicht gefunden" in page


def test_an_unknown_language_changes_nothing(anna: User):
    answer = signed_in(anna).post("/language/", {"language": "tlh"})
    anna.refresh_from_db()
    assert (answer.status_code, anna.language) == (302, "en")
    assert answer.cookies["django_language"].value == "en"


def test_signing_up_in_german_makes_a_german_account_with_german_mails(mailbox: Mailbox):
    client = Client(headers={"accept-language": "de"})
    sign_up(client, "Anna")
    assert User.objects.get().language == "de"
    mail = mailbox.wait_for(1, to="anna@example.org")[0]
    assert "dein Code für St Pete" in mail["Subject"]
    assert "gib ihn auf der Seite ein" in text_of(mail)
    assert mail["Auto-Submitted"] == "auto-generated"
    confirm(client, code_to(mailbox, "anna@example.org"))
    assert "Abmelden" in client.get("/rules/").content.decode()


def test_a_mail_speaks_the_language_of_its_reader_not_of_who_asked(anna: User, mailbox: Mailbox):
    User.objects.filter(pk=anna.pk).update(language="de")
    Client(headers={"accept-language": "en"}).post("/accounts/login/code/", {"email": "anna@example.org"})
    assert "meldest du dich an" in text_of(mailbox.wait_for(1, to="anna@example.org")[0])


def test_dates_are_shown_in_the_zone_of_the_reader(anna: User, boris: User):
    """Late on New Year's Eve in London it is the next year in Tokyo."""
    User.objects.filter(pk=boris.pk).update(created_at=datetime(2025, 12, 31, 20, tzinfo=UTC))
    address = f"/players/{boris.pk}/"
    assert "31 December 2025" in signed_in(anna).get(address).content.decode()
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Tokyo", language="de")
    assert "1. Januar 2026" in signed_in(anna).get(address).content.decode()
    visitor = Client()
    visitor.cookies["zone"] = "Asia/Tokyo"
    assert "1 January 2026" in visitor.get(address).content.decode()
    visitor.cookies["zone"] = "../../etc/passwd"
    assert "31 December 2025" in visitor.get(address).content.decode()
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"window_width": "on", "window_height": "on"}, "w-full h-full"),
        ({"window_width": "on", "ratio_width": "16", "ratio_height": "9"}, "w-full r-16-9"),
        ({"window_height": "on", "ratio_width": "5", "ratio_height": "3"}, "h-full r-5-3"),
        ({}, ""),
    ],
)
def test_the_window_of_the_game_page_is_a_wish(anna: User, settings: dict[str, str], names: str):
    """UI-21: page width and height, both on at first; a fixed shape goes with one of them."""
    assert anna.window == "w-full h-full"
    assert signed_in(anna).post("/profile/", form(**settings)).status_code == 302
    anna.refresh_from_db()
    assert anna.window == names


@pytest.mark.parametrize("settings", [{"window_width": "on", "window_height": "on"}, {}])
def test_a_fixed_shape_needs_exactly_one_of_width_and_height(anna: User, settings: dict[str, str]):
    """UI-21: with both or neither there is nothing to derive the other from."""
    answer = signed_in(anna).post("/profile/", form(ratio_width="16", ratio_height="9", **settings))
    assert answer.status_code == 422
    assert answer.context["form"].errors.as_data()["ratio_width"][0].code == "ratio_needs_one"
    anna.refresh_from_db()
    assert anna.window == "w-full h-full"


def test_the_shape_is_two_free_numbers_and_the_least_size_two_more(anna: User, boris: User):
    """UI-23: what the form keeps, shows again, and sends to the page of a game as a style sheet of its own address."""
    game, client = begun(anna, boris), signed_in(anna)
    given = {"ratio_width": "7", "ratio_height": "5", "least_width": "1024", "least_height": "700"}
    assert client.post("/profile/", form(window_width="on", **given)).status_code == 302
    page = client.get("/profile/").content.decode()
    for name, value in given.items():
        assert re.search(rf'name="{name}" value="{value}"', page), name
    board = client.get(f"/games/{game.pk}/").content.decode()
    sheet = html.unescape(re.search(r'<link rel="stylesheet" href="(/window.css[^"]*)">', board)[1])
    answer = Client().get(sheet)
    assert answer["Content-Type"].startswith("text/css")
    assert answer.content.decode() == (
        ":root { --ratio: 1.4000; }\nbody { min-width: 1024px; } #game { min-height: 700px; }"
    )
    assert 'href="/window.css' not in signed_in(boris).get(f"/games/{game.pk}/").content.decode()
    other_device = signed_in(anna).get(f"/games/{game.pk}/").content.decode()
    assert "ratio=7%3A5" in other_device
    assert "least=" not in other_device
    client.post("/profile/", form(window_width="on", window_height="on"))
    assert 'href="/window.css' not in client.get(f"/games/{game.pk}/").content.decode()


@pytest.mark.parametrize(
    ("numbers", "field", "code"),
    [
        ({"ratio_width": "16"}, "ratio_width", "ratio_needs_both"),
        ({"ratio_width": "0", "ratio_height": "9"}, "ratio_width", "min_value"),
        ({"ratio_width": "16", "ratio_height": "100"}, "ratio_height", "max_value"),
        ({"least_width": "100"}, "least_width", "min_value"),
        ({"least_height": "10000"}, "least_height", "max_value"),
    ],
)
def test_numbers_of_the_window_have_bounds(anna: User, numbers: dict[str, str], field: str, code: str):
    """UI-23."""
    answer = signed_in(anna).post("/profile/", form(window_width="on", **numbers))
    assert answer.status_code == 422
    assert [error.code for error in answer.context["form"].errors.as_data()[field]] == [code]


def test_what_the_style_sheet_of_the_window_does_not_understand_it_leaves_out():
    for query in ("", "?ratio=0:9", "?ratio=1:1}body{", "?least=1x1", "?least=9999999x2", "?least=%D9%A1024x700"):
        assert Client().get(f"/window.css{query}").content == b""
