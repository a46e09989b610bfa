"""In Good Company for both editions, and SP+ (section 14): cards, figures, and what is different with them."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

import engine
from engine.cards import card_list
from engine.errors import OptionsError
from tests.builders import act, acted, discarded, displayed, play, position, price, seat, texts
from tests.engine.examples.stories import all_pass, scored, to_the_end, told
from tests.engine.expansions.holding import hold_together
from tests.engine.test_secrets import exchanged, shown
from tests.engine.walks import random_game

COMPANY_1 = engine.Options(edition=1, sets=("good-company",))
COMPANY_2 = engine.Options(edition=2, sets=("module-2", "good-company"))
SP_PLUS = engine.Options(edition=1, sets=("sp-plus",))
WITH_NEW_CARDS = (COMPANY_1, COMPANY_2, SP_PLUS)
REPLACED = {
    "czar-and-carpenter": 1,
    "observatory": 2,
    "academy": 1,
    "mistress-of-ceremonies": 2,
    "mariinski-theater": 1,
}


def named(options: engine.Options) -> str:
    return f"{options.edition}-{options.sets[-1]}"


def copies(options: engine.Options) -> Counter[str]:
    """Printed cards by pile."""
    piles: Counter[str] = Counter()
    for card in engine.cards(options):
        piles[card.pile] += card.copies
    return piles


def gained(options: engine.Options, display: Sequence[str], phase: str) -> tuple[int, int]:
    """Rubles and points of a display in the scoring of a phase."""
    state = position(
        edition=options.edition,
        sets=options.sets,
        phase=phase,
        upper=["library"],
        seats=[seat(display=display), seat()],
    )
    _, rubles, _, points = scored(all_pass(state)[1], phase)[0]
    return rubles, points


def offer(options: engine.Options, card: str, display: Sequence[str] = (), over: str | None = None) -> int:
    """The price of a card in the upper row for a player with this display."""
    mine = seat(rubles=60, display=display)
    state = position(edition=options.edition, sets=options.sets, upper=[card, "library"], seats=[mine, seat()])
    return price(state, 0, card, over=over)


def test_the_piles_hold_what_the_sets_add_and_replace() -> None:
    """EX-105, IGC-1, IGC-3, SPP-1, SPP-2: SP+ keeps 31, 28, 27 and 30; In Good Company of edition 1 has 37, 34, 34 and 39."""
    assert copies(SP_PLUS) == {"worker": 31, "building": 28, "noble": 27, "exchange": 30}
    assert copies(COMPANY_1) == {
        "worker": 31 - 1 + 7,
        "building": 28 - 3 + 9,
        "noble": 27 - 2 + 9,
        "exchange": 30 - 1 + 10,
    }
    assert {card.id for card in engine.cards(SP_PLUS)} == {card.id for card in engine.cards(engine.Options(edition=1))}
    added: Counter[str] = Counter()
    for card in card_list("company1"):
        added[card.pile] += card.copies
    assert added == {"worker": 7, "building": 9, "noble": 9, "exchange": 10}


def test_in_good_company_of_edition_2_is_module_2_and_23_more() -> None:
    """IGC-2, IGC-3, IGC-5: 7 Workers, 6 Buildings, 7 Nobles, 3 Exchange cards beside the 12; the sum is that of edition 1."""
    added: Counter[str] = Counter()
    for card in card_list("company2"):
        added[card.pile] += card.copies
    assert added == {"worker": 7, "building": 6, "noble": 7, "exchange": 3}
    assert sum(added.values()) + sum(card.copies for card in card_list("module2")) == 35
    assert copies(COMPANY_2) == copies(COMPANY_1)


@pytest.mark.parametrize("options", WITH_NEW_CARDS, ids=named)
def test_there_is_one_version_of_a_card_in_a_game(options: engine.Options) -> None:
    """IGC-3, SPP-1: as many copies as went to the box, with the new figures only; every card has a number of its own."""
    cards = {card.id: card for card in engine.cards(options)}
    assert {name: cards[name].copies for name in REPLACED} == REPLACED
    assert len({card.key for card in cards.values()}) == len(cards)
    assert (cards["czar-and-carpenter"].cost, cards["czar-and-carpenter"].rubles) == (3, 2)
    assert (cards["academy"].cost, cards["academy"].points) == (25, 9)
    rules = engine.rulebook_for(options)
    numbers = [number for pile in rules.piles for number in rules.card_numbers[pile]]
    assert len(numbers) == len(set(numbers)) == sum(card.copies for card in cards.values())
    old = [rules.ids[rules.row_of_number[number]] for number in numbers if number <= 116]
    assert not set(old) & REPLACED.keys()


@pytest.mark.parametrize("options", WITH_NEW_CARDS, ids=named)
def test_czar_and_carpenter_is_cheaper_and_pays_two(options: engine.Options) -> None:
    """IGC-CZAR-1, CARD-CZAR-1: 3 rubles, pays 2, and every green Exchange card may replace it."""
    assert offer(options, "czar-and-carpenter") == 3
    assert gained(options, ["czar-and-carpenter"], "worker") == (2, 0)
    for card in (card for card in engine.cards(options) if card.exchange and card.group == "green"):
        over = offer(options, card.id, ["czar-and-carpenter"], "czar-and-carpenter")
        assert over == max(1, card.cost - 3)


@pytest.mark.parametrize("options", WITH_NEW_CARDS, ids=named)
def test_an_observatory_costs_two_more_and_works_as_ever(options: engine.Options) -> None:
    """IGC-OBS-1, IGC-6: 8 in edition 1, 9 in edition 2; 1 VP; used as CARD-OBS."""
    assert offer(options, "observatory") == (8 if options.edition == 1 else 9)
    assert gained(options, ["observatory"], "building") == (0, 1)
    state = position(
        edition=options.edition, sets=options.sets, upper=["library"], seats=[seat(display=["observatory"]), seat()]
    )
    state = act(state, 0, "draw noble")
    assert displayed(state, 0) == ["observatory face down"]


@pytest.mark.parametrize("options", WITH_NEW_CARDS, ids=named)
def test_academy_mistress_and_mariinski_theater_have_their_new_figures(options: engine.Options) -> None:
    """IGC-ACAD-1, IGC-MIST-1, IGC-MAR-1, CARD-MAR-1, EX-41 (In Good Company and SP+): 25 and 9 VP; 3 rubles and 4 VP for 18
    in edition 1, 20 in edition 2; 20 and 1 VP for each red card."""
    assert offer(options, "academy") == 25
    assert gained(options, ["academy"], "building") == (0, 9)
    assert offer(options, "mistress-of-ceremonies") == (18 if options.edition == 1 else 20)
    assert gained(options, ["mistress-of-ceremonies"], "noble") == (3, 4)
    assert offer(options, "mariinski-theater", ["pub"]) == 20 - 1
    five = ["author", "author", "judge", "senator", "secretary"]
    assert gained(options, ["mariinski-theater", *five], "building") == (0, 5)


def test_edition_2_prices_with_reductions() -> None:
    """EX-115, IGC-6, IGC-OBS-1, IGC-MIST-1: Observatory from the lower row 9 - 1 = 8; Mistress with the Gold Smelter 20 - 1 =
    19, and 3 rubles, 4 VP; Judge 17, the extra copy too."""
    mine = seat(rubles=60, display=["gold-smelter"])
    state = position(
        sets=COMPANY_2.sets, upper=["mistress-of-ceremonies"], lower=["observatory"], seats=[mine, seat(rubles=60)]
    )
    assert price(state, 1, "observatory", "lower") == 8
    assert price(state, 0, "mistress-of-ceremonies") == 19
    assert gained(COMPANY_2, ["mistress-of-ceremonies"], "noble") == (3, 4)
    judge = engine.card(COMPANY_2, "judge")
    assert (judge.cost, judge.copies) == (17, 3)
    assert (engine.card(COMPANY_1, "judge").cost, engine.card(COMPANY_1, "judge").copies) == (16, 3)


@pytest.mark.parametrize("options", [COMPANY_1, COMPANY_2], ids=named)
def test_extra_copies_are_base_cards(options: engine.Options) -> None:
    """IGC-6, GLOSS-2: same figures, same name: one kind with more copies, and the second is cheaper."""
    base = {card.id: card for card in engine.cards(engine.Options(edition=options.edition))}
    more = {
        "firehouse": 2, "hospital": 1, "administrator": 1, "warehouse-manager": 1, "secretary": 1, "controller": 1,
        "judge": 1, "wharf": 1,
    }  # fmt: skip
    for name, extra in more.items():
        card = engine.card(options, name)
        assert card.copies == base[name].copies + extra
        assert (card.cost, card.rubles, card.points) == (base[name].cost, base[name].rubles, base[name].points)
    assert offer(options, "firehouse", ["firehouse", "firehouse"]) == 11 - 2


def test_no_card_of_in_good_company_bears_a_market_symbol() -> None:
    """IGC-6, MKT-15, MKT-17: its Czar & Carpenter asks for no kind; the ? Ship Builder alone does."""
    sets = ("market", "module-2", "good-company")
    options = engine.Options(edition=2, sets=sets)
    assert not any(card.market_symbols for card in (*card_list("company2"), *card_list("module2")))
    asking = [card.id for card in engine.cards(options) if "?" in card.market_symbols]
    assert asking == ["ship-builder-any"]
    state = position(sets=sets, phase="worker", round=2, upper=["czar-and-carpenter", "lumberjack"])
    state = act(state, 0, "buy czar-and-carpenter")
    assert engine.waiting_for(state) == (1,)
    assert engine.question_for(state, 1).kind == "turn"


@pytest.mark.parametrize("options", [COMPANY_1, COMPANY_2], ids=named)
def test_a_new_farmer_pays_three_rubles_and_a_point(options: engine.Options) -> None:
    """IGC-FARM-1: six copies for 9; only a Kolkhoz fits his symbol (EXCH-3)."""
    farmer = engine.card(options, "new-farmer")
    assert (farmer.cost, farmer.copies, farmer.worker_symbol) == (9, 6, "wheat")
    assert gained(options, ["new-farmer", "new-farmer"], "worker") == (6, 2)
    mine = seat(rubles=60, display=["new-farmer"])
    green = ["wharf", "fur-shop", "weaving-mill", "gold-smelter", "carpenter-workshop", "kolkhoz"]
    state = position(edition=options.edition, sets=options.sets, upper=green, seats=[mine, seat()])
    assert [text for text in texts(state, 0) if text.startswith("buy")] == ["buy kolkhoz over new-farmer"]


@pytest.mark.parametrize("options", [COMPANY_1, COMPANY_2], ids=named)
def test_two_new_farmers_can_be_paid_in_the_first_phase(options: engine.Options) -> None:
    """FIRST-6: 9 + 8 = 17 of 25 rubles."""
    farmers = ["new-farmer", "new-farmer", "lumberjack", "lumberjack"]
    state = position(edition=options.edition, sets=options.sets, phase="worker", round=1, upper=farmers)
    state = play(state, "0 buy new-farmer", "1 buy lumberjack", "0 buy new-farmer")
    assert state.rubles(0) == 25 - 17


@pytest.mark.parametrize("options", [COMPANY_1, COMPANY_2], ids=named)
def test_a_kolkhoz_makes_later_green_cards_cheaper(options: engine.Options) -> None:
    """IGC-KOLK-1, COST-5: 13, 3 rubles and 2 VP; Workers and green Exchange cards cost 1 less, itself did not, nor do others."""
    assert offer(options, "kolkhoz", ["new-farmer"]) == 13 - 9
    assert gained(options, ["kolkhoz"], "worker") == (3, 2)
    assert offer(options, "lumberjack", ["kolkhoz"]) == 3 - 1
    assert offer(options, "wharf", ["kolkhoz", "ship-builder"]) == 12 - 7 - 1
    assert offer(options, "market", ["kolkhoz"]) == 5
    assert offer(options, "author", ["kolkhoz"]) == 4


@pytest.mark.parametrize("options", [COMPANY_1, COMPANY_2], ids=named)
def test_the_remaining_cards_have_only_what_is_printed(options: engine.Options) -> None:
    """IGC-PLAIN-1, M2-UNI-1, M2-MERCH-1, M2-KIJE-1: University 18/6 VP, Merchant 6/3 rubles, Lieutenant Kije 12/3 VP."""
    for card, cost, phase, gain in (
        ("university", 18, "building", (0, 6)),
        ("merchant", 6, "noble", (3, 0)),
        ("lieutenant-kije", 12, "noble", (0, 3)),
    ):
        assert engine.card(options, card).cost == cost
        assert engine.card(options, card).effects == ()
        assert gained(options, [card], phase) == gain


def company(phase: str, *display: str, rubles: int = 25, **more: object) -> engine.State:
    """A position of In Good Company, edition 1, in which seat 0 has this display."""
    mine = seat(rubles=rubles, display=display)
    return position(
        edition=1,
        sets=COMPANY_1.sets,
        phase=phase,
        upper=["library"],
        seats=[mine, seat()],
        **more,  # type: ignore[arg-type]
    )


def test_the_market_hall_of_edition_1_is_a_trading_house() -> None:
    """IGC-HALL-1, M2-TRADE-1: 3 rubles for 2 VP; both names are read."""
    hall = engine.card(COMPANY_1, "trading-house")
    assert (hall.name_en, hall.name_de, hall.cost) == ("Market Hall", "Markthalle", 2)
    assert str(engine.parse_move("take Markthalle", position(edition=1, sets=COMPANY_1.sets))) == "take trading-house"
    state, _ = all_pass(company("building", "trading-house", rubles=4))
    state = act(state, 0, "pub 0 trade")
    assert (state.rubles(0), state.points(0)) == (1, 2)


def test_the_debtors_prison_of_edition_1_searches() -> None:
    """IGC-DEBT-1, M2-DEBT-1, M2-DEBT-3."""
    assert gained(COMPANY_1, ["debtors-prison"], "building") == (0, 1)
    state = act(company("building", "debtors-prison", discard=["author", "market"]), 0, "search")
    done = acted(state, 0, "buy author discard")
    assert (displayed(done.state, 0), discarded(done.state)) == (["debtors-prison face down", "author"], ["market"])


def test_the_cards_shared_with_module_2_work_in_edition_1() -> None:
    """IGC-OTHER-1, GUILD-1, IMPO-1, M2-COFFEE-1, M2-MAYOR-1, M2-TEXTILE-1."""
    assert gained(COMPANY_1, ["coffeehouse", "author", "author"], "building") == (2, 0)
    assert gained(COMPANY_1, ["mayor", "market", "library"], "noble") == (2, 0)
    assert gained(COMPANY_1, ["textile-factory", "shepherd", "czar-and-carpenter"], "building") == (0, 4)
    state, _ = all_pass(company("building", "trading-guild"))
    _, entries = told(state, "0 guild 1 3")
    assert scored(entries, "building")[0] == (25, 1, 0, 3)
    state, _ = all_pass(company("noble", "impostor", "author"))
    _, entries = told(state, "0 pay impostor")
    assert scored(entries, "noble")[0] == (25, 0, 0, 0)


def final_nobles(options: engine.Options, number: int) -> int:
    """What so many different Nobles give at the end."""
    nobles = list(dict.fromkeys(card.key for card in engine.cards(options) if card.group == "red"))[:number]
    assert len(nobles) == number
    state = position(
        edition=options.edition,
        sets=options.sets,
        phase="exchange",
        upper=["library"],
        ending=True,
        seats=[seat(rubles=0, display=nobles), seat()],
    )
    state, _ = to_the_end(state)
    count, points = engine.final_scores(state)[0].nobles
    assert count == number
    return points


def test_nobles_beyond_the_tenth_count_in_good_company_only() -> None:
    """END-12, IGC-4, SPP-2, EX-81, EX-105: 55, 65, 75, 85 for 10 to 13; 55 for all with SP+, Module 2 alone, or the base game."""
    for options in (COMPANY_1, COMPANY_2):
        assert [final_nobles(options, number) for number in (9, 10, 11, 12, 13)] == [45, 55, 65, 75, 85]
    module_2 = engine.Options(edition=2, sets=("module-2",))
    for options in (SP_PLUS, module_2, engine.Options(edition=1), engine.Options(edition=2)):
        assert [final_nobles(options, number) for number in (10, 11, 12)] == [55, 55, 55]


def test_sp_plus_has_no_other_card_of_the_expansion() -> None:
    """SPP-1, SPP-2, COMBO-11: no function of In Good Company, no fifth player, edition 1 only, not with In Good Company."""
    ids = {card.id for card in engine.cards(SP_PLUS)}
    assert not ids & {card.id for card in card_list("company1") if card.id not in REPLACED}
    assert not {"search", "guild 0 4", "pay impostor", "pub 0 trade"} & engine.rulebook_for(SP_PLUS).moves.keys()
    for wrong in (
        {"edition": 2, "sets": ("sp-plus",)},
        {"edition": 1, "sets": ("sp-plus", "good-company")},
        {"edition": 1, "sets": ("sp-plus",), "players": 5},
    ):
        with pytest.raises(OptionsError) as error:
            engine.Options(**wrong)  # type: ignore[arg-type]
        assert error.value.rule == ("COMBO-13" if "players" in wrong else "COMBO-11")


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
@pytest.mark.parametrize(
    ("edition", "sets"),
    [(1, ("good-company",)), (2, ("module-2", "good-company")), (2, ("market", "module-2", "good-company"))],
    ids=["1", "2", "2-market"],
)
def test_whole_games_hold_together(
    edition: int, sets: tuple[str, ...], players: int, open_hands: bool, request: pytest.FixtureRequest
) -> None:
    """IGC-1, IGC-2, IGC-5, COMBO-10, COMBO-13, COMBO-15."""
    options = engine.Options(edition=edition, players=players, sets=sets, open_hands=open_hands)
    assert {"first-worker", "turn"} <= hold_together(options, request.node.name, every=9)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_of_sp_plus_hold_together(players: int) -> None:
    """SPP-1, COMBO-2."""
    options = engine.Options(edition=1, players=players, sets=("sp-plus",), open_hands=players % 2 == 0)
    assert {"first-worker", "turn"} <= hold_together(options, f"sp plus {players}")


@pytest.mark.parametrize(
    ("edition", "sets"), [(1, ("good-company",)), (2, ("module-2",)), (2, ("market", "module-2", "good-company"))]
)
def test_states_a_viewer_cannot_tell_apart_look_the_same(edition: int, sets: tuple[str, ...]) -> None:
    """INFO-2, INFO-3, INFO-6: with hidden hands, positions of whole games, every viewer, a visitor too: other piles and
    other hidden hands give the same view, moves and questions."""
    rng = Random(f"{edition} {sets}")
    compared = different = 0
    kinds: set[str] = set()
    while compared < 500:
        players = rng.choice((2, 3, 4))
        options = engine.Options(edition=edition, players=players, sets=sets, open_hands=False)
        for number, ply in enumerate(random_game(options, rng)):
            if ply.after.is_over or (number % 4 and engine.question_for(ply.after, None).kind == "turn"):
                continue
            kinds.add(engine.question_for(ply.after, None).kind)
            for viewer in (None, *range(players)):
                other = exchanged(ply.after, viewer, rng)
                assert shown(other, viewer) == shown(ply.after, viewer)
                compared += 1
                different += other != ply.after
    assert different > 0.9 * compared
    assert {"turn", "drawn", "pub"} <= kinds
