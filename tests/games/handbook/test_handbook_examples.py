"""Every figure of every example of the players' rules, computed by the engine. An example is known by its name."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

import engine
from engine.expansions.market import positions, value_tile
from engine.expansions.orders import points_of
from games.handbook.library import LANGUAGES, pages
from games.handbook.reader import Example
from tests.builders import act, displayed, pass_on, play, position, price, seat
from tests.engine.examples.stories import all_pass, deal_of, gains, opened, scored
from tests.engine.expansions.hurdles.stories import at
from tests.engine.expansions.hurdles.stories import gains as hurdle_gains
from tests.engine.expansions.hurdles.stories import told as hurdles_told
from tests.engine.expansions.test_five import TOKENS, passed_to
from tests.engine.expansions.test_five import options as five

BASE2 = engine.Options(edition=2, players=2)
Figures = list[int]


def cost(card: str, edition: int = 2, *sets: str) -> int:
    return engine.card(engine.Options(edition=edition, players=2, sets=sets), card).cost


def sum_of(
    card: str, display: Sequence[str], over: str = "", *, row: str = "upper", edition: int = 2, sets: Sequence[str] = ()
) -> Figures:
    """The terms of a price without signs, and the price at the end: 20 - 1 - 1 - 1 = 17. It is really paid."""
    rows = {"lower": [card], "upper": ["academy"]} if row == "lower" else {"upper": [card, "academy"]}
    mine = seat(rubles=60, display=display)
    state = position(edition=edition, sets=sets, seats=[mine, seat()], **rows)
    move = f"buy {card}{' lower' if row == 'lower' else ''}{f' over {over}' if over else ''}"
    terms = engine.explain(state, 0, engine.parse_move(move, state))
    paid = 60 - act(state, 0, move).rubles(0)
    assert sum(term.amount for term in terms) == paid == price(state, 0, card, row, over or None)
    return [*(abs(term.amount) for term in terms if term.kind != "minimum"), paid]


def paid(*what: object, **how: object) -> int:
    return sum_of(*what, **how)[-1]  # type: ignore[arg-type]


def first_workers() -> Figures:
    state = opened(BASE2, {"worker": ["lumberjack"] * 2 + ["gold-miner"] * 2})
    first = act(state, 0, "buy lumberjack")
    second = play(first, "1 buy gold-miner", "0 buy lumberjack")
    end = act(second, 1, "buy gold-miner")
    costs = [25 - first.rubles(0), first.rubles(0) - second.rubles(0)]
    income = end.rubles(0) - second.rubles(0)
    assert second.phase == "worker"
    return [*costs, income // 2, 25, *costs, income, end.rubles(0)]


def passing() -> Figures:
    state = position(players=3, upper=["market", "pub", "academy"], seats=[seat() for _ in range(3)])
    waiting = play(state, "0 pass", "1 buy market", "2 pass", "0 pass")
    assert (waiting.passes, waiting.phase, engine.waiting_for(waiting)) == (2, "building", (1,))
    over = act(waiting, 1, "pass")
    assert over.phase == "noble"
    return [waiting.passes, waiting.passes + 1]


def theater() -> Figures:
    return [cost("theater"), *sum_of("theater", ["theater", "carpenter-workshop"], row="lower")]


def lumberjacks() -> Figures:
    state, spent = position(phase="worker", players=1, upper=["lumberjack"] * 6, seats=[seat()]), []
    for _ in range(5):
        after = act(state, 0, "buy lumberjack")
        spent.append(state.rubles(0) - after.rubles(0))
        state = after
    return spent


def palace() -> Figures:
    before, after = gains(["market"], "building"), gains(["catherine-palace"], "building")
    sums = sum_of("catherine-palace", ["market"], "market")
    return [cost("catherine-palace"), cost("market"), *sums, after[1], after[0], before[1]]


def senator() -> Figures:
    return [cost("senator"), cost("controller"), paid("senator", ["controller"], "controller")]


def green_pays() -> Figures:
    single = [gains([card], "worker")[0] for card in ("shepherd", "fur-shop")]
    cards = ["shepherd", "fur-shop", "customs-house"]
    return [*single, *gains(cards, "worker"), gains(cards, "building")[1]]


def pub() -> Figures:
    state = pass_on(position(upper=["academy"], seats=[seat(rubles=13, display=["pub"]), seat()]))
    question = engine.question_for(state, 0)
    assert question is not None
    after = act(state, 0, f"pub {question.maximum}")
    return [13, after.points(0), 13 - after.rubles(0), after.rubles(0)]


def potemkin() -> Figures:
    sums = sum_of("st-isaacs-cathedral", ["potemkin-village"], "potemkin-village")
    village = cost("potemkin-village")
    return [cost("st-isaacs-cathedral"), village, *sums, village + sums[-1]]


def mariinski() -> Figures:
    nobles = ["author", "author", "judge", "controller"]
    second = gains([*nobles, "mariinski-theater"], "building")
    first = gains([*nobles, "mariinski-theater"], "building", 1)
    assert (second[0], first[1]) == (0, 0)
    return [len(nobles), second[1], first[0]]


def last_cards() -> Figures:
    lying = ["author", "author", "judge", "controller"]
    state = pass_on(position(phase="worker", upper=lying, piles={"building": 3}))
    cards = sum(1 for row in (*state.upper, *state.lower) if row)
    assert (state.phase, state.ending) == ("building", True)
    return [state.rules.target - len(lying), cards - len(lying), cards]


def adding_up() -> Figures:
    mine = seat(
        points=61, rubles=27, hand=["academy"], display=["author", "author", "administrator", "judge", "senator"]
    )
    end = pass_on(position(phase="exchange", upper=["library"], ending=True, seats=[mine, seat()]))
    score = engine.final_scores(end)[0]
    count, nobles = score.nobles
    _tens, points, left = score.rubles
    hand = -score.hand[1]
    return [61, count, nobles, 27, points, left, hand, 61, nobles, points, hand, score.total]


def market(**wishes: object) -> engine.State:
    return position(sets=("market",), **{"phase": "market", "upper": ["chick"], **wishes})  # type: ignore[arg-type]


def up_and_down() -> Figures:
    cards = ["caviar", "fish"]
    state = market(phase="building", upper=["market-fish", "bank"], seats=[seat(rubles=60, display=cards), seat()])
    bought = play(state, "0 buy market-fish", "1 pass")
    replaced = act(bought, 0, "buy bank over market-fish")
    fish = [positions(one, "fish")[0] for one in (state, bought, replaced)]
    return [*fish, positions(replaced, "sack")[0]]


def square() -> Figures:
    fish = [seat(display=cards) for cards in (["caviar", "fish"], ["fish-basket"], ["fish", "market-fish"])]
    apples = [seat(display=cards) for cards in (["apple"], ["apple-orchard"], ["apple-crate", "apple"])]
    found: Figures = []
    for kind, seats in (("fish", fish), ("apple", apples)):
        state = market(round=3, seats=seats)
        end = pass_on(state)
        stand, points = positions(state, kind), [end.points(one) for one in range(3)]
        if kind == "fish":
            found += [*stand, 3, *value_tile(3), *points]
        else:
            assert stand[1] == stand[2]
            found += [stand[1], stand[0], *points]
    return found


def upkeep() -> Figures:
    mine = seat(rubles=10, display=["special-fish-card"])
    state = pass_on(market(round=2, seats=[mine, seat()]))
    kept = act(state, 0, next(str(move) for move in engine.legal_moves(state, 0) if str(move) != "keep none"))
    assert displayed(kept, 0) == ["special-fish-card"]
    return [2, 10 - kept.rubles(0), kept.points(0), 5, value_tile(5)[0]]


def half_price() -> Figures:
    mine = seat(rubles=60, display=["theater"], hand=["money-collector"])
    state = position(sets=("market", "banquet"), upper=["theater"], seats=[mine, seat()])
    terms = sum_of("theater", ["theater"])
    collecting = act(state, 0, "play money-collector")
    half = 60 - act(collecting, 0, "buy theater half").rubles(0)
    return [*terms, half]


def swapped() -> Figures:
    found = []
    for marks in ("", " jester", " banquet", " banquet, jester"):
        mine = seat(display=[f"judge{marks}"])
        state = position(sets=("banquet",), phase="noble", upper=["academy"], seats=[mine, seat()])
        _, rubles, _, points = scored(all_pass(state)[1])[0]
        found += [rubles, points]
    return found


def another_front() -> Figures:
    sets = ("banquet",)
    first = sum_of("potemkin-village-3-8", ["potemkin-village"], sets=sets)
    return [*first, *sum_of("st-isaacs-cathedral", ["potemkin-village-3-8"], "potemkin-village-3-8", sets=sets)]


def carpets() -> Figures:
    cards = ["shepherd", "shepherd", "weaving-mill", "czar-and-carpenter"]
    mine = seat(display=[*cards, "textile-factory"])
    state = position(sets=("module-2",), upper=["academy"], seats=[mine, seat()])
    return [cards.count("shepherd"), len(cards), scored(all_pass(state)[1])[0][3]]


def impostors() -> Figures:
    mine = seat(rubles=0, display=["author", "impostor", "impostor"])
    state, _ = all_pass(position(sets=("module-2",), phase="noble", upper=["academy"], seats=[mine, seat()]))
    end = act(state, 0, "pay impostor")
    assert end.rubles(0) == 0
    return [2, cost("author") - 3, displayed(end, 0).count("impostor")]


def daughter() -> Figures:
    found: Figures = []
    for helpers in (("czars-daughter", "architect", "lawyer"), ("architect", "czars-daughter", "lawyer")):
        state = position(
            sets=("market", "helpers"),
            upper=["catherine-palace", "academy"],
            seats=[seat(rubles=60, display=["market-fish"]), seat(), seat()],
            remembered={"helpers": helpers},
        )
        terms = engine.explain(state, 0, engine.parse_move("buy catherine-palace over market-fish", state))
        paid = 60 - act(state, 0, "buy catherine-palace over market-fish").rubles(0)
        found += [*(abs(term.amount) for term in terms), paid] if not found else [paid]
    return [cost("catherine-palace"), cost("market"), *found]


def sponsor() -> Figures:
    sets = ("market", "events")
    state = position(sets=sets, phase="noble", upper=["judge"], seats=[seat(rubles=4) for _ in range(3)])
    after = act(state, 0, "event sponsor")
    assert after.rubles(1) == after.rubles(2)
    return [4, after.rubles(0) - 4, after.rubles(0), after.rubles(1)]


def two_orders() -> Figures:
    display = ["shepherd", "shepherd", "lumberjack", "fur-shop", "theater"]
    state = position(sets=("market", "orders"), upper=["academy"], seats=[seat(display=display), seat()])
    green, best = 3, gains(["theater"], "building")[1]
    seven, eleven, twelve = (points_of(state, 0, number) for number in (7, 11, 12))
    assert (seven, eleven, twelve) == (3 * green, 3 * best, 5 + len(display) // 4)
    return [2, len(display), green, 3, seven, 5, 1, 4, twelve, 3, best, eleven]


def present() -> Figures:
    mine = seat(rubles=0, points=8, display=["fur-shop", "bank", "senator"])
    after, log = hurdle_gains(at(mine, s10="bonus-exchange"), 4)
    ((_kind, rubles, points),) = [entry for entry in hurdles_told(log) if entry[0] == "hurdle-bonus"]
    assert after.rubles(0) == rubles
    return [8, 3, 4, 10, rubles, points, after.points(0)]


def stopped() -> Figures:
    mine = seat(points=17, display=["lumberjack", "gold-miner", "fur-trapper"])
    blocked, log = hurdle_gains(at(mine, s20="real-workers", upper=["shepherd", "academy"]), 6)
    ((_kind, lost),) = [entry for entry in hurdles_told(log) if entry[0] == "points-lost"]
    free = act(blocked, 0, "buy shepherd")
    after, _ = hurdle_gains(free, 2)
    return [20, 4, 3, 17, 6, blocked.points(0), lost, 2, after.points(0)]


def farm() -> Figures:
    sets = ("module-2", "good-company")
    sums = sum_of("kolkhoz", ["new-farmer"], "new-farmer", sets=sets)
    worker = next(card.id for card in engine.cards(engine.Options(sets=sets)) if card.key == "ship-builder")
    later = sum_of("wharf", ["kolkhoz", worker], worker, sets=sets)
    return [cost("kolkhoz", 2, *sets), cost("new-farmer", 2, *sets), *sums, *later]


def court() -> Figures:
    red = [card.id for card in engine.cards(engine.Options(sets=("module-2", "good-company"))) if card.group == "red"]
    found = []
    for count in (10, 12):
        nobles = list(dict.fromkeys(one.removesuffix("-extra") for one in red if "impostor" not in one))[:count]
        state = position(
            sets=("module-2", "good-company"),
            phase="exchange",
            upper=["library"],
            ending=True,
            seats=[seat(display=nobles), seat()],
        )
        assert engine.final_scores(pass_on(state))[0].nobles[0] == count
        found.append(engine.final_scores(pass_on(state))[0].nobles[1])
    return [12, found[0], found[1] - found[0], found[1]]


def sack() -> Figures:
    chosen = five(2, ("module-2", "good-company"))
    state = engine.new_game(chosen, deal_of(chosen, {}, TOKENS))
    before_round = passed_to(state, "exchange")
    second = passed_to(before_round, "worker", 2)
    return [27, state.points(0), state.rubles(1), state.points(1), second.points(2) - before_round.points(2)]


def cheap_czar() -> Figures:
    czar = "czar-and-carpenter"
    new = sum_of("weaving-mill", [czar], czar, edition=1, sets=("sp-plus",))
    old = sum_of("weaving-mill", [czar], czar, edition=1)
    return [cost(czar, 1, "sp-plus"), cost("weaving-mill", 1), *new, cost(czar, 1), old[-1]]


def quiet_start() -> Figures:
    state = opened(engine.Options(edition=2, players=1), {"worker": ["lumberjack", "gold-miner"]})
    bought = act(state, 0, "buy lumberjack")
    prices = [25 - bought.rubles(0), cost("gold-miner")]
    end = act(bought, 0, "buy gold-miner")
    income = end.rubles(0) - (25 - sum(prices))
    return [*prices, 25, sum(prices), income, end.rubles(0)]


COMPUTED: dict[str, Callable[[], Figures]] = {
    "first-workers": first_workers,
    "passing": passing,
    "theater": theater,
    "lumberjacks": lumberjacks,
    "palace": palace,
    "senator": senator,
    "green-pays": green_pays,
    "pub": pub,
    "potemkin": potemkin,
    "mariinski": mariinski,
    "last-cards": last_cards,
    "adding-up": adding_up,
    "up-and-down": up_and_down,
    "square": square,
    "upkeep": upkeep,
    "half-price": half_price,
    "swapped": swapped,
    "another-front": another_front,
    "carpets": carpets,
    "impostors": impostors,
    "daughter": daughter,
    "sponsor": sponsor,
    "two-orders": two_orders,
    "present": present,
    "stopped": stopped,
    "farm": farm,
    "court": court,
    "sack": sack,
    "cheap-czar": cheap_czar,
    "quiet-start": quiet_start,
}


def examples(language: str) -> dict[str, Example]:
    return {
        block.id: block for page in pages(language).values() for block in page.blocks() if isinstance(block, Example)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_computed_and_no_computation_is_left_over(language: str):
    assert list(examples(language)) == list(COMPUTED)


@pytest.mark.parametrize("name", COMPUTED)
def test_the_figures_of_an_example_are_those_of_the_engine(name: str):
    """All numbers of its text in both languages, apart from those in names of cards."""
    figures = COMPUTED[name]()
    for language in LANGUAGES:
        said = " ".join(text.text for text in examples(language)[name].texts)
        said = re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]\([^()]*\)", " ", said)  # cards and links
        assert Counter(map(int, re.findall(r"\d+", said))) == Counter(figures), (language, figures)
