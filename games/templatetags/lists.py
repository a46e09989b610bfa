"""Lists of games on pages of other areas.

{% load lists %}
{% player_games player %}    finished public games of a player, for the player's page
{% player_solo player %}     the best results of a player alone, by sets
"""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.timezone import now

from accounts.models import User
from games.lists import queries, rows
from games.options.table_words import rules_in_words
from games.solo import results as solo

register = template.Library()

SHOWN = 10


@register.inclusion_tag("games/lists/_player_games.html", takes_context=True)
def player_games(context: template.Context, player: User) -> dict[str, Any]:
    """The last finished public games of `player`, as the reader sees them. Three statements."""
    reader = context["user"] if isinstance(context.get("user"), User) else None
    found = list(queries.with_holders(queries.finished_games(player=player))[: SHOWN + 1])
    shown = [rows.archived_row(game, reader, now()) for game in found[:SHOWN]]
    return {"rows": shown, "more": len(found) > SHOWN, "player": player}


@register.inclusion_tag("games/solo/_solo_player.html", takes_context=True)
def player_solo(context: template.Context, player: User) -> dict[str, Any]:
    """The best result of `player` with each selection he has played alone (SOLO-7), as the reader may know them. One
    statement."""
    reader = context["user"] if isinstance(context.get("user"), User) else None
    lines = []
    for game in solo.own_bests(player, reader):
        selection = solo.selection_of(game.engine_options)
        lines.append({"key": solo.key_of(selection), "words": rules_in_words(selection), "game": game})
    return {"lines": lines}
