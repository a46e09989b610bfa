"""What notifications of tournaments and leagues are about: links for who was told and why one became no email; what webhooks of a
tournament tell; and what is deleted.

A webhook tells its rounds, and whose turn it is at its tables: what a visitor of the tournament's page and of its games sees. Of
games that are closed to visitors, such as those of a deal that lies on other tables too, only that they run and that they are over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.emails.subjects import turn_of
from games.play.positions import load
from notifications.kinds import About, Board, News, Place
from notifications.mail import times
from notifications.services import forget
from tournaments.leagues.notifications import LEAGUE
from tournaments.lifecycle.notifications import INVITATION, TOURNAMENT, number_in
from tournaments.models import (
    Director,
    League,
    Reach,
    Round,
    RoundState,
    Table,
    TableState,
    Tournament,
    TournamentInvitation,
    TournamentState,
)
from tournaments.pages.people import visible

from . import about

MOST_TABLES = 8
"""With more tables that run, nobody wants to read whose turn it is at each."""


def tournaments(numbers: Collection[int], reader: User) -> Mapping[int, Place]:
    """Those that he may see."""
    return {one.pk: Place(one.title, one.get_absolute_url()) for one in visible(reader).filter(pk__in=numbers)}


def leagues(numbers: Collection[int], reader: User) -> Mapping[int, Place]:
    return {one.pk: Place(str(one), one.get_absolute_url()) for one in League.objects.filter(pk__in=numbers)}


PLACES = {TOURNAMENT: tournaments, LEAGUE: leagues}

REASONS = {
    "entries closed": gettext_lazy("Registration was closed."),
    "signed up": gettext_lazy("You were already registered."),
    "not running": gettext_lazy("The season was not running."),
    "left": gettext_lazy("You had left."),
    "moved again": gettext_lazy("It had been rescheduled again."),
    "signed off": gettext_lazy("You had withdrawn."),
    "no longer directs": gettext_lazy("You no longer directed it."),
    "started": gettext_lazy("It had started."),
    "erased": gettext_lazy("Its content had been deleted."),
    "changed since": gettext_lazy("It had changed in the meantime."),
    "not entered": gettext_lazy("You were not registered."),
    "not followed": gettext_lazy("You no longer followed it."),
    "not so": gettext_lazy("It had changed in the meantime."),
    "round over": gettext_lazy("The round had finished."),
    "round begun": gettext_lazy("The round had started."),
    "game over": gettext_lazy("Your games had finished."),
    "tournament over": gettext_lazy("The tournament had finished."),
    "replied to": gettext_lazy("Someone had already answered."),
    "entered": gettext_lazy("You were already registered."),
}


@receiver(post_delete, sender=Tournament)
@receiver(post_delete, sender=League)
@receiver(post_delete, sender=TournamentInvitation)
def forget_deleted(instance: Tournament | League | TournamentInvitation, **kwargs: object) -> None:
    """What is not yet told about something that is deleted never will be."""
    word = {Tournament: TOURNAMENT, League: LEAGUE, TournamentInvitation: INVITATION}[type(instance)]
    forget(f"{word}:{instance.pk}")


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
