"""The rows of `games`: fields, constraints and cheap questions about themselves. Services write, queries read."""

from games.models.chat import Line, Mute, Note, Removal, Report, ReportReason, Room, Seen
from games.models.draft import Draft, Preset

from .deal import Deal
from .game import FinishedSet, Game, Status, Visibility
from .log import MERGED, TAKEN_ALONG, EndText, LogRow, Row, RowKind, Source
from .seat import PassMode, Seat, Tenure, TenureEnd, TenureStart
from .table import Invitation, InvitationState, Participant

__all__ = [
    "MERGED",
    "TAKEN_ALONG",
    "Deal",
    "Draft",
    "EndText",
    "FinishedSet",
    "Game",
    "Invitation",
    "InvitationState",
    "Line",
    "LogRow",
    "Mute",
    "Note",
    "Participant",
    "PassMode",
    "Preset",
    "Removal",
    "Report",
    "ReportReason",
    "Room",
    "Row",
    "RowKind",
    "Seat",
    "Seen",
    "Source",
    "Status",
    "Tenure",
    "TenureEnd",
    "TenureStart",
    "Visibility",
]
