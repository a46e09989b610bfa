"""Pictures in templates. An icon is decoration: what it says is always written beside it or in an accessible name.

{% load icons %}
{% icon "hourglass" %}                  one icon of the set, in the colour and size of the text around it
{% icon_of "phases" "worker" %}         the icon that icons.toml gives a thing; key may be written with hyphens
{% card_art "green" "lumberjack" %}     the window of a card: the shape of its group with the card's icon in it
{% shape "brand" %}                     a drawing of our own

A busy game page has two hundred of them, so each is written once in the life of a process.
"""

import functools
import tomllib
from pathlib import Path

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

ORDER = ("shapes", "site", "cards", "sets", "rest")
"""Sprites, those that most pages need first."""

# group: window shape, the field in which a face lies, where a smaller sign lies (left, top, side); the window is 100 by 100
WINDOWS = {
    "green": ("gable", (10, 7, 80, 90), (23, 38, 54)),
    "yellow": ("awning", (10, 36, 80, 61), (24, 40, 52)),
    "orange": ("awning", (10, 36, 80, 61), (24, 40, 52)),
    "blue": ("arch", (10, 7, 80, 90), (23, 34, 54)),
    "red": ("oval", (7, 6, 86, 92), (22, 23, 56)),
    "purple": ("octagon", (5, 5, 90, 90), (22, 22, 56)),
    "multi": ("arch", (10, 7, 80, 90), (23, 34, 54)),
}


@functools.cache
def _listing() -> dict[str, dict[str, str]]:
    """icons.toml as section -> key -> name of the icon."""
    return {section: {key: thing["icon"] for key, thing in things.items()} for section, things in _sections().items()}


def _sections() -> dict[str, dict[str, dict[str, str]]]:
    file = Path(settings.BASE_DIR) / "static" / "icons" / "icons.toml"
    sections = tomllib.loads(file.read_text(encoding="utf-8"))
    return {section: things for section, things in sections.items() if isinstance(things, dict)}


@functools.cache
def _sprites() -> dict[str, str]:
    """Which sprite an icon is in, as tools/build_icons.py packs them."""
    found: dict[str, str] = {}
    for section, things in _sections().items():
        for thing in things.values():
            sprite = thing.get("sprite", "cards" if section == "cards" else "site")
            found[thing["icon"]] = min(sprite, found.get(thing["icon"], sprite), key=ORDER.index)
    return found


def icon_name(section: str, key: str) -> str:
    """The icon of a thing. Raises KeyError when icons.toml has none: that is a hole in the list, not in the page."""
    return _listing()[section][key.replace("-", "_")]


def icon_address(name: str) -> str:
    """Where `<use>` finds an icon."""
    return f"{static(f'icons/{_sprites()[name]}.svg')}#{name}"


def _is_face(name: str) -> bool:
    return name in _listing()["cards"].values()


@register.simple_tag
@functools.cache
def icon(name: str) -> SafeString:
    return format_html(
        '<svg class="i{}" viewBox="0 0 512 512" aria-hidden="true"><use href="{}"></use></svg>',
        " face" if _is_face(name) else "",
        icon_address(name),
    )


@register.simple_tag
@functools.cache
def icon_of(section: str, key: str) -> SafeString:
    return icon(icon_name(section, key))


@register.simple_tag
@functools.cache
def card_art(group: str, key: str) -> SafeString:
    """`key` is a card of icons.toml, or `section:key` for another thing, such as `piles:worker` on a card's back."""
    section, _, thing = key.rpartition(":")
    name = icon_name(section or "cards", thing)
    shape_id, field, (left, top, side) = WINDOWS[group]
    x, y, width, height = field if _is_face(name) else (left, top, side, side)
    return format_html(
        '<svg class="art" viewBox="0 0 100 100" aria-hidden="true"><use href="{0}#{1}"></use><use class="{2}" href="{3}" '
        'x="{4}" y="{5}" width="{6}" height="{7}"></use><use href="{0}#{1}-rim"></use></svg>',
        static("icons/shapes.svg"),
        shape_id,
        "face" if _is_face(name) else "glyph",
        icon_address(name),
        x,
        y,
        width,
        height,
    )


@register.simple_tag
@functools.cache
def shape(name: str) -> SafeString:
    return format_html('<svg aria-hidden="true"><use href="{}#{}"></use></svg>', static("icons/shapes.svg"), name)
