"""The binding rules read from `rules.md`: sections, rules by id, tables, examples and decisions.

The reader knows the few forms that the text uses and refuses everything else with the line and the reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from games.reference.line_reader import LineReader, RulesTextError
from games.reference.references import ID, SCOPES, rules_named

FILE = "rules.md"


@dataclass(frozen=True, slots=True)
class Paragraph:
    kind: ClassVar[str] = "paragraph"
    text: str
    line: int

    @property
    def is_sources(self) -> bool:
        """Does it only say which sources a section follows?"""
        return self.text.startswith(("Source: ", "Sources: "))


@dataclass(frozen=True, slots=True)
class Bullet:
    """An item of a list that is no rule."""

    kind: ClassVar[str] = "bullet"
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Code:
    kind: ClassVar[str] = "code"
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One line of a table; `id` when it is a rule of its own (ORD-1, HURD-B1, DEC-1)."""

    cells: tuple[str, ...]
    line: int
    id: str = ""

    @property
    def note(self) -> str:
        """What stands beside the id: `(not with 2 players)`."""
        return self.cells[0].replace(f"**{self.id}**", "").strip() if self.id else ""


@dataclass(frozen=True, slots=True)
class RuleTable:
    kind: ClassVar[str] = "table"
    header: tuple[str, ...]
    rows: tuple[RuleRow, ...]
    line: int

    @property
    def is_wide(self) -> bool:
        """Do its cells hold sentences, so that on a phone it has to be moved sideways rather than squeezed?"""
        return len(self.header) > 3 and any(len(cell) > 60 for row in self.rows for cell in row.cells)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with its id. `more` are a table, a formula or a remark that belong to it; a rule that is the row of a table
    has its table, with this row alone, there and no text."""

    kind: ClassVar[str] = "rule"
    id: str
    title: str
    scopes: tuple[str, ...]
    text: str
    line: int
    more: tuple[Paragraph | Code | RuleTable, ...] = ()

    def texts(self) -> Iterator[str]:
        yield from filter(None, (self.title, self.text))
        for block in self.more:
            if isinstance(block, RuleTable):
                yield from (cell for row in block.rows for cell in row.cells)
            else:
                yield block.text


Block = Paragraph | Bullet | Code | RuleTable | Rule


@dataclass(frozen=True, slots=True)
class Subsection:
    """A section up to its first subsection (`number` empty), or a subsection."""

    number: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Section:
    number: str
    title: str
    parts: tuple[Subsection, ...]

    def rules(self) -> Iterator[Rule]:
        for part in self.parts:
            for block in part.blocks:
                if isinstance(block, Rule):
                    yield block
                elif isinstance(block, RuleTable):
                    rows = (row for row in block.rows if row.id)
                    yield from (Rule(row.id, "", (), "", row.line, (replace(block, rows=(row,)),)) for row in rows)


_SECTION = re.compile(r"## (\d+)\. (\S.*)")
_PART = re.compile(r"### (\d+\.\d+) (\S.*)")
_RULE = re.compile(rf"- \*\*({ID})(?: ([^*]+?)\.?)?\*\*(?: \{{([^{{}}]*)\}})?(?: (.*))?")
_ROW_ID = re.compile(rf"\*\*({ID})\*\*")
_TAGS = re.compile(r"\{([^{}]*)\}")
_SPLIT = re.compile(r", |; | without ")


def read_rules(text: str) -> tuple[Section, ...]:
    """The sections of the text. Raises RulesTextError."""
    sections = tuple(_Reader(FILE, text).sections())
    _check(sections)
    return sections


def scopes_of(tags: str) -> tuple[str, ...]:
    """The tags between braces; `M2 without M1` and `with PHASE-4 off` are one each."""
    return tuple(tags.split(", "))


class _Reader(LineReader):
    def sections(self) -> Iterator[Section]:
        """What stands under the title, before the first section, is read with section 0."""
        if not self.lines or not self.lines[0].startswith("# "):
            raise self.fault("the text begins with “# Title”", 0)
        self.here = 1
        opening = tuple(self.blocks())
        if self.here == len(self.lines):
            raise self.fault("there is no section", 0)
        number = 0
        while self.here < len(self.lines):
            found = _SECTION.fullmatch(self.lines[self.here])
            if not found or int(found[1]) != number:
                raise self.fault(f"here should begin section {number}, as “## {number}. Title”")
            self.here += 1
            parts = tuple(self.parts(found[1]))
            yield Section(
                found[1], found[2], (Subsection("", "", opening), *parts) if opening and not number else parts
            )
            number += 1

    def parts(self, section: str) -> Iterator[Subsection]:
        number, title, count = "", "", 0
        while True:
            blocks = tuple(self.blocks())
            if blocks or number:
                yield Subsection(number, title, blocks)
            if self.here == len(self.lines) or self.lines[self.here].startswith("## "):
                return
            found = _PART.fullmatch(self.lines[self.here])
            count += 1
            if not found or found[1] != f"{section}.{count}":
                raise self.fault(f"here should begin part {section}.{count}, as “### {section}.{count} Title”")
            number, title = found[1], found[2]
            self.here += 1

    def blocks(self) -> Iterator[Block]:
        """The blocks up to the next heading; what belongs to a rule is put into it."""
        waiting: Rule | None = None
        for block in self.plain_blocks():
            belongs = waiting is not None and (
                (isinstance(block, RuleTable | Code) and waiting.text.endswith(":") and not waiting.more)
                or (isinstance(block, Paragraph) and self.lines[block.line - 1].startswith("  ") and bool(waiting.more))
            )
            if waiting is not None and belongs and not isinstance(block, Rule | Bullet):
                waiting = replace(waiting, more=(*waiting.more, block))
                continue
            if waiting is not None:
                yield waiting
            waiting = block if isinstance(block, Rule) else None
            if waiting is None:
                yield block
        if waiting is not None:
            yield waiting

    def plain_blocks(self) -> Iterator[Block]:
        while self.here < len(self.lines) and not self.lines[self.here].startswith("#"):
            line = self.lines[self.here]
            if not line or line == "---":
                self.here += 1
            elif line.startswith("```"):
                yield self.code()
            elif line.startswith("|"):
                yield self.table()
            elif line.startswith("- "):
                yield self.item()
            else:
                start = self.here + 1
                yield Paragraph(self.running(line.strip()), start)

    def ends_paragraph(self, line: str) -> bool:
        return not line or line.startswith(("#", "|", "```", "- ", "---"))

    def code(self) -> Code:
        start = self.here
        end = next((n for n in range(start + 1, len(self.lines)) if self.lines[n] == "```"), None)
        if end is None or self.lines[start] != "```":
            raise self.fault("a block of ``` that does not end, or that names a language")
        self.here = end + 1
        return Code("\n".join(self.lines[start + 1 : end]), start + 1)

    def table(self) -> RuleTable:
        start = self.here + 1
        header, rows = self.table_rows()
        named = ((line, cells, _ROW_ID.match(cells[0])) for line, cells in rows)
        return RuleTable(header, tuple(RuleRow(cells, line, id[1] if id else "") for line, cells, id in named), start)

    def item(self) -> Rule | Bullet:
        start = self.here
        text = self.running(self.lines[start])
        if not text.startswith("- **"):
            return Bullet(text.removeprefix("- "), start + 1)
        found = _RULE.fullmatch(text)
        if not found:
            raise self.fault("a rule begins “- **ID** {scope} text”", start)
        if not found[4]:
            raise self.fault(f"{found[1]} says nothing", start)
        return Rule(found[1], found[2] or "", scopes_of(found[3]) if found[3] else (), found[4], start + 1)


def _check(sections: tuple[Section, ...]) -> None:
    """Every id once, every tag known, every mark closed, and no reference into nothing."""
    lines: dict[str, int] = {}
    for section in sections:
        for rule in section.rules():
            if rule.id in lines:
                raise RulesTextError(FILE, rule.line, f"{rule.id} stands in line {lines[rule.id]} already")
            lines[rule.id] = rule.line
    for section in sections:
        for line, text in _texts(section):
            for mark in ("**", "`"):
                if text.count(mark) % 2:
                    raise RulesTextError(FILE, line, f"{mark} is opened and not closed")
            for tags in _TAGS.findall(text):
                _check_tags(tags, line, lines)
            for named in rules_named(text):
                if named not in lines:
                    raise RulesTextError(FILE, line, f"there is no rule {named}")
        for rule in section.rules():
            _check_tags(", ".join(rule.scopes) or "all", rule.line, lines)


def _check_tags(tags: str, line: int, rules: dict[str, int]) -> None:
    for tag in _SPLIT.split(tags):
        option = re.fullmatch(rf"with ({ID}) off", tag)
        if tag not in SCOPES and not (option and option[1] in rules):
            raise RulesTextError(FILE, line, f"{tag!r} is no scope")


def _texts(section: Section) -> Iterator[tuple[int, str]]:
    for part in section.parts:
        for block in part.blocks:
            yield from _texts_of(block)


def _texts_of(block: Block) -> Iterator[tuple[int, str]]:
    if isinstance(block, Rule):
        yield from ((block.line, text) for text in (block.title, block.text))
        for more in block.more:
            yield from _texts_of(more)
    elif isinstance(block, RuleTable):
        yield from ((row.line, cell) for row in block.rows for cell in row.cells)
    elif not isinstance(block, Code):
        yield block.line, block.text
