"""A game with every set to its end: five seats, two people at their pages (one with a phone, one German), three bots."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import pytest
from django.utils.timezone import now
from playwright.sync_api import TimeoutError

import engine
from engine.bot import BOTS
from games.play.positions import Play, load
from tests.browser.boards import sits_down
from tests.browser.fingers import Fingers, opener_of
from tests.browser.test_whole_games import assert_verified, start
from tests.browsing import NARROW, WIDE
from tests.games.play_builders import begun
from tests.people import person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(1000)]

EVERYTHING = ("market", "good-company", "banquet", "module-2", "helpers", "events", "orders", "hurdles")
SECRET = bytes([0]) + bytes(31)
"""A deal in which both people come to meet almost everything that can be asked."""

ALWAYS = {"first-worker", "turn", "upkeep", "search", "order"}
"""Kinds of questions that no such game goes without, whoever plays; `MOST_KINDS` is what this deal comes to at least."""
MOST_KINDS = 9

CURIOUS = 0.7
"""How often a person would rather do something rare than what a bot would do in his place."""
TOYS = {
    "pub",
    "observatory",
    "ship-builder-any",
    *(f"special-{kind}-card" for kind in ("chicken", "grain", "apple", "fish", "cabbage")),
}
"""Cards that ask questions later."""
ASK_FOR_MORE = ("thief", "twin", "hurdle", "parasite", "drawn", "search", "money-collector", "kind", "upkeep", "pub")
"""Questions that are answered at random."""

PATIENCE = 900  # seconds
SLOW = 15_000  # milliseconds; pages of this game are the heaviest of the site, and a worker thinks beside them
TRIES = 3
"""How often a page may change under the fingers before it counts as a fault."""


def decide(play: Play, seat: int) -> str:
    """What a curious person answers here: the same in each run, for the same moves before."""
    state, rng = play.state, Random(f"{len(play.moves)}:{seat}")
    question, texts = engine.question_for(state, seat), [str(move) for move in engine.legal_moves(state, seat)]
    assert question is not None
    if question.kind in ("turn", "double-move"):
        rare = [text for text in texts if _is_rare(text, play.options)]
        if rare and rng.random() < CURIOUS:
            return "event twin" if "event twin" in rare and rng.random() < 0.8 else rng.choice(rare)
        toys = [text for text in texts if text.startswith("buy ") and text.split()[1] in TOYS]
        if toys and rng.random() < 0.6:
            return rng.choice(toys)
    elif question.kind in ASK_FOR_MORE:
        return rng.choice([text for text in texts if text != "thief no"] or texts)
    view = engine.view_for(state, seat)
    return str(BOTS["plain"].choose(view, engine.guess(view, rng), rng))


def _is_rare(text: str, options: engine.Options) -> bool:
    purple = {card.id for card in engine.cards(options) if card.group == "purple"}
    verb, *what = text.split()
    return verb in ("event", "draw") or (verb in ("play", "take") and what[0] in purple)


def answer(play: Play, seat: int, visitor, fingers) -> None:
    """Decide and carry it out at the page. When others change the page meanwhile, look again, as people do."""
    text = decide(play, seat)
    opener = opener_of(play.view(seat), text)
    version = play.game.version
    for attempt in range(TRIES):
        try:
            visitor(lambda page: (fingers.see(version), fingers.play(text, opener)))
            return
        except TimeoutError:
            if attempt + 1 == TRIES:
                raise AssertionError(f"{text!r} (first {opener!r}) could not be done at number {version}") from None
            visitor(lambda page: page.reload())
            if load(play.game.pk).game.version != version and _is_answered(play, seat):
                return


def _is_answered(play: Play, seat: int) -> bool:
    later = load(play.game.pk)
    return any(row.seat == seat and row.number > play.game.version for row in later.rows)


def test_five_play_with_every_set_to_the_end(site, new_visitor):
    """UI and section 26: every question through its own control, at 1280 and 390 pixels, in both languages."""
    anna, boris = person("Anna"), person("Boris", language="de", confirm_moves=False)
    bots = ("plain",) * 3
    game = begun(anna, boris, *bots, edition=2, sets=list(EVERYTHING), secret=SECRET, now=now())
    start(site)
    windows = {anna: new_visitor(size=WIDE), boris: new_visitor(size=NARROW, language="de")}
    fingers = {}
    for user, visitor in windows.items():
        visitor(lambda page: page.set_default_timeout(SLOW))
        sits_down(visitor, site, user, game.get_absolute_url())
        fingers[user] = visitor(Fingers)
    asked, deadline, is_late = Counter(), time.monotonic() + PATIENCE, False
    while (play := load(game.pk)).game.is_running:
        assert time.monotonic() < deadline, f"not over after {PATIENCE} s, at number {play.game.version}"
        people = [seat for seat in engine.waiting_for(play.state) if not play.holder(seat).is_bot]
        if not people:
            time.sleep(0.05)  # a bot thinks
            continue
        seat = people[0]
        user, question = play.holder(seat).user, engine.question_for(play.state, seat)
        asked[question.kind] += 1
        answer(play, seat, windows[user], fingers[user])
        if not is_late and play.state.round >= 6 and play.state.phase == "exchange":
            is_late = True
            windows[anna].screenshot("everything-late-1280")
            windows[boris].screenshot("everything-late-390")
    assert asked.keys() >= ALWAYS
    assert len(asked) >= MOST_KINDS, asked
    assert play.game.result["ended"] == "played out"
    assert {row.source for row in play.rows} >= {"page", "bot", "standing"}
    titles = fingers[anna].titles | fingers[boris].titles
    assert {"Your turn", "Du bist am Zug"} <= titles
    assert not titles & {"Your decision", "Deine Entscheidung"}  # the fallback's
    assert (fingers[anna].widths, fingers[boris].widths) == ({WIDE[0]}, {NARROW[0]})
    for user, words in ((anna, "Finished"), (boris, "Beendet")):
        windows[user](lambda page: (page.reload(), page.locator(".final").wait_for()))
        assert words in windows[user](lambda page: page.locator("#turn").inner_text())
    windows[anna].screenshot("everything-over-1280")
    windows[boris].screenshot("everything-over-390")
    assert_verified(site, play)
