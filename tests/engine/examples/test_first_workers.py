"""The first Worker phase beside the booklet's game: prices, what cannot happen, and the free form."""

import pytest

import engine
from tests.builders import displayed, in_hand, position, price, seat, texts
from tests.engine.examples.stories import asked, dealt, lying, opened, scored, told


def test_two_lumberjacks_cost_three_and_two() -> None:
    """EX-3, FIRST-5, COST-3: 25 - 5 + 6 = 26."""
    state = opened(engine.Options(players=2), {"worker": ["lumberjack", "lumberjack", "shepherd", "shepherd"]})
    assert price(state, 0, "lumberjack") == 3
    state, _ = told(state, "0 buy lumberjack", "1 buy shepherd")
    assert price(state, 0, "lumberjack") == 2
    state, entries = told(state, "0 buy lumberjack", "1 buy shepherd")
    assert scored(entries)[0] == (20, 6, 0, 0)
    assert scored(entries)[1] == (25 - 5 - 4, 6, 0, 0)
    assert (state.rubles(0), state.rubles(1)) == (26, 22)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("edition", [1, 2])
def test_each_player_has_two_turns_from_the_hammer_on(edition: int, players: int) -> None:
    """FIRST-1, FIRST-2, FIRST-3, FIRST-4: two Workers a player are dealt, everybody must buy, clockwise, twice."""
    tokens = {name: (players - 1 + place) % players for place, name in enumerate(engine_tokens())}
    state = opened(engine.Options(edition=edition, players=players), {}, tokens)
    assert len(lying(state)) == 2 * players
    turns = []
    while state.phase == "worker":
        turns.append(asked(state))
        assert all(text.startswith("buy ") for text in texts(state, asked(state)))
        state, entries = told(state, f"{asked(state)} {engine.default_move(state, asked(state))}")
    assert turns == [(players - 1 + turn) % players for turn in range(2 * players)]
    assert all(len(displayed(state, one)) == 2 for one in range(players))
    assert all(gain[1] == 6 for gain in scored(entries, "worker").values())
    assert len(scored(entries, "worker")) == players


def engine_tokens() -> tuple[str, ...]:
    return engine.rulebook_for(engine.Options()).tokens


@pytest.mark.parametrize("edition", [1, 2])
def test_the_dearest_two_workers_can_be_paid(edition: int) -> None:
    """FIRST-6: Czar & Carpenter and a Ship Builder take 15 of 25 rubles, and no two Workers cost more."""
    workers = ["czar-and-carpenter", "ship-builder", "ship-builder", "ship-builder"]
    state = opened(engine.Options(edition=edition, players=2), {"worker": workers})
    state, _ = told(state, "0 buy czar-and-carpenter", "1 buy ship-builder", "0 buy ship-builder")
    assert state.rubles(0) == 25 - 8 - 7
    printed = [
        c.cost for c in engine.cards(engine.Options(edition=edition)) if c.pile == "worker" for _ in "x" * c.copies
    ]
    assert sum(sorted(printed)[-2:]) == 15


def test_later_worker_phases_compel_nobody() -> None:
    """FIRST-8, TURN-8: in round 2 passing, taking and playing are legal in the Worker phase."""
    state = position(phase="worker", round=2, upper=["lumberjack"], seats=[seat(hand=["market"])])
    assert texts(state, 0) == ["buy lumberjack", "take lumberjack", "play market", "pass"]
    assert engine.question_for(state, 0).kind == "turn"


@pytest.mark.parametrize("edition", [1, 2])
def test_free_first_workers(edition: int) -> None:
    """EX-116, FIRST-10, REFILL-1: A passes, B buys, A and B pass; three Workers stay, five Buildings are dealt."""
    options = engine.Options(edition=edition, players=2, first_workers="free")
    state = opened(options, {"worker": ["lumberjack", "gold-miner", "shepherd", "fur-trapper"]})
    assert {"pass", "take shepherd", "buy shepherd"} <= set(texts(state, 0))
    state, entries = told(state, "0 pass", "1 buy gold-miner", "0 pass", "1 pass")
    assert state.phase == "building"
    assert (displayed(state, 0), displayed(state, 1)) == ([], ["gold-miner"])
    assert scored(entries, "worker") == {0: (25, 0, 0, 0), 1: (21, 3, 0, 0)}
    assert len(dealt(entries, "building").cards) == 5
    assert lying(state)[5:] == ["lumberjack", "shepherd", "fur-trapper"]


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("play_on", [True, False])
def test_free_first_workers_end_as_other_parts_do(play_on: bool, edition: int) -> None:
    """FIRST-10, PHASE-2, PHASE-4: on an empty tableau the part ends at once, or goes on until all have passed."""
    options = engine.Options(edition=edition, players=2, first_workers="free", play_on_empty_tableau=play_on)
    state = opened(options, {"worker": ["lumberjack", "gold-miner", "shepherd", "fur-trapper"]})
    state, _ = told(state, "0 take lumberjack", "1 buy gold-miner", "0 take shepherd", "1 buy fur-trapper")
    assert in_hand(state, 0) == ["lumberjack", "shepherd"]
    assert state.phase == ("worker" if play_on else "building")
    if play_on:
        state, _ = told(state, "0 play lumberjack", "1 pass", "0 pass")
        assert state.phase == "building"


@pytest.mark.parametrize("play_on", [True, False])
def test_compulsory_first_workers_end_with_the_tableau_whatever_the_option(play_on: bool) -> None:
    """FIRST-4, PHASE-4: there the empty tableau always ends the part."""
    options = engine.Options(edition=2, players=1, play_on_empty_tableau=play_on)
    state, _ = told(opened(options, {"worker": ["lumberjack", "shepherd"]}), "0 buy shepherd", "0 buy lumberjack")
    assert state.phase == "building"


@pytest.mark.parametrize("edition", [1, 2])
def test_the_hammer_begins_free_first_workers_too(edition: int) -> None:
    """FIRST-10, FIRST-1, FIRST-3: the holder of the Hammer, then clockwise; as many Workers are dealt as ever."""
    tokens = dict(zip(engine_tokens(), (2, 0, 1, 2), strict=True))
    state = opened(engine.Options(edition=edition, players=3, first_workers="free"), {}, tokens)
    assert len(lying(state)) == 6
    turns = []
    while state.phase == "worker":
        turns.append(asked(state))
        state, _ = told(state, f"{asked(state)} pass")
    assert turns == [2, 0, 1]


def test_the_market_goes_with_free_first_workers() -> None:
    """FIRST-10, MKT-15: a ? symbol is asked for as in any turn, and a card may wait in the hand for it."""
    tokens = {"worker": 0, "market": 1, "building": 0, "noble": 1, "exchange": 0}
    tops = {"worker": ["czar-and-carpenter", "lumberjack", "shepherd", "fur-trapper"]}
    state = opened(engine.Options(edition=2, sets=("market",), first_workers="free"), tops, tokens)
    state, _ = told(state, "0 take czar-and-carpenter", "1 pass", "0 play czar-and-carpenter")
    assert engine.question_for(state, 0).kind == "kind"
    state, _ = told(state, "0 kind fish")
    assert (asked(state), engine.question_for(state, 1).kind) == (1, "turn")
