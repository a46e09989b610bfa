"""The split that lies on a Trading Guild: what it pays until its owner chooses anew (GUILD-2, UI-5)."""

from collections.abc import Callable
from dataclasses import replace

from django.utils.functional import lazystr
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.names.cards import Face

from . import Lying

AMOUNT = 4
"""What the card splits (GUILD-1)."""


def _pays(rubles: int, points: int) -> Callable[[Face], Face]:
    return lambda face: replace(face, rubles=rubles, points=points, short="")


def _split(rubles: int) -> Lying:
    points = AMOUNT - rubles
    said = format_lazy("{} {}/{}", _("split of rubles and points"), lazystr(rubles), lazystr(points))
    return Lying(said, look="split", dress=_pays(rubles, points))


MARKS = {f"{rubles}/{AMOUNT - rubles}": _split(rubles) for rubles in range(1, AMOUNT + 1)}
