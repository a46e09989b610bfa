"""Forms that choose a seat of a game, by the name of who holds it."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Seat, Tenure
from games.play.errors import StalePosition
from moderation.actions import Order
from moderation.forms.acts import ActForm, NamedForm
from moderation.models import TrailRow
from moderation.registry import key_of


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


class SeenForm(SeatForm):
    """Bound to the game as it was looked at, and to what staff had done there by then: `version`, and the number of the last row of
    the trail. What was sent twice, or too late, is told so and does nothing."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    row = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"], self.initial["row"] = version_of(self.number), last_row(self.number)

    @property
    def sent(self) -> list[tuple[str, str]]:
        hidden = {str(one.label) for one in self.hidden_fields()}
        return [(label, value) for label, value in super().sent if label not in hidden]


def version_of(game_id: int) -> int | None:
    found: int | None = Game.objects.filter(pk=game_id).values_list("version", flat=True).first()
    return found


def last_row(game_id: int) -> int:
    """The number of the last row of the trail about this game; 0 without any."""
    rows = TrailRow.objects.filter(about=key_of("game", game_id))
    return int(rows.order_by("-number").values_list("number", flat=True).first() or 0)


def check_seen(order: Order) -> None:
    """With the game's lock held, before the act has its own row. Raises StalePosition."""
    seen = (order.values.get("version"), order.values.get("row"))
    if any(
        one not in (None, is_now)
        for one, is_now in zip(seen, (version_of(order.number), last_row(order.number)), strict=True)
    ):
        raise StalePosition


class TimeForm(SeenForm):
    hours = forms.IntegerField(label=gettext_lazy("Extra hours"), min_value=1, max_value=24 * 30)


class SubstituteForm(SeatForm, NamedForm):
    """Who takes the seat over."""


def is_running(number: int, now: datetime) -> bool:
    return any(game.is_running for game in Game.objects.filter(pk=number))


def seat_of(game_id: int, index: int) -> Seat:
    found: Seat = Seat.objects.get(game=game_id, index=index)
    return found
