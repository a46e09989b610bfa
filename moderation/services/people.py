"""What of moderation goes with an account."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from moderation.models import Complaint, Measure, NetworkSight, StaffNote
from moderation.notifications import PERSON
from moderation.registry import key_of, own_keys

from .trail import erase_words


def forget_contexts(user: User) -> None:
    """Beside reports of games in which he had a part stood who played, by name."""
    Complaint.objects.filter(about__in=own_keys(user)).update(context=[])


@transaction.atomic
def forget_person(user: User) -> None:
    """An account is about to be erased: notes and reports of it go, its networks, its measures and the words of what was done about
    it. The rows of the trail stay, without words."""
    about = key_of(PERSON, user.pk)
    StaffNote.objects.filter(about=about).delete()
    Complaint.objects.filter(about=about).delete()
    Complaint.objects.filter(reporter=user).update(words="")
    forget_contexts(user)
    NetworkSight.objects.filter(user=user).delete()
    Measure.objects.filter(user=user).delete()
    erase_words(about=about)
