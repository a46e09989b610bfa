"""Whole games played by the plain bot, as records. `python -m tests.engine.recording` writes those kept in tests/records/."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from random import Random

import engine
from engine.bot import BOTS
from engine.record import Chance, Json, Proven, to_record
from engine.verify import result_of

FOLDER = Path(__file__).parents[1] / "records"
NAMES = ("Anna", "Boris", "Clara", "Dmitri")

KEPT: dict[str, engine.Options] = {
    **{
        f"edition{edition}-{players}p": engine.Options(edition=edition, players=players)
        for edition in (1, 2)
        for players in (1, 2, 3, 4)
    },
    "edition1-3p-free-hidden": engine.Options(edition=1, players=3, first_workers="free", open_hands=False),
    "edition1-2p-stop": engine.Options(edition=1, players=2, play_on_empty_tableau=False),
    "edition2-2p-play-on-hidden": engine.Options(edition=2, players=2, play_on_empty_tableau=True, open_hands=False),
    "edition2-4p-hidden": engine.Options(edition=2, players=4, open_hands=False),
    "edition1-4p-agreed": engine.Options(edition=1, players=4),
}


def chance_of(name: str) -> Proven:
    """A chance as a server would make it, but for the secret, which is no secret here."""
    return Proven.of(hashlib.sha256(name.encode()).digest(), name)


def played(options: engine.Options, chance: Chance, seed: int = 0, until_round: int | None = None) -> Json:
    """The record of a game of plain bots; with `until_round` they agree to stop when that round begins."""
    rng = Random(seed)
    state = engine.new_game(options, chance.deal(options))
    moves: list[tuple[int, str, str]] = []
    while not state.is_over and state.round != until_round:
        (seat,) = engine.waiting_for(state)
        view = engine.view_for(state, seat)
        move = BOTS["plain"].choose(view, engine.guess(view, rng), rng)
        moves.append((seat, str(move), "bot"))
        state = engine.apply(state, seat, move).state
    return to_record(
        rules_version=engine.RULES_VERSION,
        options=options,
        chance=chance,
        seats=NAMES[: options.players],
        moves=moves,
        result=asdict(result_of(state, "played out" if state.is_over else "agreement")),
    )


def laid_out(record: Json) -> str:
    """The record with a line for each field and each move, so that a difference can be read."""
    moves = record["moves"]
    assert isinstance(moves, list)
    head = [f'"{name}": {json.dumps(value)}' for name, value in record.items() if name != "moves"]
    lines = ",\n  ".join(json.dumps(move) for move in moves)
    body = ",\n ".join([*head[:-1], f'"moves": [\n  {lines}\n ]', head[-1]])
    return f"{{\n {body}\n}}\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, options in KEPT.items():
        record = played(options, chance_of(name), until_round=4 if name.endswith("agreed") else None)
        (FOLDER / f"{name}.json").write_text(laid_out(record), "utf-8")
        print(name, len(record["moves"]), [seat["points"] for seat in record["result"]["seats"]])  # type: ignore
