"""What pages weigh on their way, in Chromium, with static files as `collectstatic` leaves them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

from django.db import transaction
from django.utils.timezone import now

import engine
from games.models import Game
from games.play.positions import load
from tests.browser.boards import sits_down
from tests.browser.every_page import SETS
from tests.browsing import Visitor
from tests.games.boards import as_bots_would, seat_named
from tests.games.play_builders import begun
from tests.people import person
from tests.processes_of_the_site import Site

FIRST_VISIT = 150_000
A_MOVE = A_STEP = 15_000
"""Bytes as they come: compressed, with their headers, fonts and icons among them."""
ROW = 90
"""How many rows the log has when the board is about full."""


class Scales:
    """Weighs all that this window fetches."""

    def __init__(self, page) -> None:
        self.named: dict[str, str] = {}
        self.got: list[tuple[str, int]] = []
        self.awaited: set[str] = set()
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.requestWillBeSent", self._sent)
        wire.on("Network.loadingFinished", lambda one: self._weigh(one["requestId"], one["encodedDataLength"]))
        wire.on("Network.loadingFailed", lambda one: self.awaited.discard(one["requestId"]))

    def _sent(self, one: dict) -> None:
        if "redirectResponse" in one:
            self.got.append((one["redirectResponse"]["url"], int(one["redirectResponse"]["encodedDataLength"])))
        self.named[one["requestId"]] = one["request"]["url"]
        self.awaited.add(one["requestId"])

    def _weigh(self, key: str, length: float) -> None:
        self.awaited.discard(key)
        self.got.append((self.named.get(key, ""), int(length)))

    def taken(self, page) -> dict[str, int]:
        """What came since it was asked last, the heaviest first. It waits until nothing is under way for two seconds: a busy
        machine is late with what a page asks for last, and a move would bear it. Or until nothing is new for ten: what a page
        before this one had asked for is sometimes never said to have ended."""
        page.wait_for_load_state()
        before, still = -1, 0
        while still < (100 if self.awaited else 20):
            page.wait_for_timeout(100)
            so_far = len(self.got) + len(self.named)
            before, still = so_far, still + 1 if so_far == before else 0
        found, self.got = self.got, []
        told: dict[str, int] = {}
        for address, length in found:
            name = address.partition("/static/")[2] or "page"
            if "/pulse/" not in address and "/seen/" not in address:
                told[name] = told.get(name, 0) + length
        return dict(sorted(told.items(), key=lambda one: -one[1]))


def late_turn(*people, sets: Iterable[str]) -> Game:
    """A game in which the first of `people` may buy or play at about row 90."""
    game = begun(*people, sets=list(sets), now=now())
    seat, rows = seat_named(game, str(people[0])), count()

    def may_buy(state) -> bool:
        own = next(rows) >= ROW and engine.waiting_for(state) == (seat,)
        return own and any(move.kind == "buy" for move in engine.legal_moves(state, seat))

    assert as_bots_would(game, until=may_buy, now=now()).game.is_running
    return game


def finished(*people, sets: Iterable[str]) -> Game:
    game = begun(*people, sets=list(sets), now=now())
    as_bots_would(game, until=lambda state: False, now=now())
    return game


def last_turn(*people, sets: Iterable[str]) -> tuple[Game, object]:
    """A game before the last question to a person, and that person. The same game is played to its end first and rolled back."""
    game, asked, at = begun(*people, sets=list(sets), now=now()), [], count()
    with transaction.atomic():
        as_bots_would(game, until=lambda state: asked.append(engine.waiting_for(state)), now=now())
        transaction.set_rollback(True)
    play = load(game.pk)
    last = max(number for number, seats in enumerate(asked) if play.owner(seats[0]))
    play = as_bots_would(game, until=lambda state: next(at) == last, now=now())
    return game, play.owner(engine.waiting_for(play.state)[0])


def ends(page) -> None:
    """The last move, with the confirmation that the end of a game asks for."""
    page.locator("#pass button:visible, #move .btn.pri:visible").first.click()
    page.locator("#move h2", has_text="Confirm").wait_for()
    page.locator("#move .btn.pri:visible").click()
    page.locator("#end").wait_for()


def choose(page) -> None:
    page.locator("#tableau .slot:has(.tag.can) button[name=card]").first.click()
    page.locator("#move form.acts").wait_for()


def play(page) -> None:
    before = page.locator("#game").get_attribute("data-version")
    page.locator("#move .btn.pri:visible").first.click()
    page.locator(f'#game:not([data-version="{before}"])').wait_for(state="attached")


def test_a_game_page_is_light_and_a_move_and_a_step_are_lighter(
    site: Site, new_visitor: Callable[..., Visitor], anna, boris, clara
):
    elena = person("Elena", language="de")  # her words are longer
    five = (elena, anna, boris, clara, "plain")
    running = late_turn(anna, boris, sets=())
    last, who = last_turn(anna, boris, clara, person("Dora"), person("Emil"), sets=SETS)
    everything, over, of_two = late_turn(*five, sets=SETS), finished(*five, sets=SETS), finished(anna, boris, sets=SETS)
    site.web()

    def first_visit(user, game: Game) -> tuple[Visitor, Scales, dict[str, int]]:
        visitor = new_visitor()
        scales = visitor(Scales)
        sits_down(visitor, site, user, f"/games/{game.pk}/")
        return visitor, scales, visitor(scales.taken)

    def steps(visitor: Visitor, scales: Scales) -> list[dict[str, int]]:
        weights = []
        for act in (choose, play):
            visitor(act)
            weights.append(visitor(scales.taken))
        return weights

    visitor, scales, first = first_visit(anna, running)
    moves = steps(visitor, scales)
    visitor(lambda page: page.goto(f"{site.url}/games/{of_two.pk}/replay/?at=60"))
    visitor(scales.taken)
    visitor(lambda page: page.keyboard.press("]"))
    visitor(lambda page: page.locator('#game[data-at="61"]').wait_for())
    step = visitor(scales.taken)
    visitor, scales, first_with_all = first_visit(elena, everything)
    moves += steps(visitor, scales)
    visitor, scales, _first = first_visit(who, last)
    visitor(ends)
    moves.append(visitor(scales.taken))
    visits = [first, first_with_all, *(first_visit(*whose)[2] for whose in ((elena, over), (anna, of_two)))]
    for visited in visits:
        assert sum(visited.values()) <= FIRST_VISIT, visited
    assert not [name for name in visits[2] if name.startswith(("js/live.", "js/motion."))], "nothing is left to play"
    for weight in moves:
        assert sum(weight.values()) <= A_MOVE, weight
    assert sum(sum(weight.values()) for weight in moves[:2]) <= A_MOVE, (
        "choosing and buying together, without expansions"
    )
    assert sum(step.values()) <= A_STEP, step
    assert len([name for name in first if name.endswith(".css")]) == 2, "one sheet for all pages, one for boards"
