"""Lists of games and tables for pages. Each says how many statements it takes, whatever the number of games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Now, Upper
from django.shortcuts import get_object_or_404

from accounts.models import User
from games import extensions
from games.models import (
    Game,
    Invitation,
    InvitationState,
    Participant,
    Seen,
    Status,
    Tenure,
    Visibility,
)
from games.models.clock import PaceKind
from games.play import visibility
from games.play.glances import glance_of
from games.play.positions import load
from games.selectors.rows import GAME, SEAT, SEAT_ORDER, GameLine, TableLine, game_of, seats_in, seats_of, tables_of
from games.tables.gathering import GATHERING
from statements import Prepared

from .keyset import Listing, Place
from .played import Played

RECENT = timedelta(days=14)
"""How long a finished game stands under "Just finished"."""

CLOSED_SHOWN = timedelta(days=3)
"""How long those who sat at a table that closed still see it."""


PAGE = 25
"""Rows of a page of lobby and archive."""


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """What the pills of the lobby choose; None is "all"."""

    edition: int | None = None
    sets: bool | None = None
    players: int | None = None
    pace: PaceKind | None = None


def last_table(host: User) -> Game | None:
    """The table that somebody opened last, by its form: not a game that began in the moment it was made. One statement."""
    opened = Game.objects.filter(host=host).exclude(started_at=F("created_at")).order_by("-created_at", "-pk")
    found: Game | None = opened.first()
    return found


def open_tables(wish: LobbyFilter) -> QuerySet[Game]:
    games: QuerySet[Game] = Game.objects.filter(status=Status.OPEN, visibility=Visibility.PUBLIC)
    if wish.edition is not None:
        games = games.filter(options__edition=wish.edition)
    if wish.sets is not None:
        games = games.exclude(options__sets=[]) if wish.sets else games.filter(options__sets=[])
    if wish.players is not None:
        games = games.filter(options__players=wish.players)
    if wish.pace is not None:
        games = games.filter(pace_kind=wish.pace)
    return games


@lru_cache(maxsize=64)
def lobby(wish: LobbyFilter) -> Listing[GameLine]:
    """The open tables that are like that, the newest first."""
    return Listing(
        lambda: open_tables(wish),
        "created_at",
        numbers=0,
        size=PAGE,
        columns=GAME,
        row_of=game_of,
        place=lambda game: Place(game.created_at, game.pk),
    )


def table(game_id: int) -> Game:
    """One table with its people and all its invitations; 404 if there is none. Three statements."""
    games = Game.objects.select_related("host", "rematch_of").prefetch_related(
        Prefetch("participants", Participant.objects.select_related("user")),
        Prefetch("invitations", Invitation.objects.select_related("user")),
    )
    game: Game = get_object_or_404(games, pk=game_id)
    return game


@dataclass(frozen=True, slots=True)
class Mine:
    """All that My games shows: the most lately finished games first, the newest tables first."""

    running: list[Played]
    finished: list[Played]
    tables: list[TableLine]
    unread: frozenset[int] = frozenset()
    """The games where something was said that he has not read."""


def _own(user: int) -> QuerySet[Game]:
    """Games and tables of this user that may have to be shown. They are found by his own rows: what is asked of all games would
    read all that were ever made. The clock of the database only bounds what is read."""
    sat = Participant.objects.order_by().values("game")  # whoever holds a seat sat at the table
    going_on, over = (
        sat.filter(pk__in=some.values("pk")) for some in (Participant.going_on(user), Participant.latest_over(user))
    )
    # own_invitations, with only a number to fill in
    address = Upper(Subquery(User.objects.filter(pk=user).values("email")))
    asked = Invitation.objects.filter(state=InvitationState.OPEN).order_by()
    by_name = asked.filter(user=user).values("game")
    by_mail = (
        asked.alias(address=Upper("email")).filter(user__isnull=True, unheard=False, address=address).values("game")
    )
    lately = Q(finished_at__gt=Now() - (RECENT + timedelta(days=1)))
    alive = Q(status__in=(Status.RUNNING, *GATHERING))
    games: QuerySet[Game] = Game.objects.filter(pk__in=going_on.union(over, by_name, by_mail)).filter(alive | lately)
    return games


def _marked(user: int) -> QuerySet[Any, Any]:
    """With whether something was said that this user has not read."""
    unread = Seen.objects.filter(user=user, game=OuterRef("pk"), line__lt=OuterRef("said"))
    return _own(user).annotate(unread=Exists(unread)).order_by("-finished_at", "-pk").values_list(*GAME, "unread")


_my_games = Prepared(_marked, 1)
_my_seats = Prepared(
    lambda user: Tenure.objects.filter(seat__game__in=_own(user).values("pk")).order_by(*SEAT_ORDER).values_list(*SEAT),
    1,
)


def my_games(user: User, *, now: datetime) -> Mine:
    """Running games of this user, also where a bot keeps his seat, those finished lately, tables that have not begun where he sits
    or is invited, and those that closed lately. One statement, one more for games and two more for tables."""
    rows = _my_games(user.pk)
    found = [game_of(row) for row in rows]
    begun = [game for game in found if game.is_running or _ended(game, Status.FINISHED, now - RECENT)]
    tables = [game for game in found if game.status in GATHERING or _ended(game, Status.CLOSED, now - CLOSED_SHOWN)]
    seats = seats_in(_my_seats(user.pk)) if begun else {}
    played = [Played(_with_glance(game), seats.get(game.pk, [])) for game in begun]
    played = [one for one in played if one.eyes_of(user) is not None]
    return Mine(
        running=[one for one in played if one.game.is_running],
        finished=[one for one in played if not one.game.is_running],
        tables=tables_of(sorted(tables, key=lambda game: (game.status, -game.created_at.timestamp())), user),
        unread=frozenset(row[0] for row in rows if row[-1]),
    )


def _ended(game: GameLine, how: Status, since: datetime) -> bool:
    return game.status == how and game.finished_at is not None and game.finished_at > since


def with_seats(games: Sequence[GameLine]) -> list[Played]:
    """One statement, none without games. Games that are older than their column are replayed (games/play/glances.py)."""
    seats = seats_of([game.pk for game in games])
    return [Played(_with_glance(game), seats.get(game.pk, [])) for game in games]


def _with_glance(game: GameLine) -> GameLine:
    if not game.is_running or game.glance:
        return game
    return game._replace(glance=glance_of(load(game.pk)).to_json())


def open_archive(status: Status = Status.FINISHED) -> QuerySet[Game]:
    """Games of public tables that are over and that everybody may see."""
    return visibility.in_the_open(Game.objects.filter(status=status, visibility=Visibility.PUBLIC))


def finished_games(*, player: int | None = None) -> QuerySet[Game]:
    """Finished games of public tables; `player` is the number of somebody who had a seat, with which they have `over_at`, when they
    finished, by which an index orders them."""
    games = open_archive()
    if player is not None:
        games = games.filter(participants__user=player, participants__over_at__isnull=False)
        games = games.annotate(over_at=F("participants__over_at"))
    return games


def archive_of_player() -> Listing[GameLine]:
    """The finished games of a player, by number, the latest first."""
    return _archive_of_player(extensions.closed())


@lru_cache(maxsize=4)
def _archive_of_player(closed: Q | None) -> Listing[GameLine]:
    """`closed` is what other apps ask for, from which the statements follow too."""
    return Listing(
        lambda player: finished_games(player=player),
        "over_at",
        numbers=1,
        size=PAGE,
        columns=GAME,
        row_of=game_of,
        place=finished_place,
    )


def finished_place(game: GameLine) -> Place:
    if game.finished_at is None:
        raise ValueError(f"game {game.pk} is in the archive and not finished")
    return Place(game.finished_at, game.pk)
