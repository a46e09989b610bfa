"""What finished games leave behind, so that lists and sums need not read all of them. Written by `games.play.outcomes`, which can
make every row anew; and what the search asks of them (`games.play.facts`)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.game import Game


class SoloResult(models.Model):
    """A game that counts for the solo records (SOLO-7), in the list of its selection. Of equal results the one with the lower
    number was first.

    `is_best`: no result of this player in this list, of those that are public or of the others, is better.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="solo_result")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    list = models.CharField(max_length=200, help_text="the key of the selection")
    score = models.IntegerField(help_text="points, and rubles where points are equal")
    points = models.IntegerField()
    rubles = models.IntegerField()
    over_at = models.DateTimeField()
    is_public = models.BooleanField()
    is_best = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            # a list, best first
            models.Index(F("list"), F("score").desc(), F("id"), name="solo_list"),
            # a player's best results
            models.Index(fields=["user", "is_best"], name="solo_best"),
            # the results that only their player sees
            models.Index(fields=["user", "list", "score"], name="solo_hidden", condition=Q(is_public=False)),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.points}"

    @property
    def is_hidden(self) -> bool:
        return not self.is_public


class RankStep(models.Model):
    """How many results of a list have a score in one step of a width; with width 0, how many there are (`games.play.ranks`)."""

    kind = models.CharField(max_length=10)
    width = models.PositiveIntegerField()
    list = models.CharField(max_length=200)
    step = models.IntegerField(help_text="the score divided by the width")
    results = models.IntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind", "width", "list", "step"], name="rank_step_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.list} {self.width}×{self.step}: {self.results}"


class DeadlineSum(models.Model):
    """What a player's tenures that are `summed` have counted, with the games they finished and left."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="deadline_sum")
    met = models.PositiveIntegerField()
    missed = models.PositiveIntegerField()
    answers = models.PositiveIntegerField(default=0, db_default=0)
    answer_logs = models.PositiveBigIntegerField(default=0, db_default=0)
    finished = models.PositiveIntegerField(default=0, db_default=0)
    left = models.PositiveIntegerField(default=0, db_default=0)
    rescued = models.PositiveIntegerField(default=0, db_default=0, help_text="finished after taking over an open seat")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.met}, {self.missed}"


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

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_searches", db_index=False)
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
