"""The sets beside the base game as people choose them: a name, a sentence, a picture, and what the engine says of combinations."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import engine


@dataclass(frozen=True, slots=True)
class SetWords:
    """`section` is the section of the rules that explains the set; `group` and `icon` (section and key of icons.toml) are its
    picture."""

    name: str | Promise
    about: str | Promise
    section: str
    group: str
    icon: tuple[str, str]


SETS: Mapping[str, SetWords] = {
    "market": SetWords(
        pgettext_lazy("set", "Market"),
        _("A fifth phase with 35 Market cards: whoever leads in a kind of goods scores; for up to five players."),
        "16",
        "yellow",
        ("cards", "grain_sack"),
    ),
    "good-company": SetWords(
        pgettext_lazy("set", "In Good Company"),
        _("New cards in every pile, and some old ones in new versions; for up to five players."),
        "14",
        "green",
        ("cards", "new_farmer"),
    ),
    "sp-plus": SetWords(
        pgettext_lazy("set", "SP+"),
        _("Seven cards, such as the Observatories, give way to tamer versions."),
        "14",
        "blue",
        ("cards", "observatory"),
    ),
    "banquet": SetWords(
        pgettext_lazy("set", "Module 1: The Banquet"),
        _("Fifteen cards that are free but go through the hand: money, a second move, or mischief."),
        "18",
        "purple",
        ("cards", "banquet"),
    ),
    "module-2": SetWords(
        pgettext_lazy("set", "Module 2"),
        _("Twelve more cards, such as Trading House and Impostor, shuffled into the piles."),
        "17",
        "blue",
        ("cards", "trading_house"),
    ),
    "helpers": SetWords(
        pgettext_lazy("set", "Module 3: Helpers"),
        _("Everybody has a helper who makes one kind of cards cheaper and moves on after each round."),
        "19",
        "green",
        ("cards", "craftsman_master"),
    ),
    "events": SetWords(
        pgettext_lazy("set", "Module 4: Events"),
        _("Six events lie open, each happens once, and everybody may use one of them in the whole game."),
        "20",
        "red",
        ("cards", "event_ghost"),
    ),
    "orders": SetWords(
        pgettext_lazy("set", "Module 5: Orders"),
        _("Everybody has three secret orders and scores one of them at the end."),
        "21",
        "multi",
        ("cards", "order_10"),
    ),
    "hurdles": SetWords(
        pgettext_lazy("set", "Module 6: Hurdles"),
        _("Five hurdles on the score track: some pay who reaches them, others stop who is not ready."),
        "22",
        "blue",
        ("hurdle_kinds", "real"),
    ),
}
"""By the engine's names, in the order of a menu."""

REFUSALS = (
    gettext_noop("The Market belongs to edition 2."),
    gettext_noop("Helpers cannot be shared out to one player."),
    gettext_noop("Helpers belong to edition 2."),
    gettext_noop("Helpers need the Market."),
    gettext_noop("Events belong to edition 2."),
    gettext_noop("Events need the Market."),
    gettext_noop("Orders belong to edition 2."),
    gettext_noop("Orders need the Market."),
    gettext_noop("Hurdles belong to edition 2."),
    gettext_noop("Hurdles need the Market."),
    gettext_noop("The Banquet belongs to edition 2."),
    gettext_noop("Module 2 belongs to edition 2."),
    gettext_noop("In Good Company for edition 2 is played together with Module 2."),
    gettext_noop("SP+ is a variant of edition 1."),
    gettext_noop("SP+ and In Good Company are not played together."),
    gettext_noop("5 players cannot play this selection; choose 1 to 4."),
    gettext_noop("Only a table with hurdles chooses their number."),
    gettext_noop("Only a table with hurdles chooses them."),
    gettext_noop("A table chooses the number of real hurdles or the hurdle of each space, not both."),
    gettext_noop("Each of the five spaces has any, bonus, real or the name of a hurdle."),
    gettext_noop("No hurdle stands on two spaces."),
)
"""What the engine says of selections, for the catalogue. `tests/games/test_selections.py` finds what is missing here."""


def offered() -> list[str]:
    """The sets there are, in the order of a menu; one that has no words yet comes last."""
    known = engine.set_names()
    return [name for name in SETS if name in known] + [name for name in known if name not in SETS]


def set_name(name: str) -> str:
    return str(SETS[name].name) if name in SETS else name


def refusal_words(error: engine.OptionsError) -> str:
    """The engine's sentence in the reader's language."""
    return gettext(error.sentence)
