"""Formats to choose from, the headings under which terms unfold, and a form's values for an existing tournament."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Stage, Swiss
from games.models.clock import pace_name
from tournaments.lifecycle.services.creating import TournamentTerms


@dataclass(frozen=True, slots=True)
class Chosen:
    """What stages are made from: rounds (or games for everybody), groups, games of a match."""

    rounds: int
    groups: int
    best_of: int
    legs: Literal[1, 2]
    at_once: bool
    table: int
    third_place: bool = False
    reset: bool = True


@dataclass(frozen=True, slots=True)
class Template:
    """`rounds` is how many there are where nothing else is said; `players` the limit of a cup that starts when full."""

    label: str | Promise
    about: str | Promise
    in_pairs: bool
    stages: Callable[[Chosen], tuple[Stage, ...]]
    rounds: int = 4
    players: int | None = None


def _at_tables(groups: int, chosen: Chosen) -> RoundRobin:
    """The most even schedule where all of it is played at once, else one that is over soonest."""
    at_once = chosen.at_once
    return RoundRobin(groups, chosen.legs, games=chosen.rounds, at_once=at_once, fewest_rounds=not at_once)


TEMPLATES: Mapping[str, Template] = {
    "swiss": Template(
        _("Multiplayer Swiss"),
        _("Each round seats players with similar scores at tables of four. Nobody is eliminated; any number can play."),
        False,
        lambda chosen: (Swiss(chosen.rounds),),
    ),
    "swiss-finals": Template(
        _("Swiss with final table"),
        _("A multiplayer Swiss. Then the leaders play one more game, which decides their places."),
        False,
        lambda chosen: (Swiss(chosen.rounds), FinalTables(chosen.table)),
    ),
    "swiss-pairs": Template(
        _("Two-player Swiss"),
        _("Each round pairs players with similar scores, as in chess."),
        True,
        lambda chosen: (Swiss(chosen.rounds),),
        rounds=5,
    ),
    "robin-pairs": Template(
        _("Two-player round-robin"),
        _("Everyone plays everyone. Best for small groups; all games can run at once."),
        True,
        lambda chosen: (RoundRobin(chosen.groups, legs=chosen.legs, at_once=chosen.at_once),),
    ),
    "robin": Template(
        _("Multiplayer round-robin"),
        _("Everyone plays several games, with varied opponents and evenly spread seats."),
        False,
        lambda chosen: (_at_tables(chosen.groups, chosen),),
    ),
    "groups": Template(
        _("Groups and final tables"),
        _("Round-robins in groups; the best of each group meet at a final table."),
        False,
        # two of two groups, the first of each of more: what one table takes, whether three, four or five are wished at it
        lambda chosen: (_at_tables(max(2, chosen.groups), chosen), FinalTables(max(1, 4 // max(2, chosen.groups)))),
        rounds=3,
    ),
    "groups-knockout": Template(
        _("Two-player groups and knockout"),
        _("Round-robins in groups; the top two of each group advance to a knockout."),
        True,
        lambda chosen: (
            RoundRobin(max(2, chosen.groups), legs=chosen.legs, at_once=chosen.at_once),
            Knockout(best_of=chosen.best_of, from_each=2, third_place=chosen.third_place),
        ),
    ),
    "knockout": Template(
        _("Two-player knockout"),
        _("Losers are eliminated until one player is left."),
        True,
        lambda chosen: (Knockout(best_of=chosen.best_of, third_place=chosen.third_place),),
    ),
    "double": Template(
        _("Two-player double elimination"),
        _("Losers continue in the losers' bracket; a second loss eliminates. Both winners meet in the grand final."),
        True,
        lambda chosen: (Knockout(best_of=chosen.best_of, double=True, reset=chosen.reset),),
    ),
    "knockout-tables": Template(
        _("Multiplayer knockout"),
        _("The best of each table advance until one table is left."),
        False,
        lambda chosen: (Knockout(per_table=1),),
    ),
    "cup": Template(
        _("Open cup"),
        _("A short Swiss that starts automatically when enough players have registered. Then the next one opens."),
        False,
        lambda chosen: (Swiss(chosen.rounds),),
        rounds=3,
        players=12,
    ),
}


def template_of(plan: Plan, *, is_cup: bool) -> str:
    first, later = plan.stages[0], plan.stages[1:]
    if isinstance(first, Swiss):
        if later:
            return "swiss-finals"
        return "cup" if is_cup else "swiss-pairs" if plan.in_pairs else "swiss"
    if isinstance(first, Knockout):
        if first.double:
            return "double"
        return "knockout" if plan.in_pairs else "knockout-tables"
    if later:
        return "groups-knockout" if plan.in_pairs else "groups"
    return "robin-pairs" if plan.in_pairs else "robin"


FOLDS = {
    "edition": _("Game: edition, expansions, pace"),
    "rounds": _("Rounds, groups and tables"),
    "round_days": _("Time and end of rounds"),
    "bye": _("Byes and late entry"),
    "most_entrants": _("Registration and visibility"),
    "about": _("About the tournament"),
}
"""What unfolds, by the first field below each heading."""

DAY = timedelta(days=1)
AS_STATED = ("title", "starts_at", "about", "is_rated", "has_chat", "most_entrants", "closes_at", "reach")
"""Fields that are as the terms have them."""


def initial_of(terms: TournamentTerms) -> dict[str, object]:
    """What TournamentForm shows for these terms, by field."""
    plan, conditions, first = terms.plan, terms.conditions, terms.plan.stages[0]
    knockout = next((stage for stage in plan.stages if isinstance(stage, Knockout)), Knockout())
    sizes, kept = plan.sizes or Sizes(), conditions.kept_deadlines
    rounds = first.rounds if isinstance(first, Swiss) else first.games if isinstance(first, RoundRobin) else None
    extension = plan.closing.extension
    return {
        **asdict(conditions),
        **{name: getattr(terms, name) for name in AS_STATED},
        "form": template_of(plan, is_cup=terms.starts_when_full),
        "edition": str(terms.options.edition),
        "sets": list(terms.options.sets),
        "open_hands": "open" if terms.options.open_hands else "hidden",
        "pace": pace_name(terms.clock) or "",
        "nights": str(terms.clock.nights),
        "vacation": terms.clock.vacation.value or "none",
        "misses_before_bot": str(terms.misses_before_bot),
        "rounds": rounds,
        "groups": first.groups if isinstance(first, RoundRobin) else 1,
        "best_of": str(knockout.best_of),
        "twice": isinstance(first, RoundRobin) and first.legs == 2,
        "at_once": not isinstance(first, RoundRobin) or first.at_once,
        "third_place": knockout.third_place,
        "reset": knockout.reset,
        "preferred": str(sizes.preferred),
        "others": sorted(map(str, sizes.allowed - {sizes.preferred})),
        "last_two": sizes.last_two,
        "is_duplicate": plan.is_duplicate,
        "seats": "level" if plan.seat_price == 0 else "even" if plan.seat_share is None else "leaders",
        "tie_breaks": list(plan.tie_breaks),
        "round_days": plan.round_time // DAY,
        "between_days": plan.between // DAY,
        "closing": plan.closing.then.value,
        "extension_days": extension // DAY if extension else None,
        "leavers": plan.rule.leavers.value,
        "substitutes": plan.rule.substitutes.value,
        "bye": str(plan.bye),
        "requested": str(plan.requested),
        "most_requested": plan.most_requested,
        "late_until": plan.late.until,
        "late_points": str(plan.late.points),
        "finished_games": conditions.finished_games or None,
        "kept_deadlines": None if kept is None else int(kept * 100),
    }
