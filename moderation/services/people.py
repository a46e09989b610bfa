"""What of moderation goes with an account."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from moderation.models import Complaint, Measure, NetworkSight, StaffNote
from moderation.notices import PERSON
from moderation.registry import key_of

from .trail import erase_words


@transaction.atomic
def forget_person(user: User) -> None:
    """An account is about to be erased: notes and reports of it go, its networks, its measures and the words of what was done about
    it. The rows of the trail stay, without words."""
    about = key_of(PERSON, user.pk)
    StaffNote.objects.filter(about=about).delete()
    Complaint.objects.filter(about=about).delete()
    Complaint.objects.filter(reporter=user).update(words="")
    NetworkSight.objects.filter(user=user).delete()
    Measure.objects.filter(user=user).delete()
    erase_words(about=about)
