"""From a click to a bot's answer on the screen: `python -m benchmarks.answers [--bot plain] [--times 30]`.

`./stpete run` with nothing set (SQLite, its own Valkey, its own workers) and a guest's game in a headless Chromium on the same
machine. A move counts where the bot was asked, and until it is the own turn again and that is drawn.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from stpete_site.supervisor import plan
from stpete_site.supervisor.process import start, stop, wait_until
from tests.browsing import WIDE, Browser
from tests.web_server import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

AIM = 1500
SEATED = """bot => {
    const form = document.querySelector("form[action$='/play-now/']"), field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "strength", value: bot });
    form.append(field);
    form.requestSubmit();
}"""
CLICK = """patience => new Promise((done, fail) => {
    const began = performance.now(), here = () => document.getElementById("game");
    const version = Number(here().dataset.version);
    let clicks = 0;
    const press = () => {
        const button = document.querySelector("#ready form.seg button:not(:disabled)")
            ?? document.querySelector("#move .btn.pri:not(:disabled)") ?? document.querySelector("#tableau button.card");
        if (button && !here().hasAttribute("aria-busy")) { button.click(); clicks += 1; }
    };
    const look = () => {
        const rows = Number(here().dataset.version) - version, waited = performance.now() - began;
        if (!("live" in here().dataset)) return done([rows, waited, false]);
        if (rows && here().querySelector("#turn.you")) {
            const drawn = () => done([rows, performance.now() - began, true]);
            return requestAnimationFrame(() => setTimeout(drawn));
        }
        if (waited > patience) return fail(new Error("no answer"));
        if (!rows) press();
        setTimeout(look, 10);
    };
    press();
    look();
})"""
"""Passes or answers what is asked until it is the own turn again: rows of the log, milliseconds, whether the game goes on."""


@contextmanager
def running() -> Iterator[str]:
    """The embedded default on a home of its own; its address."""
    port = plan.any_free_port()
    ours = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "SECRET_KEY", "STREAMS_PORT")
    with tempfile.TemporaryDirectory(prefix="stpete-answers-") as folder:
        environment = {name: value for name, value in os.environ.items() if name not in ours} | {"STPETE_HOME": folder}
        said = Path(folder, "said")
        with said.open("ab") as output:
            command = [sys.executable, "-m", "stpete_site.supervisor", "--no-demo", "--port", str(port)]
            site = start(command, environment=environment, folder=ROOT, output=output)
        try:
            if not wait_until(lambda: "Ctrl-C" in said.read_text(), seconds=90):
                raise RuntimeError(said.read_text())
            log = Path(folder, "log", "worker.log")
            wait_until(lambda: log.exists() and " ready." in log.read_text(), seconds=60)
            yield f"http://127.0.0.1:{port}"
        finally:
            stop(site, patience=40)


def measured(page: Page, url: str, bot: str, times: int) -> list[float]:
    """Milliseconds of each answer."""
    took: list[float] = []
    while len(took) < times:
        page.goto(url)
        page.evaluate(SEATED, bot)
        page.wait_for_selector("#game #turn.you", timeout=20_000)
        goes_on = True
        while goes_on and len(took) < times:
            page.wait_for_timeout(500)
            rows, waited, goes_on = page.evaluate(CLICK, 20_000)
            if rows > 1 and goes_on:
                took.append(waited)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.answers", description=__doc__)
    parser.add_argument("--bot", default="plain")
    parser.add_argument("--times", type=int, default=30)
    chosen = parser.parse_args()
    browser = Browser()
    try:
        with running() as url:
            context = browser.do(lambda: browser.context(width=WIDE[0], height=WIDE[1], language="en", javascript="on"))
            found = browser.do(lambda: measured(context.new_page(), url, chosen.bot, chosen.times))
    finally:
        browser.close()
    tenth = quantiles(found, n=10)[-1]
    print(
        f"{chosen.bot}: median {median(found):.0f} ms (aim: {AIM}), nine of ten within {tenth:.0f} ms, of {len(found)}"
    )


if __name__ == "__main__":
    main()
