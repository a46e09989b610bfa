"""The choices of a tournament that exists, as the form of its terms shows them."""

from __future__ import annotations

from datetime import timedelta

from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import Knockout, RoundRobin, Swiss
from games.models.clock import pace_name
from tournaments.lifecycle.services.creating import TournamentTerms

from .templates import template_of

DAY = timedelta(days=1)


def initial_of(terms: TournamentTerms) -> dict[str, object]:
    """The choices of a tournament that exists, to be changed or made again."""
    plan, conditions, first = terms.plan, terms.conditions, terms.plan.stages[0]
    knockout = next((stage for stage in plan.stages if isinstance(stage, Knockout)), Knockout())
    sizes, kept = plan.sizes or Sizes(), conditions.kept_deadlines
    rounds = first.rounds if isinstance(first, Swiss) else first.games if isinstance(first, RoundRobin) else None
    extension = plan.closing.extension
    return {
        "title": terms.title,
        "form": template_of(plan, is_cup=terms.starts_when_full),
        "starts_at": terms.starts_at,
        "about": terms.about,
        "edition": str(terms.options.edition),
        "sets": list(terms.options.sets),
        "open_hands": "open" if terms.options.open_hands else "hidden",
        "is_duplicate": plan.is_duplicate,
        "pace": pace_name(terms.clock) or "",
        "misses_before_bot": str(terms.misses_before_bot),
        "is_rated": terms.is_rated,
        "has_chat": terms.has_chat,
        "rounds": rounds,
        "groups": first.groups if isinstance(first, RoundRobin) else 1,
        "best_of": str(knockout.best_of),
        "twice": isinstance(first, RoundRobin) and first.legs == 2,
        "at_once": not isinstance(first, RoundRobin) or first.at_once,
        "preferred": str(sizes.preferred),
        "others": sorted(map(str, sizes.allowed - {sizes.preferred})),
        "last_two": sizes.last_two,
        "seats": "level" if plan.seat_price == 0 else "even" if plan.seat_share is None else "leaders",
        "round_days": plan.round_time // DAY,
        "between_days": plan.between // DAY,
        "closing": plan.closing.then.value,
        "extension_days": extension // DAY if extension else None,
        "leavers": plan.rule.leavers.value,
        "substitutes": plan.rule.substitutes.value,
        "bye": str(plan.bye),
        "most_requested": plan.most_requested,
        "requested": str(plan.requested),
        "late_until": plan.late.until,
        "late_points": str(plan.late.points),
        "most_entrants": terms.most_entrants,
        "closes_at": terms.closes_at,
        "reach": terms.reach,
        "least_rating": conditions.least_rating,
        "most_rating": conditions.most_rating,
        "established_rating": conditions.established_rating,
        "finished_games": conditions.finished_games or None,
        "kept_deadlines": None if kept is None else int(kept * 100),
        "most_running_games": conditions.most_running_games,
        "invited_only": conditions.invited_only,
        "code_word": conditions.code_word,
    }
