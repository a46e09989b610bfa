"""Positions with the Banquet."""

import pytest

import engine
from tests.builders import act, position

BANQUET = ("banquet",)
PURPLE = (
    "money-collector", "parasite", "black-market-yellow", "black-market-red", "double-move", "golden-donkey", "thief",
    "jester", "banquet", "away-with-it-blue", "away-with-it-red",
)  # fmt: skip


def banquet(*more, **wishes):
    """A position with the Banquet and perhaps more sets."""
    return position(sets=(*BANQUET, *more), **wishes)


def box(state, viewer=None):
    return engine.view_for(state, viewer).extras["banquet"]["box"]


def refused(state, one, text):
    """Code and rule of the refusal of a move."""
    with pytest.raises(engine.EngineError) as error:
        act(state, one, text)
    return error.value.code, error.value.rule


def options(players=2, *more, **wishes):
    return engine.Options(edition=2, players=players, sets=(*BANQUET, *more), **wishes)


def asked(state):
    """The seat that is asked and the kind of the question."""
    (one,) = engine.waiting_for(state)
    return one, engine.question_for(state, one).kind
