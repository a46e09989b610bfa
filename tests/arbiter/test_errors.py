"""Errors of tournaments: one shape, and a code of its own for each kind."""

from __future__ import annotations

import importlib
import pickle
import pkgutil
from collections import Counter

import pytest

import tournaments
from arbiter.errors import TournamentError
from arbiter.sentences import Sentence


def kinds(kind: type[TournamentError]) -> list[type[TournamentError]]:
    """A kind of error and all kinds of it."""
    return [kind, *(deeper for below in kind.__subclasses__() for deeper in kinds(below))]


def test_every_kind_has_a_code_of_its_own_and_says_its_sentence() -> None:
    for module in pkgutil.walk_packages(tournaments.__path__, "tournaments."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = [kind for kind in kinds(TournamentError) if kind.__module__.startswith("tournaments")]
    doubled = [code for code, count in Counter(kind.code for kind in found).items() if count > 1]
    assert (doubled, len(found) > 20) == ([], True)
    assert all("code" in vars(kind) for kind in found)
    assert {kind.__module__ for kind in found} == {"arbiter.errors"}
    for area in TournamentError.__subclasses__():
        error = area("Nobody sits twice.")
        assert (error.sentence, str(error)) == ("Nobody sits twice.", "Nobody sits twice.")


def test_a_kind_without_a_code_cannot_be_written() -> None:
    with pytest.raises(TypeError, match="code"):
        type("Nameless", (TournamentError,), {})


def test_a_refusal_given_as_a_pattern_can_be_said_in_other_languages() -> None:
    error = TournamentError("Player {player} met {others}.", player=3, others=(1, 2))
    assert str(error) == error.sentence == "Player 3 met 1, 2."
    assert isinstance(error.sentence, Sentence)
    assert (error.sentence.pattern, error.sentence.values) == (
        "Player {player} met {others}.",
        {"player": 3, "others": (1, 2)},
    )
    again = pickle.loads(pickle.dumps(error.sentence))
    assert (again, again.pattern, again.values) == (error.sentence, error.sentence.pattern, error.sentence.values)
