"""Who gathers at a table before its game begins, and who looks for players."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models.game import Game, new_token

MOST_AT_ONCE = 250
"""So many games and tables of one person are looked at together, the newest."""
MOST_OVER = 30
"""So many that are over; My games shows five."""


class Participant(models.Model):
    """A user or a bot who will have a seat, or has one. `agreed` is false after the host changed the options, until they agree.

    Everybody who ever held a seat has a row here, so `over_at` leads from a person to the games that still concern them,
    however many they have finished.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="participants", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="participations", db_index=False
    )
    bot = models.CharField(max_length=20, blank=True)
    agreed = models.BooleanField(default=True)
    sealed = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        editable=False,
        help_text="hash of what their browser contributes to the deal",
    )
    opened = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        editable=False,
        help_text="what it contributed; empty until it is opened",
    )
    joined_at = models.DateTimeField(default=timezone.now)
    over_at = models.DateTimeField(
        null=True, editable=False, help_text="when the game finished or the table closed; empty before"
    )

    class Meta:
        ordering: ClassVar = ["joined_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="participant_once"),
            models.CheckConstraint(
                name="participant_user_or_bot",
                condition=models.Q(user__isnull=False, bot="") | (models.Q(user__isnull=True) & ~models.Q(bot="")),
            ),
        ]
        indexes: ClassVar = [
            # one person's games: those that go on, and the latest that are over
            models.Index(fields=["user", "over_at", "game"], name="participant_over"),
            # one person's games, the newest first
            models.Index(fields=["user", "game"], name="participant_game"),
        ]

    def __str__(self) -> str:
        return self.bot or str(self.user)

    @classmethod
    def going_on(cls, user: object) -> "models.QuerySet[Participant]":
        """The rows of this user, or of the user of this number, whose game is not over: the newest `MOST_AT_ONCE`.

        With a limit, the database expects few rows. By its figures about all rows it would expect thousands for whoever has
        finished thousands, and would read every game of the site.
        """
        return cls.objects.filter(user=user, over_at=None).order_by("-over_at", "-game")[:MOST_AT_ONCE]

    @classmethod
    def latest_over(cls, user: object) -> "models.QuerySet[Participant]":
        """The rows of this user whose game or table was over last, the latest first, `MOST_OVER` at most."""
        return cls.objects.filter(user=user, over_at__isnull=False).order_by("-over_at", "-game")[:MOST_OVER]


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


class Seek(models.Model):
    """A wish of `user` for a game against people. It waits in the pool of its edition, players and pace; `due_at` is when the
    sweep looks at that pool again, because the window of ratings has widened meanwhile."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeks", db_index=False)
    edition = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=12, help_text="name in games.models.clock.PACES")
    sealed = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="hash of what the browser contributes to the deal: games.tables.contributions",
    )
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(help_text="when it is deleted if nobody was found")

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "edition", "players", "pace"], name="seek_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="seek_due"),  # the sweep
            models.Index(fields=["edition", "players", "pace", "created_at"], name="seek_pool"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id}: edition {self.edition}, {self.players} players, {self.pace}"
