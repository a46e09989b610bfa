"""The rules as a book: find a rule, a group or a section, what mentions a rule, ids that are near, and words."""

import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import accumulate
from pathlib import Path
from typing import Final

from games.reference.reader import Bullet, Code, Paragraph, Rule, RuleTable, Section, Subsection, read_rules
from games.reference.references import ID, rules_named, with_named_sources

TEXT: Final = Path(__file__).parent / "rules.md"
MOST_FOUND: Final = 60
"""Results of one search; a word that is found more often is too common to help."""
MOST_WORDS: Final = 8
_WORDS: Final = re.compile(r"[\w&'+-]+")
_MARKS: Final = str.maketrans("", "", "*`")


@dataclass(frozen=True, slots=True)
class RuleEntry:
    rule: Rule
    section: Section
    part: Subsection

    @property
    def id(self) -> str:
        return self.rule.id


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found. `id` is a rule; without one it is a place of a section that is no rule, such as the glossary."""

    id: str
    section: Section
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, at most MOST_FOUND of `total`."""

    hits: tuple[Hit, ...]
    total: int


class Book:
    """The whole text, read once. Ids are answered in any case of letters."""

    def __init__(self, sections: tuple[Section, ...]) -> None:
        self.sections: Mapping[str, Section] = {section.number: section for section in sections}
        self.entries: Mapping[str, RuleEntry] = {
            rule.id: RuleEntry(rule, section, part)
            for section in sections
            for part in section.parts
            for rule in Section(section.number, section.title, (part,)).rules()
        }
        self._groups: dict[str, list[str]] = {}
        for id in self.entries:
            for stem in accumulate(id.split("-")[:-1], "{}-{}".format):
                self._groups.setdefault(stem, []).append(id)
        self._mentions: dict[str, list[str]] = {}
        for entry in self.entries.values():
            for named in dict.fromkeys(name for text in entry.rule.texts() for name in rules_named(text)):
                if named != entry.id:
                    self._mentions.setdefault(named, []).append(entry.id)
        self._leaves = tuple(_leaves(sections))

    def group(self, stem: str) -> tuple[RuleEntry, ...]:
        """The rules whose ids begin with these words: COST, CARD-OBS. Empty if there are none."""
        return tuple(self.entries[id] for id in self._groups.get(stem, ()))

    def is_group(self, stem: str) -> bool:
        return stem in self._groups

    def mentions(self, id: str) -> tuple[RuleEntry, ...]:
        return tuple(self.entries[other] for other in self._mentions.get(id, ()))

    def near(self, text: str) -> tuple[str, ...]:
        """Ids that somebody who wrote `text` may have meant, the nearest first."""
        wanted = text.upper()[:40]
        stem = wanted.rstrip("-").rpartition("-")[0]
        family = self._groups.get(wanted) or self._groups.get(stem) or []
        alike = get_close_matches(wanted, self.entries, n=6, cutoff=0.6)
        return tuple(dict.fromkeys([*alike, *family[:6]]))[:8]

    def neighbours(self, section: Section) -> tuple[Section | None, Section | None]:
        number = int(section.number)
        return self.sections.get(str(number - 1)), self.sections.get(str(number + 1))

    def search(self, words: str, synonyms: Mapping[str, tuple[str, ...]]) -> Found:
        """Places that hold every word; `synonyms` says what else a word, or all of them together, may be in the text."""
        wanted = _wanted(words, synonyms)
        if not wanted:
            return Found((), 0)
        start = plain(words).strip()
        found = [leaf for leaf in self._leaves if all(any(way in leaf.plain for way in ways) for ways in wanted)]
        found.sort(key=lambda leaf: not leaf.hit.id.casefold().startswith(start))
        return Found(tuple(leaf.hit for leaf in found[:MOST_FOUND]), len(found))


@dataclass(frozen=True, slots=True)
class _Leaf:
    hit: Hit
    plain: str


def _leaves(sections: Iterable[Section]) -> Iterable[_Leaf]:
    for section in sections:
        for part in section.parts:
            for block in part.blocks:
                if isinstance(block, Paragraph | Bullet | Code):
                    if not (isinstance(block, Paragraph) and block.is_sources):
                        yield _leaf("", section, block.text)
                elif isinstance(block, RuleTable):
                    yield from (_leaf("", section, " · ".join(row.cells)) for row in block.rows if not row.id)
        yield from (_leaf(rule.id, section, " · ".join(rule.texts())) for rule in section.rules())


def _leaf(id: str, section: Section, text: str) -> _Leaf:
    said = text.translate(_MARKS)
    return _Leaf(Hit(id, section, said), plain(f"{id} {said} {section.title if id else ''}"))


def _wanted(words: str, synonyms: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    whole = plain(words).strip()
    if whole in synonyms:
        return [(whole, *synonyms[whole])]
    return [(word, *synonyms.get(word, ())) for word in _WORDS.findall(whole)[:MOST_WORDS]]


def plain(text: str) -> str:
    """Small letters without accents, so that `Mariinskij` and `Kijé` are found however they are written."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_id(text: str) -> bool:
    return re.fullmatch(ID, text) is not None


@functools.cache
def book() -> Book:
    return Book(read_rules(with_named_sources(TEXT.read_text("utf-8"))))
