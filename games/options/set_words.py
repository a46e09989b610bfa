"""The sets beside the base game as people choose them: a name, two sentences, and what the engine says of combinations."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import engine


@dataclass(frozen=True, slots=True)
class SetWords:
    """`section` is the section of the rules that explains the set."""

    name: str | Promise
    about: str | Promise
    section: str


SETS: Mapping[str, SetWords] = {
    "market": SetWords(
        pgettext_lazy("set", "Market"),
        _(
            "A fifth phase with 35 Market cards: their symbols move your markers on a square with five kinds of goods, and"
            " whoever leads in a kind scores. Up to five players, ten cards in the tableau."
        ),
        "16",
    ),
    "good-company": SetWords(
        pgettext_lazy("set", "In Good Company"),
        _(
            "New Workers, Buildings, Nobles and Exchange cards, and some cards of the base game in new versions. For up to"
            " five players, also without the Market."
        ),
        "14",
    ),
    "sp-plus": SetWords(
        pgettext_lazy("set", "SP+"),
        _(
            "Seven cards of the first edition, such as the Observatories and the Mistress of Ceremonies, give way to their"
            " tamer versions of In Good Company. Everything else stays as it is."
        ),
        "14",
    ),
    "banquet": SetWords(
        pgettext_lazy("set", "Module 1: The Banquet"),
        _(
            "Fifteen cards, most of them purple: they cost nothing, but first they must be taken into the hand. Played as an"
            " action they bring money, a second move, a cheap card, or mischief to others."
        ),
        "18",
    ),
    "module-2": SetWords(
        pgettext_lazy("set", "Module 2"),
        _(
            "Twelve more cards, among them Trading House, Trading Guild, Debtors' Prison and Impostor. They are shuffled into"
            " the piles and need no further rules."
        ),
        "17",
    ),
    "helpers": SetWords(
        pgettext_lazy("set", "Module 3: Helpers"),
        _(
            "Everybody has a helper who makes cards of one kind cheaper. The helpers move on after every round."
        ),
        "19",
    ),
    "events": SetWords(
        pgettext_lazy("set", "Module 4: Events"),
        _(
            "Six events lie open, and each of them happens only once. From the second round on every player may use one in"
            " the whole game, before an action."
        ),
        "20",
    ),
    "orders": SetWords(
        pgettext_lazy("set", "Module 5: Orders"),
        _(
            "Everybody has three secret orders. At the end each player scores one of them."
        ),
        "21",
    ),
    "hurdles": SetWords(
        pgettext_lazy("set", "Module 6: Hurdles"),
        _(
            "Five hurdles lie on the score track: bonus hurdles pay whoever reaches them, real ones stop whoever has not what"
            " they ask for. Each concerns every player once."
        ),
        "22",
    ),
}  # fmt: skip
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
