"""What games of a bot come to, selection by selection, so that nonsense shows: a typical game lasts 7 to 10 rounds
(SEQ-6). `python -m engine survey` prints it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from statistics import fmean

from engine.bots import BOTS
from engine.core import State
from engine.errors import OptionsError
from engine.guess import guess
from engine.offers import waiting_for
from engine.options import Options
from engine.play import advance, make_deal, new_game
from engine.rulebook import SETS
from engine.view import view_for

COUNTS = range(2, 6)
MOST_DECISIONS = 5_000
"""A game of more is no game; it would be a fault of the rules or of the bot."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went: rounds, decisions, and final points and rubles by seat."""

    rounds: int
    decisions: int
    points: tuple[int, ...]
    rubles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over games of one selection, with the least and the most where one number would hide the odd game."""

    games: int
    rounds: tuple[float, int, int]
    decisions: float
    points: tuple[float, int, int]
    winner: float
    rubles: float

    @classmethod
    def of(cls, outcomes: list[Outcome]) -> Summary:
        """The summary of at least one game."""
        rounds = [outcome.rounds for outcome in outcomes]
        points = [points for outcome in outcomes for points in outcome.points]
        return cls(
            games=len(outcomes),
            rounds=(fmean(rounds), min(rounds), max(rounds)),
            decisions=fmean(outcome.decisions for outcome in outcomes),
            points=(fmean(points), min(points), max(points)),
            winner=fmean(max(outcome.points) for outcome in outcomes),
            rubles=fmean(rubles for outcome in outcomes for rubles in outcome.rubles),
        )


def selections() -> Iterator[tuple[str, Callable[[int], Options]]]:
    """Each edition and each set alone with what it cannot do without, then everything at once, by name; the function
    gives the options for a number of players or raises OptionsError."""

    def chosen(edition: int, *sets: str) -> Callable[[int], Options]:
        return lambda players: Options(edition=edition, players=players, sets=sets)

    for edition in (1, 2):
        yield f"edition {edition}", chosen(edition)
    for name in SETS:
        for edition in (1, 2):
            for needed in ((), ("market",), ("module-2",)):
                if name not in needed and _plays(chosen(edition, name, *needed)):
                    yield f"edition {edition}, {', '.join((name, *needed))}", chosen(edition, name, *needed)
                    break
    together = tuple(name for name in SETS if _plays(chosen(2, name, *(set(SETS) & {"market", "module-2"}) - {name})))
    if len(together) > 1:
        yield "edition 2, everything", chosen(2, *together)


def _plays(options: Callable[[int], Options]) -> bool:
    try:
        options(2)
    except OptionsError:
        return False
    return True


def played(options: Options, number: int, bot: str = "plain") -> Outcome:
    """The `number`-th game of these options with a bot on every seat; the same number gives the same game."""
    seed = sha256(f"statistics {options.to_dict()} {number}".encode()).digest()
    rng, choose = Random(seed), BOTS[bot].choose
    state: State = new_game(options, make_deal(options, seed))
    decisions = 0
    while not state.over:
        seat = waiting_for(state)[0]
        view = view_for(state, seat)
        advance(state, seat, choose(view, guess(view, rng), rng))
        decisions += 1
        if decisions > MOST_DECISIONS:
            raise RuntimeError(f"Game {number} of {options} does not end.")
    return Outcome(
        state.round,
        decisions,
        tuple(player.points for player in state.players),
        tuple(player.rubles for player in state.players),
    )


def table(games: int, workers: int, wanted: str = "") -> Iterator[str]:
    """The lines of the table, one for each selection whose name holds `wanted` and each number of players that may play
    it; each is given as soon as its games are played."""
    head = ("selection", "players", "games", "rounds", "decisions", "points", "best", "rubles")
    yield "{:34} {:>7} {:>6} {:>14} {:>9} {:>17} {:>6} {:>7}".format(*head)
    with ProcessPoolExecutor(workers) as pool:
        for name, options in selections():
            if wanted not in name:
                continue
            for players in COUNTS:
                try:
                    one = options(players)
                except OptionsError:
                    continue
                outcomes = list(pool.map(played, [one] * games, range(games), chunksize=max(1, games // 20)))
                found = Summary.of(outcomes)
                rounds = "{:.1f} ({} to {})".format(*found.rounds)
                points = "{:.0f} ({} to {})".format(*found.points)
                yield (
                    f"{name:34} {players:7} {found.games:6} {rounds:>14} {found.decisions:9.0f} {points:>17}"
                    f" {found.winner:6.0f} {found.rubles:7.1f}"
                )
