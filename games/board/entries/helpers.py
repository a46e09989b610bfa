"""Helpers in the log: after a round each goes to the right neighbour (HELP-9)."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _

import engine
from games.names.cards import Deck, tile_name

from . import Names


def _passed(entry: engine.Entry, deck: Deck, names: Names) -> str:
    holders = cast(Sequence[str], entry.to_json()["holders"])
    said = ", ".join(f"{who} {tile_name(helper)}" for who, helper in zip(names, holders, strict=True))
    return _("The helpers are passed on: %(helpers)s") % {"helpers": said}


SENTENCES = {"helpers-passed": _passed}
