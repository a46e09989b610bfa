"""Best results of games played alone, per selection of edition, sets and options (SOLO-7).

A result counts when one person, and never a bot, played the game to its final scoring. Games open to everybody stand in
everybody's list; a game that only people with its link may see stands in its player's list alone.

The lists of best results as they are told, and one more game for them.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

import engine
from accounts.models import User
from games.models import Game, RankStep, SoloResult, Visibility
from games.options.table_words import rules_in_words
from games.options.titles import any_title
from games.options.variants import selection_named
from games.play import visibility
from games.play.outcomes import SOLO
from games.play.ranks import ALL
from games.selectors.ranking import BestFirst, Page, Place
from games.tables import tables
from games.tables.gathering import Terms
from games.tables.terms import QUICK_CLOCK

BEST_FIRST: BestFirst[SoloResult] = BestFirst("score", "pk")
"""Most points, then most rubles left, as where several play (END-16); of equal results the first one first."""


def counted(viewer: User | None) -> QuerySet[SoloResult]:
    """The results that count, as far as `viewer` may know of them."""
    own = Q(user=viewer) if viewer is not None else Q(pk__in=[])
    return SoloResult.objects.filter(Q(is_public=True) | own).exclude(visibility.is_closed("game"))


def results(key: str, viewer: User | None, start: Place | None, size: int) -> "tuple[Page[SoloResult], list[Result]]":
    """A page of the list of one selection, and its lines. Equal results share a place (END-17). One statement for the first page,
    at most eight for another."""
    found = counted(viewer).filter(list=key).select_related("user")
    page = BEST_FIRST.page(found, start, size)
    return page, [
        Result(rank, row, row.user == viewer) for row, rank in zip(page.rows, _ranks(key, viewer, page), strict=True)
    ]


def _ranks(key: str, viewer: User | None, page: Page[SoloResult]) -> list[int]:
    """The places of the rows of a page. Those that are equal to the first one may begin on the page before."""
    scores = [row.score for row in page.rows]
    places = {score: place + 1 for place, score in reversed(list(enumerate(scores)))}
    if page.previous is not None and scores:
        first, lower = scores[0], next((score for score in scores if score < scores[0]), None)
        if lower is not None:
            beyond = _place(key, viewer, lower)[0] + 1 - places[lower]
            places = {score: place + beyond for score, place in places.items()}
        places[first] = _place(key, viewer, first)[0] + 1
    return [places[score] for score in scores]


def _place(key: str, viewer: User | None, score: int) -> tuple[int, int]:
    """How many results that the viewer knows are better, and how many there are. One statement, two for who is signed in."""
    above, size = SOLO.place(key, score)
    if viewer is None:
        return above, size
    hidden = SoloResult.objects.filter(user=viewer, list=key, is_public=False)
    own = hidden.aggregate(above=Count("pk", filter=Q(score__gt=score)), size=Count("pk"))
    return above + own["above"], size + own["size"]


def size_of(key: str, viewer: User | None) -> int:
    return _place(key, viewer, 0)[1]


@dataclass(frozen=True, slots=True)
class Standing:
    key: str
    rank: int
    total: int
    points: int
    game_id: int


def standing(game: Game, viewer: User | None) -> Standing | None:
    """Where a finished game stands among the results that `viewer` may know; None if it does not count. Three statements."""
    return _standing(counted(viewer).filter(game=game.pk).first(), viewer)


def best_of(user: User, key: str) -> Standing | None:
    own = counted(user).filter(user=user, list=key, is_best=True)
    return _standing(own.order_by("-score", "pk").first(), user)


def _standing(result: SoloResult | None, viewer: User | None) -> Standing | None:
    if result is None:
        return None
    above, size = _place(result.list, viewer, result.score)
    return Standing(result.list, above + 1, size, result.points, result.game_id)


def bests() -> QuerySet[SoloResult]:
    """The best public result of each selection that has one. One statement."""
    first = counted(None).filter(list=OuterRef("list")).order_by("-score", "pk")
    lists = RankStep.objects.filter(kind=SOLO.kind, width=ALL, results__gt=0)
    return SoloResult.objects.filter(pk__in=lists.values_list(Subquery(first.values("pk")[:1]))).select_related("user")


def own_bests(user: User, viewer: User | None) -> list[SoloResult]:
    """The best result of one user with each selection, as far as `viewer` may know, most points first. One statement."""
    found: dict[str, SoloResult] = {}
    for row in counted(viewer).filter(user=user, is_best=True).select_related("user").order_by("-score", "pk"):
        found.setdefault(row.list, row)
    return list(found.values())


class Result(NamedTuple):
    """One line of a list. One that is not public only its player sees, because the game is open by link only."""

    rank: int
    row: SoloResult
    is_mine: bool


def overview_for(reader: User | None) -> list[dict[str, Any]]:
    """Every selection that somebody has played alone, with its best result, those with most results first. Two statements, and two
    for a reader's own."""
    totals, best, mine = Counter(SOLO.sizes()), {row.list: row for row in bests()}, {}
    if reader is not None:
        mine = {row.list: row for row in own_bests(reader, reader)}
        hidden = SoloResult.objects.filter(user=reader, is_public=False).order_by().values_list("list")
        totals.update(dict(hidden.annotate(Count("pk"))))
        for key, row in mine.items():
            if not row.is_public and (key not in best or row.score > best[key].score):
                best[key] = row
    return [
        {"key": key, "words": words_of(key), "total": totals[key], "best": Result(1, row, row.user == reader)}
        | {"mine": mine[key].points if key in mine else None}
        for key, row in sorted(best.items(), key=lambda one: (-totals[one[0]], -one[1].points, one[1].pk))
    ]


def words_of(key: str) -> str:
    """A selection in words; as it was written where it is none any more."""
    selection = selection_named(key)
    return rules_in_words(selection) if selection is not None else key


def alone(*, user: User, selection: engine.Options, now: datetime) -> Game:
    """A game alone with exactly this selection, begun at once; everybody may see how it goes. Raises TooMany."""
    terms = Terms(title=any_title(), options=selection, clock=QUICK_CLOCK, visibility=Visibility.PUBLIC)
    return tables.quick_game(user=user, terms=terms, now=now)
