"""Amounts in full words, as a letter or a sentence says them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import words


def rubles(amount: int) -> str:
    return ngettext("%(count)s ruble", "%(count)s rubles", amount) % {"count": words.figure(amount)}


def points(amount: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", amount) % {"count": words.figure(amount)}


def cards(count: int) -> str:
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def listed(parts: list[str]) -> str:
    """`3 rubles, 34 points`."""
    return _(", ").join(part for part in parts if part)
