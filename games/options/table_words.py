"""How a table's options and pace are said, for lobby, table page and mails. Plain functions of plain values.

The hurdles that a table composes freely (HURD-24), in words.

Whether a game counts for the ratings, and why it does not. Plain functions of plain values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import Enum
from math import prod

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import engine
from games.models.clock import PACES, Clock, PaceKind, pace_name
from games.names.cards import hurdle_tile, tile_name
from games.options.sets import offered, set_name
from games.options.variants import variant_words

ANSWERS = {1: 116, 2: 86, 3: 67, 4: 56, 5: 47}
"""Answers each player gives in a base game, by players: the mean of games of the plain bot in both editions, without the
passes that a standing order gives (benchmarks measure engines, not people: this is a count of decisions)."""
MORE_ANSWERS = {"market": 1.14}
"""How many times as many there are with a set, measured likewise; for five players, 53 with the Market."""

_DAY = timedelta(days=1)


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
    """The pace as a phrase, such as "2 days per move"."""
    name = pace_name(clock)
    if name is not None:
        return str(PACES[name][1])
    if clock.kind == PaceKind.PER_MOVE:
        return gettext("%(time)s per move") % {"time": span_words(clock.base)}
    return gettext("%(bank)s + %(increment)s per move, up to %(cap)s") % {
        "bank": span_words(clock.base),
        "increment": span_words(clock.increment or timedelta()),
        "cap": span_words(clock.cap or timedelta()),
    }


def time_words(clock: Clock, players: int) -> str:
    """The pace of a game of so many players; one alone has no clock."""
    return pace_words(clock) if players > 1 else gettext("no clock")


def span_words(span: timedelta) -> str:
    """A time in its largest fitting unit: days from two days on, hours else."""
    if span >= 2 * _DAY or span == _DAY:
        return ngettext("%(number)s day", "%(number)s days", span.days) % {"number": span.days}
    hours = max(1, round(span / timedelta(hours=1)))
    return ngettext("%(number)s hour", "%(number)s hours", hours) % {"number": hours}


def usual_length(clock: Clock, players: int, bots: int = 0, sets: Sequence[str] = ()) -> timedelta:
    """About how long a game takes: `ANSWERS` of each person, one after the other, each left lying for a while.

    The while is an assumption: an eighth of what one may take, at least an hour, at most a day; with a bank what one may
    take is twice what it gains.
    """
    allowed = clock.base if clock.kind == PaceKind.PER_MOVE else (clock.increment or clock.base) * 2
    wait = min(max(allowed / 8, timedelta(hours=1)), _DAY)
    more = prod(MORE_ANSWERS.get(name, 1.0) for name in sets)
    return wait * ANSWERS[players] * more * (players - bots)


def length_words(clock: Clock, players: int, bots: int = 0, sets: Sequence[str] = ()) -> str:
    """For instance "about 19 days"."""
    days = max(1, round(usual_length(clock, players, bots, sets) / _DAY))
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
    """The line of a table that says whether it is rated."""
    return str(_("yes, it counts for all players' ratings") if reason is None else WORDS[reason])
