"""Emails to `postmaster@` and `abuse@` of our domain (RFC 2142, RFC 5321) go on to the operator of the site, with the sender as the
address to reply to."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from incoming_mail.letters import Letter as Received
from incoming_mail.models import IncomingMail, MailState
from incoming_mail.tokens import is_for_operator
from notifications.kinds import About, Category, Email, Letter, Sample
from notifications.mail.blocks import Button, Quote
from notifications.mail.compose import absolute
from notifications.models import Notification
from notifications.services import queue

APP = "incoming_mail"
HANDLER = "operator"
"""The handler of their rows."""

MOST_TEXT = 20_000

FORWARDED, NO_OPERATOR, TOO_MANY = "forwarded", "no_operator", "too_many"
"""What became of such an email, as its row keeps it."""


def forward(mail: IncomingMail, received: Received, now: datetime) -> str:
    """Queue it for `OPERATOR_MAIL`, or without that for every superuser. Returns what became of it."""
    lately = IncomingMail.objects.filter(
        handler=HANDLER, state=MailState.HANDLED, received_at__gt=now - timedelta(hours=1)
    )
    if lately.count() >= settings.INBOUND_PER_HOUR:
        return TOO_MANY
    data = {
        "to": next(filter(is_for_operator, mail.envelope_to)),
        "sender": received.sender or mail.envelope_from,
        "subject": received.subject,
        "text": received.text.strip()[:MOST_TEXT],
    }
    subject = f"mail:{mail.pk}"  # each is an email of its own
    told = [
        Notification.to(
            *(None, APP, ToOperator.name, mail.pk, place),
            subject=subject,
            at=now,
            data=data,
            address=address,
            language=language,
        )
        for place, (address, language) in enumerate(_operators())
    ]
    queue(told)
    return FORWARDED if told else NO_OPERATOR


def _operators() -> list[tuple[str, str]]:
    """Addresses with languages; what is sent to addresses is forgotten in time."""
    if settings.OPERATOR_MAIL:
        return [(settings.OPERATOR_MAIL, settings.LANGUAGE_CODE)]
    admins = User.objects.filter(is_superuser=True, is_active=True, deleted_at=None).exclude(email=None)
    return [(one.email or "", one.language) for one in admins]


class ToOperator(Email):
    app, name = APP, "operator"
    label = gettext_lazy("email to the operator")
    category = Category(
        "operator", label=gettext_lazy("emails to postmaster@ and abuse@ of this site"), wish="", is_asked_for=True
    )
    overtakes = False

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        return self.letter(**notifications[-1].data)

    def letter(self, *, to: str, sender: str, subject: str, text: str) -> Letter:
        url = absolute(reverse("admin:incoming_mail_incomingmail_changelist"))
        return Letter(
            About("operator", url, reply_to=sender),
            _("Email to %(address)s") % {"address": to},
            _("Reply to this email to answer %(sender)s.") % {"sender": sender} if sender else "",
            [Quote(subject, text), Button(_("Incoming emails"), url)],
            preview=subject,
        )

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            return self.letter(
                to="abuse@pete.example.org",
                sender="somebody@example.com",
                subject=_("Somebody writes to me in your name"),
                text=_("I do not know this game. Who wrote to me?"),
            )

        yield Sample(self, "operator", write)


EMAILS = (ToOperator,)
