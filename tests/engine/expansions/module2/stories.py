"""Positions with Module 2, and what a display brings in them."""

from collections.abc import Sequence

import pytest

import engine
from engine.core import State
from engine.errors import EngineError
from tests.builders import act, position, seat
from tests.engine.examples.stories import all_pass, scored

M2 = ("module-2",)


def blue(display: Sequence[str], *, rubles: int = 25, **more: object) -> State:
    """The last turn of a Building phase: when all have passed, the display is scored."""
    mine = seat(rubles=rubles, display=display)
    return position(sets=M2, phase="building", upper=["academy"], seats=[mine, seat()], **more)  # type: ignore[arg-type]


def gained(display: Sequence[str], phase: str, sets: Sequence[str] = M2, edition: int = 2) -> tuple[int, int]:
    """Rubles and points of a display in the scoring of a phase, whatever the clock answers on the way."""
    state = position(sets=sets, edition=edition, phase=phase, upper=["library"], seats=[seat(display=display), seat()])
    state, entries = all_pass(state)
    while not scored(entries, phase):
        one = engine.waiting_for(state)[0]
        done = engine.apply(state, one, engine.default_move(state, one))
        state, entries = done.state, [*entries, *done.entries]
    _, rubles, _, points = scored(entries, phase)[0]
    return rubles, points


def refused(state: State, one: int, text: str) -> tuple[str, str]:
    with pytest.raises(EngineError) as error:
        act(state, one, text)
    return error.value.code, error.value.rule


def options(**more: object) -> engine.Options:
    return engine.Options(edition=2, sets=M2, **more)  # type: ignore[arg-type]


def noble(*display: str, rubles: int = 25) -> State:
    return position(sets=M2, phase="noble", upper=["academy"], seats=[seat(rubles=rubles, display=display), seat()])
