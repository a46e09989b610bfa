"""Staff give a seat of an event's game to somebody else: through the event, which counts it by its own rule."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.errors import GameError
from games.letters.staffed import Done
from games.staff.games import GAME, tell
from games.staff.seats import SubstituteForm, holders, is_running, seat_of
from moderation.acts import Act, Change, Order
from moderation.errors import Refused
from moderation.forms.acts import called
from tournaments.events.services.acts.seats import substitute_by_staff
from tournaments.models import Table, TableState


def substitute(order: Order) -> Change:
    seat, by = order.values["seat"], called(order.values["name"])
    before, who = seat_of(order.number, seat).tenures.get(until=None).user_id, holders(order.number)[seat]
    if by == order.by:
        raise Refused(_("Give the seat to somebody else than yourself."))
    event = substitute_by_staff(
        game_id=order.number, seat=seat, by=by, staff=order.by, reason=order.reason, now=order.now
    )
    tell(order, Done.REPLACED, who)
    return Change({"seat": seat, "holder": before or "bot"}, {"seat": seat, "holder": by.pk, "event": event.pk})


def _plays(number: int, now: datetime) -> bool:
    return is_running(number, now) and Table.objects.filter(game=number, state=TableState.RUNNING).exists()


ACTS = (
    Act(
        "substitute-in-event",
        GAME,
        _("Bring a substitute into its event"),
        _(
            "Somebody else plays on for good, with a clock as at the start. Where the rule of the event gives substitutes the"
            " place, all games of the player there that run go along. Its log says by whom and why; its directors and all who"
            " play are told."
        ),
        "moderation.replace_seat",
        substitute,
        SubstituteForm,
        is_open=_plays,
        refusals=(Refused, GameError),
    ),
)
