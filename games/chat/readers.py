"""Who reads which messages, and what they have not read yet. `games.permissions` decides who sees the game at all."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Block, User
from games.models import Game, Line, Mute, Participant, Room, Seen, TenureStart
from games.play.positions import Play


@dataclass(frozen=True, slots=True)
class Window:
    """The time from `since` to `until` whose messages a user reads; None: from the beginning, and without end."""

    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.until is None


def is_shut(game: Game) -> bool:
    """The game was made without a chat, or its deal is still played elsewhere and nobody may write about it."""
    return game.is_silent or game.is_closed


def reading_window(play: Play, user: User) -> Window | None:
    """Which part of the table's chat this user reads; None for a user who never sat there. A substitute reads from their start on,
    a player who left up to then. One statement where the game has not begun, none else."""
    if not play.game.has_begun:
        sits = Participant.objects.filter(game=play.game, user=user).exists()
        return Window() if sits else None
    own = [one for held in play.tenures.values() for one in held if one.user_id == user.pk]
    if not own:
        return None
    is_first = any(one.began == TenureStart.BEGAN for one in own)
    since = None if is_first else min(one.since for one in own)
    if play.eyes_of(user) is not None:
        return Window(since)
    return Window(since, max((one.until for one in own if one.until is not None), default=since))


def may_read_watchers(play: Play) -> bool:
    """Everybody who may see the game, once it is over."""
    return play.game.is_finished and not is_shut(play.game)


def people_at(play: Play) -> set[int]:
    """The users at the table: those who hold a seat or may take it back, or before the start those who sit there."""
    if not play.game.has_begun:
        sitting = Participant.objects.filter(game=play.game, user__isnull=False)
        return set(sitting.values_list("user_id", flat=True))
    people = (play.person_of(seat.index) for seat in play.seats)
    return {person.pk for person in people if person is not None}


def is_company(play: Play) -> bool:
    """More than one person has had a seat: against bots there is nobody to talk to."""
    found = {one.user_id for held in play.tenures.values() for one in held if one.user_id is not None}
    return len(found) > 1


def lines_for(game: Game, room: Room, user: User | None, seen: Window | None) -> QuerySet[Line]:
    """The lines of a room that this user reads, without those of people they have muted or blocked."""
    lines = Line.objects.filter(game=game, room=room)
    if seen is not None and seen.since is not None:
        lines = lines.filter(at__gte=seen.since)
    if seen is not None and seen.until is not None:
        lines = lines.filter(at__lte=seen.until)
    return lines if user is None else lines.filter(~from_muted(user))


def is_readable(line: Line, play: Play, user: User) -> bool:
    if play.game.is_closed:
        return False
    if line.room == Room.WATCHERS:
        return may_read_watchers(play)
    seen = reading_window(play, user)
    return seen is not None and lines_for(play.game, Room.SEATS, user, seen).filter(pk=line.pk).exists()


def from_muted(user: User) -> Q:
    """Lines whose author this user has muted or blocked."""
    muted = Mute.objects.filter(user=user, muted=OuterRef("author"))
    blocked = Block.objects.filter(blocker=user, blocked=OuterRef("author"))
    return Q(Exists(muted)) | Q(Exists(blocked))


def readers_who_muted(author: User, readers: set[int]) -> set[int]:
    """Those of the readers who have muted or blocked this author. Two statements."""
    muting = Mute.objects.filter(muted=author, user__in=readers).values_list("user_id", flat=True)
    blocking = Block.objects.filter(blocked=author, blocker__in=readers).values_list("blocker_id", flat=True)
    return {*muting, *blocking}


def unread_lines(play: Play, user: User, *, since: int) -> list[Line]:
    """Visible messages of others that the user may read and has not seen, from number `since` on. Three statements at most."""
    seen = reading_window(play, user)
    if seen is None or not seen.is_open or is_shut(play.game):
        return []
    known = Seen.objects.filter(user=user, game=play.game).values_list("line", flat=True).first() or 0
    lines = lines_for(play.game, Room.SEATS, user, seen).exclude(author=user)
    standing = lines.filter(number__gte=max(since, known + 1), removed_at__isnull=True)
    return list(standing.select_related("author").order_by("number"))
