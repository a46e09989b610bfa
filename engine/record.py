"""The record of a game, `stpete-record/1`: plain data in, plain data out (docs/record.md).

`to_record` writes what the site gives out when a game is over, `from_record` reads it back strictly. Whether a record
that reads well also holds true, move by move, is asked in engine/verify.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Final, Literal, TypeAlias, get_args

from engine.deal import SECRET_BYTES, SEED_BYTES, Deal, commitment, seed_for
from engine.errors import EngineError, OptionsError
from engine.options import OF_SETS, Options
from engine.play import make_deal
from engine.strictjson import FormError, Node, parse, shown

FORMAT: Final = "stpete-record/1"
LONGEST_NAME: Final = 200
LONGEST_MOVE: Final = 100

Source = Literal["page", "api", "mail", "standing", "timeout", "bot", "manual"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
"""Who or what answered: the player by page, API or mail, a pass ordered before, the clock, a bot, or a scribe."""

Ended = Literal["played out", "agreement", "broken off"]
ENDINGS: Final[tuple[Ended, ...]] = get_args(Ended)
"""By the rules; because all agreed to stop; because nobody was left to play."""

Json: TypeAlias = dict[str, object]


class RecordError(EngineError):
    """A record that is not well formed, or not true. `path` is the place in it, or empty for the whole."""

    def __init__(self, code: str, sentence: str, rule: str = "", path: str = "") -> None:
        super().__init__(code, f"{path}: {sentence}" if path else sentence, rule)
        self.path = path


@dataclass(frozen=True, slots=True)
class Proven:
    """Chance that the server bound itself to before the game (docs/deals.md)."""

    secret: bytes
    table: str
    phrases: tuple[str, ...]
    commitment: str
    seed: bytes

    @classmethod
    def of(cls, secret: bytes, table: str, phrases: Sequence[str] = ()) -> "Proven":
        """What a server publishes that kept to the construction."""
        return cls(secret, table, tuple(phrases), commitment(secret), seed_for(secret, table, phrases))

    def deal(self, options: Options) -> Deal:
        return make_deal(options, self.seed)

    def to_json(self) -> Json:
        return {
            "from": "secret",
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "table": self.table,
            "phrases": list(self.phrases),
            "seed": self.seed.hex(),
        }


@dataclass(frozen=True, slots=True)
class Seeded:
    """Chance from a seed of which nothing is known."""

    seed: bytes

    def deal(self, options: Options) -> Deal:
        return make_deal(options, self.seed)

    def to_json(self) -> Json:
        return {"from": "seed", "seed": self.seed.hex()}


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """Chance as piles and tokens, for positions from paper games and tests."""

    order: Deal

    def deal(self, options: Options) -> Deal:
        return self.order

    def to_json(self) -> Json:
        piles: Json = {name: list(cards) for name, cards in self.order.piles}
        draws: Json = {"draws": {what: list(items) for what, items in self.order.draws}} if self.order.draws else {}
        return {"from": "piles", "piles": piles, "tokens": dict(self.order.tokens), **draws}


Chance: TypeAlias = Proven | Seeded | WrittenOut


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One answer to one question: `number` counts from 1, `text` is its notation."""

    number: int
    seat: int
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat came to: points, rubles left, the place (equals share it) and whether it won (END-16, END-17)."""

    seat: int
    points: int
    rubles: int
    rank: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Result:
    ended: Ended
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is kept: nothing in it follows from anything else in it, except the seed and the result."""

    rules_version: int
    options: Options
    chance: Chance
    seats: tuple[str, ...]
    moves: tuple[RecordedMove, ...]
    result: Result | None

    @property
    def deal(self) -> Deal:
        return self.chance.deal(self.options)

    def to_json(self) -> Json:
        return {
            "format": FORMAT,
            "rules_version": self.rules_version,
            "options": self.options.to_dict(),
            "deal": self.chance.to_json(),
            "seats": list(self.seats),
            "moves": [asdict(move) for move in self.moves],
            "result": self.result
            and {"ended": self.result.ended, "seats": [asdict(seat) for seat in self.result.seats]},
        }


def to_record(
    *,
    rules_version: int,
    options: Options,
    chance: Chance,
    seats: Sequence[str],
    moves: Iterable[tuple[int, str, str]],
    result: Mapping[str, object] | None,
) -> Json:
    """The record of a game as plain JSON; `moves` are (seat, text, source) in order, `result` is as in docs/record.md.

    Raises RecordError where `from_record` could not read it back.
    """
    numbered = enumerate(moves, start=1)
    data: Json = {
        "format": FORMAT,
        "rules_version": rules_version,
        "options": options.to_dict(),
        "deal": chance.to_json(),
        "seats": list(seats),
        "moves": [{"number": n, "seat": seat, "text": text, "source": source} for n, (seat, text, source) in numbered],
        "result": None if result is None else dict(result),
    }
    return from_record(data).to_json()


def from_record(data: Mapping[str, object]) -> Record:
    """The record in `data`, plain JSON. Raises RecordError with path and reason unless it is a `stpete-record/1`."""
    return _read(Node(data))


def parse_record(text: str) -> Record:
    """The record in a text of JSON. Raises RecordError as `from_record` does."""
    try:
        document = parse(text)
    except FormError as error:
        raise RecordError("malformed", error.reason, path=error.path) from None
    return _read(document)


def _read(document: Node) -> Record:
    try:
        top = document.fields(("format", "rules_version", "options", "deal", "seats", "moves", "result"))
        top["format"].choice((FORMAT,))
        options = _options(top["options"])
        seats = tuple(name.text(shortest=1, longest=LONGEST_NAME) for name in top["seats"].items())
        if len(seats) != options.players:
            raise top["seats"].fail(f"must name {options.players} seats, as many as play, not {len(seats)}")
        return Record(
            rules_version=top["rules_version"].number(1),
            options=options,
            chance=_chance(top["deal"], options),
            seats=seats,
            moves=tuple(_move(node, number, options) for number, node in enumerate(top["moves"].items(), start=1)),
            result=None if top["result"].value is None else _result(top["result"], options),
        )
    except FormError as error:
        raise RecordError("malformed", error.reason, path=error.path) from None


def _options(node: Node) -> Options:
    given = node.entries()
    fields_of = node.fields(
        [field.name for field in fields(Options) if field.name not in OF_SETS or field.name in given]
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


def _chance(node: Node, options: Options) -> Chance:
    kind = node.entries().get("from")
    if kind is None:
        raise node.fail('the field "from" is missing')
    match kind.choice(("secret", "seed", "piles")):
        case "secret":
            found = node.fields(("from", "commitment", "secret", "table", "phrases", "seed"))
            phrases = tuple(phrase.text(longest=LONGEST_NAME) for phrase in found["phrases"].items())
            if len(phrases) not in (0, options.players):
                raise found["phrases"].fail(f"must be empty or have one text for each of {options.players} players")
            return Proven(
                secret=found["secret"].octets(SECRET_BYTES),
                table=found["table"].text(shortest=1, longest=LONGEST_NAME),
                phrases=phrases,
                commitment=found["commitment"].octets(32).hex(),
                seed=found["seed"].octets(SEED_BYTES),
            )
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
