"""How a table's options and pace are said, for lobby, table page and mails. Plain functions of plain values."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.clock import PACES, Clock, PaceKind, pace_name

ANSWERS = {1: 116, 2: 86, 3: 67, 4: 56}
"""Answers each player gives in a base game, by players: the mean of games of the plain bot in both editions, without the
passes that a standing order gives (benchmarks measure engines, not people: this is a count of decisions)."""

_DAY = timedelta(days=1)


def edition_words(options: engine.Options) -> str:
    return _("1st edition") if options.edition == 1 else _("2nd edition")


def option_words(options: engine.Options) -> list[str]:
    """What differs from what somebody would expect of this edition, one short phrase each (DEC-1)."""
    hands = [] if options.open_hands else [_("hidden money and hands")]  # INFO-2
    return hands + rule_words(options)


def rule_words(options: engine.Options) -> list[str]:
    """As `option_words`, without what is open or hidden."""
    usual = engine.Options(edition=options.edition, players=options.players, sets=options.sets)
    words = []
    if options.first_workers != usual.first_workers:
        words.append(_("first Workers are free"))  # FIRST-10
    if options.play_on_empty_tableau != usual.play_on_empty_tableau:  # PHASE-4
        if options.play_on_empty_tableau:
            words.append(_("a phase goes on when the tableau is empty"))
        else:
            words.append(_("a phase ends when the tableau is empty"))
    return words


def pace_words(clock: Clock) -> str:
    """The pace as a phrase, such as "2 days per move"."""
    name = pace_name(clock)
    if name is not None:
        return str(PACES[name][1])
    if clock.kind == PaceKind.PER_MOVE:
        return _("%(time)s per move") % {"time": span_words(clock.base)}
    return _("%(bank)s, plus %(increment)s with each move, up to %(cap)s") % {
        "bank": span_words(clock.base),
        "increment": span_words(clock.increment or timedelta()),
        "cap": span_words(clock.cap or timedelta()),
    }


def span_words(span: timedelta) -> str:
    """A time in its largest fitting unit: days from two days on, hours else."""
    if span >= 2 * _DAY or span == _DAY:
        return ngettext("%(number)s day", "%(number)s days", span.days) % {"number": span.days}
    hours = max(1, round(span / timedelta(hours=1)))
    return ngettext("%(number)s hour", "%(number)s hours", hours) % {"number": hours}


def usual_length(clock: Clock, players: int, bots: int = 0) -> timedelta:
    """About how long a game takes: `ANSWERS` of each person, one after the other, each left lying for a while.

    The while is an assumption: an eighth of what one may take, at least an hour, at most a day; with a bank what one may
    take is twice what it gains.
    """
    allowed = clock.base if clock.kind == PaceKind.PER_MOVE else (clock.increment or clock.base) * 2
    wait = min(max(allowed / 8, timedelta(hours=1)), _DAY)
    return wait * ANSWERS[players] * (players - bots)


def length_words(clock: Clock, players: int, bots: int = 0) -> str:
    """For instance "about 19 days"."""
    days = max(1, round(usual_length(clock, players, bots) / _DAY))
    if days < 35:
        return ngettext("about %(number)s day", "about %(number)s days", days) % {"number": days}
    weeks = round(days / 7)
    return ngettext("about %(number)s week", "about %(number)s weeks", weeks) % {"number": weeks}


def timeout_words(misses_before_bot: int) -> str:
    """What happens to somebody who lets deadlines pass."""
    if misses_before_bot == 0:
        return _("whoever lets the time run out passes, every time")
    return ngettext(
        "after a missed deadline a bot keeps the seat",
        "after %(number)s missed deadlines in a row a bot keeps the seat",
        misses_before_bot,
    ) % {"number": misses_before_bot}
