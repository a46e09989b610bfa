"""Which selections of edition, players and sets go together. The engine is asked for every one of them; nothing is known here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import engine

from .set_words import offered

EDITIONS = (1, 2)
PLAYERS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Selection:
    """What the sets hang on. `sets` are in any order."""

    edition: int
    players: int
    sets: frozenset[str]

    def with_set(self, name: str) -> "Selection":
        return Selection(self.edition, self.players, self.sets | {name})

    def with_players(self, players: int) -> "Selection":
        return Selection(self.edition, players, self.sets)


def refusal(selection: Selection) -> engine.OptionsError | None:
    """Why the engine does not accept a selection; None if it does."""
    return _refusals(tuple(offered())).get(_key(selection))


def _key(selection: Selection) -> tuple[int, int, frozenset[str]]:
    return selection.edition, selection.players, selection.sets


@lru_cache(maxsize=4)
def _refusals(names: tuple[str, ...]) -> dict[tuple[int, int, frozenset[str]], engine.OptionsError]:
    """Every selection that is refused. Some thousands of questions, asked once a process."""
    found = {}
    for selection in every(names):
        if (error := ask(selection)) is not None:
            found[_key(selection)] = error
    return found


def every(names: Sequence[str]) -> Iterable[Selection]:
    """All selections of these sets, legal or not: by edition, then players, then sets as the bits of a number."""
    subsets = [frozenset(name for bit, name in enumerate(names) if mask >> bit & 1) for mask in range(1 << len(names))]
    for edition in EDITIONS:
        for players in PLAYERS:
            for sets in subsets:
                yield Selection(edition, players, sets)


def ask(selection: Selection) -> engine.OptionsError | None:
    """The engine's own answer."""
    try:
        engine.Options(edition=selection.edition, players=selection.players, sets=tuple(sorted(selection.sets)))
    except engine.OptionsError as error:
        return error
    return None


def hindrance(now: Selection, then: Selection) -> engine.OptionsError | None:
    """Why the step from one selection to another cannot be offered. Where `now` itself is refused, a step that is refused for
    the same reason is offered: it may be the first of two that mend it."""
    error, present = refusal(then), refusal(now)
    if error is not None and present is not None and error.code == present.code:
        return None
    return error


def smallest_with(edition: int, name: str) -> Selection | None:
    """The smallest selection of an edition for two players that has this set and is accepted."""
    return _smallest(tuple(offered()), edition, name)


@lru_cache(maxsize=64)
def _smallest(names: tuple[str, ...], edition: int, name: str) -> Selection | None:
    found = [one for one in every(names) if (one.edition, one.players) == (edition, 2) and name in one.sets]
    found.sort(key=lambda one: len(one.sets))
    return next((one for one in found if _key(one) not in _refusals(names)), None)


@lru_cache(maxsize=4)
def _table(names: tuple[str, ...]) -> tuple[str, tuple[engine.OptionsError, ...]]:
    errors: list[engine.OptionsError] = []
    codes: dict[tuple[str, str], int] = {}
    signs = []
    for selection in every(names):
        error = _refusals(names).get(_key(selection))
        if error is None:
            signs.append("0")
            continue
        place = codes.setdefault((error.code, error.sentence), len(errors))
        if place == len(errors):
            errors.append(error)
        signs.append(chr(ord("0") + 1 + place))
    return "".join(signs), tuple(errors)


def table() -> tuple[list[str], str, tuple[engine.OptionsError, ...]]:
    """All of it for the browser: the sets as bits, one sign a selection in the order of `every` ("0" accepted, else the place of
    its refusal counted from "1"), and the refusals."""
    names = offered()
    signs, errors = _table(tuple(names))
    return names, signs, errors
