"""What people say to each other beside a game, what they note for themselves, and what somebody has seen of a game."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Tenure

LONGEST_LINE = 500
LONGEST_NOTE = 5000
LONGEST_REASON = 500

GREETINGS = {
    "hello": gettext_noop("Hello, have fun!"),
    "good-game": gettext_noop("Good game!"),
    "well-played": gettext_noop("Well played!"),
    "thanks": gettext_noop("Thank you!"),
    "sorry": gettext_noop("Sorry for the wait."),
}
"""What is said by one tap, by its code. A message holds it in English and is read in the reader's language."""


class Room(models.TextChoices):
    SEATS = "seats", _("table chat")
    WATCHERS = "watchers", _("spectator chat")


class Removal(models.TextChoices):
    NONE = "", _("visible")
    AUTHOR = "author", _("deleted by the author")
    HOST = "host", _("removed by the host")
    TOURNAMENT = "tournament", _("removed by a tournament director")
    STAFF = "staff", _("removed by a moderator")
    LEFT = "left", _("author deleted their account")


class Line(models.Model):
    """One thing said. `tenure` is the seat that its author held then, empty before the start and for watchers.

    A removed line keeps its place and its number; its text is gone.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="lines", db_index=False)
    room = models.CharField(max_length=8, choices=Room.choices, default=Room.SEATS)
    number = models.PositiveIntegerField(help_text="1, 2, 3, … in its room")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="lines", db_index=False)
    tenure = models.ForeignKey(Tenure, models.SET_NULL, null=True, related_name="lines")
    text = models.CharField(max_length=LONGEST_LINE, blank=True)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    removed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    why = models.CharField(max_length=16, choices=Removal.choices, default=Removal.NONE, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "room", "number"], name="line_number_once"),
            models.CheckConstraint(name="line_removed_is_empty", condition=Q(removed_at__isnull=True) | Q(text="")),
        ]
        indexes: ClassVar = [
            # how much somebody has said lately
            models.Index(fields=["author", "at"], name="line_author_at"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.room} {self.number}"

    @property
    def words(self) -> str:
        return gettext(self.text) if self.text in GREETINGS.values() else self.text

    @property
    def is_removed(self) -> bool:
        return self.removed_at is not None


class Note(models.Model):
    """A private note about a game. Nobody else ever sees it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes")
    text = models.TextField(max_length=LONGEST_NOTE)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "user"], name="note_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class MoveNote(models.Model):
    """What a player noted at a position of a game. Nobody else sees it before its author has published it, which is possible once
    the game is over. `number` is the last row of the log that was in force there, 0 at the start."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="move_notes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="move_notes")
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=LONGEST_LINE)
    changed_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "user", "number"], name="move_note_once")]

    def __str__(self) -> str:
        return f"{self.game_id}.{self.number} {self.user_id}"


class Mute(models.Model):
    """`user` does not want to read what `muted` says. Nobody but `user` learns of it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", db_index=False)
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "muted"], name="mute_once"),
            models.CheckConstraint(name="mute_another", condition=~Q(user=F("muted"))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted_id}"


class ReportReason(models.TextChoices):
    INSULT = "insult", _("insults or threats")
    SPAM = "spam", _("advertising")
    CHEATING = "cheating", _("collusion or outside help")
    OTHER = "other", _("something else")


class Report(models.Model):
    """Somebody finds that a line should not be there. `context` is what was said around it, as it stood then: a list of
    `number`, `author` (the number of the account), `at` and `text`, so that removing a line hides nothing."""

    line = models.ForeignKey(Line, models.CASCADE, related_name="reports", db_index=False)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="talk_reports")
    reason = models.CharField(_("Reason"), max_length=8, choices=ReportReason.choices)
    words = models.CharField(_("Details"), max_length=LONGEST_REASON, blank=True)
    context = models.JSONField(default=list)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(_("resolved at"), null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    note = models.CharField(_("note"), max_length=LONGEST_REASON, blank=True, help_text="visible to the site team only")

    class Meta:
        verbose_name = _("message report")
        verbose_name_plural = _("message reports")
        ordering: ClassVar = ["-at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line", "reporter"], name="report_once"),
            models.CheckConstraint(
                name="report_settled_by_somebody", condition=Q(settled_at__isnull=False) | Q(note="")
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.line_id}: {self.reason}"


class Seen(models.Model):
    """How far this user has looked at this game. Nobody else is shown any of it, and it never goes back.

    Written by `games.play.seen` alone. That somebody has moved stands in the log and need not be written here.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seen", db_index=False)
    game = models.ForeignKey(Game, models.CASCADE, related_name="seen")
    version = models.PositiveIntegerField(default=0, help_text="last log number that was on screen")
    line = models.PositiveIntegerField(default=0, help_text="last chat message that was on screen")
    result = models.BooleanField(default=False, help_text="the game has finished and the player has seen the result")
    unread = models.BooleanField(default=False, help_text="there may be a chat message after `line`")

    class Meta:
        ordering: ClassVar = ["user", "game"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "game"], name="seen_once")]
        indexes: ClassVar = [
            # results that somebody has not seen
            models.Index(fields=["user"], name="seen_result_open", condition=Q(result=False)),
            # what was said that somebody has not read
            models.Index(fields=["user"], name="seen_unread", condition=Q(unread=True)),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id}, game {self.game_id}: {self.version}"
