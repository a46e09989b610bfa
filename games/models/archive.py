"""What is known about the archive as a whole: whether its games still follow from the rules. Written by `games.replay.checks`."""

from __future__ import annotations

from django.db import models

from games.models.game import Game


class ArchiveCheck(models.Model):
    """One walk through all finished games, some every night. `last` is the game that was replayed last."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    last = models.BigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d}: {self.games} games, {self.failures} failures"


class BrokenGame(models.Model):
    """A finished game that does not follow from deal and moves: at which ply, and why. It goes when the game is replayed well."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    at = models.DateTimeField()
    ply = models.PositiveIntegerField()
    code = models.CharField(max_length=50)
    reason = models.TextField()
    is_older = models.BooleanField(help_text="played by earlier rules, which may be the reason")

    def __str__(self) -> str:
        return f"game {self.game_id}, move {self.ply}: {self.reason}"
