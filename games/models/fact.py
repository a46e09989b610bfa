"""What the search asks of a finished game, computed once at its end (`games.play.facts`), and what is kept for the search: few
narrow rows, because there is a row for every card that anybody ever bought."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game


class GameFact(models.Model):
    """How a game was played and how it ended. `ended` is a place in `engine.record.ENDINGS`."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="fact")
    edition = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    moves = models.PositiveSmallIntegerField()
    hours = models.PositiveIntegerField(null=True, help_text="from start to end; empty where nobody knows")
    ended = models.PositiveSmallIntegerField()
    counted = models.BooleanField(
        default=False, db_default=False, help_text="its sums are in the totals, or never will be"
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["game"], name="fact_uncounted", condition=Q(counted=False)),
            # rare values; of the others there are enough among the latest games
            models.Index(fields=["rounds", "game"], name="fact_rounds"),
            models.Index(fields=["ended", "game"], name="fact_ended", condition=~Q(ended=0)),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.rounds} rounds"


class SeatFact(models.Model):
    """What one seat came to. `user` is its last player; `name` that of an imported game, as `accounts.names.name_key` writes it.

    `over_at`, when the game finished, stands here too, so that an index gives somebody's games in their order.
    """

    pk = models.CompositePrimaryKey("game", "seat")
    game = models.ForeignKey(Game, models.CASCADE, related_name="seat_facts", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False)
    over_at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField()
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    name = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "over_at", "game"], name="seat_fact_user", condition=Q(user__isnull=False)),
            models.Index(fields=["name", "over_at", "game"], name="seat_fact_name", condition=~Q(name="")),
            models.Index(fields=["points", "game"], name="seat_fact_points"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}, seat {self.seat}: {self.points}"


class CardFact(models.Model):
    """A seat bought or played so many copies of a card: the first at this price, each in its round.

    `card` is `games.play.facts.card_code` of the card's id and `rounds` holds five bits for the round of each copy, the first one
    lowest (`bought_in`): there are fifty such rows for a game.
    """

    pk = models.CompositePrimaryKey("game", "card", "seat")
    game = models.ForeignKey(Game, models.CASCADE, related_name="card_facts", db_index=False)
    over_at = models.DateTimeField()
    card = models.IntegerField()
    rounds = models.IntegerField()
    seat = models.PositiveSmallIntegerField()
    count = models.PositiveSmallIntegerField()
    price = models.PositiveSmallIntegerField()

    class Meta:
        indexes: ClassVar = [
            # who bought a card, by the time of their games; it holds all that is asked of them
            models.Index(fields=["card", "over_at", "game"], include=["seat", "count", "rounds"], name="card_fact_card")
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}, seat {self.seat}: {self.count} of {self.card}"


class BaseTotal(models.Model):
    """What `games.play.totals` adds up; it says what each kind sums."""

    kind = models.CharField(max_length=10)
    key = models.CharField(max_length=40)
    part = models.PositiveSmallIntegerField()
    many = models.BigIntegerField()
    won = models.BigIntegerField()
    amount = models.BigIntegerField()
    other = models.BigIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.kind} {self.key} {self.part}: {self.many}"


class Total(BaseTotal):
    """Sums over all games that everybody may see, made of their facts."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "key", "part"], name="total_once")]


class PlayerTotal(BaseTotal):
    """Sums over the games of one player that everybody may see, of two and more seats."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind", "key", "part"], name="player_total_once")
        ]


class SavedSearch(models.Model):
    """A search that somebody keeps, in its own words (`games.search.language`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_searches")
    text = models.CharField(max_length=500)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "text"], name="saved_search_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.text}"


class GameImport(models.Model):
    """A file of records that somebody brought, and how far its games are made. Removed as a whole, with all of them.

    `content` is the file, packed, until it is done. `refusals` are the first lines that were refused, each with code and reason.
    """

    uploader = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="game_imports")
    name = models.CharField(max_length=100)
    content = models.BinaryField(editable=False)
    lines = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0, help_text="lines that are read")
    made = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    refusals = models.JSONField(default=list)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text="when to go on; empty: nothing left to do")
    finished_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True, help_text="when somebody asked to remove it")

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="game_import_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.done} of {self.lines}"
