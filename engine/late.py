"""What is worth a word beside a move: what comes too late to pay back, what a purchase gives up, and turns in which only a pass
is left.

What is said is never too little (tests/engine/test_late.py follows such cards to the end of random games). So nothing is said

- before the last round: how many scorings are left is not known (END-1);
- with sets in which a card counts in ways of its own: orders and hurdles count cards, purple cards lie on cards, copy and
  remove them, events let them score again;
- of a card that puts anything into the facts beside its income, but for market symbols after the last market square;
- where a card that may still come would make it pay points, or enough rubles: one that pays for each card of a kind;
- where an Exchange card could be laid over it that still pays, or that is one more different Noble at the end; nor of such
  Nobles themselves, whose names count.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.core import Move, Rules, State
from engine.guess import guess
from engine.offers import legal_moves
from engine.options import Options
from engine.player import Player, Seat, income
from engine.round import FinalStep, Payday, Refill
from engine.rulebook import Rulebook, whole
from engine.scoring import different
from engine.view import View


@dataclass(frozen=True, slots=True)
class Loss:
    """What every scoring of a group pays less from now on; both are 0 or more."""

    group: str
    phase: str
    rubles: int
    points: int


def losses(state: State, seat: Seat, move: Move) -> tuple[Loss, ...]:
    """What the seat gives up at every scoring by this legal move that replaces a card: points or rubles, group by group. Where
    no scoring of the group is left there is nothing to lose."""
    if move.over is None:
        return ()
    found = []
    for phase, group, rubles, points in income_changes(
        state.rules, state.players[seat], resolved(state, seat, move).players[seat]
    ):
        if (rubles < 0 or points < 0) and scorings_left(state, group) != 0:
            found.append(Loss(group, phase, max(-rubles, 0), max(-points, 0)))
    return tuple(found)


def scorings_left(state: State, group: str) -> int | None:
    """How often a group will still be scored: known in the last round (END-1), None before."""
    if not state.ending:
        return None
    ahead = whole(state).program(state.round)[state.step :]
    return sum(isinstance(step, Payday) and step.group == group for step in ahead)


def resolved(state: State, seat: Seat, move: Move) -> State:
    """The position right after the move, before anything follows from it: no scoring, no refill. The same is still asked, for a
    view needs a question."""
    s = state.fork()
    s.agenda = s.agenda[:-1]
    s._legal = None
    state.agenda[-1].resolve(s, seat, move, None)
    s.agenda = state.agenda
    return s


def final_points(state: State, seat: Seat) -> dict[str, tuple[int, int]]:
    """How many count and what points the final scoring would give the seat for them as it stands, by the names of its steps
    (END-11, END-13, END-14)."""
    steps = (step for step in whole(state).program(state.round) if isinstance(step, FinalStep))
    return {step.name: step.settle(state, seat)[::2] for step in steps if step.name in ("nobles", "rubles", "hand")}


def income_changes(rules: Rules, before: Player, after: Player) -> Iterator[tuple[str, str, int, int]]:
    """Phase, group and how much more or less rubles and points its scoring pays, of the groups where that changes."""
    for phase in rules.phases:
        if phase.group:
            rule = rules.incomes[phase.group]
            old, new = income(rule, before.facts), income(rule, after.facts)
            if old != new:
                yield phase.name, phase.group, new[0] - old[0], new[1] - old[1]


@dataclass(frozen=True, slots=True)
class Return:
    """What a purchase costs, what its income brings back before the game ends, and at how many scorings."""

    phase: str
    price: int
    rubles: int
    scorings: int


def too_late(state: State, seat: Seat, move: Move) -> Return | None:
    """What a card of the tableau brings back, where it does nothing but pay rubles and can pay less than it costs; None where it
    pays back, gives points, has another use, or where that is not known."""
    rules = whole(state)
    if not state.ending or not all(part.counts_by_facts for part in rules.parts):
        return None
    if move.kind != "buy" or move.card is None or move.source not in ("upper", "lower"):
        return None
    before, after = state.players[seat], resolved(state, seat, move).players[seat]
    changed = {slot for slot, (old, new) in enumerate(zip(before.facts, after.facts, strict=True)) if old != new}
    if changed - set(_harmless(state, rules)) or after.points != before.points:
        return None
    group = rules.group[rules.row_of[move.card]]
    if (group == "red" and move.over) or _may_be_replaced_well(state, rules, seat, group):
        return None
    if rules.noble_points(different(rules, after, "red")) > rules.noble_points(different(rules, before, "red")):
        return None
    price, back, times, last = before.rubles - after.rubles, 0, 0, ""
    for phase, scored, rubles, points in income_changes(rules, before, after):
        left = scorings_left(state, scored) or 0
        if points * left > 0:
            return None
        back, times, last = back + rubles * left, max(times, left), phase
    more = _may_come(state, rules, before, after)
    if more is None or back + more >= price:
        return None
    return Return(last or state.phase, price, back, times)


def _harmless(state: State, rules: Rulebook) -> Iterator[int]:
    """The facts that incomes are made of, those that make more of the same cheaper, and those that nothing reads any more."""
    for rule in rules.incomes.values():
        yield from (rule.rubles, rule.points)
        for per, count in (*rule.rubles_per, *rule.points_per):
            yield from (per, count)
    yield from (slot for name, slot in rules.slots.items() if name.startswith(("named ", "count ")))
    ahead = rules.program(state.round)[state.step :]
    if not any("at" in step.counts for step in ahead):
        yield from rules.slots_of("at")


def _may_be_replaced_well(state: State, rules: Rulebook, seat: Seat, group: str) -> bool:
    """Could an Exchange card come to this seat that replaces a card of the group and still brings something? In the Building phase
    there are ways to any card of a pile (CARD-OBS-1, M2-DEBT-1), and its own cards are scored after it."""
    if group != "red" and not scorings_left(state, group):
        return False
    ahead = rules.program(state.round)[state.step :]
    is_dealt = any(isinstance(step, Refill) and step.phase == "exchange" for step in ahead)
    if group == "blue" or (group == "red" and is_dealt):
        return True
    player = state.players[seat]
    return any(
        row and rules.exchange[row] and rules.group[row] == group for row in (*state.upper, *state.lower, *player.hand)
    )


def _may_come(state: State, rules: Rulebook, before: Player, after: Player) -> int | None:
    """The rubles that cards of others than this seat's display could make the new card pay; None where it could be points."""
    rubles = 0
    for rule in rules.incomes.values():
        left = scorings_left(state, rule.group) or 0
        if left and any(_more(rules, before, after, pair) for pair in rule.points_per):
            return None
        rubles += left * sum(_more(rules, before, after, pair) for pair in rule.rubles_per)
    return rubles


def _more(rules: Rulebook, before: Player, after: Player, pair: tuple[int, int]) -> int:
    """What a pair (per card, how many cards) would pay more for the new card if all other cards of the game came."""
    per, count = pair
    gained = after.facts[count] - before.facts[count]
    return gained * (rules.most(rules.facts[per]) - after.facts[per]) if gained > 0 else 0


def only_move(view: View) -> Move | None:
    """The one move that the asked player can make, None where there is a choice. What this view does not show has no part in the
    answer.

    Only where hands and rubles are open (INFO-2): else it would tell what they allow. Not of a drawn card, which only its player
    sees.
    """
    if view.over or view.question is None or view.question.kind == "drawn" or len(view.asked) != 1:
        return None
    if not Options.from_dict(view.options).open_hands:
        return None
    moves = legal_moves(guess(view, Random(0)), view.asked[0])
    return moves[0] if len(moves) == 1 else None
