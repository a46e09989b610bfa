"""Ids of rules in running text: `COST-4`, a group `CARD-OBS`, and what follows in short form, `COST-3, -4`, `MKT-11..13`."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

ID = r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-(?:\d+[a-z]?|[A-Z]\d*)"
SCOPES = (
    "all",
    "E1",
    "E2",
    "SP+",
    "IGC1",
    "IGC2",
    "IGC",
    "MKT",
    "M1",
    "M2",
    "M3",
    "M4",
    "M5",
    "M6",
    "5NM",
    "SOLO",
    "ONLINE",
)
"""The scope tags of section 0.2. In running text they name a set and no group of rules."""
_RANGE_OF_SETS = re.compile(r"M\d-M\d")
_FOUND = re.compile(
    rf"(?<![\w-])(?:(?P<id>{ID})(?P<more>(?:, -\d+|\.\.\d+)*)"
    r"|[Ss]ections? (?P<section>\d+)(?:\.\d+)?"
    r"|(?P<group>[A-Z][A-Z0-9]+(?:-[A-Z][A-Z0-9]+)*))(?![\w-])"
)
_MORE = re.compile(r"(, |\.\.)(-?)(\d+)")


class Piece(NamedTuple):
    """A stretch of text. `target` is the rule, group or section it names, empty for plain text."""

    text: str
    target: str = ""


def pieces(text: str, is_group: Callable[[str], bool]) -> Iterator[Piece]:
    """The text in order, cut at what it refers to. Joined again the pieces are the text."""
    end = 0
    for found in _FOUND.finditer(text):
        named = list(_named(found, is_group))
        if not named:
            continue
        if found.start() > end:
            yield Piece(text[end : found.start()])
        yield from named
        end = found.end()
    if end < len(text):
        yield Piece(text[end:])


def _named(found: re.Match[str], is_group: Callable[[str], bool]) -> Iterator[Piece]:
    if found["section"]:
        yield Piece(found[0], found["section"])
    elif found["group"]:
        if found["group"] not in SCOPES and is_group(found["group"]):
            yield Piece(found[0], found["group"])
    elif not _RANGE_OF_SETS.fullmatch(found["id"]):
        yield Piece(found["id"], found["id"])
        stem = found["id"].rpartition("-")[0]
        for more in _MORE.finditer(found["more"]):
            yield Piece(more[1])
            yield Piece(more[2] + more[3], f"{stem}-{more[3]}")


def rules_named(text: str) -> Iterator[str]:
    """The ids of rules that a text names; a range names its ends."""
    for found in _FOUND.finditer(text):
        if found["id"]:
            yield from (piece.target for piece in _named(found, lambda group: False) if piece.target)
