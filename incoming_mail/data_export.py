"""What mails to the site add to the archive of a person (`accounts.export`)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.export import ExportPart, Plain, table
from accounts.models import User
from incoming_mail.models import IncomingMail, ReplyToken
from incoming_mail.services import preview_of


def _mails(user: User) -> Iterator[tuple[str, Plain]]:
    names = ("received_at", "size", "way", "state", "handler", "reason", "handled_at", "envelope_from")
    yield (
        "mails-to-the-site.json",
        {
            "asks_before_it_moves": preview_of(user),
            "mails": table(IncomingMail.objects.filter(user=user), *names),
            "addresses_for_answers": table(
                ReplyToken.objects.filter(user=user), "handler", "subject", "made_at", "used_at", "revoked_at"
            ),
        },
    )


PARTS = (ExportPart("mails-to-the-site.json", _("emails you sent to the site, and their results"), _mails),)
