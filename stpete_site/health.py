"""Whether the site does its work, may be asked, and lives: for monitors and proxies, not for people."""

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from accounts.middleware import impersonal
from games.overdue import GRACE, counts
from stpete_site import broker


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Is the work done? 200 while nothing stands overdue by more than a minute, 503 with the counts otherwise."""
    late = {what: count for what, count in counts(now()).items() if count}
    body = {"ok": not late, "overdue": late, "grace_seconds": int(GRACE.total_seconds())}
    return JsonResponse(body, status=503 if late else 200)


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
        broker.lengths()
    except (RedisError, OSError):
        return "away"
    return "ok"
