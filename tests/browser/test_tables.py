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
        page.get_by_text("Rules that tables disagree on").click()
        free = page.get_by_label("Free: every action is allowed (1st edition only)")
        assert free.is_disabled()
        page.get_by_label("1st edition", exact=True).check()
        free.check()
        page.get_by_label("2nd edition", exact=True).check()
        assert free.is_disabled()
        assert page.get_by_label("Everybody must buy two Workers").is_checked()
        bots = page.get_by_role("group", name="Seats for bots")
        assert bots.get_by_label("2").is_disabled()
        page.get_by_role("group", name="Players").get_by_label("4", exact=True).check()
        assert bots.get_by_label("3").is_enabled()

    visit(choose)


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
