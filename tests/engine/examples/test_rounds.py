"""The order of play, and what happens between two rounds."""

import pytest

import engine
from tests.builders import discarded, displayed, position, price, seat
from tests.engine.examples.stories import TOKENS, all_pass, asked, kinds, lying, row, to_the_end, told

EIGHT = ["market", "library", "theater", "firehouse", "hospital", "academy", "customs-house", "pub"]


def test_a_round_has_four_phases_each_with_refill_actions_and_scoring() -> None:
    """SEQ-1, SEQ-2: Worker, Building, Noble, Exchange; the Exchange phase has no scoring; then the next round."""
    state, entries = position(phase="worker", upper=["academy"]), []
    order = []
    while state.round == 2:
        order.append(state.phase)
        state, more = all_pass(state)
        entries += more
    assert order == list(TOKENS)
    one_part = ["passed", "passed", "scored", "scored", "phase-started", "dealt"]
    assert kinds(entries) == [*one_part * 3, "passed", "passed", "round-ended", "phase-started", "dealt"]
    started = [entry for entry in entries if isinstance(entry, engine.PhaseStarted)]
    assert [(entry.round, entry.phase) for entry in started] == [
        (2, "building"), (2, "noble"), (2, "exchange"), (3, "worker")
    ]  # fmt: skip


def test_observatories_are_turned_up_before_the_first_refill_of_a_round() -> None:
    """SEQ-3: in edition 2 as in edition 1, when the new round begins; the first question of it finds them up."""
    for edition in (1, 2):
        mine = seat(display=["observatory face down", "observatory face down"])
        state = position(edition=edition, phase="exchange", upper=["academy"], seats=[mine, seat()])
        assert displayed(state, 0) == ["observatory face down"] * 2
        assert displayed(all_pass(state)[0], 0) == ["observatory"] * 2


@pytest.mark.parametrize("ending", [False, True])
def test_after_the_exchange_phase_comes_the_next_round_or_the_end(ending: bool) -> None:
    """SEQ-5, ROUND-8: after the last round rows and tokens stay as they are."""
    state = position(phase="exchange", upper=EIGHT[:5], lower=EIGHT[5:], ending=ending, discard=["author"])
    after, entries = all_pass(state)
    assert after.is_over is ending
    assert ("final" in kinds(entries)) is ending
    assert ("round-ended" in kinds(entries)) is not ending
    assert after.round == (2 if ending else 3)
    if ending:
        assert (lying(after), lying(after, "lower")) == (EIGHT[:5], EIGHT[5:])
        assert discarded(after) == ["author"]
        assert after.tokens == state.tokens


def test_no_length_is_prescribed() -> None:
    """SEQ-6: no number of rounds ends a game: in round 30 it goes on as long as no pile has run out."""
    state, _ = all_pass(position(phase="exchange", round=30, upper=["academy"]))
    assert (state.round, state.is_over, state.ending) == (31, False, False)


def test_the_lower_row_is_discarded_from_left_to_right() -> None:
    """EX-15, ROUND-1, ROUND-6: Market, Theater, Author: the Author is on top, below it Theater, then Market; nobody is
    asked about the order."""
    state = position(
        phase="exchange", upper=["academy"], lower=["market", None, "theater", "author"], discard=["judge"]
    )
    state, entries = all_pass(state)
    assert discarded(state) == ["judge", "market", "theater", "author"]
    assert kinds(entries) == ["passed", "passed", "round-ended", "phase-started", "dealt"]
    assert entries[2] == engine.RoundEnded(2, ("market", "theater", "author"))


def test_the_upper_row_moves_down_in_its_order_and_costs_one_less() -> None:
    """ROUND-2, COST-4, REFILL-7: also over places that became empty."""
    state = position(phase="exchange", upper=["library", "author", "pub", "judge"], piles={"worker": 20})
    state, _ = told(state, "0 take author")
    assert price(state, 0, "library") == 17
    state, _ = all_pass(state)
    assert lying(state, "lower") == ["library", "pub", "judge"]
    assert "library" not in row(state)
    assert [price(state, 0, card, "lower") for card in ("library", "pub", "judge")] == [16, 1, 16]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_token_goes_one_seat_to_the_left(players: int) -> None:
    """ROUND-3: with two players they change hands, solo they stay; the new holder begins."""
    start = {token: place % players for place, token in enumerate(TOKENS)}
    state = position(phase="exchange", players=players, upper=["academy"], start=start)
    state, _ = all_pass(state)
    expected = {token: (holder + 1) % players for token, holder in start.items()}
    for who, one in enumerate(engine.view_for(state, None).seats):
        assert one.tokens == tuple(token for token in TOKENS if expected[token] == who)
    assert asked(state) == expected["worker"]


def test_an_exchange_puts_its_card_on_top_of_what_was_discarded_before() -> None:
    """ROUND-6, EXCH-7: one pile for all, ordered, the newest on top."""
    seats = [seat(rubles=60, display=["market"]), seat(rubles=60, display=["author"])]
    state = position(upper=["bank", "senator", "academy"], seats=seats)
    state, _ = told(state, "0 buy bank over market", "1 buy senator over author")
    assert discarded(state) == ["market", "author"]
    assert engine.view_for(state, None).discard == ("market", "author")


def test_the_rounds_go_on_until_the_end_is_triggered() -> None:
    """SEQ-5, SEQ-6: in a game of the clock every round but the last ends with ROUND-1 to ROUND-3."""
    options = engine.Options(players=2)
    state, entries = to_the_end(engine.new_game(options, engine.make_deal(options, b"9" * 32)))
    ended = [entry.round for entry in entries if isinstance(entry, engine.RoundEnded)]
    assert ended == list(range(1, state.round))
    assert kinds(entries).count("over") == 1
