"""The set: its draw, its functions and hooks, and what everybody sees (UI-16, UI-17)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from engine.core import Move, Rules, State
from engine.entries import Log
from engine.expansions.hurdles import walk
from engine.expansions.hurdles.course import (
    ANY_DRAW,
    BONUS_DRAW,
    NAME,
    REAL_DRAW,
    Course,
    check_composition,
    composed,
    laid_out,
    set_course,
)
from engine.expansions.hurdles.kinds import BONUS, HURDLES, REAL, SPACES, Option
from engine.options import Options
from engine.part import Functions, Part
from engine.parts.tally import needs_market
from engine.player import Row, Seat

STANDARD: Final = (20, 35), (10, 50, 70)
"""Spaces of the two real and the three bonus hurdles without the variant (HURD-3)."""
SPACE_DRAW: Final = "hurdle-space"


class Hurdles(Part):
    """Module 6."""

    name = NAME

    def accepts(self, options: Options) -> None:
        needs_market(options, self.name, "Hurdles")
        check_composition(options)

    def draws(self, options: Options) -> Mapping[str, Sequence[str]]:
        drawn = {REAL_DRAW: [hurdle.name for hurdle in REAL], BONUS_DRAW: [hurdle.name for hurdle in BONUS]}
        if options.real_hurdles is not None:
            drawn[SPACE_DRAW] = [str(space) for space in SPACES]
        if options.hurdles is not None:
            drawn[ANY_DRAW] = list(HURDLES)
        return drawn

    def initial(self, rules: Rules) -> object:
        return _course(rules.options, self.draws(rules.options))

    def set_up(self, s: State, draws: Mapping[str, Sequence[str]]) -> None:
        set_course(s, _course(s.rules.options, draws))

    def functions(self, functions: Functions) -> Functions:
        return replace(functions, gain=walk.gain, creditable=walk.creditable)

    def entered(self, rules: Rules) -> Callable[[State, Seat, Row, Log], None]:
        return walk.check_again

    def laid(self) -> Callable[[State, Seat, Row, Log], None]:
        return walk.check_again

    def moves(self, rules: Rules) -> Iterable[Move]:
        rows = [row for row in range(1, rules.size) if rules.group[row] in rules.incomes]
        cards = {rules.words[row]: rules.ids[row] for row in rows}
        for currency in ("rubles", "points"):
            yield Move(rules, Option(currency, 0).text, "bonus")
            for words, card in cards.items():
                yield Move(rules, Option(currency, 0, words).text, "bonus", card)

    def view(self, s: State, value: object, seat: Seat | None) -> object:
        """`hurdles` in order of space, each with its state for every seat: "K", "∅", ">" or "+" (UI-16), `progress` before
        "+" (`what`, `has`, `needs`), and the `bonus` received after it (rubles, points; UI-17). `asked`: None, or while a
        bonus has to be chosen `space`, `seat` and `choices`."""
        assert isinstance(value, Course)
        return {
            "hurdles": [
                {
                    "space": space,
                    "hurdle": value.names[place],
                    "real": value.hurdle(place).is_real,
                    "seats": [_standing(s, value, place, one) for one in range(len(s.players))],
                }
                for place, space in enumerate(SPACES)
            ],
            "asked": _asked(s),
        }

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        hurdles = view["hurdles"]
        seats = range(len(hurdles[0]["seats"]))
        return Course(
            tuple(hurdle["hurdle"] for hurdle in hurdles),
            tuple(
                tuple(tuple(one["bonus"]) for hurdle in hurdles if (one := hurdle["seats"][seat])["bonus"] is not None)
                for seat in seats
            ),
        )


def _course(options: Options, draws: Mapping[str, Sequence[str]]) -> Course:
    """The hurdles that the table has chosen, or the first of the drawn ones of each sort, as many as are played with, on
    their spaces."""
    if options.hurdles is not None:
        return Course(composed(options.hurdles, draws), ((),) * options.players)
    spaces: tuple[int, ...]
    if options.real_hurdles is None:
        real, spaces = len(STANDARD[0]), (*STANDARD[0], *STANDARD[1])
    else:
        real, spaces = options.real_hurdles, tuple(int(space) for space in draws[SPACE_DRAW])
    bonus = len(SPACES) - real
    return laid_out(tuple(draws[REAL_DRAW][:real]), tuple(draws[BONUS_DRAW][:bonus]), spaces, options.players)


def _asked(s: State) -> dict[str, object] | None:
    """Which hurdle asks for a choice, whom, and what each answer pays (HURD-18); None if none does."""
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, walk.AskBonus):
        return None
    (seat,) = top.seats
    rules, cards = s.rules, {s.rules.words[row]: row for row in s.players[seat].display}
    return {
        "space": SPACES[top.place],
        "seat": seat,
        "choices": [
            {
                "move": option.text,
                "currency": option.currency,
                "amount": option.amount,
                "card": rules.ids[cards[option.words]] if option.words else None,
                "marks": sorted(rules.marked[cards[option.words]]) if option.words else [],
            }
            for option in walk.options_at(s, seat, top.place)
        ],
    }


def _standing(s: State, course: Course, place: int, seat: Seat) -> dict[str, object]:
    """The state of a hurdle for one seat and its progress, after `+` the bonus received in rubles and points (UI-16,
    UI-17)."""
    player, received, hurdle = s.players[seat], course.received[seat], course.hurdle(place)
    needs = [need.to_json() for need in hurdle.needs(s.rules, player, place)] if hurdle.needs is not None else []
    if place < len(received):
        return {"state": "+", "progress": [], "bonus": list(received[place])}
    if hurdle.is_open(s.rules, player, place):
        state = ">"
    else:
        lost = sum(min(0, line.points) for line in s.lines if line.seat == seat)  # HURD-17: nothing is undone
        state = "∅" if place == len(received) and player.points - lost >= hurdle.stop(SPACES[place]) else "K"
    return {"state": state, "progress": needs, "bonus": None}
