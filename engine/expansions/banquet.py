"""Module 1, The Banquet (section 18): the part, and the Jester and the Banquet, which are laid on an own card that pays both
rubles and points until its next scoring is over. The Jester swaps the two values, the Banquet doubles both.

They are marks: the card with one or both of them is another row, whose income is the changed one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar, Final, TypedDict

from engine.acquire import turn_over
from engine.cards import Card, CardId, Effect, card_list
from engine.core import MoreMoves, Move, Rules, Source, State, Step
from engine.entries import Entry, Log
from engine.errors import CompositionError, OptionsError, Sentence
from engine.expansions import banquet_cards, banquet_rivals
from engine.expansions.banquet_cards import GROUP, NAME, PurpleCard, PurpleMove, to_box
from engine.immutable import entry
from engine.options import Options
from engine.part import CardMark, Preset, RulesPart
from engine.parts.search import SEARCH
from engine.player import Player, Row, Seat
from engine.round import Payday, Refill
from engine.scoring import worth

JESTER: Final = "jester"
BANQUET: Final = "banquet"
ATTACHED: Final = "attached"
"""A fact: how many of them lie in a display."""
_TOGETHER: Final = ((JESTER,), (BANQUET,), (JESTER, BANQUET))


@entry
class Boxed(Entry):
    """A Jester or a Banquet went to the box when the card `on` which it lay had been scored."""

    kind: ClassVar[str] = "boxed"
    seat: Seat
    card: CardId
    on: CardId


def marks(card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
    """A card with a Jester, a Banquet or both (BANQ-BANQ-2), whatever else lies on it, if it pays rubles and points. What
    its owner splits between both is no own value of either."""
    for other in others:
        if not _pays_both(other.effects, card.group):
            continue
        for names in _TOGETHER:
            effects: Iterable[Effect] = other.effects
            if JESTER in names:
                effects = [(_swapped(fact, card.group), amount) for fact, amount in effects]
            if BANQUET in names:
                effects = [(fact, amount * 2 if _of(fact, card.group) else amount) for fact, amount in effects]
            words = "-".join((other.words or card.id, *names))
            changed = (*effects, (ATTACHED, len(names)))
            yield CardMark((*other.names, *names), changed, replaceable=other.replaceable, words=words)


def _of(fact: str, group: str) -> str:
    """The currency of a fact that is an income of this group; empty for every other fact."""
    for currency in ("rubles", "points"):
        if fact == f"{currency} {group}" or fact.startswith(f"{currency} {group} per "):
            return currency
    return ""


def _swapped(fact: str, group: str) -> str:
    currency = _of(fact, group)
    other = "points" if currency == "rubles" else "rubles"
    return other + fact.removeprefix(currency) if currency else fact


def _pays_both(effects: Iterable[Effect], group: str) -> bool:
    found = {_of(fact, group) for fact, amount in effects if amount > 0}
    split = any(fact.startswith("or ") for fact, _ in effects)
    return {"rubles", "points"} <= found and not split


class Play(PurpleMove):
    """`play jester on judge`"""

    __slots__ = ("marked", "target")
    stays = True
    no_use = (
        "no-target",
        Sentence("Choose a card in your play area that pays both rubles and points."),
        "BANQ-JEST-1",
    )

    def __init__(self, rules: Rules, row: Row, target: Row) -> None:
        super().__init__(rules, row, f" on {rules.words[target]}", rules.ids[target])
        self.target = target
        self.marked = rules.with_mark(target, rules.key[row])

    def usable(self, s: State, player: Player) -> bool:
        return self.target in player.display and min(worth(s.rules, player.facts, s.rules.lasting[self.target])) >= 1

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        turn_over(s, seat, s.players[seat].display.index(self.target), self.marked)
        for hook in s.rules.laid:
            hook(s, seat, self.marked, log)


class PlayBanquet(Play):
    """`play banquet on judge`"""

    __slots__ = ()
    no_use = (*Play.no_use[:2], "BANQ-BANQ-1")


class JesterCard(PurpleCard):
    """The Jester, and the Banquet, which differs only in what its marks do: both need an own card that pays both."""

    def __init__(self, lays: type[Play]) -> None:
        super().__init__(lays)
        self.lays = lays

    def moves(self, rules: Rules, row: Row) -> Iterable[Move]:
        for target in range(1, rules.size):
            if _fits(rules, target, rules.key[row]):
                yield self.lays(rules, row, target)

    def in_hand(self, rules: Rules, row: Row) -> MoreMoves:
        plays: dict[Row, Play] = {}
        for target in range(1, rules.size):
            if _fits(rules, target, rules.key[row]):
                move = rules.moves[f"play {rules.words[row]} on {rules.words[target]}"]
                assert isinstance(move, Play)
                plays[target] = move

        def add(s: State, player: Player, out: list[Move]) -> None:
            rows = [row for row in dict.fromkeys(player.display) if row in plays]
            out += [plays[row] for row in rows if plays[row].usable(s, player)]

        return add


def _fits(rules: Rules, row: Row, name: str) -> bool:
    return name not in rules.marked[row] and rules.has_mark(row, name)


def _without(rules: Rules, group: str) -> dict[Row, Row]:
    return {row: plain for row, plain in enumerate(rules.lasting) if row != plain and rules.group[row] == group}


class TakeOff(Step):
    """After the scoring of a group Jester and Banquet leave its cards for the box (BANQ-5)."""

    def __init__(self, rules: Rules, phase: str, group: str) -> None:
        self.phase = phase
        self.slot = rules.slots[ATTACHED]
        self.bare = _without(rules, group)

    def run(self, s: State, log: Log) -> None:
        for seat, player in enumerate(s.players):
            if player.facts[self.slot]:
                for place, row in enumerate(player.display):
                    if row in self.bare:
                        turn_over(s, seat, place, self.bare[row])
                        names = left(s, seat, row)
                        if log is not None:
                            log += [Boxed(seat, name, s.rules.ids[row]) for name in names]


def left(s: State, seat: Seat, row: Row) -> Sequence[str]:
    """What lies on a card that is scored or replaced (EXCH-11) goes to the box; its names."""
    if names := [name for name in (JESTER, BANQUET) if name in s.rules.marked[row]]:
        to_box(s, *names)
    return names


KINDS: Final[Mapping[str, PurpleCard]] = {
    "money-collector": PurpleCard(banquet_cards.PlayMoneyCollector),
    "black-market": PurpleCard(banquet_cards.PlayBlackMarket),
    "double-move": PurpleCard(banquet_cards.PlayDoubleMove),
    "parasite": banquet_rivals.Parasite(banquet_rivals.PlayParasite),
    JESTER: JesterCard(Play),
    "golden-donkey": PurpleCard(banquet_cards.PlayGoldenDonkey),
    BANQUET: JesterCard(PlayBanquet),
    "away-with-it": banquet_cards.AwayWithIt(banquet_cards.PlayAwayWithIt),
    banquet_rivals.THIEF: banquet_rivals.Thief(banquet_rivals.PlayThief),
}
"""By name, that is by key: copies on different backs are played alike."""


class PurpleInHand(TypedDict):
    card: CardId
    moves: list[str]
    blocked: str | None
    why: str | None
    rule: str | None


class BanquetView(TypedDict):
    """`box`: purple cards that were played, in order. `hand`: the viewer's own ones, each with `moves` that would play it
    in a turn now, else `blocked` (no-use, no-target, thief-later), `why` and `rule`."""

    box: list[CardId]
    hand: list[PurpleInHand]


class Banquet(RulesPart):
    """Module 1. Beside it Module 2 leaves its Debtors' Prison in the box (COMBO-8)."""

    name = NAME

    def accepts(self, options: Options) -> None:
        if options.edition != 2:
            raise OptionsError("banquet-edition", "The Banquet needs the 2nd edition.", "COMBO-4")

    def brings(self, options: Options) -> Sequence[RulesPart]:
        return (SEARCH,)

    def cards(self, options: Options) -> Sequence[Card]:
        """All fifteen; without the Market those with its back go to the box (COMBO-7)."""
        cards = tuple(card for card in card_list(NAME) if card.pile != "market" or "market" in options.sets)
        if any(card.group == GROUP and card.pile == "worker" for card in cards):
            raise CompositionError("purple-worker", "The first deal must be Workers only (FIRST-7).")
        return cards

    def effects(self, card: Card) -> Iterable[Effect]:
        if card.group == GROUP:
            yield "not for sale", 1  # COST-11
            yield "no burden", 1  # BANQ-6

    def marks(self, card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
        yield from banquet_cards.marks(card, others)
        yield from marks(card, others)

    def passing_marks(self) -> Iterable[str]:
        return JESTER, BANQUET

    def sources(self) -> Sequence[Source]:
        return *banquet_cards.SOURCES.values(), *banquet_rivals.STOLEN_FROM.values()

    def moves(self, rules: Rules) -> Iterable[Move]:
        for row, kind in _purple(rules):
            yield from kind.moves(rules, row)

    def hand_moves(self, rules: Rules) -> MoreMoves:
        adders = {row: kind.in_hand(rules, row) for row, kind in _purple(rules)}
        purple = frozenset(adders)

        def add(s: State, player: Player, out: list[Move]) -> None:
            if not purple.isdisjoint(player.hand):
                for row in dict.fromkeys(player.hand):
                    if row in purple:
                        adders[row](s, player, out)

        return add

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        found: list[Step] = []
        for step in steps:
            found.append(step)
            if isinstance(step, Refill):
                found.append(banquet_rivals.Window(rules, step.phase))
            elif isinstance(step, Payday) and _without(rules, step.group):
                found.append(TakeOff(rules, step.phase, step.group))
        return tuple(found)

    def left_display(self) -> Callable[[State, Seat, Row], object]:
        return left

    def initial(self, rules: Rules) -> object:
        return ()

    def view(self, s: State, value: object, seat: Seat | None) -> BanquetView:
        assert isinstance(value, tuple)
        return {"box": list(value), "hand": [] if seat is None else list(_in_hand(s, seat))}

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        return tuple(view["box"])

    def presets(self, s: State, seat: Seat) -> Iterable[Preset]:
        if s.rules.row_of[banquet_rivals.THIEF] in s.players[seat].hand:
            yield Preset(
                banquet_rivals.PRESET, (banquet_rivals.ASK, banquet_rivals.NO), banquet_rivals.ASK, banquet_rivals.THIEF
            )


def _in_hand(s: State, seat: Seat) -> Iterable[PurpleInHand]:
    """The purple cards of a hand with the moves that would play them in a turn now, or why nothing would."""
    rules, player = s.rules, s.players[seat]
    moves: list[Move] = []
    for add in rules.hand_moves:
        add(s, player, moves)
    for row, kind in _purple(rules):
        if row in player.hand:
            texts = [move.text for move in moves if move.card == rules.ids[row]]
            blocked, why, rule = (None, None, None) if texts else kind.play.no_use
            yield {"card": rules.ids[row], "moves": texts, "blocked": blocked, "why": why, "rule": rule}


def _purple(rules: Rules) -> Iterable[tuple[Row, PurpleCard]]:
    return ((row, KINDS[rules.key[row]]) for row in rules.printed_rows if rules.group[row] == GROUP)
