"""One player alone."""

import pytest

import engine
from engine.errors import OptionsError
from tests.builders import displayed, position, seat, texts
from tests.engine.examples.stories import all_pass, dealt, kinds, lying, opened, scored, to_the_end, told

ALONE = [engine.Options(edition=edition, players=1) for edition in (1, 2)]


@pytest.mark.parametrize("options", ALONE, ids=["edition 1", "edition 2"])
def test_the_first_phases_of_a_solo_game(options: engine.Options) -> None:
    """EX-19, SOLO-2, SOLO-3: two Workers, both must be bought: 25 - 7 + 6 = 24; 8 cards in the Building phase; one
    pass leads to the scoring."""
    state = opened(options, {"worker": ["lumberjack", "gold-miner"]})
    assert engine.view_for(state, 0).seats[0].tokens == ("worker", "building", "noble", "exchange")
    assert lying(state) == ["lumberjack", "gold-miner"]
    assert texts(state, 0) == ["buy lumberjack", "buy gold-miner"]
    state, _ = told(state, "0 buy lumberjack")
    assert state.rubles(0) == 22
    assert texts(state, 0) == ["buy gold-miner"]
    state, entries = told(state, "0 buy gold-miner")
    assert scored(entries, "worker") == {0: (18, 6, 0, 0)}
    assert state.rubles(0) == 24
    assert displayed(state, 0) == ["lumberjack", "gold-miner"]
    assert len(dealt(entries, "building").cards) == len(lying(state)) == 8
    state, entries = told(state, "0 pass")
    assert kinds(entries)[:2] == ["passed", "scored"]
    assert state.phase == "noble"


@pytest.mark.parametrize("options", ALONE, ids=["edition 1", "edition 2"])
def test_a_solo_game_is_played_by_the_normal_rules_and_ends_with_its_points(options: engine.Options) -> None:
    """SOLO-1, SOLO-7: nobody else moves; the result is the final number of points, and the only player is first."""
    state = opened(options, {})
    state, entries = to_the_end(state)
    assert {entry.seat for entry in entries if isinstance(entry, engine.Passed | engine.Bought | engine.Scored)} == {0}
    (score,) = engine.final_scores(state)
    assert (score.total, score.rank, score.winner) == (state.points(0), 1, True)
    assert entries[-1] == engine.Over((0,))


def test_a_player_alone_keeps_the_tokens_and_buys_from_the_pub_alone() -> None:
    """SOLO-2, SOLO-3, ROUND-3: later phases fill up to eight."""
    state = position(players=1, upper=["academy", "library"], seats=[seat(rubles=12, display=["pub"])])
    state, _ = told(state, "0 pass")
    assert texts(state, 0)[-1] == "pub 5"
    state, entries = told(state, "0 pub 1")
    assert len(dealt(entries, "noble").cards) == 6
    while state.round == 2:
        state, _ = all_pass(state)
    assert state.tokens == (0, 0, 0, 0)


def test_alone_one_plays_the_base_game_without_helpers_or_a_parasite() -> None:
    """SOLO-5, SOLO-6: neither the cards nor the words of those sets are in a solo game, and a selection with helpers is
    refused."""
    for options in ALONE:
        names = {card.id for card in engine.cards(options)}
        assert not names & {"parasite", "moocher", "sponsor", "new-luck", "thief", "czars-daughter", "liege-lady"}
        assert set(engine.view_for(opened(options, {}), 0).extras) == set()
    with pytest.raises(OptionsError):
        engine.Options(edition=2, players=1, sets=("helpers",))
