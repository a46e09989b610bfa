"""How a tournament is played and decided, in plain words from its plan."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbiter.progression.plan import Knockout, Plan, RoundRobin, Stage, Swiss
from arbiter.results import Leavers, Substitutes
from games.options.table_words import leave_words, option_words, pace_words, selection_words, span_words, timeout_words
from tournaments.lifecycle.services.clockwork import seen_lately
from tournaments.lifecycle.words import closing_words, sentence, size_words
from tournaments.models import Tournament
from tournaments.pages.tie_breaks import award, figure


def usual_players(plan: Plan) -> int:
    return 2 if plan.sizes is None else plan.sizes.preferred


def in_short(tournament: Tournament) -> str:
    plan = tournament.plan
    options = tournament.options_for(usual_players(plan))
    sizes = plan.sizes and replace(plan.sizes, last_two=False)
    said = [
        ", ".join(_short(stage, plan) for stage in plan.stages),
        size_words(sizes),
        selection_words(options),
        *option_words(options),
        pace_words(tournament.clock),
    ]
    if plan.is_duplicate:
        said.insert(2, _("same deal at all tables"))
    return " · ".join(said)


def _short(stage: Stage, plan: Plan) -> str:
    if isinstance(stage, Swiss):
        return ngettext("Swiss, %(number)s round", "Swiss, %(number)s rounds", stage.rounds) % {"number": stage.rounds}
    if isinstance(stage, RoundRobin):
        if stage.groups > 1:
            return _("round-robin in %(number)s groups") % {"number": stage.groups}
        return _("double round-robin") if stage.legs == 2 and plan.in_pairs else _("round-robin")
    if isinstance(stage, Knockout):
        return _("double elimination") if stage.double else _("knockout")
    return _("final tables")


def decided(tournament: Tournament) -> list[dict[str, Any]]:
    """Everything that matters to who enters, in the order in which it matters: what it is about, and a sentence or more."""
    plan = tournament.plan
    options = tournament.options_for(usual_players(plan))
    facts: list[tuple[str, Iterable[str]]] = [
        (_("Format"), [" ".join(_long(stage, plan)) for stage in plan.stages]),
        (_("Tables"), _tables(plan)),
        (_("Game"), [sentence(", ".join([selection_words(options), *option_words(options)]))]),
        (
            _("Time control"),
            [
                sentence(pace_words(tournament.clock)),
                *leave_words(tournament.clock),
                sentence(timeout_words(tournament.misses_before_bot)),
            ],
        ),
        (_("Each round"), _round(plan)),
        (_("Unfinished games"), [sentence(closing_words(plan.closing))]),
        (_("Points"), _points(plan)),
        (_("Byes") if isinstance(plan.stages[0], Swiss) else _("Without a game"), _byes(plan)),
        (_("Leaving a game"), _leavers(plan)),
        (_("Late entry"), [_late(plan)]),
        (_("Ratings"), [_("Games are rated.") if tournament.is_rated else _("Games are not rated.")]),
        (_("Chat"), [_chat(tournament)]),
        (_("Registration requirements"), conditions(tournament)),
    ]
    return [{"name": name, "says": said} for name, says in facts if (said := list(says))]


def _chat(tournament: Tournament) -> str:
    if not tournament.has_chat:
        return _("Chat is off at the tables.")
    if tournament.plan.is_duplicate:
        return _("Chat opens at a deal's tables once all of them have finished.")
    return _("Chat is on at the tables.")


def _tables(plan: Plan) -> Iterator[str]:
    yield sentence(size_words(plan.sizes and replace(plan.sizes, last_two=False)))
    if plan.sizes is not None and isinstance(plan.stages[0], Swiss):
        if plan.sizes.last_two:
            yield _("If only two players are left, they play on as a pair.")
        else:
            yield _("If too few players are left for a table, the tournament ends with the standings as they are.")
    if plan.is_duplicate:
        yield _(
            "All tables in a round play the same deal. Until the last one finishes, games are visible only "
            "to their players and the standings wait."
        )


def _long(stage: Stage, plan: Plan) -> Iterator[str]:
    """A stage; of the seats of its tables where they are not what is usual."""
    if isinstance(stage, Swiss):
        yield ngettext(
            "Swiss system, %(number)s round: everyone plays someone with a similar score, avoiding rematches "
            "where possible.",
            "Swiss system, %(number)s rounds: everyone plays every round against players with similar "
            "scores, avoiding rematches where possible.",
            stage.rounds,
        ) % {"number": stage.rounds}
        if not plan.in_pairs and plan.seat_price == 0:
            yield _("Players at each table have scores as close as possible; seats are not balanced.")
        elif not plan.in_pairs and plan.seat_share is None:
            yield _("Seats are balanced as evenly as possible, even at the leaders' tables.")
    elif isinstance(stage, RoundRobin):
        yield from _round_robin(stage, plan)
    elif isinstance(stage, Knockout):
        yield from _knockout(stage, plan)
    else:
        yield _("Finals: one round at tables for the top %(number)s of each group or of the standings.") % {
            "number": stage.from_each
        }


def _round_robin(stage: RoundRobin, plan: Plan) -> Iterator[str]:
    if stage.groups > 1:
        yield _("%(number)s groups of nearly equal strength.") % {"number": stage.groups}
    if stage.fewest_rounds and not plan.in_pairs:
        yield _(
            "Everyone plays %(number)s games in as few rounds as possible and meets the others about equally often."
        ) % {"number": stage.games * stage.legs}
    elif not plan.in_pairs:
        yield _("Everyone plays %(number)s games and meets the others as evenly as possible.") % {
            "number": stage.games * stage.legs
        }
    elif stage.legs == 2:
        yield _("Everyone plays everyone twice, once from each seat.")
    else:
        yield _("Everyone plays everyone once.")
    yield _("All rounds start together.") if stage.at_once else _("Rounds are played one after another.")


def _knockout(stage: Knockout, plan: Plan) -> Iterator[str]:
    if stage.from_each:
        yield _("Knockout for the top %(number)s of each group.") % {"number": stage.from_each}
    if plan.in_pairs:
        if stage.double:
            yield from _double(stage)
        elif stage.best_of == 1:
            yield _("Knockout: the loser of each match is eliminated.")
        else:
            yield _("Knockout: the winner of a best-of-%(number)s match advances.") % {"number": stage.best_of}
        yield _("Tied matches continue with extra games until decided; seats alternate.")
        if stage.third_place:
            yield _("The losers of the semifinals play for third place.")
    else:
        yield ngettext(
            "Knockout: the winner of each table advances; the best of the others fill the remaining seats.",
            "Knockout: the top %(number)s of each table advance; the best of the others fill the remaining seats.",
            stage.per_table,
        ) % {"number": stage.per_table}


def _double(stage: Knockout) -> Iterator[str]:
    yield _(
        "Double elimination: players who lose a match continue in the losers' bracket. A second loss eliminates them."
    )
    if stage.best_of > 1:
        yield _("Each match is best of %(number)s.") % {"number": stage.best_of}
    yield _("The winners of both brackets play the grand final.")
    if stage.reset:
        yield _("If the unbeaten player loses it, a second grand final decides.")
    else:
        yield _("Its winner wins the tournament.")


def _round(plan: Plan) -> Iterator[str]:
    yield _("Each round has %(time)s from start to deadline.") % {"time": span_words(plan.round_time)}
    first = plan.stages[0]
    if isinstance(first, RoundRobin) and first.at_once:
        return
    if plan.between > timedelta(0):
        yield _("The next round starts %(time)s after the previous one ends.") % {"time": span_words(plan.between)}
    else:
        yield _("A round ends with its last game, and the next one starts at once.")


def _points(plan: Plan) -> Iterator[str]:
    if plan.in_pairs:
        if not isinstance(plan.stages[0], Knockout):
            yield _("A win is worth 1 point, a draw ½.")
        return
    assert plan.sizes is not None
    if plan.is_duplicate:
        yield _(
            "You score against players with the same cards and seat at other tables, not by your place at the table."
        )
        yield _(
            "If no other table in the round plays the same cards, there is no comparison and everyone there gets half."
        )
        return
    for size in sorted(plan.sizes.allowed, reverse=True):
        row = ", ".join(figure(Fraction(plan.scheme(size, place, 1))) for place in range(1, size + 1))
        yield _("Points by place at a table of %(size)s: %(row)s.") % {"size": size, "row": row}
    yield _("Players who share a place split the points.")


def _byes(plan: Plan) -> Iterator[str]:
    first = plan.stages[0]
    if isinstance(first, Knockout):
        yield (
            _("If players do not fill the bracket, the top seeds go straight to the next round.")
            if plan.in_pairs
            else _("Players without a table go straight to the next round.")
        )
        return
    if isinstance(first, RoundRobin):
        if plan.in_pairs:
            yield _("With an odd number of players, one sits out each round without gaining or losing points.")
        return
    if plan.in_pairs:
        yield _("A player without an opponent gets a bye worth %(points)s.") % {"points": award(plan.bye, plan)}
    else:
        yield _("A player without a table gets a bye worth %(points)s points.") % {"points": award(plan.bye, plan)}
    if plan.most_requested and isinstance(plan.stages[0], Swiss):
        yield ngettext(
            "You can request a bye in one round that is not yet paired; it is worth %(points)s.",
            "You can request byes in up to %(number)s rounds that are not yet paired; each is worth %(points)s.",
            plan.most_requested,
        ) % {"number": plan.most_requested, "points": award(plan.requested, plan)}


def _leavers(plan: Plan) -> Iterator[str]:
    if plan.rule.leavers is Leavers.LAST:
        yield _("Leaving a game puts you in last place.")
    else:
        yield _("If you leave a game, a bot finishes it and its result counts for you.")
    yield {
        Substitutes.ENTRANT: _("A substitute plays for the original player, who gets the result."),
        Substitutes.SUBSTITUTE: _("A substitute takes over the place and the result."),
        Substitutes.NOBODY: _("A substitute's result counts for nobody; the original player is placed last."),
    }[plan.rule.substitutes]
    yield _("You stay in the tournament when you resign a game.")
    yield _("If you miss deadlines and lose your seat, you are not paired until you rejoin here.")
    if isinstance(plan.stages[0], RoundRobin) and not plan.is_duplicate:
        yield _(
            "Withdraw before half of your games are finished and your results are voided. After that they "
            "stand, and your remaining games are forfeited."
        )


def _late(plan: Plan) -> str:
    if not isinstance(plan.stages[0], Swiss) or plan.late.until < 2:
        return _("No late entries.")
    said = _("Late entry is open until round %(round)s.") % {"round": plan.late.until}
    if not plan.late.points:
        return said
    return f"{said} " + _("Each missed round is worth %(points)s.") % {"points": award(plan.late.points, plan)}


def conditions(tournament: Tournament) -> Iterator[str]:
    """Who may enter, where that is not everybody, and for how many there is room."""
    asked = tournament.conditions
    if asked.bots_allowed:
        yield _("Bots may register; games with a bot are unrated.")
    if asked.invited_only:
        yield _("Invitation only.")
    if asked.code_word:
        yield _("Code word from the directors required.")
    if asked.least_rating is not None:
        yield _("Rating of at least %(rating)s.") % {"rating": asked.least_rating}
    if asked.most_rating is not None:
        yield _("Rating of at most %(rating)s.") % {"rating": asked.most_rating}
    if asked.established_rating:
        yield _("Rating no longer provisional.")
    if asked.finished_games:
        yield _("At least %(number)s finished games.") % {"number": asked.finished_games}
    if asked.kept_deadlines is not None:
        yield _("At least %(share)s%% of deadlines met.") % {"share": int(asked.kept_deadlines * 100)}
    if asked.most_running_games is not None:
        yield _("At most %(number)s running games.") % {"number": asked.most_running_games}
    if tournament.most_entrants is not None:
        yield _("Limited to %(number)s participants. Later registrations join a waiting list that moves up.") % {
            "number": tournament.most_entrants
        }
    if tournament.starts_when_full:
        yield _("Starts automatically when full.")


def waiting_words(tournament: Tournament, entered: int, now: datetime) -> str:
    """What an open cup waits for; nothing of other tournaments. A statement where all its places are taken."""
    most = tournament.most_entrants
    if not (tournament.is_open and tournament.starts_when_full and most):
        return ""
    if (missing := most - entered) > 0:
        told = ngettext(
            "When full: %(count)s more player is needed.", "When full: %(count)s more players are needed.", missing
        )
    elif (missing := most - seen_lately(tournament, now).count()) > 0:
        told = ngettext(
            "Full, but too few players were here in the last three days. %(count)s more is needed.",
            "Full, but too few players were here in the last three days. %(count)s more are needed.",
            missing,
        )
    else:
        told = _("Full: it starts in a moment.")
    return told % {"count": missing}
