"""Which bot finds the moves that no expert would discuss: `python -m benchmarks.positions --bot rung-1 rung-6 --list`.

positions.toml holds the positions; its header says how they are written down. A bot is asked like at a table: it gets
`view_for` and `guess(view, rng)`, with several chances. It has found a position when most of its answers are among
the `best` moves, or none of those to `avoid`. The same arguments give the same table.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import engine
from engine.bots import BOTS

FILE = Path(__file__).with_suffix(".toml")
CHANCES = 5


@dataclass(frozen=True)
class Position:
    """One position, the seat that is asked, and what is right or wrong there."""

    id: str
    title: str
    state: engine.State
    seat: int
    best: frozenset[engine.Move]
    avoid: frozenset[engine.Move]
    proof: str
    reason: str
    source: str

    def is_right(self, move: engine.Move) -> bool:
        return move in self.best if self.best else move not in self.avoid


def positions(file: Path = FILE) -> Iterator[Position]:
    """Every position of a file, in its order."""
    for given in tomllib.loads(file.read_text(encoding="utf-8"))["position"]:
        state = position(given)
        (seat,) = engine.waiting_for(state)[:1]
        best, avoid = (
            frozenset(engine.parse_move(text, state) for text in given.get(which, ())) for which in ("best", "avoid")
        )
        texts = [given[name] for name in ("proof", "reason", "source")]
        yield Position(given["id"], given["title"], state, seat, best, avoid, *texts)


def position(given: Mapping[str, Any]) -> engine.State:
    """The position of one entry, after the moves of its `then`."""
    options = engine.Options(
        edition=given["edition"],
        players=len(given["seats"]),
        sets=tuple(given.get("sets", ())),
        **given.get("options", {}),
    )
    seats = [
        engine.SeatSetup(
            rubles=seat["rubles"],
            points=seat.get("points", 0),
            hand=cards(seat.get("hand", "")),
            display=cards(seat.get("display", "")),
        )
        for seat in given["seats"]
    ]
    upper, lower = (cards(given.get(row, "")) for row in ("upper", "lower"))
    lying = Counter(
        card.partition(" ")[0] for card in (*upper, *lower, *(c for s in seats for c in (*s.hand, *s.display)))
    )
    piles, discard = rest(options, lying, given.get("piles"), Random(given["id"]))
    state = engine.set_up(
        options,
        phase=given["phase"],
        round=given["round"],
        seats=seats,
        start=given.get("start", 0),
        turn=given.get("turn"),
        upper=upper,
        lower=lower,
        discard=discard,
        piles=piles,
        passes=given.get("passes", 0),
        ending="0" in given.get("piles", "").split(),
        remembered=given.get("remembered"),
    )
    for text in given.get("then", ()):
        seat = engine.waiting_for(state)[0]
        state = engine.apply(state, seat, engine.parse_move(text, state)).state
    return state


def cards(text: str) -> list[str]:
    """`2 market, judge` as a list of cards."""
    found: list[str] = []
    for part in filter(None, text.split(", ")):
        number, _, card = part.partition(" ")
        found += [card] * int(number) if number.isdigit() else [part]
    return found


def rest(
    options: engine.Options, lying: Counter[str], sizes: str | None, rng: Random
) -> tuple[dict[str, list[str]], list[str]]:
    """Piles and discard pile of the cards that lie nowhere else, shuffled: so many of each pile, the others discarded."""
    names = list(dict.fromkeys(card.pile for card in engine.cards(options)))
    piles: dict[str, list[str]] = {name: [] for name in names if name != "none"}
    for card in engine.cards(options):
        if card.pile in piles:
            piles[card.pile] += [card.id] * (card.copies - lying[card.id])
    discard: list[str] = []
    for number, pile in enumerate(piles.values()):
        rng.shuffle(pile)
        if sizes is not None:
            left = int(sizes.split()[number])
            if left > len(pile):
                raise ValueError(f"Only {len(pile)} cards are left for a pile of {left}.")
            discard += pile[left:]
            del pile[left:]
    rng.shuffle(discard)
    return piles, discard


def answers(name: str, one: Position, chances: int = CHANCES) -> Counter[engine.Move]:
    """What a bot answers, and how often."""
    given: Counter[engine.Move] = Counter()
    for chance in range(chances):
        rng = Random(f"{one.id} {chance}")
        view = engine.view_for(one.state, one.seat)
        given[BOTS[name].choose(view, engine.guess(view, rng), rng)] += 1
    return given


def is_found(one: Position, given: Counter[engine.Move]) -> bool:
    return 2 * sum(times for move, times in given.items() if one.is_right(move)) > given.total()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", nargs="+", choices=BOTS, default=list(BOTS), metavar="NAME")
    parser.add_argument("--chances", type=int, default=CHANCES, help="how often each bot is asked in each position")
    parser.add_argument("--list", action="store_true", help="what each bot misses, and what it plays instead")
    chosen = parser.parse_args()
    every = list(positions())
    missed: dict[str, list[tuple[Position, str]]] = {}
    print(f"{'bot':12} {'found':>9}  {'proved':>9}  {'advice':>9}")
    for name in chosen.bot:
        found = Counter[str]()
        missed[name] = []
        for one in every:
            given = answers(name, one, chosen.chances)
            if is_found(one, given):
                found[one.proof] += 1
            else:
                missed[name].append((one, ", ".join(f"{move} ({times})" for move, times in given.most_common())))
        kinds = Counter(one.proof for one in every)
        counts = [(found.total(), len(every)), *((found[kind], kinds[kind]) for kind in ("arithmetic", "advice"))]
        print(f"{name:12} " + "  ".join(f"{right:3} of {of:2}" for right, of in counts), flush=True)
    if chosen.list:
        for name, misses in missed.items():
            print(f"\n{name} misses {len(misses)}")
            for one, played in misses:
                print(f"  {one.id:32} plays {played}; {one.reason}")
    by_all = [one.id for one in every if all(one in (miss for miss, _ in misses) for misses in missed.values())]
    print(f"\nmissed by all of them: {len(by_all)}  {', '.join(by_all)}")


if __name__ == "__main__":
    main()
