"""For monitors and proxies: whether the site does its work, accepts requests and lives, and its figures.

The figures are read at each visit, so every process answers alike. They are open to the networks of METRICS_FROM and to requests
with METRICS_TOKEN; for everybody else there is no such page.
"""

import hmac
import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from ipaddress import ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from accounts.middleware import impersonal
from games import due as of_games
from games.due import GRACE, counts
from notifications import meters, monitoring
from notifications.monitoring import figure
from stpete_site import celery


def families() -> Iterator[Metric]:
    """Raises RedisError."""
    meters.flush()
    counts: dict[str, list[tuple[list[str], float]]] = defaultdict(list)
    for (kind, *parts), number in meters.counted():
        counts[kind].append((parts, number))
    for kind, label, outcome, told in (
        ("request", "route", "status", "answers by route and class of status"),
        ("task", "task", "outcome", "tasks by name and how they ended"),
    ):
        ended = CounterMetricFamily(f"stpete_{kind}s", told, labels=[label, outcome])
        for (name, how), number in counts[kind]:
            ended.add_metric([name, how], number)
        yield ended
        yield _durations(kind, label, counts[f"{kind}-in"], counts[f"{kind}-s"])
    yield from _processes(counts["process"])


def _durations(
    kind: str, label: str, counts: list[tuple[list[str], float]], sums: list[tuple[list[str], float]]
) -> HistogramMetricFamily:
    family = HistogramMetricFamily(f"stpete_{kind}_duration_seconds", f"how long a {kind} took", labels=[label])
    within = {(name, bound): number for (name, bound), number in counts}
    for (name,), total in sorted(sums):
        sum_up, buckets = 0.0, []
        for bound in (*map(str, meters.BOUNDS), "+Inf"):
            sum_up += within.get((name, bound), 0)
            buckets.append((bound, sum_up))
        family.add_metric([name], buckets, total)
    return family


def _processes(counts: list[tuple[list[str], float]]) -> Iterator[Metric]:
    alive, memory = defaultdict[str, float](float), defaultdict[str, float](float)
    for said in meters.processes():
        alive[said["name"]] += 1
        memory[said["name"]] += said["memory"]
    yield figure("stpete_processes", "processes that live, by what they do", alive, "process")
    yield figure("stpete_process_memory_bytes", "their memory, with what is shared counted once", memory, "process")
    for what, name, told in (
        ("started", "stpete_process_starts", "starts of processes"),
        ("cpu", "stpete_process_cpu_seconds", "time on a core, of ended processes too"),
    ):
        found = {process: number for (process, of), number in counts if of == what}
        yield figure(name, told, found, "process", grows=True)


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
        "can_write": _Known.worked_at is not None,
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


class _Known:
    """What this process has found. `worked_at`: when it last wrote a row, None after a failure. `is_migrated` stays true."""

    worked_at: float | None = None
    is_migrated = False


def _can_write() -> bool:
    """Whether the database keeps a row: on a full disk, or where it may only be read, pages come and no move is kept.

    Writes one, because nothing else tells. A success is remembered for some seconds.
    """
    tried_at = time.monotonic()
    if _Known.worked_at is not None and tried_at - _Known.worked_at < HOLDS:
        return True
    try:
        with transaction.atomic():
            monitoring.add_to_tally("health", "written")
    except Error as error:
        logger.error("nothing can be written: %s", str(error).partition("\n")[0])
        _Known.worked_at = None
    else:
        _Known.worked_at = tried_at
    return _Known.worked_at is not None


def _database() -> str:
    try:
        if _Known.is_migrated:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        else:
            if newest_migrations() - MigrationRecorder(connection).applied_migrations().keys():
                return "migrations are missing"
            _Known.is_migrated = True
    except Error:
        return "away"
    return "ok"


@cache
def newest_migrations() -> set[tuple[str, str]]:
    """The last migration of each app. Asked before the first request, it is that of this code and not of an update on the disk."""
    return {*MigrationLoader(None).graph.leaf_nodes()}


def _redis() -> str:
    try:
        celery.lengths()
    except (RedisError, OSError):
        return "away"
    return "ok"


def _queued(_now: object) -> Iterable[Metric]:
    lengths = {queue.name: float(length) for queue, length in zip(celery.QUEUES, celery.lengths(), strict=True)}
    return (figure("stpete_queued_tasks", "tasks that wait for a worker", lengths, "queue"),)


FIGURES = (of_games.sweeps, of_games.games, monitoring.queues, monitoring.outcomes, monitoring.inbound, _queued)


class SiteCollector(Collector):
    """Asks for all figures; those of a group that cannot be read are missing, and it is named."""

    def collect(self) -> Iterator[Metric]:
        failed = 0
        moment = now()
        for ask in FIGURES:
            try:
                yield from ask(moment)
            except (Error, RedisError, OSError) as error:
                failed += 1
                logger.warning("figures of %s are missing: %s", ask.__module__, type(error).__name__)
        try:
            yield from list(families())
        except (RedisError, OSError) as error:
            failed += 1
            logger.warning("figures of requests, tasks and processes are missing: %s", type(error).__name__)
        yield figure("stpete_figures_missing", "groups of figures that could not be read", {"": failed})


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures as text; 404 for readers who may not see them."""
    if not _may_read(request):
        raise Http404
    return HttpResponse(generate_latest(SiteCollector()), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    if token and hmac.compare_digest(sent.encode(), token.encode()):
        return True
    try:
        here = ip_address(_address_of(request))
    except ValueError:
        return False
    return any(here in ip_network(network, strict=False) for network in settings.METRICS_FROM)


def _address_of(request: HttpRequest) -> str:
    """Who asks: whom the proxies saw, or a monitor beside them that asks the site itself."""
    if "X-Forwarded-For" not in request.headers:
        return str(request.META.get("REMOTE_ADDR", ""))
    return str(get_adapter().get_client_ip(request))
