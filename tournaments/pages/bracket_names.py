"""What the rounds of a bracket are called."""

from __future__ import annotations

from django.utils.translation import gettext as _


def round_name(matches: int) -> str:
    """What a round of so many matches is called."""
    known = {1: _("Final"), 2: _("Semifinals"), 4: _("Quarterfinals")}
    return known.get(matches) or _("Round of %(players)s") % {"players": 2 * matches}
