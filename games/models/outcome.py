"""What finished games leave behind, so that lists and sums need not read all of them. Written by `games.play.outcomes`, which can
make every row anew."""

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
