"""All that somebody has said and noted, for himself to take along."""

from typing import Any

from accounts.models import User
from games.models import Line, Note


def words_of(user: User) -> dict[str, Any]:
    """Lines that stand and notes, the oldest first. Two statements."""
    lines = Line.objects.filter(author=user, removed_at__isnull=True).select_related("game").order_by("at", "pk")
    notes = Note.objects.filter(user=user).select_related("game").order_by("changed_at", "pk")
    return {
        "lines": [
            {
                "game": line.game_id,
                "title": line.game.title,
                "room": line.room,
                "number": line.number,
                "at": line.at.isoformat(),
                "text": line.text,
            }
            for line in lines
        ],
        "notes": [
            {"game": one.game_id, "title": one.game.title, "changed_at": one.changed_at.isoformat(), "text": one.text}
            for one in notes
        ],
    }
