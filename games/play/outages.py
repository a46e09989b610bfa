"""After an outage, give every clock that ran the time back, once, before any deadline is enforced.

The task that looks for deadlines writes a heartbeat. A gap above `LONGEST_GAP` becomes an `Outage`; no deadline is enforced until
it is credited (`games.tasks`). Each game is credited in a transaction under its lock. Its log row tells the players, and keeps a
second worker from crediting it again.

If a clock still runs, its start moves by what it ran during the outage, which is nothing in its player's night. If its player
answered since, the bank gets back what it paid. A secret question gets a new window, as after a pause.
"""

import logging
import time
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists

import engine
from games.models import BY_PLAYER, Game, Heartbeat, Outage, RowKind, Seat, Source, Status, TimeText
from games.models.clock import PaceKind
from games.models.own_hours import OwnHours
from games.play import notifications, secrecy
from games.play.advance import Advance, write_times
from games.play.clocks import hours_of
from games.play.interventions import end_quick_play
from games.play.positions import Play, load
from notifications.services import queue

logger = logging.getLogger("games")

BEAT = timedelta(minutes=1)
"""How often the heartbeat is written."""
LONGEST_GAP = timedelta(minutes=15)
"""A longer one is an outage: deadlines are minutes at least, and an update takes less."""
TOLD_FOR = timedelta(days=2)
"""How long pages announce an outage."""
BATCH = 200


def start() -> None:
    """Start the heartbeat, so that gaps are noticed. Running twice changes nothing."""
    Heartbeat.objects.get_or_create(pk=1)


def may_enforce(now: datetime, until: float) -> bool:
    """Write the heartbeat and credit clocks until `until`, in process time. False while some clocks are left."""
    still = Exists(Outage.objects.filter(done_at=None))
    found = Heartbeat.objects.filter(pk=1).values_list("at", still).first()
    if found is None or (now - found[0] < BEAT and not found[1]):
        return True
    _beat(now)
    return all(_credit_all(outage, now, until) for outage in Outage.objects.filter(done_at=None))


@transaction.atomic
def _beat(now: datetime) -> None:
    """Write the heartbeat, and an outage after a long gap. The lock lets only one worker find the gap."""
    heart = Heartbeat.objects.select_for_update().get(pk=1)
    if now - heart.at > LONGEST_GAP:
        outage = Outage.objects.create(began_at=heart.at, ended_at=now)
        logger.error("outage %s: no heartbeat from %s to %s; all clocks are credited", outage.pk, heart.at, now)
    if now > heart.at:
        heart.at = now
        heart.save(update_fields=["at"])


def _credit_all(outage: Outage, now: datetime, until: float) -> bool:
    """Credit one game after the other. Crediting a game twice changes nothing, so two workers may run at once."""
    running = Game.objects.filter(status=Status.RUNNING, started_at__lt=outage.ended_at).order_by("pk")
    while time.monotonic() < until:
        found = list(running.filter(pk__gt=outage.game).values_list("pk", flat=True)[:BATCH])
        if not found:
            Outage.objects.filter(pk=outage.pk, done_at=None).update(done_at=now)
            cache.delete(_TOLD)
            return True
        for game_id in found:
            try:
                credit(game_id=game_id, outage=outage, now=now)
            except Exception:  # its deadline is enforced all the same; the others must not wait
                logger.exception("the clocks of game %s could not be credited", game_id)
        outage.game = found[-1]
        Outage.objects.filter(pk=outage.pk, game__lt=outage.game).update(game=outage.game)
    return False


@transaction.atomic
def credit(*, game_id: int, outage: Outage, now: datetime) -> bool:
    """Give the clocks of one game the outage back. True if this call did it; running twice changes nothing."""
    play = load(game_id, lock=True)
    game, name = play.game, f"{TimeText.OUTAGE} {outage.pk} "
    if (
        not game.is_running
        or game.is_solo
        or any(row.kind == RowKind.TIME and row.text.startswith(name) for row in reversed(play.rows))
    ):
        return False
    advance, gap = Advance(play, now), outage.ended_at - outage.began_at
    is_quick = game.quick_until is not None
    end_quick_play(advance)  # its slow clocks stood still
    credited = [seat for seat in play.seats if not is_quick and _credit_seat(play, seat, outage)]
    if secrecy.is_secret(play.state) and not game.is_paused and _opened_before(play, outage):
        write_times(game, resumed_at=outage.ended_at)
        _new_window(play, outage.ended_at)
        credited = credited or play.seats
    if game.breaks_off_at is not None and not game.is_paused:
        write_times(game, breaks_off_at=game.breaks_off_at + gap)
        queue(notifications.standing_still(play, now=now))
        credited = credited or play.seats
    if not credited:
        if advance.rows:
            advance.commit()
        return False
    advance.note(RowKind.TIME, credited[0].index, f"{name}{int(gap.total_seconds())}", Source.AUTO)
    told = [one for seat in credited for one in notifications.reminders(play, seat, now=now)]
    advance.commit(tell=lambda: told)
    return True


def _credit_seat(play: Play, seat: Seat, outage: Outage) -> bool:
    """Give this clock the outage back if it ran then, maybe until a pause. True if it did."""
    if play.holder(seat.index).is_bot:
        return False
    is_secret = secrecy.is_secret(play.state)
    lost = paid = timedelta()
    if seat.remaining is not None and play.game.pace_kind == PaceKind.BANK:
        paid = min(_paid(play, seat, outage), max((play.game.pace_cap or timedelta()) - seat.remaining, timedelta()))
        seat.remaining += paid
    paused_at = play.game.paused_at
    if paused_at is not None:
        opened_at = secrecy.question_opened_at(play)
        is_asked = not is_secret and seat.index in engine.waiting_for(play.state)
        if is_asked and opened_at is not None and seat.remaining is not None:
            lost = _overlap(outage, opened_at, paused_at, hours_of(play, seat, opened_at))
            seat.remaining += lost
    elif seat.running_since is not None and not is_secret:
        began, hours = seat.running_since, seat.own_hours
        lost = _overlap(outage, began, outage.ended_at, hours)
        if lost:
            seat.running_since = hours.due_at(began, lost)
        if seat.due_at is not None:
            seat.due_at = hours.due_at(seat.running_since, hours.run(began, seat.due_at) + paid)
    return bool(lost or paid)


def _overlap(outage: Outage, since: datetime, until: datetime, hours: OwnHours) -> timedelta:
    """How long a clock started at `since` has run during the outage: not while its player slept."""
    return max(hours.run(since, min(until, outage.ended_at)) - hours.run(since, outage.began_at), timedelta())


def _paid(play: Play, seat: Seat, outage: Outage) -> timedelta:
    """What this seat's bank paid for the outage, in answers during it and the first one after it, by the hours of today."""
    paid, steps = timedelta(), play.steps
    for place in range(len(steps) - 1, 0, -1):
        row, before = steps[place].row, steps[place - 1]
        if row is None or row.at <= outage.began_at:
            break
        since = before.row.at if before.row is not None else play.game.started_at
        is_charged = row.seat == seat.index and row.source in BY_PLAYER and not secrecy.is_secret(before.step.state)
        if is_charged and since is not None:
            paid += _overlap(outage, since, row.at, hours_of(play, seat, since))
    return paid


def _opened_before(play: Play, outage: Outage) -> bool:
    since = secrecy.question_opened_at(play)
    return since is not None and since < outage.ended_at


def _new_window(play: Play, now: datetime) -> None:
    window = secrecy.window_since(play.game, now)
    for seat in play.seats:
        if seat.due_at is not None:
            seat.running_since, seat.due_at = window.since, window.until
        elif seat.bot_due_at is not None:
            seat.bot_due_at = window.until


_TOLD = "games:outage"


def announced(now: datetime) -> Outage | None:
    """The last credited outage, while it is recent enough to announce. At most one statement in ten minutes."""
    told: tuple[datetime, datetime] | str | None = cache.get(_TOLD)
    if told is None:
        last = Outage.objects.filter(done_at__gt=now - TOLD_FOR).last()
        told = (last.began_at, last.ended_at) if last else ""
        cache.set(_TOLD, told, 600)
    return Outage(began_at=told[0], ended_at=told[1]) if isinstance(told, tuple) else None
