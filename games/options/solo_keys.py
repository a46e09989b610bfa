"""Selections of games for one player, each with a word of an address (SOLO-7)."""

from dataclasses import replace

import engine
from games.options.variants import VARIANTS, usual_of

REAL_HURDLES = "real-hurdles-"
HURDLES = "hurdles-"
SWITCHES = {choice.key: (one.field, choice.value) for one in VARIANTS for choice in one.choices if choice.key}
"""What a selection may say beside edition and sets, by the word in its address; only what is unusual is said."""


def selection_of(options: engine.Options) -> engine.Options:
    """The selection that a game belongs to: its options without those that mean nothing to one player."""
    return replace(options, players=1, open_hands=True)


def key_of(selection: engine.Options) -> str:
    """The selection as a word of an address: `2_market_orders`, `1_free-workers`."""
    usual = usual_of(selection)
    said = [str(selection.edition), *selection.sets]
    if selection.real_hurdles is not None:
        said.append(f"{REAL_HURDLES}{selection.real_hurdles}")
    if selection.hurdles is not None:
        said.append(HURDLES + ".".join(selection.hurdles))
    for word, (name, value) in SWITCHES.items():
        if getattr(selection, name) == value != getattr(usual, name):
            said.append(word)
    return "_".join(said)


def selection_named(key: str) -> engine.Options | None:
    """The selection of an address; None if there is no such selection for one player, or it is spelled otherwise."""
    edition, *said = key.split("_")
    chosen: dict[str, object] = {"edition": int(edition) if edition in ("1", "2") else 0, "players": 1}
    sets = []
    for word in said:
        if word in SWITCHES:
            name, value = SWITCHES[word]
            chosen[name] = value
        elif word.startswith(REAL_HURDLES) and word[-1:].isascii() and word[-1:].isdigit():
            chosen["real_hurdles"] = int(word[-1])
        elif word.startswith(HURDLES):
            chosen["hurdles"] = word.removeprefix(HURDLES).split(".")
        else:
            sets.append(word)
    try:
        selection = engine.Options.from_dict(chosen | {"sets": sets})
    except engine.OptionsError:
        return None
    return selection if key_of(selection) == key else None
