"""The user: an address to sign in with, a name for others to see, a clock, a language and wishes; and what stands between two
people.
"""

import zoneinfo
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least, Lower
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.avatars import LONGEST as LONGEST_CHOICE
from accounts.avatars import AvatarColour, AvatarPattern, avatar_of
from accounts.limits import Tries
from accounts.names import LONGEST, all_zones, check_name, name_key, tidy_name
from accounts.tokens import ApiToken, Device, KnownBrowser, Scope


class Block(models.Model):
    """`blocker` does not want to meet `blocked` at a table. Nobody but the blocker may learn of it."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", verbose_name=_("blocked by"), db_index=False
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by", verbose_name=_("blocked player")
    )
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="accounts_block_once"),
            models.CheckConstraint(name="accounts_block_another", condition=~Q(blocker=F("blocked"))),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class Followed(models.Model):
    """`follower` wants to see what `player` plays. Nobody but the follower may learn of it."""

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="followed", verbose_name=_("follower"), db_index=False
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="followed_by", verbose_name=_("followed player")
    )
    at = models.DateTimeField(_("since"))

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["follower", "player"], name="accounts_followed_once"),
            models.CheckConstraint(name="accounts_followed_another", condition=~Q(follower=F("player"))),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.player_id}"


class Household(models.Model):
    """`asker` has said that they live with `named`, or share a device; it holds from `since`, when `named` agreed,
    to `until`. Rows that have held stay: whether a game was among people of one household is asked of its own time."""

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="households_asked", verbose_name=_("asked by")
    )
    named = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="households_named", verbose_name=_("other player")
    )
    asked_at = models.DateTimeField(_("asked"))
    since = models.DateTimeField(_("since"), null=True)
    until = models.DateTimeField(_("until"), null=True)

    class Meta:
        verbose_name = _("household")
        verbose_name_plural = _("households")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Both may name each other at once: that makes one row.
            models.UniqueConstraint(
                Least("asker", "named"),
                Greatest("asker", "named"),
                condition=Q(until__isnull=True),
                name="accounts_household_once",
            ),
            models.CheckConstraint(name="accounts_household_two", condition=~Q(asker=F("named"))),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} and {self.named_id}"


def check_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a zone of the IANA list, such as Europe/Berlin."""
    if name not in all_zones():
        raise ValidationError(
            _("%(name)s is not a time zone. Choose one from the list, such as Europe/Berlin."),
            code="time_zone",
            params={"name": name},
        )


class Language(models.TextChoices):
    """Languages the site speaks, each called by its own name."""

    ENGLISH = "en", "English"
    GERMAN = "de", "Deutsch"


class Ratio(models.TextChoices):
    """Shapes of the game page, width : height (UI-21)."""

    FREE = "", _("any aspect ratio")
    R4_3 = "4:3", "4 : 3"
    R3_2 = "3:2", "3 : 2"
    R16_10 = "16:10", "16 : 10"
    R16_9 = "16:9", "16 : 9"
    R21_9 = "21:9", "21 : 9"


class UserManager(BaseUserManager["User"]):
    """Makes users; the address is kept in small letters, because that is how people type it."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A user who signs in with `password`, or by mailed codes when there is none."""
        if not email:
            raise ValueError("A user needs a mail address.")
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Sign-in does not care for capitals in the address."""
        return self.get(email=(username or "").lower())

    def players(self) -> "models.QuerySet[User]":
        """People who can still be invited or shown: not those who deleted their account, and no guests."""
        return self.filter(deleted_at=None, is_active=True, guest_until=None)


GUEST = "~"
"""How the name in the row of a guest begins: no name that somebody chooses has this sign."""
NAMED_GUEST = f"{GUEST} "
"""The same for a guest who has told a name. It is nobody's: several guests may have it, and an account too."""


def name_of(number: int, display_name: str, deleted_at: datetime | None) -> str:
    """What other people call this user, from three columns of the row: lists read no more of it."""
    if deleted_at:
        return gettext("Former player %(number)s") % {"number": number}
    if display_name and display_name.startswith(NAMED_GUEST):  # a table without a host has none
        return gettext("%(name)s (guest)") % {"name": display_name.removeprefix(NAMED_GUEST)}
    if display_name and display_name.startswith(GUEST):
        return gettext("Guest")
    return display_name


class User(AbstractBaseUser, PermissionsMixin):
    """A person. `name` is what everybody sees; `email` is shown to nobody else, ever.

    After deletion the row stays, because finished games need somebody in the seat: address, name, password and wishes
    are gone, `deleted_at` is set and `name` reads "Former player 123" in the reader's language.
    """

    email = models.EmailField(
        _("email address"),
        unique=True,
        null=True,
        error_messages={"unique": _("An account with this email address already exists.")},
    )
    display_name = models.CharField(
        _("name"),
        max_length=LONGEST,
        validators=[check_name],
        help_text=_("Shown to other players. 2 to 20 characters."),
    )
    name_key = models.CharField(max_length=80, unique=True, editable=False)
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        default="UTC",
        validators=[check_time_zone],
        help_text=_("Deadlines and dates are shown in this time zone."),
    )
    waking_hours = models.CharField(
        max_length=60,
        blank=True,
        default="",
        db_default="",
        help_text="8-22 8-22 … for the days from Monday on, - for a day off (games.models.own_hours); empty: all day",
    )
    automatic_vacation = models.BooleanField(default=True, db_default=True)
    vacation_until = models.DateTimeField(
        null=True, editable=False, help_text="end of the last day of vacation, so that only who has one is asked for it"
    )
    language = models.CharField(_("language"), max_length=5, choices=Language.choices, default=Language.ENGLISH)

    avatar_pattern = models.CharField(
        _("picture"), max_length=LONGEST_CHOICE, choices=AvatarPattern.choices, default="", db_default="", blank=True
    )
    avatar_colour = models.CharField(
        _("colour of the picture"),
        max_length=LONGEST_CHOICE,
        choices=AvatarColour.choices,
        default="",
        db_default="",
        blank=True,
    )
    shows_presence = models.BooleanField(
        _("show other players when I am online"),
        default=True,
        db_default=True,
        help_text=_(
            "The front page lists players who are online. Your own page only shows roughly when you were last seen."
        ),
    )

    confirm_moves = models.BooleanField(
        _("confirm each move before sending"),
        default=False,
        help_text=_("You check each move before it is sent. Otherwise only the move that ends a game is confirmed."),
    )
    pass_by_itself = models.BooleanField(
        _("play automatically when I have only one move"),
        default=True,
        help_text=_("Only with open hands and rubles, where everybody sees it anyway. The log shows it."),
    )
    warn_too_late = models.BooleanField(
        _("warn me about cards that no longer pay off"),
        default=True,
        help_text=_("In the last round, for cards that only bring rubles."),
    )
    tell_mistakes = models.BooleanField(
        _("point out costly moves in practice games"),
        default=True,
        db_default=True,
        help_text=_("With the better move and its reason. Only in games against bots in which nothing counts."),
    )
    hide_results = models.BooleanField(
        _("hide results until I have seen the end of the game"),
        default=False,
        db_default=False,
        help_text=_("Lists, emails and replays do not give away a result until you have seen the end of the game."),
    )
    keyboard_shortcuts = models.BooleanField(
        _("keyboard shortcuts on the game page"),
        default=True,
        help_text=_("Single letters such as b for buy. Turn this off if a screen reader or voice control uses them."),
    )
    log_pictures = models.BooleanField(
        _("card pictures in the log"),
        default=True,
        help_text=_("Off: card names as links."),
    )
    window_width = models.BooleanField(
        _("game page at full window width"), default=True, help_text=_("Off: at most 1280 pixels wide.")
    )
    window_height = models.BooleanField(_("game page at full window height or more"), default=True)
    window_ratio = models.CharField(
        _("fixed aspect ratio of the game page"),
        max_length=5,
        choices=Ratio.choices,
        default=Ratio.FREE,
        blank=True,
        help_text=_("Width to height. Needs exactly one of the two settings above."),
    )

    is_staff = models.BooleanField(_("can use the admin pages"), default=False)
    is_active = models.BooleanField(_("can sign in"), default=True)
    created_at = models.DateTimeField(_("member since"), default=timezone.now, editable=False)
    active_on = models.DateField(_("last seen"), null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(_("deleted on"), null=True, blank=True, editable=False)
    guest_until = models.DateTimeField(
        _("guest until"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("The guest and all their games are deleted then. Empty for accounts."),
    )

    mail_stopped_at = models.DateTimeField(
        null=True, editable=False, help_text="no email is sent to the address since then, because emails bounced"
    )
    feed_key = models.CharField(
        max_length=32,
        blank=True,
        editable=False,
        help_text="secret part of the calendar address; empty: none",
    )

    came_by_link = models.BooleanField(
        default=False,
        editable=False,
        help_text="created through an email link, and no code was entered elsewhere since",
    )

    bot_since = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="when an operator allowed a program to play for this account; the name shows it",
    )

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # A write past save(), such as an import, cannot make a second Anna@example.org either.
            models.UniqueConstraint(Lower("email"), name="accounts_user_email_lower"),
        ]
        indexes: ClassVar = [
            # how many guests there are, and which of them are due
            models.Index(fields=["guest_until"], name="user_guest", condition=models.Q(guest_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What other people see, in the language of the reader."""
        return name_of(self.pk, self.display_name, self.deleted_at)

    @property
    def avatar(self) -> SafeString:
        return avatar_of(self.name, self.avatar_pattern, self.avatar_colour)

    @property
    def is_pseudonym(self) -> bool:
        return self.deleted_at is not None

    @property
    def is_guest(self) -> bool:
        """Whether this is somebody without an account, who plays bots and friends (`accounts.guests`)."""
        return self.guest_until is not None

    @property
    def is_bot(self) -> bool:
        """Whether a program decides what this account plays, with an operator's leave (`accounts.services`)."""
        return self.bot_since is not None

    @property
    def window(self) -> str:
        """The window settings as class names of the game page (UI-21)."""
        names = [name for name, on in (("w-full", self.window_width), ("h-full", self.window_height)) if on]
        return " ".join([*names, *([f"r-{self.window_ratio.replace(':', '-')}"] if self.window_ratio else [])])

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        self.email = self.email.lower() if self.email else None
        self.display_name = tidy_name(self.display_name)
        same = User.objects.filter(name_key=name_key(self.display_name)).exclude(pk=self.pk)
        if not self.deleted_at and same.exists():
            raise ValidationError({"display_name": ValidationError(_("This username is taken."), code="name_taken")})

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.email:
            self.email = self.email.lower()
        if not self.deleted_at:
            self.display_name = tidy_name(self.display_name)
            if not self.display_name.startswith(NAMED_GUEST):
                self.name_key = name_key(self.display_name)
        fields = kwargs.get("update_fields")
        if fields is not None and "display_name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)
