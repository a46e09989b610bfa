"""Examples of which each run of the suite takes the first few, and `--all` every one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def first_few(examples: Iterable[object], few: int) -> list[object]:
    """For `parametrize`: those after the first few are slow."""
    return [
        one if number < few else pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.slow)
        for number, one in enumerate(examples)
    ]
