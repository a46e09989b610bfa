"""A table, game or invitation that is deleted takes with it what is not yet told about it."""

from django.db.models.signals import post_delete
from django.dispatch import receiver

from games.models import Game, Invitation
from games.models.notification import game_subject, invitation_subject
from incoming_mail.tokens import forget_subject
from notifications.services import forget


@receiver(post_delete, sender=Game)
def forget_game(instance: Game, **kwargs: object) -> None:
    forget(game_subject(instance.pk))


@receiver(post_delete, sender=Invitation)
def forget_invitation(instance: Invitation, **kwargs: object) -> None:
    forget(invitation_subject(instance.pk))
    forget_subject(invitation_subject(instance.pk))
