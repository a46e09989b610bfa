"""What other apps call: what somebody wishes, and what is forgotten with time or with an account."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import User
from incoming_mail.models import IncomingMail, MailState, Preview, ReplyToken, ReplyWish


def preview_of(user: User) -> Preview:
    """When a move of his that came by mail waits for a yes."""
    said = ReplyWish.objects.filter(user=user).values_list("preview", flat=True).first()
    return Preview(said) if said else Preview.UNCOVERING


def wish_preview(user: User, preview: Preview) -> None:
    ReplyWish.objects.update_or_create(user=user, defaults={"preview": preview})


@transaction.atomic
def forget_person(user: User) -> None:
    """For an account that is about to be deleted: keys of mails, wishes, and whose mail was whose."""
    ReplyToken.objects.filter(user=user).delete()
    ReplyWish.objects.filter(user=user).delete()
    IncomingMail.objects.filter(user=user).update(user=None, raw=b"", envelope_from="", envelope_to=[], letter="")


def forget_old(now: datetime) -> int:
    """Throw away mails that came to an end, and what is said of them, after `INBOUND_KEEP_DAYS`."""
    old = IncomingMail.objects.exclude(state=MailState.WAITING)
    return old.filter(received_at__lt=now - timedelta(days=settings.INBOUND_KEEP_DAYS)).delete()[0]
