"""Emails about contributions to the deal of a table: the players whose browsers have not opened theirs, and what was sealed."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Participant, Status
from games.models.notification import number_in
from games.play.notifications import GameNotification
from games.play.positions import Play
from games.replay.proof import contribution_lines
from notifications.kinds import Letter, NoLongerTrue, Sample
from notifications.mail import times
from notifications.mail.blocks import Block, Button, Heading, Items, Paragraph, bold, say
from notifications.mail.compose import absolute
from notifications.models import Notification

from . import TABLES, GameEmail, about
from .samples import NOW, play_at


def contributed(play: Play) -> list[Block]:
    """What each player's browser had sealed, in the order of joining, and whether it was opened."""
    lines = [" ".join(filter(None, (f"{one.name}:", one.state, one.sealed))) for one in contribution_lines(play)]
    return [Heading(_("Contributions to the deal")), Items(lines)] if lines else []


class DealWaits(GameEmail):
    """An open page opens the contribution by itself; who has none open is asked to come."""

    category = TABLES
    name = GameNotification.DEAL_WAITS.value
    label = gettext_lazy("the deal is waiting for your browser")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        unopened = Participant.objects.filter(user=notification.user_id, opened="")
        waiting = unopened.filter(game=number_in(notification.subject), game__status=Status.FULL)
        return "" if waiting.filter(game__sealed_at__isnull=False).exists() else "opened"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        game: Game = Game.objects.get(pk=number_in(notifications[-1].subject))
        if game.starts_at is None:
            raise NoLongerTrue("started")
        return self.letter(game, game.starts_at)

    def letter(self, game: Game, at: datetime) -> Letter:
        lead = _("The deal is waiting for your browser's contribution. Open the table on the device where you joined.")
        then = say(
            _("Without it the game starts on %(at)s (%(zone)s), and your contribution counts as withheld."),
            at=bold(times.moment(at)),
            zone=times.zone_name(),
        )
        view = Button(_("View table"), absolute(reverse("games:table", args=[game.pk])))
        return Letter(about(game), _("All seats are taken"), lead, [view, Paragraph(then)])

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            return self.letter(play_at(0).game, NOW + timedelta(hours=12))

        yield Sample(self, "deal-waits", gettext_lazy("The deal is waiting"), write)


EMAILS = (DealWaits,)
