"""What tables and tournaments have to tell to those who listen at a webhook of theirs: one message a turn, whoever and
however many are
asked.

A sweep looks at all subjects that have such an endpoint. Where something has changed it waits for the same delay as a mail, and
says then what is so then. What is said is made with the eyes of a visitor by the app whose subject it is
(`notifications.kinds.Board`).
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone, translation

from notifications.channels.send import ShortMessage
from notifications.kinds import Board
from notifications.kinds import News as Told
from notifications.mail.render import one_line
from notifications.models import Channel, Delivery, Endpoint
from notifications.registry import board_of
from notifications.services import notification_delay

APP, NEWS = "notifications", "news"


def look(now: datetime, limit: int = 1000) -> int:
    """Notification what has changed, and make deliveries of what is to be told. Returns how many there are."""
    endpoints = list(Endpoint.objects.exclude(subject="").filter(off_at=None).select_related("user")[:limit])
    by_board: dict[str, tuple[Board, list[Endpoint]]] = {}
    for one in endpoints:
        if (board := board_of(one.subject)) is not None:
            by_board.setdefault(board.prefix, (board, []))[1].append(one)
    made = 0
    for board, listening in by_board.values():
        looks = board.looks([one.subject for one in listening])
        for one in listening:
            made += _look_at(board, one, looks.get(one.subject, ""), now)
    return made


def _look_at(board: Board, endpoint: Endpoint, looks: str, now: datetime) -> bool:
    if looks != endpoint.seen:
        endpoint.seen = looks
        endpoint.due_at = endpoint.due_at or now + notification_delay()
        Endpoint.objects.filter(pk=endpoint.pk).update(seen=endpoint.seen, due_at=endpoint.due_at)
    if endpoint.due_at is None or endpoint.due_at > now:
        return False
    news = news_for(endpoint, now)
    told = news.mark if news is not None else endpoint.told
    # of two sweeps at once one finds the time still there
    is_mine = Endpoint.objects.filter(pk=endpoint.pk, due_at=endpoint.due_at).update(due_at=None, told=told)
    if not is_mine or news is None or news.mark == endpoint.told:
        return False
    Delivery.objects.create(
        app=APP,
        kind=NEWS,
        subject=endpoint.subject,
        channel=Channel.HOOK,
        endpoint=str(endpoint.pk),
        due_at=now,
        created_at=now,
    )
    return True


def news_for(endpoint: Endpoint, now: datetime) -> Told | None:
    """What is to be told there now, in the language of who has set it."""
    board = board_of(endpoint.subject)
    if board is None or not board.may_set(endpoint.user, endpoint.subject):
        return None
    with translation.override(endpoint.user.language), timezone.override(endpoint.user.zone):
        return board.news(endpoint.subject, now)


def said_of(endpoint: Endpoint, now: datetime) -> ShortMessage | None:
    """The message, written when it is sent; None when there is nothing to tell any more."""
    news = news_for(endpoint, now)
    if news is None:
        return None
    lines = [one_line(line) for line in news.line.splitlines()]
    return ShortMessage(NEWS, one_line(news.about.tag), lines[0], news.about.url, endpoint.subject, tuple(lines[1:]))
