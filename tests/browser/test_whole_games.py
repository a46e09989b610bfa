"""Games as people play them to the end: in Chromium, with the site's own web server, worker and beat as processes.

In the suite they come to their pages when the last round has come to the Nobles; the slow forms click whole games from the first
move on.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request

import pytest
from django.core.cache import cache
from django.utils.timezone import now

import engine
from games.play.positions import load
from tests.browser.hands import Hands, sign_in
from tests.browsing import NARROW
from tests.games.boards import as_bots_would
from tests.games.play_builders import begun
from tests.mails import text_of
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 500  # seconds for one whole game
WHOLE = pytest.param("first move", marks=pytest.mark.slow)
from_then_on = pytest.mark.parametrize("begin", ["last round", WHOLE])


def is_late(state):
    """The Nobles of the last round can be bought, or what can be exchanged after them."""
    question = engine.question_for(state, None)
    return state.ending and state.phase in ("noble", "exchange") and question is not None and question.kind == "turn"


def come_in(game, begin):
    """Let services play until people come to their pages; the number of rows that are there then."""
    if begin == "last round":
        as_bots_would(game, until=is_late, now=now())
    return load(game.pk).game.version


def sources(play, since):
    """Who answered in the rows after `since`, and how."""
    return {row.source for row in play.rows if row.number > since}


def start(site, **environment):
    """Web, worker and beat."""
    site.environment |= environment
    site.web()
    site.worker(concurrency=1)
    site.beat()


def sit_down(visitor, site, name, address, **wishes):
    """Sign in, open the game, and have hands at its page."""

    def come(page):
        sign_in(page, site.url, name)
        page.goto(site.url + address)
        return Hands(page, **wishes)

    return visitor(come)


def play_out(game, people):
    """Whoever the game waits for answers at his page, until the game is over and every page shows it. `people`: by name."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        play = load(game.pk)
        asked = [play.holder(index).user for index in engine.waiting_for(play.state)]
        if not play.game.is_running:
            for visitor, _hands in people.values():
                visitor(lambda page: (page.reload(), page.locator(".final").wait_for()))
            return play
        if not any(asked):
            time.sleep(0.05)  # a bot thinks
        for user in asked:
            if user is not None:
                visitor, hands = people[user.name]
                visitor(lambda page, hands=hands: hands.is_asked() or page.reload())
                visitor(lambda page, hands=hands: hands.answer() if hands.is_asked() else None)
    raise AssertionError(f"game {game.pk} was not over after {PATIENCE} s, at number {load(game.pk).game.version}")


def assert_verified(site, play):
    """The record that anybody can fetch from the finished game is verified by the command line, without the server."""
    record = site.folder / "record.json"
    with urllib.request.urlopen(f"{site.url}{play.game.get_absolute_url()}record.json", timeout=200) as answer:
        record.write_bytes(answer.read())
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(record)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert play.game.commitment in record.read_text()


@from_then_on
def test_two_people_and_a_bot_play_a_game_to_its_end(site, new_visitor, begin):
    """One reads English and sees what moves, the other German; the bot thinks in the worker."""
    anna, boris = person("Anna"), person("Boris", language="de", confirm_moves=False)
    game = begun(anna, boris, "plain", edition=1, now=now())
    since = come_in(game, begin)
    start(site)
    address = game.get_absolute_url()
    one, two = new_visitor(motion="no-preference"), new_visitor(language="de")
    hands = sit_down(one, site, "Anna", address, appetite=0), sit_down(two, site, "Boris", address, appetite=2)
    play = play_out(game, {"Anna": (one, hands[0]), "Boris": (two, hands[1])})
    assert play.game.result["ended"] == "played out"
    assert sources(play, since) >= {"page", "bot", "standing"}
    assert "Beendet" in two(lambda page: page.locator("#turn").inner_text())
    one.screenshot("whole-game-english-1280")
    two.screenshot("whole-game-german-1280")
    assert_verified(site, play)


@from_then_on
def test_a_game_is_played_to_its_end_on_a_phone_without_javascript(site, new_visitor, begin):
    """With three bots, which take no time at a page; turns of theirs are found by loading the page again."""
    anna = person("Anna")
    game = begun(anna, "plain", "plain", "plain", now=now())
    since = come_in(game, begin)
    start(site)
    phone = new_visitor(javascript="off", size=NARROW)
    hands = sit_down(phone, site, "Anna", game.get_absolute_url())
    play = play_out(game, {"Anna": (phone, hands)})
    assert play.game.result["ended"] == "played out"
    assert sources(play, since) >= {"page", "bot"}
    assert hands.answers >= (1 if begin == "last round" else 20)
    phone.screenshot("whole-game-without-script-390")
    assert_verified(site, play)


@from_then_on
def test_somebody_with_a_phone_plays_to_the_end_by_following_the_links_of_his_mails(
    site, mailbox, new_visitor, settings, begin
):
    settings.NOTICE_DELAY = 0  # for what is asked before the site starts; two minutes otherwise
    anna = person("Anna")
    game = begun(anna, "plain", edition=1, now=now())
    come_in(game, begin)
    start(site, NOTICE_DELAY="0")
    phone = new_visitor(size=NARROW)
    phone(lambda page: sign_in(page, site.url, "Anna"))
    read = 0
    deadline = time.monotonic() + PATIENCE
    while load(game.pk).game.is_running and time.monotonic() < deadline:
        mails = [mail for mail in mailbox.to("anna@example.org") if mail["X-StPete-Event"] in ("started", "your_turn")]
        if len(mails) == read:
            cache.clear()  # the page is closed; this is what 45 s do to the memory of who has which game open
            time.sleep(0.2)
            continue
        read = len(mails)
        link = re.search(rf"{re.escape(site.url)}{game.get_absolute_url()}\S*", text_of(mails[-1]))
        assert link, text_of(mails[-1])

        def follow(page, address=link[0]):
            page.goto(address)
            hands = Hands(page, appetite=0)
            if hands.is_asked():
                hands.answer()
            page.goto("about:blank")  # before the bot's answer is read here, or the next mail were never needed

        phone(follow)
    play = load(game.pk)
    assert play.game.is_finished, f"after {read} mails the game stands at number {play.game.version}"
    assert read >= (1 if begin == "last round" else 10)  # the last round may have begun with the trading phase
    (over,) = [mail for mail in mailbox.wait_for(1, to="anna@example.org") if mail["X-StPete-Event"] == "over"] or [
        mail for mail in _until_over(mailbox) if mail["X-StPete-Event"] == "over"
    ]
    points = next(seat["points"] for seat in play.game.result["seats"] if play.owner(seat["seat"]) == anna)
    assert str(points) in text_of(over)
    assert_verified(site, play)


def _until_over(mailbox):
    """All mails to Anna once the one about the end is among them."""
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        mails = mailbox.to("anna@example.org")
        if any(mail["X-StPete-Event"] == "over" for mail in mails):
            return mails
        cache.clear()  # what the closed page asked last may come to the server later
        time.sleep(0.5)
    raise AssertionError("no mail about the end of the game")
