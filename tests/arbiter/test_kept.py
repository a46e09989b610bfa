"""Every input and result can be kept as text and comes back equal, with the version it was made by."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass, replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import arbiter
from arbiter.errors import KeptError
from arbiter.formats.duplicate import Course, PlayedDeal, SeatAnswer, compare, of_seat, partings
from arbiter.formats.groups import LateEntry, withdraw
from arbiter.formats.knockout import Match, first_round, score
from arbiter.formats.leagues import Season, Shape, exchange_for, next_season
from arbiter.kept import VERSIONS, from_json, made_by, to_json
from arbiter.pairing.dutch.legal import reach
from arbiter.pairing.dutch.rounds import explain, pair_or_fall_back, pair_round
from arbiter.pairing.rows import Free, Pair, Rest, Sat, forecast_tables
from arbiter.pairing.tables.rounds import pair_tables, violations
from arbiter.pairing.trf.document import read
from arbiter.pairing.trf.tournament import TrfTournament
from arbiter.ratings.elo import EloChange, Formula
from arbiter.ratings.elo import Pair as RatingPair
from arbiter.ratings.games import Rating, Store, judge
from arbiter.results import Closing, Game, Rule, Unfinished, at_deadline, for_standings, result_of
from arbiter.schedules.bounds import bound
from arbiter.schedules.catalogue import group_tables, quality, schedule
from arbiter.schedules.designs import StoredSchedule, berger
from arbiter.standings.c07 import tournament as c07
from arbiter.standings.c07.catalogue import standings_of as c07_standings_of
from arbiter.standings.c07.tournament import tournament_of
from arbiter.standings.prospects import Running, prospects
from arbiter.standings.tables import Bye, TableTournament, league_points, standings_of
from tests.arbiter.formats.test_leagues import pyramid
from tests.arbiter.pairing.test_histories import field as pairs_field
from tests.arbiter.results.test_shared import SCORED
from tests.arbiter.tables.tournaments import after

TABLES = after(13, 2, seed=3).field()
TABLE = for_standings(result_of(SCORED), 1)
TOURNAMENT = TableTournament(
    (1, 2, 3, 4, 5), (TABLE,), (Bye(1, 5, Fraction(13, 2)),), league_points, {n: 9 - n for n in range(1, 6)}
)
SEASON = Season(pyramid(3), exchange_for(pyramid(3)), leaving=frozenset({1012}), entrants=(7,), better={2011: (3, 1)})
FILE = TrfTournament(read((Path(__file__).parent / "data" / "dutch" / "swiss_008_1001.trf").read_text()))

RUNNING = Running({1: Fraction(3, 2), 2: Fraction(1)}, ((1, 2),))
KEPT = {"formats", "pairing", "ratings", "results", "schedules", "standings"}
COURSES = [Course(table, (SeatAnswer(0, 1, "worker", move),), ((3, 9),)) for table, move in ((1, "pass"), (2, "buy"))]
VALUES = [
    pair_round(FILE.before(3)),
    next(explain(pair_round(FILE.before(3)))),
    Free(1, 4, 10, bye=True),
    forecast_tables(9, 2),
    RUNNING,
    prospects(RUNNING)[1],
    PlayedDeal(1, (1, 2), (40, 30)),
    compare([PlayedDeal(1, (1, 2), (40, 30)), PlayedDeal(1, (3, 4), (41, 30))])[0],
    Sat(1, (1, 2, 3), (1, 2, 2)),
    Rest(2, 4, Fraction(1, 2)),
    FILE.document,
    FILE.recorded(1),
    FILE.scoring,
    quality(7, group_tables(7, 4)),
    StoredSchedule(6, 1, ((1, 2, 3), (4, 5, 6)), ((1, 2, 4), (3, 5, 6))),
    bound(7, 4, 4),
    score(Match(1, 4), [1]),
    Shape(),
    standings_of(TOURNAMENT).why(1, 2),
    c07_standings_of(tournament_of(FILE), ("BH/C1", "DE")),
    Formula(),
    judge(SCORED, at=1, variant="second", speed="days"),
    EloChange(1, 1500.0, 1510.0, 3, 24.0, 2.0, (RatingPair(2, 1.0, 0.5),)),
    Store({("table", 1): Rating(1512.5, 3)}, (1, 2)),
    at_deadline(Closing(Unfinished.FORFEIT, timedelta(days=3)), [7], was_extended=False),
    replace(pairs_field(), forbidden=frozenset({(1, 5), (2, 3)})),
    FILE.before(3),
    pair_or_fall_back(pairs_field()),
    reach(8, 5),
    Pair(1, 2, 3, 10, 0),
    replace(TABLES, seat_price=Fraction(1, 3), apart=frozenset({(1, 2)}), fixed=((3, 4, 5),)),
    pair_tables(TABLES),
    violations(TABLES, [(1, 2, 3)], [])[-1],
    schedule(7, 4, 4),
    first_round(range(1, 7))[0],
    COURSES[0],
    partings(COURSES)[0],
    of_seat(COURSES, 0, ("worker",)),
    LateEntry(3, Fraction(1, 2)),
    SEASON,
    next_season(SEASON),
    withdraw(berger(4)[0], 1, []),
    TOURNAMENT,
    standings_of(TOURNAMENT),
    SCORED,
    result_of(SCORED),
    Rule(),
    Closing(Unfinished.FORFEIT, timedelta(days=3, hours=1)),
    SCORED,
]


WORKINGS = {
    "formats.double_elimination.Bout",
    "formats.double_elimination.DoubleBracket",
    "pairing.dutch.legal.Bracket",  # its step is kept
    "pairing.dutch.puzzle.Solution",
    "pairing.tables.field.Cost",
    "pairing.tables.seats.Foresight",
    "pairing.tables.company.Effort",
    "pairing.tables.company.Weights",
    "pairing.trf.columns.Columns",
    "pairing.trf.tournament.TrfTournament",  # its document is kept
    "ratings.elo.Pool",  # a store is kept
    "standings.c07.catalogue.TieBreakEntry",
    "standings.c07.catalogue.Order",
    "standings.c07.buchholz.Cuts",
    "standings.c07.catalogue.Score",
    "standings.ranking.Measure",
}
"""What is alive while something is worked out, and neither goes in nor comes out."""


def values_of(kind: Any) -> Iterator[type]:
    """The dataclasses that a type is made of."""
    for part in (kind, *get_args(kind)):
        if isinstance(part, type) and is_dataclass(part):
            yield part
    for part in get_args(kind):
        yield from values_of(part)


def reached(kinds: Iterable[type]) -> set[type]:
    """These classes and those of their fields, however deep."""
    found: set[type] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if kind not in found:
            found.add(kind)
            waiting += [part for hint in get_type_hints(kind).values() for part in values_of(hint)]
    return found


def test_every_input_and_result_is_among_the_values_tried() -> None:
    """Every dataclass of the rooms, but for what is alive only while something is worked out."""
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(arbiter.__path__, "arbiter.")
        if module.name.split(".")[1] in KEPT and not module.name.endswith("__main__")
    ]
    kinds = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
    }
    tried = reached([c07.ScoredTournament, *(type(value) for value in VALUES)])
    lacking = {f"{kind.__module__.removeprefix('arbiter.')}.{kind.__name__}" for kind in kinds - tried}
    assert lacking == WORKINGS


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__module__}.{type(value).__name__}")
def test_a_value_comes_back_equal_from_its_text(value: object) -> None:
    text = to_json(value)
    again = from_json(type(value), text)
    assert again == value
    assert to_json(again) == text
    room, version = made_by(text)
    assert VERSIONS[room] == version
    assert type(value).__module__.startswith(f"arbiter.{room}")


def test_a_tournament_of_pairs_comes_back_though_tournaments_are_told_apart_by_identity() -> None:
    tournament = tournament_of(FILE)
    again = from_json(type(tournament), to_json(tournament))
    assert (again.entrants, again.planned, again.system, again.scale) == (
        tournament.entrants,
        tournament.planned,
        tournament.system,
        tournament.scale,
    )


def test_a_pairing_that_comes_back_is_explained_alike() -> None:
    pairing = pair_round(FILE.before(3))
    again = from_json(type(pairing), to_json(pairing))
    assert list(explain(again)) == list(explain(pairing)) != []


def test_what_comes_back_works_as_what_was_kept() -> None:
    assert pair_tables(from_json(type(TABLES), to_json(TABLES))) == pair_tables(TABLES)
    assert standings_of(from_json(TableTournament, to_json(TOURNAMENT))) == standings_of(TOURNAMENT)
    asked = {"at": 1, "variant": "second", "speed": "days"}
    assert judge(from_json(Game, to_json(SCORED)), **asked) == judge(SCORED, **asked)


def test_words_come_back_as_data() -> None:
    found = violations(TABLES, [(1, 2, 3)], [])[-1]
    again = from_json(type(found), to_json(found)).sentence
    assert (again.pattern, again.values) == (found.sentence.pattern, found.sentence.values)


def test_a_field_that_was_added_later_has_its_default() -> None:
    text = to_json(TABLES)
    older = text.replace(',"seat_share":"1/5"', "")
    assert older != text
    assert from_json(type(TABLES), older) == TABLES


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a stored Rule"),
        ("[]", "not a stored Rule"),
        ('{"room":"results","version":1,"value":{"leavers":"first"}}', "not a stored Rule"),
        ('{"room":"results","version":1,"value":{"luck":1}}', "no field luck"),
        ('{"room":"ratings","version":1,"value":{}}', "belongs to ratings"),
        (to_json(Rule()).replace('"last"', "7"), "not a stored Rule"),
    ],
)
def test_a_text_that_was_never_kept_is_refused(text: str, reason: str) -> None:
    with pytest.raises(KeptError, match=reason) as caught:
        from_json(Rule, text)
    assert caught.value.code == "kept"


def test_fields_that_are_missing_or_of_another_kind_are_refused() -> None:
    text = to_json(Pair(1, 2, 3, 10, 0))
    with pytest.raises(KeptError, match="The stored Pair lacks its field white"):
        from_json(Pair, text.replace('"white":2,', ""))
    with pytest.raises(KeptError, match="Expected a stored int, found"):
        from_json(Pair, text.replace('"white":2,', '"white":"2",'))
    with pytest.raises(KeptError, match="int belongs to no module whose values are stored"):
        to_json(3)
