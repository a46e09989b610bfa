"""Rated games in the order in which they were taken, what each changed, and where everybody stands now."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Game


class Reason(models.TextChoices):
    """Why a finished game changed no rating: `arbiter.ratings.games.Unrated`, or what only the site knows."""

    NONE = "", _("it is rated")
    CASUAL = "casual", _("the game was played for fun")
    TOO_FEW_PEOPLE = "too-few-people", _("fewer than two seats are held by people")
    TOO_SHORT = "too-short", _("the game was abandoned before two rounds were completed")
    AGREED = "agreed", _("everyone agreed to stop")
    HOUSEHOLD = "household", _("two players share a household")


LEFT_OUT = Q(annulled_at__isnull=False) | Q(game__annulled_at__isnull=False)
"""Rated games that do not count: voided for the ratings by an operator, or as a game by a director."""


class RatingQueue(models.Model):
    """One row, locked by whoever rates games, so that games are rated one after the other. If `rebuilt` is behind
    `merged`, accounts were merged or results corrected since the last rebuild, and one is due."""

    merged = models.PositiveIntegerField(
        default=0, db_default=0, help_text="number of merged accounts with rated games"
    )
    rebuilt = models.PositiveIntegerField(
        default=0, db_default=0, help_text="the same number at the last full recalculation"
    )

    class Meta:
        verbose_name = _("rating queue")

    def __str__(self) -> str:
        return "ratings"


class RatedGame(models.Model):
    """A game that ended and asks to be rated. It waits while it has neither number nor reason.

    `judged` is `arbiter.ratings.games.RatedGame` as `arbiter.kept` writes it, with the version of the formula: players,
    ranks and pools. A rebuild goes by `number` and reads nothing else of the game.
    """

    game = models.OneToOneField(Game, models.PROTECT, related_name="+")
    ended_at = models.DateTimeField()
    number = models.PositiveBigIntegerField(null=True, unique=True, help_text="1, 2, 3, … without gaps")
    judged = models.TextField(blank=True)
    unrated = models.CharField(max_length=20, choices=Reason.choices, default=Reason.NONE, blank=True)
    annulled_at = models.DateTimeField(null=True, blank=True)
    annulled_because = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="rated_game_whole",
                condition=Q(number__isnull=True, judged="") | (Q(number__isnull=False, unrated="") & ~Q(judged="")),
            ),
        ]
        indexes: ClassVar = [
            # what is to be taken next
            models.Index(
                fields=["ended_at", "game"],
                name="rated_game_waits",
                condition=Q(number__isnull=True, unrated="", annulled_at__isnull=True),
            ),
            # those of a month
            models.Index(fields=["ended_at", "number"], name="rated_game_ended", condition=Q(number__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}"

    @property
    def is_annulled(self) -> bool:
        return self.annulled_at is not None

    @property
    def waits(self) -> bool:
        return self.number is None and not self.unrated and not self.is_annulled


class RatingChange(models.Model):
    """What a game changed for a player in a pool, unrounded; `rank` is their place among the rated players."""

    rated_game = models.ForeignKey(RatedGame, models.CASCADE, related_name="changes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    pool = models.CharField(max_length=150)
    rank = models.PositiveSmallIntegerField()
    before = models.FloatField()
    after = models.FloatField()
    games_before = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rated_game", "pool", "user"], name="rating_change_once"),
        ]
        indexes: ClassVar = [
            # the history of a player
            models.Index(fields=["user", "pool", "-rated_game"], name="rating_change_of"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.pool}: {self.before:+.2f} to {self.after:+.2f}"


class LadderPart(models.TextChoices):
    SETTLED = "settled"
    PROVISIONAL = "provisional"
    INACTIVE = "inactive"


class Rating(models.Model):
    """A player's rating in a pool: the unrounded value, the number of games, and when the last one ended. `part` is the leaderboard
    where it stands, by last night at the latest; empty for players who have left."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    pool = models.CharField(max_length=150)
    value = models.FloatField()
    games = models.PositiveIntegerField()
    played_at = models.DateTimeField()
    part = models.CharField(max_length=12, blank=True, default="", db_default="", editable=False)
    firsts = models.PositiveIntegerField(default=0, db_default=0, help_text="games in which nobody was ahead")

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "pool"], name="rating_once")]
        indexes: ClassVar = [
            # leaderboards
            models.Index(F("pool"), F("part"), F("value").desc(), F("user"), name="rating_ladder"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.pool}: {self.value:.2f}"


class Opponent(models.Model):
    """How often a player met another one in rated games, finished ahead of them, and level with them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    games = models.IntegerField()
    won = models.IntegerField()
    level = models.IntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "opponent"], name="opponent_once")]
        indexes: ClassVar = [
            # a player's most frequent opponents
            models.Index(fields=["user", "-games", "opponent"], name="opponent_frequent"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} against {self.opponent_id}: {self.games}"


class MonthGain(models.Model):
    """What a player has gained with all games together in a month, as UTC has it, in thousandths of a point: whole numbers add up
    to the same in any order."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    month = models.CharField(max_length=7, help_text="2026-11")
    gained = models.IntegerField()
    games = models.IntegerField()
    won = models.IntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "month"], name="month_gain_once")]
        indexes: ClassVar = [
            # leaders of a month
            models.Index(fields=["month", "-gained", "user"], name="month_gain_leaders"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.month}: {self.gained}"


class HiddenRatings(models.Model):
    """A user who does not want to see their own ratings; others see them."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.user_id}"
