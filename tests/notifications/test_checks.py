"""What the database itself sees to."""

import pytest
from django.db import IntegrityError, connection, transaction

from notifications.models import Notification

pytestmark = pytest.mark.django_db


def test_a_notification_for_nobody_is_refused():
    """By PostgreSQL when it is written, which is no statement of its own; by SQLite when the transaction ends."""
    with pytest.raises(IntegrityError):
        _write(user=1_000_000)


@transaction.atomic
def _write(*, user: int) -> None:
    Notification.objects.create(app="club", kind="evening", key="evening:1", user_id=user)
    assert connection.vendor == "sqlite"
    connection.check_constraints()
