"""What somebody writes to open a table, as the form of the page would be sent.

`edition 1 players 3 pace 5d hidden private invite anna@example.org, boris`, in any order; what is not said is as usual.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.errors import GameError
from games.lobby.table_forms import NewTableForm
from games.models.clock import PACES

_VALUES = {
    "edition": "edition",
    "auflage": "edition",
    "ausgabe": "edition",
    "players": "players",
    "spieler": "players",
    "pace": "pace",
    "tempo": "pace",
}
"""Words that say what the next one is."""
_CHOICES = {
    "hidden": ("open_hands", "hidden"),
    "verdeckt": ("open_hands", "hidden"),
    "rated": ("rated", "on"),
    "gewertet": ("rated", "on"),
    "unrated": ("rated", ""),
    "ungewertet": ("rated", ""),
    "private": ("visibility", "link"),
    "privat": ("visibility", "link"),
    **{pace: ("pace", pace) for pace in PACES},
}
_INVITE = ("invite", "einladen")
"""What follows are guests, up to the next word of the others."""


class NotUnderstood(GameError):
    code = "not_understood"
    status = 400


def form_of(text: str) -> NewTableForm:
    """The valid form. Raises NotUnderstood with the words that say nothing here, or with what the form has against them."""
    form = NewTableForm({**_usual(), **_read(text)})
    if not form.is_valid():
        raise NotUnderstood(" ".join(str(error) for found in form.errors.values() for error in found))
    return form


def _usual() -> Mapping[str, object]:
    blank = NewTableForm()
    initial = {name: blank.get_initial_for_field(field, name) for name, field in blank.fields.items()}
    return {name: value for name, value in initial.items() if value not in (None, "")}


def _read(text: str) -> Mapping[str, object]:
    data: dict[str, object] = {}
    guests: list[str] = []
    nowhere: list[str] = []
    wanted, place = "", nowhere
    for word in re.findall(r"[^,;\s]+", text):
        key = word.lower()
        if wanted:
            data[wanted], wanted = key, ""
        elif key in _INVITE:
            place = guests
        elif key in _VALUES:
            wanted, place = _VALUES[key], nowhere
        elif key in _CHOICES:
            field, value = _CHOICES[key]
            data[field], place = value, nowhere
        else:
            place.append(word)
    if nowhere or wanted:
        said = _("Not understood: %(words)s. To create a table, write for example: %(example)s")
        example = pgettext("command", "new edition 2 players 3 invite anna@example.com")
        raise NotUnderstood(said % {"words": " ".join(nowhere) or wanted, "example": example})
    return {**data, "guests": "\n".join(guests)}
