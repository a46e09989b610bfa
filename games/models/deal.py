"""A deal that several games play: its tables can be compared, because all chance is the same."""

import secrets
from typing import ClassVar

from django.db import models

import engine


def new_secret() -> bytes:
    """The 32 random bytes from which the chance of one table follows, or of one deal (docs/deals.md)."""
    return secrets.token_bytes(32)


class DealManager(models.Manager["Deal"]):
    """Leaves the secret in the database; only positions and records ask for it (`defer(None)`)."""

    def get_queryset(self) -> models.QuerySet["Deal"]:
        return super().get_queryset().defer("secret")


class Deal(models.Model):
    """The chance of several games with the same options. Its secret is nobody's until it is released."""

    deal_id = models.CharField(max_length=100, unique=True, editable=False, help_text="name used in records")
    size = models.PositiveSmallIntegerField(editable=False, help_text="seats per game")
    options = models.JSONField(editable=False, help_text="engine.Options as JSON, the same in all its games")
    secret = models.BinaryField(default=new_secret, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    released_at = models.DateTimeField(null=True, editable=False, help_text="when its secret became public")

    objects: ClassVar[DealManager] = DealManager()

    class Meta:
        base_manager_name = "objects"

    def __str__(self) -> str:
        return self.deal_id

    @property
    def is_released(self) -> bool:
        return self.released_at is not None

    @property
    def engine_options(self) -> engine.Options:
        return engine.Options.from_dict(self.options)
