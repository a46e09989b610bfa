"""What a finished game leaves behind to be found by: by its people, by its sets, among solo results (SOLO-7), in sums of deadlines.

All of it follows from games and tenures: `recount` makes it anew, and `find_outcome_faults` compares.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from math import log2
from typing import Any

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Sum, Value, When

from games.models import (
    LEFT,
    DeadlineSum,
    FinishedSet,
    Game,
    Participant,
    RankStep,
    Review,
    SeatOffer,
    SoloResult,
    Status,
    Tenure,
    TenureEnd,
    TenureStart,
    Visibility,
)
from games.models.seat import COUNTED
from games.options.variants import key_of, selection_of
from games.play import visibility
from games.play.positions import Play
from games.play.ranks import Ranks
from statements import add_up

SOLO = Ranks("solo", (16384, 512, 16, 1))
POINT = 1000
"""What a point counts in a score, of which rubles are the rest."""
CHUNK = 2000
SUMS = [field.attname for field in DeadlineSum._meta.concrete_fields]
"""The user, and what is added up."""
FEWEST = 5
"""Fewer answers say nothing about what is usual."""


def log_of(taken: timedelta) -> int:
    """100 · log2 of the seconds of an answer, from 0 on: a whole number, because sums must come out the same in any order."""
    return round(100 * log2(max(taken.total_seconds(), 0) + 1))


def usual_of(answers: int, logs: int) -> timedelta | None:
    """The usual time of so many answers with this sum of logarithms: the geometric mean, so that one long absence does not drown a
    hundred quick answers; None where they are too few."""
    return timedelta(seconds=2 ** (logs / answers / 100) - 1) if answers >= FEWEST else None


def leave(play: Play, at: datetime) -> None:
    """In the transaction that ends the game. What a closed game says of its players counts when its deal is released."""
    game, options = play.game, play.options
    Participant.objects.filter(game=game.pk).update(over_at=at)
    FinishedSet.objects.bulk_create(
        FinishedSet(game=game, name=name, edition=options.edition, over_at=at) for name in options.sets
    )
    Review.objects.create(game=game, due_at=at)
    if any(held[-1].began in LEFT for held in play.tenures.values()):
        SeatOffer.objects.filter(seat__game=game.pk).delete()
    if game.is_closed:
        return
    sum_deadlines(Tenure.objects.filter(seat__game=game.pk))
    holders = [tenure for held in play.tenures.values() for tenure in held]
    if game.is_solo and not any(tenure.is_bot for tenure in holders) and holders[0].user_id:
        enter(game, holders[0].user_id)


def counts_in(tenures: QuerySet[Tenure]) -> QuerySet[Tenure, Any]:
    """Rows of a user and what these tenures say of them, in the columns of `DeadlineSum`. While a tenure is open, its seat counts.

    Games finished and left are those with another person. A game that ended with its last player was not left by them.
    """
    others = Participant.objects.filter(game=OuterRef("seat__game"), user__isnull=False)
    with_people = Exists(others.exclude(user=OuterRef("user")))
    later = Exists(Tenure.objects.filter(seat=OuterRef("seat"), user=OuterRef("user"), pk__gt=OuterRef("pk")))
    stayed = Q(with_people, until=None, seat__game__status=Status.FINISHED)
    gone = Q(with_people, ~later, ended__in=(TenureEnd.RESIGNED, TenureEnd.KEPT))
    last = Q(seat__game__finished_at__isnull=False, until=F("seat__game__finished_at"))

    def summed(column: str) -> Sum:
        return Sum(F(column) + Case(When(until=None, then=F(f"seat__{column}")), default=Value(0)))

    def games(such: Q) -> Sum:
        return Sum(Case(When(such, then=Value(1)), default=Value(0)))

    columns = {f"sum_{name}": summed(name) for name in COUNTED}
    columns |= {"finished": games(stayed), "left": games(gone & ~last)}
    columns["rescued"] = games(stayed & Q(began=TenureStart.SUBSTITUTE))
    rows = tenures.filter(user__isnull=False).order_by().values("user").annotate(**columns)
    return rows.values_list("user", *columns)


def sum_deadlines(tenures: QuerySet[Tenure]) -> None:
    """Add what these tenures of finished games have counted to the sums of their users, once. Three statements."""
    fresh = tenures.filter(summed=False)
    add_up(DeadlineSum, {(user,): counts for user, *counts in counts_in(fresh)}, key=("user_id",))
    fresh.update(summed=True)


def enter(game: Game, user: int) -> None:
    """Enter a solo game that one person has finished into its list, if it was played out. Four statements."""
    entry = _entry(game, user)
    if entry is None:
        return
    best = SoloResult.objects.filter(user=user, list=entry.list, is_public=entry.is_public, is_best=True)
    entry.is_best = not best.filter(score__gte=entry.score).exists()
    if entry.is_best:
        best.update(is_best=False)
    entry.save()
    if entry.is_public:
        SOLO.count({(entry.list, entry.score): 1})


def _entry(game: Game, user: int) -> SoloResult | None:
    result = game.result or {}
    if result.get("ended") != "played out" or game.finished_at is None:
        return None
    points, rubles = (int(result["seats"][0][name]) for name in ("points", "rubles"))
    return SoloResult(
        game=game,
        user_id=user,
        list=key_of(selection_of(game.engine_options)),
        score=points * POINT + min(rubles, POINT - 1),
        points=points,
        rubles=rubles,
        over_at=game.finished_at,
        is_public=game.visibility == Visibility.PUBLIC,
    )


def _entries() -> Iterator[SoloResult]:
    """Every solo result, from the games, in the order in which they finished."""
    bot = Tenure.objects.filter(seat__game=OuterRef("pk")).exclude(bot="")
    games = visibility.in_the_open(Game.objects.filter(status=Status.FINISHED, options__players=1))
    games = games.filter(~Exists(bot), seats__tenures__user__isnull=False).order_by("finished_at", "pk")
    seen: set[int] = set()
    for game in games.annotate(player=F("seats__tenures__user")).iterator(CHUNK):
        if game.pk not in seen and (entry := _entry(game, game.player)) is not None:
            seen.add(game.pk)
            yield entry


def _with_bests() -> list[SoloResult]:
    bests: dict[tuple[int, str, bool], SoloResult] = {}
    entries = list(_entries())
    for entry in entries:
        key = entry.user_id, entry.list, entry.is_public
        if key not in bests or entry.score > bests[key].score:
            bests[key] = entry
    for entry in bests.values():
        entry.is_best = True
    return entries


def _counted(entries: list[SoloResult]) -> Counter[tuple[str, int]]:
    return Counter((entry.list, entry.score) for entry in entries if entry.is_public)


@transaction.atomic
def recount() -> None:
    """Make the solo results and the sums of deadlines anew, from games and tenures."""
    SoloResult.objects.all().delete()
    RankStep.objects.filter(kind=SOLO.kind).delete()
    entries = _with_bests()
    SoloResult.objects.bulk_create(entries, CHUNK)
    SOLO.count(_counted(entries))
    DeadlineSum.objects.all().delete()
    Tenure.objects.filter(summed=True).update(summed=False)
    over = visibility.in_the_open(Game.objects.filter(status=Status.FINISHED))
    sum_deadlines(Tenure.objects.filter(seat__game__in=over))


def find_outcome_faults() -> Iterator[str]:
    """Where the rows differ from what `recount` would write, a sentence each."""
    entries = _with_bests()
    wanted = {one.game_id: (one.user_id, one.list, one.score, one.is_public) for one in entries}
    stands = {one.game_id: one for one in SoloResult.objects.iterator(CHUNK)}
    for game in sorted(wanted.keys() | stands.keys()):
        one = stands.get(game)
        if one is None or (one.user_id, one.list, one.score, one.is_public) != wanted.get(game):
            yield f"game {game}: the solo result differs"
    for one in entries:
        if one.is_best and one.game_id in stands and not stands[one.game_id].is_best:
            yield f"game {one.game_id}: the best solo result of user {one.user_id} is not marked"
    steps = {step: many for step, (many,) in SOLO.steps(_counted(entries)).items()}
    rows = RankStep.objects.filter(kind=SOLO.kind).exclude(results=0)
    counted = {(one.kind, one.width, one.list, one.step): one.results for one in rows}
    for step in sorted(steps.items() ^ counted.items()):
        yield f"solo list {step[0][2]}, step {step[0][1]}×{step[0][3]}: {step[1]} results"
    sums = {user: counts for user, *counts in counts_in(Tenure.objects.filter(summed=True))}
    held = {user: counts for user, *counts in DeadlineSum.objects.values_list(*SUMS).iterator(CHUNK)}
    none = [0] * (len(SUMS) - 1)
    for user in sorted(sums.keys() | held.keys()):
        if sums.get(user, none) != held.get(user, none):
            yield f"user {user}: the sum of deadlines is {held.get(user)}, should be {sums.get(user)}"
