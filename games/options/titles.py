"""Titles of tables: those that the site offers, one that nobody else has, and what a title may not say. Pure functions."""

import random
import re
from collections.abc import Collection, Mapping
from itertools import count

from django.utils.translation import gettext_lazy as _

LONGEST = 60

TITLES = (
    _("Evening on the Moika"),
    _("White nights"),
    _("Slow boat to Kronstadt"),
    _("Palace Square"),
    _("Fog over the Neva"),
    _("A walk in the Summer Garden"),
    _("The raised bridge"),
    _("Tea in the Hermitage"),
    _("Strangers on Nevsky Prospekt"),
    _("Snow on Vasilievsky Island"),
    _("Ice on the Fontanka"),
    _("Fountains of Peterhof"),
    _("The Bronze Horseman"),
    _("Lanterns on the quay"),
    _("The Tsar's carpenter"),
    _("Amber and gold"),
    _("Sails off the Admiralty"),
    _("Bells of Saint Isaac's"),
    _("A letter from Novgorod"),
    _("The griffin bridge"),
)
"""None says how many play, or how fast."""

_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_NUMERAL = re.compile(r" [IVX]+$")

_NUMBERS: Mapping[str, int] = {
    **{str(number): number for number in range(1, 10)},
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "sechs": 6,
    "zweit": 2,
    "dritt": 3,
    "viert": 4,
    "fünft": 5,
    "sechst": 6,
}
_CLAIMS = (
    re.compile(r"\b(\w+)[ -]?(?:players?|people|persons?|seats?|spielern?|personen|leuten?|plätzen?)\b"),
    re.compile(r"\b(\d)(?:er|p)\b"),
    re.compile(r"\bzu (\w+)\b"),
    re.compile(r"\b(zwei|drei|vier|fünf)er"),
)


def any_title() -> str:
    return str(random.choice(TITLES))


def next_free(title: str, taken: Collection[str]) -> str:
    """The title, or where it is taken the title with the first Roman numeral that is not: a figure would be read as a number
    of players. Capitals do not make another title."""
    folded = {one.casefold() for one in taken}
    if title.casefold() not in folded:
        return title
    plain = stem(title)
    found = (f"{plain[: LONGEST - len(sign)]}{sign}" for number in count(2) if (sign := f" {_roman(number)}"))
    return next(one for one in found if one.casefold() not in folded)


def stem(title: str) -> str:
    """The title without such a numeral."""
    return _NUMERAL.sub("", title)


def _roman(number: int) -> str:
    signs = ""
    for value, sign in _ROMAN:
        signs += sign * (number // value)
        number %= value
    return signs


def players_claimed(title: str) -> int | None:
    """How many players a title speaks of, in English or German; None where it leaves that to the site."""
    for claim in _CLAIMS:
        for said in claim.findall(title.casefold()):
            if said in _NUMBERS:
                return _NUMBERS[said]
    return None
