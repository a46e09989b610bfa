"""What sets have in common: the selections they go with, and what a display comes to."""

from collections.abc import Sequence

from engine.core import Rules
from engine.errors import OptionsError
from engine.options import Options
from engine.player import Player, Row
from engine.scoring import worth


def needs_market(options: Options, name: str, title: str) -> None:
    """Raise OptionsError unless this is edition 2 with the Market; `name` begins the code, `title` the sentence."""
    if options.edition != 2:
        raise OptionsError(f"{name}-edition", f"{title} need the 2nd edition.", "COMBO-4")
    if "market" not in options.sets:
        raise OptionsError(f"{name}-market", f"{title} need the Market.", "COMBO-5")


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
