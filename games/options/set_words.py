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
        _("A fifth phase with 35 Market cards: the leaders in each kind of goods score points; up to five players."),
        "16",
        "yellow",
        ("cards", "grain_sack"),
    ),
    "good-company": SetWords(
        pgettext_lazy("set", "In Good Company"),
        _("New cards in every pile, and new versions of some old ones; up to five players."),
        "14",
        "green",
        ("cards", "new_farmer"),
    ),
    "sp-plus": SetWords(
        pgettext_lazy("set", "SP+"),
        _("Milder versions of seven cards, such as the Observatories."),
        "14",
        "blue",
        ("cards", "observatory"),
    ),
    "banquet": SetWords(
        pgettext_lazy("set", "Module 1: The Banquet"),
        _("Fifteen free cards that you must take into your hand first: money, a second move, or mischief."),
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
        _("Each player has a helper that makes one type of card cheaper and rotates after each round."),
        "19",
        "green",
        ("cards", "craftsman_master"),
    ),
    "events": SetWords(
        pgettext_lazy("set", "Module 4: Events"),
        _("Six open events, each used once; each player may use one of them per game."),
        "20",
        "red",
        ("cards", "event_ghost"),
    ),
    "orders": SetWords(
        pgettext_lazy("set", "Module 5: Orders"),
        _("Each player has three secret orders and scores one of them at the end."),
        "21",
        "multi",
        ("cards", "order_10"),
    ),
    "hurdles": SetWords(
        pgettext_lazy("set", "Module 6: Hurdles"),
        _("Five hurdles on the score track: some give rewards, others stop players who are not ready."),
        "22",
        "blue",
        ("hurdle_kinds", "real"),
    ),
}
"""By the engine's names, in the order of a menu."""

REFUSALS = (
    gettext_noop("The Market needs the 2nd edition."),
    gettext_noop("Helpers need at least two players."),
    gettext_noop("Helpers need the 2nd edition."),
    gettext_noop("Helpers need the Market."),
    gettext_noop("Events need the 2nd edition."),
    gettext_noop("Events need the Market."),
    gettext_noop("Orders need the 2nd edition."),
    gettext_noop("Orders need the Market."),
    gettext_noop("Hurdles need the 2nd edition."),
    gettext_noop("Hurdles need the Market."),
    gettext_noop("The Banquet needs the 2nd edition."),
    gettext_noop("Module 2 needs the 2nd edition."),
    gettext_noop("In the 2nd edition, In Good Company needs Module 2."),
    gettext_noop("SP+ needs the 1st edition."),
    gettext_noop("SP+ and In Good Company cannot be combined."),
    gettext_noop("This selection does not work for 5 players. Choose 1 to 4."),
    gettext_noop("Only tables with hurdles can choose their number. Add the Hurdles module."),
    gettext_noop("Only tables with hurdles can choose them. Add the Hurdles module."),
    gettext_noop("Choose either the number of real hurdles or the hurdle of each space, not both."),
    gettext_noop("Each of the five spaces must be any, bonus, real or the name of a hurdle."),
    gettext_noop("A hurdle can be used on one space only."),
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
