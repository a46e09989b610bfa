"""Whether the site does its work, may be asked, and lives: for monitors and proxies, not for people."""

import logging
import time

from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from accounts.middleware import impersonal
from games.alerts import GRACE, counts
from notifications import monitoring
from stpete_site import queues

HOLDS = 5.0
"""Seconds for which a row that could be written says that others can be."""

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Is the work done? 200 while nothing stands overdue by more than a minute and something can be written, 503 with what is
    wrong otherwise."""
    late = {what: count for what, count in counts(now()).items() if count}
    is_well = _can_write() and not late
    body = {
        "ok": is_well,
        "can_write": _Writing.worked_at is not None,
        "overdue": late,
        "grace_seconds": int(GRACE.total_seconds()),
    }
    return JsonResponse(body, status=200 if is_well else 503)


@require_safe
@never_cache
@impersonal
def live(request: HttpRequest) -> JsonResponse:
    """Does this process answer? Asks nobody: a process is not ended because the database is away."""
    return JsonResponse({"ok": True})


@require_safe
@never_cache
@impersonal
def ready(request: HttpRequest) -> JsonResponse:
    """May a proxy send people here? 503 while the database does not answer or is older than this code.

    Without Redis pages are answered (docs/deploy.md, When a part is away), so that is told and keeps nobody away.
    """
    parts = {"database": _database(), "redis": _redis()}
    is_ready = parts["database"] == "ok"
    return JsonResponse({"ok": is_ready, "parts": parts}, status=200 if is_ready else 503)


def _can_write() -> bool:
    """Whether the database keeps a row: on a full disk, or where it may only be read, pages come and no move is kept.

    Tried by writing one, because nothing else tells; a try that went well holds for some seconds, whoever asks.
    """
    tried_at = time.monotonic()
    if _Writing.worked_at is not None and tried_at - _Writing.worked_at < HOLDS:
        return True
    try:
        with transaction.atomic():
            monitoring.add_to_tally("health", "written")
    except Error as error:
        logger.error("nothing can be written: %s", str(error).partition("\n")[0])
        _Writing.worked_at = None
    else:
        _Writing.worked_at = tried_at
    return _Writing.worked_at is not None


class _Writing:
    """When a row was written last in this process; None where the last try failed."""

    worked_at: float | None = None


def _database() -> str:
    try:
        if _Migrations.applied:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        else:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return "migrations are missing"
            _Migrations.applied = True
    except Error:
        return "away"
    return "ok"


class _Migrations:
    """Once they are applied they stay so for the life of a process."""

    applied = False


def _redis() -> str:
    try:
        queues.lengths()
    except (RedisError, OSError):
        return "away"
    return "ok"
