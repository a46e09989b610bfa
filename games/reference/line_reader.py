"""Walking a Markdown text line by line, for the binding rules and for the players' rules.

Both readers know the few forms their texts use and refuse everything else with the line and the reason.
"""

import re

_DIVIDER = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")


class RulesTextError(Exception):
    """A text of the rules is not as it should be; says in which line and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}")
        self.line = line
        self.reason = reason


class LineReader:
    """Walks the lines once; `here` is the number of the next one, from 0."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = [line.rstrip() for line in text.splitlines()]
        self.here = 0

    def fault(self, reason: str, line: int | None = None) -> RulesTextError:
        """The error to raise for a line, counted from 0; for the next one if not given."""
        return RulesTextError(self.file, (self.here if line is None else line) + 1, reason)

    def ends_paragraph(self, line: str) -> bool:
        """Whether this line begins something new and does not continue a paragraph."""
        raise NotImplementedError

    def running(self, first: str) -> str:
        """The first line and those that continue it, as one."""
        said = [first]
        self.here += 1
        while self.here < len(self.lines) and not self.ends_paragraph(line := self.lines[self.here]):
            said.append(line.strip())
            self.here += 1
        return " ".join(said)

    def table_rows(self) -> tuple[tuple[str, ...], list[tuple[int, tuple[str, ...]]]]:
        """The head of a table, and its rows with their lines, counted from 1."""
        header = self._cells()
        if self.here == len(self.lines) or not _DIVIDER.fullmatch(self.lines[self.here]):
            raise self.fault("under the head of a table stands a line of dashes")
        self.here += 1
        rows = []
        while self.here < len(self.lines) and self.lines[self.here].startswith("|"):
            cells = self._cells()
            if len(cells) != len(header):
                raise self.fault(f"{len(cells)} cells under a head of {len(header)}", self.here - 1)
            rows.append((self.here, cells))
        return header, rows

    def _cells(self) -> tuple[str, ...]:
        line = self.lines[self.here]
        if not line.endswith("|"):
            raise self.fault("a line of a table ends with |")
        self.here += 1
        return tuple(cell.strip() for cell in line[1:-1].split("|"))
