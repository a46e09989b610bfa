"""What a card costs its buyer (section 8), what a group pays, and what the end of the game is worth: as numbers for the walk,
and term by term for people (UI-10).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from engine.cards import CardId, Effect, Term
from engine.core import Move, Rules, State
from engine.immutable import Plain, made_by_hand
from engine.player import Player, Row, Seat


@made_by_hand
@dataclass(frozen=True, slots=True)
class IncomeTerm(Plain):
    """What one card of a display pays; `per` cards of a group are counted where it counts others."""

    card: CardId
    rubles: int
    points: int
    counted: int | None


@made_by_hand
@dataclass(frozen=True, slots=True)
class Income(Plain):
    """What a seat would get in the scoring of one group now; the terms add up to it (UI-12)."""

    group: str
    phase: str
    rubles: int
    points: int
    terms: tuple[IncomeTerm, ...]


def pays(rules: Rules, facts: Sequence[int], row: Row) -> tuple[int, int, int | None]:
    """Rubles and points that one card of a display would pay its owner at its scoring now, and how many cards it counts
    if it counts others (M2-2)."""
    own = rules.own_income[row]
    if own is None:
        return 0, 0, None
    rubles, points, counted = own.rubles, own.points, None
    for amount, count in own.rubles_per:
        rubles, counted = rubles + amount * facts[count], facts[count]
    for amount, count in own.points_per:
        points, counted = points + amount * facts[count], facts[count]
    return rubles, points, counted


def worth(rules: Rules, facts: Sequence[int], row: Row) -> tuple[int, int]:
    """What one card of a display is worth by itself, in rubles and in points, to an owner with these facts (M2-2).

    It is what the card would pay at its scoring now. Where its owner splits an amount between both currencies, each of
    the two values is the whole amount, for only one of them is ever asked for. Ask for the row without what other rules
    want ignored (a Jester, a Banquet).
    """
    rubles, points, _ = pays(rules, facts, row)
    own = rules.own_income[row]
    return (rubles, points) if own is None else (rubles + own.or_rubles, points + own.or_points)


def split(group: str, rubles: int, points: int) -> tuple[Effect, ...]:
    """The effects of an amount that its owner has split so between rubles and points, and could split otherwise."""
    facts = (f"rubles {group}", rubles), (f"points {group}", points)
    others = (f"or rubles {group}", points), (f"or points {group}", rubles)
    return tuple(effect for effect in (*facts, *others) if effect[1])


def is_split(rules: Rules, row: Row) -> bool:
    """Does the owner of this card split an amount between rubles and points? Then it has no own value in either."""
    own = rules.own_income[row]
    return own is not None and bool(own.or_rubles or own.or_points)


def without_points(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects of a card that never gives points, nor sells them: an amount to be split is paid in rubles, all else
    stays (BANQ-MONEY-3, BANQ-MONEY-6)."""
    kept: list[Effect] = []
    for fact, amount in effects:
        if fact.startswith("or rubles "):
            kept.append((fact.removeprefix("or "), amount))
        elif not fact.startswith(("points ", "or points ")):
            kept.append((fact, amount))
    return tuple(kept)


def explain_income(s: State, seat: Seat, group: str) -> Income:
    """The income of a group, card by card in the order of the display; cards that pay nothing are left out."""
    rules, player = s.rules, s.players[seat]
    terms: list[IncomeTerm] = []
    for row in player.display:
        if rules.group[row] == group:
            rubles, points, counted = pays(rules, player.facts, row)
            if rubles or points or counted is not None:
                terms.append(IncomeTerm(rules.ids[row], rubles, points, counted))
    phase = next(phase.name for phase in rules.phases if phase.group == group)
    return Income(group, phase, sum(t.rubles for t in terms), sum(t.points for t in terms), tuple(terms))


def noble_points(count: int) -> int:
    """Points for different Nobles: 1, 3, 6, ... 55 for ten or more (END-11)."""
    count = min(count, 10)
    return count * (count + 1) // 2


def different(rules: Rules, player: Player, group: str) -> int:
    """How many cards of different names a display has in a group (GLOSS-2)."""
    key, groups = rules.key, rules.group
    return len({key[row] for row in player.display if groups[row] == group})


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The final scoring of one seat. `nobles` is (different, points), `order` (which, points) where there are orders,
    `rubles` (tens, points, left), `hand` (cards, points); points are what the step changed, with all that it set off or
    lost. Equal places share a `rank` from 1 (END-17), and every seat of rank 1 has won (END-16)."""

    seat: Seat
    points_before: int
    nobles: tuple[int, int]
    rubles: tuple[int, int, int]
    hand: tuple[int, int]
    total: int
    rank: int
    winner: bool
    order: tuple[int, int] | None = None

    def to_json(self) -> dict[str, object]:
        """Plain JSON with the same names."""
        return {
            "seat": self.seat,
            "points_before": self.points_before,
            "nobles": list(self.nobles),
            "order": None if self.order is None else list(self.order),
            "rubles": list(self.rubles),
            "hand": list(self.hand),
            "total": self.total,
            "rank": self.rank,
            "winner": self.winner,
        }


def final_scores(state: State) -> tuple[FinalScore, ...]:
    """The final scoring by seat; empty while the game is not over (END-10 to END-18)."""
    if not state.over:
        return ()
    lines = {(line.step, line.seat): line for line in state.lines}
    keys = [(player.points, player.rubles) for player in state.players]
    scores: list[FinalScore] = []
    for seat, player in enumerate(state.players):
        own = [line for line in state.lines if line.seat == seat]
        nobles, tens, hand = (lines[step, seat] for step in ("nobles", "rubles", "hand"))
        order = lines.get(("order", seat))
        rank = 1 + sum(key > keys[seat] for key in keys)
        scores.append(
            FinalScore(
                seat,
                player.points - sum(line.points for line in own),
                (nobles.count, nobles.points),
                (tens.count, tens.points, player.rubles),
                (hand.count, hand.points),
                player.points,
                rank,
                rank == 1,
                None if order is None else (order.count, order.points),
            )
        )
    return tuple(scores)


def price_of(rules: Rules, facts: list[int], row: Row, reduction: int, over: Row) -> int:
    """The price of COST-12 for a player with these facts; `reduction` is that of the source, `over` the card
    replaced."""
    price = rules.cost[row] - reduction - facts[rules.cheaper[row]] - facts[rules.named[row]]
    if over:
        price -= rules.value[over]
    return price if price > 1 else 1


def explain_price(s: State, seat: Seat, row: Row, reduction: int, over: Row) -> tuple[Term, ...]:
    """The same price as named terms, from the same table: who put something into the facts that `price_of` reads."""
    rules = s.rules
    terms = [Term("printed", rules.cost[row], rules.ids[row], "COST-2")]
    if over:
        rule = "COST-2" if rules.value[over] == rules.cost[over] else "CARD-POT-1"
        terms.append(Term("replaces", -rules.value[over], rules.ids[over], rule))
    for card, amount, _ in contributions(s, seat, rules.named[row]):
        terms.append(Term("same-name", -amount, card, "COST-3"))
    if reduction:
        terms.append(Term("lower-row", -reduction, None, "COST-4"))
    for card, amount, rule in contributions(s, seat, rules.cheaper[row]):
        terms.append(Term("reduction", -amount, card, rule))
    short = 1 - sum(term.amount for term in terms)
    if short > 0:
        terms.append(Term("minimum", short, None, "COST-8"))
    return tuple(terms)


def contributions(s: State, seat: Seat, slot: int) -> list[tuple[CardId, int, str]]:
    """Who put something into a fact of this seat: each card of the display and each part that adds to facts, in order;
    and by which rule it makes cards cheaper, if it does."""
    rules = s.rules
    found = [
        (rules.ids[row], amount, "COST-5")
        for row in s.players[seat].display
        for fact, amount in rules.effects[row]
        if fact == slot
    ]
    for rule, facts_of in rules.facts_of_parts:
        for source, fact, amount in facts_of(s, seat):
            if rules.slots.get(fact) == slot:
                found.append((source, amount, rule))
    return found


@overload
def explain(state: State, seat: Seat, subject: Move) -> tuple[Term, ...]: ...
@overload
def explain(state: State, seat: Seat, subject: str) -> Income: ...
def explain(state: State, seat: Seat, subject: Move | str) -> tuple[Term, ...] | Income:
    """The price of a move for this seat, or its income of a group (green, blue, red), term by term.

    The terms of a price add up to it, whether the seat could pay it or not; a move that buys nothing has none. Raises
    KeyError for a group that is not scored.
    """
    if isinstance(subject, Move):
        return subject.terms(state, seat)
    if subject not in state.rules.incomes:
        raise KeyError(subject)
    return explain_income(state, seat, subject)
