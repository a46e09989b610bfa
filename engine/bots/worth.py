"""What a position is worth to a seat, in points at the end of the game."""

from __future__ import annotations

from engine.bots.outlook import Outlook, Per, Prospects
from engine.core import State
from engine.player import Player, Row, Seat

BURDEN = 5.0
"""Points a card in the hand costs at the end (END-14)."""
NO_WAY = -99.0


def lead(prospects: Prospects, s: State, seat: Seat) -> float:
    """By how much a seat is ahead of the others: of what they may expect, or of what they have when the game is over."""
    if s.over:
        worths = [player.points + 0.01 * player.rubles for player in s.players]  # rubles decide ties (END-16)
    else:
        outlook = prospects.outlook(s)
        worths = [worth(outlook, s, one) for one in range(len(s.players))]
    others = worths[:seat] + worths[seat + 1 :]
    return worths[seat] - (sum(others) / len(others) if others else 0.0)


def worth(outlook: Outlook, s: State, seat: Seat) -> float:
    """Points that a seat may expect at the end: those it has, its income, its money, its Nobles, its hand."""
    prospects, player = outlook.prospects, s.players[seat]
    facts = player.facts
    total = float(player.points)
    for slot, unit in outlook.points:
        total += unit * facts[slot]
    for per in prospects.pers:
        if facts[per.slot] and not per.in_rubles:
            total += facts[per.slot] * counting(outlook, facts, per)
    if prospects.square.kinds:
        total += prospects.square.worth(s, seat, *outlook.square[:2])
    names = noble_names(prospects, player)
    total += outlook.nobles[len(names)]
    rubles = wealth(outlook, player)
    total += outlook.money(rubles)
    if player.hand:
        ruble = outlook.ruble(rubles)
        for place, row in enumerate(player.hand):
            total += in_hand(outlook, player, row, place, names, ruble)
    return total


def wealth(outlook: Outlook, player: Player) -> float:
    """Rubles in hand and to come, those to come as rubles of now."""
    facts = player.facts
    total = float(player.rubles)
    for slot, unit in outlook.rubles:
        total += unit * facts[slot]
    for per in outlook.prospects.pers:
        if facts[per.slot] and per.in_rubles:
            total += facts[per.slot] * counting(outlook, facts, per)
    return max(0.0, total)


def counting(outlook: Outlook, facts: list[int], per: Per) -> float:
    """What a card that pays for each card counted is worth, in points or rubles."""
    cards = facts[per.counted] + per.growth * outlook.rounds
    return cards * (outlook.payments if per.in_rubles else outlook.scorings)[per.group]


def noble_names(prospects: Prospects, player: Player) -> set[str]:
    """The names of the Nobles in a display (GLOSS-2)."""
    key, is_red = prospects.rules.key, prospects.is_red
    return {key[row] for row in player.display if is_red[row]}


def in_hand(outlook: Outlook, player: Player, row: Row, place: int, names: set[str], ruble: float) -> float:
    """What a card is worth as the `place`-th of a hand: its gain when it can be paid, or what it costs to keep it."""
    prospects = outlook.prospects
    rules, weights, facts = prospects.rules, prospects.weights, player.facts
    if not rules.for_sale[row]:
        return weights.unknown_card if outlook.rounds >= 1 else 0.0
    points, rubles = outlook.card_points, outlook.card_rubles
    cost = rules.cost[row] - facts[rules.cheaper[row]] - facts[rules.named[row]]
    gain = NO_WAY
    if rules.exchange[row]:
        for over in player.kinds:
            if over in prospects.overs[row]:
                price = cost - rules.value[over]
                found = points[row] - points[over] + ruble * (rubles[row] - rubles[over] - (price if price > 1 else 1))
                if found > gain:
                    gain = found
    else:
        gain = points[row] + ruble * (rubles[row] - (cost if cost > 1 else 1))
    if prospects.is_red[row] and rules.key[row] not in names:
        gain += outlook.noble_step(len(names))
    burden = -BURDEN * rules.burden[row] / (1 + outlook.rounds if outlook.rounds >= 1 else 1)
    return max(burden, weights.patience * gain - weights.dread * (1 + place))
