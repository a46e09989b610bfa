"""What operators look at: counters, figures, overdue rows, and findings of checks.

Counters are rows, because processes end. Figures say how much, never who; their labels are ours: kinds, reasons, states
(`stpete_site.metrics` lists them all). `stpete_site.doctor.parts` lists the checks.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from django.db.models import Count, F, Min
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from notifications.models import AddressScore, Delivery, DeliveryState, Notification, Tally


def add_to_tally(name: str, label: str = "", *, by: int = 1) -> None:
    """One more. Call it outside of transactions that take long: everybody who counts the same waits for the row."""
    same = Tally.objects.filter(name=name, label=label)
    more = F("count") + by
    if not same.update(count=more):
        Tally.objects.bulk_create([Tally(name=name, label=label)], ignore_conflicts=True)
        same.update(count=more)


def tally_of(name: str) -> Mapping[str, int]:
    return dict(Tally.objects.filter(name=name).values_list("label", "count"))


def overdue(since: datetime) -> dict[str, int]:
    """How many rows were already due at that time, those of undeclared kinds included."""
    return {
        "notifications": Notification.objects.filter(due_at__lte=since).count(),
        "deliveries": Delivery.objects.filter(state=DeliveryState.PENDING, due_at__lte=since).count(),
    }


def figure(name: str, help: str, values: Mapping[str, float], label: str = "", *, grows: bool = False) -> Metric:
    """One family of figures. `values` are by the value of `label`, or by "" without one; `grows` for what is only ever counted up.

    Names end in a unit (`_seconds`), as Prometheus has it; a counter gets `_total` by itself.
    """
    family = (CounterMetricFamily if grows else GaugeMetricFamily)(name, help, labels=[label] if label else [])
    for of, value in values.items():
        family.add_metric([of] if label else [], value)
    return family


def queues(now: datetime) -> Iterator[Metric]:
    """How long what is due has been due, and how much of it there is."""
    due = Notification.objects.filter(due_at__lte=now)
    mails = Delivery.objects.filter(state=DeliveryState.PENDING, due_at__lte=now)
    by_kind = due.order_by().values_list("app", "kind").annotate(Min("due_at"), Count("pk"))
    oldest = {f"{app}.{kind}": (now - at).total_seconds() for app, kind, at, _count in by_kind}
    yield figure(
        "stpete_notifications_oldest_due_seconds", "age of the oldest notification that is due", oldest, "kind"
    )
    counts = {f"{app}.{kind}": float(count) for app, kind, _at, count in by_kind}
    yield figure("stpete_notifications_due", "notifications that are due", counts, "kind")
    waiting = mails.aggregate(at=Min("due_at"), count=Count("pk"))
    age = (now - waiting["at"]).total_seconds() if waiting["at"] else 0.0
    yield figure("stpete_mails_oldest_due_seconds", "age of the oldest mail that is due to be sent", {"": age})
    yield figure("stpete_mails_due", "mails that are due to be sent", {"": float(waiting["count"])})


def outcomes(now: datetime) -> Iterator[Metric]:
    """Results of all messages since the site was set up, and how many addresses are stopped."""
    for name, told, label in (
        ("mails", "mails by what became of them", "outcome"),
        ("hooks", "messages to webhooks by what became of them", "outcome"),
        ("pushes", "messages to browsers by what became of them", "outcome"),
        ("reports", "reports of other servers about mails, by what they said", "outcome"),
        ("refusals", "recipients that the own mail server refused, by what it meant", "outcome"),
    ):
        values = {of: float(count) for of, count in tally_of(name).items()}
        yield figure(f"stpete_{name}", told, values, label, grows=True)
    stopped = AddressScore.objects.filter(stopped_at__isnull=False).count()
    yield figure("stpete_addresses_stopped", "addresses to which nothing is sent", {"": float(stopped)})


def inbound(now: datetime) -> Iterable[Metric]:
    values = {of: float(count) for of, count in tally_of("inbound").items()}
    return (figure("stpete_inbound", "mails that came in, by what became of them", values, "outcome", grows=True),)


class Level(IntEnum):
    OK = 0
    WARNING = 1
    FAULT = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: about `what`, how bad, what was seen and, where it is not well, what to do."""

    what: str
    level: Level
    seen: str
    todo: str = ""


def ok(what: str, seen: str) -> Finding:
    return Finding(what, Level.OK, seen)


def warning(what: str, seen: str, todo: str) -> Finding:
    return Finding(what, Level.WARNING, seen, todo)


def fault(what: str, seen: str, todo: str) -> Finding:
    return Finding(what, Level.FAULT, seen, todo)
