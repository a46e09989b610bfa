"""The words of all apps in one catalogue for each language.

Django keeps catalogues side by side whose plural rules differ, and asks one after the other. Which differ it finds out by comparing
a rule's code with a function (Django 5.2, `TranslationCatalog.update`), so it merges none: each German sentence was looked for in
up to 31 places, each English one in eight, twice. Here those of one rule become one; whichever was asked first still wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils.translation import trans_real

RULED = range(201)
"""Plural rules go by the last two digits, and by small numbers."""


def merge_all() -> None:
    """For each language of the site, once when a process begins."""
    for language, _name in settings.LANGUAGES:
        catalog: Any = vars(trans_real.translation(language))["_catalog"]
        catalog._catalogs, catalog._plurals = merged(zip(catalog._catalogs, catalog._plurals, strict=True))


def merged(layers: Iterable[tuple[dict[Any, str], Any]]) -> tuple[list[dict[Any, str]], list[Any]]:
    """Catalogues with their plural rules, the first to be asked first: neighbours of one rule as one."""
    catalogs: list[dict[Any, str]] = []
    plurals: list[Any] = []
    for catalog, plural in layers:
        if plurals and all(plurals[-1](number) == plural(number) for number in RULED):
            catalogs[-1] = {**catalog, **catalogs[-1]}
        else:
            catalogs.append(dict(catalog))
            plurals.append(plural)
    return catalogs, plurals
