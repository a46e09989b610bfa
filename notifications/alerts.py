"""What stands overdue, for the alarm: rows that a sweep should have dealt with."""

from datetime import datetime

from notifications.models import Delivery, DeliveryState, Notification


def overdue(since: datetime) -> dict[str, int]:
    """How many rows were due at that time already. A kind that nobody here declares is among them."""
    return {
        "notifications": Notification.objects.filter(due_at__lte=since).count(),
        "deliveries": Delivery.objects.filter(state=DeliveryState.PENDING, due_at__lte=since).count(),
    }
