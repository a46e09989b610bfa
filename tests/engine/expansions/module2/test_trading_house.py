"""The Trading House, beside the Pub and alone (M2-TRADE, CARD-PUB)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

import engine
from engine import rulebook
from engine.core import State
from engine.entries import Log
from engine.part import Functions, RulesPart
from engine.rulebook import rulebook_for
from tests.builders import act, acted, position, seat, texts
from tests.engine.examples.stories import all_pass, kinds, told
from tests.engine.expansions.module2.stories import M2, blue, refused


def test_a_trading_house_sells_two_points_for_three_rubles_once() -> None:
    """EX-48, M2-TRADE-1: 5 rubles after the scoring: pay 3, get 2 VP; a second use is rejected."""
    state, _ = all_pass(blue(["trading-house"], rubles=5))
    assert texts(state, 0) == ["pub 0", "pub 0 trade"]
    done = acted(state, 0, "pub 0 trade")
    assert (done.state.rubles(0), done.state.points(0)) == (2, 2)
    assert [entry.to_json() for entry in done.entries[:1]] == [{"kind": "trade", "seat": 0, "points": 2, "rubles": 3}]
    assert "pub" not in kinds(done.entries)
    assert refused(done.state, 0, "pub 0 trade") == ("not-now", "TURN-1")
    state, entries = told(state, "0 pub 0")
    assert (state.rubles(0), state.points(0)) == (5, 0)
    assert entries[0].to_json() == {"kind": "trade", "seat": 0, "points": 0, "rubles": 0}


def test_a_trading_house_and_a_pub_are_answered_at_once() -> None:
    """EX-118, CARD-PUB-5, M2-TRADE-2: 8 rubles: 3 for 2 VP, then at most 2 VP for 4, 1 ruble is left; without it 4 VP."""
    state, _ = all_pass(blue(["pub", "trading-house"], rubles=8))
    assert texts(state, 0) == [*(f"pub {number}" for number in range(5)), *(f"pub {n} trade" for n in range(3))]
    assert engine.question_for(state, 0).maximum == 4
    done = acted(state, 0, "pub 2 trade")
    assert (done.state.rubles(0), done.state.points(0)) == (1, 4)
    assert kinds(done.entries)[:2] == ["trade", "pub"]
    assert done.state.phase == "noble"
    code, rule = refused(state, 0, "pub 3 trade")
    assert (code, rule) == ("pub-first", "CARD-PUB-1")
    poor, _ = all_pass(blue(["pub", "trading-house"], rubles=2))
    assert texts(poor, 0) == ["pub 0", "pub 1"]
    assert refused(poor, 0, "pub 0 trade") == ("no-trade", "M2-TRADE-1")


def test_who_cannot_pay_the_trading_house_is_not_asked() -> None:
    """DEC-19, M2-TRADE-1: 2 rubles are too few, 3 are enough."""
    assert all_pass(blue(["trading-house"], rubles=2))[0].phase == "noble"
    assert texts(all_pass(blue(["trading-house"], rubles=3))[0], 0) == ["pub 0", "pub 0 trade"]


def test_the_income_of_the_scoring_may_be_spent() -> None:
    """M2-TRADE-1, CARD-PUB-2: the Coffeehouse brings the third ruble."""
    state, _ = all_pass(blue(["trading-house", "coffeehouse", "author"], rubles=2))
    assert (state.rubles(0), texts(state, 0)) == (3, ["pub 0", "pub 0 trade"])


def test_owners_of_pub_and_trading_house_decide_from_the_holder_of_the_cathedral() -> None:
    """M2-TRADE-2, CARD-PUB-3: the Cathedral lies with C: D, then A."""
    seats = [seat(display=["trading-house"]), seat(), seat(), seat(display=["pub"])]
    state = position(sets=M2, upper=["academy"], seats=seats, start=2)
    state, _ = all_pass(state)
    assert engine.waiting_for(state) == (3,)
    state = act(state, 3, "pub 1")
    assert engine.waiting_for(state) == (0,)
    assert act(state, 0, "pub 0 trade").phase == "noble"


def test_yes_and_no_to_the_trading_house_are_presets() -> None:
    """M2-TRADE-3, DEC-19, UI-6: ask at first; yes and no answer where the Pub has nothing to sell; the clock says no."""
    state = blue(["trading-house"], rubles=5)
    assert engine.presets_for(state, 0) == (
        engine.Preset("trading-house", ("ask", "yes", "no"), "ask", "trading-house"),
    )
    assert engine.presets_for(state, 1) == ()
    assert refused(state, 0, "pub 0 trade") == ("not-now", "TURN-1")  # not before the scoring
    asked, _ = all_pass(state)
    answers = {choice: engine.preset_move(asked, 0, {"trading-house": choice}) for choice in ("yes", "no", "ask")}
    assert {choice: str(move) for choice, move in answers.items()} == {
        "yes": "pub 0 trade",
        "no": "pub 0",
        "ask": "None",
    }
    assert str(engine.default_move(asked, 0)) == "pub 0"
    both, _ = all_pass(blue(["trading-house", "pub"], rubles=5))
    assert engine.preset_move(both, 0, {"trading-house": "yes"}) is None  # 1 VP of the Pub can still be paid
    both, _ = all_pass(blue(["trading-house", "pub"], rubles=4))
    assert str(engine.preset_move(both, 0, {"trading-house": "yes"})) == "pub 0 trade"
    assert engine.preset_move(both, 0, {"trading-house": "no"}) is None


class Ceiling(RulesPart):
    """A made-up obstacle: nobody gets beyond 10 points, and who reaches 8 is paid 4 rubles."""

    name = "ceiling"

    def functions(self, functions: Functions) -> Functions:
        def creditable(s: State, seat: int, points: int) -> int:
            return max(0, min(points, 10 - s.players[seat].points))

        def gain(s: State, seat: int, points: int, log: Log) -> None:
            before = s.players[seat].points
            functions.gain(s, seat, creditable(s, seat, points), log)
            if before < 8 <= s.players[seat].points:
                s.own(seat).rubles += 4
                s.agenda = tuple(item.after_bonus(seat) for item in s.agenda)

        return replace(functions, gain=gain, creditable=creditable)


@pytest.fixture
def _ceiling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(rulebook.SETS, "ceiling", Ceiling())
    yield
    rulebook_for.cache_clear()


@pytest.mark.usefixtures("_ceiling")
@pytest.mark.parametrize(
    ("points", "answers"),
    [
        (10, None),
        (9, ["pub 0", "pub 1"]),
        (8, ["pub 0", "pub 1", "pub 2", "pub 0 trade"]),
        (7, ["pub 0", "pub 1", "pub 2", "pub 3", "pub 0 trade", "pub 1 trade"]),
    ],
)
def test_only_points_that_will_be_credited_are_sold(points: int, answers: list[str] | None) -> None:
    """M2-TRADE-4, CARD-PUB-4: of at most 10 points; the Trading House needs room for both of its points."""
    mine = seat(rubles=20, points=points, display=["pub", "trading-house"])
    state = position(sets=(*M2, "ceiling"), upper=["academy"], seats=[mine, seat()])
    state, _ = all_pass(state)
    assert (texts(state, 0) if state.phase == "building" else None) == answers


@pytest.mark.usefixtures("_ceiling")
@pytest.mark.parametrize(("points", "asked"), [(8, True), (9, False)])
def test_a_trading_house_alone_needs_room_for_both_points(points: int, asked: bool) -> None:
    """M2-TRADE-4: with 3 rubles and no Pub, of at most 10 points."""
    mine = seat(rubles=3, points=points, display=["trading-house"])
    state, _ = all_pass(position(sets=(*M2, "ceiling"), upper=["academy"], seats=[mine, seat()]))
    assert (state.phase == "building") is asked


def told_once_more(rubles: int, points: int, answer: str) -> State:
    """The position after this answer of an owner of a Pub and a Trading House, under the ceiling."""
    mine = seat(rubles=rubles, points=points, display=["pub", "trading-house"])
    state, _ = all_pass(position(sets=(*M2, "ceiling"), upper=["academy"], seats=[mine, seat()]))
    return act(state, 0, answer)


@pytest.mark.usefixtures("_ceiling")
def test_who_was_paid_rubles_by_his_purchase_is_asked_once_more() -> None:
    """CARD-PUB-5: 7 rubles buy 2 VP of the Trading House and 2 of the Pub; passing 8 points pays 4 rubles, which buy what is
    left of the limits and of the room; the Trading House has been used."""
    mine = seat(rubles=7, points=5, display=["pub", "trading-house"])
    state, _ = all_pass(position(sets=(*M2, "ceiling"), upper=["academy"], seats=[mine, seat()]))
    state = act(state, 0, "pub 2 trade")
    assert (state.rubles(0), state.points(0), texts(state, 0)) == (4, 9, ["pub 0", "pub 1"])
    state = act(state, 0, "pub 1")
    assert (state.rubles(0), state.points(0), state.phase) == (2, 10, "noble")
    again = told_once_more(rubles=9, points=4, answer="pub 2 trade")  # 8 points, 2 + 4 rubles, room for 2
    assert texts(again, 0) == ["pub 0", "pub 1", "pub 2"]
    again = told_once_more(rubles=20, points=3, answer="pub 5")  # 8 points, 5 of 5 sold, the Trading House still open
    assert texts(again, 0) == ["pub 0", "pub 0 trade"]
    enough = replace(mine, rubles=9, points=3)
    state, _ = all_pass(position(sets=(*M2, "ceiling"), upper=["academy"], seats=[enough, seat()]))
    assert act(state, 0, "pub 2 trade").phase == "noble"  # nothing was paid, nothing is asked
