"""What somebody has not read of a table's talk."""

from accounts.models import User
from games.chat.readers import is_shut, lines_for, window
from games.models import Line, Room, Seen
from games.play.positions import Play


def unread_lines(play: Play, user: User, *, since: int) -> list[Line]:
    """Others' lines that stand, that he may read and has not had before his eyes, from number `since` on. Three statements at
    most."""
    seen = window(play, user)
    if seen is None or not seen.is_open or is_shut(play.game):
        return []
    known = Seen.objects.filter(user=user, game=play.game).values_list("line", flat=True).first() or 0
    lines = lines_for(play.game, Room.SEATS, user, seen).exclude(author=user)
    standing = lines.filter(number__gte=max(since, known + 1), removed_at__isnull=True)
    return list(standing.select_related("author").order_by("number"))
