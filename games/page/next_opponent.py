"""What the end of a practice game offers: the same bot again, or the next one on the ladder, by one click."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.hints.advice import is_practice
from games.models import Participant, Status, Tenure
from games.options.strengths import STRENGTHS, strength_word
from games.play.positions import Play


@dataclass(frozen=True, slots=True)
class PracticeResult:
    bot: str
    won: bool


class Rung(Enum):
    """Where the next bot stands, as seen from the last one."""

    HARDER = 1
    SAME = 0
    EASIER = -1


def next_rungs(results: Sequence[PracticeResult]) -> tuple[tuple[Rung, str], ...]:
    """The bots to play next, the likeliest first; `results` are those of one person, the latest first.

    After a second win in a row, against bots at least as hard, the next harder one comes first; after one win it comes second.
    After a defeat the same bot comes first, then an easier one. A bot that is no longer offered has no neighbours.
    """
    last = results[0]
    ladder = [*STRENGTHS]
    if last.bot not in ladder:
        return ()
    place = ladder.index(last.bot)
    near = Rung.HARDER if last.won else Rung.EASIER
    found = [(Rung.SAME, last.bot)]
    if 0 <= place + near.value < len(ladder):
        found.append((near, ladder[place + near.value]))
    if has_won_twice(results):
        found.reverse()
    return tuple(found)


def has_won_twice(results: Sequence[PracticeResult]) -> bool:
    """The last two games were won, the earlier one against bots at least as hard."""
    ladder = [*STRENGTHS]
    last_two = results[:2]
    if len(last_two) < 2 or not all(one.won and one.bot in ladder for one in last_two):
        return False
    last, before = (ladder.index(one.bot) for one in last_two)
    return before >= last


LAST = 5
"""So many earlier games are read to find the last one against bots."""


@dataclass(frozen=True, slots=True)
class NextOpponents:
    """`says` in a sentence what to play next; `choices` are bots with the words of their buttons, the main one first."""

    says: str
    choices: Sequence[tuple[str, str]]


def next_opponents(play: Play, user: User | None) -> NextOpponents | None:
    """For the player of a finished practice game against bots of one strength; None for anybody else. One statement."""
    seat = play.seat_of(user) if user is not None and play.game.is_finished else None
    if user is None or seat is None or not is_practice(play):
        return None
    bots = {play.holder(other.index).bot for other in play.seats if other != seat}
    if len(bots) > 1:
        return None
    results = [PracticeResult(bots.pop(), _won(play.game.result, seat.index)), *_results_before(play, user)]
    rungs = next_rungs(results)
    if not rungs:
        return None
    return NextOpponents(_says(results, rungs), [(bot, _label(rung, bot)) for rung, bot in rungs])


def _results_before(play: Play, user: User) -> list[PracticeResult]:
    """Of games that were over before this one, the latest first. A statement with a limit, by the index `participant_over`."""
    over = Participant.objects.filter(user=user, over_at__lte=play.game.finished_at).exclude(game=play.game)
    latest = over.order_by("-over_at", "-game")[:LAST].values("pk")
    games = Participant.objects.order_by().filter(pk__in=latest).values("game")
    rows = (
        Tenure.objects.filter(seat__game__in=games, seat__game__status=Status.FINISHED, until=None)
        .filter(seat__game__rated=False, seat__game__deal=None)
        .order_by("-seat__game__finished_at", "-seat__game", "seat__index")
        .values_list("seat__game", "seat__game__result", "seat__index", "user", "bot")
    )
    found = []
    for _game, seats in groupby(rows, lambda row: row[0]):
        held = list(seats)
        own = [index for _game, _result, index, holder, _bot in held if holder == user.pk]
        bots = {bot for _game, _result, index, _holder, bot in held if index not in own}
        if len(own) == len(bots) == 1 and "" not in bots:
            found.append(PracticeResult(bots.pop(), _won(held[0][1], own[0])))
    return found


def _won(result: Mapping[str, Any] | None, seat: int) -> bool:
    return any(one["seat"] == seat and one["winner"] for one in (result or {}).get("seats", ()))


def _says(results: Sequence[PracticeResult], rungs: Sequence[tuple[Rung, str]]) -> str:
    near = {rung: strength_word(bot) for rung, bot in rungs}
    if Rung.EASIER in near:
        return _("Play again, or try an easier bot: %(strength)s.") % {"strength": near[Rung.EASIER]}
    if Rung.HARDER not in near:
        return _("No bot here plays better.") if results[0].won else ""
    if has_won_twice(results):
        return _("You won twice in a row. Try the next strength: %(strength)s.") % {"strength": near[Rung.HARDER]}
    return _("Play again, or try the next strength: %(strength)s.") % {"strength": near[Rung.HARDER]}


def _label(rung: Rung, bot: str) -> str:
    match rung:
        case Rung.SAME:
            return _("Play again")
        case Rung.HARDER:
            return _("Harder: %(strength)s") % {"strength": strength_word(bot)}
        case Rung.EASIER:
            return _("Easier: %(strength)s") % {"strength": strength_word(bot)}
