"""Does a record hold true? Everything that can be checked without the server that wrote it (docs/record.md)."""

import hmac
from collections.abc import Iterator

from engine.core import State
from engine.deal import commitment, seating, seed_for
from engine.errors import DealError, ReplayError
from engine.play import Step, walk
from engine.record.values import Ended, Proven, Record, RecordError, Result, SeatResult, Seeded
from engine.rulebook import RULES_VERSION
from engine.scoring import final_scores


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


def last_position(record: Record) -> State:
    """The position after all moves, if they and the recorded ending agree. Raises RecordError."""
    state = None
    for step in positions(record):
        state = step.state
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


def verify(record: Record) -> tuple[str, ...]:
    """What was checked, a sentence each. Raises RecordError for the first thing that is not true."""
    return (*_chance(record), *_game(record))


def _chance(record: Record) -> Iterator[str]:
    chance = record.chance
    if isinstance(chance, Proven):
        _agree(chance.commitment, commitment(chance.secret), "deal.commitment", "the secret")
        yield f"commitment: {chance.commitment} is that of the secret"
        said = f"{'deal' if chance.is_shared else 'table'} {chance.table!r} and {len(chance.phrases)} phrases"
        seed = seed_for(chance.secret, chance.table, chance.phrases)
        _agree(chance.seed.hex(), seed.hex(), "deal.seed", f"secret, {said}")
        yield f"seed: follows from secret, {said}"
        yield _seating(chance, record.options.players)
        yield "deal: drawn from the seed; compare the commitment with the one shown before the game"
    elif isinstance(chance, Seeded):
        yield "deal: drawn from the seed; where the seed came from is not recorded"
    else:
        yield "deal: written out; where it came from is not recorded"


def _seating(chance: Proven, players: int) -> str:
    if chance.seats_given:
        return "seating: given by a pairing, not drawn"
    joined = ", ".join(str(place + 1) for place in seating(chance.seed, players))
    return f"seating: drawn from the seed; at the seats sit, by the order of joining, players {joined}"


def _agree(recorded: str, computed: str, path: str, source: str) -> None:
    if not hmac.compare_digest(recorded, computed):
        raise RecordError("not-proven", f"is {recorded}, but {source} give {computed}", path=path)


def _game(record: Record) -> Iterator[str]:
    state = last_position(record)
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
