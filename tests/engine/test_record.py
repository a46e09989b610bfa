"""Records: written, read back strictly, and true to the last point."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.options import Deal
from engine.record import (
    Predecessor,
    Proven,
    RecordedMove,
    RecordError,
    Seeded,
    WrittenOut,
    from_record,
    last_position,
    parse_record,
    positions,
    result_of,
    to_record,
    verify,
)
from tests.engine.recording import FOLDER, KEPT, chance_of, laid_out, played

FILES = sorted(FOLDER.glob("*.json"))


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return played(KEPT["edition1-2p"], chance_of("edition1-2p"))


@pytest.fixture
def data(whole: dict[str, Any]) -> dict[str, Any]:
    """A good record to be spoilt."""
    return copy.deepcopy(whole)


# --- finished games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_kept_game_still_ends_as_it_did(path: Path):
    """Every kept game replays to its final scores, and everything it claims about its chance is proven."""
    record = parse_record(path.read_text("utf-8"))
    assert verify(record)[-1].startswith("result: ")
    assert record.result is not None
    if record.result.ended == "played out":
        state = engine.replay(record.options, record.deal, ((move.seat, move.text) for move in record.moves))
        told = [(seat.points, seat.rubles, seat.rank, seat.winner) for seat in record.result.seats]
        assert told == [(s.total, s.rubles[2], s.rank, s.winner) for s in engine.final_scores(state)]


def test_a_game_is_kept_for_each_edition_player_count_and_table_option():
    records = [parse_record(path.read_text("utf-8")) for path in FILES]
    assert all(isinstance(record.chance, Proven) for record in records)
    ended = [record.options for record in records if record.result and record.result.ended == "played out"]
    whole = [options for options in ended if not options.sets]
    assert {(o.edition, o.players) for o in whole} == {(e, n) for e in (1, 2) for n in (1, 2, 3, 4)}
    assert {(o.edition, o.play_on_empty_tableau) for o in whole} == {(e, on) for e in (1, 2) for on in (True, False)}
    assert {(o.edition, o.first_workers) for o in whole} == {
        (e, first) for e in (1, 2) for first in ("compulsory", "free")
    }
    assert {(o.edition, o.open_hands) for o in whole} == {(e, shown) for e in (1, 2) for shown in (True, False)}
    assert [record for record in records if record.result and record.result.ended == "agreement"]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_reading_and_writing_a_record_changes_nothing(path: Path):
    text = path.read_text("utf-8")
    record = parse_record(text)
    assert laid_out(record.to_json()) == text
    assert from_record(json.loads(text)) == record


# --- three kinds of chance ------------------------------------------------------------------------------------------


def test_the_same_game_reads_from_a_secret_a_seed_or_piles_written_out(data):
    record = from_record(data)
    assert isinstance(record.chance, Proven)
    for chance in (Seeded(record.chance.seed), WrittenOut(record.deal)):
        other = from_record(replace(record, chance=chance).to_json())
        assert other.deal == record.deal
        assert verify(other)[-1] == "result: played out, as the moves give it"


def test_phrases_of_the_players_change_the_deal_and_are_proven(data):
    options = KEPT["edition1-2p"]
    chance = Proven.of(bytes(32), "9", ["Нева", ""])
    record = from_record(played(options, chance))
    assert "2 phrases" in verify(record)[1]
    assert record.deal != Proven.of(bytes(32), "9").deal(options)
    with pytest.raises(RecordError, match=r"^deal\.seed: is [0-9a-f]{64}, but secret, table '9' and 2 phrases give"):
        verify(replace(record, chance=replace(chance, phrases=("Newa", ""))))


@pytest.mark.parametrize("field", ["secret", "seed", "table", "commitment"])
def test_a_chance_that_does_not_follow_from_its_secret_is_found_out(data, field):
    data["deal"][field] = "0" * 64
    with pytest.raises(RecordError) as caught:
        verify(from_record(data))
    assert caught.value.code == "not-proven"
    assert caught.value.path == ("deal.commitment" if field in ("secret", "commitment") else "deal.seed")


def given(data, **deal):
    """The same game as one whose seats came from a pairing, and in which somebody has left."""
    data["format"], data["predecessors"] = "stpete-record/2", [{"seat": 0, "name": "Clara", "until": 3}]
    data["deal"].update({"seating": "given", **deal})
    return data


def test_a_game_with_given_seats_says_so(data):
    record = from_record(data)
    chance = replace(record.chance, seats_given=True)
    other = from_record(replace(record, chance=chance).to_json())
    assert other.to_json()["format"] == "stpete-record/2"
    assert other.deal == record.deal, "the cards do not depend on how the seats came about"
    assert verify(other)[2] == "seating: given by a pairing, not drawn"


def test_who_played_a_seat_before_stands_in_the_second_format(data):
    record = from_record(data)
    before = (Predecessor(0, "Clara", 3),)
    other = from_record(replace(record, predecessors=before).to_json())
    assert other.predecessors == before
    assert other.to_json()["format"] == "stpete-record/2"
    assert other.chance == record.chance, "its seats were drawn all the same"
    assert verify(other)[2] == verify(record)[2]


def test_tables_of_one_deal_have_the_same_cards_and_name_the_deal(data):
    options = KEPT["edition1-2p"]
    chance = Proven.of(bytes(32), "event-7/round-2/4", is_shared=True)
    record = from_record(played(options, chance))
    deal = record.to_json()["deal"]
    assert deal["deal"] == "event-7/round-2/4"
    assert "table" not in deal
    assert verify(record)[1] == "seed: follows from secret, deal 'event-7/round-2/4' and 0 phrases"
    assert record.deal == Proven.of(bytes(32), "event-7/round-2/4").deal(options)
    with pytest.raises(
        RecordError, match=r"^deal\.seed: is [0-9a-f]{64}, but secret, deal 'another' and 0 phrases give"
    ):
        verify(replace(record, chance=replace(chance, table="another")))


# --- endings --------------------------------------------------------------------------------------------------------


def test_a_game_ended_by_agreement_has_the_points_of_its_last_position():
    """No final scoring; places by points, then rubles (END-16, END-17)."""
    record = from_record(played(KEPT["edition1-4p"], chance_of("x"), until_round=3))
    assert record.result is not None
    assert record.result.ended == "agreement"
    state = last_position(record)
    for seat in record.result.seats:
        assert (seat.points, seat.rubles) == (state.points(seat.seat), state.rubles(seat.seat))
        better = [s for s in range(4) if (state.points(s), state.rubles(s)) > (seat.points, seat.rubles)]
        assert seat.rank == 1 + len(better)
        assert seat.winner == (not better)


def test_a_game_that_nobody_was_left_to_play_is_told_apart_from_one_that_all_agreed_to_end():
    """The figures are those of the last position alike; the word says why there are no others."""
    data = played(KEPT["edition1-4p"], chance_of("x"), until_round=3)
    agreed = from_record(data)
    data["result"]["ended"] = "broken off"
    record = from_record(data)
    assert record.result is not None
    assert agreed.result is not None
    assert (record.result.ended, record.result.seats) == ("broken off", agreed.result.seats)
    assert record.to_json() == data
    assert verify(record)[-1] == "result: broken off, as the moves give it"


def test_a_game_that_its_moves_play_to_the_end_was_not_broken_off(data):
    data["result"]["ended"] = "broken off"
    with pytest.raises(RecordError, match="says broken off, but the moves end the game"):
        verify(from_record(data))


def test_equal_points_and_rubles_share_a_place():
    state = engine.new_game(KEPT["edition1-4p"], chance_of("x").deal(KEPT["edition1-4p"]))
    assert [(seat.rank, seat.winner) for seat in result_of(state, "agreement").seats] == [(1, True)] * 4


def test_a_game_that_goes_on_has_no_result(data):
    data["moves"] = data["moves"][:10]
    data["result"] = None
    assert verify(from_record(data))[-1].startswith("result: none, the game stands in round ")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda d: d.update(result=None), "^result: is null, but the moves play the game to its end$"),
        (lambda d: d["result"].update(ended="agreement"), "^result.ended: says agreement, but the moves end the game$"),
        (lambda d: d["moves"].pop(), "^result.ended: says played out, but the moves do not end the game$"),
        (
            lambda d: d["result"]["seats"][1].update(points=999),
            r"^result.seats\[1\].points: is 999, but the moves give ",
        ),
        (
            lambda d: d["result"]["seats"][0].update(rubles=999),
            r"^result.seats\[0\].rubles: is 999, but the moves give ",
        ),
        (lambda d: [s.update(rank=2) for s in d["result"]["seats"]], r"^result.seats\[\d\].rank: is 2, but"),
        (
            lambda d: [s.update(winner=False) for s in d["result"]["seats"]],
            r"^result.seats\[\d\].winner: is False, but",
        ),
    ],
)
def test_a_result_that_the_moves_do_not_give_is_refused(data, spoil, reason):
    spoil(data)
    with pytest.raises(RecordError, match=reason):
        verify(from_record(data))


# --- moves ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seat", "reason"),
    [
        ("buy hermitage", None, "Move 6, 'buy hermitage' of seat"),
        ("buy a hat", None, "Move 6, 'buy a hat' of seat"),
        (None, "the other", "Move 6, "),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_number_text_and_reason(data, text, seat, reason):
    move = data["moves"][5]
    move["text"] = text or move["text"]
    move["seat"] = 1 - move["seat"] if seat else move["seat"]
    with pytest.raises(RecordError) as caught:
        list(positions(from_record(data)))
    assert reason in str(caught.value)
    assert len(str(caught.value)) > len(reason) + 10


def test_a_move_after_the_end_is_refused(data):
    number = len(data["moves"]) + 1
    data["moves"].append({"number": number, "seat": 0, "text": "pass", "source": "page"})
    with pytest.raises(RecordError, match=f"Move {number}, 'pass' of seat 0"):
        verify(from_record(data))


def test_a_record_may_spell_moves_as_people_do(data):
    """Every spelling that the notation accepts is read; names of section 1 in both languages."""
    for move in data["moves"]:
        move["text"] = move["text"].replace("lumberjack", "Holzfäller").replace("gold-miner", "Gold  miner").upper()
    assert verify(from_record(data))[-1] == "result: played out, as the moves give it"


# --- form -----------------------------------------------------------------------------------------------------------

Spoil = Callable[[dict[str, Any]], object]
SPOILT: list[tuple[str, Spoil]] = [
    ('unknown field "more"', lambda d: d.update(more=1)),
    ('the field "moves" is missing', lambda d: d.pop("moves")),
    (
        "format: must be one of stpete-record/1, stpete-record/2, stpete-record/3, stpete-record/4",
        lambda d: d.update(format="stpete-record/5"),
    ),
    ('the field "predecessors" is missing', lambda d: d.update(format="stpete-record/3")),
    ('the field "predecessors" is missing', lambda d: d.update(format="stpete-record/2")),
    ('unknown field "predecessors"', lambda d: d.update(predecessors=[])),
    (
        "predecessors[0].until: must be a whole number from 0 to ",
        lambda d: given(d)["predecessors"][0].update(until=999),
    ),
    ("predecessors[0].seat: must be a whole number from 0 to 1", lambda d: given(d)["predecessors"][0].update(seat=2)),
    (
        'deal: the field "seating" is missing',
        lambda d: [given(d, deal="7/2/4"), *map(d["deal"].pop, ("seating", "table"))],
    ),
    ('deal: unknown field "seating"', lambda d: d["deal"].update(seating="given")),
    ("deal.seating: must be one of given, not ", lambda d: given(d, seating="drawn")),
    ('deal: unknown field "table"', lambda d: given(d, deal="event-7/2/4")),
    ("deal.from: must be one of secret, not ", lambda d: given(d, **{"from": "seed"})),
    ("rules_version: must be a whole number of at least 1, not 0", lambda d: d.update(rules_version=0)),
    ("rules_version: must be a whole number, not true", lambda d: d.update(rules_version=True)),
    ('options: unknown field "colour"', lambda d: d["options"].update(colour="red")),
    ('options: the field "open_hands" is missing', lambda d: d["options"].pop("open_hands")),
    ("options.edition: must be a whole number, not 1.0", lambda d: d["options"].update(edition=1.0)),
    ("options: ", lambda d: d["options"].update(edition=3)),
    ("options: ", lambda d: d["options"].update(players=5)),
    ("options: ", lambda d: d["options"].update(sets=["market-of-wonders"])),
    ("options: ", lambda d: d["options"].update(first_workers="sometimes")),
    ("options: ", lambda d: d["options"].update(hurdles=["any"] * 5)),
    ("options.hurdles: must be a list, not ", lambda d: d["options"].update(hurdles="any")),
    ("options.hurdles[1]: must be a text, not 3", lambda d: d["options"].update(hurdles=["any", 3])),
    ("options.sets: must be a list, not ", lambda d: d["options"].update(sets="market")),
    ("options.play_on_empty_tableau: must be true or false", lambda d: d["options"].update(play_on_empty_tableau=None)),
    ("seats: must name 2 seats", lambda d: d["seats"].append("Clara")),
    ("seats[1]: must have 1 to 200 characters, has 0", lambda d: d["seats"].__setitem__(1, "")),
    ("seats[0]: must be a text, not 7", lambda d: d["seats"].__setitem__(0, 7)),
    ('deal: the field "from" is missing', lambda d: d["deal"].pop("from")),
    ("deal.from: must be one of secret, seed, piles", lambda d: d["deal"].update({"from": "dice"})),
    ('deal: the field "secret" is missing', lambda d: d["deal"].pop("secret")),
    ("deal.secret: must be 64 hex digits in lower case", lambda d: d["deal"].update(secret="AB" * 32)),
    ("deal.seed: must be 64 hex digits in lower case", lambda d: d["deal"].update(seed="ab" * 31)),
    ("deal.table: must be a text, not 5", lambda d: d["deal"].update(table=5)),
    ("deal.phrases: must be empty or have one text for each of 2 players", lambda d: d["deal"].update(phrases=["a"])),
    ("deal.phrases[1]: must be a text, not null", lambda d: d["deal"].update(phrases=["a", None])),
    ("deal.table: holds half of a surrogate pair", lambda d: d["deal"].update(table="\ud800")),
    ("moves: must be a list, not ", lambda d: d.update(moves={})),
    ("moves[0]: must be an object, not ", lambda d: d["moves"].__setitem__(0, "pass")),
    ('moves[2]: the field "source" is missing', lambda d: d["moves"][2].pop("source")),
    ('moves[2]: unknown field "at"', lambda d: d["moves"][2].update(at=0)),
    (
        "moves[2].number: must be 3, for moves are numbered without a gap, not 4",
        lambda d: d["moves"][2].update(number=4),
    ),
    ("moves[2].seat: must be a whole number from 0 to 1, not 2", lambda d: d["moves"][2].update(seat=2)),
    ("moves[2].text: must have 1 to 100 characters, has 101", lambda d: d["moves"][2].update(text="x" * 101)),
    ("moves[2].source: must be one of page, api, mail, standing,", lambda d: d["moves"][2].update(source="ghost")),
    ('result: the field "ended" is missing', lambda d: d["result"].pop("ended")),
    ("result.ended: must be one of played out, agreement, broken off", lambda d: d["result"].update(ended="boredom")),
    ("result.seats: must have 2 results, one a seat, not 1", lambda d: d["result"]["seats"].pop()),
    ("result.seats[0].seat: must be 0, for results stand in order", lambda d: d["result"]["seats"].reverse()),
    ("result.seats[1].winner: must be true or false, not 1", lambda d: d["result"]["seats"][1].update(winner=1)),
    ("result.seats[1].rank: must be a whole number from 1 to 2", lambda d: d["result"]["seats"][1].update(rank=3)),
]


@pytest.mark.parametrize(("reason", "spoil"), SPOILT, ids=[reason for reason, _ in SPOILT])
def test_a_record_of_another_form_is_refused_with_the_path(data, reason, spoil):
    spoil(data)
    with pytest.raises(RecordError) as caught:
        from_record(data)
    assert str(caught.value).startswith(reason)
    with pytest.raises(RecordError) as again:
        parse_record(json.dumps(data))
    assert str(again.value) == str(caught.value)


@pytest.mark.parametrize("document", [None, 1, "record", [], [1]])
def test_what_is_no_object_is_no_record(document):
    with pytest.raises(RecordError, match=r"^must be an object, not "):
        from_record(document)


def test_a_record_by_earlier_rules_is_checked_by_those_of_today(data):
    data["rules_version"] = 1
    assert f"rules: version 1, checked by version {engine.RULES_VERSION}" in verify(from_record(data))
    data["result"]["seats"][1]["points"] = 999
    told = (
        rf"is 999, but the moves give \d+ by version {engine.RULES_VERSION} of the rules; it was played by version 1$"
    )
    with pytest.raises(RecordError, match=told):
        verify(from_record(data))


def test_a_record_by_later_rules_is_refused(data):
    data["rules_version"] = engine.RULES_VERSION + 1
    with pytest.raises(RecordError, match=r"^rules_version: must be at most "):
        verify(from_record(data))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda piles, tokens: piles["worker"].pop(), "^deal: .*worker"),
        (lambda piles, tokens: piles["noble"].__setitem__(0, piles["noble"][1]), "^deal: .*noble"),
        (lambda piles, tokens: piles["noble"].append(117), "^deal: .*noble"),
        (lambda piles, tokens: piles.pop("exchange"), "^deal: .*exchange"),
        (lambda piles, tokens: piles.update(market=[]), "^deal: "),
        (lambda piles, tokens: tokens.pop("building"), "^deal: .*building"),
        (lambda piles, tokens: tokens.update(dict.fromkeys(tokens, 1)), "^deal: "),
    ],
)
def test_a_deal_written_out_wrong_is_refused(data, spoil, reason):
    """SETUP-1, SETUP-5, SETUP-6: every card once, tokens two each."""
    record = from_record(data)
    piles, tokens = {name: list(cards) for name, cards in record.deal.piles}, dict(record.deal.tokens)
    spoil(piles, tokens)
    with pytest.raises(RecordError, match=reason):
        verify(replace(record, chance=WrittenOut(Deal.explicit(piles, tokens))))


JUNK = [None, True, 0, -1, 3, 1e9, 10**30, "", "x", "pass", "\ud800", "0" * 64, [], ["x"], [0], {}, {"a": 1}, [[]]]


def test_no_junk_anywhere_gets_past_the_reader_or_breaks_it(whole):
    """Any value of a record replaced by junk, or dropped, or doubled: a RecordError or a record that still holds true."""
    rng = Random(11)
    refusals: list[RecordError] = []
    for _ in range(1500):
        data = copy.deepcopy(whole)
        node: Any = data
        while True:
            key = rng.choice(list(node)) if isinstance(node, dict) else rng.randrange(len(node))
            if isinstance(node[key], dict | list) and node[key] and rng.random() < 0.8:
                node = node[key]
                continue
            break
        match rng.randrange(4):
            case 0:
                del node[key]
            case 1 if isinstance(node, list):
                node.insert(key, copy.deepcopy(node[key]))
            case _:
                node[key] = rng.choice(JUNK)
        try:
            verify(from_record(data))
        except RecordError as error:
            refusals.append(error)
    assert len(refusals) > 1200
    assert all(error.code and len(error.sentence) < 400 for error in refusals)


def test_nothing_can_be_written_that_could_not_be_read(data):
    record = from_record(data)
    with pytest.raises(RecordError, match=r"^moves\[0\].source"):
        to_record(
            rules_version=1,
            options=record.options,
            chance=record.chance,
            seats=record.seats,
            moves=[(0, "pass", "telepathy")],
            result=None,
        )
    assert replace(record, moves=(RecordedMove(1, 0, "pass", "page"),)).to_json()["moves"] == [
        {"number": 1, "seat": 0, "text": "pass", "source": "page"}
    ]
