"""Random games of random selections and what came of them: `python -m tools.compiled.games N` prints one digest for
every fifty games, over all moves, legal lists, logs and scores."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from random import Random

import engine

GAMES_EACH = 50


def drawn_options(rng: Random) -> engine.Options:
    """A selection that may be played, any number of players and any set."""
    while True:
        sets = tuple(name for name in engine.set_names() if rng.random() < rng.choice((0.1, 0.5, 0.9)))
        try:
            return engine.Options(
                edition=rng.choice((1, 2)), players=rng.randint(1, 5), sets=sets, open_hands=rng.random() < 0.5
            )
        except engine.OptionsError:
            continue


def told(options: engine.Options, rng: Random) -> bytes:
    """A whole random game as text."""
    state = engine.new_game(options, engine.make_deal(options, rng.randbytes(32)))
    lines: list[object] = []
    while not state.is_over:
        seat = rng.choice(engine.waiting_for(state))
        moves = engine.legal_moves(state, seat)
        move = rng.choice(moves)
        done = engine.apply(state, seat, move)
        lines.append([seat, len(moves), str(move), done.reveals, [entry.to_json() for entry in done.entries]])
        state = done.state
    lines.append([[player.points, player.rubles] for player in state.players])
    return json.dumps(lines).encode()


def main() -> None:
    """Print the digests."""
    games = int(sys.argv[1])
    for first in range(0, games, GAMES_EACH):
        rng = Random(f"games from {first}")
        options = drawn_options(rng)
        digest = sha256()
        for _ in range(min(GAMES_EACH, games - first)):
            digest.update(told(options, rng))
        chosen = f"edition {options.edition}, {options.players} players, {' '.join(options.sets) or 'no set'}"
        print(f"{first:6} {digest.hexdigest()[:16]} {chosen}", flush=True)


if __name__ == "__main__":
    main()
