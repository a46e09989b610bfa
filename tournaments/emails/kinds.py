"""The things that tournaments tell."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from notifications.kinds import Bundling
from notifications.templated import Kind
from tournaments.lifecycle.notifications import APP
from tournaments.lifecycle.notifications import Kind as Name

from . import drafts, halts, truth
from .categories import ANNOUNCEMENTS, FOLLOWED, INVITATIONS, TOURNAMENTS

ALL_ROUNDS = Bundling(ahead=None)
"""Rounds that are paired together are told together."""

ENTERED = Kind(
    APP,
    Name.ENTERED.value,
    label=_("you are registered"),
    category=TOURNAMENTS,
    draft=drafts.entered,
    why_untrue=truth.entered,
    bundling=ALL_ROUNDS,
)
MOVED_UP = Kind(
    APP,
    Name.MOVED_UP.value,
    label=_("you moved up from the waiting list"),
    category=TOURNAMENTS,
    draft=drafts.moved_up,
    why_untrue=truth.moved_up,
)
TOO_FEW = Kind(
    APP,
    Name.TOO_FEW.value,
    label=_("too few players registered"),
    category=TOURNAMENTS,
    draft=drafts.too_few,
    why_untrue=truth.too_few,
)
HELD = Kind(
    APP,
    Name.HELD.value,
    label=_("a round is waiting for its directors"),
    category=TOURNAMENTS,
    draft=drafts.held,
    why_untrue=truth.held,
)
ON_HOLD = Kind(
    APP,
    Name.ON_HOLD.value,
    label=_("a tournament you direct is on hold"),
    category=TOURNAMENTS,
    draft=halts.of_tournament,
    why_untrue=halts.why_untrue,
)
PAIRED = Kind(
    APP,
    Name.PAIRED.value,
    label=_("your round is paired"),
    category=TOURNAMENTS,
    draft=drafts.paired,
    why_untrue=truth.paired,
    awaits=truth.games_to_come,
    bundling=ALL_ROUNDS,
)
ROUND_ENDS = Kind(
    APP,
    Name.ROUND_ENDS.value,
    label=_("a round ends soon"),
    category=TOURNAMENTS,
    draft=drafts.round_ends,
    why_untrue=truth.round_ends,
)
OVER = Kind(
    APP,
    Name.TOURNAMENT_OVER.value,
    label=_("the tournament has finished"),
    category=TOURNAMENTS,
    draft=drafts.over,
    why_untrue=truth.over,
)
ANNOUNCED = Kind(
    APP,
    Name.ANNOUNCED.value,
    label=_("a message from the directors"),
    category=ANNOUNCEMENTS,
    draft=drafts.announced,
    why_untrue=truth.announced,
    overtakes=False,  # a later word does not say an earlier one
)
INVITED = Kind(
    APP,
    Name.INVITED.value,
    label=_("invitation to a tournament"),
    category=INVITATIONS,
    draft=drafts.invited,
    why_untrue=truth.invited,
)
FOLLOWS = Kind(
    APP,
    Name.FOLLOWED.value,
    label=_("a tournament you follow started, paired a round or finished"),
    category=FOLLOWED,
    draft=drafts.followed,
    why_untrue=truth.followed,
)

DECIDED = Kind(
    APP,
    Name.DECIDED.value,
    label=_("a director decided about you or your game"),
    category=TOURNAMENTS,
    draft=drafts.decided,
    why_untrue=truth.decided,
    overtakes=False,  # each decision is one of its own
)
CHANGED = Kind(
    APP,
    Name.CHANGED.value,
    label=_("the settings of a tournament changed"),
    category=TOURNAMENTS,
    draft=drafts.changed,
    why_untrue=truth.changed,
)
REPORTED = Kind(
    APP,
    Name.REPORTED.value,
    label=_("a player wrote to the directors"),
    category=TOURNAMENTS,
    draft=drafts.reported,
    why_untrue=truth.reported,
    overtakes=False,
)
ANSWERED = Kind(
    APP,
    Name.ANSWERED.value,
    label=_("the directors answered"),
    category=TOURNAMENTS,
    draft=drafts.answered,
    why_untrue=truth.answered,
    overtakes=False,
)

KINDS = (
    ENTERED,
    MOVED_UP,
    TOO_FEW,
    HELD,
    ON_HOLD,
    PAIRED,
    ROUND_ENDS,
    OVER,
    ANNOUNCED,
    INVITED,
    FOLLOWS,
    DECIDED,
    CHANGED,
    REPORTED,
    ANSWERED,
)
