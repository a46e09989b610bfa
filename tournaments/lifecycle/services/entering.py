"""People enter a tournament and leave it, before its start and while it runs."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from arbiter.errors import TooLate
from arbiter.formats.groups import late_points
from arbiter.progression.plan import Applicant, RoundRobin, Swiss, reasons_against
from arbiter.progression.situation import Why
from arbiter.progression.standings import if_given_up
from games.models import Game, Status
from games.play.reliability import kept_deadlines
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, EntriesClosed, NotEligible, NothingToComeLater
from tournaments.lifecycle.services import log, lots
from tournaments.lifecycle.services.creating import is_established, number_entries, ratings_of
from tournaments.lifecycle.services.log import changed, entry_of_user, locked
from tournaments.lifecycle.services.standings import situation_of
from tournaments.lifecycle.words import say
from tournaments.models import Entry, EntryState, Rest, Round, Tournament, TournamentInvitation, TournamentState, What

IN = (EntryState.ENTERED, EntryState.WAITING)


@transaction.atomic
def enter(*, tournament_id: int, user: User, now: datetime, code_word: str = "", sealed: str = "") -> Entry:
    """Enter, or stand on the waiting list where all places are taken. May run twice. `sealed`: the hash of what the player's
    browser contributes to the lots.

    While a Swiss runs one may enter until the round that it states. Raises EntriesClosed, or NotEligible with the reasons.
    """
    tournament = locked(tournament_id, TournamentState.OPEN, TournamentState.RUNNING)
    known = tournament.entries.filter(user=user).first()
    if known is not None and known.state in IN:
        return known
    if known is not None and known.state == EntryState.REMOVED:
        raise NotEligible(_("A director removed you from this tournament. Contact the directors."))
    if known is not None and known.number is not None:
        return _come_back(tournament, known, now)
    if tournament.is_open and tournament.closes_at and tournament.closes_at <= now:
        raise EntriesClosed
    reasons = list(reasons_against(tournament.conditions, applicant_of(user, tournament, code_word)))
    if reasons:
        raise NotEligible(" ".join(say(reason) for reason in reasons))
    entry = admit(tournament, user, known, now)
    lots.seal(entry, sealed)
    kind = "waits" if entry.state == EntryState.WAITING else "entered"
    log.write(tournament, kind, now=now, by=user, user=user.pk, first_round=entry.first_round, sealed=entry.sealed)
    notifications.entered(tournament, user.pk, now=now)
    return entry


def admit(tournament: Tournament, user: User, known: Entry | None, now: datetime) -> Entry:
    """Register a player who may register, with a starting number if the tournament is running. Its row is locked.

    `known` is their earlier entry. Raises EntriesClosed if it is too late.
    """
    entry = known or Entry(tournament=tournament, user=user)
    is_new = entry.number is None
    if is_new:
        entry.first_round = 1 if tournament.is_open else late_round(tournament)
    is_full = _is_full(tournament)
    entry.state, entry.entered_at = EntryState.WAITING if is_full else EntryState.ENTERED, now
    entry.left_at, entry.is_idle = None, False
    entry.save()
    _settle(tournament, entry, "")
    if tournament.is_running and not is_full and is_new:
        _begin_late(tournament, entry)
    if tournament.starts_when_full and tournament.is_open and _has_all_places_taken(tournament):
        log.put(tournament, What.STARTS, now)  # an open cup starts at the next sweep
    return entry


def late_round(tournament: Tournament) -> int:
    """The first round that plays who enters now, while the tournament runs. Raises EntriesClosed where it is too late."""
    stage = tournament.plan.stages[0]
    first_round = 1 + Round.objects.filter(tournament=tournament).count()
    if not isinstance(stage, Swiss) or first_round > stage.rounds:
        raise EntriesClosed
    try:
        late_points(tournament.plan.late, first_round)
    except TooLate as error:
        raise EntriesClosed(say(error.sentence)) from error
    return first_round


def late_rounds(tournament: Tournament) -> range:
    """The rounds until which late entry could be opened that is closed before them: of a Swiss those that are not paired."""
    stage, paired = tournament.plan.stages[0], tournament.rounds.count()
    rounds = stage.rounds if isinstance(stage, Swiss) else 0
    return range(1 + max(paired, tournament.plan.late.until), 1 + rounds)


def _begin_late(tournament: Tournament, entry: Entry) -> None:
    """Give a late entry its starting number, and for missed rounds the points that the tournament states."""
    last = tournament.entries.aggregate(number=Max("number"))["number"] or 0
    number_entries(tournament, [entry], first=1 + last)
    points = late_points(tournament.plan.late, entry.first_round)
    Rest.objects.bulk_create(
        Rest(round=of, entry=entry, why=Why.LATE.value, points=str(points[of.number - 1]))
        for of in Round.objects.filter(tournament=tournament, number__lt=entry.first_round).order_by("number")
    )
    tournament.standings_due = True
    changed(tournament, "standings_due")


def _come_back(tournament: Tournament, entry: Entry, now: datetime) -> Entry:
    """Let a withdrawn player rejoin from the next round; voided results count again. Where the place was taken,
    they wait."""
    waits = _is_full(tournament) and moves_up(tournament)
    entry.state = EntryState.WAITING if waits else EntryState.ENTERED
    entry.entered_at = now if waits else entry.entered_at
    entry.left_at, entry.is_idle = None, False
    entry.save(update_fields=["state", "entered_at", "left_at", "is_idle"])
    if waits:
        log.write(tournament, "waits", now=now, by=entry.user, user=entry.user_id)
        notifications.entered(tournament, entry.user_id, now=now)
        return entry
    _settle(tournament, entry, "")
    log.write(tournament, "came back", now=now, by=entry.user, player=entry.number)
    return entry


@transaction.atomic
def leave(*, tournament_id: int, user: User, now: datetime) -> None:
    """Leave the waiting list or the tournament; games that run go on. Raises NotEntered."""
    tournament = locked(tournament_id, TournamentState.OPEN, TournamentState.RUNNING)
    entry = entry_of_user(tournament, user, *IN)
    take_out(tournament, entry, EntryState.WITHDRAWN, now)
    log.write(tournament, "left", now=now, by=user, user=user.pk, player=entry.number, **settled(entry))
    move_up(tournament, now)


def take_out(tournament: Tournament, entry: Entry, state: EntryState, now: datetime) -> None:
    """An entry is no longer in; in a round-robin that runs it is settled what becomes of its results. The tournament's
    row is locked."""
    if tournament.is_running and entry.number and not entry.gave_up:
        found = if_given_up(situation_of(tournament, now), entry.number)
        _settle(tournament, entry, found.rule.value if found else "")
    entry.state, entry.left_at = state, now
    entry.save(update_fields=["state", "left_at"])


def _settle(tournament: Tournament, entry: Entry, gave_up: str) -> None:
    if entry.gave_up == gave_up:
        return
    entry.gave_up = gave_up
    entry.save(update_fields=["gave_up"])
    tournament.standings_due = True
    changed(tournament, "standings_due")


def settled(entry: Entry) -> dict[str, Any]:
    return {"results": entry.gave_up} if entry.gave_up else {}


def move_up(tournament: Tournament, now: datetime) -> None:
    """Give free places to those who wait longest: before the start, and in a running Swiss while late entry is
    possible, with the points of late entries. The tournament's row is locked."""
    if tournament.most_entrants is None or not moves_up(tournament):
        return
    free = tournament.most_entrants - _count(tournament)
    for entry in tournament.entries.filter(state=EntryState.WAITING).order_by("entered_at", "pk")[: max(0, free)]:
        entry.state = EntryState.ENTERED
        is_late = tournament.is_running and entry.number is None
        if is_late:
            entry.first_round = late_round(tournament)
        entry.save(update_fields=["state", "first_round"])
        if is_late:
            _begin_late(tournament, entry)
        log.write(tournament, "moved up", now=now, user=entry.user_id, first_round=entry.first_round)
        notifications.tell(
            notifications.TournamentNotification.MOVED_UP, tournament, [entry.user_id], now, when=now.isoformat()
        )


def moves_up(tournament: Tournament) -> bool:
    if tournament.starts_when_full or not tournament.is_running:
        return tournament.is_open and not tournament.starts_when_full
    try:
        return late_round(tournament) > 0
    except EntriesClosed:
        return False


@transaction.atomic
def be_back(*, tournament_id: int, user: User, now: datetime) -> None:
    """Rejoin after dropping out: paired again from the next round. Raises NotEntered."""
    tournament = locked(tournament_id, TournamentState.RUNNING)
    entry = entry_of_user(tournament, user, EntryState.ENTERED)
    if entry.is_idle:
        entry.is_idle = False
        entry.save(update_fields=["is_idle"])
        log.write(tournament, "is back", now=now, by=user, player=entry.number)


@transaction.atomic
def wish(
    *, tournament_id: int, user: User, now: datetime, byes: Sequence[int] = (), not_before: date | None = None
) -> None:
    """Request byes in rounds that are not paired, and not to play before a day.

    Raises NotEntered; NothingToComeLater for a day if no rounds are left to pair; BadRequest for too many byes, and
    for rounds that are paired or do not exist.
    """
    tournament = locked(tournament_id, TournamentState.OPEN, TournamentState.RUNNING)
    entry = entry_of_user(tournament, user, *IN)
    stage = tournament.plan.stages[0]
    if byes and not isinstance(stage, Swiss):
        raise BadRequest(_("Byes can be requested in a Swiss only."))
    paired = Round.objects.filter(tournament=tournament).count()
    if not_before is not None and not_before != entry.not_before and not has_rounds_to_come(tournament, paired):
        raise NothingToComeLater
    kept = [number for number in entry.requested if number <= paired]
    wanted = sorted(set(byes))
    if isinstance(stage, Swiss) and any(not paired < number <= stage.rounds for number in wanted):
        raise BadRequest(_("A bye can be requested only for a round that is not paired yet."))
    if len(kept) + len(wanted) > tournament.plan.most_requested:
        most = tournament.plan.most_requested
        told = ngettext(
            "You can request %(most)s bye in this tournament.",
            "You can request %(most)s byes in this tournament.",
            most,
        )
        raise BadRequest(told % {"most": most})
    entry.requested, entry.not_before = [*kept, *wanted], not_before
    entry.save(update_fields=["requested", "not_before"])
    log.write(tournament, "wishes", now=now, by=user, user=user.pk, byes=entry.requested)


def has_rounds_to_come(tournament: Tournament, paired: int) -> bool:
    """Whether rounds are still to be paired that a player can join or miss: in a Swiss, and in a round-robin with
    one round after another."""
    first = tournament.plan.stages[0]
    if isinstance(first, Swiss):
        return paired < first.rounds
    return isinstance(first, RoundRobin) and not first.at_once


def _is_full(tournament: Tournament) -> bool:
    return not tournament.starts_when_full and _has_all_places_taken(tournament)


def _has_all_places_taken(tournament: Tournament) -> bool:
    return tournament.most_entrants is not None and _count(tournament) >= tournament.most_entrants


def _count(tournament: Tournament) -> int:
    return tournament.entries.filter(state=EntryState.ENTERED).count()


def applicant_of(user: User, tournament: Tournament, code_word: str) -> Applicant:
    """The figures that conditions are about. Invited is who was named, opened an invitation link, or has confirmed the address that
    was invited."""
    games = Game.objects.filter(seats__tenures__user=user, seats__tenures__until=None)
    deadlines = kept_deadlines(user)
    own = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    named = Q(user=user) | Q(user=None, email__in=[one.lower() for one in own])
    return Applicant(
        rating=ratings_of([user.pk]).get(user.pk),
        is_established=is_established(user.pk),
        finished_games=games.filter(status=Status.FINISHED).count(),
        running_games=games.filter(status=Status.RUNNING).count(),
        kept=deadlines.met,
        missed=deadlines.missed,
        is_invited=TournamentInvitation.objects.filter(named, tournament=tournament).exists(),
        code_word=code_word,
        is_bot=user.is_bot,
    )
