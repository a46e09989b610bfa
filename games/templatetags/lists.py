"""Lists of games.

{% load lists %}
{% chips row.chips %}        the seats of a row: emblem, name, points
{% line row %}               a game or table; all of the line leads there
{% table_line row %}         a table of the lobby, in a form of the page: its button joins
{% player_games player %}    finished public games of a player, for the player's page
{% player_deadlines player %}  how many deadlines a player has kept
{% player_solo player %}     the best results of a player alone, by sets
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.lists import queries
from games.lists.lines import games_in
from games.lists.played import finished_row
from games.lists.rows import Chip, Row, address_of
from games.names import words
from games.options.table_words import rules_in_words
from games.play.deadlines import kept_deadlines
from games.solo import results as solo

from .icons import icon_of

register = template.Library()

SHOWN = 10
WARN = mark_safe(' class="warn"')


@register.simple_tag
def chips(shown: Sequence[Chip]) -> SafeString:
    """The seats of a row: emblem, name, points. Free seats and those kept for somebody are dashed."""
    return _chips(tuple(shown), get_language())


@lru_cache(maxsize=8192)
def _chips(shown: tuple[Chip, ...], language: str | None) -> SafeString:
    """Drawn once for what they show, as parts are (`games.templatetags.parts`)."""
    dashed = {"free": ("", _("free")), "kept": ("?", _("invited"))}
    points = _("points")
    said = []
    for chip in shown:
        if chip.kind:
            sign, word = dashed[chip.kind]
            said.append(f'<span class="seat free" aria-hidden="true">{sign}</span><span class="mut">{word}</span>')
            continue
        emblem = f'<span class="seat s{chip.seat}" aria-hidden="true">{escape(chip.letter)}</span>{escape(chip.name)}'
        has = "" if chip.figure is None else f' <b>{words.figure(chip.figure)}</b><span class="sr"> {points}</span>'
        said.append(f"{emblem}{has}")
    return mark_safe("".join(f"<span>{one}</span>" for one in said))


@register.simple_tag
def line(row: Row) -> SafeString:
    """One game or table of a list; all of it leads to the game."""
    main = " pri" if row.is_main else ""
    return format_html(
        '<a class="gl-row" href="{}">{}<span><span class="ttl">{}</span>{}<br><span class="sub">{}</span></span>{}'
        '<span class="go">{}</span></a>',
        *(row.href, _arch(row.group, row.phase), row.game.title, _news() if row.has_news else "", row.sub, _sides(row)),
        format_html('<span class="btn sm{}">{}</span>', main, row.action) if row.action else "",
    )


def _news() -> SafeString:
    return format_html(' <span class="talks">{}</span>', _("new messages"))


@register.simple_tag
def table_line(row: Row) -> SafeString:
    """A table of the lobby. The lobby is one form, and each button says where it leads."""
    return format_html(
        '<div class="gl-row table-row">{}<div><a class="ttl" href="{}">{}</a><p class="sub">{}</p></div>{}'
        '<span class="go">{}</span></div>',
        *(_arch(row.group, row.phase), row.href, row.game.title, row.sub, _sides(row), _button(row)),
    )


@cache
def _arch(group: str, phase: str) -> SafeString:
    return format_html('<span class="arch g-{}">{}</span>', group, icon_of("phases", phase))


def _sides(row: Row) -> SafeString:
    """Who plays, and what is due."""
    return format_html(
        '<span class="pls">{}</span><span class="due"><b{}>{}</b><span class="sub">{}</span></span>',
        *(chips(row.chips), WARN if row.urgent else "", row.due, row.due_note),
    )


def _button(row: Row) -> SafeString:
    if row.can_join:
        return format_html(
            '<button class="btn sm" formaction="{}" name="seen" value="{}" aria-label="{}">{}</button>',
            address_of("games:table-join", row.game.pk),
            row.seen,
            _("Join %(title)s") % {"title": row.game.title},
            _("Join"),
        )
    main = " pri" if row.is_main else ""
    return format_html('<a class="btn sm{}" href="{}">{}</a>', main, row.href, row.action or _("View"))


@register.inclusion_tag("games/lists/_player_games.html", takes_context=True)
def player_games(context: template.Context, player: User) -> dict[str, Any]:
    """The last finished public games of `player`, as the reader sees them, with his place in each. Two statements."""
    reader = context["user"] if isinstance(context.get("user"), User) else None
    latest = queries.finished_games(player=player.pk).order_by("-finished_at", "-pk")
    found = games_in(latest[: SHOWN + 1])
    shown = [finished_row(played, reader, now(), place_of=player) for played in queries.with_seats(found[:SHOWN])]
    return {"rows": shown, "more": len(found) > SHOWN, "player": player}


@register.simple_tag
def player_deadlines(player: User) -> SafeString:
    """How many deadlines `player` has kept; nothing where there was none. One statement."""
    kept = kept_deadlines(player)
    if not kept.total:
        return mark_safe("")
    said = _("Deadlines kept: %(percent)s %% of %(total)s") % {"percent": kept.percent, "total": kept.total}
    note = _("Decisions made before time ran out, in all games against other players")
    return format_html(' · <span title="{}">{}</span>', note, said)


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
