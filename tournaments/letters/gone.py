"""An event, a league or an invitation that is deleted takes with it what is not yet told about it."""

from __future__ import annotations

from django.db.models.signals import post_delete
from django.dispatch import receiver

from notices.services import forget
from tournaments.events.notices import INVITATION, subject_of
from tournaments.leagues import notices as of_leagues
from tournaments.models import Event, EventInvitation, League


@receiver(post_delete, sender=Event)
def forget_event(instance: Event, **kwargs: object) -> None:
    forget(subject_of(instance.pk))


@receiver(post_delete, sender=EventInvitation)
def forget_invitation(instance: EventInvitation, **kwargs: object) -> None:
    forget(f"{INVITATION}:{instance.pk}")


@receiver(post_delete, sender=League)
def forget_league(instance: League, **kwargs: object) -> None:
    forget(of_leagues.subject_of(instance.pk))
