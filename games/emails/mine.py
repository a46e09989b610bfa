"""The games and tables of one player as lines: what a mail to the site's own address is answered with."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Invitation, InvitationState, Seat, Status
from games.tables.services.gathering import GATHERING
from notifications.mail import times

MOST = 40


def games_of(user: User, now: datetime) -> list[str]:
    """Running games, those that wait for him first; then tables and invitations. Each begins with its number."""
    seats = Seat.objects.filter(tenures__user=user, tenures__until=None, game__status=Status.RUNNING)
    found = list(seats.select_related("game").order_by("-waiting", "due_at", "game_id")[:MOST])
    tables = Game.objects.filter(participants__user=user, status__in=GATHERING).order_by("pk")[:MOST]
    asked = Invitation.objects.filter(user=user, state=InvitationState.OPEN, game__status__in=GATHERING)
    return [
        *(_seat_line(seat, now) for seat in found),
        *(_("%(game)s: not started yet") % {"game": _name(table)} for table in tables),
        *(
            _("%(game)s: %(who)s invites you. Reply “join %(number)s” or “decline %(number)s”.")
            % {"game": _name(one.game), "who": one.inviter.name, "number": one.game_id}
            for one in asked.select_related("game", "inviter").order_by("pk")[:MOST]
        ),
    ]


def _seat_line(seat: Seat, now: datetime) -> str:
    if not seat.waiting:
        return _("%(game)s: waiting for others") % {"game": _name(seat.game)}
    if seat.due_at is None:
        return _("%(game)s: your turn") % {"game": _name(seat.game)}
    return _("%(game)s: your turn, %(left)s left") % {"game": _name(seat.game), "left": times.span(seat.due_at - now)}


def _name(game: Game) -> str:
    return f"{game.pk} “{' '.join(game.title.split())}”"
