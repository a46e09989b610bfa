"""Positions with events, and what a move in them tells."""

import pytest

import engine
from engine.core import State
from engine.errors import IllegalMove
from tests.builders import acted, position, seat, texts

EVENTS = ("market", "events")
NAMES = ("twin", "sponsor", "ghost", "new-luck", "warehouse", "grabber")


def noble(**wishes: object) -> State:
    """A position of round 2 in the Noble phase, unless said otherwise, in which nobody has used an event."""
    return position(sets=EVENTS, **{"phase": "noble", "upper": ["judge"], **wishes})


def events(state: State, one: int = 0) -> list[str]:
    """The events this seat may use now."""
    return [text for text in texts(state, one) if text.startswith("event ")]


def refused(state: State, text: str, one: int = 0) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as error:
        acted(state, one, text)
    return error.value.code, error.value.rule


def told(state: State, text: str, one: int = 0) -> list[engine.Entry]:
    return list(acted(state, one, text).entries)


def full(rubles: int, **wishes: object) -> list[object]:
    """A seat whose hand is full."""
    return [seat(rubles=rubles, hand=["library", "library", "academy"], **wishes)]  # type: ignore[arg-type]
