"""Whether the game a notification speaks of lies open before its reader."""

from games.models.notification import number_in
from games.play import presence
from notifications.models import Notification


def is_open(notification: Notification) -> bool:
    return notification.user_id is not None and presence.is_open(notification.user_id, number_in(notification.subject))
