"""Module 2 (section 17): every worked example of its cards by its id, and the decisions they ask for."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

import engine
from engine import registry
from engine.entries import Log
from engine.errors import EngineError
from engine.part import Functions, Part
from engine.rulebook import rulebook_for
from engine.scoring import is_split, worth
from engine.state import State
from tests.builders import act, acted, discarded, displayed, in_hand, pass_on, play, position, price, seat, texts
from tests.engine.examples.stories import all_pass, kinds, scored, told
from tests.engine.expansions.holding import hold_together

M2 = ("module-2",)


def blue(display: Sequence[str], *, rubles: int = 25, **more: object) -> State:
    """The last turn of a Building phase: when all have passed, the display is scored."""
    mine = seat(rubles=rubles, display=display)
    return position(sets=M2, phase="building", upper=["academy"], seats=[mine, seat()], **more)  # type: ignore[arg-type]


def gained(display: Sequence[str], phase: str, sets: Sequence[str] = M2, edition: int = 2) -> tuple[int, int]:
    """Rubles and points of a display in the scoring of a phase, whatever the clock answers on the way."""
    state = position(sets=sets, edition=edition, phase=phase, upper=["library"], seats=[seat(display=display), seat()])
    state, entries = all_pass(state)
    while not scored(entries, phase):
        one = engine.waiting_for(state)[0]
        done = engine.apply(state, one, engine.default_move(state, one))
        state, entries = done.state, [*entries, *done.entries]
    _, rubles, _, points = scored(entries, phase)[0]
    return rubles, points


def refused(state: State, one: int, text: str) -> tuple[str, str]:
    with pytest.raises(EngineError) as error:
        act(state, one, text)
    return error.value.code, error.value.rule


def options(**more: object) -> engine.Options:
    return engine.Options(edition=2, sets=M2, **more)  # type: ignore[arg-type]


def test_all_twelve_cards_are_in_the_piles_of_their_backs() -> None:
    """M2-1, COMBO-12, SETUP-2: 3 Buildings, 2 Nobles, 7 Exchange cards of 11 kinds, beside the 116 of the base game."""
    piles: Counter[str] = Counter()
    for card in engine.cards(options()):
        piles[card.pile] += card.copies
    assert piles == {"worker": 31, "building": 28 + 3, "noble": 27 + 2, "exchange": 30 + 7}
    base = {card.id for card in engine.cards(engine.Options(edition=2))}
    added = {card.id: card.copies for card in engine.cards(options()) if card.id not in base}
    assert (len(added), sum(added.values()), added["impostor"]) == (11, 12, 2)


def test_module_2_is_played_with_and_without_the_market_and_in_edition_2_only() -> None:
    """COMBO-4, COMBO-6, COMBO-12."""
    for players in (1, 2, 3, 4):
        for sets in (M2, ("market", "module-2")):
            assert engine.Options(edition=2, players=players, sets=sets).sets == sets
    with pytest.raises(engine.OptionsError) as error:
        engine.Options(edition=1, sets=M2)
    assert (error.value.code, error.value.rule) == ("module-2-edition", "COMBO-4")


@pytest.mark.parametrize(
    ("card", "cost"),
    [
        ("coffeehouse", 6),
        ("trading-house", 2),
        ("debtors-prison", 8),
        ("impostor", 1),
        ("october-revolution", 15),
        ("textile-factory", 16),
        ("trading-guild", 13),
        ("university", 18),
        ("merchant", 6),
        ("lieutenant-kije", 12),
        ("mayor", 13),
    ],
)
def test_the_cards_cost_what_the_rules_say(card: str, cost: int) -> None:
    """M2-COFFEE-1, M2-TRADE-1, M2-DEBT-1, IMPO-1, M2-OCT-1, M2-TEXTILE-1, GUILD-1, M2-UNI-1, M2-MERCH-1, M2-KIJE-1,
    M2-MAYOR-1: the printed cost."""
    assert engine.card(options(), card).cost == cost


def test_cards_that_count_pay_by_what_they_count() -> None:
    """EX-53, M2-COFFEE-1, M2-MAYOR-1, M2-TEXTILE-1: 4 rubles for 4 Nobles, two of them equal; 5 for 5 blue cards; 8 VP for
    2 Shepherds, Weaving Mill, Czar & Carpenter."""
    assert gained(["coffeehouse", "author", "author", "judge", "senator"], "building") == (4, 0)
    assert gained(["mayor", "pub", "market", "library", "bank", "observatory"], "noble") == (5, 0)
    workers = ["shepherd", "shepherd", "weaving-mill", "czar-and-carpenter"]
    assert gained([*workers, "lumberjack", "fur-shop", "textile-factory"], "building") == (0, 8)


def test_the_other_exchange_cards_pay_what_they_bear() -> None:
    """M2-UNI-1, M2-MERCH-1, M2-KIJE-1: 6 VP; 3 rubles; 3 VP."""
    assert gained(["university"], "building") == (0, 6)
    assert gained(["merchant"], "noble") == (3, 0)
    assert gained(["lieutenant-kije"], "noble") == (0, 3)


def test_a_coffeehouse_may_be_replaced_and_counts_no_more() -> None:
    """M2-COFFEE-1, EXCH-2, EXCH-8: the University replaces it for 18 - 6 = 12."""
    mine = seat(display=["coffeehouse", "author"])
    state = position(sets=M2, upper=["university", "academy"], seats=[mine, seat()])
    assert price(state, 0, "university") == 12
    state = act(state, 0, "buy university over coffeehouse")
    assert discarded(state) == ["coffeehouse"]
    _, entries = all_pass(state)
    assert scored(entries, "building")[0][1::2] == (0, 6)


@pytest.mark.parametrize(("edition", "sets", "points"), [(2, M2, 3), (1, ("good-company",), 2)])
def test_the_october_revolution_replaces_any_worker(edition: int, sets: tuple[str, ...], points: int) -> None:
    """EX-114, M2-OCT-1, EXCH-4, COST-2: 15 - 3 = 12 over a Lumberjack; 6 rubles and 3 VP (Module 2) or 2 VP (In Good
    Company of edition 1) in the Worker scoring. Over Czar & Carpenter too."""
    mine = seat(rubles=30, display=["lumberjack", "czar-and-carpenter"])
    state = position(
        edition=edition, sets=sets, phase="worker", upper=["october-revolution", "pub"], seats=[mine, seat()]
    )
    assert price(state, 0, "october-revolution", over="lumberjack") == 12
    assert "buy october-revolution over czar-and-carpenter" in texts(state, 0)
    state, _ = told(state, "0 buy october-revolution over lumberjack")
    assert (displayed(state, 0), discarded(state)) == (["czar-and-carpenter", "october-revolution"], ["lumberjack"])
    _, entries = all_pass(state)
    czar = 3 if edition == 2 else 2
    assert scored(entries, "worker")[0] == (18, 6 + czar, 0, points)


@pytest.mark.parametrize(("edition", "sets", "points"), [(1, ("good-company",), 2), (2, M2, 0)])
def test_the_october_revolution_bears_symbols_in_edition_1_only(
    edition: int, sets: tuple[str, ...], points: int
) -> None:
    """EX-54, IGC-OCT-1, M2-TEXTILE-1: the Textile Factory counts it with In Good Company of edition 1: 2 VP, else 0."""
    assert gained(["october-revolution", "textile-factory"], "building", sets, edition) == (0, points)


# The Trading Guild


def guild(*marks: str) -> State:
    return blue([" ".join(("trading-guild", *marks))])


def test_an_owner_splits_four_between_rubles_and_points() -> None:
    """EX-47, GUILD-1, GUILD-2: 3/1 is 3 rubles and 1 VP, 0/4 is 4 VP; never set is 0/4."""
    state, _ = all_pass(guild())
    assert engine.question_for(state, 0).kind == "guild"
    assert texts(state, 0) == ["guild 0 4", "guild 1 3", "guild 2 2", "guild 3 1", "guild 4 0"]
    for number, text in enumerate(texts(state, 0)):
        _, entries = told(state, f"0 {text}")
        assert scored(entries, "building")[0] == (25, number, 0, 4 - number)
    assert str(engine.default_move(state, 0)) == "guild 0 4"
    assert str(engine.preset_move(state, 0, {})) == "guild 0 4"
    assert engine.parse_move("Guild 3/1", state) is engine.parse_move("guild 3 1", state)


def test_the_last_split_holds_until_there_is_another() -> None:
    """GUILD-2, DEC-20, UI-5: it lies on the card, which says so, and what it pays."""
    state, _ = all_pass(guild())
    state, entries = told(state, "0 guild 3 1")
    assert kinds(entries)[:2] == ["guild", "scored"]
    assert displayed(state, 0) == ["trading-guild 3/1"]
    shown = engine.view_for(state, 1).seats[0]
    assert (shown.display[0].marks, shown.display[0].pays) == (("3/1",), (3, 1))
    assert next(income for income in shown.income if income.group == "blue").terms[0].rubles == 3
    while state.phase != "building":
        state = pass_on(state)
    asked, _ = all_pass(state)
    assert str(engine.default_move(asked, 0)) == "guild 3 1"
    assert str(engine.preset_move(asked, 0, {})) == "guild 3 1"
    assert str(engine.preset_move(asked, 0, {"trading-guild": "2/2"})) == "guild 2 2"
    assert displayed(act(asked, 0, "guild 0 4"), 0) == ["trading-guild"]
    assert displayed(act(asked, 0, "guild 4 0"), 0) == ["trading-guild 4/0"]


def test_the_split_is_a_preset_of_the_building_phase() -> None:
    """GUILD-2, UI-5: five splits, the one that lies on the card as the default; no preset in other phases, nor for
    others."""
    state = guild("2/2")
    (preset,) = engine.presets_for(state, 0)
    assert preset == engine.Preset("trading-guild", ("0/4", "1/3", "2/2", "3/1", "4/0"), "2/2", "trading-guild")
    assert engine.presets_for(state, 1) == ()
    noble = position(sets=M2, phase="noble", upper=["academy"], seats=[seat(display=["trading-guild"]), seat()])
    assert engine.presets_for(noble, 0) == ()


def test_the_split_is_asked_before_anything_else() -> None:
    """GUILD-1, SCORE-7: the Pub comes after the income, the split before; neither can be taken for the other."""
    state = all_pass(blue(["trading-guild", "pub"]))[0]
    assert refused(state, 0, "pub 1") == ("guild-first", "GUILD-1")
    assert refused(state, 0, "pass") == ("guild-first", "GUILD-1")
    assert refused(state, 1, "guild 0 4") == ("not-your-turn", "TURN-1")
    state = act(state, 0, "guild 4 0")
    assert texts(state, 0)[-1] == "pub 5"
    assert refused(state, 0, "guild 0 4") == ("pub-first", "CARD-PUB-1")


# The Trading House


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


class Ceiling(Part):
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
    monkeypatch.setitem(registry.SETS, "ceiling", Ceiling())
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


# The Debtors' Prison


def prison(discard: Sequence[str] = ("market", "theater", "author"), **mine: object) -> State:
    own = seat(**({"rubles": 20, "display": ["debtors-prison"]} | mine))  # type: ignore[arg-type]
    return position(sets=M2, upper=["academy"], discard=discard, seats=[own, seat()])


def test_a_prison_finds_a_card_of_the_discard_pile() -> None:
    """EX-107, M2-DEBT-2, M2-DEBT-3, M2-DEBT-4: from the top Author, Theater, Market. The Market is bought for 5; Author,
    Theater are left; the card is face down and gives 0 VP. Put back, the Market lies on top."""
    state = act(prison(), 0, "search")
    assert displayed(state, 0) == ["debtors-prison face down"]
    assert engine.waiting_for(state) == (0,)
    assert price(state, 0, "market", "discard") == 5
    bought = acted(state, 0, "buy market discard")
    assert discarded(bought.state)[::-1] == ["author", "theater"]
    assert displayed(bought.state, 0) == ["debtors-prison face down", "market"]
    assert bought.entries[0].to_json() == {
        "kind": "bought", "seat": 0, "card": "market", "row": "discard", "price": 5, "over": None,
    }  # fmt: skip
    _, entries = all_pass(bought.state)
    assert scored(entries, "building")[0] == (15, 0, 0, 1)  # the Market alone
    back = acted(state, 0, "put-back market")
    assert discarded(back.state)[::-1] == ["market", "author", "theater"]
    assert back.entries[0].to_json() == {"kind": "put-back", "seat": 0, "card": "market"}
    _, entries = all_pass(back.state)
    assert scored(entries, "building")[0] == (20, 0, 0, 0)


def test_a_prison_that_is_not_used_gives_a_point() -> None:
    """M2-DEBT-1."""
    assert gained(["debtors-prison"], "building") == (0, 1)


def test_a_found_card_may_be_taken_while_the_hand_has_room() -> None:
    """M2-DEBT-3, HAND-1, INFO-1: nothing is paid; everybody saw it; with three cards in the hand it cannot be taken."""
    state = act(prison(rubles=0), 0, "search")
    assert texts(state, 0) == [
        "take author discard",
        "take theater discard",
        "take market discard",
        "put-back author",
        "put-back theater",
        "put-back market",
    ]
    done = acted(state, 0, "take theater discard")
    assert (in_hand(done.state, 0), discarded(done.state)) == (["theater"], ["market", "author"])
    hidden = engine.Options(edition=2, sets=M2, open_hands=False)
    assert done.entries[0].for_viewer(1, hidden, over=False) == done.entries[0]
    full = act(prison(rubles=3, hand=["judge", "author", "market"]), 0, "search")
    assert not [text for text in texts(full, 0) if text.startswith(("take", "buy"))]
    assert refused(full, 0, "take theater discard") == ("hand-full", "TURN-4")
    assert refused(full, 0, "buy author discard") == ("too-expensive", "TURN-3")
    assert refused(full, 0, "buy judge discard") == ("not-there", "TURN-3")


def test_an_exchange_card_of_the_discard_pile_needs_a_card_to_replace() -> None:
    """M2-DEBT-3, M2-DEBT-4, EXCH-6: not the prison itself, which lies face down; the replaced card goes on top."""
    state = act(prison(discard=["author", "bank", "market"], display=["debtors-prison", "pub"]), 0, "search")
    assert [text for text in texts(state, 0) if "bank" in text] == [
        "buy bank discard over pub",
        "take bank discard",
        "put-back bank",
    ]
    assert discarded(act(state, 0, "buy bank discard over pub")) == ["author", "market", "pub"]


def test_of_equal_cards_in_the_discard_pile_the_topmost_is_meant() -> None:
    """M2-DEBT-3, TURN-13 by analogy: each kind is offered once."""
    state = act(prison(discard=["author", "market", "author", "theater"]), 0, "search")
    assert [text for text in texts(state, 0) if text.startswith("put-back")] == [
        "put-back theater",
        "put-back author",
        "put-back market",
    ]
    assert discarded(act(state, 0, "take author discard")) == ["author", "market", "theater"]
    assert discarded(act(state, 0, "put-back author")) == ["author", "market", "theater", "author"]


def test_a_search_takes_the_place_of_an_action_once_a_round() -> None:
    """TURN-7, M2-DEBT-2, PASS-1: the next seat has his turn; the card cannot be used again before it is turned up."""
    state = play(prison(), "0 search", "0 put-back theater")
    assert engine.waiting_for(state) == (1,)
    assert state.passes == 0
    state = act(state, 1, "pass")
    assert refused(state, 0, "search") == ("no-search", "M2-DEBT-2")
    assert refused(state, 0, "put-back theater") == ("not-now", "TURN-1")


def test_a_search_is_for_the_building_phase_and_needs_a_discard_pile() -> None:
    """M2-DEBT-2: refused in the Noble phase, with an empty discard pile, and without a prison."""
    noble = position(
        sets=M2, phase="noble", upper=["academy"], discard=["author"], seats=[seat(display=["debtors-prison"]), seat()]
    )
    assert refused(noble, 0, "search") == ("not-now", "M2-DEBT-2")
    assert refused(prison(discard=()), 0, "search") == ("discard-empty", "M2-DEBT-2")
    assert refused(prison(display=[]), 0, "search") == ("no-search", "M2-DEBT-2")


def test_a_search_must_be_finished_first_and_the_clock_changes_nothing() -> None:
    """M2-DEBT-3, DEC-7: no pass; the clock puts the top card back."""
    state = act(prison(), 0, "search")
    assert engine.question_for(state, 0).kind == "search"
    assert refused(state, 0, "pass") == ("search-first", "M2-DEBT-3")
    assert refused(state, 0, "buy academy") == ("search-first", "M2-DEBT-3")
    assert str(engine.default_move(state, 0)) == "put-back author"
    assert discarded(act(state, 0, "put-back author")) == discarded(state)


def test_the_view_spreads_the_discard_pile_out_for_the_one_who_searches() -> None:
    """M2-DEBT-3, UI-22: every card once, the topmost first, with price and what is in the way; others see no offers."""
    state = act(prison(rubles=6), 0, "search")
    spread = engine.view_for(state, 0).spread
    assert [(slot.card, slot.row, slot.place) for slot in spread] == [
        ("author", "discard", 1),
        ("theater", "discard", 2),
        ("market", "discard", 3),
    ]
    assert [slot.offers[0].price for slot in spread] == [4, 20, 5]
    assert [slot.blocked for slot in spread] == [None, "too-expensive", None]
    assert [slot.take for slot in spread] == ["take author discard", "take theater discard", "take market discard"]
    assert engine.view_for(state, 1).spread == ()
    assert engine.view_for(state, None).spread == ()


def test_a_prison_wakes_those_who_pass_until_something_happens() -> None:
    """UI-2: a card action."""
    entries = acted(prison(), 0, "search").entries
    assert entries[0].to_json() == {"kind": "searched", "seat": 0}
    assert engine.wakes(entries, 1)
    assert not engine.wakes(entries, 0)


def test_a_prison_is_turned_up_at_the_start_of_the_next_round() -> None:
    """SEQ-3, M2-DEBT-4: face down it cannot be replaced, in the next round it can."""
    state = play(prison(display=["debtors-prison", "observatory"]), "0 search", "0 put-back author")
    state = play(state, "1 pass")
    assert displayed(state, 0) == ["debtors-prison face down", "observatory"]
    state = act(state, 0, "draw noble")
    assert displayed(state, 0)[0] == "debtors-prison face down"  # an Observatory turns itself down, no other card
    assert displayed(state, 0)[1] == "observatory face down"
    state = act(state, 0, str(engine.default_move(state, 0)))
    while state.round == 2:
        state = pass_on(state)
    assert displayed(state, 0) == ["debtors-prison", "observatory"]
    bank = position(sets=M2, upper=["bank"], seats=[seat(display=["debtors-prison face down"]), seat()])
    assert texts(bank, 0) == ["take bank", "pass"]


# The Impostor


def noble(*display: str, rubles: int = 25) -> State:
    return position(sets=M2, phase="noble", upper=["academy"], seats=[seat(rubles=rubles, display=display), seat()])


def test_as_many_impostors_as_must_are_discarded_by_themselves() -> None:
    """EX-55, IMPO-4: 0 rubles, Author, two Impostors, none marked: one is discarded, the other paid: 0 + 0 = 0."""
    state, _ = all_pass(noble("author", "impostor", "impostor", rubles=0))
    assert texts(state, 0) == ["pay impostor", "dismiss impostor"]
    move = engine.preset_move(state, 0, {})
    assert str(move) == "pay impostor"
    done = engine.apply(state, 0, move)
    assert done.entries[0].to_json() == {"kind": "dismissed", "seat": 0, "card": "impostor", "wished": False}
    assert scored(done.entries, "noble")[0] == (0, 0, 0, 0)
    assert (displayed(done.state, 0), discarded(done.state)) == (["author", "impostor"], ["impostor"])


def test_an_impostor_is_paid_from_the_money_or_discarded_by_its_mark() -> None:
    """EX-56, IMPO-2, IMPO-3: 3 rubles, the Impostor as the only Noble: 3 - 1 = 2 and it stays; marked: 3 rubles, discarded."""
    state, _ = all_pass(noble("impostor", rubles=3))
    paid, entries = told(state, f"0 {engine.preset_move(state, 0, {})}")
    assert (paid.rubles(0), displayed(paid, 0), discarded(paid)) == (2, ["impostor"], [])
    assert scored(entries, "noble")[0] == (3, -1, 0, 0)
    (preset,) = engine.presets_for(noble("impostor", rubles=3), 0)
    gone, entries = told(state, f"0 {engine.preset_move(state, 0, {preset.name: 'dismiss'})}")
    assert (gone.rubles(0), displayed(gone, 0), discarded(gone)) == (3, [], ["impostor"])
    assert entries[0].to_json() == {"kind": "dismissed", "seat": 0, "card": "impostor", "wished": True}
    assert scored(entries, "noble")[0] == (3, 0, 0, 0)


def test_the_ruble_may_come_from_the_income_of_the_same_scoring() -> None:
    """IMPO-2: 0 rubles and a Judge: 5 - 2 = 3, both Impostors stay."""
    state, _ = all_pass(noble("judge", "impostor", "impostor", rubles=0))
    state, entries = told(state, "0 pay impostor", "0 pay impostor")
    assert scored(entries, "noble")[0] == (0, 3, 0, 2)
    assert displayed(state, 0) == ["judge", "impostor", "impostor"]


@pytest.mark.parametrize("marked", [(), (1,), (2,), (1, 2)])
@pytest.mark.parametrize("rubles", [0, 1, 2])
def test_no_more_impostors_go_than_are_marked_or_must(marked: tuple[int, ...], rubles: int) -> None:
    """IMPO-3, IMPO-4: two Impostors, no other Noble: as many leave as are marked, or as cannot be paid."""
    state = noble("impostor", "impostor", rubles=rubles)
    names = [preset.name for preset in engine.presets_for(state, 0)]
    presets = {names[number - 1]: "dismiss" for number in marked}
    state, entries = all_pass(state)
    while not scored(entries, "noble"):
        move = engine.preset_move(state, 0, presets)
        done = engine.apply(state, 0, move)
        state, entries = done.state, [*entries, *done.entries]
    gone = max(len(marked), 2 - rubles)
    assert discarded(state) == ["impostor"] * gone
    assert state.rubles(0) == rubles - (2 - gone)


def test_impostors_without_a_ruble_leave_without_a_question() -> None:
    """IMPO-4, DEC-21: nothing is left to decide."""
    state, entries = all_pass(noble("impostor", "impostor", rubles=0))
    assert state.phase == "exchange"
    assert kinds(entries).count("dismissed") == 2
    assert scored(entries, "noble")[0] == (0, 0, 0, 0)


def test_marks_are_presets_of_one_noble_phase() -> None:
    """IMPO-3, UI-8, DEC-21: one for each Impostor, named for the round, so that no mark outlives it; marking is no action."""
    state = noble("impostor", "author", "impostor")
    first, second = engine.presets_for(state, 0)
    assert (first.values, first.default, first.card) == (("pay", "dismiss"), "pay", "impostor")
    assert (first.name, second.name) == ("impostor-2-1", "impostor-2-2")
    assert engine.presets_for(state, 1) == ()
    assert engine.presets_for(blue(["impostor"]), 0) == ()
    asked, _ = all_pass(state)
    assert str(engine.preset_move(asked, 0, {"impostor-1-1": "dismiss"})) == "pay impostor"
    assert str(engine.preset_move(asked, 0, {second.name: "dismiss"})) == "pay impostor"
    asked = act(asked, 0, "pay impostor")
    assert str(engine.preset_move(asked, 0, {second.name: "dismiss"})) == "dismiss impostor"
    assert str(engine.default_move(asked, 0)) == "pay impostor"


def test_an_impostor_must_be_paid_or_leave() -> None:
    """IMPO-1: it cannot be passed over; owners decide from the holder of the Bust (SCORE-4)."""
    seats = [seat(display=["impostor"]), seat(display=["impostor"]), seat()]
    state = position(sets=M2, phase="noble", upper=["academy"], seats=seats, start=1)
    state, _ = all_pass(state)
    assert engine.waiting_for(state) == (1,)
    assert refused(state, 1, "pass") == ("impostor-first", "IMPO-1")
    state = act(state, 1, "dismiss impostor")
    assert engine.waiting_for(state) == (0,)
    assert state.rubles(1) == 25


def test_an_impostor_that_goes_lies_on_top_of_the_discard_pile() -> None:
    """IMPO-1, IMPO-4: wished or not, above what lay there."""
    for rubles in (5, 0):
        own = seat(rubles=rubles, display=["impostor"])
        state = position(sets=M2, phase="noble", upper=["academy"], discard=["judge"], seats=[own, seat()])
        state, _ = all_pass(state)
        if rubles:
            assert discarded(state) == ["judge"]
            state = act(state, 0, "dismiss impostor")
        assert discarded(state) == ["judge", "impostor"]


def test_an_impostor_is_a_noble_in_all_else() -> None:
    """IMPO-5: the second costs 1 too (COST-8), both are one different Noble, Mariinski Theater and Coffeehouse count it,
    and a red Exchange card replaces it for its cost less 1."""
    mine = seat(rubles=30, display=["impostor", "author", "coffeehouse", "mariinski-theater"])
    state = position(sets=M2, upper=["impostor", "admiral", "academy"], seats=[mine, seat()])
    assert price(state, 0, "impostor") == 1
    assert price(state, 0, "admiral", over="impostor") == 18 - 1
    state = act(state, 0, "buy impostor")
    view = engine.view_for(state, 0).seats[0]
    assert view.nobles[0] == 2
    assert next(income for income in view.income if income.group == "blue").rubles == 3
    assert next(income for income in view.income if income.group == "blue").points == 3
    assert next(income for income in view.income if income.group == "red").rubles == 1 - 2


# What one card is worth


@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("trading-guild", (4, 4)),
        ("trading-guild 3/1", (4, 4)),
        ("trading-guild 4/0", (4, 4)),
        ("impostor", (-1, 0)),
        ("trading-house", (0, 0)),
        ("debtors-prison", (0, 1)),
        ("debtors-prison face down", (0, 0)),
        ("coffeehouse", (2, 0)),
        ("textile-factory", (0, 4)),
        ("mayor", (2, 0)),
        ("october-revolution", (6, 3)),
    ],
)
def test_what_a_card_is_worth_by_itself(card: str, value: tuple[int, int]) -> None:
    """M2-2: the Guild 4 rubles or 4 VP whatever its split, the Impostor -1 ruble, the Trading House nothing, a face-down card
    no VP; counting cards count those of their owner."""
    red = [] if card in ("impostor", "mayor") else ["judge"]
    blue_cards = ["market", "pub"] if card == "mayor" else []
    display = ["author", *red, "shepherd", "shepherd", *blue_cards, card]
    state = position(sets=M2, seats=[seat(display=display), seat(display=["bank"])])
    owner = state.players[0]
    assert worth(state.rules, owner.facts, owner.display[-1]) == value
    assert is_split(state.rules, owner.display[-1]) == card.startswith("trading-guild")


# Whole games


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_whole_games_hold_together(players: int, open_hands: bool, request: pytest.FixtureRequest) -> None:
    """M2-1, SETUP-12, INFO-3: cards are conserved, facts are the sums of the display, money is never negative, guesses
    agree with views, notation is read back, replay is play."""
    asked = hold_together(options(players=players, open_hands=open_hands), request.node.name)
    assert {"first-worker", "turn"} <= asked
