"""What somebody has to look at, in which order, and until when.

They are reckoned with a spectator's eyes: where nobody may know who is asked (BANQ-THIEF-6) everybody who plays has the one window,
asked or not, and a game that is closed to others (`games.play.visibility`) is told without its title.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, IntegerField, QuerySet, Value
from django.http import HttpRequest
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Participant, Seen, Status, Tenure
from games.models.table import MOST_AT_ONCE
from games.names import words
from games.play import secrecy
from games.play.positions import Play, load
from statements import Prepared

MOVE, RESULT, TALK, HERE = range(4)
"""Why a game is a link of the chain, in its order; `HERE` tells how far the game one comes from was looked at."""


class Link(NamedTuple):
    """`version` is the last one that was looked at, `at` the deadline, or when the game was over."""

    kind: int
    game: int
    version: int
    at: datetime | None


def _moves(user: int, _here: int) -> QuerySet[Any, Any]:
    return _links(_waiting(user), MOVE, game="seat__game_id", at="seat__due_at")


def _results(user: int, _here: int) -> QuerySet[Any, Any]:
    unseen = Seen.objects.filter(pk__in=_newest(user, result=False), game__status=Status.FINISHED)
    return _links(unseen, RESULT, version="version", game="game_id", at="game__finished_at")


def _talks(user: int, _here: int) -> QuerySet[Any, Any]:
    """Of running and finished games whose seat one still has: what watchers say among themselves is no news."""
    unread = Seen.objects.filter(
        pk__in=_newest(user, unread=True),
        line__lt=F("game__said"),
        game__seats__tenures__user=user,
        game__seats__tenures__until=None,
    )
    return _links(unread, TALK, version="version", game="game_id", at="game__started_at")


def _place(user: int, here: int) -> QuerySet[Any, Any]:
    return _links(
        Seen.objects.filter(user=user, game=here), HERE, version="version", game="game_id", at="game__finished_at"
    )


LINKS = (_moves, _results, _talks, _place)
"""Each a part of the one statement."""


def _waiting(user: int) -> QuerySet[Tenure]:
    """The seats of this user that are waited for. A seat is waited for only while its game runs, so the game is not asked."""
    games = Participant.going_on(user).values("game")
    return Tenure.objects.filter(user=user, until__isnull=True, seat__waiting=True, seat__game__in=games)


def _newest(user: int, **which: bool) -> QuerySet[Any, Any]:
    """What this user has seen of their newest games, such as `which`; few, as `Participant.going_on` says."""
    return Seen.objects.filter(user=user, **which).order_by("-pk").values("pk")[:MOST_AT_ONCE]


def _links(rows: QuerySet[Any, Any], kind: int, *, game: str, at: str, version: str = "") -> QuerySet[Any, Any]:
    read = F(version) if version else Value(0, IntegerField())
    said = rows.order_by().annotate(kind=Value(kind, IntegerField()), at_game=F(game), read=read, moment=F(at))
    found: QuerySet[Any, Any] = said.values_list("kind", "at_game", "read", "moment")
    return found


def _chain(user: int, here: int) -> QuerySet[Any, Any]:
    first, *others = (part(user, here) for part in LINKS)
    return first.union(*others, all=True)


_rows = Prepared(_chain, 2)


@dataclass(frozen=True, slots=True)
class Chain:
    """The games to look at, the most urgent first; `here` is the one that is looked at now, up to `seen` the last time."""

    moves: tuple[int, ...] = ()
    results: tuple[int, ...] = ()
    talks: tuple[int, ...] = ()
    here: int | None = None
    seen: int = 0

    @property
    def games(self) -> list[int]:
        return list(dict.fromkeys([*self.moves, *self.results, *self.talks]))

    @property
    def next(self) -> int | None:
        """The game after this one, going round; None where there is no other."""
        games = self.games
        if self.here in games:
            place = games.index(self.here)
            games = games[place + 1 :] + games[:place]
        return games[0] if games else None

    @property
    def count(self) -> int:
        """How many there are beside this one."""
        return sum(game != self.here for game in self.games)

    @property
    def is_news(self) -> bool:
        """This game is over, and its reader has not seen how it ended."""
        return self.here in self.results

    @property
    def what(self) -> str:
        """`2 games wait for your move and 1 new result`, beside this one."""
        moves, results, talks = (
            sum(game != self.here for game in part) for part in (self.moves, self.results, self.talks)
        )
        said = []
        if moves:
            said.append(
                ngettext("%(n)s game waiting for your move", "%(n)s games waiting for your move", moves) % {"n": moves}
            )
        if results:
            said.append(ngettext("%(n)s new result", "%(n)s new results", results) % {"n": results})
        if talks:
            said.append(ngettext("%(n)s game with new messages", "%(n)s games with new messages", talks) % {"n": talks})
        return words.listed(said)


def chain_of(user_id: int, *, here: int | None = None) -> Chain:
    """What this user has to look at, beside what he looks at now. One statement."""
    links = [Link._make(row) for row in _rows(user_id, here or 0)]
    return Chain(
        moves=_games(links, MOVE),
        results=_games(links, RESULT),
        talks=_games(links, TALK),
        here=here,
        seen=next((link.version for link in links if link.kind == HERE), 0),
    )


def _games(links: Iterable[Link], kind: int) -> tuple[int, ...]:
    """Each once; who plays alone has no deadline, and such games come last."""
    found = sorted((link.at.timestamp() if link.at else float("inf"), link.game) for link in links if link.kind == kind)
    return tuple(dict.fromkeys(game for _at, game in found))


KNOWN = "_waiting_games"


def know_waiting(request: HttpRequest, number: int) -> None:
    """The page has found out already; its header need not ask again."""
    setattr(request, KNOWN, number)


def waiting_games(request: HttpRequest, reader: object = None) -> int:
    """How many wait for `reader`, or for who is signed in: one statement, none where the page knows it; 0 for a visitor."""
    known = getattr(request, KNOWN, None)
    if known is None:
        person = reader or request.user
        known = len(_waiting_seats(person.pk)) if isinstance(person, User) else 0
    return int(known)


_waiting_seats = Prepared(lambda user: _waiting(user).order_by().values_list("pk"), 1)


MOST = 60
"""Games of one person whose deadlines are told, the newest ones."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a game waits for its player or, with `is_window`, for somebody. `title` is empty where it is not told."""

    game_id: int
    title: str
    at: datetime
    since: datetime
    is_window: bool


def deadlines_of(user: User) -> Sequence[Deadline]:
    games = Participant.going_on(user).values("game")
    held = Tenure.objects.filter(user=user, until=None, seat__game__status=Status.RUNNING, seat__game__in=games)
    newest = held.order_by("-seat__game").values_list("seat__game", flat=True)[:MOST]
    found = [one for game in newest if (one := _deadline(load(game), user)) is not None]
    return sorted(found, key=lambda one: (one.at, one.game_id))


def _deadline(play: Play, user: User) -> Deadline | None:
    game = play.game
    title = "" if game.is_closed else game.title
    window = secrecy.open_window(play, play.state)
    if window is not None:
        return Deadline(game.pk, title, window.until, window.since, True)
    mine = play.seat_of(user)
    for seat in secrecy.known_waiting(play, play.state, None):
        if mine is not None and seat.index == mine.index and seat.due_at is not None and seat.running_since is not None:
            return Deadline(game.pk, title, seat.due_at, seat.running_since, False)
    return None
