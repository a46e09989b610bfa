"""Where somebody can still finish, in words. Nothing is said of a tournament that does not run."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pages.standings_lines import Line


def says_something(tournament: Tournament, shown: Iterable[Line], everybody: int) -> bool:
    """Whether the column is worth its room: somebody there cannot finish anywhere any more."""
    narrow = ((one.best or 1) > 1 or (one.worst or everybody) < everybody for one in shown)
    return tournament.is_running and any(narrow)


def own_sentence(tournament: Tournament, best: int | None, worst: int | None, everybody: int) -> str:
    """To the entrant himself; nothing as long as he can finish anywhere among `everybody`."""
    if not tournament.is_running or best is None or worst is None or (best <= 1 and worst >= everybody):
        return ""
    if best == worst:
        return _("Your final place is certain: %(place)s.") % {"place": best}
    return _("You can still finish anywhere from place %(best)s to place %(worst)s.") % {"best": best, "worst": worst}


def sentence(tournament: Tournament, best: int | None, worst: int | None, everybody: int) -> str:
    """To everybody else."""
    if not tournament.is_running or best is None or worst is None or (best <= 1 and worst >= everybody):
        return ""
    if best == worst:
        return _("This final place is certain.")
    return _("Can still finish anywhere from place %(best)s to place %(worst)s.") % {"best": best, "worst": worst}
