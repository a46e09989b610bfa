"""What stands overdue, for the alarm: mails that a sweep should have handled."""

from datetime import datetime

from inbound.models import InboundMail, MailState


def overdue(since: datetime) -> dict[str, int]:
    return {"inbound": InboundMail.objects.filter(state=MailState.WAITING, due_at__lte=since).count()}
