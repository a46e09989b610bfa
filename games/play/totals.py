"""Sums over all finished public games, updated from a game's facts as soon as everybody may see it.

| kind | key | part | many | won | amount | other |
|---|---|---|---|---|---|---|
| `month` | 2026-11 | 0 | games | rated games | seats | points |
| `seat` | edition and seats, 2-4 | seat | seats | wins | points | |
| `set` | expansion, or nothing | seats | games | | points | rounds |
| `card` | card | 0 | who bought it | wins | price of the first copy | its round |
| `pace` | time control with a name | seats | games among people | | hours | moves |

Wins are of games of two and more. `make_anew` makes all of it from facts, `find_total_faults` compares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, timedelta

from django.db import transaction

from engine.record import ENDINGS
from games.models import CardFact, Game, GameFact, SeatFact, Status, Total, Visibility
from games.models.clock import Length, pace_key, pace_name
from games.play import visibility
from games.play.facts import LAST_ROUND, Facts, card_ids
from statements import add_up

Key = tuple[str, str, int]
Sums = Mapping[Key, list[int]]
CHUNK = 500
ENOUGH = 20
"""So many games of a time control say how long the next one takes."""


def sums_of(games: Iterable[tuple[Game, Facts]]) -> Sums:
    """What these games add; private and imported games add nothing."""
    found: dict[Key, list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def add(kind: str, key: str, part: int, *values: int) -> None:
        row = found[kind, key, part]
        for place, value in enumerate(values):
            row[place] += value

    ids = card_ids()
    for game, facts in games:
        if game.status != Status.FINISHED or game.visibility != Visibility.PUBLIC or game.finished_at is None:
            continue
        fact, points = facts.game, sum(seat.points for seat in facts.seats)
        add("month", f"{game.finished_at.astimezone(UTC):%Y-%m}", 0, 1, game.rated, fact.seats, points)
        for name in game.options["sets"] or [""]:
            add("set", name, fact.seats, 1, 0, points, fact.rounds)
        if fact.seats < 2:
            continue
        for seat in facts.seats:
            add("seat", f"{fact.edition}-{fact.seats}", seat.seat, 1, seat.won, seat.points)
        winners = {seat.seat for seat in facts.seats if seat.won}
        for card in facts.cards:
            add("card", ids[card.card], 0, 1, card.seat in winners, card.price, card.rounds & LAST_ROUND)
        is_played = ENDINGS[fact.ended] == "played out" and all(one.user_id for one in facts.seats)
        if is_played and fact.hours is not None and pace_name(game.clock):
            add("pace", pace_key(game.clock), fact.seats, 1, 0, fact.hours, fact.moves)
    return found


def add(games: Iterable[tuple[Game, Facts]]) -> None:
    """One statement."""
    add_up(Total, {key: tuple(row) for key, row in sums_of(games).items()}, key=("kind", "key", "part"))


def leave(game: Game, facts: Facts) -> None:
    """In the transaction that ends the game. One statement."""
    if facts.game.counted:
        add([(game, facts)])


def _stored(numbers: list[int]) -> list[tuple[Game, Facts]]:
    """The facts of these games as they stand. Four statements."""
    seats, cards = defaultdict(list), defaultdict(list)
    for seat in SeatFact.objects.filter(game__in=numbers):
        seats[seat.game_id].append(seat)
    for card in CardFact.objects.filter(game__in=numbers):
        cards[card.game_id].append(card)
    facts = GameFact.objects.filter(pk__in=numbers).select_related("game")
    return [(fact.game, Facts(fact, seats[fact.pk], cards[fact.pk])) for fact in facts]


def _open(*, counted: bool | None = None) -> Iterator[list[int]]:
    """The games with facts that everybody may see, some at a time."""
    last = -1
    while True:
        facts = GameFact.objects.filter(pk__gt=last, game__in=visibility.in_the_open(Game.objects.all()))
        if counted is not None:
            facts = facts.filter(counted=counted)
        some = list(facts.order_by("pk").values_list("pk", flat=True)[:CHUNK])
        if not some:
            return
        yield some
        last = some[-1]


def count_rest() -> int:
    """Add games that were closed when they ended, and games from before there were totals. Returns how many."""
    counted = 0
    for some in _open(counted=False):
        with transaction.atomic():
            fresh = list(
                GameFact.objects.select_for_update().filter(pk__in=some, counted=False).values_list("pk", flat=True)
            )
            add(_stored(fresh))
            GameFact.objects.filter(pk__in=fresh).update(counted=True)
            counted += len(fresh)
    return counted


def _anew() -> Sums:
    found: dict[Key, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for some in _open(counted=True):
        for key, row in sums_of(_stored(some)).items():
            found[key] = [one + other for one, other in zip(found[key], row, strict=True)]
    return found


@transaction.atomic
def make_anew() -> None:
    """Compute all totals from the facts of all games that everybody may see."""
    for some in _open(counted=False):
        GameFact.objects.filter(pk__in=some).update(counted=True)
    Total.objects.all().delete()
    add_up(Total, {key: tuple(row) for key, row in _anew().items()}, key=("kind", "key", "part"))


def find_total_faults() -> Iterator[str]:
    """Where the totals differ from what `make_anew` would write, a sentence each."""
    stands = {(one.kind, one.key, one.part): [one.many, one.won, one.amount, one.other] for one in Total.objects.all()}
    anew = _anew()
    for key in sorted(stands.keys() | anew.keys()):
        if stands.get(key) != anew.get(key):
            yield f"total {' '.join(map(str, key))}: {stands.get(key)}, should be {anew.get(key)}"


def known_lengths() -> dict[tuple[str, int], Length]:
    """How long games among so many people took on average, by `pace_key`, where there were enough of them. One statement."""
    rows = Total.objects.filter(kind="pace", many__gte=ENOUGH).values_list("key", "part", "amount", "many")
    return {(key, players): Length(timedelta(hours=hours / games), games) for key, players, hours, games in rows}
