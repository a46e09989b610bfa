"""What concerns one person alone: notes, and whom he does not want to read."""

from datetime import datetime

from django.db import transaction

from accounts.limits import hold_count
from accounts.models import User
from games.chat.errors import TooLong, TooManyMuted
from games.chat.text import tidy
from games.models import Game, Mute, Note
from games.models.chat import LONGEST_NOTE

MOST_MUTED = 500
"""How many people one may have muted: every chat that he opens looks at all of them."""


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


@transaction.atomic
def mute(*, user: User, muted: User, now: datetime) -> None:
    """From now on he does not read what the other says, anywhere. Twice is as once. Raises TooManyMuted."""
    hold_count(user.pk)
    mine = Mute.objects.filter(user=user)
    if mine.filter(muted=muted).exists():
        return
    if mine.count() >= MOST_MUTED:
        raise TooManyMuted
    Mute.objects.create(user=user, muted=muted, at=now)


def unmute(*, user: User, muted_id: int) -> None:
    Mute.objects.filter(user=user, muted=muted_id).delete()
