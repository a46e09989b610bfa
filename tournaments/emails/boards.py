"""What a tournament has to tell to everybody who listens at its webhook: its rounds, and whose turn it is at its tables.

It is what a visitor of the tournament's page and of its games sees: of games that are closed to visitors, such as
those of a deal that
lies on other tables too, only that they run and that they are over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.emails.boards import turn_of
from games.play.positions import load
from notifications.kinds import About, Board, News
from notifications.mail import times
from tournaments.emails import about
from tournaments.lifecycle.notifications import TOURNAMENT, number_in
from tournaments.models import Director, Reach, Round, RoundState, Table, TableState, Tournament, TournamentState
from tournaments.pages.visibility import visible

MOST_TABLES = 8
"""With more tables that run, nobody wants to read whose turn it is at each."""


def looks(subjects: Sequence[str]) -> dict[str, str]:
    numbers = {number: subject for subject in subjects if (number := _number(subject)) is not None}
    found: dict[int, list[str]] = {}
    tournaments = Tournament.objects.filter(pk__in=numbers).values_list(
        "pk", "state", "version", "rounds__tables__game__version"
    )
    for pk, state, version, game in tournaments.order_by("pk", "rounds__tables"):
        found.setdefault(pk, [f"{state}:{version}"]).append(str(game))
    return {numbers[pk]: _mark(parts) for pk, parts in found.items()}


def news(subject: str, now: datetime) -> News | None:
    tournament = _tournament(subject)
    if tournament is None or tournament.reach == Reach.PRIVATE:
        return None
    lines = _lines(tournament)
    return News(_mark(lines[1]), "\n".join(lines[0]), about(tournament)) if lines[0] else None


def _lines(tournament: Tournament) -> tuple[list[str], list[str]]:
    """What is told, and what it is told for: turns and tables, but no words."""
    if tournament.is_over:
        ended = (
            _("The tournament has finished.")
            if tournament.state == TournamentState.FINISHED
            else _("The tournament was cancelled.")
        )
        return [ended], [tournament.state]
    last = Round.objects.filter(tournament=tournament, is_held=False).order_by("-number").first()
    if not tournament.is_running or last is None or tournament.paused_at is not None:
        return [], []
    tables = list(Table.objects.filter(round=last).order_by("number", "leg"))
    over = [table for table in tables if table.state in (TableState.COUNTED, TableState.ANNULLED)]
    values = {"number": last.number, "over": len(over), "tables": len(tables)}
    if last.state == RoundState.PAIRED:
        first = _("Round %(number)s is paired and starts on %(at)s.") % {**values, "at": times.moment(last.begins_at)}
    else:
        first = (
            ngettext(
                "Round %(number)s: %(over)s of %(tables)s table finished.",
                "Round %(number)s: %(over)s of %(tables)s tables finished.",
                len(tables),
            )
            % values
        )
    lines, marks = [first], [f"{last.number}:{last.state}:{len(over)}"]
    running = [table for table in tables if table.state == TableState.RUNNING and table.game_id is not None]
    for table in running if len(running) <= MOST_TABLES else []:
        play = load(table.game_id or 0)
        turn = None if play.game.is_closed else turn_of(play)
        if turn is not None:
            marks.append(f"{table.pk}:{turn[0]}")
            lines.append(_("Table %(number)s: %(turn)s") % {"number": table.number, "turn": turn[1]})
    return lines, marks


def _mark(parts: Sequence[str]) -> str:
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:40]


def may_set(user: User, subject: str) -> bool:
    """Its directors, unless it is for its people alone."""
    number = _number(subject)
    directed = Director.objects.filter(tournament=number, user=user).exclude(tournament__reach=Reach.PRIVATE)
    return number is not None and directed.exists()


def name(subject: str, user: User) -> About | None:
    number = _number(subject)
    tournament = visible(user).filter(pk=number).first() if number is not None else None
    return about(tournament) if tournament is not None else None


def _tournament(subject: str) -> Tournament | None:
    number = _number(subject)
    return None if number is None else Tournament.objects.filter(pk=number).first()


def _number(subject: str) -> int | None:
    prefix, _colon, number = subject.partition(":")
    if prefix != TOURNAMENT or not number.isdecimal() or not number.isascii() or len(number) > 18:
        return None
    return number_in(subject)


BOARDS = (Board(TOURNAMENT, looks, news, may_set, name),)
