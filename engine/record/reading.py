"""Reads and writes the record of a game, `stpete-record/1` to `/4`, as plain data (docs/record.md).

Reading is strict: what is unknown, missing or mistyped is refused with its path and what would be right. Whether a record
also holds true, move by move, is checked in values.py.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

from engine.errors import OptionsError
from engine.options import SECRET_BYTES, SEED_BYTES, Deal, Options
from engine.record.joint import Beacon, Contribution
from engine.record.values import (
    ENDINGS,
    FORMAT,
    FORMATS,
    FOURTH,
    SECOND,
    SOURCES,
    THIRD,
    Chance,
    Json,
    Predecessor,
    Proven,
    Record,
    RecordedMove,
    RecordError,
    Result,
    SeatResult,
    Seeded,
    WrittenOut,
    format_of,
    of_second,
)


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document and where it stands. A method gives the value in the type asked for or raises RecordError."""

    value: object
    path: str = ""

    def fail(self, reason: str) -> RecordError:
        """The error for what is wrong with the form here (an empty path: of the whole)."""
        return RecordError("malformed", reason, path=self.path)

    def fields(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Node]:
        """The fields of an object that has all of `required`, perhaps some of `optional`, and nothing else."""
        entries = self.entries()
        known = sorted({*required, *optional})
        for name in entries:
            if name not in known:
                raise self.fail(f"unknown field {shown(name)}; known here: {', '.join(known)}")
        for name in required:
            if name not in entries:
                raise self.fail(f"the field {shown(name)} is missing")
        return entries

    def entries(self) -> dict[str, Node]:
        """The fields of an object, whatever they are called."""
        if not isinstance(self.value, Mapping):
            raise self._mistyped("an object")
        entries = {}
        for name, value in self.value.items():
            if not isinstance(name, str):
                raise self.fail(f"a field name must be a text, not {shown(name)}")
            entries[name] = Node(value, f"{self.path}.{name}" if self.path else name)
        return entries

    def items(self) -> Iterator[Node]:
        """The elements of a list, in order; their path counts from 0."""
        if not isinstance(self.value, list | tuple):
            raise self._mistyped("a list")
        return (Node(value, f"{self.path}[{place}]") for place, value in enumerate(self.value))

    def text(self, *, longest: int, shortest: int = 0) -> str:
        if not isinstance(self.value, str):
            raise self._mistyped("a text")
        if not shortest <= len(self.value) <= longest:
            raise self.fail(f"must have {shortest} to {longest} characters, has {len(self.value)}")
        if not self.value.isascii():
            try:
                self.value.encode()
            except UnicodeEncodeError:
                raise self.fail("holds half of a surrogate pair, which is no character") from None
        return self.value

    def choice(self, known: Collection[str]) -> str:
        if not isinstance(self.value, str) or self.value not in known:
            raise self._mistyped(f"one of {', '.join(known)}")
        return self.value

    def number(self, lowest: int | None = None, highest: int | None = None) -> int:
        """A whole number; true and false are none, nor is 1.0."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self._mistyped("a whole number")
        if (lowest is not None and self.value < lowest) or (highest is not None and self.value > highest):
            bounds = f"from {lowest} to {highest}" if highest is not None else f"of at least {lowest}"
            raise self._mistyped(f"a whole number {bounds}")
        return self.value

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._mistyped("true or false")
        return self.value

    def octets(self, size: int, *others: int) -> bytes:
        """Bytes written in lower-case hex, `size` of them or so many others."""
        digits, lengths = self.value, [2 * one for one in (size, *others)]
        if isinstance(digits, str) and len(digits) in lengths and not set(digits) - set("0123456789abcdef"):
            return bytes.fromhex(digits)
        raise self._mistyped(f"{' or '.join(map(str, lengths))} hex digits in lower case")

    def _mistyped(self, wanted: str) -> RecordError:
        return self.fail(f"must be {wanted}, not {shown(self.value)}")


def parse(text: str) -> Node:
    """The document in `text`. Raises RecordError where it is no JSON, names a field twice, or has NaN or infinities."""
    try:
        return Node(json.loads(text, object_pairs_hook=_each_field_once, parse_constant=_no_constant))
    except json.JSONDecodeError as error:
        raise RecordError("malformed", f"no JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise RecordError("malformed", "no such document: nested too deeply") from None
    except ValueError:  # a number of more digits than Python reads
        raise RecordError("malformed", "no such document: a number in it has too many digits") from None


def shown(value: object) -> str:
    """The value as JSON, cut short, for a sentence."""
    try:
        text = json.dumps(value, ensure_ascii=True, default=lambda other: f"a Python {type(other).__name__}")
    except (TypeError, ValueError, RecursionError):
        text = f"a Python {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _each_field_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError("malformed", f"the field {shown(twice)} stands twice in one object")
    return fields


def _no_constant(name: str) -> object:
    raise RecordError("malformed", f"{name} is no JSON number")


LONGEST_NAME: Final = 200
LONGEST_MOVE: Final = 100


def to_record(
    *,
    rules_version: int,
    options: Options,
    chance: Chance,
    seats: Sequence[str],
    moves: Iterable[tuple[int, str, str]],
    result: Mapping[str, object] | None,
    predecessors: Sequence[Predecessor] = (),
) -> Json:
    """The record of a game as plain JSON; `moves` are (seat, text, source) in order, `result` is as in docs/record.md.

    Raises RecordError where `from_record` could not read it back.
    """
    numbered = enumerate(moves, start=1)
    data: Json = {
        "format": format_of(chance, predecessors),
        "rules_version": rules_version,
        "options": options.to_dict(),
        "deal": chance.to_json(),
        "seats": list(seats),
        **of_second(chance, predecessors),
        "moves": [{"number": n, "seat": seat, "text": text, "source": source} for n, (seat, text, source) in numbered],
        "result": None if result is None else dict(result),
    }
    return from_record(data).to_json()


def from_record(data: Mapping[str, object]) -> Record:
    """The record in `data`, plain JSON. Raises RecordError with path and reason unless it is well formed."""
    return _read(Node(data))


def parse_record(text: str) -> Record:
    """The record in a text of JSON. Raises RecordError as `from_record` does."""
    return _read(parse(text))


def _read(document: Node) -> Record:
    told = document.entries().get("format", Node(FORMAT)).value
    known = {SECOND: _proven_in_second, THIRD: _proven_in_third, FOURTH: _proven_in_fourth}
    read = known.get(told, _chance) if isinstance(told, str) else _chance
    also = () if read is _chance else ("predecessors",)
    top = document.fields(("format", "rules_version", "options", "deal", "seats", *also, "moves", "result"))
    top["format"].choice(FORMATS)
    options = _options(top["options"])
    seats = tuple(name.text(shortest=1, longest=LONGEST_NAME) for name in top["seats"].items())
    if len(seats) != options.players:
        raise top["seats"].fail(f"must name {options.players} seats, as many as play, not {len(seats)}")
    moves = tuple(_move(node, number, options) for number, node in enumerate(top["moves"].items(), start=1))
    before = top["predecessors"].items() if also else ()
    return Record(
        rules_version=top["rules_version"].number(1),
        options=options,
        chance=read(top["deal"], options),
        seats=seats,
        moves=moves,
        result=None if top["result"].value is None else _result(top["result"], options),
        predecessors=tuple(_predecessor(node, options, len(moves)) for node in before),
    )


def _options(node: Node) -> Options:
    given = node.entries()
    fields_of = node.fields(
        [field.name for field in fields(Options) if field.name not in Options.left_out or field.name in given]
    )
    fields_of["edition"].number()
    fields_of["players"].number()
    fields_of["play_on_empty_tableau"].truth()
    for name in fields_of["sets"].items():
        name.text(longest=LONGEST_NAME)
    if "hurdles" in fields_of:
        for name in fields_of["hurdles"].items():
            name.text(longest=LONGEST_NAME)
    try:
        return Options.from_dict({name: value.value for name, value in fields_of.items()})
    except OptionsError as error:
        raise RecordError(error.code, error.sentence, error.rule, path=node.path) from None


PROOF: Final = ("from", "commitment", "secret", "phrases", "seed")
JOINT_PROOF: Final = ("from", "commitment", "secret", "table", "contributions", "seed")


def _proven_in_second(node: Node, options: Options) -> Chance:
    """Always proven, by the id of the table or of a deal that several played; then the seats were given."""
    told = node.entries()
    if "from" not in told:
        raise node.fail('the field "from" is missing')
    told["from"].choice(("secret",))
    is_shared = "deal" in told
    is_given = is_shared or "seating" in told
    name = "deal" if is_shared else "table"
    found = node.fields((*PROOF, name, *(("seating",) if is_given else ())))
    if is_given:
        found["seating"].choice(("given",))
    return replace(_proven(found, name, options), seats_given=is_given, is_shared=is_shared)


SIGNATURES: Final = (48, 64, 96)
"""Bytes of a signature of a round, by the group that the beacon signs in."""
LONGEST_ADDRESS: Final = 500


def _proven_in_fourth(node: Node, options: Options) -> Chance:
    """As in the third, and by a round of a public beacon."""
    found = node.fields((*JOINT_PROOF, "beacon"))
    told = found.pop("beacon").fields(("address", "round", "signature", "randomness"))
    named = Beacon(told["address"].text(shortest=1, longest=LONGEST_ADDRESS), told["round"].number(1))
    if (told["signature"].value is None) != (told["randomness"].value is None):
        raise told["randomness"].fail("must be null where the signature is, and only there")
    if told["signature"].value is not None:
        signature, randomness = told["signature"].octets(*SIGNATURES), told["randomness"].octets(SEED_BYTES)
        named = replace(named, signature=signature, randomness=randomness)
    return replace(_joint(found, options), beacon=named)


def _proven_in_third(node: Node, options: Options) -> Chance:
    """Always proven, by the id of the table and by what its players contributed."""
    return _joint(node.fields(JOINT_PROOF), options)


def _joint(found: Mapping[str, Node], options: Options) -> Proven:
    found["from"].choice(("secret",))
    given = [one.fields(("sealed", "opened")) for one in found["contributions"].items()]
    if len(given) != options.players:
        raise found["contributions"].fail(f"must have one for each of {options.players} players, not {len(given)}")
    contributions = []
    for one in given:
        if one["sealed"].value is None and one["opened"].value is not None:
            raise one["opened"].fail("must be null where nothing was sealed")
        shut = None if one["sealed"].value is None else one["sealed"].octets(32).hex()
        opened = None if one["opened"].value is None else one["opened"].octets(SECRET_BYTES)
        contributions.append(Contribution(shut, opened))
    return replace(_proven({**found, "phrases": Node(())}, "table", options), contributions=tuple(contributions))


def _predecessor(node: Node, options: Options, moves: int) -> Predecessor:
    found = node.fields([field.name for field in fields(Predecessor)])
    return Predecessor(
        seat=found["seat"].number(0, options.players - 1),
        name=found["name"].text(shortest=1, longest=LONGEST_NAME),
        until=found["until"].number(0, moves),
    )


def _proven(found: Mapping[str, Node], name: str, options: Options) -> Proven:
    phrases = tuple(phrase.text(longest=LONGEST_NAME) for phrase in found["phrases"].items())
    if len(phrases) not in (0, options.players):
        raise found["phrases"].fail(f"must be empty or have one text for each of {options.players} players")
    return Proven(
        secret=found["secret"].octets(SECRET_BYTES),
        table=found[name].text(shortest=1, longest=LONGEST_NAME),
        phrases=phrases,
        commitment=found["commitment"].octets(32).hex(),
        seed=found["seed"].octets(SEED_BYTES),
    )


def _chance(node: Node, options: Options) -> Chance:
    kind = node.entries().get("from")
    if kind is None:
        raise node.fail('the field "from" is missing')
    match kind.choice(("secret", "seed", "piles")):
        case "secret":
            return _proven(node.fields((*PROOF, "table")), "table", options)
        case "seed":
            return Seeded(node.fields(("from", "seed"))["seed"].octets(SEED_BYTES))
        case _:
            also = ("draws",) if "draws" in node.entries() else ()
            found = node.fields(("from", "piles", "tokens", *also))
            piles = {
                name: [card.number(1) for card in cards.items()] for name, cards in found["piles"].entries().items()
            }
            tokens = {name: seat.number(0, options.players - 1) for name, seat in found["tokens"].entries().items()}
            drawn = found["draws"].entries() if also else {}
            draws = {what: [i.text(longest=LONGEST_NAME) for i in items.items()] for what, items in drawn.items()}
            return WrittenOut(Deal.explicit(piles, tokens, draws))


def _move(node: Node, number: int, options: Options) -> RecordedMove:
    found = node.fields(("number", "seat", "text", "source"))
    if found["number"].number(1) != number:
        given = shown(found["number"].value)
        raise found["number"].fail(f"must be {number}, for moves are numbered without a gap, not {given}")
    source = found["source"].choice(SOURCES)
    return RecordedMove(
        number=number,
        seat=found["seat"].number(0, options.players - 1),
        text=found["text"].text(shortest=1, longest=LONGEST_MOVE),
        source=next(known for known in SOURCES if known == source),
    )


def _result(node: Node, options: Options) -> Result:
    found = node.fields(("ended", "seats"))
    ended = found["ended"].choice(ENDINGS)
    seats = tuple(_seat_result(seat, place, options) for place, seat in enumerate(found["seats"].items()))
    if len(seats) != options.players:
        raise found["seats"].fail(f"must have {options.players} results, one a seat, not {len(seats)}")
    return Result(next(known for known in ENDINGS if known == ended), seats)


def _seat_result(node: Node, place: int, options: Options) -> SeatResult:
    found = node.fields([field.name for field in fields(SeatResult)])
    if found["seat"].number() != place:
        given = shown(found["seat"].value)
        raise found["seat"].fail(f"must be {place}, for results stand in order of seats, not {given}")
    return SeatResult(
        seat=place,
        points=found["points"].number(),
        rubles=found["rubles"].number(0),
        rank=found["rank"].number(1, options.players),
        winner=found["winner"].truth(),
    )
