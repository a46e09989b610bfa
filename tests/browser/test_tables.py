"""Tables as people meet at them: from a caught mail over a new account to the first question, with and without script."""

from __future__ import annotations

import re

import pytest
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, Status
from tests.accounts.entering import code_to
from tests.browser.boards import own_clock
from tests.browser.hands import sign_in
from tests.browsing import NARROW
from tests.games.table_builders import table
from tests.mails import text_of
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 30_000  # milliseconds within which an open page has kept up
WIDTH = "document.documentElement.scrollWidth"


def start(site, **environment):
    """Web, worker and beat, with a short guard."""
    site.environment |= {"START_GUARD": "3", **environment}
    site.web()
    site.worker(concurrency=1)
    site.beat()


def link_in(mail, path):
    return re.search(rf"http://\S+/{path}/\S+", text_of(mail))[0]


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_a_friend_without_an_account_comes_from_the_mail_to_the_first_question(site, mailbox, new_visitor, javascript):
    """The host's page keeps up by itself; the friend has a phone."""
    person("Anna")
    start(site)
    host, friend = new_visitor(), new_visitor(size=NARROW, javascript=javascript)

    def open_a_table(page):
        sign_in(page, site.url, "Anna")
        page.goto(site.url + "/tables/new/")
        page.get_by_label("Title").fill("Fog over the Neva")
        page.get_by_text("Invite somebody right away").click()
        page.get_by_label("Invite right away").fill("boris@example.org")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_text("invited, has not answered").wait_for()

    host(open_a_table)
    invitation = link_in(mailbox.wait_for(1, to="boris@example.org", seconds=30)[0], "invitations")

    def sign_up(page):
        page.goto(invitation)
        page.get_by_role("heading", name="Anna invites you to play").wait_for()
        page.get_by_role("main").get_by_role("link", name="Create an account").click()
        page.get_by_label("Name").fill("Boris")
        page.get_by_label("Mail address").fill("boris@example.org")
        page.get_by_role("button", name="Create the account").click()
        page.get_by_role("heading", name="Confirm your address").wait_for()

    friend(sign_up)
    code = code_to(mailbox, "boris@example.org", count=2)

    def accept(page):
        page.get_by_label("Code").fill(code)
        page.get_by_role("button", name="Go on").click()
        page.wait_for_url(invitation)
        page.get_by_role("button", name="Accept").click()
        page.get_by_text("The game starts in").wait_for()
        page.wait_for_url("**/games/*/", timeout=SOON)

    friend(accept)
    host(lambda page: page.wait_for_url("**/games/*/", timeout=SOON))
    game = Game.objects.get()
    assert (game.status, game.title) == (Status.RUNNING, "Fog over the Neva")
    assert {tenure.user.display_name for seat in game.seats.all() for tenure in seat.tenures.all()} == {"Anna", "Boris"}


def test_the_form_greys_out_what_does_not_go_together(site, visit):
    person("Anna")
    site.web()

    def choose(page):
        sign_in(page, site.url, "Anna")
        page.goto(site.url + "/tables/new/")
        players = page.get_by_role("group", name="Players")
        assert players.get_by_label("5").is_disabled()
        page.locator("summary").filter(has_text="Sets").click()
        page.get_by_label("Market", exact=False).first.check()
        assert page.locator("[data-chosen]").inner_text() == "Market"
        assert players.get_by_label("5").is_enabled()
        assert not page.get_by_label("Hurdles", exact=True).is_visible()
        page.get_by_label("Module 6: Hurdles").check()
        page.get_by_label("Hurdles", exact=True).select_option("free")
        page.get_by_label("Space 35").select_option("real")
        page.get_by_label("1st edition", exact=True).check()
        assert page.locator("[data-chosen]").inner_text() == "none: the base game"
        assert not page.get_by_label("Space 35").is_visible()

    visit(choose)


@pytest.mark.parametrize("javascript", ["on", "off"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_table_takes_one_look_and_one_click(site, new_visitor, javascript, language):
    """All that matters and the button: one window of 1280 x 720, two of a phone. Seats nobody plays are not shown."""
    person("Anna", language=language)
    site.web()
    for size, most in (((1280, 720), 720), (NARROW, 2 * NARROW[1])):
        visitor = new_visitor(size=size, javascript=javascript, language=language)

        def look(page, most=most):
            sign_in(page, site.url, "Anna")
            page.goto(site.url + "/tables/new/")
            button = page.locator(".go button")
            assert button.bounding_box()["y"] + button.bounding_box()["height"] <= page.viewport_size["height"]
            form = page.locator("form.terms").bounding_box()
            assert form["y"] + form["height"] <= most
            seats = page.locator(".seats select")
            assert [seats.nth(place).is_visible() for place in range(4)] == [True, False, False, False]
            page.locator("input[name=players][value='4']").check()
            assert [seats.nth(place).is_visible() for place in range(4)] == [True, True, True, False]
            button.click()
            page.wait_for_url("**/tables/*/")

        visitor(look)
    assert {game.players for game in Game.objects.all()} == {4}


def test_a_page_with_half_typed_words_is_not_taken_away(site, visit):
    """When something changes while the host types, a line says so and the words stay."""
    anna, boris = person("Anna"), person("Boris")
    game = table(anna, players=3, now=now())
    site.web()
    visit(own_clock)

    def type_on(page):
        sign_in(page, site.url, "Anna")
        page.goto(f"{site.url}/tables/{game.pk}/")
        page.get_by_label("Name or mail address").fill("clar")

    visit(type_on)
    game.participants.create(user=boris)

    def see(page):
        page.clock.fast_forward(SOON)
        page.get_by_text("Something has changed at this table.").wait_for(timeout=SOON)
        assert page.get_by_label("Name or mail address").input_value() == "clar"

    visit(see)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_of_a_table_has_to_be_pushed_sideways_on_the_smallest_phone(site, new_visitor, language):
    anna = person("Wilhelmine", language=language)
    game = table(
        anna, f"{'long' * 12}@example.com", title="Strangers on Nevsky Prospekt and", players=4, bots=1, now=now()
    )
    token = game.invitations.get().token
    site.web()
    visitor, stranger = new_visitor(size=(320, 700), language=language), new_visitor(size=(320, 700), language=language)
    User.objects.update(display_name="Wilhelmine Augustine", name_key="wilhelmine augustine")
    stranger_paths = ["/lobby/", f"/tables/{game.pk}/", f"/invitations/{token}/", "/archive/"]
    for path in stranger_paths:
        stranger(lambda page, path=path: page.goto(site.url + path))
        assert stranger(lambda page: page.evaluate(WIDTH)) <= 320, path
    visitor(lambda page: sign_in(page, site.url, "Wilhelmine"))
    for path in ["/games/", f"/tables/{game.pk}/", f"/tables/{game.pk}/change/", "/tables/new/", "/play-a-bot/"]:
        visitor(lambda page, path=path: page.goto(site.url + path))
        assert visitor(lambda page: page.evaluate(WIDTH)) <= 320, path
