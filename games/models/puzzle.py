"""A decision of a finished game as the puzzle of a day, and who has answered it."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game


class Puzzle(models.Model):
    """What would you play for `seat` after `ply` moves? One row per game at most; it may be shown as long as its game may."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="puzzle")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    day = models.DateTimeField(unique=True, help_text="midnight UTC of the day it is the puzzle of")
    played = models.CharField(max_length=80, help_text="the move of the game")
    choices = models.JSONField(help_text="games.puzzles.proof.Choice as JSON, best first")
    futures = models.PositiveIntegerField(help_text="how often each choice was played out to the end")

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}: game {self.game_id} at {self.ply}"


class PuzzleAnswer(models.Model):
    """The one answer of an account to a puzzle. `streak` is how many days in a row it had solved one, up to this day."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="answers")
    move = models.CharField(max_length=80)
    is_right = models.BooleanField()
    streak = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_answered_once"),
        ]
        indexes: ClassVar = [
            # the last puzzle that somebody solved
            models.Index(fields=["user", "-at"], name="puzzle_solved", condition=models.Q(is_right=True)),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.puzzle_id}: {self.move}"
