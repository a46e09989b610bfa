"""Tables as people meet at them: from a caught mail over a new account to the first question, with and without script."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from itertools import product

import pytest
from allauth.account.models import EmailAddress
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, Status
from games.tables import seeks
from tests.browser.boards import own_clock, sits_down
from tests.browsing import NARROW
from tests.games.play_builders import asked_user, play_on
from tests.games.table_builders import table
from tests.mails import text_of
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 60_000  # milliseconds within which an open page has kept up
WIDTH = "document.documentElement.scrollWidth"


def start(site):
    """Web, worker and beat."""
    site.web()
    site.worker(concurrency=1)
    site.beat()


def link_in(mail, path):
    return re.search(rf"http://\S+/{path}/\S+", text_of(mail))[0]


@dataclass
class Clicks:
    """What somebody has clicked so far, the link of a mail among it."""

    count: int = 0

    def follow(self, page, url):
        self.count += 1
        page.goto(url)

    def __call__(self, what):
        self.count += 1
        what.click()


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_a_friend_without_an_account_makes_his_first_move_with_the_fourth_click(site, mailbox, new_visitor, javascript):
    """The link of the mail, accepting with a name, a card, its button. The host's page keeps up; the friend has a phone."""
    anna, clicks = person("Anna"), Clicks()
    start(site)
    host, friend = new_visitor(), new_visitor(size=NARROW, javascript=javascript)
    host(own_clock)
    sits_down(host, site, anna, "/tables/new/")

    def open_a_table(page):
        page.get_by_label("Title").fill("Fog over the Neva")
        page.get_by_text("Invitations and conditions").click()
        page.get_by_label("Players to invite").fill("boris@example.org")
        page.get_by_label("Your message").fill("Tea is ready.")
        page.get_by_role("button", name="Open table").click()
        page.get_by_text("invited, no answer yet").wait_for()

    host(open_a_table)
    mail = mailbox.wait_for(1, to="boris@example.org", seconds=200)[0]
    for words in ("Anna invites you to play", "Tea is ready.", "Expected length: about"):
        assert words in text_of(mail)
    came = time.monotonic()

    def accept(page):
        clicks.follow(page, link_in(mail, "invitations"))
        page.get_by_role("heading", name="Anna invites you to play").wait_for()
        assert page.get_by_text("Tea is ready.").is_visible()
        assert page.evaluate(WIDTH) <= NARROW[0]
        page.get_by_label("Your name").fill("Boris")
        clicks(page.get_by_role("button", name="Accept and join"))
        page.get_by_text("The game starts in").wait_for()
        page.wait_for_url("**/games/*/", timeout=SOON)

    friend(accept)
    host(lambda page: (page.clock.fast_forward(SOON), page.wait_for_url("**/games/*/")))
    game = Game.objects.get()
    assert (game.status, game.title) == (Status.RUNNING, "Fog over the Neva")
    play_on(game, until=lambda play: asked_user(play) != anna, now=now())

    def move(page):
        if javascript == "off":
            page.reload()
        page.locator("#turn.you").wait_for(timeout=SOON)
        page.locator("#game:not([aria-busy])").wait_for(state="attached")
        before = page.locator("#game").get_attribute("data-version")
        clicks(page.locator("#tableau .slot:has(.tag.can) button[name=card]").first)
        clicks(page.locator("#move .btn.pri:visible").first)
        page.locator(f'#game:not([data-version="{before}"])').wait_for(state="attached")

    friend(move)
    assert clicks.count == 4
    assert time.monotonic() - came < 300, "a minute, and five on a busy machine"
    boris = User.objects.get(display_name="Boris")
    assert EmailAddress.objects.get(user=boris).verified


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_who_waits_for_a_quick_match_is_led_to_the_game_without_a_click(site, new_visitor, javascript):
    site.web()
    anna, boris = person("Anna"), person("Boris")
    visit = new_visitor(javascript=javascript)
    if javascript == "on":
        visit(own_clock)
    sits_down(visit, site, anna, "/play/")

    def wait(page):
        page.get_by_role("button", name="Find players").click()
        page.get_by_role("heading", name="Looking for players").wait_for()

    visit(wait)
    game = seeks.seek(user=boris, pool=seeks.Pool(2, 2, "daily"), now=now())
    assert game is not None
    if javascript == "on":
        visit(lambda page: page.clock.fast_forward(SOON))
    visit(lambda page: page.wait_for_url(f"**/{game.pk}/", timeout=2 * SOON))


def test_the_form_greys_out_what_does_not_go_together(site, visit):
    site.web()
    sits_down(visit, site, person("Anna"), "/tables/new/")

    def choose(page):
        players = page.get_by_role("group", name="Players")
        assert players.get_by_label("5").is_disabled()
        page.locator("summary").filter(has_text="Expansions").click()
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
def test_a_table_takes_one_look_and_one_click(site, new_visitor, javascript):
    """All that matters and the button: one window of 1280 x 720, two of a phone. Seats nobody plays are not shown."""
    users = person("Anna"), person("Boris", language="de")
    site.web()
    for (size, most), user in product((((1280, 720), 720), (NARROW, 2 * NARROW[1])), users):
        visitor = new_visitor(size=size, javascript=javascript, language=user.language)
        sits_down(visitor, site, user, "/tables/new/")

        def look(page, most=most):
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
    sits_down(visit, site, anna, f"/tables/{game.pk}/")
    visit(lambda page: page.get_by_label("Username or email address").fill("clar"))
    game.participants.create(user=boris)

    def see(page):
        page.clock.fast_forward(SOON)
        page.get_by_text("This table has changed.").wait_for(timeout=SOON)
        assert page.get_by_label("Username or email address").input_value() == "clar"

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
    for path in ["/games/", f"/tables/{game.pk}/", f"/tables/{game.pk}/change/", "/tables/new/", "/play-a-bot/"]:
        sits_down(visitor, site, anna, path)
        assert visitor(lambda page: page.evaluate(WIDTH)) <= 320, path
