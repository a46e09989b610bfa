"""The language of the search, as plain values: words such as `card:observatory x2 round<=3`, joined by and, or, not and brackets.

    query     = all { "or" all }
    all       = one { ["and"] one }
    one       = "not" one | "(" query ")" | word
    word      = name operator value { detail }        operator: one of  :  =  <  <=  >  >=
    value     = text without blanks, or anything in "quotes"; alone it is the name of a player

Two details may follow `card:…`: `x2`, the second copy of it, and `round<=3`, when that copy was bought. Nothing here knows a game
or a database.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import MAXYEAR, date
from enum import Enum
from typing import ClassVar, NamedTuple

LONGEST = 500
DEEPEST = 20


class SearchError(Exception):
    """A query that says nothing. `word` is the word that is wrong, `possible` what could stand there instead; `code` is stable."""

    def __init__(self, code: str, word: str, possible: Sequence[str] = ()) -> None:
        super().__init__(code, word)
        self.code, self.word, self.possible = code, word, tuple(possible)


class Kind(Enum):
    """What a word may be compared with."""

    NAME = "name"
    NUMBER = "number"
    DAY = "day"
    CARD = "card"
    CHOICE = "choice"


class Word(NamedTuple):
    """A word of the language. `choices` are its values where there are few; `of_seat`: it is about the player."""

    kind: Kind
    choices: tuple[str, ...] = ()
    of_seat: bool = False


ENDS = {"played-out": "played out", "agreement": "agreement", "broken-off": "broken off", "adjudicated": "adjudicated"}
"""The ends of a game, as they are written here and in records."""
EITHER = ("yes", "no")

WORDS: Mapping[str, Word] = {
    "player": Word(Kind.NAME, of_seat=True),
    "opponent": Word(Kind.NAME, of_seat=True),
    "name": Word(Kind.NAME, of_seat=True),
    "result": Word(Kind.CHOICE, ("won", "lost"), of_seat=True),
    "place": Word(Kind.NUMBER, of_seat=True),
    "points": Word(Kind.NUMBER, of_seat=True),
    "seat": Word(Kind.NUMBER, of_seat=True),
    "card": Word(Kind.CARD, of_seat=True),
    "edition": Word(Kind.CHOICE, ("1", "2")),
    "with": Word(Kind.CHOICE),
    "seats": Word(Kind.NUMBER),
    "rounds": Word(Kind.NUMBER),
    "moves": Word(Kind.NUMBER),
    "days": Word(Kind.NUMBER),
    "date": Word(Kind.DAY),
    "end": Word(Kind.CHOICE, tuple(ENDS)),
    "tournament": Word(Kind.NUMBER),
    "rated": Word(Kind.CHOICE, EITHER),
    "voided": Word(Kind.CHOICE, EITHER),
    "imported": Word(Kind.CHOICE, ("yes",)),
    "game": Word(Kind.NUMBER),
}
OPERATORS = {":": "exact", "=": "exact", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
"""The signs between a word and its value, as the ORM calls them."""
_PART = re.compile(r'\s*(?:(?P<bracket>[()])|(?P<text>(?:[^\s()"]|"[^"]*")+)|(?P<quote>"))')
_WORD = re.compile(r"(?P<name>[a-z]+)(?P<sign><=|>=|[:=<>])(?P<value>.*)", re.DOTALL | re.IGNORECASE)
_COPY = re.compile(r"x(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Term:
    """One word and what it is compared with: text, number or day. `copy`, `round` and `by` are of a card: `by` the comparison."""

    name: str
    operator: str
    value: str | int | date
    copy: int = 1
    by: str = ""
    round: int = 0

    @property
    def of_seat(self) -> bool:
        return WORDS[self.name].of_seat


@dataclass(frozen=True, slots=True)
class Not:
    what: "Query"


@dataclass(frozen=True, slots=True)
class Group:
    """`is_or`: one of the parts is enough, else all must hold. Without parts it holds always."""

    parts: "tuple[Query, ...]" = ()
    is_or: bool = False
    everything: "ClassVar[Group]"


Query = Term | Not | Group
Group.everything = Group()


def terms(query: Query) -> Iterator[Term]:
    """All words of a query, from the left."""
    if isinstance(query, Term):
        yield query
    for part in (query.what,) if isinstance(query, Not) else query.parts if isinstance(query, Group) else ():
        yield from terms(part)


def parse(text: str, *, cards: Sequence[str], sets: Sequence[str]) -> Query:
    """The query that a text means; an empty one finds everything. `cards` and `sets` are the names there are.

    Raises SearchError.
    """
    if len(text) > LONGEST:
        raise SearchError("too_long", text[:20])
    reader = _QueryReader(_parts(text), frozenset(cards), {"with": tuple(sets)})
    return reader.query(0) if reader.parts else Group.everything


def _parts(text: str) -> list[str]:
    found, at = [], 0
    while text[at:].strip():
        part = _PART.match(text, at)
        if part is None or part["quote"]:
            raise SearchError("open_quote", text[at:].strip()[:20])
        found.append(part["bracket"] or part["text"])
        at = part.end()
    return found


class _QueryReader:
    """Reads parts from the left; `at` is the next one."""

    def __init__(self, parts: list[str], cards: frozenset[str], choices: Mapping[str, tuple[str, ...]]) -> None:
        self.parts, self.cards, self.choices, self.at = parts, cards, choices, 0

    @property
    def next(self) -> str:
        return self.parts[self.at] if self.at < len(self.parts) else ""

    def take(self) -> str:
        part = self.next
        self.at += 1
        return part

    def query(self, depth: int) -> Query:
        """Up to the end, or to the bracket that closes what is `depth` brackets deep."""
        if depth > DEEPEST:
            raise SearchError("too_deep", self.next)
        either = [self.all(depth)]
        while self.next.lower() == "or":
            self.take()
            either.append(self.all(depth))
        if self.next == ")" and not depth:
            raise SearchError("bracket", ")")
        return either[0] if len(either) == 1 else Group(tuple(either), is_or=True)

    def all(self, depth: int) -> Query:
        found = [self.one(depth)]
        while self.next and self.next != ")" and self.next.lower() != "or":
            if self.next.lower() == "and":
                self.take()
            found.append(self.one(depth))
        return found[0] if len(found) == 1 else Group(tuple(found))

    def one(self, depth: int) -> Query:
        part = self.take()
        if part.lower() == "not":
            if depth > DEEPEST:
                raise SearchError("too_deep", part)
            return Not(self.one(depth + 1))
        if part == "(":
            found = self.query(depth + 1)
            if self.take() != ")":
                raise SearchError("bracket", "(")
            return found
        if part in ("", ")") or part.lower() in ("and", "or"):
            raise SearchError("missing", part or "…", list(WORDS))
        return self.term(part)

    def term(self, part: str) -> Term:
        read = _WORD.fullmatch(part)
        name, sign, value = (read["name"].lower(), read["sign"], read["value"]) if read else ("player", ":", part)
        value = value.replace('"', "").strip()
        if name not in WORDS or (read is None and value in WORDS):
            raise SearchError("unknown_word", name if read else value, list(WORDS))
        word = WORDS[name]
        if OPERATORS[sign] != "exact" and word.kind not in (Kind.NUMBER, Kind.DAY):
            raise SearchError("wrong_sign", part, [f"{name}:"])
        if not value:
            raise SearchError("no_value", part, self._possible(name))
        if word.kind is Kind.CARD:
            return self._card(value)
        return Term(name, OPERATORS[sign], self._value(name, word.kind, value))

    def _possible(self, name: str) -> Sequence[str]:
        word = WORDS[name]
        if word.kind is Kind.CARD:
            return sorted(self.cards)
        return word.choices or self.choices.get(name, ())

    def _value(self, name: str, kind: Kind, value: str) -> str | int | date:
        if kind is Kind.NAME:
            return value
        if kind is Kind.NUMBER:
            return _number(value, f"{name}:{value}")
        if kind is Kind.DAY:
            with suppress(ValueError):
                if (day := date.fromisoformat(value)).year < MAXYEAR:  # there is a day after it
                    return day
            raise SearchError("no_day", value, ["2026-11-26"])
        if value.lower() not in self._possible(name):
            raise SearchError("unknown_value", value, self._possible(name))
        return value.lower()

    def _card(self, value: str) -> Term:
        card = value.lower().replace(" ", "-").replace("_", "-")
        if card not in self.cards:
            near = [one for one in sorted(self.cards) if card[:3] in one] or sorted(self.cards)
            raise SearchError("unknown_card", value, near)
        copy, by, round = 1, "", 0
        if read := _COPY.fullmatch(self.next.lower()):
            copy = max(int(read[1]), 1)
            self.take()
        read = _WORD.fullmatch(self.next)
        if read and read["name"].lower() == "round":
            by, round = OPERATORS[read["sign"]], _number(read["value"], self.take())
        return Term("card", "exact", card, copy, by, round)


def _number(text: str, part: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise SearchError("no_number", part, ["1", "2", "3"])
    return int(text)
