"""The rows of `games`: fields, constraints and cheap questions about themselves. Services write, queries read."""

from games.models.archive import ArchiveCheck, BrokenGame, Dump, Puzzle, PuzzleAnswer, Review
from games.models.chat import Line, MoveNote, Mute, Note, Removal, Report, ReportReason, Room, Seen
from games.models.game import OVER, Deal, FinishedSet, Game, Status, Visibility
from games.models.log import (
    BY_PLAYER,
    MERGED,
    TAKEN_ALONG,
    EndText,
    LogRow,
    PlainRow,
    RowKind,
    Source,
    TimeText,
    VoteText,
)
from games.models.outcome import (
    CardFact,
    DeadlineSum,
    GameFact,
    GameImport,
    PlayerTotal,
    RankStep,
    SavedSearch,
    SeatFact,
    SoloResult,
    Total,
)
from games.models.proposal import Proposal, ProposalKind
from games.models.seat import (
    LEFT,
    Draft,
    OrderTemplate,
    PassMode,
    Preset,
    Seat,
    SeatOffer,
    Tenure,
    TenureEnd,
    TenureStart,
    Volunteer,
)
from games.models.stopped import Heartbeat, Outage, VacationDay

from .table import Invitation, InvitationState, Participant, Seek
