"""What pages weigh on their way, in Chromium, with static files as `collectstatic` leaves them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from django.utils.timezone import now

from tests.browser.boards import sits_down
from tests.browser.every_page import SETS
from tests.browsing import Visitor
from tests.games.boards import first_workers_bought, until_asked
from tests.games.play_builders import begun, play_on
from tests.processes_of_the_site import Site
from tests.web_server import ROOT

FIRST_VISIT = 150_000
A_MOVE = A_STEP = 15_000
"""Bytes as they come: compressed, with their headers, fonts and icons among them."""


def collected(folder: Path, environment: dict[str, str]) -> dict[str, str]:
    """Our own static files, put together, hashed and compressed."""
    environment = environment | {"STPETE_TEST_STATIC": str(folder)}
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        timeout=120,
    )
    return environment


class Scales:
    """Weighs all that this window fetches."""

    def __init__(self, page) -> None:
        self.named: dict[str, str] = {}
        self.got: list[tuple[str, int]] = []
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.requestWillBeSent", self._sent)
        wire.on("Network.loadingFinished", lambda one: self._weigh(one["requestId"], one["encodedDataLength"]))

    def _sent(self, one: dict) -> None:
        if "redirectResponse" in one:
            self.got.append((one["redirectResponse"]["url"], int(one["redirectResponse"]["encodedDataLength"])))
        self.named[one["requestId"]] = one["request"]["url"]

    def _weigh(self, key: str, length: float) -> None:
        self.got.append((self.named.get(key, ""), int(length)))

    def taken(self, page) -> dict[str, int]:
        """What came since it was asked last, the heaviest first."""
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(200)
        found, self.got = self.got, []
        told: dict[str, int] = {}
        for address, length in found:
            name = address.partition("/static/")[2] or "page"
            if "/pulse/" not in address and "/seen/" not in address:
                told[name] = told.get(name, 0) + length
        return dict(sorted(told.items(), key=lambda one: -one[1]))


def test_a_game_page_is_light_and_a_move_and_a_step_are_lighter(
    site: Site, new_visitor: Callable[..., Visitor], anna, boris
):
    game = begun(anna, boris, "plain", now=now())
    until_asked(game, "Anna", also=first_workers_bought)
    everything = begun(anna, boris, "plain", sets=list(SETS), now=now())
    play_on(everything, until=lambda play: play.game.version >= 30, now=now())
    finished = begun(anna, boris, sets=list(SETS), now=now())
    play_on(finished, now=now())
    site.environment |= collected(site.folder / "static", site.environment)
    site.web()
    visitor = new_visitor()
    scales = visitor(Scales)
    sits_down(visitor, site, anna, f"/games/{game.pk}/")
    first = visitor(scales.taken)

    def choose(page):
        page.locator("#tableau .slot:has(.tag.can) button[name=card]").first.click()
        page.locator("#move form.acts").wait_for()
        return scales.taken(page)

    def play(page):
        before = page.locator("#game").get_attribute("data-version")
        page.locator("#move .btn.pri:visible").first.click()
        page.locator(f'#game:not([data-version="{before}"])').wait_for(state="attached")
        return scales.taken(page)

    chosen, played = visitor(choose), visitor(play)
    visitor(lambda page: page.goto(f"{site.url}/games/{everything.pk}/"))
    heavier = visitor(scales.taken)
    visitor(lambda page: page.goto(f"{site.url}/games/{finished.pk}/replay/?at=60"))
    visitor(scales.taken)
    visitor(lambda page: page.keyboard.press("]"))
    visitor(lambda page: page.locator('#game[data-at="61"]').wait_for())
    step = visitor(scales.taken)
    newcomer = new_visitor()
    all_at_once = newcomer(Scales)
    sits_down(newcomer, site, anna, f"/games/{everything.pk}/")
    first_with_all = newcomer(all_at_once.taken)
    late = new_visitor()
    at_the_end = late(Scales)
    sits_down(late, site, anna, f"/games/{finished.pk}/")
    first_at_the_end = late(at_the_end.taken)
    assert sum(first.values()) <= FIRST_VISIT, first
    assert sum(first_at_the_end.values()) <= FIRST_VISIT, first_at_the_end
    assert not {"js/drag.js", "js/clock.js", "js/sound.js"} & set(first_at_the_end), "nothing is left to play"
    assert sum(first_with_all.values()) <= FIRST_VISIT, first_with_all
    assert sum(chosen.values()) <= A_MOVE, chosen
    assert sum(played.values()) <= A_MOVE, played
    assert heavier["page"] <= A_MOVE, heavier
    assert sum(step.values()) <= A_STEP, step
    assert len([name for name in first if name.endswith(".css")]) == 2, "one sheet for all pages, one for boards"
