"""Card faces and the small signs of the game page, for templates of Jinja2 (`stpete_site.jinja`)."""

import re
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext, npgettext, pgettext
from django.utils.translation import gettext as _

from games.board.people import Person
from games.names import words
from games.names.cards import Face
from games.names.words import PILE_GROUPS, TOKEN_ICONS

from .icons import card_art, icon_of

NOTHING = mark_safe("<span></span>")


def card_class(face: Face, size: str = "") -> str:
    return " ".join(filter(None, ["card", f"g-{face.tint}", "x" if face.exchange else "", size]))


@lru_cache(maxsize=2048)
def card_face(face: Face) -> SafeString:
    """Cost, symbols, window, name and plinth. 0 is not printed. The element around it says all of this in its label."""
    symbol = icon_of("worker_symbols", face.symbol) if face.symbol else ""
    return format_html(
        '{}{}{}{}{}<span class="base" aria-hidden="true">{}<span class="fx">{}</span>{}</span>',
        card_art(face.tint, face.key),
        format_html('<span class="cost" aria-hidden="true">{}</span>', face.cost) if face.priced else "",
        format_html('<span class="ws">{}</span>', symbol) if symbol else "",
        _goods(face),
        _name(face),
        format_html('<span class="rub">{}</span>', words.figure(face.rubles)) if face.rubles else NOTHING,
        format_html('<span class="fxt">{}</span>', face.short) if face.short else "",
        format_html('<span class="vp">{}</span>', face.points) if face.points else NOTHING,
    )


_second_halves = re.compile(
    r"(?<=\w{3})(?=(?:bauer|eintreiber|fabrik|feld|gilde|haus|house|karte|kathedrale|kirche|korb|mann|markt|meister|meisterin"
    r"|minister|nerei|palast|rection|revolution|rinenpalast|rotzer|sack|schmiede|sches|stall|stapler|strator|tory|wache|zofe)\b)"
)
"""Where long words of names may be broken; few browsers on phones and servers know how to hyphenate German."""


@lru_cache(maxsize=512)
def hyphenated(name: str) -> str:
    return _second_halves.sub("\u00ad", name)


def _name(face: Face) -> SafeString:
    return format_html(
        '<span class="name{}" aria-hidden="true">{}</span>',
        _long(face.name, 28),
        hyphenated(face.name),
    )


def _long(text: str, most: int) -> str:
    """A class for a text of more than `most` signs, which is set smaller."""
    return " long" if len(text) > most else ""


@lru_cache(maxsize=512)
def large_face(face: Face) -> SafeString:
    """The face at 300 by 420: figures with their words, and the whole sentence of what the card does."""
    return format_html(
        '{}{}{}{}{}{}<span class="base" aria-hidden="true">{}{}{}</span>',
        card_art(face.tint, face.key),
        format_html('<span class="cost" aria-hidden="true">{}</span>', face.cost) if face.priced else "",
        format_html('<span class="ws">{}</span>', icon_of("worker_symbols", face.symbol)) if face.symbol else "",
        _goods(face),
        _name(face),
        format_html('<span class="text{}" aria-hidden="true">{}</span>', _long(face.text, 140), face.text)
        if face.text
        else "",
        format_html(
            '<span class="rub">{}</span><span class="lb">{}</span>',
            words.figure(face.rubles),
            npgettext("card", "ruble", "rubles", abs(face.rubles)),
        )
        if face.rubles
        else "",
        SafeString('<span class="sp"></span>'),
        format_html(
            '<span class="lb">{}</span><span class="vp">{}</span>',
            npgettext("card", "point", "points", face.points),
            face.points,
        )
        if face.points
        else "",
    )


def _goods(face: Face) -> SafeString:
    """Market symbols in a pill: the icon of the kind, and how many where there is more than one."""
    if not face.goods:
        return SafeString("")
    said = format_html_join(
        "",
        "{}{}",
        (
            (
                icon_of("market_kinds", "any" if kind == "?" else kind),
                format_html('<span class="n">×{}</span>', count) if count > 1 else "",
            )
            for kind, count in face.goods
        ),
    )
    return format_html('<span class="ms" aria-hidden="true">{}</span>', said)


def goods_said(face: Face) -> SafeString:
    """The market symbols of a card that is shown small, as icons and in words; they tell cards of one name apart."""
    return format_html_join(
        "",
        ' <span title="{0}">{1}<span class="sr">{0}</span></span>',
        (
            (words.goods(kind, count), icon_of("market_kinds", "any" if kind == "?" else kind))
            for kind, count in face.goods
        ),
    )


@lru_cache(maxsize=2048)
def tile(face: Face) -> SafeString:
    """A wall with the card's icon, named by its title."""
    return format_html(
        '<span class="tile g-{}" title="{}" aria-hidden="true">{}</span>',
        face.tint,
        face.name,
        icon_of("cards", face.key),
    )


@lru_cache(maxsize=2048)
def named_tile(face: Face) -> SafeString:
    """A tile that says its name to screen readers too, for places without the name in words."""
    return format_html('{}<span class="sr">{} </span>', tile(face), face.name)


@lru_cache(maxsize=4096)
def card_link(face: Face, name: str) -> SafeString:
    """The tile of a card and what it is called here, which leads to its page."""
    return format_html('{}<a href="{}">{}</a>', tile(face), face.page, name)


def emblem(person: Person) -> SafeString:
    return _emblem(person.seat, person.initial)


@lru_cache(maxsize=512)
def _emblem(seat: int, initial: str) -> SafeString:
    return format_html('<span class="seat s{}" aria-hidden="true">{}</span>', seat, initial)


def pile_group(phase: str) -> str:
    return PILE_GROUPS.get(phase, "multi")


def token_icon(token: str) -> str:
    """The phase whose picture a start token bears."""
    return TOKEN_ICONS.get(token, token)


def moment(at: datetime) -> SafeString:
    """How long ago something was, with its date for programs and for who points at it."""
    return _dated(at, timezone.get_current_timezone(), get_language(), ago(at))


@lru_cache(maxsize=4096)
def _dated(at: datetime, zone: tzinfo, language: str | None, said: str) -> SafeString:
    """What is `said` of a moment, with it in this zone as programs read it and as it is written in the active language, which is
    `language`."""
    local = timezone.localtime(at, zone)
    exact, short = local.isoformat(), date_format(local, "SHORT_DATETIME_FORMAT")
    return format_html('<time datetime="{}" title="{}">{}</time>', exact, short, said)


def ago(at: datetime | None) -> str:
    """How long ago, as short as it can be said: `3 min`, `9 h`, `yesterday`, `4 days`."""
    if at is None:
        return ""
    now = timezone.now()
    passed = now - at
    if passed < timedelta(minutes=1):
        return pgettext("time", "now")
    if passed < timedelta(hours=1):
        return _("%(minutes)s min") % {"minutes": int(passed.total_seconds() // 60)}
    days = 0
    if passed >= timedelta(hours=12):
        days = (timezone.localtime(now).date() - timezone.localtime(at).date()).days
    if days == 0:
        return _("%(hours)s h") % {"hours": int(passed.total_seconds() // 3600)}
    if days == 1:
        return _("yesterday")
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
