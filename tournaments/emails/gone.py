"""A tournament, a league or an invitation that is deleted takes with it what is not yet told about it."""

from __future__ import annotations

from django.db.models.signals import post_delete
from django.dispatch import receiver

from notifications.services import forget
from tournaments.leagues import notifications as of_leagues
from tournaments.lifecycle.notifications import INVITATION, subject_of
from tournaments.models import League, Tournament, TournamentInvitation


@receiver(post_delete, sender=Tournament)
def forget_tournament(instance: Tournament, **kwargs: object) -> None:
    forget(subject_of(instance.pk))


@receiver(post_delete, sender=TournamentInvitation)
def forget_invitation(instance: TournamentInvitation, **kwargs: object) -> None:
    forget(f"{INVITATION}:{instance.pk}")


@receiver(post_delete, sender=League)
def forget_league(instance: League, **kwargs: object) -> None:
    forget(of_leagues.subject_of(instance.pk))
