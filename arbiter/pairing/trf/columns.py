"""One line of a file by its columns, which count from 1 as in the format's tables."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arbiter.errors import DoesNotFit, TrfError
from arbiter.pairing.dutch.field import Points
from arbiter.sentences import Said, Sentence

POINTS = re.compile(r"-?[0-9]{1,4}(?:[.,][0-9])?", re.ASCII)
WORD = re.compile(r"0{0,9}[1-9][0-9]{0,3}", re.ASCII)
SHOWN = 40
"""A longer word is not repeated whole in the sentence that refuses it."""
FREE_POINTS = re.compile(r"-?(?:[0-9]{1,4}(?:[.,][0-9])?|[.,][0-9])", re.ASCII)  # outside columns .5 will do, too


@dataclass(frozen=True, slots=True)
class Columns:
    """A line with its number."""

    line: int
    text: str

    def error(self, column: int, pattern: str, /, **values: Said) -> TrfError:
        """What to raise when `column` is wrong."""
        return TrfError(self.line, column, pattern, **values)

    def field(self, first: int, last: int) -> str:
        """Columns `first` to `last` without the blanks around; blanks beyond the end."""
        return self.text[first - 1 : last].strip(" ")

    def number(self, first: int, last: int, what: Sentence, *, least: int = 0) -> int | None:
        """A whole number, or None when the columns are blank."""
        word = self.field(first, last)
        if not word:
            return None
        if not (word.isascii() and word.isdigit()):
            raise self.error(
                first,
                "{what} must be a whole number in columns {first} to {last}, not {word}.",
                what=what,
                first=first,
                last=last,
                word=repr(word),
            )
        if int(word) < least:
            raise self.error(first, "{what} must be at least {least}, not {word}.", what=what, least=least, word=word)
        return int(word)

    def needed(self, first: int, last: int, what: Sentence, *, least: int = 0) -> int:
        """A whole number that must be there."""
        value = self.number(first, last, what, least=least)
        if value is None:
            raise self.error(first, "{what} is missing (columns {first} to {last}).", what=what, first=first, last=last)
        return value

    def points(self, first: int, last: int, what: Sentence) -> Points | None:
        """Points such as 11.5 in tenths, or None when the columns are blank."""
        word = self.field(first, last)
        if not word:
            return None
        if not POINTS.fullmatch(word):
            raise self.error(
                first,
                "{what} must look like 11.5 in columns {first} to {last}, not {word}.",
                what=what,
                first=first,
                last=last,
                word=repr(word),
            )
        return tenths(word)

    def blank(self, *columns: int) -> None:
        """These columns separate fields; TrfError when something stands there."""
        for column in columns:
            found = self.text[column - 1 : column]
            if found.strip(" "):
                raise self.error(
                    column, "Expected a blank between fields, found {found}. Is the line shifted?", found=repr(found)
                )

    def numbers(self, first: int, what: Sentence, *, width: int = 4) -> tuple[int, ...]:
        """Whole numbers in fields of `width` with a blank between, from a column to the end of the line."""
        found = []
        for start in range(first, len(self.text.rstrip()) + 1, width + 1):
            value = self.number(start, start + width - 1, what, least=1)
            self.blank(start + width)
            if value is not None:
                found.append(value)
        return tuple(found)

    def words(self, what: Sentence) -> tuple[int, ...]:
        """Whole numbers from 1 to 9999, as far as four columns go, after the code and freely spaced."""
        found = []
        for match in re.finditer(r"\S+", self.text[3:]):
            if not WORD.fullmatch(match.group()):
                shown = match.group() if len(match.group()) <= SHOWN else match.group()[:SHOWN] + "…"
                raise self.error(
                    4 + match.start(),
                    "{what} must be a whole number from 1 to 9999, not {word}.",
                    what=what,
                    word=repr(shown),
                )
            found.append(int(match.group()))
        return tuple(found)


def tenths(word: str) -> Points:
    """Points in tenths from text such as 11.5, 3 or -0.5."""
    whole, _, tenth = word.lstrip("-").replace(",", ".").partition(".")
    value = 10 * int(whole or 0) + int(tenth or 0)
    return -value if word.startswith("-") else value


def points_text(points: Points) -> str:
    """Points as the format writes them: 115 is 11.5."""
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // 10}.{abs(points) % 10}"


def fitted(word: str, width: int, what: Sentence) -> str:
    """A word in its columns, to the right when `width` is negative; left-bound ones keep a blank behind if wider than 1."""
    room = -width if width < 0 else max(1, width - 1)
    if len(word) > room or not word.isprintable():
        raise DoesNotFit(
            "TRF has {room} columns for {what}; {word} does not fit.", what=what, room=room, word=repr(word)
        )
    return word.rjust(-width) if width < 0 else word.ljust(width)
