"""What comes too late to pay back: told in figures, and never too little."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

import engine
from engine.player import income
from tests.builders import position, seat
from tests.engine.walks import Ply, random_deal, walk_from

MODULES = ("good-company", "module-2")


def late(state, text):
    found = engine.too_late(state, 0, engine.parse_move(text, state))
    return None if found is None else (found.price, found.rubles, found.scorings)


def last_round(phase, upper, own, **more):
    return position(phase=phase, upper=upper, seats=[own, seat()], ending=True, round=8, **more)


def test_in_the_last_round_it_is_known_what_a_card_of_rubles_alone_brings_back():
    """SEQ-5, END-1: a Worker bought in its phase pays once more, later never again."""
    own = seat(display=["market"])
    assert late(last_round("worker", ["ship-builder"], own), "buy ship-builder") == (7, 3, 1)
    assert late(last_round("building", ["ship-builder"], own), "buy ship-builder") == (7, 0, 0)
    early = position(phase="building", upper=["ship-builder"], seats=[own, seat()])
    assert late(early, "buy ship-builder") is None, "how many rounds there will be is not known"
    assert engine.scorings_left(early, "green") is None


def test_nothing_is_said_of_points_of_other_uses_and_of_new_nobles():
    own = seat(display=["author"])
    state = last_round("exchange", ["author", "judge", "market", "warehouse", "pub"], own)
    assert late(state, "buy author") == (3, 0, 0), "a second one of a name counts nothing in the end"
    assert late(state, "buy judge") is None, "a Noble of another name counts in the end (END-11)"
    assert late(state, "buy market") == (5, 0, 0), "its points come no more, either"
    assert [late(state, f"buy {card}") for card in ("warehouse", "pub")] == [None, None]
    assert late(last_round("building", ["market"], own), "buy market") is None, "it scores once more"


def test_nothing_is_said_where_a_card_that_may_come_makes_it_pay():
    """An Exchange card that replaces it, in a row or in the hand, or one that pays for each card of a kind."""
    duplicate = seat(display=["author"])
    assert late(last_round("exchange", ["author", "builder"], duplicate), "buy author") is None, (
        "one more different Noble"
    )
    holder = seat(display=["author"], hand=["builder"])
    assert late(last_round("exchange", ["author"], holder), "buy author") is None
    assert late(last_round("noble", ["author"], duplicate), "buy author") is None, "Exchange cards will be dealt"
    own = seat(display=["market"])
    assert late(last_round("worker", ["ship-builder", "carpenter-workshop"], own), "buy ship-builder") is None
    assert late(last_round("building", ["ship-builder", "carpenter-workshop"], own), "buy ship-builder") == (7, 0, 0)
    carpets = last_round("worker", ["shepherd"], own, sets=MODULES)
    assert late(carpets, "buy shepherd") is None, "the Textile Factory pays 2 points for each carpet"


def test_sets_whose_cards_act_by_facts_alone():
    """Symbols count as long as a market square is ahead; orders, hurdles, purple cards and events count cards otherwise."""
    own = seat(display=["theater"])
    assert late(last_round("building", ["chick"], own, sets=("market", "helpers")), "buy chick") == (5, 0, 0)
    assert late(last_round("worker", ["chick"], own, sets=("market",)), "buy chick") is None
    for name in ("orders", "hurdles", "banquet", "events"):
        assert late(last_round("building", ["lumberjack"], own, sets=("market", name)), "buy lumberjack") is None


@dataclass
class Watched:
    """A card of which was said that it comes too late: what it has paid since."""

    said: engine.Return
    seat: int
    row: int
    over: list[int]
    copies: int
    rubles: int = 0

    def pays(self, ply: Ply) -> None:
        """What the scorings between these two states pay for it and would not pay without it, with what it lies over."""
        rules, facts = ply.before.rules, ply.before.players[self.seat].facts
        without = list(facts)
        for slot, amount in rules.effects[self.row]:
            without[slot] -= amount
        for slot, amount in (effect for old in self.over for effect in rules.effects[old]):
            without[slot] += amount
        for group, rule in rules.incomes.items():
            left = [engine.scorings_left(state, group) if not state.is_over else 0 for state in (ply.before, ply.after)]
            if left[0] > left[1]:
                more = [one - other for one, other in zip(income(rule, facts), income(rule, without), strict=True)]
                self.rubles += more[0]
                assert more[1] == 0, "points"
                symbols = set(rules.slots_of("at")) & {slot for slot, _ in rules.effects[self.row]}
                assert group != "yellow" or not symbols, "the market square"

    def is_there(self, state: engine.State) -> bool:
        return Counter(state.players[self.seat].display)[self.row] >= self.copies

    def ends(self, state: engine.State) -> None:
        """It has paid what was said or a little more, and less than its price; and as a Noble it counts nothing."""
        assert self.said.rubles <= self.rubles < self.said.price
        nobles = [row for row in state.players[self.seat].display if state.rules.group[row] == "red"]
        kinds = Counter(state.rules.key[row] for row in nobles)
        alone = state.rules.group[self.row] == "red" and kinds[state.rules.key[self.row]] == 1
        assert state.rules.noble_points(len(kinds)) == state.rules.noble_points(len(kinds) - alone)


@pytest.mark.parametrize(
    ("edition", "players", "sets"),
    [(1, 2, ()), (1, 2, ("good-company",)), (2, 3, ()), (2, 2, MODULES), (2, 2, ("market", "helpers", *MODULES))],
)
def test_it_never_pays_back_what_was_said_to_come_too_late(edition, players, sets):
    """Random games to their end: every card that was bought in spite of the warning is followed."""
    options, rng, said = engine.Options(edition=edition, players=players, sets=sets), Random(7), 0
    while said < 12:
        watched: list[Watched] = []
        for ply in walk_from(engine.new_game(options, random_deal(options, rng)), rng):
            for one in watched:
                one.pays(ply)
            if ply.before.ending and (back := engine.too_late(ply.before, ply.seat, ply.move)):
                row = ply.before.rules.row_of[ply.move.card]
                old, new = (Counter(state.players[ply.seat].display) for state in (ply.before, ply.after))
                watched.append(Watched(back, ply.seat, row, list(old - new), new[row]))
                said += 1
            watched = [one for one in watched if one.is_there(ply.after)]
        for one in watched:
            one.ends(ply.after)
