"""No pinned package has a weakness that the list beside the pins knows. Nothing is asked of anybody: tools/advisories.py says how
the list is made."""

from __future__ import annotations

from datetime import date

import pytest
from packaging.version import Version

from tools.advisories import LISTINGS, ROOT, affected, affects, known, pinned

ACCEPTED: dict[str, str] = {}
"""Advisories that are about a pinned version and do not reach us: the number, and the reason why."""


@pytest.mark.parametrize("listing", LISTINGS)
def test_no_pinned_package_has_a_weakness_that_is_known(listing: str) -> None:
    pins = pinned(listing)
    assert len(pins) > 50
    found = affected(pins, known()["advisories"])
    assert {number: name for name, numbers in found.items() for number in numbers if number not in ACCEPTED} == {}


def test_what_is_affected_is_found() -> None:
    advisories = known()["advisories"]
    assert len(advisories) > 15
    assert "PYSEC-2024-70" in affected({"django": Version("5.0.7")}, advisories)["django"]
    assert "PYSEC-2024-70" not in affected({"django": Version("5.0.8")}, advisories)["django"]


@pytest.mark.parametrize(
    ("span", "version", "is_hit"),
    [
        ({"introduced": "0"}, "9", True),
        ({"introduced": "2", "fixed": "2.1"}, "2.0.5", True),
        ({"introduced": "2", "fixed": "2.1"}, "2.1", False),
        ({"introduced": "2", "fixed": "2.1"}, "1.9", False),
        ({"introduced": "0", "last": "3.1"}, "3.1", True),
        ({"introduced": "0", "last": "3.1"}, "3.2", False),
    ],
)
def test_a_span_ends_where_it_was_mended(span: dict[str, str], version: str, is_hit: bool) -> None:
    assert affects({"spans": [span], "versions": []}, Version(version)) is is_hit


def test_a_version_may_be_named_alone() -> None:
    assert affects({"spans": [], "versions": ["1.2"]}, Version("1.2"))


def test_the_guide_says_of_which_day_the_list_is() -> None:
    day = date.fromisoformat(known()["day"])
    assert f"{day.day} {day:%B %Y}" in (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
