"""What concerns one person alone: notes, and whom he does not want to read."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, Mute, Note
from games.models.talk import LONGEST_NOTE
from games.talk.errors import TooLong
from games.talk.text import tidy


@transaction.atomic
def write_note(*, game: Game, user: User, text: str, now: datetime) -> None:
    """Keep this instead of what he had noted about the game; nothing is kept of an empty note. Raises TooLong."""
    words = tidy(text)
    if len(words) > LONGEST_NOTE:
        raise TooLong
    if not words:
        Note.objects.filter(game=game, user=user).delete()
        return
    Note.objects.update_or_create(game=game, user=user, defaults={"text": words, "changed_at": now})


def mute(*, user: User, muted: User, now: datetime) -> None:
    """From now on he does not read what the other says, anywhere. Twice is as once."""
    Mute.objects.get_or_create(user=user, muted=muted, defaults={"at": now})


def unmute(*, user: User, muted_id: int) -> None:
    Mute.objects.filter(user=user, muted=muted_id).delete()
