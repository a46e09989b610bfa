"""The host of a running game hears once that mails do not reach one of its players: not why, and not where."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games.emails.about import about, about_several
from games.models import Game, Kind, Seat, Status
from games.models.notification import APP, game_subject, number_in
from games.names import words
from notifications.kinds import About, NoLongerTrue
from notifications.models import Notification
from notifications.services import queue
from notifications.templated import Draft


@dataclass(frozen=True, slots=True)
class Silent:
    """A game, and whom of its players no mail reaches."""

    about: About
    names: str


@dataclass(frozen=True, slots=True)
class Unreached:
    """At least one game."""

    games: Sequence[Silent]


def tell(user: User, now: datetime) -> None:
    """Queue a word to the hosts of the games that this user plays, in the transaction in which mails to him are stopped."""
    held = _held(user.pk).exclude(game__host=None).exclude(game__host=user).select_related("game")
    queue(
        Notification(
            app=APP,
            kind=Kind.UNREACHED.value,
            key=f"{Kind.UNREACHED}:{game.pk}:{user.pk}:{now:%Y%m%d}",
            subject=game_subject(game.pk),
            data={"user": user.pk},
            user_id=game.host_id,
            created_at=now,
            due_at=now,
        )
        for game in {seat.game_id: seat.game for seat in held}.values()
    )


WHEN_UNREACHED = tell


def why_untrue(notification: Notification, now: datetime) -> str:
    """He plays that game still, its host is the same, and mails do not reach him."""
    held = _held(notification.data["user"]).filter(
        game=number_in(notification.subject), game__host=notification.user_id
    )
    if not held.exists():
        return "not seated"
    return (
        ""
        if User.objects.filter(pk=notification.data["user"], mail_stopped_at__isnull=False).exists()
        else "reached again"
    )


def draft(notifications: Sequence[Notification], now: datetime) -> Draft:
    people = User.objects.in_bulk({one.data["user"] for one in notifications})
    by_game: dict[int, list[str]] = {}
    for one in notifications:
        if (person := people.get(one.data["user"])) is not None:
            by_game.setdefault(number_in(one.subject), []).append(person.name)
    games = Game.objects.in_bulk(list(by_game))
    found = [Silent(about(games[number]), words.listed(names)) for number, names in by_game.items() if number in games]
    if not found:
        raise NoLongerTrue("gone")
    return draft_of(found)


def draft_of(found: Sequence[Silent]) -> Draft:
    return Draft(found[0].about if len(found) == 1 else about_several(), Unreached(found))


def _held(user_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game__status=Status.RUNNING, tenures__user=user_id, tenures__until=None)
