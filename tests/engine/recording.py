"""Whole games as records. `python -m tests.engine.recording` plays those of `RECIPES` that are missing in tests/records/;
with names it plays these anew. A kept game is proof that the rules still say what they said: it is not to be played anew
unless they changed."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import engine
from engine.bots import BOTS
from engine.record import Chance, Json, Proven, from_record, result_of, to_record
from tests.engine.endings import ENDINGS, told
from tests.engine.walks import lively

FOLDER = Path(__file__).parents[1] / "records"
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elena")
EVERYTHING = ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles")

Player = Callable[[engine.State, int, Random], engine.Move]


@dataclass(frozen=True)
class Recipe:
    """How a kept game came about: its options, who played, how it had to end (a name of ENDINGS), and the round in which
    all agreed to stop."""

    options: engine.Options
    bots: bool = True
    ending: str = ""
    until_round: int | None = None


KEPT: dict[str, engine.Options] = {
    **{
        f"edition{edition}-{players}p": engine.Options(edition=edition, players=players)
        for edition in (1, 2)
        for players in (1, 2, 3, 4)
    },
    "edition1-3p-free-hidden": engine.Options(edition=1, players=3, first_workers="free", open_hands=False),
    "edition2-3p-free": engine.Options(edition=2, players=3, first_workers="free"),
    "edition1-2p-stop": engine.Options(edition=1, players=2, play_on_empty_tableau=False),
    "edition2-2p-play-on-hidden": engine.Options(edition=2, players=2, play_on_empty_tableau=True, open_hands=False),
    "edition2-4p-hidden": engine.Options(edition=2, players=4, open_hands=False),
    "edition1-4p-agreed": engine.Options(edition=1, players=4),
}
"""Games without sets."""


def _of_sets() -> Iterator[tuple[str, Recipe]]:
    one, two = partial(engine.Options, edition=1), partial(engine.Options, edition=2)
    for players in range(1, 5):
        yield f"sp-plus-{players}p", Recipe(one(players=players, sets=("sp-plus",)))
    for players in range(1, 6):
        yield f"company1-{players}p", Recipe(one(players=players, sets=("good-company",)))
        yield f"market-{players}p", Recipe(two(players=players, sets=("market",)))
    endings = ("purple cards left", "rubles decide", "shared win", "worker pile", "market pile")
    for players, ending in enumerate(endings, start=1):
        sets = ("market", "banquet", "orders", *(("helpers",) if players > 1 else ()))
        hidden = two(players=players, sets=sets, open_hands=players % 2 == 0)
        yield f"banquet-helpers-orders-{players}p", Recipe(hidden, bots=False, ending=ending)
    endings = ("building pile", "exchange pile", "ghost", "twin", "new luck")
    for players, (ending, real) in enumerate(zip(endings, (None, 5, None, 0, 3), strict=True), start=1):
        options = two(
            players=players, sets=("market", "module-2", "good-company", "events", "hurdles"), real_hurdles=real
        )
        yield f"company2-events-hurdles-{players}p", Recipe(options, bots=False, ending=ending)
    for players, goes_on in ((3, False), (4, True)):
        options = two(players=players, sets=("module-2", "banquet"), play_on_empty_tableau=goes_on)
        ending = "plays on an empty tableau" if goes_on else "stops at an empty tableau"
        yield f"module2-banquet-{players}p", Recipe(options, bots=False, ending=ending)
    yield "module2-2p", Recipe(two(players=2, sets=("module-2",)), bots=False, ending="noble pile")
    composed = ("real-workers", "any", "bonus", "real", "bonus-card")
    yield "hurdles-composed-2p", Recipe(two(players=2, sets=("market", "hurdles"), hurdles=composed))
    yield "company2-5p", Recipe(two(players=5, sets=("module-2", "good-company")))
    yield "everything-5p", Recipe(two(players=5, sets=EVERYTHING))
    yield "everything-4p-agreed-hidden", Recipe(two(players=4, sets=EVERYTHING, open_hands=False), until_round=4)


RECIPES: dict[str, Recipe] = {
    **{name: Recipe(options, until_round=4 if name.endswith("agreed") else None) for name, options in KEPT.items()},
    **dict(_of_sets()),
}
"""All games in tests/records/ by name."""


def chance_of(name: str) -> Proven:
    """A chance as a server would make it, but for the secret, which is no secret here."""
    return Proven.of(hashlib.sha256(name.encode()).digest(), name)


def bot(state: engine.State, seat: int, rng: Random) -> engine.Move:
    """The plain bot."""
    view = engine.view_for(state, seat)
    return BOTS["plain"].choose(view, engine.guess(view, rng), rng)


def ender(state: engine.State, seat: int, rng: Random) -> engine.Move:
    """Lively random moves, but an event that lays cards waits until it lays the last one, and is used then."""
    moves = engine.legal_moves(state, seat)
    laying = tuple(move for move in moves if str(move).startswith(("event twin", "event ghost", "event new-luck")))
    for move in laying:
        if engine.apply(state, seat, move).state.ending and not state.ending:
            return move
    return lively(rng, tuple(move for move in moves if move not in laying))


def drainer(pile: str) -> Player:
    """The same, but nearly all is done in the phase before that of this pile, whose refill then needs most cards."""

    def choose(state: engine.State, seat: int, rng: Random) -> engine.Move:
        phases = state.rules.piles
        before = phases[phases.index(pile) - 1]
        question = engine.question_for(state, seat)
        if question and question.kind == "turn" and state.phase != before and rng.random() < 0.7:
            return engine.default_move(state, seat)
        return ender(state, seat, rng)

    return choose


def played(
    options: engine.Options, chance: Chance, seed: int = 0, until_round: int | None = None, player: Player = bot
) -> Json:
    """The record of a game of one kind of player; with `until_round` they agree to stop when that round begins."""
    rng = Random(seed)
    state = engine.new_game(options, chance.deal(options))
    moves: list[tuple[int, str, str]] = []
    while not state.is_over and state.round != until_round:
        seat = engine.waiting_for(state)[0]
        move = player(state, seat, rng)
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


def by_recipe(name: str, recipe: Recipe) -> Json:
    """The first game of this recipe that ends as it has to."""
    pile, _, run_out = recipe.ending.partition(" ")
    player = bot if recipe.bots else drainer(pile) if run_out == "pile" else ender
    for seed in count():
        chance = chance_of(f"{name} {seed}" if seed else name)
        record = played(recipe.options, chance, seed, recipe.until_round, player)
        if not recipe.ending or ENDINGS[recipe.ending](told(from_record(record))):
            return record
    raise AssertionError


def laid_out(record: Json) -> str:
    """The record as compact JSON with a line for each field and each move, so that a difference can be read."""

    def compact(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    moves = record["moves"]
    assert isinstance(moves, list)
    head = [f'"{name}":{compact(value)}' for name, value in record.items() if name != "moves"]
    lines = ",\n".join(compact(move) for move in moves)
    body = ",\n".join([*head[:-1], f'"moves":[\n{lines}\n]', head[-1]])
    return f"{{\n{body}\n}}\n"


def main(names: list[str]) -> None:
    """Play the games of these names anew, or all that are missing."""
    for name in names or [name for name in RECIPES if not (FOLDER / f"{name}.json").exists()]:
        record = by_recipe(name, RECIPES[name])
        (FOLDER / f"{name}.json").write_text(laid_out(record), "utf-8")
        print(name, len(record["moves"]), [seat["points"] for seat in record["result"]["seats"]])  # type: ignore


if __name__ == "__main__":
    main(sys.argv[1:])
