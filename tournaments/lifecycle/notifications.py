"""Notifications of tournaments, queued in the transaction of the event; `tournaments.emails` says what they say.

When one is due, its letter is written from what is true then.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q, QuerySet

from arbiter.progression.plan import Knockout, RoundRobin
from arbiter.progression.situation import Why
from notifications.models import Notification
from notifications.services import queue
from tournaments.models import (
    Chair,
    Division,
    EntryState,
    Follow,
    League,
    Link,
    Reach,
    Report,
    Rest,
    Round,
    Table,
    TableState,
    Tournament,
    TournamentInvitation,
    TournamentState,
)

APP = "tournaments"
TOURNAMENT, INVITATION = "tournament", "tournament-invitation"
STARTED, PLAYED_ON, ENDED = "started", "round", "ended"
"""What followers hear of."""
APART = timedelta(days=2)
"""Who follows hears of a round unless another one was paired within this time: rounds of a day, and those that are paired all
at once, are news once."""
AT_ONCE = timedelta(seconds=55)
"""Games that begin within this time after their round was paired go into the same email."""
TOLD_OF_REST = (Why.BYE.value, Why.REQUESTED.value)
"""Players without a game in a round who hear of it. Absent players hear only that the tournament has started."""


class TournamentNotification(StrEnum):
    ENTERED = "entered"
    MOVED_UP = "moved_up"
    TOO_FEW = "too_few"
    PAIRED = "paired"
    HELD = "held"
    ON_HOLD = "on_hold"
    ROUND_ENDS = "round_ends"
    TOURNAMENT_OVER = "tournament_over"
    ANNOUNCED = "announced"
    INVITED = "tournament_invitation"
    FOLLOWED = "tournament_followed"
    DECIDED = "decided"
    TURN = "turn_in_round"
    CHANGED = "tournament_changed"
    REPORTED = "reported"
    ANSWERED = "answered"


def number_in(subject: str) -> int:
    return int(subject.rpartition(":")[2])


def entered(tournament: Tournament, user_id: int, *, now: datetime) -> None:
    tell(TournamentNotification.ENTERED, tournament, [user_id], now, when=now.isoformat())


def too_few(tournament: Tournament, *, now: datetime) -> None:
    """It could not start by itself, to its directors and to those who have entered."""
    told = {*directors_of(tournament), *_entrants(tournament)}
    tell(TournamentNotification.TOO_FEW, tournament, told, now, when=now.isoformat())


def paired(tournament: Tournament, of: Round, *, now: datetime) -> None:
    """A round is paired: to all who play in it or have a bye; the first round also to players who come later, any other to
    those who dropped out in the one before. A league sends its own emails for its groups."""
    if of.number == 1:
        tell(TournamentNotification.FOLLOWED, tournament, _followers(tournament), now, what=STARTED)
    elif not tournament.rounds.filter(number__lt=of.number, paired_at__gt=of.paired_at - APART).exists():
        tell(TournamentNotification.FOLLOWED, tournament, _followers(tournament), now, what=PLAYED_ON, round=of.number)
    if _is_group(tournament):
        return
    playing = Chair.objects.filter(round=of).values_list("entry__user_id", flat=True)
    told = Q(why__in=TOLD_OF_REST)
    if _has_a_place_without_a_game(tournament, of):
        told |= Q(why=Why.FREE.value)
    if of.number == 1:
        told |= Q(why=Why.ABSENT.value, entry__state=EntryState.ENTERED, entry__not_before__isnull=False)
    else:
        told |= Q(
            why=Why.ABSENT.value, entry__state=EntryState.ENTERED, entry__is_idle=True, entry__in=_seated_before(of)
        )
    resting = Rest.objects.filter(told, round=of).values_list("entry__user_id", flat=True)
    tell(TournamentNotification.PAIRED, tournament, {*playing, *resting}, now, round=of.number)


def held(tournament: Tournament, number: int, *, now: datetime) -> None:
    tell(TournamentNotification.HELD, tournament, directors_of(tournament), now, round=number)


def on_hold(tournament: Tournament, *, now: datetime) -> None:
    """It is on hold because a step failed or has to wait; to its directors."""
    tell(TournamentNotification.ON_HOLD, tournament, directors_of(tournament), now, since=now.isoformat())


def _seated_before(of: Round) -> QuerySet[Chair, int]:
    """Entries with a table in the round before: players who dropped out there hear of it once, in the next round."""
    return Chair.objects.filter(round__tournament=of.tournament_id, round__number=of.number - 1).values_list(
        "entry", flat=True
    )


def _has_a_place_without_a_game(tournament: Tournament, of: Round) -> bool:
    """Whether players without a game in this round hear of it, because they play in the next one: in a round-robin played
    round by round, and in the first round of a knockout, where the best advance."""
    form = tournament.plan.stages[of.stage]
    if isinstance(form, RoundRobin):
        return not form.at_once
    return isinstance(form, Knockout) and of.number == 1


def tells_beginning(of: Round, now: datetime) -> bool:
    """Whether the email about this round, or its season, also says that its games begin now."""
    return now <= of.paired_at + AT_ONCE


def is_about_to_begin(tournament_id: int, number: int, user_id: int | None, at: datetime) -> bool:
    """Whether a game of this user in this round begins in a moment, so that the email about the round waits."""
    tables = Table.objects.filter(round__tournament=tournament_id, round__number=number, state=TableState.WAITING)
    at_once = tables.filter(round__begins_at__lte=at, round__tournament__paused_at=None)
    return at_once.filter(chairs__entry__user=user_id).exists()


def paired_anew(tournament: Tournament, of: Round, tables: Iterable[int], number: int, *, now: datetime) -> None:
    """A director changed tables of a round, in the act of this number: to all who sit there or have the bye now. Nothing is
    sent about a round that is held."""
    if of.is_held:
        return
    playing = Chair.objects.filter(table__in=tables).values_list("entry__user_id", flat=True)
    resting = Rest.objects.filter(round=of, why=Why.BYE.value).values_list("entry__user_id", flat=True)
    tell(TournamentNotification.PAIRED, tournament, {*playing, *resting}, now, round=of.number, act=number)


def round_ends(tournament: Tournament, of: Round, *, now: datetime) -> None:
    playing = Chair.objects.filter(table__round=of, table__state=TableState.RUNNING)
    told, until = playing.values_list("entry__user_id", flat=True), of.deadline_at.isoformat()
    tell(TournamentNotification.ROUND_ENDS, tournament, told, now, round=of.number, until=until)


def over(tournament: Tournament, *, now: datetime) -> None:
    """The tournament is over: to all in the standings or still registered and, if it finished by itself, to its directors. A
    league sends this when all its groups are done, unless one was cancelled."""
    ranked = tournament.entries.exclude(number=None).values_list("user_id", flat=True)
    told = {*ranked, *_entrants(tournament)}
    if tournament.state == TournamentState.FINISHED:
        told.update(directors_of(tournament))
    tell(TournamentNotification.FOLLOWED, tournament, _followers(tournament) - told, now, what=ENDED)
    if tournament.state == TournamentState.ABANDONED or not _is_group(tournament):
        tell(TournamentNotification.TOURNAMENT_OVER, tournament, told, now)


def announced(tournament: Tournament, number: int, *, now: datetime) -> None:
    tell(TournamentNotification.ANNOUNCED, tournament, in_tournament(tournament), now, act=number)


def of_act(
    tournament: Tournament,
    act: Link,
    users: Iterable[int],
    *,
    now: datetime,
    kind: TournamentNotification = TournamentNotification.DECIDED,
) -> None:
    """A director has done something, to those whom it concerns, but not to himself: decided, changed what a tournament states, or
    reminded those whose move it is at a table, or may be."""
    tell(kind, tournament, set(users) - {act.by_id or 0}, now, act=act.number)


def reported(report: Report, *, now: datetime) -> None:
    told = set(directors_of(report.tournament)) - {report.by_id}
    tell(TournamentNotification.REPORTED, report.tournament, told, now, report=report.pk)


def answered(report: Report, *, now: datetime) -> None:
    tell(TournamentNotification.ANSWERED, report.tournament, [report.by_id], now, report=report.pk)


def invited(invitation: TournamentInvitation) -> Notification:
    pk, user_id, at = invitation.pk, invitation.user_id, invitation.created_at
    to = {} if user_id else {"address": invitation.email, "language": invitation.language}
    return Notification.to(user_id, APP, TournamentNotification.INVITED, pk, subject=f"{INVITATION}:{pk}", at=at, **to)


def directors_of(of: Tournament | League) -> Iterable[int]:
    return of.directors.values_list("user_id", flat=True)


def _entrants(tournament: Tournament) -> Iterable[int]:
    return list(tournament.entries.filter(state=EntryState.ENTERED).values_list("user_id", flat=True))


def _followers(tournament: Tournament) -> set[int]:
    if tournament.reach != Reach.PUBLIC:
        return set()
    found = Follow.objects.filter(tournament=tournament, user__deleted_at=None).values_list("user_id", flat=True)
    return set(found) - set(_entrants(tournament))


def _is_group(tournament: Tournament) -> bool:
    return Division.objects.filter(tournament=tournament).exists()


def tell(
    kind: TournamentNotification, tournament: Tournament, users: Iterable[int], now: datetime, **data: str | int
) -> None:
    about = ":".join(map(str, data.values()))
    subject = f"{TOURNAMENT}:{tournament.pk}"
    queue(
        Notification.to(user, APP, kind, tournament.pk, user, about, subject=subject, at=now, data=data)
        for user in sorted(set(users))
    )


OPEN = (TableState.WAITING, TableState.RUNNING)


def at_table(table: Table) -> Iterable[int]:
    return Chair.objects.filter(table=table).values_list("entry__user_id", flat=True)


def still_playing(of: Round) -> Iterable[int]:
    return Chair.objects.filter(round=of, table__state__in=OPEN).values_list("entry__user_id", flat=True)


def in_tournament(tournament: Tournament) -> Iterable[int]:
    entries = tournament.entries.filter(state__in=(EntryState.ENTERED, EntryState.WAITING))
    return entries.values_list("user_id", flat=True)
