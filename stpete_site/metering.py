"""Requests, tasks and processes for `/metrics`: how many, how long, how they ended. Counted by `notifications.meters`."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

from notifications import meters
from notifications.monitoring import figure

NO_ROUTE = "none"
"""What middleware answers itself: static files, redirects, what no address fits."""


class MeterMiddleware:
    """Outermost: counts every answer by the name of its route, never by its path, which may hold a key or a number."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        route = request.resolver_match.view_name if request.resolver_match else NO_ROUTE
        meters.observe("request", route, f"{response.status_code // 100}xx", time.perf_counter() - began)
        return response


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
