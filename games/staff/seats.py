"""Forms that choose a seat of a game, by the name of who holds it."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Seat, Tenure
from moderation.forms.acts import ActForm, NamedForm


def holders(game_id: int) -> dict[int, str]:
    """Seat by seat who holds it, with nothing of whom the game asks."""
    held = Tenure.objects.filter(seat__game=game_id, until=None).select_related("user", "seat")
    return {one.seat.index: one.user.name if one.user else _("bot") for one in held.order_by("seat__index")}


class SeatForm(ActForm):
    """`seat` is the number of a seat."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(index, f"{index + 1}. {name}") for index, name in holders(self.number).items()]
        self.fields["seat"].choices = choices  # type: ignore[attr-defined]


class TimeForm(SeatForm):
    hours = forms.IntegerField(label=gettext_lazy("Hours more"), min_value=1, max_value=24 * 30)


class SubstituteForm(SeatForm, NamedForm):
    """Who takes the seat over."""


def is_running(number: int, now: datetime) -> bool:
    return any(game.is_running for game in Game.objects.filter(pk=number))


def seat_of(game_id: int, index: int) -> Seat:
    found: Seat = Seat.objects.get(game=game_id, index=index)
    return found
