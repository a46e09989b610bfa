"""Accounts that staff have closed: the trail says so first, and what is known of the person goes after that, in many steps. And
what of moderation goes with any account."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from moderation.actions import key_of, own_keys
from moderation.models import Complaint, Measure, NetworkSight, StaffNote, TrailRow
from moderation.notifications import PERSON
from moderation.services.trail import erase_words

CLOSING = ("erase-account", "merge-account")
"""The acts after which an account is wiped."""


def is_closed(user_id: int) -> bool:
    """Nothing lets anybody in there again."""
    return TrailRow.objects.filter(act__in=CLOSING, about=key_of(PERSON, user_id)).exists()


def unfinished() -> list[User]:
    """Accounts that are closed and not wiped: that was broken off."""
    keys = TrailRow.objects.filter(act__in=CLOSING).values_list("about", flat=True)
    numbers = {int(key.partition(":")[2]) for key in keys}
    return list(User.objects.filter(pk__in=numbers, deleted_at=None).order_by("pk"))


def end_measures_of(user: User, now: datetime) -> None:
    """The account is about to be closed: no end of a suspension opens it again. Nobody is told; a last mail says all."""
    Measure.objects.filter(user=user, ended_at=None).update(ended_at=now)


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
