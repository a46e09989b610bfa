"""Sums over all finished public games, updated from a game's facts as soon as everybody may see it.

| kind | key | part | many | won | amount | other |
|---|---|---|---|---|---|---|
| `month` | 2026-11 | 0 | games | rated games | seats | points |
| `seat` | edition and seats, 2-4 | seat | seats | wins | points | |
| `set` | expansion, or nothing | seats | games | | points | rounds |
| `card` | card | 0 | who bought it | wins | price of the first copy | its round |
| `pace` | time control with a name | seats | games among people | | hours | moves |

Wins are of games of two and more. Players have rows of `seat` and `set` of their own, with their seats, wins, points and places.
`make_anew` makes all of it from facts, `find_total_faults` compares.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, timedelta

from django.db import transaction
from django.db.models import Model

from accounts.models import User
from engine.record import ENDINGS
from games.models import CardFact, Game, GameFact, PlayerTotal, SeatFact, Status, Total, Visibility
from games.models.clock import Length, pace_key, pace_name
from games.play import visibility
from games.play.facts import LAST_ROUND, Facts, card_ids
from statements import add_up

Sums = Mapping[tuple[int | str, ...], list[int]]
KEYS: Mapping[type[Model], tuple[str, ...]] = {
    Total: ("kind", "key", "part"),
    PlayerTotal: ("user_id", "kind", "key", "part"),
}
VALUES = ("many", "won", "amount", "other")
CHUNK = 500
ENOUGH = 20
"""So many games of a time control say how long the next one takes."""


def sums_of(games: Iterable[tuple[Game, Facts]]) -> dict[type[Model], Sums]:
    """What these games add; private and imported games add nothing. One statement, to know the programs."""
    found: dict[type[Model], defaultdict[tuple[int | str, ...], list[int]]] = {
        model: defaultdict(lambda: [0, 0, 0, 0]) for model in KEYS
    }

    def add(*key: int | str, values: Iterable[int], to: type[Model] = Total) -> None:
        row = found[to][key]
        for place, value in enumerate(values):
            row[place] += value

    ids, some = card_ids(), list(games)
    people = {seat.user_id for _game, facts in some for seat in facts.seats if seat.user_id is not None}
    programs = dict(User.objects.filter(pk__in=people, bot_since__isnull=False).values_list("pk", "bot_since"))
    for game, facts in some:
        if game.status != Status.FINISHED or game.visibility != Visibility.PUBLIC or game.finished_at is None:
            continue
        fact, points = facts.game, sum(seat.points for seat in facts.seats)
        sets, table = game.options["sets"] or [""], f"{fact.edition}-{fact.seats}"
        month = f"{game.finished_at.astimezone(UTC):%Y-%m}"
        add("month", month, 0, values=(1, game.rated, fact.seats, points))
        for name in sets:
            add("set", name, fact.seats, values=(1, 0, points, fact.rounds))
        if fact.seats < 2:
            continue
        for seat in facts.seats:
            add("seat", table, seat.seat, values=(1, seat.won, seat.points))
            if seat.user_id:
                own = 1, seat.won, seat.points, seat.place
                add(seat.user_id, "seat", table, seat.seat, values=own, to=PlayerTotal)
                for name in sets:
                    add(seat.user_id, "set", name, fact.seats, values=own, to=PlayerTotal)
        winners = {seat.seat for seat in facts.seats if seat.won}
        for card in facts.cards:
            values = 1, card.seat in winners, card.price, card.rounds & LAST_ROUND
            add("card", ids[card.card], 0, values=values)
        is_of_people = all(
            one.user_id and ((since := programs.get(one.user_id)) is None or since > game.finished_at)
            for one in facts.seats
        )
        is_played = ENDINGS[fact.ended] == "played out" and is_of_people
        if is_played and fact.hours is not None and pace_name(game.clock):
            add("pace", pace_key(game.clock), fact.seats, values=(1, 0, fact.hours, fact.moves))
    return dict(found)


def add(games: Iterable[tuple[Game, Facts]]) -> None:
    """Three statements."""
    for model, sums in sums_of(games).items():
        add_up(model, sums, key=KEYS[model])


def leave(game: Game, facts: Facts) -> None:
    """In the transaction that ends the game. Three statements."""
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


def _anew() -> dict[type[Model], Sums]:
    found: dict[type[Model], dict[tuple[int | str, ...], list[int]]] = {model: {} for model in KEYS}
    for some in _open(counted=True):
        for model, sums in sums_of(_stored(some)).items():
            for key, row in sums.items():
                before = found[model].get(key, [0, 0, 0, 0])
                found[model][key] = [one + other for one, other in zip(before, row, strict=True)]
    return dict(found)


@transaction.atomic
def make_anew() -> None:
    """Compute all totals from the facts of all games that everybody may see."""
    for some in _open(counted=False):
        GameFact.objects.filter(pk__in=some).update(counted=True)
    for model, sums in _anew().items():
        model._default_manager.all().delete()
        add_up(model, sums, key=KEYS[model])


def find_total_faults() -> Iterator[str]:
    """Where the totals differ from what `make_anew` would write, a sentence each."""
    for model, sums in _anew().items():
        parts = len(KEYS[model])
        rows = model._default_manager.values_list(*KEYS[model], *VALUES)
        stands = {row[:parts]: list(row[parts:]) for row in rows}
        for key in sorted(stands.keys() | sums.keys()):
            if stands.get(key) != sums.get(key):
                words = " ".join(map(str, key))
                yield f"{model._meta.verbose_name} {words}: {stands.get(key)}, should be {sums.get(key)}"


def hand_over(*, gone: User, stays: User) -> None:
    """Add the totals of `gone` to those of `stays`, for a merged account whose games change hands; `gone` keeps none."""
    rows = PlayerTotal.objects.filter(user=gone)
    moved = {(stays.pk, *row[:3]): row[3:] for row in rows.values_list("kind", "key", "part", *VALUES)}
    add_up(PlayerTotal, moved, key=KEYS[PlayerTotal])
    rows.delete()


def known_lengths() -> dict[tuple[str, int], Length]:
    """How long games among so many people took on average, by `pace_key`, where there were enough of them. One statement."""
    rows = Total.objects.filter(kind="pace", many__gte=ENOUGH).values_list("key", "part", "amount", "many")
    return {(key, players): Length(timedelta(hours=hours / games), games) for key, players, hours, games in rows}
