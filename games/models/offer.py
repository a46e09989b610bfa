"""Seats whose players left, and the people who take over such seats."""

from datetime import UTC, datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.seat import Seat

NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class SeatOffer(models.Model):
    """A bot's seat that another player can take from `opens_at` on. Deleted when the seat changes hands."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="offer")
    opens_at = models.DateTimeField(help_text="from then on others may take the seat")
    look_at = models.DateTimeField(null=True, help_text="when volunteers are asked next; empty: all were asked")
    asked = models.PositiveSmallIntegerField(default=0, help_text="how often volunteers were asked")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-opens_at"], name="seat_offer_opens"),  # the lobby
            models.Index(fields=["look_at"], name="seat_offer_look", condition=Q(look_at__isnull=False)),  # the sweep
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: open from {self.opens_at}"


class Volunteer(models.Model):
    """A player's wishes for open seats: time per move, players, expansions. `asked_at` lets volunteers take turns."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="volunteer")
    fastest = models.DurationField(help_text="the shortest time per move")
    slowest = models.DurationField(help_text="the longest time per move")
    players = models.CharField(max_length=4, help_text="numbers of players, such as 234")
    with_sets = models.BooleanField(help_text="also with expansions")
    most_a_month = models.PositiveSmallIntegerField(help_text="seats in 30 days")
    asked_at = models.DateTimeField(default=NEVER)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["asked_at"], name="volunteer_asked")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.most_a_month} a month"
