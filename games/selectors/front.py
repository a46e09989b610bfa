"""What the front page shows of games: to everybody the position of one that is being played, and tables that look for people; to
somebody signed in the boards that wait, and what else they take part in, from columns alone.

What every visitor sees alike is drawn once: both have a stamp that changes with what they show.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.core.cache import caches
from django.db.models import Count, Max, Q, QuerySet
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games.board.people import people
from games.models import Game, InvitationState, LogRow, Participant, Status, Visibility
from games.names import words
from games.names.cards import Deck, Face
from games.play import visibility
from games.play.positions import Play, load
from games.selectors import queries
from games.selectors.played import Played, deck_of, running_row, urgency
from games.selectors.rows import GAME, Row, game_of, games_in, table_row, tables_of

FRESH = 5
"""Seconds for which a process asks the database no second time which game and which tables the front page shows."""


LATEST = 50
"""Of so many moves the front page chooses the game it shows."""

WORTH_SEEING = 4
"""So many cards lie in the rows of a game that is something to look at."""


@dataclass(frozen=True, slots=True)
class Live:
    """A public game that was moved in lately. Its position is reckoned when it is drawn, which is once a version."""

    game_id: int
    version: int

    def position(self) -> dict[str, Any]:
        """Three statements."""
        return position_of(load(self.game_id))


def live_game() -> Live | None:
    """What the front page shows of the games; None when nothing is played in public. One statement."""
    found: Live | None = caches["shared"].get_or_set("front-live", _last_moved, FRESH)
    return found


def _last_moved() -> Live | None:
    """Of the games moved in last the newest with something to see, else the newest. From columns: no game is replayed for it."""
    rows = LogRow.objects.filter(game__status=Status.RUNNING, game__visibility=Visibility.PUBLIC)
    open_to_all = rows.exclude(visibility.is_closed("game")).order_by("-pk")
    last = list(open_to_all.values_list("game", "game__version", "game__glance__laid")[:LATEST])
    full = (one for one in last if (one[2] or 0) >= WORTH_SEEING)
    chosen = next(full, next(iter(last), None))
    return Live(*chosen[:2]) if chosen else None


def position_of(play: Play) -> dict[str, Any]:
    """`play` as a visitor sees it, in the order of play of the present phase: nothing hidden is in it, because it is made from the
    visitor's view."""
    view, deck, names = play.view(None), Deck(play.options), people(play, None)
    start = next((phase.start_seat for phase in view.phases if phase.current), 0)
    order = sorted(view.seats, key=lambda seat: (seat.seat - start) % len(view.seats))
    return {
        "game": play.game,
        "moment": _("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[view.phase], "round": view.round},
        "upper": _faces(view.upper, deck),
        "lower": _faces(view.lower, deck),
        "standings": [(names[seat.seat], seat) for seat in order],
    }


def _faces(row: tuple[engine.Slot | None, ...], deck: Deck) -> tuple[Face, ...]:
    return tuple(deck[slot.card] for slot in row if slot is not None)


TABLES = 4
"""Open tables on the front page."""

KEEP = 60
"""Seconds for which a row is kept that no act at the table has changed: people may be called otherwise meanwhile."""


def _newest_tables() -> Sequence[tuple[object, ...]]:
    games = Game.objects.filter(status=Status.OPEN, visibility=Visibility.PUBLIC).annotate(
        seated=Count("participants", distinct=True),
        latest=Max("participants"),
        asked=Count("invitations", filter=Q(invitations__state=InvitationState.OPEN), distinct=True),
    )
    names = ("pk", "title", "options_changed_at", "host__display_name", "seated", "latest", "asked")
    told = games.order_by("-created_at", "-pk").values_list(*names)
    return list(told[: TABLES + 1])


class OpenTables:
    """The newest tables that look for people. One statement for a visitor, as long as nothing has changed at them."""

    def __init__(self, reader: User | None, now: datetime) -> None:
        self._reader, self._now = reader, now

    @cached_property
    def _newest(self) -> Sequence[tuple[object, ...]]:
        """The ids of the tables, each with what changes when its row does."""
        return caches["shared"].get_or_set("front-tables", _newest_tables, FRESH) or ()

    @cached_property
    def _rows(self) -> Mapping[object, Row]:
        latest = queries.open_tables(queries.LobbyFilter()).order_by("-created_at", "-pk")
        found = tables_of(games_in(latest[:TABLES]), self._reader)
        return {table.game.pk: table_row(table, self._reader, self._now) for table in found}

    @property
    def more(self) -> bool:
        return len(self._newest) > TABLES

    def __iter__(self) -> "Iterator[OpenTable]":
        reader = self._reader.pk if self._reader else None
        for told in self._newest[:TABLES]:
            yield OpenTable((*told, reader), 0 if reader else KEEP, self._row_of(told[0]))

    def _row_of(self, pk: object) -> Callable[[], Row | None]:
        return lambda: self._rows.get(pk)


class OpenTable(NamedTuple):
    """A row of the list. `stamp` changes with its content and its reader. Only visitors' rows are cached, because others show the
    reader's own part."""

    stamp: tuple[object, ...]
    keep: int
    row: Callable[[], Row | None]


BOARDS = 6
OTHERS = 5
OPPONENTS = 10
"""The front page shows five of them, without those who are kept apart from the reader."""
WATCHED = 4


@dataclass(frozen=True, slots=True)
class Board:
    row: Row
    upper: tuple[Face, ...]
    lower: tuple[Face, ...]

    @property
    def light(self) -> str:
        return words.PILE_GROUPS[self.row.phase]


def home_of(user: User, now: datetime) -> dict[str, Any]:
    """`count` games wait, of which `waiting` are the most urgent and `more` are left out; `asked` are tables that want an answer,
    `opponents` the ids of recent opponents, the latest first. At most four statements."""
    mine = queries.my_games(user, now=now)
    running = sorted(mine.running, key=lambda one: urgency(one, user))
    rows = [(one, running_row(one, user, now)) for one in running]
    waiting = [board_of(one, row) for one, row in rows if row.is_main]
    tables = [table_row(one, user, now) for one in mine.tables]
    return {
        "count": len(waiting),
        "waiting": waiting[:BOARDS],
        "more": len(waiting[BOARDS:]),
        "others": [row for _one, row in rows if not row.is_main][:OTHERS],
        "asked": [row for row in tables if row.is_main],
        "tables": [row for row in tables if not row.is_main],
        "opponents": recent_opponents([*mine.finished, *mine.running], user),
        "is_new": not (rows or tables or mine.finished),
    }


def recent_opponents(games: Iterable[Played], user: User) -> list[int]:
    found = dict.fromkeys(person.user_id for one in games for person in one.people() if person.user_id != user.pk)
    return [pk for pk in found if pk][:OPPONENTS]


def board_of(played: Played, row: Row) -> Board:
    deck = deck_of(played.game.options, get_language())
    upper, lower = (tuple(deck[card] for card in cards) for cards in played.glance.rows or ((), ()))
    return Board(row, upper, lower)


def running_of(people: Sequence[int], reader: User, now: datetime) -> list[Board]:
    """The newest public games that these people are playing now and the reader is not. Two statements, none without people."""
    if not people:
        return []
    sat = Participant.objects.filter(user__in=people, over_at=None).order_by("-game").values("game")[: 4 * WATCHED]
    found: QuerySet[Game] = Game.objects.filter(pk__in=sat, status=Status.RUNNING, visibility=Visibility.PUBLIC)
    found = visibility.in_the_open(found.exclude(participants__user=reader.pk)).order_by("-pk")
    games = [game_of(row) for row in found.values_list(*GAME)[:WATCHED]]
    return [board_of(one, running_row(one, reader, now)) for one in queries.with_seats(games)]
