"""How a card comes into a display or a hand and leaves it: buying, taking and playing, and what an Exchange card may
replace (section 9). Facts of a player change here and nowhere else.
"""

from collections.abc import Container, Iterable
from typing import Final

from engine.cards import Card, Term
from engine.core import MakeBuy, Move, Offers, OffersLine, Overs, Rules, Source, State
from engine.entries import Bought, Log, Passed, Played, Took
from engine.errors import Reason, Sentence
from engine.player import Player, Row, Seat
from engine.scoring import explain_price, price_of

NOT_FOR_SALE: Final = 10**6
"""A cost that nobody can pay."""


def enter(s: State, seat: Seat, row: Row) -> None:
    """A card comes into a display: its effects join the facts. Cards change facts in three places only, of which this is
    one."""
    rules, player = s.rules, s.own(seat)
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] += amount
    player.facts = facts
    player.display += (row,)
    if rules.replaceable[row] and row not in player.kinds:
        player.kinds += (row,)


def leave(s: State, seat: Seat, row: Row) -> None:
    """A card leaves a display (of equal ones the oldest): its effects leave the facts. Where it goes is said
    elsewhere."""
    rules, player = s.rules, s.own(seat)
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] -= amount
    player.facts = facts
    place = player.display.index(row)
    player.display = player.display[:place] + player.display[place + 1 :]
    if rules.replaceable[row]:
        player.kinds = _kinds(rules, player.display)


def discard_from_display(s: State, seat: Seat, row: Row) -> None:
    """A card goes from a display to the top of the discard pile, without its marks (EXCH-7)."""
    leave(s, seat, row)
    s.discard += (s.rules.printed[row],)
    for hook in s.rules.left_display:
        hook(s, seat, row)


def turn_over(s: State, seat: Seat, place: int, other: Row) -> None:
    """The card at a place of a display gets or loses a mark, that is, becomes another row; it neither leaves nor
    enters."""
    rules, player = s.rules, s.own(seat)
    row = player.display[place]
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] -= amount
    for slot, amount in rules.effects[other]:
        facts[slot] += amount
    player.facts = facts
    player.display = (*player.display[:place], other, *player.display[place + 1 :])
    player.kinds = _kinds(rules, player.display)


def shift_facts(s: State, seat: Seat, effects: Iterable[tuple[str, int]]) -> None:
    """A part, and no card, adds to the facts of a seat; what it has added in all is its answer to `facts_of`."""
    player = s.own(seat)
    facts = player.facts.copy()
    for name, amount in effects:
        facts[s.rules.slots[name]] += amount
    player.facts = facts


def add_parts(s: State) -> None:
    """Put into the facts of freshly assembled players what the parts add to them."""
    for _, facts_of in s.rules.facts_of_parts:
        for seat in range(len(s.players)):
            if effects := [(name, amount) for _, name, amount in facts_of(s, seat)]:
                shift_facts(s, seat, effects)


def _kinds(rules: Rules, display: tuple[Row, ...]) -> tuple[Row, ...]:
    """The distinct replaceable rows in the order of their oldest copy."""
    replaceable = rules.replaceable
    return tuple([row for row in dict.fromkeys(display) if replaceable[row]])


def assemble(rules: Rules, rubles: int, points: int, hand: tuple[Row, ...], display: tuple[Row, ...]) -> Player:
    """A player with these things, the facts added up from the display; `add_parts` follows when the state is whole."""
    facts = list(rules.facts_at_start)
    for row in display:
        for slot, amount in rules.effects[row]:
            facts[slot] += amount
    return Player(rubles, points, hand, display, facts, _kinds(rules, display))


def fits(card: Card, over: Card) -> bool:
    """May this card replace the other, wherever that one lies unprotected (EXCH-1 to EXCH-5)?"""
    if not card.exchange or over.exchange or card.group != over.group:
        return False
    what, _, which = card.replaces.partition(":")
    if what == "card":
        return over.key == which
    return over.pile == what and (which == "any" or over.worker_symbol in (which, "all"))


def why_never(card: Card, over: Card) -> Reason:
    """Why a card that does not fit can never replace the other."""
    if not card.exchange:
        return (
            "replaces-nothing",
            Sentence("{card} is not an Exchange card, so it cannot replace anything.", card=card.id),
            "EXCH-1",
        )
    if over.exchange:
        return "over-exchange", Sentence("{over} is an Exchange card and cannot be replaced.", over=over.id), "EXCH-5"
    cards = {"card": card.id, "over": over.id}
    what = card.replaces.partition(":")[0]
    if what == "card":
        return (
            "other-card",
            Sentence("{card} can replace only one particular card, and {over} is not that card.", **cards),
            "BANQ-SUPER-1",
        )
    if what == "building":
        return (
            "no-building",
            Sentence("{card} can replace only a Building, and {over} is not a Building.", **cards),
            "EXCH-2",
        )
    if what == "noble":
        return "no-noble", Sentence("{card} can replace only a Noble, and {over} is not a Noble.", **cards), "EXCH-2"
    if over.pile != what or over.group != card.group:
        return "no-worker", Sentence("{card} can replace only a Worker, and {over} is not a Worker.", **cards), "EXCH-3"
    return (
        "other-symbol",
        Sentence("{card} can replace only a Worker with the same symbol, and {over} has a different one.", **cards),
        "EXCH-3",
    )


class Buy(Move):
    """Pay a card and put it into the own display, from wherever it comes; an Exchange card replaces `over_row`. `laid` is
    the row that comes into the display: the card, or the card with something on it."""

    __slots__ = ("laid", "over_row", "place", "row")

    def __init__(self, rules: Rules, row: Row, place: Source, over: Row, text: str) -> None:
        super().__init__(rules, text, place.buy, rules.ids[row], place.name, rules.ids[over] if over else None)
        self.row = self.laid = row
        self.place = place
        self.over_row = over

    def price(self, s: State, seat: Seat) -> int:
        """What a seat pays, whether it can or not."""
        return price_of(s.rules, s.players[seat].facts, self.row, self.place.reduction, self.over_row)

    def terms(self, s: State, seat: Seat) -> tuple[Term, ...]:
        """The same price, term by term."""
        return explain_price(s, seat, self.row, self.place.reduction, self.over_row)

    def act(self, s: State, seat: Seat, log: Log) -> None:
        place, row = self.place, self.row
        price = self.price(s, seat)
        place.remove(s, seat, row)
        acquire(s, seat, self.laid, self.over_row, price)
        if log is not None:
            if place.told == "hand":
                log.append(Played(seat, s.rules.ids[row], price, self.over))
            else:
                log.append(Bought(seat, s.rules.ids[row], place.told, price, self.over))
        for hook in s.rules.entered:
            hook(s, seat, self.laid, log)


class Take(Move):
    """Put a card into the own hand; nothing is paid (TURN-4)."""

    __slots__ = ("place", "row")

    def __init__(self, rules: Rules, row: Row, place: Source, text: str) -> None:
        super().__init__(rules, text, place.take, rules.ids[row], place.name)
        self.row = row
        self.place = place

    def act(self, s: State, seat: Seat, log: Log) -> None:
        self.place.remove(s, seat, self.row)
        s.own(seat).hand += (self.row,)
        if log is not None:
            log.append(Took(seat, self.card, self.place.told))


class Pass(Move):
    """Do nothing; it does not bind (TURN-8, TURN-9)."""

    __slots__ = ()
    is_pass = True

    def act(self, s: State, seat: Seat, log: Log) -> None:
        if log is not None:
            log.append(Passed(seat))


def acquire(s: State, seat: Seat, row: Row, over: Row, price: int) -> None:
    """Pay, put the replaced card on top of the discard pile (EXCH-7), lay out the new one, in this order (EXCH-10)."""
    s.own(seat).rubles -= price
    if over:
        discard_from_display(s, seat, over)
    enter(s, seat, row)


def offers_from(rules: Rules, source: Source, rows: Container[Row] | None = None) -> Offers:
    """Every move that acquires a card from a source; `rows` are the only cards there are moves for, None: all printed
    ones."""
    rows = rules.printed_rows if rows is None else rows
    buying: MakeBuy = source.buys or Buy
    lines: list[OffersLine] = []
    for row in range(rules.size):
        buy: Move | None = None
        take: Move | None = None
        over: Overs = {}
        if row in rows:
            name = rules.words[row]
            words = f"{source.buy} {name}{source.suffix}"
            if source.take:
                take = Take(rules, row, source, f"{source.take} {name}{source.suffix}")
            if rules.for_sale[row] and not rules.exchange[row]:
                buy = buying(rules, row, source, 0, words)
            elif rules.for_sale[row]:
                over = {
                    other: buying(rules, row, source, other, f"{words} over {rules.words[other]}")
                    for other in rules.targets[row]
                }
        cost = rules.cost[row] if buy or over else NOT_FOR_SALE
        most = max((rules.value[other] for other in over), default=0)
        lines.append((cost, rules.cheaper[row], rules.named[row], most, buy, over, take))
    return Offers(rules, source, lines)


def add_offers(player: Player, offers: Offers, rows: tuple[Row, ...], room: int, out: list[Move]) -> None:
    """Append what `player` may do with these cards: buy what they can pay, take while the hand has `room` (TURN-3 to -5).

    A price is at least 1 (COST-8), so who has nothing buys nothing, and otherwise the bare sum decides. Equal cards
    appear once: the leftmost is meant (TURN-13).
    """
    if player.rubles > 0:
        funds = player.rubles + offers.source.reduction
    elif room > 0:
        funds = -NOT_FOR_SALE
    else:
        return
    facts, kinds, lines, value = player.facts, player.kinds, offers.lines, offers.value
    for row in rows:
        if row:
            cost, cheaper, named, most, buy, over, take = lines[row]
            missing = cost - funds - facts[cheaper] - facts[named]
            if missing <= most:
                if buy is None:
                    for kind in kinds:
                        if missing <= value[kind] and kind in over and over[kind] not in out:
                            out.append(over[kind])
                elif buy not in out:
                    out.append(buy)
            if room > 0 and take is not None and take not in out:
                out.append(take)


def offered(s: State, player: Player, seat: Seat, move: Buy | Take, room: int) -> bool:
    """Would `add_offers` append this move if it were asked for all that lies where the move acquires from?"""
    row, place = move.row, move.place
    out: list[Move] = []
    if row in place.rows(s, seat):
        add_offers(player, s.rules.offers[place.name], (row,), room, out)
    return move in out


def _from_upper(s: State, seat: Seat, row: Row) -> None:
    upper = s.upper
    place = upper.index(row)
    s.upper = (*upper[:place], 0, *upper[place + 1 :])


def _from_lower(s: State, seat: Seat, row: Row) -> None:
    lower = s.lower
    place = lower.index(row)
    s.lower = (*lower[:place], 0, *lower[place + 1 :])


def _from_hand(s: State, seat: Seat, row: Row) -> None:
    player = s.own(seat)
    hand = player.hand
    place = hand.index(row)
    player.hand = hand[:place] + hand[place + 1 :]


UPPER = Source("upper", "buy", "take", "", 0, _from_upper, lambda s, _: s.upper, Sentence("in the upper row"))
LOWER = Source("lower", "buy", "take", " lower", 1, _from_lower, lambda s, _: s.lower, Sentence("in the lower row"))
HAND = Source("hand", "play", "", "", 0, _from_hand, lambda s, seat: s.players[seat].hand, Sentence("in your hand"))
