"""Figures for a monitor, as Prometheus reads them: ages and counts, no word about anybody.

They are asked for at each visit, so every process answers alike. Open to the networks of METRICS_FROM, or to requests with
METRICS_TOKEN; for everybody else there is no such page.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Iterable, Iterator
from ipaddress import ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from games import figures as of_games
from notifications import monitoring as of_emails
from notifications.monitoring import Figure
from stpete_site import queues

logger = logging.getLogger(__name__)


def _queued(_now: object) -> Iterable[Figure]:
    """Tasks that wait for a worker."""
    lengths = {queue.name: float(length) for queue, length in zip(queues.QUEUES, queues.lengths(), strict=True)}
    return (Figure("stpete_queued_tasks", "tasks that wait for a worker", lengths, "queue"),)


FIGURES = (of_games.sweeps, of_games.games, of_emails.queues, of_emails.outcomes, of_emails.inbound, _queued)


class SiteCollector(Collector):
    """Asks for all figures; those of a group that cannot be read are missing, and it is named."""

    def collect(self) -> Iterator[Metric]:
        failed = 0
        moment = now()
        for ask in FIGURES:
            try:
                yield from map(_family, ask(moment))
            except (Error, RedisError, OSError) as error:
                failed += 1
                logger.warning("figures of %s are missing: %s", ask.__module__, type(error).__name__)
        yield GaugeMetricFamily("stpete_figures_missing", "groups of figures that could not be read", failed)


def _family(figure: Figure) -> Metric:
    kind = CounterMetricFamily if figure.grows else GaugeMetricFamily
    family = kind(figure.name, figure.help, labels=[figure.label] if figure.label else [])
    for of, value in figure.values.items():
        family.add_metric([of] if figure.label else [], value)
    return family


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures as text; 404 for whoever may not read them."""
    if not _may_read(request):
        raise Http404
    registry = CollectorRegistry()
    registry.register(SiteCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


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
