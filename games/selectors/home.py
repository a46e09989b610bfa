"""What the front page shows of games to somebody signed in: the boards that wait as small pictures, and what else they take part
in. All of it comes from columns; nothing is replayed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import get_language

from accounts.models import User
from games.models import Game, Participant, Status, Visibility
from games.names import words
from games.names.cards import Face
from games.play import visibility
from games.selectors import queries
from games.selectors.played import Played, deck_of, running_row, urgency
from games.selectors.rows import GAME, Row, game_of, table_row

BOARDS = 6
OTHERS = 5
WATCHED = 4


@dataclass(frozen=True, slots=True)
class Board:
    """A running game with the cards that lie there."""

    row: Row
    upper: tuple[Face, ...]
    lower: tuple[Face, ...]

    @property
    def light(self) -> str:
        return words.PILE_GROUPS[self.row.phase]


@dataclass(frozen=True, slots=True)
class Home:
    """`count` games wait, of which `waiting` are the most urgent; `asked` are tables that want an answer."""

    count: int
    waiting: Sequence[Board]
    others: Sequence[Row]
    asked: Sequence[Row]
    tables: Sequence[Row]
    is_new: bool

    @property
    def more(self) -> int:
        return self.count - len(self.waiting)


def home_of(user: User, now: datetime) -> Home:
    """At most four statements."""
    mine = queries.my_games(user, now=now)
    running = sorted(mine.running, key=lambda one: urgency(one, user))
    rows = [(one, running_row(one, user, now)) for one in running]
    waiting = [board_of(one, row) for one, row in rows if row.is_main]
    tables = [table_row(one, user, now) for one in mine.tables]
    return Home(
        count=len(waiting),
        waiting=waiting[:BOARDS],
        others=[row for _one, row in rows if not row.is_main][:OTHERS],
        asked=[row for row in tables if row.is_main],
        tables=[row for row in tables if not row.is_main],
        is_new=not (rows or tables or mine.finished),
    )


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
