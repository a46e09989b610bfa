"""What a record holds, as values: a game as it is kept (docs/record.md). Written and read by reading.py."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal, TypeAlias, get_args

from engine.deal import Deal, commitment, seed_for
from engine.errors import EngineError
from engine.options import Options
from engine.play import make_deal

FORMAT: Final = "stpete-record/1"
SECOND: Final = "stpete-record/2"
"""The format of a game whose seats came from a pairing, with a deal of its own or one that several tables played, or in which
somebody played on for somebody else."""
FORMATS: Final = (FORMAT, SECOND)

Source = Literal["page", "api", "mail", "standing", "auto", "timeout", "bot", "director", "manual"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
"""Who or what answered: the player by page, API or mail, a pass ordered before, a pass where nothing else
was possible, the clock, a bot, an organiser in the player's place, or a scribe."""

Ended = Literal["played out", "agreement", "broken off", "adjudicated"]
ENDINGS: Final[tuple[Ended, ...]] = get_args(Ended)
"""By the rules; because all agreed to stop; because nobody was left to play; because an organiser stopped it."""

Json: TypeAlias = dict[str, object]


class RecordError(EngineError):
    """A record that is not well formed, or not true. `path` is the place in it, or empty for the whole."""

    def __init__(self, code: str, sentence: str, rule: str = "", path: str = "") -> None:
        super().__init__(code, f"{path}: {sentence}" if path else sentence, rule)
        self.path = path


@dataclass(frozen=True, slots=True)
class Proven:
    """Chance that the server bound itself to before the game (docs/deals.md).

    `table` is the id of the table, or of a deal that several tables play (`is_shared`). `seats_given`: who sits where came
    from a pairing and was not drawn, as always with a shared deal.
    """

    secret: bytes
    table: str
    phrases: tuple[str, ...]
    commitment: str
    seed: bytes
    seats_given: bool = False
    is_shared: bool = False

    @classmethod
    def of(
        cls,
        secret: bytes,
        table: str,
        phrases: Sequence[str] = (),
        *,
        seats_given: bool = False,
        is_shared: bool = False,
    ) -> "Proven":
        """What a server publishes that kept to the construction."""
        seed = seed_for(secret, table, phrases)
        return cls(secret, table, tuple(phrases), commitment(secret), seed, seats_given or is_shared, is_shared)

    def deal(self, options: Options) -> Deal:
        return make_deal(options, self.seed)

    def to_json(self) -> Json:
        return {
            "from": "secret",
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "deal" if self.is_shared else "table": self.table,
            "phrases": list(self.phrases),
            "seed": self.seed.hex(),
            **({"seating": "given"} if self.seats_given else {}),
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
class Predecessor:
    """Who played a seat before the one it is named after, up to and with move `until`."""

    seat: int
    name: str
    until: int


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
    """How a game ended, and what each seat came to, in order."""

    ended: Ended
    seats: tuple[SeatResult, ...]

    def to_json(self) -> Json:
        return {"ended": self.ended, "seats": [asdict(seat) for seat in self.seats]}


def format_of(chance: Chance, predecessors: Sequence[Predecessor]) -> str:
    """The format in which such a game is recorded: the first where that says it all."""
    return SECOND if predecessors or (isinstance(chance, Proven) and chance.seats_given) else FORMAT


def of_second(chance: Chance, predecessors: Sequence[Predecessor]) -> Json:
    """What only the second format has beside its deal."""
    is_second = format_of(chance, predecessors) == SECOND
    return {"predecessors": [asdict(one) for one in predecessors]} if is_second else {}


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is kept: nothing in it follows from anything else in it, except the seed and the result."""

    rules_version: int
    options: Options
    chance: Chance
    seats: tuple[str, ...]
    moves: tuple[RecordedMove, ...]
    result: Result | None
    predecessors: tuple[Predecessor, ...] = ()

    @property
    def deal(self) -> Deal:
        return self.chance.deal(self.options)

    def to_json(self) -> Json:
        return {
            "format": format_of(self.chance, self.predecessors),
            "rules_version": self.rules_version,
            "options": self.options.to_dict(),
            "deal": self.chance.to_json(),
            "seats": list(self.seats),
            **of_second(self.chance, self.predecessors),
            "moves": [asdict(move) for move in self.moves],
            "result": self.result and self.result.to_json(),
        }
