"""Words of the log entries that expansions bring; those of the base game stand in `sentences.py`.

A module of games/board/expansions/ declares SENTENCES (the whole sentence by the kind of the entry), DEEDS (the same without the
name, for what a seat did itself), SCORINGS (names of payouts that are no phase), FINAL_STEPS (names of steps of the final
scoring) and AFTER_SCORINGS (kinds that a scoring of all players may set off in between).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from django.utils.functional import Promise

import engine
from games.board.registry import merged
from games.names.cards import Deck
from plugins import within

EXPANSIONS = "games.board.expansions"
Names = Sequence[object]
Sentence = Callable[[engine.Entry, Deck, Names], str]
Deed = Callable[[engine.Entry, Deck], str]


@cache
def sentences() -> Mapping[str, Sentence]:
    return merged(EXPANSIONS, "SENTENCES")


@cache
def deeds() -> Mapping[str, Deed]:
    return merged(EXPANSIONS, "DEEDS")


@cache
def final_steps() -> Mapping[str, Promise]:
    return merged(EXPANSIONS, "FINAL_STEPS")


@cache
def scorings() -> Mapping[str, Promise]:
    return merged(EXPANSIONS, "SCORINGS")


@cache
def after_scorings() -> frozenset[str]:
    """Kinds of entries that a scoring sets off for one player."""
    return frozenset(kind for kinds in within(EXPANSIONS, "AFTER_SCORINGS") for kind in kinds)


def in_data(entry: engine.Entry, deck: Deck, names: Names) -> str:
    """An entry that nobody has a sentence for yet: its kind and what it says, with names of seats and cards."""
    seat = getattr(entry, "seat", None)
    told = [] if seat is None else [str(names[seat])]
    told.append(entry.kind.replace("-", " "))
    for name, value in entry.to_json().items():
        if name in ("kind", "seat") or value is None:
            continue
        parts = value if isinstance(value, list) else [value]
        told.append(", ".join(deck.name(str(part)) if part in deck else str(part).replace("-", " ") for part in parts))
    return " ".join(told)
