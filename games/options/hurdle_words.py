"""The hurdles that a table composes freely (HURD-24), in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import engine
from games.names.cards import hurdle_tile, tile_name

SPACES = (10, 20, 35, 50, 70)
"""Where hurdles stand (HURD-1)."""

LEFT_OPEN: Mapping[str, Promise] = {
    "any": _("random hurdle"),
    "bonus": _("random bonus hurdle"),
    "real": _("random real hurdle"),
}


def course_words(options: engine.Options) -> str:
    """What stands on which space, as far as the table has chosen it; empty where it has chosen nothing."""
    spaces = zip(SPACES, options.hurdles or (), strict=options.hurdles is not None)
    return ", ".join(f"{space}: {hurdle_words(one)}" for space, one in spaces)


def hurdle_words(chosen: str) -> str:
    """What is chosen for a space: one hurdle by its name, or what is left to chance."""
    return str(LEFT_OPEN[chosen]) if chosen in LEFT_OPEN else tile_name(hurdle_tile(chosen))
