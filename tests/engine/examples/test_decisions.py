"""Where every decision lies (section 26): one test for each, with who is asked and when, what can be answered, and what
happens by itself: what the clock plays, what a preset answers."""

import pytest

import engine
from engine.core import State
from engine.errors import EngineError, OptionsError
from engine.expansions.hurdle_course import Course
from tests.builders import act, displayed, in_hand, pass_on, play, position, seat, texts
from tests.engine.examples.stories import opened

BANQUET = ("market", "banquet")
EVENTS = ("market", "events")
OTHERS = ("bonus-exchange",) * 3


def asked(state: State) -> tuple[tuple[int, ...], str]:
    """Who is asked, and what."""
    waiting = engine.waiting_for(state)
    question = engine.question_for(state, waiting[0])
    assert question is not None
    return waiting, question.kind


def clock(state: State, one: int) -> str:
    """What is played for a seat whose time is up."""
    return str(engine.default_move(state, one))


def preset(state: State, one: int, **chosen: str) -> str | None:
    """The answer that follows from what a seat decided before, None if it has to be asked."""
    move = engine.preset_move(state, one, {name.replace("_", "-"): value for name, value in chosen.items()})
    return str(move) if move else None


def refused(state: State, one: int, text: str) -> str:
    """The rule by which a move is refused."""
    with pytest.raises(EngineError) as error:
        act(state, one, text)
    return error.value.rule


def test_the_table() -> None:
    """DEC-1: before the game the host chooses edition, sets, hurdles, open or hidden, what happens at an empty tableau, the
    first Workers, players; illegal combinations are refused."""
    options = engine.Options(
        edition=2, players=5, sets=("market", "hurdles"), real_hurdles=5, open_hands=False, play_on_empty_tableau=True
    )
    assert engine.Options.from_dict(options.to_dict()) == options
    plain = engine.Options(edition=2, players=2, sets=("market", "hurdles"))
    assert (plain.real_hurdles, plain.open_hands, plain.play_on_empty_tableau) == (None, True, False)
    for edition in (1, 2):
        assert engine.Options(edition=edition, first_workers="free").first_workers == "free"
    for wrong in (
        {"edition": 1, "sets": ("market",)},
        {"edition": 2, "sets": ("hurdles",)},
        {"edition": 2, "first_workers": "often"},
        {"edition": 2, "sets": ("market", "hurdles"), "hurdles": ("real",)},
        {"edition": 2, "sets": ("market",), "real_hurdles": 2},
        {"edition": 2, "sets": ("market", "hurdles"), "real_hurdles": 6},
        {"edition": 2, "players": 5},
    ):
        with pytest.raises(OptionsError) as error:
            engine.Options(**wrong)  # type: ignore[arg-type]
        assert error.value.rule


def test_first_workers() -> None:
    """DEC-2, FIRST-2, FIRST-9, FIRST-10: each in turn buys one Worker; no pass and no hand. The clock buys the cheapest, the
    leftmost of them. With the Market a ? symbol is asked at once (DEC-5)."""
    tops = {"worker": ["gold-miner", "lumberjack", "shepherd", "fur-trapper"]}
    state = opened(engine.Options(edition=2), tops)
    assert asked(state) == ((0,), "first-worker")
    assert set(texts(state, 0)) == {f"buy {card}" for card in tops["worker"]}
    assert refused(state, 0, "pass") == refused(state, 0, "take lumberjack") == "FIRST-2"
    assert clock(state, 0) == "buy lumberjack"
    equal = opened(engine.Options(edition=2), {"worker": ["shepherd", "fur-trapper", "gold-miner", "fur-trapper"]})
    assert clock(play(equal, "0 buy gold-miner", "1 buy shepherd"), 0) == "buy fur-trapper"
    assert asked(play(state, "0 buy lumberjack")) == ((1,), "first-worker")
    czar = {"worker": ["czar-and-carpenter", "lumberjack", "shepherd", "fur-trapper"]}
    tokens = {"worker": 0, "market": 1, "building": 0, "noble": 1, "exchange": 0}
    market = opened(engine.Options(edition=2, sets=("market",)), czar, tokens)
    market = act(market, 0, "buy czar-and-carpenter")
    assert asked(market) == ((0,), "kind")
    assert asked(act(market, 0, "kind fish")) == ((1,), "first-worker")
    for edition in (1, 2):
        free = opened(engine.Options(edition=edition, first_workers="free"), tops)
        assert asked(free) == ((0,), "turn")
        assert {"pass", "take lumberjack", "buy lumberjack"} <= set(texts(free, 0))


def test_the_action_of_a_turn() -> None:
    """DEC-3, TURN-1 to TURN-8: in the own turn buy, take, play from the hand, a purple card, an Observatory, a Debtors'
    Prison, pass. The clock passes."""
    own = seat(display=["observatory", "debtors-prison"], hand=["author"])
    state = position(
        sets=("module-2",), upper=["market"], lower=["judge"], discard=["academy"], seats=[own, seat()], turn=0
    )
    assert asked(state) == ((0,), "turn")
    draws = {f"draw {pile}" for pile in ("worker", "building", "noble", "exchange")}
    wanted = {"buy market", "take market", "buy judge lower", "take judge lower", "play author", "search", "pass"}
    assert set(texts(state, 0)) == wanted | draws
    assert clock(state, 0) == "pass"
    purple = position(sets=BANQUET, upper=["market-fish"], seats=[seat(hand=["golden-donkey"]), seat()], turn=0)
    assert "play golden-donkey" in texts(purple, 0)
    with pytest.raises(EngineError):
        act(state, 1, "pass")
    assert asked(act(state, 0, "pass")) == ((1,), "turn")


def test_the_card_to_replace() -> None:
    """DEC-4, EXCH-9: part of every payment for an Exchange card: each legal basic card of the own display; equal copies are
    merged unless they differ in a kind tile or a chip. There is no default."""
    own = seat(rubles=40, display=["fur-trapper", "fur-trapper", "czar-and-carpenter", "author", "fur-shop"])
    state = position(upper=["fur-shop", "tax-man"], seats=[own, seat()], turn=0)
    ways = [text for text in texts(state, 0) if " over " in text]
    assert set(ways) == {
        "buy fur-shop over fur-trapper", "buy fur-shop over czar-and-carpenter", "buy tax-man over author",
    }  # fmt: skip
    marked = seat(rubles=40, display=["ship-builder-fish", "ship-builder-apple", "ship-builder-any fish"])
    state = position(sets=("market",), upper=["wharf"], seats=[marked, seat()], turn=0)
    assert len([text for text in texts(state, 0) if text.startswith("buy wharf over ")]) == 3


def test_the_kind_of_a_symbol() -> None:
    """DEC-5, MKT-15, MKT-17: asked as soon as a ? card enters a display, also from the hand; the kind tiles in the supply are
    offered. With one tile left nothing is asked. The clock takes the first."""
    state = position(sets=("market",), phase="worker", upper=["czar-and-carpenter"], seats=[seat(), seat()], turn=0)
    state = act(state, 0, "buy czar-and-carpenter")
    assert asked(state) == ((0,), "kind")
    assert texts(state, 0) == [f"kind {kind}" for kind in ("chicken", "sack", "apple", "fish", "cabbage")]
    assert clock(state, 0) == "kind chicken"
    hand = seat(hand=["czar-and-carpenter"])
    other = seat(display=["ship-builder-any fish"])
    state = position(sets=("market",), phase="noble", upper=["author"], seats=[hand, other], turn=0)
    state = act(state, 0, "play czar-and-carpenter")
    assert texts(state, 0) == [f"kind {kind}" for kind in ("chicken", "sack", "apple", "cabbage")]


def test_the_observatory() -> None:
    """DEC-6, CARD-OBS: in the own turn of the Building phase a pile with at least two cards; then buy, with the card to
    replace, take, or discard. The clock discards."""
    own = seat(rubles=30, display=["observatory", "author", "judge"])
    state = position(upper=["market"], seats=[own, seat()], turn=0, piles={"noble": ["author", "judge"], "worker": 1})
    assert {"draw building", "draw noble", "draw exchange"} == {t for t in texts(state, 0) if t.startswith("draw ")}
    assert refused(state, 0, "draw worker") == "CARD-OBS-3"
    assert not [
        text for text in texts(position(phase="noble", upper=["author"], seats=[own], turn=0), 0) if "draw" in text
    ]
    state = position(upper=["market"], seats=[own, seat()], turn=0, piles={"exchange": ["senator", "wharf"]})
    state = act(state, 0, "draw exchange")
    assert asked(state) == ((0,), "drawn")
    assert set(texts(state, 0)) == {
        "buy senator drawn over author", "buy senator drawn over judge", "take senator drawn", "discard senator drawn",
    }  # fmt: skip
    assert clock(state, 0) == "discard senator drawn"


def test_the_debtors_prison() -> None:
    """DEC-7, M2-DEBT: in the own turn of the Building phase any card of the discard pile: buy, take or put back. The clock
    puts the top card back."""
    own = seat(rubles=5, display=["debtors-prison"])
    state = position(
        sets=("module-2",), upper=["market"], discard=["market", "theater", "author"], seats=[own, seat()], turn=0
    )
    state = act(state, 0, "search")
    assert asked(state) == ((0,), "search")
    cards = ("author", "theater", "market")
    assert set(texts(state, 0)) == {
        "buy author discard", "buy market discard",
        *(f"take {card} discard" for card in cards), *(f"put-back {card}" for card in cards),
    }  # fmt: skip
    assert clock(state, 0) == "put-back author"


def test_the_black_market() -> None:
    """DEC-8, BANQ-BLACK: in the own turn of any phase, the same choice as DEC-7, with the same default."""
    state = position(
        sets=BANQUET, phase="noble", upper=["author"], discard=["judge", "author"],
        seats=[seat(rubles=5, hand=["black-market-red"]), seat()], turn=0,
    )  # fmt: skip
    state = act(state, 0, "play black-market-red")
    assert asked(state) == ((0,), "search")
    assert set(texts(state, 0)) == {
        "buy author discard", "take author discard", "take judge discard", "put-back author", "put-back judge",
    }  # fmt: skip
    assert clock(state, 0) == "put-back author"


def test_the_money_collector() -> None:
    """DEC-9, BANQ-MONEY: in the own turn any card of tableau or hand whose half price can be paid, with the card to replace;
    nobody passes."""
    own = seat(rubles=8, hand=["money-collector", "author"], display=["market-fish"])
    state = position(
        sets=BANQUET, upper=["library", "academy", "catherine-palace"], lower=["judge"], seats=[own, seat()], turn=0
    )
    state = act(state, 0, "play money-collector")
    assert asked(state) == ((0,), "money-collector")
    assert set(texts(state, 0)) == {
        "buy library half", "buy judge lower half", "play author half", "buy catherine-palace half over market-fish",
    }  # fmt: skip
    assert clock(state, 0) in texts(state, 0)


def test_the_double_move() -> None:
    """DEC-10, BANQ-DOUBLE: in the own turn two actions, each buy, take, play from the hand or pass. The clock passes."""
    own = seat(hand=["double-move", "author"], display=["observatory"])
    state = position(sets=BANQUET, upper=["library"], lower=["judge"], seats=[own, seat()], turn=0)
    state = act(state, 0, "play double-move")
    wanted = {"buy library", "take library", "buy judge lower", "take judge lower", "play author", "pass"}
    assert asked(state) == ((0,), "double-move")
    assert set(texts(state, 0)) == wanted
    assert clock(state, 0) == "pass"
    state = act(state, 0, "buy library")
    assert asked(state) == ((0,), "double-move")
    assert asked(act(state, 0, "pass")) == ((1,), "turn")


def test_the_parasite() -> None:
    """DEC-11, BANQ-PARA: in the own turn a card of another display with a value of at least 1, and the currency."""
    seats = [
        seat(hand=["parasite"], display=["judge"]),
        seat(display=["author", "warehouse"]),
        seat(display=["controller"]),
    ]
    state = position(sets=BANQUET, upper=["library"], seats=seats, turn=0)
    state = act(state, 0, "play parasite")
    assert asked(state) == ((0,), "parasite")
    assert set(texts(state, 0)) == {
        "parasite seat-1 author rubles", "parasite seat-2 controller rubles", "parasite seat-2 controller points",
    }  # fmt: skip
    assert clock(state, 0) == "parasite seat-2 controller points"


def test_the_jester_and_the_banquet() -> None:
    """DEC-12, BANQ-JEST, BANQ-BANQ: in the own turn an own card that pays rubles and points; none else, and no default."""
    own = seat(hand=["jester", "banquet"], display=["judge", "author", "theater", "controller"])
    state = position(sets=BANQUET, upper=["library"], seats=[own, seat(display=["judge"])], turn=0)
    laying = {text for text in texts(state, 0) if " on " in text}
    assert laying == {
        f"play {purple} on {card}" for purple in ("jester", "banquet") for card in ("judge", "controller")
    }
    assert clock(state, 0) == "pass"


def test_away_with_it() -> None:
    """DEC-13, BANQ-AWAY: in the own turn an own hand card that is not purple."""
    own = seat(hand=["away-with-it-red", "golden-donkey", "author"])
    state = position(sets=BANQUET, upper=["library"], seats=[own, seat()], turn=0)
    away = [text for text in texts(state, 0) if "away-with-it" in text]
    assert away == ["play away-with-it-red discarding author"]


def test_the_thief() -> None:
    """DEC-14, BANQ-THIEF: out of turn, right after the refill, its holder: no, or a card of the tableau with buy or take.
    The clock says no; so does the preset, which is offered to the holder only."""
    state = position(
        sets=BANQUET, phase="building", upper=["library"], seats=[seat(), seat(hand=["thief"], rubles=4)], turn=0,
        piles={"noble": ["author", "judge"]}, start={"building": 0, "noble": 0},
    )  # fmt: skip
    assert [one.name for one in engine.presets_for(state, 1)] == ["thief"]
    assert engine.presets_for(state, 0) == ()
    state = pass_on(state)
    assert asked(state) == ((1,), "thief")
    cards = ("author", "judge", "library")
    assert set(texts(state, 1)) == {"thief no", "thief buy author", *(f"thief take {card}" for card in cards)}
    assert clock(state, 1) == "thief no"
    assert (preset(state, 1), preset(state, 1, thief="ask"), preset(state, 1, thief="no")) == (None, None, "thief no")
    assert asked(act(state, 1, "thief no")) == ((0,), "turn")


def test_an_event() -> None:
    """DEC-15, EVT-3: in the own turn before the action each event that can be carried out; the action follows. The clock uses
    none."""
    state = position(sets=EVENTS, upper=["library"], discard=["author"], seats=[seat(), seat()], turn=0)
    events = {text.split()[1] for text in texts(state, 0) if text.startswith("event ")}
    assert events == {"twin", "sponsor", "ghost", "new-luck", "warehouse", "grabber"}
    assert clock(state, 0) == "pass"
    state = act(state, 0, "event sponsor")
    assert asked(state) == ((0,), "turn")
    assert not [text for text in texts(state, 0) if text.startswith("event ")]
    assert asked(act(state, 0, "pass")) == ((1,), "turn")


def test_the_twin() -> None:
    """DEC-16, EVT-TWIN: when the new card has been seen every way that acquires both, one step after the other; without one
    both are discarded unasked. The clock plays the first way."""
    piles = {"noble": ["judge", "author"]}
    state = position(sets=EVENTS, phase="noble", upper=["author"], piles=piles, seats=[seat(rubles=20), seat()], turn=0)
    state = act(state, 0, "event twin")
    assert asked(state) == ((0,), "twin")
    assert set(texts(state, 0)) == {"buy author", "take author", "take judge twin", "buy judge twin"}
    assert clock(state, 0) == texts(state, 0)[0]
    state = act(state, 0, "take judge twin")
    assert (asked(state), set(texts(state, 0))) == (((0,), "twin"), {"buy author", "take author"})
    poor = seat(rubles=1, hand=["library", "library", "academy"])
    state = position(sets=EVENTS, phase="noble", upper=["author"], piles=piles, seats=[poor, seat()], turn=0)
    assert asked(act(state, 0, "event twin")) == ((0,), "turn")


def test_the_ghost() -> None:
    """DEC-17, EVT-GHOST: in the own turn any card of the tableau, in either row."""
    state = position(
        sets=EVENTS, phase="noble", upper=["author", None, "judge"], lower=["library"], seats=[seat(), seat()], turn=0
    )
    ghosts = {text for text in texts(state, 0) if text.startswith("event ghost")}
    assert ghosts == {"event ghost author", "event ghost judge", "event ghost library lower"}


def scored_building(display: tuple[str, ...], rubles: int, **more: object) -> State:
    """A Building phase in which everybody has passed; seat 1 has what is to be decided, the Cathedral lies with seat 2."""
    state = position(
        sets=("module-2",), upper=["library"], start=2,
        seats=[seat(), seat(rubles=rubles, display=display), seat()], **more,
    )  # type: ignore[arg-type]  # fmt: skip
    return pass_on(state)


def test_the_pub() -> None:
    """DEC-18, CARD-PUB: after the Building scoring, in order from the Cathedral, 0 to 5 points for each Pub as the money
    goes. The clock buys none; who can afford nothing is not asked."""
    state = scored_building(("pub",), 7)
    assert asked(state) == ((1,), "pub")
    assert texts(state, 1) == ["pub 0", "pub 1", "pub 2", "pub 3"]
    assert clock(state, 1) == "pub 0"
    assert engine.phase_key(scored_building(("pub",), 1)) == "2:noble"
    both = position(upper=["library"], start=2, seats=[seat(display=["pub"]), seat(), seat(display=["pub"])])
    both = pass_on(both)
    assert asked(both) == ((2,), "pub")
    assert asked(act(both, 2, "pub 0")) == ((0,), "pub")


def test_the_trading_house() -> None:
    """DEC-19, M2-TRADE: in the same answer as the Pub; a preset says yes or no where the Pub has nothing to sell, the clock
    no, and who cannot afford it is not asked."""
    state = scored_building(("pub", "trading-house"), 8)
    assert texts(state, 1) == [
        "pub 0", "pub 1", "pub 2", "pub 3", "pub 4", "pub 0 trade", "pub 1 trade", "pub 2 trade",
    ]  # fmt: skip
    assert clock(state, 1) == "pub 0"
    assert preset(state, 1, trading_house="yes") is None
    alone = scored_building(("trading-house",), 5)
    assert (asked(alone), texts(alone, 1)) == (((1,), "pub"), ["pub 0", "pub 0 trade"])
    answers = [preset(alone, 1, trading_house=value) for value in ("ask", "yes", "no")]
    assert answers == [None, "pub 0 trade", "pub 0"]
    assert engine.phase_key(scored_building(("trading-house",), 2)) == "2:noble"


def test_the_trading_guild() -> None:
    """DEC-20, GUILD: preset in the action part of the Building phase; without one the last choice, at first 4 points. Nobody
    has to be waited for."""
    before = position(sets=("module-2",), upper=["library"], seats=[seat(display=["trading-guild"]), seat()], turn=0)
    (offered,) = engine.presets_for(before, 0)
    assert (offered.name, offered.default) == ("trading-guild", "0/4")
    assert offered.values == ("0/4", "1/3", "2/2", "3/1", "4/0")
    assert engine.presets_for(before, 1) == ()
    state = pass_on(before)
    assert asked(state) == ((0,), "guild")
    assert texts(state, 0) == ["guild 0 4", "guild 1 3", "guild 2 2", "guild 3 1", "guild 4 0"]
    assert (clock(state, 0), preset(state, 0)) == ("guild 0 4", "guild 0 4")
    assert preset(state, 0, trading_guild="3/1") == "guild 3 1"
    later = act(state, 0, "guild 3 1")
    assert "3/1" in displayed(later, 0)[0]


def test_the_impostor() -> None:
    """DEC-21, IMPO: preset in the action part of the Noble phase for each Impostor; unmarked means pay. Those that cannot be
    paid go by themselves."""
    before = position(
        sets=("module-2",), phase="noble", upper=["library"], turn=0,
        seats=[seat(rubles=3, display=["impostor", "impostor"]), seat()],
    )  # fmt: skip
    offered = engine.presets_for(before, 0)
    assert [(one.name, one.values, one.default) for one in offered] == [
        (f"impostor-2-{number}", ("pay", "dismiss"), "pay") for number in (1, 2)
    ]
    state = pass_on(before)
    assert (asked(state), texts(state, 0)) == (((0,), "impostor"), ["pay impostor", "dismiss impostor"])
    assert (clock(state, 0), preset(state, 0)) == ("pay impostor", "pay impostor")
    assert preset(state, 0, impostor_2_1="dismiss") == "dismiss impostor"
    second = act(state, 0, "dismiss impostor")
    assert preset(second, 0, impostor_2_1="dismiss") == "pay impostor"
    poor = position(
        sets=("module-2",),
        phase="noble",
        upper=["library"],
        seats=[seat(rubles=0, display=["impostor"]), seat()],
        turn=0,
    )
    poor = pass_on(poor)
    assert (engine.phase_key(poor), displayed(poor, 0)) == ("2:exchange", [])


def test_upkeep() -> None:
    """DEC-22, MKT-20 to MKT-22: in the Market scoring, in order from the Sack, pay or give up for each orange card. The clock
    pays; what cannot be paid is given up unasked."""
    seats = [
        seat(rubles=9, display=["special-fish-card"]),
        seat(rubles=1, display=["special-apple-card"]),
        seat(rubles=9, display=["special-chicken-card", "special-grain-card"]),
    ]
    state = position(sets=("market",), phase="market", upper=["library"], seats=seats, start=1)
    state = pass_on(state)
    assert displayed(state, 1) == []
    assert asked(state) == ((2,), "upkeep")
    assert texts(state, 2) == ["keep special-chicken-card", "give-up special-chicken-card"]
    assert clock(state, 2) == "keep special-chicken-card"
    state = act(state, 2, "give-up special-chicken-card")
    assert texts(state, 2) == ["keep special-grain-card", "give-up special-grain-card"]
    state = act(state, 2, "keep special-grain-card")
    assert (asked(state), state.rubles(2)) == (((0,), "upkeep"), 7)


def hurdled(bonus: str, points: int, display: tuple[str, ...], phase: str = "noble") -> State:
    """Everybody has passed; seat 0 goes beyond space 10, on which this hurdle stands."""
    state = position(
        sets=("market", "hurdles"), phase=phase, upper=["library"], turn=0,
        seats=[seat(points=points, display=display), seat()],
        remembered={"hurdles": Course((bonus, "real-nobles", *OTHERS), ((), ()))},
    )  # fmt: skip
    return pass_on(state)


def test_the_bonus_of_a_hurdle() -> None:
    """DEC-23, HURD-18: whenever a gain triggers it, here in a scoring: rubles or points for the markers, or a card and the
    currency. The clock takes points unless they would be lost."""
    state = hurdled("bonus-market", 9, ("controller", "market-fish"))
    assert asked(state) == ((0,), "hurdle")
    assert set(texts(state, 0)) == {"bonus rubles", "bonus points"}
    assert clock(state, 0) == "bonus points"
    state = hurdled("bonus-card", 9, ("controller", "author"))
    assert set(texts(state, 0)) == {"bonus rubles controller", "bonus points controller", "bonus rubles author"}
    assert clock(state, 0) == "bonus points controller"
    assert asked(act(state, 0, "bonus rubles controller"))[1] == "turn"


def test_passes_ordered_before() -> None:
    """DEC-24, UI-1 to UI-4: an ordered pass is an ordinary move of the own turn; it is for one action part, whose token changes
    with it, never answers another question, and is woken by what others do at the tableau."""
    state = position(upper=["author", "market"], seats=[seat(hand=["judge"]), seat(display=["pub"])], turn=0)
    key = engine.phase_key(state)
    taken = engine.apply(state, 0, engine.parse_move("take market", state))
    assert engine.wakes(taken.entries, 1)
    assert not engine.wakes(taken.entries, 0)
    played = engine.apply(state, 0, engine.parse_move("play judge", state))
    assert not engine.wakes(played.entries, 1)
    assert engine.phase_key(taken.state) == key
    scored = pass_on(state)
    assert asked(scored) == ((1,), "pub")
    assert "pass" not in texts(scored, 1)
    assert engine.phase_key(act(scored, 1, "pub 0")) != key


def test_the_order() -> None:
    """DEC-25, ORD-B: in step 2 of the final scoring all are asked at once, each for one of its three; the clock chooses what
    gives most now."""
    options = engine.Options(edition=2, players=3, sets=("market", "orders"))
    state = engine.new_game(options, engine.make_deal(options, bytes(32)))
    while asked(state)[1] != "order":
        one = engine.waiting_for(state)[0]
        state = act(state, one, clock(state, one))
    assert asked(state) == ((0, 1, 2), "order")
    assert all(len(texts(state, one)) == 3 for one in range(3))
    mine = engine.view_for(state, 1).extras["orders"]["mine"]
    assert {f"order {one['order']}" for one in mine} == set(texts(state, 1))
    best = max(one["points"] for one in mine)
    assert best == next(one["points"] for one in mine if f"order {one['order']}" == clock(state, 1))
    state = act(state, 1, texts(state, 1)[0])
    assert asked(state) == ((0, 2), "order")


def test_confirm_or_take_back() -> None:
    """DEC-26, UI-15: before a move is confirmed it is known whether it would uncover something hidden; a state is a value, so
    what was not confirmed can be taken back."""
    state = position(upper=["library", "author"], seats=[seat(display=["observatory"]), seat()], turn=0)
    moves = {text: engine.parse_move(text, state) for text in ("buy library", "draw noble", "pass")}
    assert [engine.apply(state, 0, move).reveals for move in moves.values()] == [False, True, False]
    tried = act(state, 0, "buy library")
    assert (displayed(tried, 0), in_hand(tried, 0)) == (["observatory", "library"], [])
    assert displayed(state, 0) == ["observatory"]
    assert asked(state) == ((0,), "turn")
    assert act(state, 0, "buy library") == tried
