"""A page of the players' rules read from its Markdown. docs/reference.md says how such a page is written.

The reader knows the few forms the texts use and refuses everything else: a fault names file, line and reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from games.reference.line_reader import LineReader
from games.reference.references import ID


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph or an item of a list. `rules` are the ids of its exact wording."""

    kind: ClassVar[str] = "text"
    text: str
    rules: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Items:
    kind: ClassVar[str] = "items"
    items: tuple[Text, ...]
    is_ordered: bool


@dataclass(frozen=True, slots=True)
class Heading:
    kind: ClassVar[str] = "heading"
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class TextTable:
    kind: ClassVar[str] = "table"
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    line: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Faces in a row; with `is_told` each with its name and what it does."""

    kind: ClassVar[str] = "cards"
    keys: tuple[str, ...]
    is_told: bool
    line: int


@dataclass(frozen=True, slots=True)
class Example:
    """A situation with its figures. A test computes them: see its `id` in tests/games/handbook."""

    kind: ClassVar[str] = "example"
    id: str
    title: str
    texts: tuple[Text, ...]
    cards: tuple[str, ...]
    line: int


Block = Text | Items | Heading | TextTable | Cards | Example


@dataclass(frozen=True, slots=True)
class Section:
    """One subject, told twice."""

    id: str
    title: str
    short: tuple[Block, ...]
    full: tuple[Block, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    """`shelf` is the box that cards named without one come from."""

    slug: str
    title: str
    shelf: str
    lead: tuple[Text, ...]
    sections: tuple[Section, ...] = field(default=())

    def blocks(self) -> Iterator[Block]:
        yield from self.lead
        for section in self.sections:
            yield from section.short
            yield from section.full

    def texts(self) -> Iterator[tuple[int, str]]:
        for section in self.sections:
            yield section.line, section.title
        for block in self.blocks():
            yield from texts_of(block)

    def rules(self) -> Iterator[str]:
        for block in self.blocks():
            yield from rules_of(block)


def texts_of(block: Block) -> Iterator[tuple[int, str]]:
    if isinstance(block, Text | Heading):
        yield block.line, block.text
    elif isinstance(block, Items):
        yield from ((item.line, item.text) for item in block.items)
    elif isinstance(block, TextTable):
        yield from ((block.line, cell) for row in (block.header, *block.rows) for cell in row)
    elif isinstance(block, Example):
        yield block.line, block.title
        yield from ((text.line, text.text) for text in block.texts)


def rules_of(block: Block) -> Iterator[str]:
    if isinstance(block, Text):
        yield from block.rules
    elif isinstance(block, Items):
        yield from (rule for item in block.items for rule in item.rules)
    elif isinstance(block, Example):
        yield from (rule for text in block.texts for rule in text.rules)


SHORT, FULL = ("short", "kurz"), ("full", "ausführlich")
"""How the two tellings of a section are headed, in either language."""
_TITLE = re.compile(r"# (\S.*)")
_SECTION = re.compile(r"## (\S.*?) \{#([a-z-]+)\}")
_EXAMPLE = re.compile(r"> \*\*(.+?)\*\* \{#([a-z0-9-]+)\}")
_ITEM = re.compile(r"(?:-|\d+\.) (.*)")
_GROUP = r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*"
_RULES = re.compile(rf"(.*?\S) \[((?:{ID}|{_GROUP})(?:, (?:{ID}|{_GROUP}))*|-)\]")
_CARDS = re.compile(r"(cards|told): (\S.*)")
_BREAKS = ("#", "|", "- ", "> ", "cards: ", "told: ")


def read_page(slug: str, file: str, text: str) -> Page:
    """The page of a text. Raises RulesTextError."""
    return _Reader(slug, file, text).page()


class _Reader(LineReader):
    def __init__(self, slug: str, file: str, text: str) -> None:
        super().__init__(file, text)
        self.slug = slug

    def page(self) -> Page:
        title = _TITLE.fullmatch(self.lines[0]) if self.lines else None
        if not title:
            raise self.fault("the text begins with “# Title”")
        shelf = re.fullmatch(r"box: ([a-z0-9]+)", self.lines[1]) if len(self.lines) > 1 else None
        if not shelf:
            raise self.fault("under the title stands “box: name”, where its cards come from", 1)
        self.here = 2
        lead = tuple(self.blocks(is_lead=True))
        if not lead or not all(isinstance(block, Text) for block in lead):
            raise self.fault("before the first section stand one or more paragraphs")
        sections = []
        while self.here < len(self.lines):
            sections.append(self.section())
        ids = [section.id for section in sections]
        if len(set(ids)) < len(ids):
            raise self.fault("two sections have the same name")
        return Page(self.slug, title[1], shelf[1], tuple(b for b in lead if isinstance(b, Text)), tuple(sections))

    def section(self) -> Section:
        found = _SECTION.fullmatch(self.lines[self.here])
        if not found:
            raise self.fault("here should begin a section, as “## Title {#name}”")
        line = self.here + 1
        self.here += 1
        self.skip()
        return Section(found[2], found[1], self.telling(SHORT), self.telling(FULL), line)

    def telling(self, heads: tuple[str, ...]) -> tuple[Block, ...]:
        if self.here >= len(self.lines) or self.lines[self.here] not in [f"### {head}" for head in heads]:
            raise self.fault(f"here should stand “### {heads[0]}” or “### {heads[1]}”")
        self.here += 1
        blocks = tuple(self.blocks())
        if not blocks:
            raise self.fault("nothing is told here")
        return blocks

    def skip(self) -> None:
        while self.here < len(self.lines) and not self.lines[self.here]:
            self.here += 1

    def blocks(self, *, is_lead: bool = False) -> Iterator[Block]:
        self.skip()
        while self.here < len(self.lines):
            line = self.lines[self.here]
            if line.startswith("#### "):
                yield Heading(line.removeprefix("#### "), self.here + 1)
                self.here += 1
            elif line.startswith("#"):
                return
            elif _CARDS.fullmatch(line):
                yield self.cards()
            elif line.startswith("|"):
                yield self.table()
            elif line.startswith("> "):
                yield self.example()
            elif _ITEM.fullmatch(line):
                yield self.items()
            else:
                start = self.here + 1
                yield self.text(self.running(line), start, is_free=is_lead)
            self.skip()

    def ends_paragraph(self, line: str) -> bool:
        return not line or line.startswith(_BREAKS) or _ITEM.fullmatch(line) is not None

    def text(self, said: str, line: int, *, is_free: bool = False) -> Text:
        """A paragraph names its rules at its end; one that opens a list need not, nor need the lead."""
        found = _RULES.fullmatch(said)
        if found:
            named = () if found[2] == "-" else tuple(found[2].split(", "))
            return Text(found[1], named, line)
        if not is_free and not said.endswith(":"):
            raise self.fault("at the end of a paragraph stand its rules, as [COST-3, COST-4]", line - 1)
        return Text(said, (), line)

    def items(self) -> Items:
        is_ordered = not self.lines[self.here].startswith("- ")
        found = []
        while self.here < len(self.lines) and (item := _ITEM.fullmatch(self.lines[self.here])):
            if self.lines[self.here].startswith("- ") == is_ordered:
                break
            line = self.here + 1
            found.append(self.text(self.running(item[1]), line))
        return Items(tuple(found), is_ordered)

    def cards(self) -> Cards:
        found = _CARDS.fullmatch(self.lines[self.here])
        if not found:
            raise self.fault("cards are named as “cards: name, name”")
        self.here += 1
        return Cards(tuple(found[2].split(", ")), found[1] == "told", self.here)

    def table(self) -> TextTable:
        start = self.here + 1
        header, rows = self.table_rows()
        return TextTable(header, tuple(cells for _line, cells in rows), start)

    def example(self) -> Example:
        start = self.here
        found = _EXAMPLE.fullmatch(self.lines[start])
        if not found:
            raise self.fault("an example begins “> **Title** {#name}”")
        self.here += 1
        texts: list[Text] = []
        cards: tuple[str, ...] = ()
        while self.here < len(self.lines) and self.lines[self.here].startswith(">"):
            line = self.lines[self.here].removeprefix(">").strip()
            self.here += 1
            if named := _CARDS.fullmatch(line):
                cards = tuple(named[2].split(", "))
            elif line:
                texts.append(self.text(line, self.here))
        if not texts:
            raise self.fault("an example says something, each paragraph on one line", start)
        return Example(found[2], found[1], tuple(texts), cards, start + 1)
