"""Which fields of a tournament's terms unfold, under which headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FOLDS = {
    _("Game: edition, expansions, pace"): (
        "edition",
        "sets",
        "open_hands",
        "pace",
        "misses_before_bot",
        "is_rated",
        "is_duplicate",
        "has_chat",
    ),
    _("Rounds, groups and tables"): (
        "rounds",
        "groups",
        "best_of",
        "twice",
        "at_once",
        "preferred",
        "others",
        "last_two",
        "seats",
    ),
    _("Time and end of rounds"): (
        "round_days",
        "between_days",
        "closing",
        "extension_days",
        "leavers",
        "substitutes",
    ),
    _("Byes and late entry"): ("bye", "most_requested", "requested", "late_until", "late_points"),
    _("Registration and visibility"): (
        "most_entrants",
        "closes_at",
        "reach",
        "invited_only",
        "code_word",
        "least_rating",
        "most_rating",
        "established_rating",
        "finished_games",
        "kept_deadlines",
        "most_running_games",
    ),
    _("About the tournament"): ("about",),
}
"""What unfolds."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields under one heading."""

    title: str | Promise
    fields: Sequence[forms.BoundField]
    is_open: bool
