"""What directors do in a tournament, in the order in which their page offers it."""

from __future__ import annotations

from itertools import chain

from django.utils.translation import gettext_lazy as _

from actions import Groups, by_slug

from .pairing import Arrange, Begin, Hold, Swap
from .people import AddDirector, AddPlayer, RemoveDirector, RemovePlayer, WithdrawPlayer
from .rounds import Abandon, Announce, CloseEntries, MoveDeadline, Pause, ReopenEntries, Resume, Retry
from .tables import Adjudicate, Annul, Correct, Forfeit, GiveTime, Substitute

GROUPS: Groups = (
    (_("Tables and games"), (Correct, Forfeit, Adjudicate, Annul, GiveTime, Substitute)),
    (_("Players"), (AddPlayer, WithdrawPlayer, RemovePlayer, Announce)),
    (
        _("Rounds and tournament"),
        (Retry, CloseEntries, ReopenEntries, MoveDeadline, Hold, Begin, Swap, Arrange, Pause, Resume, Abandon),
    ),
    (_("Directors"), (AddDirector, RemoveDirector)),
)
ACTIONS = by_slug(chain.from_iterable(actions for _heading, actions in GROUPS))
