"""The colours of tokens.css, light and dark, by the formula of WCAG 2: text needs 4.5, controls and marks 3.0."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHEET = (Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
LIGHT, DARK = SHEET.split("@media screen and (prefers-color-scheme: dark)")
TEXT, MARK = 4.5, 3.0
SEATS = [(f"s{number}", "paper", TEXT) for number in range(5)] + [
    ("on-seat", f"s{number}", TEXT) for number in range(5)
]
GROUPS = [
    pair
    for group in "gybrop"
    for pair in (
        (f"{group}-deep", f"{group}-wall", TEXT),
        (f"{group}-deep", "window", TEXT),
        (f"{group}-mid", "window", MARK),
        ("ink", f"{group}-wall", TEXT),
        (f"{group}-on" if group in "yo" else "on-plinth", f"{group}-plinth", TEXT),
    )
]
PAIRS = [
    *(("ink", ground, TEXT) for ground in ("bg", "paper", "raise", "sky")),
    *(("ink-2", ground, TEXT) for ground in ("bg", "paper", "raise", "water", "sky")),
    *(("neva", ground, TEXT) for ground in ("bg", "paper", "raise")),
    *((name, ground, TEXT) for name in ("ok", "warn", "gilt-ink") for ground in ("bg", "paper")),
    *(("edge", ground, MARK) for ground in ("paper", "water", "bg")),
    ("on-neva", "neva", TEXT),
    ("on-turn", "turn", TEXT),
    ("water-ink", "water", TEXT),
    ("gilt", "paper", MARK),
    ("coin-ink", "coin", TEXT),
    ("shield-ink", "shield", TEXT),
    *GROUPS,
    *SEATS,
]


def colours(part: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9A-F]{6});", part))


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_formula_is_that_of_the_standard():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("part", [LIGHT, LIGHT + DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "least"), PAIRS)
def test_text_and_marks_stand_out(part: str, front: str, ground: str, least: float):
    palette = colours(part)
    assert contrast(palette[front], palette[ground]) >= least
