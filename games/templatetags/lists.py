"""Lists of games.

{% load lists %}
{% player_games player %}    finished public games of a player, for the player's page
{% player_deadlines player %}  how reliable a player is
{% player_career player %}   what the last games of a player came to
{% player_solo player %}     the best results of a player alone, by sets
"""

from typing import Any

from django import template
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import now
from django.utils.translation import gettext as _

from accounts.models import User
from games.options.table_words import span_words
from games.play.reliability import reliability_of
from games.selectors import queries
from games.selectors.career import career_of
from games.selectors.played import finished_rows
from games.solo import results as solo

register = template.Library()

SHOWN = 10


@register.simple_tag(takes_context=True)
def player_games(context: template.Context, player: User) -> SafeString:
    """The last finished public games of `player`, as the reader sees them, with the player's place in each. Two statements."""
    reader = context["user"] if isinstance(context.get("user"), User) else None
    found = queries.archive_of_player().page(QueryDict(), player.pk).rows
    shown = finished_rows(queries.with_seats(found[:SHOWN]), reader, now(), place_of=player)
    listed = {"rows": shown, "more": len(found) > SHOWN, "player": player, "is_own": reader == player}
    return mark_safe(render_to_string("games/selectors/player.html", listed, using="jinja2"))


@register.simple_tag(takes_context=True)
def player_career(context: template.Context, player: User) -> SafeString:
    reader = context["user"] if isinstance(context.get("user"), User) else None
    drawn = render_to_string("games/selectors/career.html", {"career": career_of(player, reader)}, using="jinja2")
    return mark_safe(drawn)


@register.simple_tag
def player_deadlines(player: User) -> SafeString:
    """How reliable `player` is: deadlines kept, games finished, and how long they usually take; nothing where there is no figure.
    One statement."""
    found = reliability_of(player.pk)
    kept, games, said = found.deadlines, found.games, []
    if kept.total:
        said.append(_("kept %(percent)s %% of %(total)s deadlines") % {"percent": kept.percent, "total": kept.total})
    if games.total:
        said.append(_("finished %(count)s of %(total)s games") % {"count": games.met, "total": games.total})
    if found.usual is not None:
        said.append(_("usually answers within %(time)s") % {"time": span_words(found.usual)})
    if not said:
        return mark_safe("")
    note = _("In games against other players. A finished game from an open seat makes up for one left early.")
    return format_html(' · <span title="{}">{}</span>', note, ", ".join(said))


@register.inclusion_tag("games/solo/_solo_player.html", takes_context=True)
def player_solo(context: template.Context, player: User) -> dict[str, Any]:
    """The best result of `player` with each selection that they have played alone (SOLO-7), as the reader may know them. One
    statement."""
    reader = context["user"] if isinstance(context.get("user"), User) else None
    bests = solo.own_bests(player, reader)
    return {"lines": [{"key": one.list, "words": solo.words_of(one.list), "best": one} for one in bests]}
