"""References in the rules' running text: ids of rules, groups and sections, and the names of its sources."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

ID = r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-(?:\d+[a-z]?|[A-Z]\d*)"
SCOPES: Mapping[str, Promise] = {
    "all": pgettext_lazy("rules", "every game"),
    "E1": pgettext_lazy("rules", "first edition"),
    "E2": pgettext_lazy("rules", "second edition"),
    "SP+": pgettext_lazy("rules", "variant SP+"),
    "IGC1": pgettext_lazy("rules", "In Good Company, first edition"),
    "IGC2": pgettext_lazy("rules", "In Good Company, second edition"),
    "IGC": pgettext_lazy("rules", "In Good Company"),
    "MKT": pgettext_lazy("rules", "with the Market"),
    "M1": pgettext_lazy("rules", "Module 1, The Banquet"),
    "M2": pgettext_lazy("rules", "Module 2"),
    "M3": pgettext_lazy("rules", "Module 3, Helpers"),
    "M4": pgettext_lazy("rules", "Module 4, Events"),
    "M5": pgettext_lazy("rules", "Module 5, Orders"),
    "M6": pgettext_lazy("rules", "Module 6, Hurdles"),
    "5NM": pgettext_lazy("rules", "five players without the Market"),
    "SOLO": pgettext_lazy("rules", "solo"),
    "ONLINE": pgettext_lazy("rules", "online play"),
}
"""The scope tags of section 0.2 in words. In running text they name a set and no group of rules."""
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


@dataclass(frozen=True, slots=True)
class Source:
    """`short` stands in the English text, `words` says what it is."""

    short: str
    words: Promise


SOURCES: Final[Mapping[str, Source]] = {
    "000": Source(
        "2nd ed. (German)",
        pgettext_lazy(
            "rules", "German rulebook of the second edition with the Market, and the booklet of Modules 1 to 6"
        ),
    ),
    "001": Source(
        "Yucata",
        pgettext_lazy(
            "rules", "German online rules at Yucata for both editions and all expansions, with designer's notes"
        ),
    ),
    "002": Source(
        "2nd ed. (English)", pgettext_lazy("rules", "English rulebook of the second edition with the Market")
    ),
    "003": Source("1st ed. (German)", pgettext_lazy("rules", "German rulebook of the first edition")),
    "004": Source(
        "BrettspielWelt",
        pgettext_lazy("rules", "German online help at BrettspielWelt, with the Market and the solo game"),
    ),
}
_COLUMN: Final = re.compile(r"^(\| (?:Short|00\d) \|) (?:File name|`00\d_[^`]*`) \|", re.M)
_FILE: Final = re.compile(r"`?(00[0-4])_[0-9a-f]{16}\.txt`?")
_NUMBER: Final = re.compile(r"(?<![\w.])(00[0-4])(N?)(?!\w)")


def with_named_sources(text: str) -> str:
    """The rules text with the names of its sources in place of numbers and files; no line more or less."""
    text = _COLUMN.sub(r"\1", text)
    text = text.replace("| Short | What it is |\n|---|---|---|", "| Short | What it is |\n|---|---|")
    text = text.replace("the short numbers of its sources", "the short names of its sources")
    text = _FILE.sub(lambda found: SOURCES[found[1]].short, text)
    return _NUMBER.sub(lambda found: SOURCES[found[1]].short + (", note" if found[2] else ""), text)
