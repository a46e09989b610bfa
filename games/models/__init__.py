"""The rows of `games`: fields, constraints and cheap questions about themselves. Services write, queries read."""

from games.models.chat import Line, MoveNote, Mute, Note, Removal, Report, ReportReason, Room, Seen
from games.models.fact import CardFact, GameFact, GameImport, SavedSearch, SeatFact
from games.models.game import OVER, Deal, FinishedSet, Game, Status, Visibility
from games.models.log import BY_PLAYER, MERGED, TAKEN_ALONG, EndText, LogRow, PlainRow, RowKind, Source
from games.models.outcome import DeadlineSum, RankStep, SoloResult
from games.models.puzzle import Puzzle, PuzzleAnswer
from games.models.review import Review
from games.models.seat import Draft, OrderTemplate, PassMode, Preset, Seat, Tenure, TenureEnd, TenureStart
from games.models.seek import Seek
from games.models.vacation import VacationDay

from .table import Invitation, InvitationState, Participant

__all__ = [
    "BY_PLAYER",
    "MERGED",
    "OVER",
    "TAKEN_ALONG",
    "CardFact",
    "DeadlineSum",
    "Deal",
    "Draft",
    "EndText",
    "FinishedSet",
    "Game",
    "GameFact",
    "GameImport",
    "Invitation",
    "InvitationState",
    "Line",
    "LogRow",
    "MoveNote",
    "Mute",
    "Note",
    "OrderTemplate",
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
    "SavedSearch",
    "Seat",
    "SeatFact",
    "Seek",
    "Seen",
    "SoloResult",
    "Source",
    "Status",
    "Tenure",
    "TenureEnd",
    "TenureStart",
    "VacationDay",
    "Visibility",
]
