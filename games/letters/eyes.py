"""Whether the game a notice speaks of lies open before its reader."""

from games.models.notice import number_in
from games.play import presence
from notices.models import Notice


def is_open(notice: Notice) -> bool:
    return notice.user_id is not None and presence.is_open(notice.user_id, number_in(notice.subject))
