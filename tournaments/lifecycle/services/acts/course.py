"""The course of a tournament: registration, deadlines, pauses and its end; who plays in it and who directs it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts import separation
from accounts.models import User
from games.play.errors import NotRunning
from games.play.interventions import pause_game, resume_game
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, LastDirector, NotEligible, WrongState
from tournaments.lifecycle.services import log, standings
from tournaments.lifecycle.services.acts import (
    Ruling,
    add_director_of,
    called,
    entry_of,
    in_tournament,
    later,
    open_round,
    reasoned,
    remove_director_of,
)
from tournaments.lifecycle.services.acts.tables import take_off
from tournaments.lifecycle.services.clockwork import LIVE, halt_of
from tournaments.lifecycle.services.entering import IN, admit, late_rounds, move_up, settled, take_out
from tournaments.lifecycle.services.log import changed, locked
from tournaments.models import (
    Director,
    Due,
    Entry,
    EntryState,
    RoundState,
    Standing,
    Table,
    TableState,
    Tournament,
    TournamentState,
    What,
)

REMINDED = 5
"""Players are reminded when this part of the time is left."""


@in_tournament(TournamentState.OPEN)
def close_entries(ruling: Ruling[Tournament]) -> None:
    """Close registration; directors can still add players. Raises WrongState if it is closed."""
    tournament = ruling.of
    if tournament.closes_at is not None and tournament.closes_at <= ruling.now:
        raise WrongState
    tournament.closes_at = ruling.now
    tournament.save(update_fields=["closes_at"])
    log.put(tournament, What.CLOSES, None)
    ruling.write("closed entries")


@in_tournament(TournamentState.OPEN)
def reopen_entries(ruling: Ruling[Tournament]) -> None:
    """Reopen registration until the tournament starts. Raises WrongState if it is open."""
    tournament = ruling.of
    if tournament.closes_at is None or tournament.closes_at > ruling.now:
        raise WrongState
    tournament.closes_at = None
    tournament.save(update_fields=["closes_at"])
    ruling.write("reopened entries")


@in_tournament(TournamentState.RUNNING)
def open_late_entry(ruling: Ruling[Tournament], *, until: int) -> None:
    """A Swiss takes late entries until this round; missed rounds bring what was stated, so that all who come late get the
    same. Who waits moves up where there is room. Raises BadRequest for a round that is not one of `late_rounds`."""
    tournament = ruling.of
    if until not in late_rounds(tournament):
        raise BadRequest(_("Late entry can be opened until a round of the Swiss that is not paired yet."))
    plan = tournament.plan
    tournament.plan, tournament.standings_due = replace(plan, late=replace(plan.late, until=until)), True
    changed(tournament, "plan_text", "standings_due")  # with late entries nobody's prospects are known
    ruling.write("late entry", until=until, concerned=notifications.in_tournament(tournament))
    move_up(tournament, ruling.now)


@in_tournament(TournamentState.RUNNING)
def move_deadline(ruling: Ruling[Tournament], *, number: int, at: datetime) -> None:
    """A round ends at another time, earlier or later, in the future. Raises NoSuchRound for one that is closed."""
    tournament, of = ruling.of, open_round(ruling.of, number)
    later(at, ruling.now)
    before, of.deadline_at = of.deadline_at, at
    of.save(update_fields=["deadline_at"])
    log.put(tournament, What.DEADLINE, at, number)
    log.put(tournament, What.REMINDER, at - (at - ruling.now) / REMINDED, number)
    times = {"before": before.isoformat(), "until": at.isoformat()}
    ruling.write("deadline", round=number, **times, concerned=notifications.still_playing(of))


@in_tournament(TournamentState.RUNNING)
def pause(ruling: Ruling[Tournament]) -> None:
    """Nothing is due any more, no game begins, and the clocks of all games stop. Raises WrongState where it is paused."""
    tournament = ruling.of
    if tournament.paused_at is not None:
        raise WrongState
    tournament.paused_at = ruling.now
    tournament.save(update_fields=["paused_at"])
    _at_every_game(tournament, pause_game, ruling.now)
    ruling.write("paused", concerned=notifications.in_tournament(tournament))


@in_tournament(TournamentState.RUNNING)
def resume(ruling: Ruling[Tournament]) -> None:
    """It goes on; whatever was due comes later by the length of the pause. Raises WrongState where it is not paused."""
    tournament = ruling.of
    if tournament.paused_at is None:
        raise WrongState
    lasted, tournament.paused_at = ruling.now - tournament.paused_at, None
    tournament.save(update_fields=["paused_at"])
    log.move_all(tournament, lasted)
    open_rounds = tournament.rounds.exclude(state=RoundState.CLOSED)
    open_rounds.update(deadline_at=F("deadline_at") + lasted)
    open_rounds.filter(state=RoundState.PAIRED).update(begins_at=F("begins_at") + lasted)
    _at_every_game(tournament, resume_game, ruling.now)
    seconds = int(lasted.total_seconds())
    ruling.write("resumed", seconds=seconds, concerned=notifications.in_tournament(tournament))


def _at_every_game(tournament: Tournament, act: Callable[..., None], now: datetime) -> None:
    """At tables whose games run, by the numbers of their games, which is the order in which they are locked. A game that has
    ended since its table was read has no clock to stop."""
    tables = Table.objects.filter(round__tournament=tournament, state=TableState.RUNNING, game__isnull=False)
    for table in list(tables.order_by("game_id")):
        try:
            act(game_id=table.game_id, now=now)
        except NotRunning:
            continue


@in_tournament(*LIVE)
def retry(ruling: Ruling[Tournament]) -> None:
    """The next sweep tries again what has failed. Raises WrongState where the tournament is not on hold."""
    if halt_of(ruling.of, ruling.now) is None:
        raise WrongState
    ruling.write("tried again")


@in_tournament(TournamentState.DRAFT, *LIVE)
def abandon(ruling: Ruling[Tournament], *, with_results: bool) -> None:
    """No round follows, and tables that are not decided count for nothing.

    With results, the tables that have counted stay in ratings and standings, which are final; without, none of them, and nobody
    has a place.
    """
    tournament, now = ruling.of, ruling.now
    gone = (
        Table.objects.filter(round__tournament=tournament).exclude(state=TableState.ANNULLED).order_by("game_id", "pk")
    )
    for table in gone.exclude(state=TableState.COUNTED) if with_results else gone:
        take_off(tournament, table, now)
    tournament.rounds.exclude(state=RoundState.CLOSED).update(state=RoundState.CLOSED, closed_at=now)
    Due.objects.filter(tournament=tournament).delete()
    if gone.filter(state=TableState.COUNTED).exists():
        standings.write_standings(tournament, now)
    else:
        Standing.objects.filter(tournament=tournament).delete()
    tournament.state, tournament.finished_at, tournament.paused_at, tournament.standings_due = (
        TournamentState.ABANDONED,
        now,
        None,
        False,
    )
    tournament.save(update_fields=["state", "finished_at", "paused_at", "standings_due"])
    ruling.write("abandoned", with_results=with_results, seed=tournament.seed)
    notifications.over(tournament, now=now)


@in_tournament(*LIVE)
def withdraw(ruling: Ruling[Tournament], *, entry_id: int) -> None:
    """Withdraw a player, who may rejoin; running games go on. Raises NoSuchPlayer, WrongState."""
    _take(ruling, entry_id, EntryState.WITHDRAWN)


@in_tournament(*LIVE)
def remove(ruling: Ruling[Tournament], *, entry_id: int) -> None:
    """The same, but only a director can bring the player back."""
    _take(ruling, entry_id, EntryState.REMOVED)


def _take(ruling: Ruling[Tournament], entry_id: int, state: EntryState) -> None:
    tournament, entry = ruling.of, entry_of(ruling.of, entry_id)
    if entry.user_id == ruling.by.pk:
        raise BadRequest(_("To withdraw yourself, use the tournament page."))
    allowed = {*IN, EntryState.WITHDRAWN} if state == EntryState.REMOVED else set(IN)
    if entry.state not in allowed:
        raise WrongState
    take_out(tournament, entry, state, ruling.now)
    about = {"user": entry.user_id, "player": entry.number, **settled(entry)}
    ruling.write(state.value, **about, concerned=[entry.user_id])
    move_up(tournament, ruling.now)


def addable(tournament: Tournament, user: User, director: User) -> Entry | None:
    """The earlier entry of a player whom `director` may add, if there is one.

    Raises NotEligible, or BadRequest where the player is registered or the two are kept apart."""
    known: Entry | None = tournament.entries.filter(user=user).first()
    if known is not None and known.state in IN:
        raise BadRequest(_("%(name)s is already registered.") % {"name": user.name})
    if separation.is_apart(director.pk, [user.pk]):
        words = _("You cannot register %(name)s. Players register themselves on the tournament page.")
        raise BadRequest(words % {"name": user.name})
    if user.is_bot and not tournament.conditions.bots_allowed:
        raise NotEligible(_("Bots cannot register for this tournament."))
    return known


@in_tournament(*LIVE)
def add(ruling: Ruling[Tournament], *, name: str) -> Entry:
    """Register a player by name, regardless of the conditions and even after removal; on the waiting list if it is
    full, as a late entry while a Swiss runs. A bot may register where the rules of the tournament say so.

    Raises UnknownName, WrongState, EntriesClosed, and what `addable` raises."""
    tournament, user = ruling.of, called(name)
    entry = admit(tournament, user, addable(tournament, user, ruling.by), ruling.now)
    ruling.write("added", user=user.pk, player=entry.number, waits=entry.state == EntryState.WAITING)
    notifications.entered(tournament, user.pk, now=ruling.now)
    return entry


@in_tournament()
def add_director(ruling: Ruling[Tournament], *, name: str) -> Director:
    """Another player directs the tournament too. Raises UnknownName, or BadRequest for a director."""
    user = add_director_of(ruling, name, _("%(name)s already directs this tournament."))
    return Director.objects.create(tournament=ruling.of, user=user, since=ruling.now)


@in_tournament()
def remove_director(ruling: Ruling[Tournament], *, user_id: int) -> None:
    """Remove a director, perhaps oneself. Raises LastDirector, or BadRequest for anybody else."""
    remove_director_of(ruling, user_id, LastDirector)


@transaction.atomic
def hand_over(*, tournament_id: int, to: User, staff: User, alone: bool, reason: str, now: datetime) -> list[int]:
    """Make `to` a director; with `alone`, remove all others. Everybody concerned is notified and the log says why.
    Returns the directors before. Raises BadRequest if nothing would change, ReasonMissing."""
    words = reasoned(reason)
    tournament = locked(tournament_id)
    before = sorted(tournament.directors.values_list("user_id", flat=True))
    if to.pk in before and (not alone or before == [to.pk]):
        raise BadRequest(_("%(name)s already directs this tournament.") % {"name": to.name})
    if to.pk not in before:
        Director.objects.create(tournament=tournament, user=to, since=now)
        act = log.write(tournament, "director added", now=now, by=staff, reason=words, user=to.pk)
        notifications.of_act(tournament, act, {to.pk, *before}, now=now)
    for user_id in before if alone else ():
        if user_id == to.pk:
            continue
        tournament.directors.filter(user_id=user_id).delete()
        act = log.write(tournament, "director removed", now=now, by=staff, reason=words, user=user_id)
        notifications.of_act(tournament, act, {to.pk, user_id}, now=now)
    return before
