"""Plain text that is read in order: headings, sentences, lists, and rows whose cells stand below each other.

No lines, boxes or signs that a screen reader would spell out. Every row can be read by itself.
"""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 72
"""Columns of a line, but for addresses, which are never broken."""

MARGIN, GAP = "  ", "  "
_FIGURE = re.compile(r"[+−-]?\d+")


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str

    kind = "words"

    def lines(self) -> list[str]:
        return _wrapped(self.text)


@dataclass(frozen=True, slots=True)
class Items:
    """A list; with `numbered` each item bears its number, by which it is called."""

    texts: tuple[str, ...]
    numbered: bool = False

    kind = "items"

    def lines(self) -> list[str]:
        found: list[str] = []
        for number, text in enumerate(self.texts, start=1):
            mark = f"{number:2}. " if self.numbered else "- "
            found += _wrapped(text, mark)
        return found


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of cells, the first of which says what the row is about. Where they are too wide to stand in columns, each becomes an
    item of a list."""

    rows: tuple[tuple[str, ...], ...]

    kind = "rows"

    def lines(self) -> list[str]:
        count = max((len(row) for row in self.rows), default=0)
        cells = [(*row, *[""] * (count - len(row))) for row in self.rows]
        columns: list[Sequence[str]] = list(zip(*cells, strict=True))
        columns = [columns[0], *map(_figures_aligned, columns[1:])] if columns else []
        widths = [max(map(len, column)) for column in columns]
        if len(MARGIN) + sum(widths) + len(GAP) * sum(width > 0 for width in widths[1:]) > WIDTH:
            return Items(tuple(said(row) for row in self.rows)).lines()
        return [_row(row, widths) for row in zip(*columns, strict=True)]


def said(row: Sequence[str]) -> str:
    """A row as a sentence says it: `Boris: 12 rubles, 27 points`."""
    first, *others = row
    told = ", ".join(filter(None, others))
    return f"{first}: {told}" if told else first


def _figures_aligned(column: Sequence[str]) -> Sequence[str]:
    """Figures at the beginning of cells end below each other."""
    found = [_FIGURE.match(cell) for cell in column]
    width = max((len(one[0]) for one in found if one), default=0)
    return [
        " " * (width - len(one[0])) + cell if one is not None else cell for one, cell in zip(found, column, strict=True)
    ]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    shown = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True) if width]
    return (MARGIN + GAP.join(shown)).rstrip()


Block = Words | Items | Rows


@dataclass(frozen=True, slots=True)
class Part:
    """What stands under one heading."""

    heading: str
    blocks: tuple[Block, ...]

    def lines(self) -> list[str]:
        return [line for block in self.blocks for line in block.lines()]


def part(heading: str, *blocks: Block | None) -> Part | None:
    """A part, or None where there is nothing to say under its heading."""
    found = tuple(block for block in blocks if block is not None and block.lines())
    return Part(heading, found) if found else None


def present(*parts: Part | None) -> tuple[Part, ...]:
    """Those of the parts that there are."""
    return tuple(one for one in parts if one is not None)


def plain(parts: Iterable[Part], mark: str = "") -> str:
    """The whole as plain text, an empty line before each heading. `mark` stands before headings, for who lays them out."""
    return "\n\n".join("\n".join([f"{mark}{one.heading}", *one.lines()]) for one in parts)


def _wrapped(text: str, mark: str = "") -> list[str]:
    return textwrap.wrap(
        f"{mark}{text}", WIDTH, subsequent_indent=" " * len(mark), break_long_words=False, break_on_hyphens=False
    )
