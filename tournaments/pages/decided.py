"""How an event is played and decided, in plain words from its plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.options.table_words import option_words, pace_words, selection_words, span_words, timeout_words
from tournaments.events.options import options_of
from tournaments.models import Event
from tournaments.plans.plan import FinalTables, Knockout, Plan, RoundRobin, Stage, Swiss
from tournaments.results.closing import Closing, Unfinished
from tournaments.results.shared import Leavers, Substitutes

from .criteria import Criterion, all_criteria
from .figures import award, figure


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that an event has decided: what it is about, and one sentence or more."""

    name: str
    says: tuple[str, ...]


def usual_players(plan: Plan) -> int:
    """How many sit at a table as the event prefers it."""
    return 2 if plan.sizes is None else plan.sizes.preferred


def in_short(event: Event) -> str:
    """Format, rounds, tables, game and clock in one line."""
    plan = event.plan
    options = options_of(event, usual_players(plan))
    said = [
        ", ".join(_short(stage, plan) for stage in plan.stages),
        tables_words(plan),
        selection_words(options),
        *option_words(options),
        pace_words(event.clock),
    ]
    if plan.is_duplicate:
        said.insert(2, _("the same deal at all tables"))
    return " · ".join(said)


def _short(stage: Stage, plan: Plan) -> str:
    if isinstance(stage, Swiss):
        return ngettext("Swiss, %(number)s round", "Swiss, %(number)s rounds", stage.rounds) % {"number": stage.rounds}
    if isinstance(stage, RoundRobin):
        if stage.groups > 1:
            return _("%(number)s groups, everybody meets everybody") % {"number": stage.groups}
        return _("double round-robin") if stage.legs == 2 and plan.in_pairs else _("round-robin")
    if isinstance(stage, Knockout):
        return _("knockout")
    return _("final tables")


def tables_words(plan: Plan) -> str:
    """Of what size its tables are."""
    if plan.sizes is None:
        return _("in pairs")
    others = sorted(plan.sizes.allowed - {plan.sizes.preferred})
    if not others:
        return _("tables of %(size)s") % {"size": plan.sizes.preferred}
    return _("tables of %(size)s, or %(others)s where it does not divide") % {
        "size": plan.sizes.preferred,
        "others": _(" or ").join(map(str, others)),
    }


def _too_few(plan: Plan) -> Iterator[str]:
    """What happens when too few are left for a table, where rounds are paired one after the other."""
    if plan.sizes is None or not isinstance(plan.stages[0], Swiss):
        return
    if plan.sizes.last_two:
        yield _("If only two players are left, they play on as a pair.")
    else:
        yield _("If too few players are left for a table, the tournament ends with the standings as they are.")


def decided(event: Event) -> list[Fact]:
    """Everything that matters to who enters, in the order in which it matters."""
    plan = event.plan
    options = options_of(event, usual_players(plan))
    facts = [
        Fact(_("Format"), tuple(_long(stage, plan) for stage in plan.stages)),
        Fact(_("Tables"), (_sentence(tables_words(plan)), *_too_few(plan), *_duplicate(plan))),
        Fact(_("Game"), (_sentence(", ".join([selection_words(options), *option_words(options)])),)),
        Fact(
            _("Clock"),
            (_sentence(pace_words(event.clock)), _sentence(timeout_words(event.misses_before_bot))),
        ),
        Fact(_("Each round"), tuple(_round(plan))),
        Fact(_("Games not over then"), tuple(_closing(plan.closing))),
        Fact(_("Points"), tuple(_points(plan))),
        Fact(_("Without a game"), tuple(_byes(plan))) if _has_no_byes(plan) else Fact(_("Byes"), tuple(_byes(plan))),
        Fact(_("Leaving a game"), tuple(_leavers(plan))),
        Fact(_("Late entries"), (_late(plan),)),
        Fact(_("Ratings"), (_("Its games are rated.") if event.is_rated else _("Its games are not rated."),)),
        Fact(_("Chat"), (_chat(event),)),
    ]
    return [*(one for one in facts if one.says), *conditions(event)]


def _has_no_byes(plan: Plan) -> bool:
    """Whether who has no game in a round gets nothing for it: elsewhere than in a Swiss."""
    return not isinstance(plan.stages[0], Swiss)


def _chat(event: Event) -> str:
    if not event.has_chat:
        return _("Nobody writes at its tables.")
    if event.plan.is_duplicate:
        return _("Nobody writes at its tables until the deal is over at all of them.")
    return _("People may write to each other at their tables.")


def tie_breaks(plan: Plan) -> list[Criterion]:
    """What decides who stands before whom, in its order."""
    return all_criteria(plan)


def _long(stage: Stage, plan: Plan) -> str:
    if isinstance(stage, Swiss):
        return f"{_swiss(stage)} {_seats(plan)}".strip()
    if isinstance(stage, RoundRobin):
        return " ".join(_round_robin(stage, plan))
    if isinstance(stage, Knockout):
        return " ".join(_knockout(stage, plan))
    assert isinstance(stage, FinalTables)
    return _("Finals: one round at tables among the first %(number)s of each group or of the standings.") % {
        "number": stage.from_each
    }


def _swiss(stage: Swiss) -> str:
    return ngettext(
        "Swiss system, %(number)s round: everybody plays, against players with similar scores; nobody meets "
        "anybody twice where that can be avoided.",
        "Swiss system, %(number)s rounds: everybody plays in each, against players with similar scores; nobody "
        "meets anybody twice where that can be avoided.",
        stage.rounds,
    ) % {"number": stage.rounds}


def _seats(plan: Plan) -> str:
    """What its tables give for even seats, where that is not what is usual."""
    if plan.in_pairs:
        return ""
    if plan.seat_price == 0:
        return _("All tables are as level as can be; seats are as they come.")
    if plan.seat_share is None:
        return _("Everybody sits in each seat as equally often as can be, also at the tables of the leaders.")
    return ""


def _round_robin(stage: RoundRobin, plan: Plan) -> Iterator[str]:
    if stage.groups > 1:
        yield _("%(number)s groups of nearly equal strength.") % {"number": stage.groups}
    if stage.fewest_rounds and not plan.in_pairs:
        yield _(
            "Everybody plays %(number)s games in as few rounds as can be, and meets the others about equally often."
        ) % {"number": stage.games * stage.legs}
    elif not plan.in_pairs:
        yield _("Everybody plays %(number)s games, and meets the others as equally often as can be.") % {
            "number": stage.games * stage.legs
        }
    elif stage.legs == 2:
        yield _("Everybody meets everybody twice, once from each seat.")
    else:
        yield _("Everybody meets everybody once.")
    yield _("All rounds begin together.") if stage.at_once else _("One round follows the other.")


def _knockout(stage: Knockout, plan: Plan) -> Iterator[str]:
    if stage.from_each:
        yield _("Knockout among the first %(number)s of each group.") % {"number": stage.from_each}
    if plan.in_pairs:
        if stage.best_of == 1:
            yield _("Knockout: who loses is out.")
        else:
            yield _("Knockout: the best of %(number)s games goes on.") % {"number": stage.best_of}
        yield _("Where a match is level in the end, one more game is played until it is decided; seats take turns.")
    else:
        yield ngettext(
            "Knockout: the first of each table goes on, with the best of the others where chairs are left.",
            "Knockout: the first %(number)s of each table go on, with the best of the others where chairs are left.",
            stage.per_table,
        ) % {"number": stage.per_table}


def _duplicate(plan: Plan) -> Iterator[str]:
    if plan.is_duplicate:
        yield _(
            "All tables of a round play the same deal. Until the last of them is over, nobody but who sits there sees "
            "anything of any of them, and the standings wait."
        )


def _round(plan: Plan) -> Iterator[str]:
    yield _("A round has %(time)s from its beginning to its deadline.") % {"time": span_words(plan.round_time)}
    first = plan.stages[0]
    if isinstance(first, RoundRobin) and first.at_once:
        return
    if plan.between > timedelta(0):
        yield _("The next one begins %(time)s after it has ended.") % {"time": span_words(plan.between)}
    else:
        yield _("It ends with its last game, and the next one begins at once.")


def _closing(closing: Closing) -> Iterator[str]:
    if closing.extension is not None:
        yield _("If games still run at the deadline, the round is extended once, by %(time)s.") % {
            "time": span_words(closing.extension)
        }
    if closing.then is Unfinished.ADJUDICATE:
        yield _("A game that is not over then is played out by the strongest bot from where it stands; not rated.")
    elif closing.then is Unfinished.FORFEIT:
        yield _("In a game that is not over then, who is late is last; the others stand by their points so far.")
    else:
        yield _("A game that is not over then counts by the points so far.")


def _points(plan: Plan) -> Iterator[str]:
    if plan.in_pairs:
        if not isinstance(plan.stages[0], Knockout):
            yield _("A win brings 1 point, a draw a half.")
        return
    assert plan.sizes is not None
    if plan.is_duplicate:
        yield _("What counts is what others made of the same cards in the same seat, not the place at the table.")
        yield _(
            "Where no other table of a round plays the same cards, nothing is compared, and everybody there gets a half."
        )
        return
    for size in sorted(plan.sizes.allowed, reverse=True):
        row = ", ".join(figure(Fraction(plan.scheme(size, place, 1))) for place in range(1, size + 1))
        yield _("At a table of %(size)s the places bring %(row)s points.") % {"size": size, "row": row}
    yield _("Players who share a place share its points.")


def _byes(plan: Plan) -> Iterator[str]:
    first = plan.stages[0]
    if isinstance(first, Knockout):
        yield (
            _("Where the numbers do not fill the bracket, the best are in the next round without a game.")
            if plan.in_pairs
            else _("Who finds no table is in the next round without a game.")
        )
        return
    if isinstance(first, RoundRobin):
        if plan.in_pairs:
            yield _("Where the number is odd, somebody has no game in each round; it brings nothing and takes nothing.")
        return
    if plan.in_pairs:
        yield _("Whoever is left without an opponent has a bye, which brings %(points)s.") % {
            "points": award(plan.bye, plan)
        }
    else:
        yield _("Whoever finds no table has a bye, which brings %(points)s points.") % {"points": award(plan.bye, plan)}
    if plan.most_requested and isinstance(plan.stages[0], Swiss):
        yield ngettext(
            "You may ask for a bye in one round not yet paired; it brings %(points)s.",
            "You may ask for byes in up to %(number)s rounds not yet paired; each brings %(points)s.",
            plan.most_requested,
        ) % {"number": plan.most_requested, "points": award(plan.requested, plan)}


def _leavers(plan: Plan) -> Iterator[str]:
    if plan.rule.leavers is Leavers.LAST:
        yield _("Whoever leaves a game comes last in it.")
    else:
        yield _("If you leave a game, a bot finishes it, and its result counts for you.")
    yield {
        Substitutes.ENTRANT: _("A substitute plays for who was paired."),
        Substitutes.SUBSTITUTE: _("A substitute takes over place and result."),
        Substitutes.NOBODY: _("A substitute plays for nobody: who was paired is last."),
    }[plan.rule.substitutes]
    yield _("Whoever vanished is not paired again until he says here that he is back.")
    if isinstance(plan.stages[0], RoundRobin) and not plan.is_duplicate:
        yield _(
            "Whoever leaves before half of his games are over has his results annulled;"
            " later they stand, and games not begun are lost by forfeit."
        )


def _late(plan: Plan) -> str:
    if not isinstance(plan.stages[0], Swiss) or plan.late.until < 2:
        return _("Nobody enters after the start.")
    said = _("One may enter until round %(round)s.") % {"round": plan.late.until}
    if not plan.late.points:
        return said
    return f"{said} " + _("Each round missed brings %(points)s.") % {"points": award(plan.late.points, plan)}


def conditions(event: Event) -> list[Fact]:
    """Who may enter, where that is not everybody, and for how many there is room."""
    asked = list(_conditions(event))
    return [Fact(_("Who may enter"), tuple(asked))] if asked else []


def _conditions(event: Event) -> Iterator[str]:
    asked = event.conditions
    if asked.invited_only:
        yield _("Only who is invited.")
    if asked.code_word:
        yield _("Who knows the code word of the directors.")
    if asked.least_rating is not None:
        yield _("With a rating of at least %(rating)s.") % {"rating": asked.least_rating}
    if asked.most_rating is not None:
        yield _("With a rating of at most %(rating)s.") % {"rating": asked.most_rating}
    if asked.established_rating:
        yield _("With a rating that is no longer provisional.")
    if asked.finished_games:
        yield _("With at least %(number)s finished games.") % {"number": asked.finished_games}
    if asked.kept_deadlines is not None:
        yield _("Who has kept at least %(share)s %% of the deadlines.") % {"share": int(asked.kept_deadlines * 100)}
    if asked.most_running_games is not None:
        yield _("With at most %(number)s running games.") % {"number": asked.most_running_games}
    if event.most_entrants is not None:
        yield _("There is room for %(number)s; who comes later stands on a waiting list that moves up.") % {
            "number": event.most_entrants
        }
    if event.starts_when_full:
        yield _("It starts by itself as soon as it is full.")


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
