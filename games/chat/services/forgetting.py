"""Reports are kept as long as somebody may come back to them."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Report

REPORTS = timedelta(days=180)
"""How long a report is kept after it was settled, with what stood around the line."""


def forget_settled(*, now: datetime) -> int:
    """Throw away what was settled so long ago. Returns how many went."""
    return Report.objects.filter(settled_at__lt=now - REPORTS).delete()[0]
