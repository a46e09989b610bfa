"""A game in which somebody has the email for their turn, and what they reply."""

from datetime import timedelta

from games.mail_commands.telling import CONFIRMED_WITHIN
from games.play.positions import load
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay
from incoming_mail.services import take
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.games.play_builders import NOON, asked_user

LATER = NOON + timedelta(minutes=5)


def tell(now):
    bundle_due(now)
    deliver_due(now)


def asked(game):
    play = load(game.pk)
    return asked_user(play), play


def turn_mail(mailbox, user):
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == "your_turn"][-1]


def arrive(mail, now=LATER, envelope_from=None):
    """Through the one door, and handled."""
    row = take(
        mail.as_bytes(),
        envelope_from=str(mail["From"]) if envelope_from is None else envelope_from,
        envelope_to=[str(mail["To"])],
        way=ArrivalWay.SMTP,
        now=now,
    )
    handle_due(now)
    row.refresh_from_db()
    return row


def answers(mailbox, user, now=LATER):
    """Those that went to him, the ones that waited for a next question too."""
    for later in (timedelta(), CONFIRMED_WITHIN):
        tell(now + later + timedelta(seconds=5))
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == "answer"]
