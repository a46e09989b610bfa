"""Who gathers at a table before its game begins."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models.game import Game, new_token


class Participant(models.Model):
    """A user or a bot who will have a seat. `agreed` is false after the host changed the options, until they accept."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="participants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="participations")
    bot = models.CharField(max_length=20, blank=True)
    agreed = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["joined_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="participant_once"),
            models.CheckConstraint(
                name="participant_user_or_bot",
                condition=models.Q(user__isnull=False, bot="") | (models.Q(user__isnull=True) & ~models.Q(bot="")),
            ),
        ]

    def __str__(self) -> str:
        return self.bot or str(self.user)


class InvitationState(models.TextChoices):
    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    REVOKED = "revoked", _("revoked")


class Invitation(models.Model):
    """One asked person. An address without an account becomes a user when the link is followed and answered: its token
    stands in the mail alone, where neither host nor staff read it, and so proves the address."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="invitations"
    )
    email = models.EmailField(blank=True)
    unheard = models.BooleanField(default=False, help_text="email is not sent: the invited person is blocked")
    language = models.CharField(
        max_length=5, default="en", help_text="language of the email to an address without an account"
    )
    token = models.CharField(max_length=32, unique=True, default=new_token)
    word = models.CharField(max_length=240, blank=True, help_text="message from the inviter, plain text")
    state = models.CharField(max_length=10, choices=InvitationState.choices, default=InvitationState.OPEN)
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "user"],
                name="invitation_user_once",
                condition=models.Q(state="open", user__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["game", "email"],
                name="invitation_address_once",
                condition=models.Q(state="open") & ~models.Q(email=""),
            ),
            models.CheckConstraint(
                name="invitation_names_somebody", condition=models.Q(user__isnull=False) | ~models.Q(email="")
            ),
        ]
        indexes: ClassVar = [
            # my games: asked by an address that had no account then
            models.Index(Upper("email"), name="invitation_address", condition=models.Q(state="open", user__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.user or self.email}"

    def is_to(self, user: User) -> bool:
        """Whether it is this user's to answer, open or answered: by their account, or by their address."""
        if self.user_id is not None:
            return bool(self.user_id == user.pk)
        return bool(self.email) and not self.unheard and self.email.lower() == (user.email or "").lower()
