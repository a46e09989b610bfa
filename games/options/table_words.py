"""How a table's options and pace are said, for lobby, table page and mails. Plain functions of plain values.

The hurdles that a table composes freely (HURD-24), in words.

Whether a game counts for the ratings, and why it does not. Plain functions of plain values.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import Enum
from math import prod

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import engine
from games.models.clock import PACES, Clock, Length, PaceKind, pace_key, pace_name
from games.models.conditions import Conditions
from games.names.cards import hurdle_tile, tile_name
from games.options.sets import offered, set_name
from games.options.variants import variant_words

ANSWERS = {1: 116, 2: 86, 3: 67, 4: 56, 5: 47}
"""Answers each player gives in a base game, by players: the mean of games of the plain bot in both editions, without the
passes that a standing order gives (benchmarks measure engines, not people: this is a count of decisions)."""
MORE_ANSWERS = {"market": 1.14}
"""How many times as many there are with a set, measured likewise; for five players, 53 with the Market."""

_DAY = timedelta(days=1)
AWAKE = 14 / 24
"""From 8 to 22 o'clock, as the form of one's hours begins."""


def selection_words(options: engine.Options) -> str:
    """Edition and sets, such as "2nd edition, Market, Module 2"."""
    edition = gettext("1st edition") if options.edition == 1 else gettext("2nd edition")
    return ", ".join([edition, *(_set_words(name, options) for name in offered() if name in options.sets)])


def _set_words(name: str, options: engine.Options) -> str:
    if name == "hurdles" and options.hurdles is not None:
        return f"{set_name(name)} ({gettext('custom')})"  # HURD-24
    if name != "hurdles" or options.real_hurdles is None:
        return set_name(name)
    real = ngettext("%(count)s real hurdle", "%(count)s real hurdles", options.real_hurdles)
    return f"{set_name(name)} ({real % {'count': options.real_hurdles}})"  # HURD-4


def option_words(options: engine.Options) -> list[str]:
    """What differs from what somebody would expect of this edition, one short phrase each (DEC-1)."""
    return list(variant_words(options).values())


def rule_words(options: engine.Options) -> list[str]:
    """As `option_words`, without what is open or hidden."""
    return [said for field, said in variant_words(options).items() if field != "open_hands"]


def rules_in_words(options: engine.Options) -> str:
    """Edition and sets, and what is unusual about the rules, in one phrase."""
    return ", ".join([selection_words(options), *rule_words(options)])


def pace_words(clock: Clock) -> str:
    """The pace as a phrase, such as "2 days per move", with what the game allows its players of sleep and vacation."""
    nights = [gettext("clocks stop at night")] if clock.nights else []
    return ", ".join([_pace_alone(clock), *nights, *([gettext("vacation allowed")] if clock.vacation else [])])


def _pace_alone(clock: Clock) -> str:
    name = pace_name(clock)
    if clock.kind == PaceKind.PER_MOVE or (name is not None and not clock.grace):
        times = {"time": span_words(clock.base)}
        return str(PACES[name][1]) if name is not None else gettext("%(time)s per move") % times
    values = {
        "bank": span_words(clock.base),
        "increment": span_words(clock.increment or timedelta()),
        "cap": span_words(clock.cap or timedelta()),
        "label": PACES[name][1] if name is not None else "",
        "grace": span_words(clock.grace),
    }
    if name is not None:
        said = gettext("%(label)s, up to %(cap)s") % values
    else:
        said = gettext("%(bank)s + %(increment)s per move, up to %(cap)s") % values
    return said + (gettext(", %(grace)s free per move") % values if clock.grace else "")


def leave_words(clock: Clock) -> list[str]:
    """What games with this clock allow of sleep and of vacation, a sentence each."""
    vacation = gettext("Vacation: %(which)s.") % {"which": clock.vacation.label} if clock.vacation else ""
    return [night_words(clock.nights), vacation or gettext("No vacation: clocks keep running.")]


def night_words(nights: int) -> str:
    if not nights:
        return gettext("Clocks run day and night.")
    whole = ngettext(
        "Clocks run only in each player's waking hours. This moves a deadline by at most %(number)s day.",
        "Clocks run only in each player's waking hours. This moves a deadline by at most %(number)s days.",
        nights,
    )
    return whole % {"number": nights}


def time_words(clock: Clock, players: int) -> str:
    """The pace of a game of so many players; one alone has no clock."""
    return pace_words(clock) if players > 1 else gettext("no clock")


def span_words(span: timedelta) -> str:
    """A time in its largest fitting unit: days from two days on, hours else, minutes where it is short."""
    if span < _DAY / 12 and span % timedelta(hours=1):
        minutes = max(1, round(span / timedelta(minutes=1)))
        return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}
    if span >= 2 * _DAY or span == _DAY:
        days = round(span / _DAY)
        return ngettext("%(number)s day", "%(number)s days", days) % {"number": days}
    hours = max(1, round(span / timedelta(hours=1)))
    return ngettext("%(number)s hour", "%(number)s hours", hours) % {"number": hours}


def usual_length(clock: Clock, players: int, bots: int = 0, sets: Sequence[str] = ()) -> timedelta:
    """About how long a game takes: `ANSWERS` of each person, one after the other, each left lying for a while.

    The while is an assumption (`usual_wait`).
    """
    more = prod(MORE_ANSWERS.get(name, 1.0) for name in sets)
    return usual_wait(clock) * ANSWERS[players] * more * (players - bots)


def usual_wait(clock: Clock) -> timedelta:
    """How long a game waits for an answer: an eighth of what one may take, at least two minutes, at most a day; with a bank what
    one may take is twice what it gains. Where clocks sleep, that is time in which people are awake, `AWAKE` of each day; a night
    is always shorter than the days that sleep may take."""
    wait = min(max(clock.allowed / 8, timedelta(minutes=2)), _DAY)
    return wait / AWAKE if clock.nights else wait


def length_words(clock: Clock, players: int, bots: int = 0, sets: Sequence[str] = ()) -> str:
    return about_words(usual_length(clock, players, bots, sets))


def length_fact(
    clock: Clock, players: int, bots: int, sets: Sequence[str], known: Mapping[tuple[str, int], Length]
) -> str:
    """The length with what it rests on: finished games of this pace, or the assumption where there are too few of them."""
    found = known.get((pace_key(clock), players)) if not bots else None
    if found is None:
        return gettext("%(length)s, estimated") % {"length": length_words(clock, players, bots, sets)}
    values = {"length": about_words(found.time), "games": found.games}
    return gettext("%(length)s, from %(games)s finished games") % values


def about_words(length: timedelta) -> str:
    """For instance "about 19 days"."""
    if length < _DAY:
        hours = max(1, round(length / timedelta(hours=1)))
        return ngettext("about %(number)s hour", "about %(number)s hours", hours) % {"number": hours}
    days = round(length / _DAY)
    if days < 35:
        return ngettext("about %(number)s day", "about %(number)s days", days) % {"number": days}
    weeks = round(days / 7)
    return ngettext("about %(number)s week", "about %(number)s weeks", weeks) % {"number": weeks}


def timeout_words(misses_before_bot: int) -> str:
    """What happens to somebody who lets deadlines pass."""
    if misses_before_bot == 0:
        return gettext("automatic pass after every missed deadline")
    return ngettext(
        "a bot takes over after a missed deadline",
        "a bot takes over after %(number)s missed deadlines in a row",
        misses_before_bot,
    ) % {"number": misses_before_bot}


SPACES = (10, 20, 35, 50, 70)
"""Where hurdles stand (HURD-1)."""

LEFT_OPEN: Mapping[str, Promise] = {
    "any": _("random hurdle"),
    "bonus": _("random bonus hurdle"),
    "real": _("random real hurdle"),
}


def course_words(options: engine.Options) -> str:
    """What stands on which space, as far as the table has chosen it; empty where it has chosen nothing."""
    spaces = zip(SPACES, options.hurdles or (), strict=options.hurdles is not None)
    return ", ".join(f"{space}: {hurdle_words(one)}" for space, one in spaces)


def hurdle_words(chosen: str) -> str:
    """What is chosen for a space: one hurdle by its name, or what is left to chance."""
    return str(LEFT_OPEN[chosen]) if chosen in LEFT_OPEN else tile_name(hurdle_tile(chosen))


class Unrated(Enum):
    """Why a game is not rated, by what is known before it begins."""

    CASUAL = "casual"
    ALONE = "alone"
    BOT = "bot"
    HOUSEHOLD = "household"


WORDS = {
    Unrated.CASUAL: _("no, casual game"),
    Unrated.ALONE: _("no, solo game"),
    Unrated.BOT: _("no, a bot plays from the start"),
    Unrated.HOUSEHOLD: _("no, two players share a household"),
}


def why_unrated(*, wished: bool, players: int, bots: int) -> Unrated | None:
    """Why a game of so many seats, so many of them a bot's from the start, is not rated; None when it is.

    A rating compares people: nobody alone, and nobody beside a bot. Whether two share a household is no question of the
    options: `games.play.begin`.
    """
    if players < 2:
        return Unrated.ALONE
    if not wished:
        return Unrated.CASUAL
    return Unrated.BOT if bots else None


def rating_words(reason: Unrated | None) -> str:
    return str(_("yes, it counts for all players' ratings") if reason is None else WORDS[reason])


def condition_words(conditions: Conditions) -> str:
    """What a table asks of those who join, in one phrase; empty for nothing."""
    words = []
    if conditions.kept:
        words.append(gettext("at least %(share)s %% of deadlines kept") % {"share": conditions.kept})
    if conditions.finished:
        words.append(gettext("at least %(share)s %% of games finished") % {"share": conditions.finished})
    if conditions.answers_within is not None:
        words.append(gettext("answers usually within %(time)s") % {"time": span_words(conditions.answers_within)})
    return ", ".join(words)
