"""What a player can switch off about events."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from notices.kinds import Category
from tournaments.events.notices import INVITATION

EVENTS = Category(
    "events",
    label=_("mails about events you take part in or direct"),
    wish=_("when an event of mine starts, pairs a round or is over"),
)
FOLLOWED = Category(
    "followed",
    label=_("mails about events and leagues you follow"),
    wish=_("when an event or a league that I follow starts, goes on or is over"),
)
LEAGUES = Category(
    "leagues",
    label=_("mails about the seasons of leagues you play in"),
    wish=_("when a season of a league of mine takes entries, starts or is over"),
)
ANNOUNCEMENTS = Category(
    "announcements",
    label=_("mails of the directors of an event you play in"),
    wish=_("when the directors of an event write to all who play"),
)
INVITATIONS = Category(
    "event-invitations",
    label=_("mails when somebody invites you to an event"),
    wish=_("when somebody invites me to an event"),
    strangers=INVITATION,
)
