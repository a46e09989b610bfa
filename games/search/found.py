"""What a query finds: the words of `games.search.language` as conditions of the database.

All words of a query are about one player at the table, so that `card:pub result:won` finds the games that somebody won who had a
pub. After `not` a name begins anew: `not player:anna` finds the games without Anna.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property, lru_cache
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key
from engine.record import ENDINGS
from games import extensions
from games.errors import GameError
from games.models import CardFact, FinishedSet, Game, SeatFact, Status
from games.options.sets import offered
from games.play.facts import bought_in, card_code, card_ids
from games.search.language import ENDS, Group, Not, Query, SearchError, Term, parse, terms
from games.selectors.keyset import Listing
from games.selectors.queries import PAGE, finished_place, open_archive
from games.selectors.rows import GAME, GameLine, game_of

MOST_MILLISECONDS, QUERY_CANCELED = 5000, "57014"
SETTINGS = "; ".join(
    f"SET LOCAL {name} = {{}}" for name in ("statement_timeout", "enable_hashjoin", "enable_mergejoin")
)
NAMED = 24
"""So many of the words that are possible are named."""
NAMES = ("player", "name")
"""Words that say whose games are looked for."""
OF_SEAT = ("user", "name", "won", "points", "place")
DRIVERS = ("player", "name", "card", "with")
"""Words whose rows have an index by the time of the games, the most rare first."""

SENTENCES: Mapping[str, str | Promise] = {
    "too_long": _("Your search is too long. Use at most 500 characters."),
    "too_deep": _("Your search has too many brackets. Use fewer."),
    "open_quote": _("A quotation mark is not closed: “%(word)s”. Add the second one."),
    "bracket": _("A bracket has no partner: “%(word)s”. Add the missing one or remove this one."),
    "missing": _("A search term is missing at “%(word)s”. Add one or remove this."),
    "unknown_word": _("“%(word)s” is not a search term."),
    "wrong_sign": _("“%(word)s” needs a colon."),
    "no_value": _("“%(word)s” has no value. Add one."),
    "unknown_value": _("“%(word)s” is not a possible value."),
    "unknown_card": _("There is no card named “%(word)s”."),
    "unknown_player": _("There is no player named “%(word)s”."),
    "no_number": _("“%(word)s” needs a whole number."),
    "no_day": _("“%(word)s” is not a date. Write year, month and day."),
    "too_slow": _("Your search takes too long. Add a player, a card or a date."),
    "imported_alone": _("“%(word)s” cannot be used in brackets, or after “or” or “not”."),
}


class BadSearch(GameError):
    """A query that cannot be asked. `reason` says why, `word` which word, `possible` what could stand there."""

    code = "bad_search"
    sentence = _("We could not understand that search.")
    status = 422

    def __init__(self, error: SearchError) -> None:
        self.reason, self.word, self.possible = error.code, error.word, error.possible[:NAMED]
        said = SENTENCES[error.code] % {"word": error.word}
        if self.possible:
            more = " …" if len(error.possible) > NAMED else ""
            said = f"{said} {_('Possible: %(words)s.') % {'words': ', '.join(self.possible) + more}}"
        super().__init__(said)

    def more(self) -> dict[str, object]:
        return {"reason": self.reason, "word": self.word, "possible": self.possible}


@contextmanager
def in_time() -> Iterator[None]:
    """Anybody may ask the whole archive for what no index finds. PostgreSQL ends such a statement, and this raises BadSearch.

    Until then it walks along an index and stops after the rows that are asked for, on one core: it does not know that the latest
    games are as the others, and would rather sort all of them by a hash.
    """
    if connection.vendor != "postgresql":
        yield
        return
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(SETTINGS.format(MOST_MILLISECONDS, "off", "off"))
            yield
            cursor.execute(SETTINGS.format(*["DEFAULT"] * 3))
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") != QUERY_CANCELED:
            raise
        raise BadSearch(SearchError("too_slow", "")) from None


@dataclass(frozen=True)
class Search:
    """A query that was read, and the numbers of the players whom it names."""

    text: str
    query: Query
    players: tuple[tuple[str, int], ...] = ()
    imported: bool = False

    @classmethod
    def read(cls, text: str) -> "Search":
        """Raises BadSearch. One statement where players are named."""
        try:
            query = parse(text, cards=sorted(card_ids().values()), sets=offered())
            query, imported = _imported(query)
            return cls(text, query, tuple(_players(query).items()), imported)
        except SearchError as error:
            raise BadSearch(error) from None

    @cached_property
    def _driver(self) -> Term | None:
        """The word whose rows lie in the order of the games by an index of their own, so that of few there are, few are read."""
        about_game, about_seat = self._split()
        words = [one for one in (*about_seat.parts, *about_game) if isinstance(one, Term) and one.name in DRIVERS]
        return min(words, key=lambda one: (DRIVERS.index(one.name), -one.copy), default=None)

    @property
    def field(self) -> str:
        """The time by which the games are ordered: when they finished, also where it stands beside the driver."""
        return "over_at" if self._driver else "finished_at"

    @cached_property
    def games(self) -> QuerySet[Game]:
        """The finished games that everybody may see and that are like that, each once."""
        found = open_archive(Status.IMPORTED if self.imported else Status.FINISHED)
        about_game, about_seat = self._split()
        for part in about_game:
            if part is not self._driver:
                found = found.filter(self._condition(part, "", "pk"))
        driver = self._driver
        if driver is not None and driver.of_seat:
            return self._driven(found, driver, about_seat)
        if driver is not None:
            found = found.filter(finished_sets__name=driver.value).annotate(over_at=F("finished_sets__over_at"))
        return found.filter(Exists(self._seats("pk", about_seat))) if about_seat.parts else found

    def _driven(self, found: QuerySet[Game], driver: Term, about_seat: Group) -> QuerySet[Game]:
        """Those of the games found by the rows of a card, player or name, of whose seat the rest must hold too. Of several seats
        that the query describes the first one counts."""
        rows = "card_facts" if driver.name == "card" else "seat_facts"
        value = str(driver.value)
        which: dict[str, object] = {"name": name_key(value)}
        if driver.name == "card":
            which = {"card": card_code(value), "count__gte": driver.copy}
        elif driver.name == "player":
            which = {"user": dict(self.players)[name_key(value)]}
        found = found.filter(**{f"{rows}__{name}": one for name, one in which.items()}).annotate(
            over_at=F(f"{rows}__over_at"), at_seat=F(f"{rows}__seat")
        )
        if driver.by:
            bought = bought_in(driver.copy, f"{rows}__rounds")
            found = found.annotate(bought=bought).filter(**{f"bought__{driver.by}": driver.round})
        rest = Group(tuple(part for part in about_seat.parts if part is not driver))
        if rest.parts and driver.name == "card":
            found = found.filter(Exists(self._seats("pk", rest).filter(seat=OuterRef("at_seat"))))
        elif rest.parts:
            found = found.alias(**{f"at_{name}": F(f"seat_facts__{name}") for name in OF_SEAT})
            found = found.filter(self._condition(rest, "", "pk"))
        if driver.name == "player":
            return found  # nobody sits twice at a table
        # with its first half the second is asked row by row: as a join of its own it doubled the time to plan the statement
        return found.filter(Q(at_seat=0) | ~Exists(self._seats("pk", about_seat).filter(seat__lt=OuterRef("at_seat"))))

    @property
    def seats(self) -> QuerySet[SeatFact] | None:
        """Of all games, the seats of players as the query describes one; None where it says nothing about players."""
        _about_game, about_seat = self._split()
        return SeatFact.objects.filter(self._condition(about_seat, "game__", "game")) if about_seat.parts else None

    def _split(self) -> tuple[list[Query], Group]:
        """What the query asks of the game alone, by which an index may find it, and the rest."""
        whole = self.query if isinstance(self.query, Group) and not self.query.is_or else Group((self.query,))
        about_game = [part for part in whole.parts if not any(one.of_seat for one in terms(part)) or _begins_anew(part)]
        return about_game, Group(tuple(part for part in whole.parts if part not in about_game))

    def _seats(self, game: str, query: Query) -> QuerySet[SeatFact]:
        return SeatFact.objects.filter(self._condition(query, "game__", "game"), game=OuterRef(game))

    def _condition(self, query: Query, path: str, key: str) -> Q:
        """On rows of a game with the columns of a seat (`_driven`) or, with the path to their game, of seats; `key` is the field
        with the number of the game."""
        if isinstance(query, Term):
            return self._of_seat(query, "" if path else "at_", key) if query.of_seat else _of_game(query, path, key)
        if isinstance(query, Not):
            return ~(
                Q(Exists(self._seats(key, query.what)))
                if _begins_anew(query)
                else self._condition(query.what, path, key)
            )
        found = Q()
        for part in query.parts:
            condition = self._condition(part, path, key)
            found = found | condition if query.is_or else found & condition
        return found

    def _of_seat(self, term: Term, at: str, key: str) -> Q:
        value = str(term.value)
        match term.name:
            case "player":
                return Q(**{f"{at}user": dict(self.players)[name_key(value)]})
            case "opponent":
                others = SeatFact.objects.filter(game=OuterRef(key), user=dict(self.players)[name_key(value)])
                driver = self._driver
                if at and driver and driver.name == "player" and name_key(str(driver.value)) != name_key(value):
                    # sits elsewhere; without that condition either player may be looked up first
                    return Q(Exists(others))
                return Q(Exists(others.exclude(seat=OuterRef(f"{at}seat"))))
            case "name":
                return Q(**{f"{at}name": name_key(value)})
            case "result":
                return Q(**{f"{at}won": value == "won"})
            case "card":
                # between itself: an equal one PostgreSQL may hash with all that ever had the card
                seat = OuterRef(f"{at}seat")
                copy = CardFact.objects.filter(game=OuterRef(key), seat__gte=seat, seat__lte=seat)
                copy = copy.filter(card=card_code(value), count__gte=term.copy)
                if term.by:
                    copy = copy.annotate(bought=bought_in(term.copy)).filter(**{f"bought__{term.by}": term.round})
                return Q(Exists(copy))
            case "seat":
                return Q(**{f"{at}seat__{term.operator}": int(value) - 1})
        return Q(**{f"{at}{term.name}__{term.operator}": term.value})


def listing(search: Search) -> Listing[GameLine]:
    """The games that are found, the latest first. Its statements are kept: making them costs more than asking them."""
    return _listing(search, extensions.closed())


@lru_cache(maxsize=256)
def _listing(search: Search, closed: Q | None) -> Listing[GameLine]:
    """`closed` is what other apps ask for, from which the statements follow too."""
    return Listing(
        lambda: search.games,
        search.field,
        numbers=0,
        size=PAGE,
        columns=GAME,
        row_of=game_of,
        place=finished_place,
    )


def _of_game(term: Term, path: str, key: str) -> Q:
    match term.name:
        case "end":
            return Q(**{f"{path}fact__ended": list(ENDINGS).index(ENDS[str(term.value)])})  # type: ignore[arg-type]
        case "rated":
            return Q(**{f"{path}rated": term.value == "yes"})
        case "voided":
            return Q(**{f"{path}annulled_at__isnull": term.value == "no"})
        case "with":
            return Q(Exists(FinishedSet.objects.filter(game=OuterRef(key), name=term.value)))
        case "tournament":
            games = extensions.games_of_tournament(int(str(term.value)))
            return Q(**{f"{path}pk__in": games}) if games is not None else Q(pk__in=[])
        case "game":
            return Q(**{f"{path}pk__{term.operator}": term.value})
        case "date":
            return _on_day(term, path)
        case "days":
            return _in_days(term, path)
    return Q(**{f"{path}fact__{term.name}__{term.operator}": term.value})


def _on_day(term: Term, path: str) -> Q:
    """Days are those of UTC, so that a search says the same to everybody."""
    assert isinstance(term.value, date)
    day = datetime.combine(term.value, time(), UTC)
    return _within(f"{path}finished_at", term.operator, day, day + timedelta(days=1))


def _in_days(term: Term, path: str) -> Q:
    hours = int(str(term.value)) * 24
    return _within(f"{path}fact__hours", term.operator, hours, hours + 24)


def _within(column: str, operator: str, first: Any, end: Any) -> Q:
    """Whether a value that lies between `first` and `end` compares like that."""
    compared = {
        "exact": {"gte": first, "lt": end},
        "lt": {"lt": first},
        "lte": {"lt": end},
        "gt": {"gte": end},
        "gte": {"gte": first},
    }
    return Q(**{f"{column}__{how}": value for how, value in compared[operator].items()})


def _begins_anew(query: Query) -> bool:
    return isinstance(query, Not) and any(one.name in NAMES for one in terms(query.what))


def _imported(query: Query) -> tuple[Query, bool]:
    """The query without `imported:yes`, and whether it was there: it says among which games to look."""
    whole = query.parts if isinstance(query, Group) and not query.is_or else (query,)
    left = tuple(part for part in whole if not (isinstance(part, Term) and part.name == "imported"))
    for part in left:
        if any(one.name == "imported" for one in terms(part)):
            raise SearchError("imported_alone", "imported:yes")
    return Group(left), len(left) < len(whole)


def _players(query: Query) -> dict[str, int]:
    named = {name_key(str(one.value)): str(one.value) for one in terms(query) if one.name in ("player", "opponent")}
    if not named:
        return {}
    found = dict(User.objects.filter(name_key__in=named).values_list("name_key", "pk"))
    for key, name in named.items():
        if key not in found:
            raise SearchError("unknown_player", name)
    return found
