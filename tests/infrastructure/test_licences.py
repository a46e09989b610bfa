"""Every package that is pinned is under a licence that goes together with ours (AGPL-3.0-or-later), by what it says of itself.

Read from what is installed, so nothing is asked of anybody. Advisories: test_advisories.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import metadata
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.markers import Marker

ROOT = Path(__file__).resolve().parent.parent.parent

TO_RUN = frozenset(
    {
        *(
            "0BSD",
            "Apache-2.0",
            "BSD",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "CC0-1.0",
            "ISC",
            "MIT",
            "MIT-0",
            "MIT-CMU",
            "PSF-2.0",
            "Zlib",
        ),
        *("LGPL-3.0-only", "MPL-2.0"),  # parts of a larger work; theirs stays theirs
    }
)
"""What a site may be made of. Anything else is looked at before it is written here."""

TO_TEST = TO_RUN | {"GPL-3.0-or-later"}
"""Tools that are never given away with the site may be under a strong licence too."""

SAYS_NOTHING = {"axe-playwright-python": "MIT", "shellingham": "ISC"}
"""Packages whose metadata names no licence, and what the file of it that they bring says."""

OTHER_WORDS = {
    "apache 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd 3-clause": "BSD-3-Clause",
    "bsd license": "BSD",
    "gpl-3.0+": "GPL-3.0-or-later",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "new bsd": "BSD-3-Clause",
}


def pinned(listing: str) -> Iterator[str]:
    """Names of a list of requirements/ that belong on a machine like this one."""
    for line in (ROOT / "requirements" / f"{listing}.txt").read_text().splitlines():
        found = re.match(r"([A-Za-z0-9._-]+)==[^ ;]+(?: *; *([^\\]+))?", line)
        if found and (not found[2] or Marker(found[2].strip()).evaluate()):
            yield found[1]


def licence_of(name: str) -> str:
    """An expression of identifiers, empty where the package says nothing that can be read."""
    said = metadata(name)
    known = {*TO_TEST, *OTHER_WORDS.values()}
    words = said.get("License") or ""
    for one in (said.get("License-Expression"), *(words,) * (len(words) < 40)):
        if one and all(part in known for part in parts(one)):
            return str(one)
    classifiers = [one.split(" :: ")[-1] for one in said.get_all("Classifier") or [] if one.startswith("License")]
    return " OR ".join(one for one in classifiers if one.lower() in OTHER_WORDS) or SAYS_NOTHING.get(name, "")


def parts(expression: str) -> list[str]:
    """The licences of an expression, by their identifiers."""
    return [OTHER_WORDS.get(part.lower(), part) for part in re.split(r" (?:AND|OR) ", expression)]


def is_allowed(expression: str, allowed: frozenset[str]) -> bool:
    """Of alternatives one is enough; of what holds together all are needed."""
    return any(set(parts(one)) <= allowed for one in expression.split(" OR "))


@pytest.mark.parametrize(("listing", "allowed"), [("run", TO_RUN), ("test", TO_TEST)])
def test_every_pinned_package_is_under_a_licence_that_goes_with_ours(listing: str, allowed: frozenset[str]) -> None:
    licences = {name: licence_of(name) for name in pinned(listing)}
    assert len(licences) > 50
    assert {name: one for name, one in licences.items() if not is_allowed(one, allowed)} == {}


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [("MIT", True), ("SSPL-1.0 OR MIT", True), ("MIT AND SSPL-1.0", False), ("GPL-3.0+", False), ("", False)],
)
def test_of_alternatives_one_is_enough(expression: str, allowed: bool) -> None:
    assert is_allowed(expression, TO_RUN) is allowed


def test_the_list_of_dependencies_names_every_package_that_we_ask_for() -> None:
    listed = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").lower()
    for listing in ("run", "test"):
        for line in (ROOT / "requirements" / f"{listing}.in").read_text().splitlines():
            name = re.split(r"[\[=]", line)[0]
            if name and not line.startswith(("#", "-")):
                assert name.lower() in listed or name.split("-")[0].lower() in listed, name


@pytest.mark.parametrize("listing", ["run", "test", "dev"])
def test_no_line_of_a_list_swallows_the_next(listing: str) -> None:
    """A hash that ends with a continuation makes pip pass over the package that follows, without a word."""
    lines = (ROOT / "requirements" / f"{listing}.txt").read_text().splitlines()
    joined = [line for before, line in pairwise(lines) if before.endswith("\\") and not line.startswith("    --hash=")]
    assert joined == []
    assert not lines[-1].endswith("\\")
