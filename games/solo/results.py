"""Best results of games played alone, per selection of edition, sets and options (SOLO-7).

A result counts when one person, and never a bot, played the game to its final scoring. Games open to everybody stand in
everybody's list; a game that only people with its link may see stands in its player's list alone.

The lists of best results as they are told, and one more game for them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When, Window
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Rank, RowNumber

import engine
from accounts.models import User
from games import extensions
from games.models import Game, Status, Tenure, Visibility
from games.options.table_words import rules_in_words
from games.options.titles import any_title
from games.play import visibility
from games.selectors.queries import with_holders
from games.selectors.rows import options_of
from games.tables import tables
from games.tables.gathering import Terms
from games.tables.terms import QUICK_CLOCK
from statements import Prepared

REAL_HURDLES = "real-hurdles-"
HURDLES = "hurdles-"
SWITCHES = {
    "free-workers": ("first_workers", "free"),
    "play-on": ("play_on_empty_tableau", True),
    "phase-ends": ("play_on_empty_tableau", False),
}
"""What a selection may say beside edition and sets, by the word in its address; only what is unusual is said."""

OF_HURDLES = ("real_hurdles", "hurdles")
"""Options that only games with hurdles have, and not all of them."""

SELECTION = [
    KT(f"options__{name}") for name in ("edition", "sets", "first_workers", "play_on_empty_tableau", *OF_HURDLES)
]
"""What tells selections apart in the database. Open and hidden hands are the same to one player."""

BEST_FIRST = (F("points").desc(), F("rubles").desc())
"""Most points, then most rubles left, as where several play (END-16)."""


Results = QuerySet[Any]
"""Games with `points`, `rubles` and what else is reckoned beside their fields."""


def selection_of(options: engine.Options) -> engine.Options:
    """The selection that a game belongs to: its options without those that mean nothing to one player."""
    return replace(options, players=1, open_hands=True)


def key_of(selection: engine.Options) -> str:
    """The selection as a word of an address: `2_market_orders`, `1_free-workers`."""
    usual = engine.Options(edition=selection.edition, players=1, sets=selection.sets)
    said = [str(selection.edition), *selection.sets]
    if selection.real_hurdles is not None:
        said.append(f"{REAL_HURDLES}{selection.real_hurdles}")
    if selection.hurdles is not None:
        said.append(HURDLES + ".".join(selection.hurdles))
    for word, (name, value) in SWITCHES.items():
        if getattr(selection, name) == value != getattr(usual, name):
            said.append(word)
    return "_".join(said)


def selection_named(key: str) -> engine.Options | None:
    """The selection of an address; None if there is no such selection for one player, or it is spelled otherwise."""
    edition, *said = key.split("_")
    chosen: dict[str, object] = {"edition": int(edition) if edition in ("1", "2") else 0, "players": 1}
    sets = []
    for word in said:
        if word in SWITCHES:
            name, value = SWITCHES[word]
            chosen[name] = value
        elif word.startswith(REAL_HURDLES) and word[-1:].isascii() and word[-1:].isdigit():
            chosen["real_hurdles"] = int(word[-1])
        elif word.startswith(HURDLES):
            chosen["hurdles"] = word.removeprefix(HURDLES).split(".")
        else:
            sets.append(word)
    try:
        selection = engine.Options.from_dict(chosen | {"sets": sets})
    except engine.OptionsError:
        return None
    return selection if key_of(selection) == key else None


def counted(viewer: User | None) -> Results:
    """The games that count, as far as `viewer` may know of them, with `points` and `rubles`."""
    return _counted(viewer.pk if viewer is not None else None)


def _counted(viewer: int | None) -> Results:
    bot = Tenure.objects.filter(seat__game=OuterRef("pk")).exclude(bot="")
    games = visibility.in_the_open(Game.objects.filter(status=Status.FINISHED, options__players=1))
    games = games.filter(~Exists(bot), Q(visibility=Visibility.PUBLIC) | _is_of(viewer), result__ended="played out")
    found: Results = games.annotate(
        points=Cast(KT("result__seats__0__points"), IntegerField()),
        rubles=Cast(KT("result__seats__0__rubles"), IntegerField()),
    )
    return found


def _is_of(user: int | None) -> Q:
    """Whoever plays alone is the host, by whom their games are found."""
    if user is None:
        return Q(pk__in=[])
    return Q(Exists(Tenure.objects.filter(seat__game=OuterRef("pk"), user=user)), host=user)


def results(selection: engine.Options, viewer: User | None) -> Results:
    """The list of one selection, best first and of equal results the first one first, with `rank`. Equal results share a
    place (END-17). Three statements, whatever their number."""
    ranked = _of(selection, viewer).annotate(rank=Window(Rank(), order_by=BEST_FIRST))
    return with_holders(ranked.order_by(*BEST_FIRST, "finished_at", "pk"))


def _of(selection: engine.Options, viewer: User | None) -> Results:
    games = counted(viewer).filter(
        options__edition=selection.edition,
        options__sets=list(selection.sets),
        options__first_workers=selection.first_workers,
        options__play_on_empty_tableau=selection.play_on_empty_tableau,
    )
    chosen = selection.to_dict()
    for name in OF_HURDLES:
        wanted = {f"options__{name}": chosen[name]} if name in chosen else {f"options__{name}__isnull": True}
        games = games.filter(**wanted)
    return games


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one result stands in the list of its selection."""

    selection: engine.Options
    rank: int
    total: int
    points: int
    game_id: int

    @property
    def key(self) -> str:
        return key_of(self.selection)


def standing(game: Game, viewer: User | None) -> Standing | None:
    """Where a finished game stands among the results that `viewer` may know; None if it does not count. One statement."""
    return _standing(selection_of(game.engine_options), viewer, Q(pk=game.pk))


def best_of(user: User, selection: engine.Options) -> Standing | None:
    """The best result of this user with a selection, as he sees the list. One statement."""
    return _standing(selection, user, _is_of(user.pk))


def _standing(selection: engine.Options, viewer: User | None, which: Q) -> Standing | None:
    """The best of `which` games of a selection. A rank is a matter of all of them, so it is reckoned before one is chosen."""
    all_of_it = Window(Count("pk"))
    ranked = _of(selection, viewer).annotate(
        rank=Window(Rank(), order_by=BEST_FIRST), total=all_of_it, wanted=_as_number(which)
    )
    # a condition on a window is asked after ranking; any other would be asked before
    found = ranked.annotate(place=Window(RowNumber(), partition_by="wanted", order_by=[*BEST_FIRST, "finished_at"]))
    game = found.filter(place=1).order_by("-wanted").first()
    if game is None or not game.wanted:
        return None
    return Standing(selection, game.rank, game.total, game.points, game.pk)


def _as_number(which: Q) -> Case:
    return Case(When(which, then=Value(1)), default=Value(0), output_field=IntegerField())


def bests(viewer: User | None) -> list[Any]:
    """The best result of each selection that has one, with `total`; the selections with most results first. Three
    statements."""
    total = Window(Count("pk"), partition_by=SELECTION)
    return list(with_holders(_first(counted(viewer).annotate(total=total)).order_by("-total", "-points", "pk")))


class OwnBest(NamedTuple):
    """A player's best result with one selection."""

    game_id: int
    rules: dict[str, Any]
    points: int
    rubles: int
    finished_at: datetime

    @property
    def selection(self) -> engine.Options:
        return selection_of(options_of(self.rules))


def own_bests(user: User, viewer: User | None) -> list[OwnBest]:
    """The best result of one user with each selection, as far as `viewer` may know. One statement."""
    rows = _own_bests(extensions.closed())(user.pk, viewer.pk if viewer is not None else 0)
    return [OwnBest._make(row) for row in rows]


@lru_cache(maxsize=4)
def _own_bests(closed: Q | None) -> Prepared:
    """`closed` is what other apps ask for, from which the statement follows too."""
    columns = ("pk", "options", "points", "rubles", "finished_at")

    def build(user: int, viewer: int) -> Results:
        return _first(_counted(viewer).filter(_is_of(user))).order_by("-points", "pk").values_list(*columns)

    return Prepared(build, 2)


def _first(games: Results) -> Results:
    place = Window(RowNumber(), partition_by=SELECTION, order_by=[*BEST_FIRST, "finished_at", "pk"])
    first: Results = games.annotate(place=place).filter(place=1)
    return first


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a list. `is_hidden`: nobody but its player sees this line, because the game is open by link only."""

    rank: int
    user: User
    points: int
    rubles: int
    at: datetime
    game_id: int
    is_mine: bool
    is_hidden: bool

    @classmethod
    def of(cls, game: Any, visitor: User | None) -> Result:
        """Of a game that `solo.results` or `solo.bests` found; the latter are all first."""
        (seat,) = game.seats.all()
        user = seat.tenures.all()[0].user
        return cls(
            rank=getattr(game, "rank", 1),
            user=user,
            points=game.points,
            rubles=game.rubles,
            at=game.finished_at,
            game_id=game.pk,
            is_mine=user == visitor,
            is_hidden=game.visibility != Visibility.PUBLIC,
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One selection of the overview: how many results, the best one, and the reader's own best points."""

    key: str
    words: str
    total: int
    best: Result
    mine: int | None


def overview_for(reader: User | None) -> list[Line]:
    """Every selection that somebody has played alone, with its best result. Three statements, and one for a reader's own."""
    mine = {key_of(one.selection): one.points for one in own_bests(reader, reader)} if reader is not None else {}
    return [
        Line(
            key=_key(game),
            words=rules_in_words(game.engine_options),
            total=game.total,
            best=Result.of(game, reader),
            mine=mine.get(_key(game)),
        )
        for game in bests(reader)
    ]


def _key(game: Game) -> str:
    return key_of(selection_of(game.engine_options))


def alone(*, user: User, selection: engine.Options, now: datetime) -> Game:
    """A game alone with exactly this selection, begun at once; everybody may see how it goes. Raises TooMany."""
    terms = Terms(title=any_title(), options=selection, clock=QUICK_CLOCK, visibility=Visibility.PUBLIC)
    return tables.quick_game(user=user, terms=terms, now=now)
