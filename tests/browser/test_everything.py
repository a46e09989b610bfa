"""A game with every set to its end: five seats, two people at their pages (one with a phone, one German), three bots.

In the suite people do at their pages what they have not done there before, and once more at the end; the services play the
rest. The slow form clicks every move, beside bots that think in a worker.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest
from django.db import transaction
from django.utils.timezone import now
from playwright.sync_api import TimeoutError

import engine
from engine.bots import BOTS
from games.models import Game, Source
from games.play.advance import Advance
from games.play.positions import Play, load
from tests.browser.boards import sits_down
from tests.browser.fingers import Fingers, opener_of
from tests.browser.test_whole_games import assert_verified, start
from tests.browsing import NARROW, WIDE, Visitor
from tests.games.boards import seat_named
from tests.games.play_builders import begun
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)

EVERYTHING = ("market", "good-company", "banquet", "module-2", "helpers", "events", "orders", "hurdles")
SECRET = bytes([0]) + bytes(31)
"""A deal in which both people come to meet almost everything that can be asked."""

ALWAYS = {"first-worker", "turn", "upkeep", "search", "order"}
"""Kinds of questions that no such game goes without, whoever plays; `MOST_KINDS` is what this deal comes to at least."""
MOST_KINDS = 11

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

MINUTES = 900
"""Seconds for the slow form."""
SLOW = 60_000  # milliseconds; pages of this game are the heaviest of the site
TRIES = 3
"""How often a page may change under the fingers before it counts as a fault."""


def decide(state: engine.State, ply: int, seat: int) -> str:
    """What a curious person answers here: the same in each run, for the same moves before."""
    rng, options = Random(f"{ply}:{seat}"), state.rules.options
    question, texts = engine.question_for(state, seat), [str(move) for move in engine.legal_moves(state, seat)]
    assert question is not None
    if question.kind in ("turn", "double-move"):
        rare = [text for text in texts if _is_rare(text, options)]
        if rare and rng.random() < CURIOUS:
            return "event twin" if "event twin" in rare and rng.random() < 0.8 else rng.choice(rare)
        toys = [text for text in texts if text.startswith("buy ") and text.split()[1] in TOYS]
        if toys and rng.random() < 0.6:
            return rng.choice(toys)
    elif question.kind in ASK_FOR_MORE:
        return rng.choice([text for text in texts if text != "thief no"] or texts)
    return think(state, seat, rng)


def think(state: engine.State, seat: int, rng: Random) -> str:
    """What a bot would do."""
    view = engine.view_for(state, seat)
    return str(BOTS["plain"].choose(view, engine.guess(view, rng), rng))


def _is_rare(text: str, options: engine.Options) -> bool:
    purple = {card.id for card in engine.cards(options) if card.group == "purple"}
    verb, *what = text.split()
    return verb in ("event", "draw") or (verb in ("play", "take") and what[0] in purple)


@dataclass
class Person:
    """One who plays: at his page what is new to him there."""

    seat: int
    visitor: Visitor
    fingers: Fingers
    done: set[tuple[str, str, str, bool]] = field(default_factory=set)

    def is_new(self, state: engine.State, text: str) -> bool:
        """He has not answered such a question with such a word from such a place, or not at the end of the game."""
        return self._deed(state, text) not in self.done

    def answer(self, play: Play, text: str) -> None:
        """Carry it out at the page. When others change the page meanwhile, look again, as people do."""
        self.done.add(self._deed(play.state, text))
        opener = opener_of(play.view(self.seat), text)
        version = play.game.version
        for attempt in range(TRIES):
            try:
                self.visitor(lambda page: (self.fingers.see(version), self.fingers.play(text, opener)))
                return
            except TimeoutError:
                if attempt + 1 == TRIES:
                    raise AssertionError(f"{text!r} (first {opener!r}) could not be done at number {version}") from None
                self.visitor(lambda page: page.reload())
                later = load(play.game.pk)
                if any(row.seat == self.seat and row.number > version for row in later.rows):
                    return

    def _deed(self, state: engine.State, text: str) -> tuple[str, str, str, bool]:
        question = engine.question_for(state, self.seat)
        assert question is not None
        opener = opener_of(engine.view_for(state, self.seat), text)
        return question.kind, text.split()[0], opener.split(".")[0], is_end(state)


def is_end(state: engine.State) -> bool:
    """The exchange of the last round has begun."""
    return state.ending and state.phase == "exchange"


def until_new(game: Game, people: list[Person]) -> None:
    """Let services play until somebody would do what is new to him."""
    with transaction.atomic():
        advance = Advance(load(game.pk, lock=True), now())
        while not advance.state.is_over:
            asked = engine.waiting_for(advance.state)
            person = next((one for one in people if one.seat in asked), None)
            if person is None:
                seat, rng = asked[0], Random(f"{game.pk}:{asked[0]}:{advance.version}")
                text, source = think(advance.state, seat, rng), Source.BOT
            else:
                seat, source = person.seat, Source.API
                text = decide(advance.state, advance.ply, seat)
                if person.is_new(advance.state, text):
                    break
            advance.move(seat, engine.parse_move(text, advance.state), source)
            advance.answer_standing_orders()
        if advance.rows:
            advance.commit()


@pytest.mark.parametrize("clicked", ["what is new", pytest.param("every move", marks=pytest.mark.slow)])
def test_five_play_with_every_set_to_the_end(site, new_visitor, clicked):
    """UI and section 26: every question through its own control, at 1280 and 390 pixels, in both languages."""
    anna, boris = person("Anna"), person("Boris", language="de", confirm_moves=False)
    bots = ("plain",) * 3
    game = begun(anna, boris, *bots, edition=2, sets=list(EVERYTHING), secret=SECRET, now=now())
    site.web() if clicked == "what is new" else start(site)
    people = {}
    for user, visitor in {anna: new_visitor(size=WIDE), boris: new_visitor(size=NARROW, language="de")}.items():
        visitor(lambda page: page.set_default_timeout(SLOW))
        sits_down(visitor, site, user, game.get_absolute_url())
        people[user] = Person(seat_named(game, user.name), visitor, visitor(Fingers))
    asked, deadline, is_late = Counter[str](), time.monotonic() + MINUTES, False
    while True:
        if clicked == "what is new":
            until_new(game, list(people.values()))
        if not (play := load(game.pk)).game.is_running:
            break
        assert time.monotonic() < deadline, f"not over after {MINUTES} s, at number {play.game.version}"
        one = next((one for one in people.values() if one.seat in engine.waiting_for(play.state)), None)
        if one is None:
            time.sleep(0.05)  # a bot thinks
            continue
        asked[engine.question_for(play.state, one.seat).kind] += 1
        one.answer(play, decide(play.state, len(play.moves), one.seat))
        if not is_late and is_end(play.state):
            is_late = True
            people[anna].visitor.screenshot("everything-late-1280")
            people[boris].visitor.screenshot("everything-late-390")
    assert asked.keys() >= ALWAYS
    assert len(asked) >= MOST_KINDS, asked
    assert play.game.result["ended"] == "played out"
    assert {row.source for row in play.rows} >= {"page", "bot", "standing"}
    titles = people[anna].fingers.titles | people[boris].fingers.titles
    assert {"Your turn", "Du bist am Zug"} <= titles
    assert not titles & {"Your decision", "Deine Entscheidung"}  # the fallback's
    assert (people[anna].fingers.widths, people[boris].fingers.widths) == ({WIDE[0]}, {NARROW[0]})
    for user, words, width in ((anna, "Finished", 1280), (boris, "Beendet", 390)):
        visitor = people[user].visitor
        visitor(lambda page: (page.reload(), page.locator(".final").wait_for()))
        assert words in visitor(lambda page: page.locator("#turn").inner_text())
        visitor.screenshot(f"everything-over-{width}")
    assert_verified(site, play)
