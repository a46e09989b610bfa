"""Tournaments in the reader's words: their form, rounds and terms, what directors did, what is on hold and why."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from arbiter.kept import read
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import FinalTables, Plan, RoundRobin, Stage, Swiss
from arbiter.results import Closing, Unfinished
from arbiter.sentences import Sentence
from games.options.table_words import option_words, pace_words, selection_words, span_words
from notifications.mail.times import moment
from tournaments.models import Halt, SweepStep, Tournament

BY_DIRECTORS: Mapping[str, str | Promise] = {
    "corrected": _("result corrected"),
    "annulled": _("table voided"),
    "forfeited": _("game forfeited"),
    "withdrawn": _("player withdrawn"),
    "removed": _("player removed"),
    "added": _("player added"),
    "director added": _("director added"),
    "director removed": _("director removed"),
    "late entry": _("late entry opened"),
    "deadline": _("deadline changed"),
    "extra time": _("time added"),
    "turn": _("table reminded"),
    "substituted": _("substitute added"),
    "paused": _("tournament paused"),
    "resumed": _("tournament resumed"),
    "tried again": _("tried again"),
    "abandoned": _("tournament cancelled"),
    "announced": _("message to all players"),
    "swapped": _("pairings changed manually"),
    "arranged": _("round paired manually"),
    "held": _("next round put on hold"),
    "let begin": _("round on hold started"),
    "invited": _("people invited"),
    "answered": _("message from a player answered"),
    "adjudicated": _("game adjudicated by a director"),
}

TERMS: Mapping[str, Promise] = {
    "title": _("name"),
    "options": _("edition, expansions or table size"),
    "plan": _("format, rounds and times"),
    "about": _("description"),
    "clock": _("pace"),
    "misses_before_bot": _("rule for missed deadlines"),
    "is_rated": _("rated or unrated games"),
    "has_chat": _("table chat"),
    "reach": _("visibility"),
    "conditions": _("registration requirements"),
    "most_entrants": _("maximum number of players"),
    "starts_when_full": _("start"),
    "closes_at": _("registration deadline"),
    "starts_at": _("start"),
}
"""What a tournament announces, by the names under which a change of it is kept."""


def terms_words(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(str(TERMS[name]) for name in names if name in TERMS))


def say(sentence: str, told: Callable[[int | str], str] = str) -> str:
    """A sentence of the arithmetic: its pattern is a string of the catalogue like those of the site.
    `told` writes what is filled in."""
    if not isinstance(sentence, Sentence):
        return gettext(sentence)
    given = {
        name: ", ".join(map(told, value)) if isinstance(value, tuple) else told(value)
        for name, value in sentence.values.items()
    }
    return gettext(sentence.pattern).format(**given)


WHAT: Mapping[str, Promise] = {
    SweepStep.STARTS: gettext_lazy("The tournament could not start."),
    SweepStep.COUNTS: gettext_lazy("The result of a game could not be counted."),
    SweepStep.PAIRS: gettext_lazy("The next round could not be paired."),
    SweepStep.BEGINS: gettext_lazy("The games of a round could not start."),
    SweepStep.CLOSES: gettext_lazy("A round could not be closed."),
    SweepStep.STANDS: gettext_lazy("The standings could not be updated."),
    SweepStep.TELLS: gettext_lazy("A reminder or a moved deadline could not be written."),
    SweepStep.PROMOTES: gettext_lazy("The season could not start or end."),
}


def what_words(step: str) -> str:
    return str(WHAT[step]) if step in WHAT else ""


def why_words(halt: Halt) -> str:
    if halt.until is not None:
        told = gettext("Too few players are available before %(time)s. The next round is paired then.")
        return told % {"time": moment(halt.until)}
    if halt.why is None:
        return f"{what_words(halt.step)} {gettext('The cause is an error of this site, and its operators have been alerted.')}"
    return f"{what_words(halt.step)} {say(read(halt.why, Sentence))}"


def help_words(halt: Halt) -> str:
    if halt.until is not None:
        return gettext("You can withdraw players, add others, or end the tournament now.")
    if halt.season_id is not None:
        return gettext("Games that are running go on. Change what is in the way, or try again.")
    return gettext("Games that are running go on. Change what is in the way, try again, or end the tournament.")


def form_words(plan: Plan) -> str:
    """Its stages in one phrase: `Swiss system, 4 rounds; then final tables of the best 4`."""
    first, *later = [stage_words(stage, plan) for stage in plan.stages]
    return "; ".join([first, *(gettext("then %(stage)s") % {"stage": stage} for stage in later)])


def stage_words(stage: Stage, plan: Plan) -> str:
    if isinstance(stage, Swiss):
        return ngettext("Swiss system, %(count)s round", "Swiss system, %(count)s rounds", stage.rounds) % {
            "count": stage.rounds
        }
    if isinstance(stage, RoundRobin):
        if not plan.in_pairs:
            words = ngettext(
                "round-robin, %(count)s game each with varied opponents",
                "round-robin, %(count)s games each with varied opponents",
                stage.games,
            ) % {"count": stage.games * stage.legs}
        else:
            words = gettext("double round-robin") if stage.legs == 2 else gettext("round-robin")
        if stage.groups > 1:
            words = gettext("%(groups)s groups, each: %(form)s") % {"groups": stage.groups, "form": words}
        return gettext("%(form)s, all rounds at once") % {"form": words} if stage.at_once else words
    if isinstance(stage, FinalTables):
        return gettext("final tables for the top %(each)s") % {"each": stage.from_each}
    if stage.double:
        return gettext("double elimination, best of %(games)s") % {"games": stage.best_of}
    if stage.third_place:
        return gettext("knockout with a match for third place, best of %(games)s") % {"games": stage.best_of}
    if plan.in_pairs:
        return gettext("knockout, best of %(games)s") % {"games": stage.best_of}
    return ngettext(
        "knockout, the best of each table advances",
        "knockout, the best %(count)s of each table advance",
        stage.per_table,
    ) % {"count": stage.per_table}


def size_words(sizes: Sizes | None) -> str:
    """`in pairs`, `at tables of 4`, or `at tables of 4, or of 3 where it must be`."""
    if sizes is None:
        return gettext("two-player games")
    if sizes.last_two:
        return gettext("%(tables)s; the last two play on as a pair") % {
            "tables": size_words(replace(sizes, last_two=False))
        }
    others = sorted(sizes.allowed - {sizes.preferred})
    if not others:
        return gettext("tables of %(size)s") % {"size": sizes.preferred}
    return gettext("tables of %(size)s, or %(others)s if needed") % {
        "size": sizes.preferred,
        "others": gettext(" or ").join(map(str, others)),
    }


def times_words(count: int) -> str:
    """`never`, `once`, `twice`, `3 times`."""
    return {0: gettext("never"), 1: gettext("once"), 2: gettext("twice")}.get(count) or gettext("%(times)s times") % {
        "times": count
    }


def sentence(words: str) -> str:
    """A phrase as a sentence of its own."""
    return f"{capfirst(words)}."


def closing_words(closing: Closing) -> str:
    then = {
        Unfinished.ADJUDICATE: gettext("bots finish unfinished games, which are not rated"),
        Unfinished.POINTS: gettext("unfinished games score by current points"),
        Unfinished.FORFEIT: gettext(
            "in unfinished games the late player comes last; the others rank by current points"
        ),
    }[closing.then]
    if closing.extension is None:
        return then
    return gettext("unfinished rounds are extended once by %(time)s; after that, %(rule)s") % {
        "time": span_words(closing.extension),
        "rule": then,
    }


def share_words(share: Fraction) -> str:
    """What a bye gives, as a part of a win."""
    if share == 0:
        return gettext("nothing")
    if share == 1:
        return gettext("a full win")
    if share == Fraction(1, 2):
        return gettext("half a win")
    return gettext("%(share)s of a win") % {"share": share}


def game_words(tournament: Tournament, *, with_pace: bool = True) -> str:
    """Edition, sets, what is unusual, and the pace: what one game of it is like."""
    plan = tournament.plan
    options = tournament.options_for(2 if plan.sizes is None else plan.sizes.preferred)
    pace = [pace_words(tournament.clock)] if with_pace else []
    rated = gettext("rated") if tournament.is_rated else gettext("unrated")
    return ", ".join([selection_words(options), *option_words(options), *pace, rated])
