"""What players may decide before they are asked: a small form for each (GUILD-2, M2-TRADE-3, IMPO-3, BANQ-THIEF-6).

The words of each kind are declared where its question is put. A kind that nobody has words for is shown by its name and its values.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from django.utils.functional import Promise

import engine
from games.board.registry import listed
from games.names.cards import Deck, Face


class Deciding:
    """The words of one kind of preset. `kinds` are names in `engine.Preset.name`, or how such names begin (`impostor` for
    `impostor-4-1`)."""

    kinds: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = ""
    """Where it can be read."""
    note_words: ClassVar[str | Promise] = ""
    """What has to be known about it, in a sentence."""

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        """What is decided, in few words."""
        return deck.name(preset.card) if preset.card else preset.name.replace("-", " ")

    def label(self, value: str) -> str:
        """A button."""
        return value

    def badge(self, value: str) -> str:
        """What stands on the card while this holds; empty for nothing."""
        return ""


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """One value that may be chosen; `holds` while it is what has been decided."""

    value: str
    label: str
    holds: bool


@dataclass(frozen=True, slots=True)
class PresetDecision:
    """One preset with its form. `number` tells it from others about an equal card, from 1; 0 where there is only one."""

    name: str
    face: Face | None
    question: str
    note: str
    choices: tuple[PresetChoice, ...]
    badge: str
    number: int = 0
    rule: str = ""


def decisions(offered: Sequence[engine.Preset], decided: Mapping[str, str], deck: Deck) -> list[PresetDecision]:
    """`offered` is what `engine.presets_for` gives for the seat of the viewer, `decided` what was chosen of it."""
    about, seen = Counter(_kind(preset.name) for preset in offered), Counter[str]()
    found = []
    for preset in offered:
        kind = _kind(preset.name)
        seen[kind] += 1
        says, value = _deciding().get(kind, PLAIN), chosen(preset, decided)
        choices = tuple(PresetChoice(one, says.label(one), one == value) for one in preset.values)
        found.append(
            PresetDecision(
                preset.name,
                deck[preset.card] if preset.card else None,
                says.question(preset, deck),
                str(says.note_words),
                choices,
                says.badge(value),
                seen[kind] if about[kind] > 1 else 0,
                says.rule,
            )
        )
    return found


def chosen(preset: engine.Preset, decided: Mapping[str, str]) -> str:
    """What holds of this preset now."""
    value = decided.get(preset.name, preset.default)
    return value if value in preset.values else preset.default


def badges(found: Sequence[PresetDecision]) -> dict[str, str]:
    """What stands on cards of the own display, by card: `1 × goes` where it is not all of them."""
    words: dict[str, Counter[str]] = {}
    for one in found:
        if one.face and one.badge:
            words.setdefault(one.face.id, Counter())[one.badge] += 1
    return {
        card: ", ".join(text if count == _about(found, card) else f"{count} × {text}" for text, count in texts.items())
        for card, texts in words.items()
    }


def _about(found: Sequence[PresetDecision], card: str) -> int:
    return sum(one.face is not None and one.face.id == card for one in found)


PLAIN = Deciding()


@cache
def _deciding() -> Mapping[str, Deciding]:
    return {kind: one for one in listed("presets") for kind in one.kinds}


def _kind(name: str) -> str:
    """The kind that speaks for a preset: its name, or as much of its beginning as somebody has words for."""
    kind = name
    while kind not in _deciding() and "-" in kind:
        kind = kind.rpartition("-")[0]
    return kind if kind in _deciding() else name
