"""What has to be known of messages before they go out, looked up for many of them together: what they tell, whether it is still so,
and whether its person still wants it by this way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from notices.kinds import Kind
from notices.models import Delivery, DeliveryState, Notice
from notices.registry import kind_of
from notices.routes import Reach, reaches_of, why_unreachable
from notices.summaries import SUMMARY


@dataclass(frozen=True, slots=True)
class Seen:
    """One message as it was when it was looked at. `untrue` has the reasons of those of its notices that are not to be told."""

    delivery: Delivery
    notices: Sequence[Notice] = ()
    untrue: Mapping[int, str] = field(default_factory=dict)
    is_overtaken: bool = False


def look_at(deliveries: Collection[int], now: datetime) -> dict[int, Seen]:
    """These messages by number. As many statements for many as for one, but for kinds that know truth one by one."""
    found = list(Delivery.objects.filter(pk__in=deliveries).select_related("user").order_by("pk"))
    told = _notices_of(found)
    reaches = reaches_of({one.user.pk: one.user for one in found if one.user is not None}.values())
    known = untrue_among([notice for notices in told.values() for notice in notices], now)
    overtaken = _overtaken(found)
    return {
        one.pk: Seen(
            one,
            told[one.pk],
            _untrue(one, told[one.pk], reaches.get(one.user_id or 0), known, now),
            one.pk in overtaken,
        )
        for one in found
    }


def untrue_among(notices: Iterable[Notice], now: datetime) -> dict[int, str]:
    """Those of whose kinds many can be asked at once and which have nothing left to tell, with the reason."""
    groups: dict[tuple[str, str], tuple[Kind, list[Notice]]] = {}
    for notice in notices:
        kind = kind_of(notice)
        if kind.untrue_among is not None:
            groups.setdefault((kind.app, kind.name), (kind, []))[1].append(notice)
    found: dict[int, str] = {}
    for kind, group in groups.values():
        assert kind.untrue_among is not None
        found.update(kind.untrue_among(group, now))
    return found


def why_not(notice: Notice, now: datetime, reach: Reach | None, channel: str, known: Mapping[int, str] | None) -> str:
    """Why this is not to be told by this channel, or by any: the person does not want it, or it is no longer so. Empty while it
    is. `reach` is that of the notice's user; `known` is what `untrue_among` has found, None where nobody has asked it."""
    kind = kind_of(notice)
    if reason := why_unreachable(notice, kind, channel, reach):
        return reason
    if known is not None and kind.untrue_among is not None:
        return known.get(notice.pk, "")
    return kind.why_untrue(notice, now)


def _notices_of(deliveries: Sequence[Delivery]) -> Mapping[int, list[Notice]]:
    """Those that have not been dropped, the oldest first, with their users."""
    found: dict[int, list[Notice]] = defaultdict(list)
    by_number = {one.pk: one for one in deliveries}
    links = Delivery.notices.through.objects.filter(delivery__in=list(by_number), notice__dropped="")
    for link in links.select_related("notice").order_by("notice_id"):
        delivery, notice = by_number[link.delivery_id], link.notice
        if delivery.user is not None and notice.user_id == delivery.user_id:
            notice.user = delivery.user
        found[delivery.pk].append(notice)
    return found


def _untrue(
    delivery: Delivery, notices: Sequence[Notice], reach: Reach | None, known: Mapping[int, str], now: datetime
) -> dict[int, str]:
    reasons = {one.pk: why_not(one, now, reach, delivery.channel, known) for one in notices}
    return {pk: reason for pk, reason in reasons.items() if reason}


def _overtaken(deliveries: Sequence[Delivery]) -> set[int]:
    """After a long outage one message per subject is enough: a newer one of the same kind says all that this one would. What has
    gathered stands in one of them only."""
    asked = [one for one in deliveries if one.user_id is not None and one.kind != SUMMARY and kind_of(one).overtakes]
    if not asked:
        return set()
    pending = Delivery.objects.filter(
        state=DeliveryState.PENDING,
        user__in={one.user_id for one in asked},
        kind__in={one.kind for one in asked},
        pk__gt=min(one.pk for one in asked),
    )
    latest: dict[tuple[object, ...], int] = {}
    for pk, *place in pending.values_list("pk", "app", "kind", "subject", "user_id", "channel", "endpoint"):
        latest[tuple(place)] = max(pk, latest.get(tuple(place), 0))
    return {one.pk for one in asked if latest.get(_place(one), 0) > one.pk}


def _place(one: Delivery) -> tuple[object, ...]:
    return one.app, one.kind, one.subject, one.user_id, one.channel, one.endpoint
