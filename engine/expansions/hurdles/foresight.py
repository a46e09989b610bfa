"""The choice of a bonus in the final scoring, which the engine makes (HURD-21)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core import State
from engine.expansions.hurdles.kinds import Option
from engine.player import Seat


def best_in_the_end(s: State, seat: Seat, options: Sequence[Option], take: Callable[[State, Option], None]) -> Option:
    """The option with the best final score of the player, then with more rubles left, then the first (HURD-23).

    For each the rest of the final scoring of this player is played out on a copy: what `take` carries out, what is left
    of the present step, and the steps after it; choices on the way are made in the same manner.
    """

    def outcome(option: Option) -> tuple[int, int]:
        after = s.fork()
        take(after, option)
        for number, step in enumerate(s.rules.program(s.round)[s.step - 1 :], s.step):
            after.step = number  # a choice on the way begins where it is met, and looks no step ahead twice
            step.foresee(after, seat, begun=number == s.step)
        return after.players[seat].points, after.players[seat].rubles

    distinct = {(option.currency, option.amount): option for option in reversed(options)}
    return max((option for option in options if option in distinct.values()), key=outcome)
