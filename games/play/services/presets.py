"""What players decide before they are asked (GUILD-2, M2-TRADE-3, IMPO-3, BANQ-THIEF-6)."""

from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.models import LogRow, Preset, Seat
from games.play.errors import NoSuchPreset
from games.play.positions import Play, load

from .advance import Advance


@transaction.atomic
def set_preset(*, game_id: int, user: User, name: str, value: str, now: datetime) -> list[LogRow]:
    """Decide something for questions to come; a question that already waits for this seat may be answered by it at once.

    The default is kept by keeping no row. Raises NotRunning, NotSeated or NoSuchPreset; then nothing is written.
    """
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    return _decide(play, seat, _offered(play, seat, name), value, now)


@transaction.atomic
def revoke_preset(*, game_id: int, user: User, name: str, now: datetime) -> list[LogRow]:
    """Decide nothing beforehand any more: the default holds again. Raises as `set_preset` does."""
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    offered = _offered(play, seat, name)
    return _decide(play, seat, offered, offered.default, now)


def forget(seat: Seat) -> None:
    """Who takes this seat over for good decides for himself."""
    Preset.objects.filter(seat=seat).delete()


def _offered(play: Play, seat: Seat, name: str) -> engine.Preset:
    for preset in engine.presets_for(play.state, seat.index):
        if preset.name == name:
            return preset
    raise NoSuchPreset(name=name)


def _decide(play: Play, seat: Seat, preset: engine.Preset, value: str, now: datetime) -> list[LogRow]:
    if value not in preset.values:
        raise NoSuchPreset(name=preset.name, value=value)
    decided = play.presets.setdefault(seat.index, {})
    if value == preset.default:
        Preset.objects.filter(seat=seat, name=preset.name).delete()
        decided.pop(preset.name, None)
    else:
        phase = "" if preset.lasts else engine.phase_key(play.state)
        row = {"value": value, "phase": phase, "changed_at": now}
        Preset.objects.update_or_create(seat=seat, name=preset.name, defaults=row)
        decided[preset.name] = value
    advance = Advance(play, now)
    advance.answer_standing_orders()
    return advance.commit() if advance.rows else []
