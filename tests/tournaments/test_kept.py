"""Every input and result can be kept as text and comes back equal, with the version it was made by."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.formats.test_leagues import pyramid
from tests.tournaments.pairing.test_histories import field as pairs_field
from tests.tournaments.results.test_shared import SCORED
from tests.tournaments.tables.events import after
from tournaments.errors import KeptError
from tournaments.formats.deals import deals
from tournaments.formats.duplicate import Played, compare, totals
from tournaments.formats.knockout import first_round
from tournaments.formats.late import LateEntry
from tournaments.formats.leagues import Season, exchange_of, next_season
from tournaments.formats.round_robin import withdraw
from tournaments.formats.tables_knockout import Outcome, advance
from tournaments.kept import VERSIONS, from_json, made_by, to_json
from tournaments.pairing.dutch.fallback import pair_or_fall_back
from tournaments.pairing.dutch.reach import reach
from tournaments.pairing.rows import Pair
from tournaments.pairing.tables.rounds import pair_tables
from tournaments.pairing.tables.violations import violations
from tournaments.pairing.trf.document import read
from tournaments.pairing.trf.tournament import Tournament
from tournaments.ratings.games import judge
from tournaments.results.closing import Closing, Unfinished
from tournaments.results.shared import Rule, result_of
from tournaments.results.taken_up import for_ratings, for_standings
from tournaments.schedules.berger import berger
from tournaments.schedules.catalogue import schedule
from tournaments.standings.from_trf import event_of
from tournaments.standings.tables.criteria import standings_of
from tournaments.standings.tables.event import Bye, TableEvent
from tournaments.standings.tables.points import league_points

TABLES = after(13, 2, seed=3).field()
TABLE = for_standings(result_of(SCORED), 1)
EVENT = TableEvent(
    (1, 2, 3, 4, 5), (TABLE,), (Bye(1, 5, Fraction(13, 2)),), league_points, {n: 9 - n for n in range(1, 6)}
)
SEASON = Season(
    pyramid(3), exchange_of(pyramid(3), up=1, down=2), leaving=frozenset({1012}), entrants=(7,), better={2011: (3, 1)}
)
FILE = Tournament(read((Path(__file__).parent / "data" / "dutch" / "swiss_008_1001.trf").read_text()))

VALUES = [
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
    deals([(1, 2, 3)])[0],
    totals(compare([Played(1, (1, 2), (40, 30)), Played(1, (3, 4), (41, 30))]))[0],
    LateEntry(3, Fraction(1, 2)),
    SEASON,
    next_season(SEASON),
    withdraw(berger(4)[0], 1, []),
    advance([Outcome({1: 1, 2: 2, 3: 3})], per_table=1, total=2, better={2: (1,)}),
    EVENT,
    standings_of(EVENT),
    SCORED,
    result_of(SCORED),
    Rule(),
    Closing(Unfinished.FORFEIT, timedelta(days=3, hours=1)),
    for_ratings(SCORED, at=1, variant="second", speed="days"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__module__}.{type(value).__name__}")
def test_a_value_comes_back_equal_from_its_text(value: object) -> None:
    text = to_json(value)
    again = from_json(type(value), text)
    assert again == value
    assert to_json(again) == text
    room, version = made_by(text)
    assert VERSIONS[room] == version
    assert type(value).__module__.startswith(f"tournaments.{room}")


def test_an_event_of_pairs_comes_back_though_events_are_told_apart_by_identity() -> None:
    event = event_of(FILE)
    again = from_json(type(event), to_json(event))
    assert (again.entrants, again.planned, again.system, again.scale) == (
        event.entrants,
        event.planned,
        event.system,
        event.scale,
    )


def test_what_comes_back_works_as_what_was_kept() -> None:
    assert pair_tables(from_json(type(TABLES), to_json(TABLES))) == pair_tables(TABLES)
    assert standings_of(from_json(TableEvent, to_json(EVENT))) == standings_of(EVENT)
    game = for_ratings(SCORED, at=1, variant="second", speed="days")
    assert judge(from_json(type(game), to_json(game))) == judge(game)


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
        ("", "no kept Rule"),
        ("[]", "no kept Rule"),
        ('{"room":"results","version":1,"value":{"leavers":"first"}}', "no kept Rule"),
        ('{"room":"results","version":1,"value":{"luck":1}}', "no field luck"),
        ('{"room":"ratings","version":1,"value":{}}', "belongs to ratings"),
        (to_json(Rule()).replace('"last"', "7"), "no kept Rule"),
    ],
)
def test_a_text_that_was_never_kept_is_refused(text: str, reason: str) -> None:
    with pytest.raises(KeptError, match=reason) as caught:
        from_json(Rule, text)
    assert caught.value.code == "kept"


def test_fields_that_are_missing_or_of_another_kind_are_refused() -> None:
    text = to_json(Pair(1, 2, 3, 10, 0))
    with pytest.raises(KeptError, match="kept without its field white"):
        from_json(Pair, text.replace('"white":2,', ""))
    with pytest.raises(KeptError, match="stands where a int was kept"):
        from_json(Pair, text.replace('"white":2,', '"white":"2",'))
    with pytest.raises(KeptError, match="no room"):
        to_json(3)
