"""What a page of the players' rules is made of."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar


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
class Table:
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


Block = Text | Items | Heading | Table | Cards | Example


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
        """Every stretch of running text with its line."""
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
    elif isinstance(block, Table):
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
