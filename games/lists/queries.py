"""Lists of games and tables for pages. Each says how many statements it takes, whatever the number of games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from accounts.models import User
from games.models import (
    Game,
    Invitation,
    InvitationState,
    LogRow,
    Participant,
    Row,
    Seat,
    Status,
    Tenure,
    TenureEnd,
    Visibility,
)
from games.models.clock import PaceKind
from games.play import sight
from games.play.positions import Play
from games.tables.services.gathering import GATHERING, own_invitations

RECENT = timedelta(days=14)
"""How long a finished game stands under "Just finished"."""

CLOSED_SHOWN = timedelta(days=3)
"""How long those who sat at a table that closed still see it."""

LOBBY_ROWS = 100


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """What the pills of the lobby choose; None is "all"."""

    edition: int | None = None
    sets: bool | None = None
    players: int | None = None
    pace: PaceKind | None = None


def _with_people(games: QuerySet[Game]) -> QuerySet[Game]:
    """Host, participants and open invitations (only these) in three statements."""
    open_ones = Invitation.objects.filter(state=InvitationState.OPEN).select_related("user", "inviter")
    return games.select_related("host").prefetch_related(
        Prefetch("participants", Participant.objects.select_related("user")),
        Prefetch("invitations", open_ones),
    )


def open_tables(wish: LobbyFilter) -> list[Game]:
    """The newest public tables that gather people, with those who sit there and are asked. Three statements."""
    games = Game.objects.filter(status=Status.OPEN, visibility=Visibility.PUBLIC)
    if wish.edition is not None:
        games = games.filter(options__edition=wish.edition)
    if wish.sets is not None:
        games = games.exclude(options__sets=[]) if wish.sets else games.filter(options__sets=[])
    if wish.players is not None:
        games = games.filter(options__players=wish.players)
    if wish.pace is not None:
        games = games.filter(pace_kind=wish.pace)
    return list(_with_people(games).order_by("-created_at", "-pk")[:LOBBY_ROWS])


def table(game_id: int) -> Game:
    """One table with its people and all its invitations; 404 if there is none. Three statements."""
    games = Game.objects.select_related("host", "rematch_of").prefetch_related(
        Prefetch("participants", Participant.objects.select_related("user")),
        Prefetch("invitations", Invitation.objects.select_related("user")),
    )
    game: Game = get_object_or_404(games, pk=game_id)
    return game


def my_tables(user: User, *, now: datetime) -> list[Game]:
    """Tables that have not begun where this user sits or is invited, and those that closed lately. Three statements."""
    sits = Exists(Participant.objects.filter(game=OuterRef("pk"), user=user))
    is_asked = Exists(Invitation.objects.filter(own_invitations(user), game=OuterRef("pk")))
    gathering = Q(status__in=GATHERING) & Q(sits | is_asked)
    closed = Q(sits, status=Status.CLOSED, finished_at__gt=now - CLOSED_SHOWN)
    return list(_with_people(Game.objects.filter(gathering | closed)).order_by("status", "-created_at"))


def my_plays(user: User, *, now: datetime) -> list[Play]:
    """Running games of this user, also where a bot keeps his seat, and those finished lately. Three statements."""
    held = Tenure.objects.filter(seat__game=OuterRef("pk"), user=user).filter(
        Q(until__isnull=True) | Q(ended=TenureEnd.KEPT)
    )
    lately = Q(status=Status.FINISHED, finished_at__gt=now - RECENT)
    games = Game.objects.with_secret().filter(Q(status=Status.RUNNING) | lately).filter(Exists(held))
    return [play for play in plays_of(games.order_by("-finished_at", "-pk")) if play.eyes_of(user) is not None]


def plays_of(games: Iterable[Game]) -> list[Play]:
    """These games with seats and holders, in two statements more; running ones with their log, to be replayed.

    The games must be loaded with their secret.
    """
    found = {game.pk: game for game in games}
    seats: dict[int, dict[int, Seat]] = {pk: {} for pk in found}
    tenures: dict[int, dict[int, list[Tenure]]] = {pk: {} for pk in found}
    held = Tenure.objects.filter(seat__game__in=found).select_related("seat", "user")
    for tenure in held.order_by("since_number", "pk"):
        seat = seats[tenure.seat.game_id].setdefault(tenure.seat.index, tenure.seat)
        seat.game = found[seat.game_id]
        tenures[seat.game_id].setdefault(seat.index, []).append(tenure)
    rows: dict[int, list[Row]] = {pk: [] for pk in found}
    running = [pk for pk, game in found.items() if game.is_running]
    log = LogRow.objects.filter(game__in=running).order_by("number").values_list("game_id", *Row._fields)
    for game_id, *row in log:
        rows[game_id].append(Row._make(row))
    return [
        Play(game, [seats[pk][index] for index in sorted(seats[pk])], rows[pk], tenures[pk])
        for pk, game in found.items()
    ]


def with_holders(games: QuerySet[Game]) -> QuerySet[Game]:
    """Seats with all their tenures, in two statements more: who played in games that need no replay."""
    tenures = Tenure.objects.select_related("user").order_by("since_number", "pk")
    return games.prefetch_related(Prefetch("seats", Seat.objects.prefetch_related(Prefetch("tenures", tenures))))


def finished_games(*, edition: int | None = None, part: str = "", player: User | None = None) -> QuerySet[Game]:
    """The archive: finished games of public tables, latest first; `part` is a set that was in play."""
    games: QuerySet[Game] = Game.objects.filter(status=Status.FINISHED, visibility=Visibility.PUBLIC)
    if edition is not None:
        games = games.filter(options__edition=edition)
    if part:
        games = games.filter(options__sets__icontains=f'"{part}"')  # SQLite has no "contains" for JSON
    if player is not None:
        games = games.filter(Exists(Tenure.objects.filter(seat__game=OuterRef("pk"), user=player)))
    return sight.in_the_open(games).order_by("-finished_at", "-pk")


def next_waiting(user: User, *, after: int | None = None) -> int | None:
    """The game to play next: the most urgent one that waits for this user, or the one after `after`, going round.

    One statement.
    """
    waiting = Seat.objects.filter(
        waiting=True, game__status=Status.RUNNING, tenures__user=user, tenures__until__isnull=True
    )
    games = list(waiting.order_by("due_at", "game_id").values_list("game_id", flat=True))
    if after in games:
        place = games.index(after)
        games = games[place + 1 :] + games[:place]
    return games[0] if games else None
