"""The subjects of tournament notifications: their links and webhooks, reasons why nothing was sent, and deletion.

A webhook announces rounds and whose turn it is at each table: what every visitor sees. For games that are closed to
visitors, such as those of a deal played at several tables, only that they run or have finished.
"""

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
from notifications.kinds import About, News, Subject, SubjectLink, WebhookSubject
from notifications.mail import times
from notifications.services import forget
from tournaments.leagues.notifications import LEAGUE
from tournaments.lifecycle.notifications import INVITATION, TOURNAMENT
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
"""With more running tables, webhooks do not list turns."""


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
    word = {Tournament: TOURNAMENT, League: LEAGUE, TournamentInvitation: INVITATION}[type(instance)]
    forget(f"{word}:{instance.pk}")


class LeagueSubject(Subject):
    word = LEAGUE

    @classmethod
    def links(cls, numbers: Collection[int], reader: User) -> Mapping[int, SubjectLink]:
        return {one.pk: SubjectLink(str(one), one.get_absolute_url()) for one in League.objects.filter(pk__in=numbers)}


class TournamentSubject(WebhookSubject):
    word = TOURNAMENT

    @classmethod
    def links(cls, numbers: Collection[int], reader: User) -> Mapping[int, SubjectLink]:
        found = visible(reader).filter(pk__in=numbers)
        return {one.pk: SubjectLink(one.title, one.get_absolute_url()) for one in found}

    @classmethod
    def marks(cls, numbers: Collection[int]) -> Mapping[int, str]:
        found: dict[int, list[str]] = {}
        rows = Tournament.objects.filter(pk__in=numbers).order_by("pk", "rounds__tables")
        for pk, state, version, game in rows.values_list("pk", "state", "version", "rounds__tables__game__version"):
            found.setdefault(pk, [f"{state}:{version}"]).append(str(game))
        return {pk: _mark(parts) for pk, parts in found.items()}

    def news(self, now: datetime) -> News | None:
        tournament = Tournament.objects.filter(pk=self.number).first()
        if tournament is None or tournament.reach == Reach.PRIVATE:
            return None
        lines = _lines(tournament)
        return News(_mark(lines[1]), "\n".join(lines[0]), about(tournament)) if lines[0] else None

    def may_set(self, user: User) -> bool:
        directed = Director.objects.filter(tournament=self.number, user=user)
        return directed.exclude(tournament__reach=Reach.PRIVATE).exists()

    def about(self, user: User) -> About | None:
        tournament = visible(user).filter(pk=self.number).first()
        return about(tournament) if tournament is not None else None


SUBJECTS = (TournamentSubject, LeagueSubject)


def _lines(tournament: Tournament) -> tuple[list[str], list[str]]:
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
