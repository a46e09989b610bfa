"""What the rows of moderation are."""

from .measure import Measure, MeasureKind
from .network import NetworkSight
from .note import StaffNote
from .report import Complaint, ComplaintReason
from .task import FailedTask
from .trail import Head, TrailRow

__all__ = [
    "Complaint",
    "ComplaintReason",
    "FailedTask",
    "Head",
    "Measure",
    "MeasureKind",
    "NetworkSight",
    "StaffNote",
    "TrailRow",
]
