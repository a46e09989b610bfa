"""The rows of `games`: fields, constraints and cheap questions about themselves. Services write, queries read."""

from games.models.chat import Line, MoveNote, Mute, Note, Removal, Report, ReportReason, Room, Seen
from games.models.game import Deal, FinishedSet, Game, Status, Visibility
from games.models.log import BY_PLAYER, MERGED, TAKEN_ALONG, EndText, LogRow, PlainRow, RowKind, Source
from games.models.outcome import DeadlineSum, RankStep, SoloResult
from games.models.puzzle import Puzzle, PuzzleAnswer
from games.models.review import Review
from games.models.seat import Draft, PassMode, Preset, Seat, Tenure, TenureEnd, TenureStart

from .table import Invitation, InvitationState, Participant

__all__ = [
    "BY_PLAYER",
    "MERGED",
    "TAKEN_ALONG",
    "DeadlineSum",
    "Deal",
    "Draft",
    "EndText",
    "FinishedSet",
    "Game",
    "Invitation",
    "InvitationState",
    "Line",
    "LogRow",
    "MoveNote",
    "Mute",
    "Note",
    "Participant",
    "PassMode",
    "PlainRow",
    "Preset",
    "Puzzle",
    "PuzzleAnswer",
    "RankStep",
    "Removal",
    "Report",
    "ReportReason",
    "Review",
    "Room",
    "RowKind",
    "Seat",
    "Seen",
    "SoloResult",
    "Source",
    "Status",
    "Tenure",
    "TenureEnd",
    "TenureStart",
    "Visibility",
]
