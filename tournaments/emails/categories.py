"""What a player can switch off about tournaments."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from notifications.kinds import Category
from tournaments.lifecycle.notifications import INVITATION

TOURNAMENTS = Category(
    "tournaments",
    label=_("emails about tournaments you play in or direct"),
    wish=_("when a tournament of mine starts, pairs a round or finishes"),
)
FOLLOWED = Category(
    "followed",
    label=_("emails about tournaments and leagues you follow"),
    wish=_("when a tournament or league I follow starts, continues or finishes"),
)
LEAGUES = Category(
    "leagues",
    label=_("emails about the seasons of leagues you play in"),
    wish=_("when a season of my leagues opens registration, starts or finishes"),
)
ANNOUNCEMENTS = Category(
    "announcements",
    label=_("emails from the directors of a tournament you play in"),
    wish=_("when the directors of a tournament write to all players"),
)
INVITATIONS = Category(
    "tournament-invitations",
    label=_("emails with invitations to tournaments"),
    wish=_("when I am invited to a tournament"),
    strangers=INVITATION,
)
