"""How a table's options and pace are said, for lobby, table page and mails. Plain functions of plain values."""

from collections.abc import Sequence
from datetime import timedelta
from math import prod

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.models.clock import PACES, Clock, PaceKind, pace_name
from games.options.set_words import offered, set_name

ANSWERS = {1: 116, 2: 86, 3: 67, 4: 56, 5: 47}
"""Answers each player gives in a base game, by players: the mean of games of the plain bot in both editions, without the
passes that a standing order gives (benchmarks measure engines, not people: this is a count of decisions)."""
MORE_ANSWERS = {"market": 1.14}
"""How many times as many there are with a set, measured likewise; for five players, 53 with the Market."""

_DAY = timedelta(days=1)


def edition_words(options: engine.Options) -> str:
    return _("1st edition") if options.edition == 1 else _("2nd edition")


def selection_words(options: engine.Options) -> str:
    """Edition and sets, such as "2nd edition, Market, Module 2"."""
    return ", ".join([edition_words(options), *(_set_words(name, options) for name in _in_menu_order(options.sets))])


def _in_menu_order(sets: Sequence[str]) -> list[str]:
    return [name for name in offered() if name in sets]


def _set_words(name: str, options: engine.Options) -> str:
    if name == "hurdles" and options.hurdles is not None:
        return f"{set_name(name)} ({_('custom')})"  # HURD-24
    if name != "hurdles" or options.real_hurdles is None:
        return set_name(name)
    real = ngettext("%(count)s real hurdle", "%(count)s real hurdles", options.real_hurdles)
    return f"{set_name(name)} ({real % {'count': options.real_hurdles}})"  # HURD-4


def option_words(options: engine.Options) -> list[str]:
    """What differs from what somebody would expect of this edition, one short phrase each (DEC-1)."""
    hands = [] if options.open_hands else [_("hidden money and hands")]  # INFO-2
    return hands + rule_words(options)


def rule_words(options: engine.Options) -> list[str]:
    """As `option_words`, without what is open or hidden."""
    usual = engine.Options(edition=options.edition, players=options.players, sets=options.sets)
    words = []
    if options.first_workers != usual.first_workers:
        words.append(_("free first Worker phase"))  # FIRST-10
    if options.play_on_empty_tableau != usual.play_on_empty_tableau:  # PHASE-4
        if options.play_on_empty_tableau:
            words.append(_("phases continue when the tableau is empty"))
        else:
            words.append(_("phases end when the tableau is empty"))
    return words


def rules_in_words(options: engine.Options) -> str:
    """Edition and sets, and what is unusual about the rules, in one phrase."""
    return ", ".join([selection_words(options), *rule_words(options)])


def pace_words(clock: Clock) -> str:
    """The pace as a phrase, such as "2 days per move"."""
    name = pace_name(clock)
    if name is not None:
        return str(PACES[name][1])
    if clock.kind == PaceKind.PER_MOVE:
        return _("%(time)s per move") % {"time": span_words(clock.base)}
    return _("%(bank)s + %(increment)s per move, up to %(cap)s") % {
        "bank": span_words(clock.base),
        "increment": span_words(clock.increment or timedelta()),
        "cap": span_words(clock.cap or timedelta()),
    }


def time_words(clock: Clock, players: int) -> str:
    """The pace of a game of so many players; one alone has no clock."""
    return pace_words(clock) if players > 1 else _("no clock")


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
        return _("automatic pass after every missed deadline")
    return ngettext(
        "a bot takes over after a missed deadline",
        "a bot takes over after %(number)s missed deadlines in a row",
        misses_before_bot,
    ) % {"number": misses_before_bot}
