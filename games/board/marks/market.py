"""Kind tiles: the chosen kind of a ? symbol (MKT-15)."""

from collections.abc import Callable
from dataclasses import replace

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.names import words
from games.names.cards import Face

from . import Lying


def _shows(kind: str) -> Callable[[Face], Face]:
    return lambda face: replace(face, goods=((kind, 1),))


MARKS = {
    kind: Lying(format_lazy("{}: {}", _("kind tile"), name), look="kinded", dress=_shows(kind))
    for kind, name in words.GOODS.items()
    if kind != "?"
}
