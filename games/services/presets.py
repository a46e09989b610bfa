"""What players decide before they are asked (GUILD-2, M2-TRADE-3, IMPO-3, BANQ-THIEF-6)."""

from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.errors import NoSuchPreset, NotRunning, NotSeated
from games.models import LogRow, Preset
from games.positions import load

from .advance import Advance


@transaction.atomic
def set_preset(*, game_id: int, user: User, name: str, value: str, now: datetime) -> list[LogRow]:
    """Decide something for questions to come; a question that already waits for this seat may be answered by it at once.

    The default is kept by keeping no row. Raises NotRunning, NotSeated or NoSuchPreset; then nothing is written.
    """
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    seat = play.seat_of(user)
    if seat is None:
        raise NotSeated
    offered = {preset.name: preset for preset in engine.presets_for(play.state, seat.index)}
    if name not in offered or value not in offered[name].values:
        raise NoSuchPreset(name=name, value=value)
    if value == offered[name].default:
        Preset.objects.filter(seat=seat, name=name).delete()
        play.presets.get(seat.index, {}).pop(name, None)
    else:
        Preset.objects.update_or_create(seat=seat, name=name, defaults={"value": value, "changed_at": now})
        play.presets.setdefault(seat.index, {})[name] = value
    advance = Advance(play, now)
    advance.answer_standing_orders()
    return advance.commit() if advance.rows else []
