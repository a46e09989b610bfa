"""Lists of games on pages of other areas.

{% load lists %}
{% player_games player %}    finished public games of a player, for the player's page
"""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.timezone import now

from accounts.models import User
from games import queries, rows

register = template.Library()

SHOWN = 10


@register.inclusion_tag("games/_player_games.html", takes_context=True)
def player_games(context: template.Context, player: User) -> dict[str, Any]:
    """The last finished public games of `player`, as the reader sees them. Three statements."""
    reader = context["user"] if isinstance(context.get("user"), User) else None
    found = list(queries.with_holders(queries.finished_games(player=player))[: SHOWN + 1])
    shown = [rows.archived_row(game, reader, now()) for game in found[:SHOWN]]
    return {"rows": shown, "more": len(found) > SHOWN, "player": player}
