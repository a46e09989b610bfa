"""What stands overdue, for the alarm: mails that a sweep should have handled."""

from datetime import datetime

from incoming_mail.models import IncomingMail, MailState


def overdue(since: datetime) -> dict[str, int]:
    return {"inbound": IncomingMail.objects.filter(state=MailState.WAITING, due_at__lte=since).count()}
