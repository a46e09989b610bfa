"""What a player's games came to: results by edition, seat and expansion from totals; streaks, and the cards that they buy, from the
latest games alone, whose number the page says. So it costs as much for ten games as for ten thousand.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from engine.record import ENDINGS
from games.models import CardFact, Game, PlayerTotal, SeatFact, Status, Tenure
from games.names.cards import Deck, Face
from games.options.sets import set_name
from games.play.facts import card_ids
from games.selectors.queries import finished_games
from games.selectors.rows import options_of

LATEST = 100
"""Games that are looked at."""
BOUGHT_IN = 20
"""The newest of them, in which the cards are counted."""
CARDS = 10


@dataclass(frozen=True, slots=True)
class Result:
    """The player's place in one game among so many."""

    game: int
    seat: int
    rank: int
    rules: dict[str, Any]

    @property
    def won(self) -> bool:
        return self.rank == 1


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one kind: `share` of them won in per cent, `place` and `points` on average."""

    words: str
    games: int
    won: int
    place: float
    points: float = 0.0

    @property
    def average(self) -> str:
        """The place on average, as the reader's language writes it."""
        return number_format(self.place, 1)

    @property
    def share(self) -> int:
        return round(100 * self.won / self.games)


def career_of(player: User, reader: User | None) -> dict[str, Any] | None:
    """None before the first game against others was played to its end. `streak` wins in a row up to the newest game, `longest` at
    any time. Three statements; on one's own page private games count."""
    is_own = reader is not None and reader.pk == player.pk
    results = _results(_own_games(player) if is_own else finished_games(player=player.pk), player)
    if not results:
        return None
    runs = [len(list(run)) for won, run in groupby(results, lambda one: one.won) if won]
    newest = results[:BOUGHT_IN]
    return {
        "total": Tally(
            "", len(results), sum(one.won for one in results), sum(one.rank for one in results) / len(results)
        ),
        "tables": tables_of(player),
        "streak": len(list(takewhile(lambda one: one.won, results))),
        "longest": max(runs, default=0),
        "cards": _cards(newest),
        "bought_in": len(newest),
        "is_own": is_own,
    }


def _own_games(player: User) -> QuerySet[Game]:
    found: QuerySet[Game] = Game.objects.filter(
        status=Status.FINISHED, participants__user=player.pk, participants__over_at__isnull=False
    )
    return found


def _results(games: QuerySet[Any, Any], player: User) -> list[Result]:
    """The latest first; only what was played out by the player's own hand to the end, and counts."""
    latest = games.filter(annulled_at=None).order_by("-participants__over_at", "-pk").values("pk")[:LATEST]
    held = Tenure.objects.filter(user=player.pk, until=None, seat__game=OuterRef("game"), seat__index=OuterRef("seat"))
    ended = ENDINGS.index("played out")
    rows = SeatFact.objects.filter(
        Exists(held), user=player.pk, game__in=latest, game__fact__ended=ended, game__fact__seats__gt=1
    )
    columns = rows.order_by("-over_at", "-game").values_list("game", "seat", "place", "game__options")
    return [Result(*row) for row in columns]


def tables_of(player: User) -> dict[str, list[Tally]]:
    """All finished public games against others. One statement."""
    rows = list(PlayerTotal.objects.filter(user=player).order_by("key", "part"))
    seats, sets = ([row for row in rows if row.kind == kind] for kind in ("seat", "set"))
    return {
        "editions": _tallies(seats, lambda row: _table(*map(int, row.key.split("-")))),
        "seats": _tallies(
            sorted(seats, key=lambda row: row.part), lambda row: _("Seat %(number)s") % {"number": row.part + 1}
        ),
        "expansions": _tallies(sets, lambda row: set_name(row.key) if row.key else _("base game")),
    }


def _table(edition: int, players: int) -> str:
    words = _("1st edition") if edition == 1 else _("2nd edition")
    return f"{words}, {ngettext('%(number)s player', '%(number)s players', players) % {'number': players}}"


def _tallies(rows: Iterable[PlayerTotal], key: Callable[[PlayerTotal], str]) -> list[Tally]:
    found: dict[str, list[PlayerTotal]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return [_tally(words, some) for words, some in found.items()]


def _tally(words: str, rows: Sequence[PlayerTotal]) -> Tally:
    games, won, points, places = (
        sum(getattr(row, name) for row in rows) for name in ("many", "won", "amount", "other")
    )
    return Tally(words, games, won, places / games, points / games)


def _cards(results: Sequence[Result]) -> list[tuple[Face, int]]:
    """The cards bought most often in these games, by their facts."""
    mine, ids = {one.game: one for one in results}, card_ids()
    bought: Counter[str] = Counter()
    decks: dict[str, Deck] = {}
    for game, seat, code, count in CardFact.objects.filter(game__in=mine).values_list("game", "seat", "card", "count"):
        if seat == mine[game].seat:
            bought[ids[code]] += count
            decks.setdefault(ids[code], Deck(options_of(mine[game].rules)))
    return [(decks[card][card], many) for card, many in bought.most_common(CARDS)]
