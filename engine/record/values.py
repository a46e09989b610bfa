"""What a record holds, as values (docs/record.md), and whether it holds true: everything that can be checked without the
server that wrote it. Written and read by reading.py.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Final, Literal, TypeAlias, get_args

from engine.core import State
from engine.entries import Entry
from engine.errors import DealError, EngineError, ReplayError
from engine.options import Deal, Options, commitment, sealed, seating, seed_for
from engine.play import Step, make_deal, walk
from engine.record.joint import Beacon, Contribution, choices_of
from engine.rulebook import RULES_VERSION
from engine.scoring import final_scores

FORMAT: Final = "stpete-record/1"
SECOND: Final = "stpete-record/2"
"""The format of a game whose seats came from a pairing, with a deal of its own or one that several tables played, or in which
somebody played on for somebody else."""
THIRD: Final = "stpete-record/3"
"""The format of a game whose players contributed to the deal; else as the second."""
FOURTH: Final = "stpete-record/4"
"""As the third, with a round of a public beacon."""
FORMATS: Final = (FORMAT, SECOND, THIRD, FOURTH)

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
    from a pairing and was not drawn, as always with a shared deal. `contributions`: those of the players, in the order of joining;
    only beside them there may be a `beacon`.
    """

    secret: bytes
    table: str
    phrases: tuple[str, ...]
    commitment: str
    seed: bytes
    seats_given: bool = False
    is_shared: bool = False
    contributions: tuple[Contribution, ...] | None = None
    beacon: Beacon | None = None

    @classmethod
    def of(
        cls,
        secret: bytes,
        table: str,
        phrases: Sequence[str] = (),
        *,
        seats_given: bool = False,
        is_shared: bool = False,
        contributions: Sequence[Contribution] | None = None,
        beacon: Beacon | None = None,
    ) -> Proven:
        """What a server publishes that kept to the construction."""
        given, bound = None if contributions is None else tuple(contributions), commitment(secret)
        said = cls(secret, table, tuple(phrases), bound, b"", seats_given or is_shared, is_shared, given, beacon)
        return replace(said, seed=said.true_seed)

    @property
    def true_seed(self) -> bytes:
        """What the seed has to be by all the others."""
        opened = None if self.contributions is None else [one.opened for one in self.contributions]
        drawn = None if self.beacon is None else (self.beacon.round, self.beacon.randomness)
        return seed_for(self.secret, self.table, self.phrases, opened, drawn)

    def deal(self, options: Options) -> Deal:
        return make_deal(options, self.seed)

    def to_json(self) -> Json:
        return {
            "from": "secret",
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "deal" if self.is_shared else "table": self.table,
            **(
                {"phrases": list(self.phrases)}
                if self.contributions is None
                else {"contributions": [one.to_json() for one in self.contributions]}
            ),
            **({} if self.beacon is None else {"beacon": self.beacon.to_json()}),
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
    if isinstance(chance, Proven) and chance.contributions is not None:
        return THIRD if chance.beacon is None else FOURTH
    return SECOND if predecessors or (isinstance(chance, Proven) and chance.seats_given) else FORMAT


def of_second(chance: Chance, predecessors: Sequence[Predecessor]) -> Json:
    """What the first format does not have beside its deal."""
    is_first = format_of(chance, predecessors) == FORMAT
    return {} if is_first else {"predecessors": [asdict(one) for one in predecessors]}


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


def canonical(record: Json) -> str:
    """The one way to write the JSON of a record, so that its hash is the same everywhere: sorted, and without spaces."""
    return json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(record: Json) -> str:
    """The hash of a record, by which anybody names it: SHA-256 of its canonical text."""
    return sha256(canonical(record).encode()).hexdigest()


def positions(record: Record) -> Iterator[Step]:
    """The opening and the position after every move. Raises RecordError at the first move that is not legal, with its
    number, text and reason, and before the opening if the rules version or the deal does not fit."""
    if record.rules_version > RULES_VERSION:
        sentence = f"must be at most {RULES_VERSION}, the version this engine knows, not {record.rules_version}"
        raise RecordError("rules-version", sentence, path="rules_version")
    try:
        yield from walk(record.options, record.deal, [(move.seat, move.text) for move in record.moves])
    except DealError as error:
        raise RecordError(error.code, error.sentence, error.rule, path="deal") from None
    except ReplayError as error:
        raise RecordError(error.code, error.sentence, error.rule) from None


def last_position(record: Record, told: list[Entry] | None = None) -> State:
    """The position after all moves, if they and the recorded ending agree; what they tell is appended to `told`. Raises
    RecordError."""
    state = None
    for step in positions(record):
        state = step.state
        if told is not None:
            told += step.entries
    assert state is not None
    if record.result is None and state.is_over:
        raise RecordError("result", "is null, but the moves play the game to its end", path="result")
    if record.result is not None and (record.result.ended == "played out") != state.is_over:
        how = "the moves end the game" if state.is_over else "the moves do not end the game"
        raise RecordError("result", f"says {record.result.ended}, but {how}", path="result.ended")
    return state


def result_of(state: State, ended: Ended) -> Result:
    """What the seats came to: the final scores of a game that is over, or points and rubles as they lie where
    all agreed to stop, nobody was left or an organiser stopped it. Places follow from points, then rubles (END-16, END-17)."""
    if ended == "played out":
        return Result(
            ended,
            tuple(SeatResult(s.seat, s.total, s.rubles[2], s.rank, s.winner) for s in final_scores(state)),
        )
    standing = [(state.points(seat), state.rubles(seat)) for seat in range(state.rules.options.players)]
    ranks = [1 + sum(other > own for other in standing) for own in standing]
    return Result(
        ended,
        tuple(
            SeatResult(seat, points, rubles, rank, rank == 1)
            for seat, ((points, rubles), rank) in enumerate(zip(standing, ranks, strict=True))
        ),
    )


def verify(record: Record, told: list[Entry] | None = None) -> tuple[str, ...]:
    """What was checked, a sentence each; what the game tells is appended to `told`. Raises RecordError for the first thing that is
    not true."""
    return (*_chance(record), *_game(record, told))


def _chance(record: Record) -> Iterator[str]:
    chance = record.chance
    if isinstance(chance, Proven):
        _agree(chance.commitment, commitment(chance.secret), "deal.commitment", "the secret")
        yield f"commitment: {chance.commitment} is that of the secret"
        said = f"{'deal' if chance.is_shared else 'table'} {chance.table!r} and {len(chance.phrases)} phrases"
        if chance.contributions is not None:
            said = f"table {chance.table!r} and the opened contributions"
            if chance.beacon is not None:
                yield _beacon(chance.beacon)
                said += " and the beacon's round"
            yield from _contributions(chance.contributions, choices_of(chance.contributions, chance.beacon))
        _agree(chance.seed.hex(), chance.true_seed.hex(), "deal.seed", f"secret, {said}")
        yield f"seed: follows from secret, {said}"
        yield _seating(chance, record.options.players)
        yield "deal: drawn from the seed; compare the commitment with the one shown before the game"
    elif isinstance(chance, Seeded):
        yield "deal: drawn from the seed; where the seed came from is not recorded"
    else:
        yield "deal: written out; where it came from is not recorded"


def _beacon(named: Beacon) -> str:
    if named.signature is None or named.randomness is None:
        return f"beacon: round {named.round} of {named.address} was not available, the server says"
    true = Beacon.of(named.address, named.round, named.signature)
    _agree(named.randomness.hex(), str(true.to_json()["randomness"]), "deal.beacon.randomness", "its signature")
    return f"beacon: round {named.round}, randomness {named.randomness.hex()}; compare it with {named.address}"


def _contributions(given: Sequence[Contribution], choices: int) -> Iterator[str]:
    """What each player contributed, and how many deals those who withheld theirs could choose from."""
    for place, one in enumerate(given):
        name = f"contribution of player {place + 1}"
        if one.opened is not None and one.sealed is not None:
            _agree(one.sealed, sealed(one.opened), f"deal.contributions[{place}].sealed", "what was opened")
            yield f"{name}: {one.sealed}, opened"
        else:
            yield (f"{name}: {one.sealed}, withheld" if one.is_withheld else f"{name}: no contribution")
    opened, withheld = sum(one.opened is not None for one in given), sum(one.is_withheld for one in given)
    yield (
        f"contributions: {opened} opened, {withheld} withheld, {len(given) - opened - withheld} without; "
        f"{'one deal' if choices == 1 else f'at most {choices} deals'} for whoever knew all others and the secret"
    )


def _seating(chance: Proven, players: int) -> str:
    if chance.seats_given:
        return "seating: given by a pairing, not drawn"
    joined = ", ".join(str(place + 1) for place in seating(chance.seed, players))
    return f"seating: drawn from the seed; at the seats sit, by the order of joining, players {joined}"


def _agree(recorded: str, computed: str, path: str, source: str) -> None:
    if not hmac.compare_digest(recorded, computed):
        raise RecordError("not-proven", f"is {recorded}, but {source} give {computed}", path=path)


def _game(record: Record, told: list[Entry] | None) -> Iterator[str]:
    state = last_position(record, told)
    yield f"rules: version {record.rules_version}, checked by version {RULES_VERSION}"
    yield f"moves: {len(record.moves)}, all legal"
    if record.result is None:
        yield f"result: none, the game stands in round {state.round}, {state.phase} phase"
        return
    expected = result_of(state, record.result.ended)
    for place, (recorded, computed) in enumerate(zip(record.result.seats, expected.seats, strict=True)):
        for name in ("points", "rubles", "rank", "winner"):
            told, true = getattr(recorded, name), getattr(computed, name)
            if told != true:
                path = f"result.seats[{place}].{name}"
                raise RecordError("result", f"is {told}, but the moves give {true}{_since(record)}", path=path)
    yield f"result: {record.result.ended}, as the moves give it"


def _since(record: Record) -> str:
    """What to add about a difference that a change of the rules may have made."""
    if record.rules_version == RULES_VERSION:
        return ""
    return f" by version {RULES_VERSION} of the rules; it was played by version {record.rules_version}"
