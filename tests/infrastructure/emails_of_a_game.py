"""What goes out about a running game: each kind of mail in both forms, its line for webhooks and browsers, news and feeds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.test import Client

from accounts.models import User
from games.emails.subjects import GameSubject
from games.models import Game, LogRow, ProposalKind, RowKind, Seat, VoteText
from games.models.notification import APP, game_subject
from notifications.channels.send import ShortMessage, body, short_message
from notifications.kinds import NoLongerTrue
from notifications.mail.compose import compose
from notifications.models import Delivery, Form, Notification
from notifications.registry import kinds
from tournaments.pages.exports import feed_token

ELSEWHERE = {
    *("invitation", "invited_answer", "options", "deal_waits", "expiry"),  # before there are cards
    *("over", "standing_still"),  # when nobody plays any more
    *("talk", "unreached", "desk_answer"),  # nothing of a position
}
"""Kinds of games that say nothing of a running one."""
WAITING = {"your_turn", "reminder"}


def kinds_of_running_games() -> set[str]:
    return {name for app, name in kinds() if app == APP} - ELSEWHERE


def data_of(kind: str, seat: Seat) -> dict[str, Any]:
    """What a row of this kind holds, about the last thing of its sort that has happened."""
    rows = LogRow.objects.filter(game=seat.game)
    if kind == "answer":
        number = rows.filter(kind=RowKind.MOVE, seat=seat.index).latest("number").number
        show = ["status", "log", "hand", "prices", "help"]
        return {"played": [number], "left": [], "said": [], "pending": [], "number": 0, "show": show}
    if kind == "staff_acted":
        return {"done": "time", "who": "Anna", "reason": "Ill"}
    if kind in ("substitute", "seat_lost"):
        rows = rows.filter(kind=RowKind.SEAT)
    elif kind == "timed_out":
        rows = rows.filter(kind=RowKind.MOVE, seat=seat.index)
    last = rows.order_by("-number").values_list("number", flat=True).first()
    closed = {"outcome": VoteText.DECLINED.value, "kind": ProposalKind.PAUSE.value} if kind == "proposal_closed" else {}
    return {"seat": seat.index, "number": last or 0, **closed}


def letters(game: Game, user: User, now: datetime) -> Iterator[tuple[str, bytes]]:
    """To the holder of a seat, as it would be written now, by kind and form; of his turn only while it is."""
    seat = Seat.objects.get(game=game, tenures__user=user, tenures__until=None)
    for kind in sorted(kinds_of_running_games()):
        if kind in WAITING and not (seat.waiting and seat.due_at):
            continue
        subject = game_subject(game.pk)
        notification = Notification(app=APP, kind=kind, subject=subject, key=kind, user=user, data=data_of(kind, seat))
        delivery = Delivery(app=APP, kind=kind, subject=subject, user=user, token="t")
        try:
            mail = compose(delivery, [notification], now)
        except NoLongerTrue:
            yield kind, b""
            continue
        yield f"{kind} mail", f"{mail.subject}\n{mail.body}\n{mail.extra_headers}".encode()
        yield f"{kind} html", str(mail.alternatives[0][0]).encode()
        yield from posts(kind, short_message(delivery, [notification], now), now)


def posts(kind: str, message: ShortMessage, now: datetime) -> Iterator[tuple[str, bytes]]:
    for form in Form.values:
        yield f"{kind} {form}", body(form, message, id="t", at=now)


def sent(game: Game, user: User | None, now: datetime) -> dict[str, bytes]:
    """All of it for one person, or for who listens at the webhook of the table."""
    if user is None:
        news = GameSubject(game.pk).news(now)
        assert news is not None
        return {"news": repr(news).encode()}
    feed = Client().get(f"/tournaments/mine/{feed_token(user)}.ics")
    assert feed.status_code == 200
    return {"feed": feed.content, **dict(letters(game, user, now))}
