"""The Helpers (section 19), with every number of their worked examples."""

from itertools import permutations
from random import Random

import pytest

import engine
from engine.core import State
from engine.expansions.helpers import AT_RANDOM, HelpersPassed, holders
from tests.builders import act, cards_in, pass_on, position, price, seat
from tests.engine.examples.stories import all_pass, to_the_end
from tests.engine.walks import random_deal, random_game

HELPERS = ("market", "helpers")
A, B, C, D, E = range(5)
FOUR = ("liege-lady", "architect", "lawyer", "czars-daughter")
FIVE = ("craftsman-master", *FOUR)


def held(state: State) -> dict[str, int]:
    """The seat of each helper, as everybody may see it."""
    shown = engine.view_for(state, None).extras["helpers"]
    return {helper: one for one, helper in enumerate(shown["holders"])}


def with_helper(helper: str, **wishes: object) -> State:
    """Three or five players, this helper with seat 0, the others wherever they are."""
    names = FIVE if helper in ("craftsman-master", "liege-lady") else AT_RANDOM[3]
    order = (helper, *(name for name in names if name != helper))
    seats = wishes.pop("seats", [])
    return position(
        sets=HELPERS, players=len(names), remembered={"helpers": order}, seats=seats, **{"phase": "noble", **wishes}
    )


def dealt(players: int, drawn: tuple[str, ...], **tokens: int) -> State:
    """A new game in which these seats hold these tokens and the helpers are drawn in this order."""
    options = engine.Options(players=players, sets=HELPERS)
    deal = random_deal(options, Random(players))
    found = dict(deal.tokens)
    for token, holder in tokens.items():  # the token goes there, and what lay there comes here
        other = next(name for name, one in found.items() if one == holder)
        found[token], found[other] = holder, found[token]
    return engine.new_game(options, engine.Deal.explicit(dict(deal.piles), found, {"helper": drawn}))


@pytest.mark.parametrize(
    ("helper", "card", "over", "own", "printed"),
    [
        ("craftsman-master", "lumberjack", None, (), 3),
        ("craftsman-master", "fur-shop", "fur-trapper", ("fur-trapper",), 10 - 6),
        ("liege-lady", "grain-sack", None, (), 4),
        ("architect", "library", None, (), 17),
        ("architect", "catherine-palace", "library", ("library",), 1 + 0),
        ("lawyer", "judge", None, (), 17),
        ("lawyer", "senator", "author", ("author",), 12 - 4),
    ],
)
def test_a_helper_takes_one_ruble_off_its_colour(
    helper: str, card: str, over: str | None, own: tuple[str, ...], printed: int
) -> None:
    """HELP-1, HELP-2, HELP-3, HELP-4, HELP-8, COST-6, COST-8: Exchange cards included, never below 1; the terms say who
    it is."""
    state = with_helper(helper, upper=[card], seats=[seat(display=own)])
    assert price(state, 0, card, over=over) == max(1, printed - 1)
    slot = engine.view_for(state, 0).upper[0]
    assert slot is not None
    (term,) = (term for term in slot.offers[0].terms if term.kind == "reduction")
    assert (term.amount, term.card, term.rule) == (-1, helper, "COST-6")
    assert sum(term.amount for term in slot.offers[0].terms) == slot.offers[0].price


@pytest.mark.parametrize("helper", FIVE)
def test_a_helper_does_nothing_for_other_colours(helper: str) -> None:
    """HELP-1, HELP-2, HELP-3, HELP-4, HELP-5: each for its own cards only."""
    cards = {"craftsman-master": "lumberjack", "liege-lady": "chick", "architect": "market-fish", "lawyer": "author"}
    printed = {"lumberjack": 3, "chick": 5, "market-fish": 5, "author": 4}
    state = with_helper(helper, upper=list(printed))
    for card, cost in printed.items():
        assert price(state, 0, card) == cost - (cards.get(helper) == card)


def test_the_czars_daughter_takes_two_rubles_off_exchange_cards_of_every_colour() -> None:
    """EX-38, HELP-5: Catherine's Palace on a Market 17 - 5 - 2 = 10; with the Architect instead 11."""
    own = seat(display=["market-fish", "fur-trapper", "author"])
    upper = ["catherine-palace", "fur-shop", "senator"]
    state = with_helper("czars-daughter", upper=upper, seats=[own])
    assert price(state, 0, "catherine-palace") == 10
    assert (price(state, 0, "fur-shop"), price(state, 0, "senator")) == (10 - 6 - 2, 12 - 4 - 2)
    assert price(with_helper("architect", upper=upper, seats=[own]), 0, "catherine-palace") == 11


def test_helpers_add_to_all_other_reductions() -> None:
    """EX-38, COST-6, COST-7, HELP-8: Lawyer and Gold Smelter, Warehouse Manager 10 - 1 - 1 = 8; from the hand as well."""
    own = seat(display=["gold-smelter"], hand=["warehouse-manager"], rubles=8)
    state = with_helper("lawyer", upper=["warehouse-manager"], seats=[own])
    assert price(state, 0, "warehouse-manager") == 8
    assert price(state, 0, "warehouse-manager", row="hand") == 8
    state = act(state, 0, "play warehouse-manager")
    assert state.rubles(0) == 0


def test_the_liege_lady_makes_orange_cards_no_cheaper_than_one() -> None:
    """COST-8, COST-10, HELP-8: an orange card costs 1; other yellow cards 1 less, from the lower row 2."""
    state = with_helper("liege-lady", upper=["special-fish-card"], lower=["chick"])
    assert price(state, 0, "special-fish-card") == 1
    assert price(state, 0, "chick", row="lower") == 5 - 1 - 1


def test_with_two_and_three_players_helpers_are_dealt_at_random() -> None:
    """HELP-6, SETUP-11: Architect and Lawyer for two, the Czar's Daughter as the third; whatever is drawn."""
    for players in (2, 3):
        for drawn in permutations(AT_RANDOM[players]):
            assert held(dealt(players, drawn)) == {helper: one for one, helper in enumerate(drawn)}
    assert sorted(AT_RANDOM[2]) == ["architect", "lawyer"]
    assert sorted(AT_RANDOM[3]) == ["architect", "czars-daughter", "lawyer"]


def test_with_four_players_the_liege_lady_sits_to_the_right_of_the_sack() -> None:
    """EX-108, HELP-6, HELP-9, ROUND-3, ROUND-5: Sack with B: A gets the Liege Lady and the Craftsman Master is not used.
    After round 1 the Sack is with C and the Liege Lady with D."""
    state = dealt(4, ("architect", "lawyer", "czars-daughter"), market=B)
    assert held(state) == {"liege-lady": A, "architect": B, "lawyer": C, "czars-daughter": D}
    entries: list[engine.Entry] = []
    while state.round == 1:
        one = engine.waiting_for(state)[0]
        done = engine.apply(state, one, engine.default_move(state, one))
        state, entries = done.state, [*entries, *done.entries]
    assert engine.view_for(state, None).phases[1].start_seat == C
    assert held(state) == {"liege-lady": D, "architect": A, "lawyer": B, "czars-daughter": C}
    (passed,) = (entry for entry in entries if isinstance(entry, HelpersPassed))
    assert passed.to_json() == {
        "kind": "helpers-passed",
        "holders": ["architect", "lawyer", "czars-daughter", "liege-lady"],
    }


def test_with_five_players_two_helpers_sit_to_the_right_of_tokens() -> None:
    """HELP-6, HELP-7: Liege Lady beside the Sack, Craftsman Master beside the Hammer, never the same seat."""
    state = dealt(5, ("lawyer", "czars-daughter", "architect"), market=A, worker=C)
    assert held(state) == {"liege-lady": E, "craftsman-master": B, "lawyer": A, "czars-daughter": C, "architect": D}
    for number in range(40):
        options = engine.Options(players=5, sets=HELPERS)
        state = engine.new_game(options, random_deal(options, Random(number)))
        start = {phase.name: phase.start_seat for phase in engine.view_for(state, None).phases}
        found = held(state)
        assert sorted(found) == sorted(FIVE)
        assert found["liege-lady"] == (start["market"] - 1) % 5
        assert found["craftsman-master"] == (start["worker"] - 1) % 5


def test_helpers_go_to_the_right_neighbour_and_take_their_reduction_along() -> None:
    """HELP-9, ROUND-5, COST-13: the price follows the helper; two players change them."""
    state = position(
        sets=HELPERS, players=2, phase="exchange", upper=["library"], remembered={"helpers": ("architect", "lawyer")}
    )
    assert (price(state, 0, "library"), price(state, 1, "library")) == (16, 17)
    state = pass_on(state)
    assert (state.round, held(state)) == (3, {"lawyer": 0, "architect": 1})
    assert (price(state, 0, "library", row="lower"), price(state, 1, "library", row="lower")) == (16, 15)


def test_after_the_last_round_helpers_stay() -> None:
    """ROUND-8: nothing of the end of a round is done after the last one."""
    state = position(sets=HELPERS, players=2, phase="exchange", upper=["library"], ending=True)
    before = held(state)
    state, entries = all_pass(state)
    assert state.is_over
    assert held(state) == before
    assert not [entry for entry in entries if isinstance(entry, HelpersPassed)]


def test_a_helper_is_no_card_of_the_display() -> None:
    """HELP-10: no name, no colour, no count, no income; and not for one hand only to see (INFO-1)."""
    state = with_helper("lawyer", upper=["author"], seats=[seat(display=["author"])], open_hands=False)
    for viewer in (None, *range(3)):
        view = engine.view_for(state, viewer)
        assert view.extras["helpers"] == {"holders": list(holders(state))}
        assert [card.card for card in view.seats[0].display] == ["author"]
        assert view.seats[0].nobles == (1, 1)
    assert "lawyer" not in cards_in(state)
    assert "lawyer" not in [card.id for card in engine.cards(state.rules)]


@pytest.mark.parametrize(
    ("data", "code", "rule"),
    [
        ({"players": 3, "sets": ["helpers"]}, "helpers-market", "COMBO-5"),
        ({"players": 1, "sets": ["market", "helpers"]}, "helpers-solo", "SOLO-6"),
        ({"players": 3, "edition": 1, "sets": ["helpers"]}, "helpers-edition", "COMBO-4"),
    ],
)
def test_helpers_need_the_market_and_company(data: dict[str, object], code: str, rule: str) -> None:
    """COMBO-4, COMBO-5, COMBO-15, SOLO-6, EX-102: never without the Market, never alone, in edition 2 only."""
    with pytest.raises(engine.OptionsError) as refused:
        engine.Options.from_dict(data)
    assert (refused.value.code, refused.value.rule) == (code, rule)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_whole_games_with_helpers_hold_together(players: int, open_hands: bool) -> None:
    """HELP-8, HELP-9, SETUP-12: prices are those of their terms, cards are conserved, a game is its moves, views can be
    guessed from."""
    rng = Random(f"helpers {players} {open_hands}")
    options = engine.Options(players=players, sets=HELPERS, open_hands=open_hands)
    deal = random_deal(options, rng)
    start = state = engine.new_game(options, deal)
    played = []
    while not state.is_over:
        one = rng.choice(engine.waiting_for(state))
        move = rng.choice(engine.legal_moves(state, one))
        assert engine.parse_move(str(move), state) is move
        if len(played) % 9 == 0:
            for viewer in (None, *range(players)):
                view = engine.view_for(state, viewer)
                assert engine.view_for(engine.guess(view, rng), viewer) == view
                for slot in view.upper:
                    for offer in slot.offers if slot else ():
                        assert sum(term.amount for term in offer.terms) == offer.price
        state = engine.apply(state, one, move).state
        played.append((one, str(move)))
        assert min(state.rubles(one) for one in range(players)) >= 0
        assert cards_in(state) == cards_in(start)
    assert engine.replay(options, deal, played) == state
    assert sorted(held(state)) == sorted(held(start))


def test_the_deal_must_draw_every_helper_once() -> None:
    """SETUP-12: as any other chance of a game."""
    with pytest.raises(engine.DealError) as refused:
        dealt(3, ("architect", "architect", "lawyer"))
    assert refused.value.code == "deal-draws"
    *_, last = random_game(engine.Options(players=2, sets=HELPERS), Random(5))
    assert last.after.is_over
    assert to_the_end(dealt(3, AT_RANDOM[3]))[0].is_over
