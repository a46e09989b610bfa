"""What directors do in a tournament, in the order in which their page offers it."""

from itertools import chain

from django.utils.translation import gettext_lazy as _

from actions import Groups, by_slug
from tournaments.director.actions.tournament import (
    Abandon,
    AddDirector,
    AddPlayer,
    Announce,
    CloseEntries,
    MoveDeadline,
    OpenLateEntry,
    Pause,
    RemoveDirector,
    RemovePlayer,
    ReopenEntries,
    Resume,
    Retry,
    WithdrawPlayer,
)

from .pairing import Arrange, Begin, Hold, Swap
from .tables import Adjudicate, Annul, Correct, Extend, Forfeit, GiveTime, Remind, Substitute

GROUPS: Groups = (
    (_("Tables and games"), (Remind, Extend, Correct, Forfeit, Adjudicate, Annul, GiveTime, Substitute)),
    (_("Players"), (AddPlayer, WithdrawPlayer, RemovePlayer, Announce)),
    (
        _("Rounds and tournament"),
        (
            Retry,
            CloseEntries,
            ReopenEntries,
            OpenLateEntry,
            MoveDeadline,
            Hold,
            Begin,
            Swap,
            Arrange,
            Pause,
            Resume,
            Abandon,
        ),
    ),
    (_("Directors"), (AddDirector, RemoveDirector)),
)
ACTIONS = by_slug(chain.from_iterable(actions for _heading, actions in GROUPS))
