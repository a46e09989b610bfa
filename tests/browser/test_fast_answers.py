"""From the click to the bot's answer on the screen."""

from __future__ import annotations

from statistics import median

from django.utils.timezone import now

import engine
from tests.browser.boards import sits_down
from tests.browsing import Visitor
from tests.games.boards import as_bots_would, first_workers_bought, seat_named
from tests.games.play_builders import begun
from tests.processes_of_the_site import Site

MOVES = 5
MOST = 5000
"""Milliseconds: a third of the time between two looks of a page that is told nothing, so the answer was pushed. How quick it is
on a quiet machine: `benchmarks.answers`."""

PATIENCE = 20_000

CLICK = """patience => new Promise((done, fail) => {
    const began = performance.now(), here = () => document.getElementById("game");
    const version = Number(here().dataset.version);
    const look = () => {
        const rows = Number(here().dataset.version) - version, waited = performance.now() - began;
        const confirm = document.querySelector("#move button[data-key=e]");
        if (confirm && !confirm.disabled) confirm.click();
        if (rows && (here().querySelector("#turn.you") || !("live" in here().dataset))) done([rows, waited]);
        else if (waited > patience) fail(new Error("no answer"));
        else setTimeout(look, 10);
    };
    (document.querySelector("#pass > button") ?? document.querySelector("#move .btn.pri")).click();
    look();
})"""
"""Passes, or answers what is asked, and waits until it is the own turn again: rows of the log, milliseconds."""


def test_a_bots_answer_is_on_the_screen_at_once(site: Site, visit: Visitor, anna):
    game = begun(anna, "plain", now=now())
    seat = seat_named(game, "Anna")
    as_bots_would(game, until=lambda state: first_workers_bought(state) and _asked(state, seat), now=now())
    site.web()
    site.worker()
    sits_down(visit, site, anna, f"/games/{game.pk}/")
    waited: list[float] = []
    for _ in range(4 * MOVES):
        rows, took = visit(lambda page: page.evaluate(CLICK, PATIENCE))
        if rows > 1:  # the bot was asked, too
            waited.append(took)
        if len(waited) == MOVES:
            break
    assert len(waited) == MOVES
    assert median(waited) <= MOST, waited


def _asked(state: engine.State, seat: int) -> bool:
    question = engine.question_for(state, seat)
    return question is not None and question.kind == "turn" and seat in engine.waiting_for(state)
