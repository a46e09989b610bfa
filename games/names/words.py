"""Single words of the game: phases, groups, symbols, prices, amounts and boxes."""

from collections.abc import Mapping
from functools import lru_cache

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

import engine
from engine import Card, card_list


def content_language() -> str:
    """The language in which the reader finds cards, tiles and the players' rules: `de` or `en`."""
    return "de" if (get_language() or "").startswith("de") else "en"


PHASES: Mapping[str, Promise] = {
    "worker": pgettext_lazy("phase", "Worker"),
    "market": pgettext_lazy("phase", "Market"),
    "building": pgettext_lazy("phase", "Building"),
    "noble": pgettext_lazy("phase", "Noble"),
    "exchange": pgettext_lazy("phase", "Exchange"),
}
PHASE_NAMES: Mapping[str, Promise] = {
    "worker": gettext_lazy("Worker phase"),
    "market": gettext_lazy("Market phase"),
    "building": gettext_lazy("Building phase"),
    "noble": gettext_lazy("Noble phase"),
    "exchange": gettext_lazy("Exchange phase"),
}
SCORINGS: Mapping[str, Promise] = {
    "worker": gettext_lazy("Worker scoring"),
    "market": gettext_lazy("Market scoring"),
    "building": gettext_lazy("Building scoring"),
    "noble": gettext_lazy("Noble scoring"),
}
TOKEN_ICONS: Mapping[str, str] = {"sack": "market"}
"""The phase whose picture a start token bears that starts none: the Sack of five players without the Market."""
TOKENS: Mapping[str, Promise] = {"sack": pgettext_lazy("token", "Sack")}
"""What such a token is called, and so what it pays."""
TOKEN_USES: Mapping[str, Promise] = {"sack": gettext_lazy("2 points at the start of every Worker phase")}
PILES: Mapping[str, Promise] = {
    "worker": pgettext_lazy("pile", "Workers"),
    "market": pgettext_lazy("pile", "Market cards"),
    "building": pgettext_lazy("pile", "Buildings"),
    "noble": pgettext_lazy("pile", "Nobles"),
    "exchange": pgettext_lazy("pile", "Exchange cards"),
}
PILE_GROUPS: Mapping[str, str] = {
    "worker": "green",
    "market": "yellow",
    "building": "blue",
    "noble": "red",
    "exchange": "multi",
}
GROUPS: Mapping[str, Promise] = {
    "green": gettext_lazy("green"),
    "yellow": gettext_lazy("yellow"),
    "blue": gettext_lazy("blue"),
    "red": gettext_lazy("red"),
    "purple": gettext_lazy("purple"),
}
GROUP_ICONS: Mapping[str, str] = {"green": "worker", "yellow": "market", "blue": "building", "red": "noble"}
GROUP_NAMES: Mapping[str, Promise] = {
    "green": pgettext_lazy("display", "Workers"),
    "yellow": pgettext_lazy("display", "Market cards"),
    "blue": pgettext_lazy("display", "Buildings"),
    "red": pgettext_lazy("display", "Nobles"),
}
SYMBOLS: Mapping[str, Promise] = {
    "axe": gettext_lazy("axe symbol"),
    "gold": gettext_lazy("gold symbol"),
    "carpet": gettext_lazy("carpet symbol"),
    "fur": gettext_lazy("fur symbol"),
    "ship": gettext_lazy("ship symbol"),
    "wheat": gettext_lazy("wheat symbol"),
    "all": gettext_lazy("all worker symbols"),
}
GOODS: Mapping[str, Promise] = {
    "chicken": pgettext_lazy("goods", "chicken"),
    "sack": pgettext_lazy("goods", "grain"),
    "apple": pgettext_lazy("goods", "apple"),
    "fish": pgettext_lazy("goods", "fish"),
    "cabbage": pgettext_lazy("goods", "cabbage"),
    "?": pgettext_lazy("goods", "of a kind you choose"),
}
ORDER_WORDS: Mapping[str, Promise] = {
    "buy": pgettext_lazy("word of an order", "buy"),
    "play": pgettext_lazy("word of an order", "play"),
    "take": pgettext_lazy("word of an order", "take"),
    "pass": pgettext_lazy("word of an order", "pass"),
    "discard": pgettext_lazy("word of an order", "discard it"),
    "ask": pgettext_lazy("word of an order", "ask me"),
    "else": pgettext_lazy("word of an order", "else"),
    "then": pgettext_lazy("word of an order", "then"),
    "if": pgettext_lazy("word of an order", "if"),
    "keep": pgettext_lazy("word of an order", "keep"),
    "phase": pgettext_lazy("word of an order", "this phase"),
    "round": pgettext_lazy("word of an order", "this round"),
    "change": pgettext_lazy("word of an order", "change"),
    "somebody": pgettext_lazy("word of an order", "somebody"),
    "takes": pgettext_lazy("word of an order", "takes"),
    "lies": pgettext_lazy("word of an order", "lies"),
    "gone": pgettext_lazy("word of an order", "is gone"),
    "price": pgettext_lazy("word of an order", "price at most"),
    "afford": pgettext_lazy("word of an order", "can afford"),
    "have": pgettext_lazy("word of an order", "have at least"),
}
MOVES: Mapping[str, Promise] = {
    "buy": gettext_lazy("buy %(card)s"),
    "buy lower": gettext_lazy("buy %(card)s from the lower row"),
    "take": gettext_lazy("take %(card)s into your hand"),
    "take lower": gettext_lazy("take %(card)s from the lower row into your hand"),
    "play": gettext_lazy("play %(card)s"),
    "discard": gettext_lazy("discard %(card)s"),
    "put-back": gettext_lazy("put %(card)s back on top of the discard pile"),
    "give-up": gettext_lazy("give up %(card)s"),
    "keep": gettext_lazy("keep %(card)s"),
    "dismiss": gettext_lazy("discard %(card)s"),
    "pay": gettext_lazy("pay for %(card)s"),
}
"""Moves with a card, by the words of the notation around it."""
FINAL_STEPS: Mapping[str, Promise] = {
    "nobles": gettext_lazy("different Nobles"),
    "rubles": gettext_lazy("rubles, 1 point per 10"),
    "hand": gettext_lazy("cards in hand, −5 points each"),
}
NARROW = "\u202f"


def rubles(amount: int) -> str:
    """`7 ₽` with a thin space that does not break."""
    return rubles_of(figure(amount))


def points(amount: int) -> str:
    """`5 VP`."""
    return points_of(figure(amount))


def rubles_of(text: str) -> str:
    """An equation of rubles, with the sign at its end."""
    return f"{text}{NARROW}₽"


def points_of(text: str) -> str:
    """An equation of points, with the word at its end."""
    return f"{text}{NARROW}{_('VP')}"


def figure(amount: int) -> str:
    """A number alone, with a real minus."""
    return str(amount).replace("-", "−")


def decimal(value: float, *, signed: bool = False) -> str:
    """`−1.3`; `signed` writes `+1.3` too."""
    shown = round(value, 1)
    sign = "−" if shown < 0 else "+" if signed and shown > 0 else ""
    return f"{sign}{number_format(abs(shown), decimal_pos=1)}"


def signed(amount: int) -> str:
    """`+5`, `−5`, `0`."""
    return f"+{amount}" if amount > 0 else figure(amount)


def amounts(rubles_of_it: int, points_of_it: int) -> list[str]:
    """`7 ₽` and `5 VP`, without what there is none of."""
    return [*([rubles(rubles_of_it)] if rubles_of_it else []), *([points(points_of_it)] if points_of_it else [])]


def amounts_in_full(rubles_of_it: int, points_of_it: int) -> str:
    """`7 rubles, 5 points`, without what there is none of."""
    money, score = amount_of_rubles(rubles_of_it), amount_of_points(points_of_it)
    return listed_amounts([money if rubles_of_it else "", score if points_of_it else ""])


def gained_rubles(amount: int) -> str:
    """`+9 ₽`, or `−1 ₽` where a scoring takes them (IMPO-1)."""
    return rubles(amount) if amount < 0 else f"+{rubles(amount)}"


def gains(rubles_gained: int, points_gained: int) -> str:
    """`+9 ₽ +2 VP`, a dash when nothing comes in."""
    parts = [gained_rubles(rubles_gained)] if rubles_gained else []
    if points_gained:
        parts.append(f"+{points(points_gained)}")
    return " ".join(parts) or "–"


def pays(rubles_paid: int) -> str:
    """`pays 3 rubles`, for accessible names; an Impostor `takes 1 ruble at each scoring` (IMPO-1)."""
    if rubles_paid < 0:
        taken = ngettext(
            "takes %(count)s ruble at each scoring", "takes %(count)s rubles at each scoring", -rubles_paid
        )
        return taken % {"count": -rubles_paid}
    return ngettext("pays %(count)s ruble", "pays %(count)s rubles", rubles_paid) % {"count": rubles_paid}


def goods(kind: str, count: int) -> str:
    """`4 market symbols: fish`, for accessible names and lists."""
    said = ngettext("%(count)s market symbol: %(kind)s", "%(count)s market symbols: %(kind)s", count)
    return said % {"count": count, "kind": GOODS[kind]}


def cards_left(count: int) -> str:
    return ngettext("%(count)s card left", "%(count)s cards left", count) % {"count": count}


def listed(names: list[str]) -> str:
    """`Clara, Dmitri and you`."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


CARD_BOXES: Mapping[str, int] = {
    "base1": 1,
    "base2": 2,
    "market": 2,
    "company1": 1,
    "company2": 2,
    "banquet": 2,
    "module2": 2,
}
"""The lists of cards in `engine/data/`, and the edition each belongs to."""


@lru_cache(maxsize=20_000)
def box_of(options: engine.Options, card_id: str) -> str:
    """The box that a card of a game comes from. Where two boxes print one (IGC-3), the figures decide."""
    card = engine.card(options, card_id)

    def figures(one: Card) -> tuple[object, ...]:
        return one.cost, one.rubles, one.points, one.replaces, one.effects

    printed = [
        (name, one)
        for name, edition in CARD_BOXES.items()
        if edition == options.edition
        for one in card_list(name)
        if card_id in (one.id, one.key)
    ]
    same = [name for name, one in printed if figures(one) == figures(card)]
    return (same or [name for name, _one in printed])[0]


@lru_cache(maxsize=1000)
def address(box: str, id: str) -> str:
    return reverse("games:card", args=[box, id])


def amount_of_rubles(amount: int) -> str:
    return ngettext("%(count)s ruble", "%(count)s rubles", amount) % {"count": figure(amount)}


def amount_of_points(amount: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", amount) % {"count": figure(amount)}


def amount_of_cards(count: int) -> str:
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def listed_amounts(parts: list[str]) -> str:
    """`3 rubles, 34 points`."""
    return _(", ").join(part for part in parts if part)
