"""The statistics of the site: the totals of `games.play.totals` as lines of tables and charts. What a search finds is counted by
`games.search.counts`; a table's rows lead there."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from games.board.charts import Chart, Frame, Series, chart
from games.models import Game, Status, Total
from games.models.clock import PACES, pace_key
from games.options.sets import set_name
from games.options.table_words import pace_words
from games.search.counts import Share
from games.search.form import card_name

MONTHS = 24
"""So many months, the latest, are drawn."""
LATEST = 3000
"""`seat_figures` looks at so many of the games that ended last, by their index, whatever the site holds."""
MOST_PLAYERS = 5
FRAME = Frame(640, 220, 48, 150, 10, 24)


Shown = dict[str, Any]
"""What the page and the API read."""


@dataclass(frozen=True)
class Statistics:
    """All totals, each kind in the order in which it is read."""

    rows: Sequence[Total]

    def _of(self, kind: str) -> list[Total]:
        return [row for row in self.rows if row.kind == kind]

    @cached_property
    def months(self) -> list[Shown]:
        rows = sorted(self._of("month"), key=lambda row: row.key)
        return [
            {"month": row.key, "games": row.many, "rated": row.won, "points": row.other / max(row.amount, 1)}
            for row in rows
        ]

    @property
    def games(self) -> int:
        return sum(month["games"] for month in self.months)

    @cached_property
    def seats(self) -> list[Shown]:
        """The seats of each place in the order of play, at tables of so many with this edition."""
        found = [
            {"edition": int(edition), "players": int(players), "seat": row.part}
            | {"wins": Share(row.won, row.many), "points": row.amount / row.many}
            for row in self._of("seat")
            for edition, players in [row.key.split("-")]
        ]
        return sorted(found, key=lambda one: (-one["edition"], one["players"], one["seat"]))

    @cached_property
    def expansions(self) -> list[Shown]:
        """Games with an expansion among so many, with none where it has no `key`."""
        rows = sorted(self._of("set"), key=lambda row: (row.key != "", row.key, row.part))
        return [
            {"key": row.key, "name": set_name(row.key) if row.key else _("base game"), "players": row.part}
            | {"games": row.many, "points": row.amount / (row.many * row.part), "rounds": row.other / row.many}
            for row in rows
        ]

    @cached_property
    def cards(self) -> list[Shown]:
        """Those who bought a card: how many won, what they paid for the first copy, and in which round."""
        rows = sorted(self._of("card"), key=lambda row: (-row.many, row.key))
        return [
            {"card": row.key, "name": card_name(row.key), "wins": Share(row.won, row.many)}
            | {"price": row.amount / row.many, "round": row.other / row.many}
            for row in rows
        ]

    @cached_property
    def paces(self) -> list[Shown]:
        """Games among people with a time control: their days, and the hours from one move to the next."""
        rows = sorted(self._of("pace"), key=lambda row: (row.part, -row.many, row.key))
        words = {pace_key(clock): pace_words(clock) for clock, _label in reversed(PACES.values())}
        return [
            {"name": words.get(row.key, row.key), "players": row.part, "games": row.many}
            | {"days": row.amount / row.many / 24, "wait": row.amount / max(row.other, 1)}
            for row in rows
        ]

    @property
    def charts(self) -> list[tuple[str, Chart]]:
        """Games and points by month; none before the second month."""
        last = self.months[-MONTHS:]
        if len(last) < 2:
            return []
        marks = [(place, month["month"]) for place, month in enumerate(last) if place % -(-len(last) // 3) == 0]
        told = (
            (_("Games per month"), _("Games"), [float(month["games"]) for month in last], 0),
            (_("Average points per player"), _("Points"), [month["points"] for month in last], None),
        )
        return [
            (title, chart([Series("line", name, values)], marks, frame=FRAME, least=least))
            for title, name, values, least in told
        ]


def statistics() -> Statistics:
    """One statement: there are some hundred totals, whatever the number of games."""
    return Statistics(list(Total.objects.all()))


def by_table(seats: Sequence[Shown]) -> list[tuple[tuple[int, int], list[Shown]]]:
    """The seats of each edition and number of players."""
    return [(key, list(some)) for key, some in groupby(seats, key=lambda one: (one["edition"], one["players"]))]


def seat_figures() -> list[dict[str, Any]]:
    """Of the games that ended last those that were rated and played out, by edition and size; a shared win is split. `even` is what
    all seats had if they were alike; `differ`: some seat's interval does not hold it; `lacking`: the seats that other sizes have.
    One statement."""
    columns = ("options__edition", "rated", "annulled_at", "deal", "deal__released_at", "result")
    latest = Game.objects.filter(status=Status.FINISHED).order_by("-finished_at").values_list(*columns)[:LATEST]
    games: Counter[tuple[int, int]] = Counter()
    wins: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for edition, rated, annulled_at, deal, released_at, result in latest:
        is_sealed = deal is not None and released_at is None
        if not rated or annulled_at or is_sealed or not result or result["ended"] != "played out":
            continue
        winners = [one["seat"] for one in result["seats"] if one["winner"]]
        size = len(result["seats"])
        games[edition, size] += 1
        for seat in winners:
            wins[edition, size, seat] += Fraction(1, len(winners))
    shown = []
    for (edition, size), count in sorted(games.items()):
        seats, even = [_seat(wins[edition, size, seat], count) for seat in range(size)], 100 / size
        shown.append(
            {"edition": edition, "players": size, "games": count, "even": even, "seats": seats}
            | {"lacking": range(size, MOST_PLAYERS)}
            | {"differ": any(not one["low"] <= even <= one["high"] for one in seats)}
        )
    return shown


def _seat(won: Fraction, games: int) -> dict[str, float]:
    """Wins of one seat in percent, and the ends of the interval."""
    of = Share(won, games)
    return {"share": of.percent, "low": of.interval[0], "high": of.interval[1]}
