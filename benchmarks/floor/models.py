"""A game with its position as JSON, its moves, and what is to be told."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Game(models.Model):
    version = models.IntegerField(default=0)
    active = models.IntegerField(default=0)
    deadline = models.DateTimeField(null=True)
    state = models.JSONField()

    def __str__(self) -> str:
        return f"game {self.pk}"


class Move(models.Model):
    game_id = models.IntegerField()
    seq = models.IntegerField()
    seat = models.IntegerField()
    code = models.CharField(max_length=60)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["game_id", "-seq"], name="floor_move_latest")]

    def __str__(self) -> str:
        return f"{self.game_id}.{self.seq} {self.code}"


class Note(models.Model):
    game_id = models.IntegerField()
    seat = models.IntegerField()
    kind = models.CharField(max_length=20)
    sent = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id}"
