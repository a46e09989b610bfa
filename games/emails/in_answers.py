"""Which questions an answer to a mail has put, or is about to: no second mail puts them, whenever their notification
was written."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.models import Kind, Seat
from games.models.notification import APP
from notifications.models import DeliveryState, Notification
from notifications.services import notification_delay

ASKED = "asked"
"""In the data of an answer that has been written: the number of the question that it shows."""


def shows_question(show: Collection[str]) -> bool:
    """Whether an answer with these parts shows the position as it is when it goes out, and with it the question."""
    return not show or "status" in show


def note(answer: Notification, seat: Seat) -> None:
    """This answer, as it is written now, shows the question that this seat has."""
    answer.data = {**answer.data, ASKED: seat.asked_number}
    Notification.objects.filter(pk=answer.pk).update(data=answer.data)


def put_in_answers(seats: Mapping[int, Seat], notifications: Sequence[Notification]) -> set[int]:
    """Those of the notifications, by number, whose question an answer has put; `seats` has the seat that each is about.

    An answer that is on its way will show the question that stands then. What was asked once more long after the answer,
    because a pause is over, is told.
    """
    if not notifications:
        return set()
    numbers = {seat.asked_number for seat in seats.values()}
    on_its_way = Q(due_at__isnull=False) | Q(deliveries__state=DeliveryState.PENDING)
    answers = Notification.objects.filter(
        on_its_way | Q(**{f"data__{ASKED}__in": sorted(numbers)}),
        app=APP,
        kind=Kind.ANSWER.value,
        subject__in={one.subject for one in notifications},
        user__in={one.user_id for one in notifications},
        dropped="",
    )
    found = list(answers.values_list("subject", "user_id", "data", "deliveries__state", "deliveries__sent_at"))
    return {
        one.pk
        for one in notifications
        for subject, user, data, state, sent_at in found
        if (subject, user) == (one.subject, one.user_id) and _puts(data, state, sent_at, seats[one.pk], one)
    }


def _puts(
    data: Mapping[str, Any], state: str | None, sent_at: datetime | None, seat: Seat, notification: Notification
) -> bool:
    """Whether this answer puts the question of the notification; `state` is that of its message, None where there is none yet."""
    if sent_at is None:
        return state in (None, DeliveryState.PENDING) and shows_question(data["show"])
    return data.get(ASKED) == seat.asked_number and sent_at >= notification.created_at - notification_delay()
