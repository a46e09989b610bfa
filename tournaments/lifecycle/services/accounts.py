"""What becomes of a person in tournaments: days away, following, leaving with the account, accounts that are merged, and what
is forgotten.
"""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Seat
from games.play import vacation
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, MetInATournament
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.entering import IN, move_up, settled, take_out
from tournaments.lifecycle.services.log import entry_of_user, locked
from tournaments.models import (
    Act,
    Director,
    Entry,
    EntryState,
    Follow,
    League,
    Post,
    Report,
    Tournament,
    TournamentInvitation,
    TournamentState,
)


def be_away(*, tournament_id: int, user: User, first: date, last: date, now: datetime) -> None:
    """Book days of vacation (`games.play.vacation`), for which clocks stand in all games that allow it, and say so in the log.
    Raises NotEntered, BadVacation, or BadRequest where the tournament allows no vacation."""
    with transaction.atomic():
        tournament = locked(tournament_id, TournamentState.OPEN, TournamentState.RUNNING)
        entry_of_user(tournament, user, EntryState.ENTERED)
    if not tournament.vacation:
        raise BadRequest(_("This tournament allows no vacation."))
    vacation.plan(user, first, last, now)
    since, until = (one.isoformat() for one in vacation.bounds(user, first, last))
    with transaction.atomic():
        log.write(locked(tournament_id), "away", now=now, by=user, user=user.pk, since=since, until=until)


def deadlines_to_move(now: datetime, most: int, without: Collection[int] = ()) -> list[tuple[int, int, int, timedelta]]:
    """Tournament, game, seat and how far to move its deadline, for players who had announced days away of this tournament before
    these were days of vacation; leaves out some tournaments."""
    seats = Seat.objects.filter(
        game__tournament_table__chairs__seat=F("index"),
        game__tournament_table__chairs__entry__away_from__lte=now,
        game__tournament_table__chairs__entry__away_until__gt=F("due_at"),
        tenures__until=None,
        tenures__user=F("game__tournament_table__chairs__entry__user"),
    )
    names = ("game__tournament_table__chairs__entry__tournament", "game_id", "index", "due_at")
    rows = seats.exclude(game__tournament_table__round__tournament__in=without).order_by("due_at")
    found = rows.values_list(*names, "game__tournament_table__chairs__entry__away_until")[:most]
    return [(tournament, game, seat, until - due) for tournament, game, seat, due, until in found if due and until]


def follow(of: Tournament | League, user: User, *, now: datetime) -> None:
    """May be called twice. The caller checks whether the user may see it."""
    Follow.objects.get_or_create(user=user, defaults={"since": now}, **_of(of))


def unfollow(of: Tournament | League, user: User) -> None:
    Follow.objects.filter(user=user, **_of(of)).delete()


def follows(of: Tournament | League, user: User | None) -> bool:
    """One statement, none for a visitor."""
    return user is not None and Follow.objects.filter(user=user, **_of(of)).exists()


@transaction.atomic
def forget_person(user: User) -> None:
    """Delete what an account about to be deleted follows, and the invitations to it or to its address."""
    Follow.objects.filter(user=user).delete()
    named = Q(user=user)
    if user.email:
        named |= Q(email=user.email.lower())
    TournamentInvitation.objects.filter(named).delete()


def _of(of: Tournament | League) -> dict[str, Any]:
    return {"tournament": of} if isinstance(of, Tournament) else {"league": of}


GATHERS_OR_RUNS = (TournamentState.OPEN, TournamentState.RUNNING)


def leave_everything(user: User, *, now: datetime) -> None:
    """Withdraw from every tournament that is not over and direct none any more. May run twice. Games that run have been left."""
    entered = Tournament.objects.filter(state__in=GATHERS_OR_RUNS, entries__user=user, entries__state__in=IN)
    for tournament_id in list(entered.values_list("pk", flat=True)):
        _withdraw(tournament_id, user, now)
    for tournament_id in list(Director.objects.filter(user=user).values_list("tournament", flat=True)):
        _hand_over(tournament_id, user, now)


def heir(but_for: User) -> User | None:
    """The staff member who takes over when no director is left: the one with the oldest account."""
    staff = User.objects.filter(is_staff=True, is_active=True, deleted_at=None).exclude(pk=but_for.pk)
    return staff.order_by("pk").first()


@transaction.atomic
def _withdraw(tournament_id: int, user: User, now: datetime) -> None:
    tournament = locked(tournament_id)
    entry = tournament.entries.filter(user=user, state__in=IN).first()
    if entry is None or tournament.is_over:
        return
    take_out(tournament, entry, EntryState.WITHDRAWN, now)
    log.write(tournament, "left", now=now, user=user.pk, player=entry.number, **settled(entry))
    move_up(tournament, now)


@transaction.atomic
def _hand_over(tournament_id: int, user: User, now: datetime) -> None:
    """Delete a draft that nobody else has seen; leave anything else to the other directors, or to an heir."""
    tournament = locked(tournament_id)
    if tournament.directors.count() == 1 and tournament.state == TournamentState.DRAFT:
        tournament.delete()
        return
    tournament.directors.filter(user=user).delete()
    log.write(tournament, "director left", now=now, user=user.pk)
    if tournament.directors.exists() or (found := heir(user)) is None:
        return
    Director.objects.create(tournament=tournament, user=found, since=now)
    act = log.write(tournament, "director follows", now=now, user=found.pk)
    notifications.of_act(tournament, act, [found.pk], now=now)


def tournaments_of(user_id: int) -> set[int]:
    """Tournaments in which the user plays, played (also as a substitute), directs, or did something in the log."""
    had_a_part = (
        Q(entries__user=user_id),
        Q(directors__user=user_id),
        Q(created_by=user_id),
        Q(acts__by=user_id),
        Q(rounds__tables__game__seats__tenures__user=user_id),
    )
    return {
        tournament for part in had_a_part for tournament in Tournament.objects.filter(part).values_list("pk", flat=True)
    }


@transaction.atomic
def take_tournaments(*, gone: User, stays: User, now: datetime) -> list[int]:
    """Move what `gone` has in tournaments to `stays`: places with all results, directorships, and what they wrote.
    Results, pairings and standings go by starting numbers, so they stay as they are; the log of each tournament
    says what happened.

    Raises MetInATournament if both took part in one tournament. Call it before games are locked. Returns the tournaments.
    """
    tournaments = list(Tournament.objects.select_for_update().filter(pk__in=tournaments_of(gone.pk)).order_by("pk"))
    if {tournament.pk for tournament in tournaments} & tournaments_of(stays.pk):
        raise MetInATournament
    for tournament in tournaments:
        entry = tournament.entries.filter(user=gone).first()
        if entry is None and not tournament.directors.filter(user=gone).exists():
            continue
        Entry.objects.filter(tournament=tournament, user=gone).update(user=stays)
        Director.objects.filter(tournament=tournament, user=gone).update(user=stays)
        player = entry.number if entry is not None else None
        log.write(tournament, "merged", now=now, user=stays.pk, before=gone.pk, player=player)
    Tournament.objects.filter(created_by=gone).update(created_by=stays)
    Act.objects.filter(by=gone).update(by=stays)  # the chain does not cover who it was
    Post.objects.filter(by=gone).update(by=stays)
    Report.objects.filter(by=gone).update(by=stays)
    Report.objects.filter(answered_by=gone).update(answered_by=stays)
    TournamentInvitation.objects.filter(inviter=gone).update(inviter=stays)
    asked = TournamentInvitation.objects.filter(user=stays).values("tournament")
    TournamentInvitation.objects.filter(user=gone).exclude(tournament__in=asked).update(user=stays)
    followed = Follow.objects.filter(user=stays)
    own = Follow.objects.filter(user=gone)
    own.filter(tournament__isnull=False).exclude(
        tournament__in=followed.filter(tournament__isnull=False).values("tournament")
    ).update(user=stays)
    own.filter(league__isnull=False).exclude(league__in=followed.filter(league__isnull=False).values("league")).update(
        user=stays
    )
    return [tournament.pk for tournament in tournaments]


REPORTS = timedelta(days=180)
"""How long a report to the directors is kept after its answer."""
INVITATIONS = timedelta(days=90)
"""How long the address of an invited person without an account is kept, unless the tournament has not started."""


def forget_answered(*, now: datetime) -> int:
    return Report.objects.filter(answered_at__lt=now - REPORTS).delete()[0]


def forget_strangers(*, now: datetime) -> int:
    old = TournamentInvitation.objects.filter(user=None, created_at__lt=now - INVITATIONS)
    return old.exclude(tournament__state__in=(TournamentState.DRAFT, TournamentState.OPEN)).delete()[0]
