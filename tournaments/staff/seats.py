"""Staff give a seat of a tournament's game to somebody else: through the tournament, which counts it by its own rule."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.emails.players import Done
from games.errors import GameError
from games.staff.games import GAME, tell
from games.staff.seats import SubstituteForm, holders, is_running, seat_of
from moderation.actions import Act, Change, Order
from moderation.errors import Refused
from moderation.forms.acts import called
from tournaments.lifecycle.services.acts.seats import substitute_by_staff
from tournaments.models import Table, TableState


def substitute(order: Order) -> Change:
    seat, by = order.values["seat"], called(order.values["name"])
    before, who = seat_of(order.number, seat).tenures.get(until=None).user_id, holders(order.number)[seat]
    if by == order.by:
        raise Refused(_("Choose another player, not yourself."))
    tournament = substitute_by_staff(
        game_id=order.number, seat=seat, by=by, staff=order.by, reason=order.reason, now=order.now
    )
    tell(order, Done.REPLACED, who)
    return Change(
        {"seat": seat, "holder": before or "bot"}, {"seat": seat, "holder": by.pk, "tournament": tournament.pk}
    )


def _plays(number: int, now: datetime) -> bool:
    return is_running(number, now) and Table.objects.filter(game=number, state=TableState.RUNNING).exists()


ACTS = (
    Act(
        "substitute-in-tournament",
        GAME,
        _("Add substitute in tournament"),
        _(
            "Another player takes over the seat permanently, with a fresh clock. If the tournament's rule "
            "gives substitutes the place, all of the player's running games there go along. The tournament "
            "log shows the reason; directors and players are notified."
        ),
        "moderation.replace_seat",
        substitute,
        SubstituteForm,
        is_open=_plays,
        refusals=(Refused, GameError),
    ),
)
