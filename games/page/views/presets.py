"""Deciding something before the question comes: one POST for each choice, back to the page."""

from django.http import HttpRequest
from django.utils.timezone import now

from accounts.activity import person_of
from games.play.moves import set_preset

from .acts import wish


@wish
def preset(request: HttpRequest, game_id: int) -> None:
    """Set a preset of the own seat; its default is one of the values and revokes it."""
    set_preset(
        game_id=game_id,
        user=person_of(request),
        name=request.POST.get("name", ""),
        value=request.POST.get("value", ""),
        now=now(),
    )
