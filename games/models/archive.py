"""The monthly checks of the archive, the games that failed them, and the files of all games. Written by `games.replay.checks`
and `games.dumps`."""

from typing import ClassVar

from django.db import models

from games.models.game import Game


class ArchiveCheck(models.Model):
    """One check of all finished games, some every night. `last` is the game replayed last."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    last = models.BigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d}: {self.games} games, {self.failures} failures"


class BrokenGame(models.Model):
    """A finished game that does not match the rules: at which ply, and why. Deleted once a replay succeeds."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    at = models.DateTimeField()
    ply = models.PositiveIntegerField()
    code = models.CharField(max_length=50)
    reason = models.TextField()
    is_older = models.BooleanField(help_text="played by earlier rules, which may be the reason")

    def __str__(self) -> str:
        return f"game {self.game_id}, move {self.ply}: {self.reason}"


class Dump(models.Model):
    """All public games in one file, made once a month, some games at a time (`games.dumps`). `last` is the game that was written
    last, `size` how long the file was then."""

    month = models.CharField(max_length=7, unique=True, help_text="2026-11")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    last = models.BigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    size = models.BigIntegerField(default=0, help_text="bytes")
    sha256 = models.CharField(max_length=64, blank=True)
    parquet_size = models.BigIntegerField(
        default=0, db_default=0, help_text="bytes of the same as Parquet; 0: there is none"
    )
    parquet_sha256 = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        ordering: ClassVar = ["-month"]

    def __str__(self) -> str:
        return f"{self.month}: {self.games} games"
