"""A line goes: its place stays, its text does not."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.permissions import can
from games.chat.errors import NotYourLine
from games.models import Line, Mute, Note, Removal


@transaction.atomic
def remove(*, line_id: int, user: User, now: datetime) -> Line:
    """By its author, the host of the table, or who moderates it (`games.extensions`). Twice is as once. Raises NotYourLine or
    Line.DoesNotExist."""
    line = Line.objects.select_for_update(of=("self",)).select_related("game").get(pk=line_id)
    if line.author_id == user.pk:
        why = Removal.AUTHOR
    elif can(user, "host table", line.game):
        why = Removal.HOST
    elif can(user, "moderate talk", line.game):
        why = Removal.TOURNAMENT
    else:
        raise NotYourLine
    take_away(line, by=user, why=why, now=now)
    return line


def take_away(line: Line, *, by: User, why: Removal, now: datetime) -> None:
    """The text goes, whoever may say so having said it; a line that is gone stays as it went."""
    if not line.is_removed:
        line.text, line.removed_at, line.removed_by, line.why = "", now, by, why
        line.save(update_fields=["text", "removed_at", "removed_by", "why"])


@transaction.atomic
def forget_person(user: User, *, now: datetime) -> None:
    """An account is about to be deleted: its lines say nothing any more, its notes and whom it muted are gone."""
    standing = Line.objects.filter(author=user, removed_at__isnull=True)
    standing.update(text="", removed_at=now, removed_by=user, why=Removal.LEFT)
    Note.objects.filter(user=user).delete()
    Mute.objects.filter(user=user).delete()
    Mute.objects.filter(muted=user).delete()
