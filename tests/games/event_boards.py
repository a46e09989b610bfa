"""Games with events and helpers, played on to positions that tests of pages and browsers need."""

from collections.abc import Callable

import engine
from games.models import Game
from games.play.positions import Play, load
from tests.games.boards import seat_named, until_asked, until_question, wander
from tests.games.play_builders import begun

SETS = ["market", "helpers", "events"]


def table(*holders: object) -> Game:
    """A begun game with the Market, helpers and events."""
    return begun(*holders, sets=SETS)


def has_move(name: str, game: Game, start: str) -> Callable[[engine.State], bool]:
    """Has this person a legal move that starts so?"""
    seat = seat_named(game, name)
    return lambda state: any(str(move).startswith(start) for move in engine.legal_moves(state, seat))


def until_moves(game: Game, name: str, *starts: str, copies: bool = False) -> Play:
    """Play on until this person has a turn with legal moves that start so, all of them at once; with `copies` the Ghost may
    choose among equal cards of a row."""
    tests = [has_move(name, game, start) for start in starts]
    if copies:
        seat = seat_named(game, name)
        tests.append(
            lambda state: any(
                str(move).startswith("event ghost") and " at " in str(move) for move in engine.legal_moves(state, seat)
            )
        )
    for seed in range(1, 60):
        if found := _reached(game, name, seed, tests):
            return found
    raise AssertionError(f"{name} never has {starts}")


def _reached(game: Game, name: str, seed: int, tests: list[Callable[[engine.State], bool]]) -> Play | None:
    seat, state, choose = seat_named(game, name), load(game.pk).state, wander(seed)

    def here(at: engine.State) -> bool:
        question = engine.question_for(at, None)
        return (
            question is not None
            and (question.kind, question.seats) == ("turn", (seat,))
            and all(test(at) for test in tests)
        )

    while not state.is_over and not here(state):
        asked = engine.waiting_for(state)[0]
        state = engine.apply(state, asked, choose(state, asked)).state
    return None if state.is_over else until_asked(game, name, seed=seed, also=here)


def until_twin(game: Game, name: str) -> Play:
    """Play on until the Twin has laid a second card onto place 1 for this person."""
    return until_question(game, name, "twin", least_round=2)
