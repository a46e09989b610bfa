"""The rows of `games`: fields, constraints and cheap questions about themselves. Services write, queries read."""

from .deal import Deal
from .game import Game, Status, Visibility
from .log import TAKEN_ALONG, EndText, LogRow, Row, RowKind, Source
from .notice import Kind
from .preset import Preset
from .seat import PassMode, Seat, Tenure, TenureEnd, TenureStart
from .table import Invitation, InvitationState, Participant

__all__ = [
    "TAKEN_ALONG",
    "Deal",
    "EndText",
    "Game",
    "Invitation",
    "InvitationState",
    "Kind",
    "LogRow",
    "Participant",
    "PassMode",
    "Preset",
    "Row",
    "RowKind",
    "Seat",
    "Source",
    "Status",
    "Tenure",
    "TenureEnd",
    "TenureStart",
    "Visibility",
]
