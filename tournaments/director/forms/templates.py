"""Forms of a tournament to begin from. Each makes stages out of what was chosen beside it; what is empty has its own value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Stage, Swiss


@dataclass(frozen=True, slots=True)
class Chosen:
    """What stages are made from: rounds (or games for everybody), groups, games of a match."""

    rounds: int
    groups: int
    best_of: int
    legs: int
    at_once: bool
    table: int


@dataclass(frozen=True, slots=True)
class Template:
    """`rounds` is how many there are where nothing else is said; `players` the limit of a cup that starts when full."""

    label: str | Promise
    about: str | Promise
    in_pairs: bool
    stages: Callable[[Chosen], tuple[Stage, ...]]
    rounds: int = 4
    players: int | None = None


def _swiss(chosen: Chosen) -> tuple[Stage, ...]:
    return (Swiss(chosen.rounds),)


def _swiss_and_finals(chosen: Chosen) -> tuple[Stage, ...]:
    return (Swiss(chosen.rounds), FinalTables(chosen.table))


def _robin_in_pairs(chosen: Chosen) -> tuple[Stage, ...]:
    return (RoundRobin(chosen.groups, legs=chosen.legs, at_once=chosen.at_once),)


def _robin_at_tables(chosen: Chosen) -> tuple[Stage, ...]:
    return (_at_tables(chosen.groups, chosen),)


def _at_tables(groups: int, chosen: Chosen) -> RoundRobin:
    """The most even schedule where all of it is played at once, else one that is over soonest."""
    at_once = chosen.at_once
    return RoundRobin(groups, chosen.legs, games=chosen.rounds, at_once=at_once, fewest_rounds=not at_once)


def _groups_and_finals(chosen: Chosen) -> tuple[Stage, ...]:
    groups = max(2, chosen.groups)
    return (
        _at_tables(groups, chosen),
        # two of two groups, the first of each of more: what one table takes, whether three, four or five are wished at it
        FinalTables(max(1, 4 // groups)),
    )


def _groups_and_knockout(chosen: Chosen) -> tuple[Stage, ...]:
    return (
        RoundRobin(max(2, chosen.groups), legs=chosen.legs, at_once=chosen.at_once),
        Knockout(best_of=chosen.best_of, from_each=2),
    )


def _knockout(chosen: Chosen) -> tuple[Stage, ...]:
    return (Knockout(best_of=chosen.best_of),)


def _knockout_at_tables(chosen: Chosen) -> tuple[Stage, ...]:
    return (Knockout(per_table=1),)


TEMPLATES: Mapping[str, Template] = {
    "swiss": Template(
        _("Multiplayer Swiss"),
        _("Each round seats players with similar scores at tables of four. Nobody is eliminated; any number can play."),
        False,
        _swiss,
    ),
    "swiss-finals": Template(
        _("Swiss with final table"),
        _("A multiplayer Swiss. Then the leaders play one more game, which decides their places."),
        False,
        _swiss_and_finals,
    ),
    "swiss-pairs": Template(
        _("Two-player Swiss"),
        _("Each round pairs players with similar scores, as in chess."),
        True,
        _swiss,
        rounds=5,
    ),
    "robin-pairs": Template(
        _("Two-player round-robin"),
        _("Everyone plays everyone. Best for small groups; all games can run at once."),
        True,
        _robin_in_pairs,
    ),
    "robin": Template(
        _("Multiplayer round-robin"),
        _("Everyone plays several games, with varied opponents and evenly spread seats."),
        False,
        _robin_at_tables,
    ),
    "groups": Template(
        _("Groups and final tables"),
        _("Round-robins in groups; the best of each group meet at a final table."),
        False,
        _groups_and_finals,
        rounds=3,
    ),
    "groups-knockout": Template(
        _("Two-player groups and knockout"),
        _("Round-robins in groups; the top two of each group advance to a knockout."),
        True,
        _groups_and_knockout,
    ),
    "knockout": Template(
        _("Two-player knockout"),
        _("Losers are eliminated until one player is left."),
        True,
        _knockout,
    ),
    "knockout-tables": Template(
        _("Multiplayer knockout"),
        _("The best of each table advance until one table is left."),
        False,
        _knockout_at_tables,
    ),
    "cup": Template(
        _("Open cup"),
        _("A short Swiss that starts automatically when enough players have registered. Then the next one opens."),
        False,
        _swiss,
        rounds=3,
        players=12,
    ),
}


def template_of(plan: Plan, *, is_cup: bool) -> str:
    """The template that a plan is like."""
    first, later = plan.stages[0], plan.stages[1:]
    if isinstance(first, Swiss):
        if later:
            return "swiss-finals"
        return "cup" if is_cup else "swiss-pairs" if plan.in_pairs else "swiss"
    if isinstance(first, Knockout):
        return "knockout" if plan.in_pairs else "knockout-tables"
    if later:
        return "groups-knockout" if plan.in_pairs else "groups"
    return "robin-pairs" if plan.in_pairs else "robin"
