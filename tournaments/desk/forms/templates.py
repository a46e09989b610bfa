"""Forms of an event to begin from. Each makes stages out of what was chosen beside it; what is empty has its own value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.plans.plan import FinalTables, Knockout, Plan, RoundRobin, Stage, Swiss


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
        _("Swiss at tables"),
        _(
            "In every round players with similar scores meet at tables of four; nobody is knocked out. For any number of players."
        ),
        False,
        _swiss,
    ),
    "swiss-finals": Template(
        _("Swiss with a final table"),
        _("A Swiss at tables; then the first of the standings play one more game, and its places are theirs."),
        False,
        _swiss_and_finals,
    ),
    "swiss-pairs": Template(
        _("Swiss in pairs"),
        _("In every round players with similar scores meet in pairs, as in chess."),
        True,
        _swiss,
        rounds=5,
    ),
    "robin-pairs": Template(
        _("Round-robin in pairs"),
        _("Everybody plays everybody. For small circles; all games can run at once."),
        True,
        _robin_in_pairs,
    ),
    "robin": Template(
        _("Round-robin at tables"),
        _(
            "Everybody plays some games, against as many different opponents and from as evenly spread seats as possible."
        ),
        False,
        _robin_at_tables,
    ),
    "groups": Template(
        _("Groups with final tables"),
        _("Round-robins in groups; the best of each meet at a final table."),
        False,
        _groups_and_finals,
        rounds=3,
    ),
    "groups-knockout": Template(
        _("Groups with a knockout, in pairs"),
        _("Everybody plays everybody in groups; the first two of each go on to a knockout."),
        True,
        _groups_and_knockout,
    ),
    "knockout": Template(
        _("Knockout in pairs"),
        _("Who loses is out, until one is left."),
        True,
        _knockout,
    ),
    "knockout-tables": Template(
        _("Knockout at tables"),
        _("The best of each table goes on, until there is one table left."),
        False,
        _knockout_at_tables,
    ),
    "cup": Template(
        _("Open cup"),
        _("A short Swiss that starts by itself as soon as enough have entered; then the next one opens."),
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
