"""The task that handles what is due. It looks at everything and may run twice or late (docs/mail.md)."""

from celery import shared_task
from django.utils.timezone import now

from incoming_mail.handling import handle_due


@shared_task(acks_late=True, ignore_result=True)
def handle_mails() -> None:
    handle_due(now())
