"""What a display comes to, as orders and hurdles count it: cards by colour and name, Exchange cards, markers, and what
single cards are worth. Only what lies in the display counts, face down or not (ORD-D, ORD-G, HURD-11)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Rules
from engine.player import Player, Row
from engine.scoring import worth


def of_group(rules: Rules, player: Player, group: str) -> int:
    """Cards of a colour, Exchange cards and copies included."""
    return player.facts[rules.slot(f"count {group}")]


def exchange_cards(rules: Rules, player: Player, group: str = "") -> int:
    """Exchange cards, of one colour if it is given."""
    exchange, groups = rules.exchange, rules.group
    return len([row for row in player.display if exchange[row] and (not group or groups[row] == group)])


def of_names(rules: Rules, player: Player, keys: tuple[str, ...]) -> int:
    """Cards with one of these names."""
    return sum(rules.key[row] in keys for row in player.display)


def markers(rules: Rules, player: Player) -> list[int]:
    """The positions of the markers that stand on the market square, the best first, in full (MKT-7, MKT-26)."""
    facts = player.facts
    return sorted([facts[slot] for slot in rules.slots_of("at") if facts[slot] > 0], reverse=True)


def value(rules: Rules, facts: Sequence[int], row: Row) -> tuple[int, int]:
    """What one card of a display with these facts is worth by itself, in rubles and in points, whatever lies on it until
    the next scoring (M2-2)."""
    return worth(rules, facts, rules.lasting[row])


def values(rules: Rules, player: Player, group: str) -> list[tuple[int, int]]:
    """The same for all cards of a colour, in the order of the display."""
    return [value(rules, player.facts, row) for row in player.display if rules.group[row] == group]


def best_rubles(rules: Rules, player: Player, group: str) -> int:
    """The rubles of the best card of a colour; an Impostor alone gives 0, not -1 (HURD-13)."""
    return max([0, *(rubles for rubles, _ in values(rules, player, group))])


def best_points(rules: Rules, player: Player, group: str) -> int:
    """The points of the best card of a colour."""
    return max([0, *(points for _, points in values(rules, player, group))])
