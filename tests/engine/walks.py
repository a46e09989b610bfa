"""Random whole games for the broad tests: every move is drawn from the legal ones with a seeded generator."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import engine

RARE = (
    "observatory", "pub", "flag", "fountain",
    "debtors-prison", "trading-house", "impostor", "trading-guild", "textile-factory", "kolkhoz",
)  # fmt: skip


@dataclass(frozen=True)
class Ply:
    """One move of a walk: the state before, who played what, and what came of it."""

    before: engine.State
    seat: int
    move: engine.Move
    after: engine.State
    entries: tuple[engine.Entry, ...]
    reveals: bool


def random_options(rng: Random, **fixed: object) -> engine.Options:
    """Any selection of the base game; `fixed` holds what is not to be drawn."""
    edition = fixed.get("edition", rng.choice((1, 2)))
    chosen: dict[str, object] = {
        "edition": edition,
        "players": rng.randint(1, 4),
        "play_on_empty_tableau": rng.choice((True, False)),
        "first_workers": rng.choice(("compulsory", "free")),
        "open_hands": rng.choice((True, False)),
    } | fixed
    return engine.Options(**chosen)  # type: ignore[arg-type]


def random_deal(options: engine.Options, rng: Random) -> engine.Deal:
    return engine.make_deal(options, rng.randbytes(32))


def eager(rng: Random, moves: tuple[engine.Move, ...]) -> engine.Move:
    """A random move, but rather anything than a pass, and rather a rare card (an Observatory, a Pub) than another, so that
    displays grow and everything gets used."""
    move = rng.choice(moves)
    if move.is_pass:
        move = rng.choice(moves)
    rare = [one for one in moves if one.kind in ("draw", "search") or (one.kind != "take" and one.card in RARE)]
    return rng.choice(rare) if rare and rng.random() < 0.7 else move


def lively(rng: Random, moves: tuple[engine.Move, ...]) -> engine.Move:
    """A random move of a random kind, but rather anything than a pass, so that whatever can be done is soon done."""
    if rng.random() < 0.3:
        return rng.choice(moves)
    kinds = list(dict.fromkeys(move.kind for move in moves if not move.is_pass)) or ["pass"]
    kind = rng.choice(kinds)
    return rng.choice([move for move in moves if move.kind == kind])


def walk_from(state: engine.State, rng: Random) -> Iterator[Ply]:
    """Random moves from a state to the end of the game."""
    while not state.is_over:
        seat = rng.choice(engine.waiting_for(state))
        move = eager(rng, engine.legal_moves(state, seat))
        done = engine.apply(state, seat, move)
        yield Ply(state, seat, move, done.state, done.entries, done.reveals)
        state = done.state


def random_game(options: engine.Options, rng: Random) -> Iterator[Ply]:
    """A random game from its deal to its end."""
    return walk_from(engine.new_game(options, random_deal(options, rng)), rng)
