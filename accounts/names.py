"""Names that people choose, and the time zones to choose from.

A name stands beside every move for years and is the only thing others ever see of a person, so it must be short,
readable and not mistakable for another one: no address, no look-alikes out of two alphabets, no name the site uses.
"""

import functools
import re
import unicodedata
import zoneinfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 20

BUILDERS = (
    *("Duval", "Gambs", "Jacot", "Neff", "Wist"),
    *("Adamini", "Brenna", "Felten", "Pineau", "Visconti"),
    *("Cameron", "Eppinger", "Hartmann", "Leblond", "Zichy"),
    *("Klenze", "Montferrand", "Quarenghi", "Rastrelli", "Trezzini"),
    *("Kitner", "Lidval", "Ropet", "Starov", "Usov"),
    *("Bazhenov", "Rossi", "Stasov", "Voronikhin", "Zakharov"),
)
"""Builders and artists of the city: the names of the bots, kept for them. Five for each strength, no two with the same letter."""

_SIGNS = " -'’._"
_MARKS_IN_A_ROW = 2  # Thai and Hebrew need two; more is a tower over the neighbouring lines
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")
_RESERVED = re.compile(
    r"^(st\.? ?pete|admin|administrator|moderator|system|support|bot( ?\d+)?|former player.*|ehemalig.*)$"
)


def tidy_name(name: str) -> str:
    """The name as it is kept: one form for each letter, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """Two names are the same when their keys are: capitals, typography and spacing do not make another person."""
    folded = unicodedata.normalize("NFKC", tidy_name(name)).casefold().replace("’", "'")
    return unicodedata.normalize("NFKC", folded)


_BOTS = frozenset(map(name_key, BUILDERS))


def check_name(name: str) -> None:
    """Raise ValidationError with one sentence that says what would be right."""
    tidy = tidy_name(name)
    if not SHORTEST <= len(tidy) <= LONGEST:
        raise ValidationError(
            _("Usernames have %(shortest)s to %(longest)s characters."),
            code="name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if "@" in tidy:
        raise ValidationError(
            _("Everybody sees your username, so it cannot be an email address. Choose another one."),
            code="name_address",
        )
    are_allowed = all(sign in _SIGNS or unicodedata.category(sign)[0] in "LMN" for sign in tidy)
    marks = "".join("m" if unicodedata.combining(sign) else " " for sign in tidy)
    if not are_allowed or not tidy[0].isalnum() or "m" * (_MARKS_IN_A_ROW + 1) in marks:
        raise ValidationError(
            _("Usernames start with a letter or digit. They may contain letters, digits, spaces and - ' . _"),
            code="name_signs",
        )
    if not any(sign.isalpha() for sign in tidy):
        raise ValidationError(_("Usernames need at least one letter."), code="name_letters")
    words = {unicodedata.name(sign, "").split(" ")[0] for sign in tidy if sign.isalpha()}
    if len(words.intersection(_ALPHABETS)) > 1:
        raise ValidationError(_("Use only one alphabet: Latin, Cyrillic or Greek."), code="name_alphabet")
    if _RESERVED.match(name_key(tidy)) or name_key(tidy) in _BOTS:
        raise ValidationError(_("This username is reserved. Choose another one."), code="name_reserved")


_REGIONS = ("Europe", "Africa", "America", "Asia", "Atlantic", "Australia", "Indian", "Pacific", "Antarctica")


@functools.cache
def all_zones() -> frozenset[str]:
    """Every zone the machine knows. Kept, because the library walks the disk on each call."""
    return frozenset(zoneinfo.available_timezones())


@functools.cache
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Zones for a select box: UTC first, then by region, cities in order, without the aliases of old systems."""
    regions = [
        (
            region,
            [
                (name, name.partition("/")[2].replace("_", " "))
                for name in sorted(all_zones())
                if name.startswith(f"{region}/")
            ],
        )
        for region in _REGIONS
    ]
    return [("UTC", [("UTC", "UTC")]), *((region, zones) for region, zones in regions if zones)]
