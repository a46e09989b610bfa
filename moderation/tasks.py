"""What moderation does by itself: rows say what is due, and each task may run twice or late."""

from celery import shared_task
from django.utils.timezone import now

from moderation import services


@shared_task(acks_late=True, ignore_result=True)
def end_measures() -> None:
    """End mutes and suspensions whose time is over, and keep suspended people from holding up games, also those begun since."""
    services.end_due_measures(now=now())
    services.keep_out(now=now())
