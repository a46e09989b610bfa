"""Why a move is good or bad: what the evaluation weighs in it, term by term, each with its figures and its worth in points at
the end of the game. Sites put it into words.

It reads what the viewer sees. Of the guessed state it takes nothing that could differ from guess to guess: no pile, and of
hidden hands and hidden money nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.acquire import HAND, Buy, Take
from engine.bots.course import missing, with_card
from engine.bots.outlook import Outlook, Per
from engine.bots.search import prospects_for
from engine.bots.terms import Kind, ReasonTerm
from engine.bots.worth import BURDEN, Scale, in_hand
from engine.core import Move, State
from engine.expansions.hurdle_course import SPACES
from engine.expansions.market import TO_CHOOSE, supply, value_tile
from engine.expansions.market import price as upkeep
from engine.parts.guild import Split
from engine.parts.pub import PRICE, TRADE, TRADE_PRICE, BuyPoints
from engine.parts.search import Draw
from engine.play import advance, phase_key
from engine.player import Row, Seat
from engine.view import View

Part = tuple[ReasonTerm, float]
"""A term, and the rubles of now that it is worth besides."""


class Reasons:
    """The reasons of one position, of which several moves may be asked."""

    def __init__(self, view: View, state: State) -> None:
        assert view.viewer is not None
        self.view = view
        self.state = state
        self.seat: Seat = view.viewer
        self.player = state.players[view.viewer]
        self.prospects = prospects_for(state.rules.options)
        self.outlook: Outlook = self.prospects.outlook(state)
        self.scale = Scale(self.outlook, state, view.viewer)

    def of(self, move: Move) -> Iterator[ReasonTerm]:
        """What speaks for and against an answer of the base game, the Market or the guild; nothing for other ones."""
        if isinstance(move, Buy):
            yield from self._bought(move)
        elif isinstance(move, Take):
            yield from self._taken(move)
        elif isinstance(move, Draw):
            yield from self._drawn(move)
        elif isinstance(move, BuyPoints):
            yield from self._points(move)
        elif isinstance(move, Split):
            rubles, points = map(int, move.name.split("/"))
            yield ReasonTerm("at-once", points, points=points)
            yield ReasonTerm("at-once", rubles * self.scale.ruble, rubles=rubles)
        elif move.kind == "keep" and move.card is not None:
            rubles, row = upkeep(self.state), self.state.rules.row_of[move.card]
            yield ReasonTerm("otherwise", -rubles * self.scale.ruble, rubles=rubles)
            for term in self.moved(Counter({slot: -amount for slot, amount in self.state.rules.effects[row]})):
                stands = self.player.facts[self.state.rules.slot(f"at {term.what}")]
                yield replace(term, kind="stays", worth=-term.worth, count=stands)
        elif move.kind == "kind":
            yield from self.moved(Counter({self.state.rules.slot(f"at {move.text.split()[-1]}"): 1}))
        elif move.kind == "give-up":
            yield ReasonTerm("kept", upkeep(self.state) * self.scale.ruble, rubles=upkeep(self.state))
        elif move.kind in ("discard", "put-back", "thief"):
            yield from self._best_left()
            if any(isinstance(one, Buy) for one in self._moves()):
                yield ReasonTerm("kept", 0.0, rubles=self.player.rubles)
            yield from self._room()
        elif move.is_pass:
            yield from self._passed()

    def _bought(self, move: Buy) -> Iterator[ReasonTerm]:
        price, outlook, wealth = move.price(self.state, self.seat), self.outlook, self.scale.wealth
        if saved := Buy.price(move, self.state, self.seat) - price:
            yield ReasonTerm("half-price", 0.0, rubles=saved, card=move.card)
        changed = list(self.changed(move.laid, move.over_row))
        # the first rubles are worth more than the last ones: what all of this purchase are worth in the mean
        more = sum(rubles for _, rubles in changed) - price
        ruble = (outlook.money(wealth + more) - outlook.money(wealth)) / more if abs(more) > 0.01 else self.scale.ruble
        yield ReasonTerm("price", -price * ruble, rubles=price)
        yield from self.in_points(changed, ruble)
        yield from self._in_sets(move)
        yield from self._resold(move.laid, move.over_row, ruble)
        yield from self._replaceable(move.laid)
        yield from self._last_action(move)
        if move.place is HAND:
            weights, last = self.prospects.weights, outlook.rounds < 1
            worth = weights.played_last if last else weights.played
            yield ReasonTerm("from-hand", worth, points=int(BURDEN) if last else 0)
        elif move.place.name in ("upper", "lower"):
            yield from self.denied(move.row)

    def _in_sets(self, move: Buy) -> Iterator[ReasonTerm]:
        """What it brings for an own order and at the first closed hurdle."""
        scale, rules = self.scale, self.state.rules
        ordered, opened = scale.in_sets(move.laid, move.over_row, scale.by_itself(move))
        yield ReasonTerm("order", ordered)
        after = with_card(rules, self.player, move.laid, move.over_row)
        for hurdle, place in scale.hurdles:
            before, left = (missing(rules, player, hurdle, place) for player in (self.player, after))
            if before:
                yield ReasonTerm("hurdle" if left < before else "stopped", opened, times=left, count=SPACES[place])
                return

    def in_points(self, parts: Iterable[Part], ruble: float) -> Iterator[ReasonTerm]:
        for term, rubles in parts:
            yield replace(term, worth=term.worth + rubles * ruble)

    def changed(self, row: Row, over: Row) -> Iterator[Part]:
        """What a card in the display brings, less what the replaced one brought."""
        outlook, rules, facts = self.outlook, self.state.rules, self.player.facts
        change = Counter(dict(rules.effects[row]))
        change.subtract(dict(rules.effects[over]))
        points, rubles = dict(outlook.points), dict(outlook.rubles)
        pers = {per.slot: per for per in self.prospects.pers}
        for slot, amount in change.items():
            if not amount or slot in self.prospects.square.kinds:
                continue
            if slot in pers:
                yield self._per(pers[slot], amount, facts[pers[slot].counted] + change[pers[slot].counted])
            else:
                yield self.of_fact(rules.facts[slot], amount, points.get(slot, 0.0)), amount * rubles.get(slot, 0.0)
            for per in pers.values():
                if per.counted == slot and facts[per.slot] and not change[per.slot]:
                    yield self._counted(per, amount * facts[per.slot])
        for term in self.moved(change):
            yield term, 0.0
        if self.prospects.is_red[row]:
            for term in self._noble(row, over):
                yield term, 0.0

    def _per(self, per: Per, amount: int, counted: int) -> Part:
        """An income for each card counted; more of them will come."""
        outlook = self.outlook
        cards = counted + per.growth * outlook.rounds
        worth = amount * cards * (outlook.payments if per.in_rubles else outlook.scorings)[per.group]
        term = ReasonTerm("per", 0.0, times=outlook.scorings[per.group], count=counted, what=self._fact(per.counted))
        if per.in_rubles:
            return replace(term, rubles=amount * counted), worth
        return replace(term, worth=worth, points=amount * counted), 0.0

    def _counted(self, per: Per, amount: int) -> Part:
        """One card more that the own cards count."""
        term = ReasonTerm("per", 0.0, times=self.outlook.scorings[per.group], what=self._fact(per.counted))
        if per.in_rubles:
            return replace(term, rubles=amount), amount * self.outlook.payments[per.group]
        return replace(term, worth=amount * self.outlook.scorings[per.group], points=amount), 0.0

    def _fact(self, slot: int) -> str:
        return self.state.rules.facts[slot]

    def of_fact(self, fact: str, amount: int, unit: float) -> ReasonTerm:
        """An income of a group or a function, by the name of its fact; what it brings in rubles is added by the caller."""
        kind, _, group = fact.partition(" ")
        worth, scorings = amount * unit, self.outlook.scorings
        times = scorings.get(group, self.outlook.rounds)
        if kind == "rubles" and group in scorings:
            return ReasonTerm("rubles", worth, rubles=amount, times=times, what=group)
        if kind == "points" and group in scorings:
            return ReasonTerm("points", worth, points=amount, times=times, what=group)
        if fact == "points for sale":
            return ReasonTerm("points-for-sale", worth, rubles=PRICE, times=scorings.get("blue", 0.0), count=amount)
        if kind == "cheaper":
            return ReasonTerm("cheaper", worth, rubles=amount, times=times, what=group)
        if fact == "hand limit":
            limit = self.player.facts[self.state.rules.hand_limit] + amount
            return ReasonTerm("hand-limit", worth, times=times, count=limit)
        if fact == "observatory":
            return ReasonTerm("observatory", worth, times=times, count=amount)
        if fact == "upkeep":
            return ReasonTerm("upkeep", worth, rubles=upkeep(self.state), times=times)
        return ReasonTerm("effect", worth, times=times, count=amount, what=fact)

    def _resold(self, row: Row, over: Row, ruble: float) -> Iterator[ReasonTerm]:
        """A card that counts for more or less than it costs when it is replaced."""
        rules = self.state.rules
        unit = self.prospects.weights.resale * min(1.0, self.outlook.rounds) * ruble
        for one, sign in ((row, 1), (over, -1)):
            if one and rules.replaceable[one] and rules.value[one] != rules.cost[one]:
                worth = sign * unit * (rules.value[one] - rules.cost[one])
                yield ReasonTerm("resale", worth, rubles=rules.value[one], card=rules.ids[one])

    def _noble(self, row: Row, over: Row) -> Iterator[ReasonTerm]:
        """A new name among the Nobles, or one that goes (END-11)."""
        key, names = self.state.rules.key, self.scale.names
        after = names | {key[row]}
        if over and key[over] != key[row] and sum(key[one] == key[over] for one in self.player.display) == 1:
            after = after - {key[over]}
        have, come = len(names), len(after)
        if have != come:
            points = self.state.rules.noble_points(come) - self.state.rules.noble_points(have)
            yield ReasonTerm("noble", self.outlook.nobles[come] - self.outlook.nobles[have], points=points, count=come)

    def kept_noble(self, row: Row) -> Iterator[ReasonTerm]:
        """A name among the Nobles that would go with this card."""
        key, have = self.state.rules.key, len(self.scale.names)
        if sum(key[one] == key[row] for one in self.player.display) == 1:
            points = self.state.rules.noble_points(have) - self.state.rules.noble_points(have - 1)
            yield ReasonTerm("noble", self.outlook.noble_step(have - 1), points=points, count=have)

    def moved(self, change: Counter[int]) -> Iterator[ReasonTerm]:
        """What markers of the market square bring where they come to stand (MKT-10), at best where the kind is to be chosen."""
        square, outlook, s = self.prospects.square, self.outlook, self.state
        if square.kinds and change[s.rules.slots[TO_CHOOSE]] > 0:
            ways = [term for kind in supply(s) for term in self.moved(Counter({s.rules.slot(f"at {kind}"): 1}))]
            yield from sorted(ways, key=lambda term: -term.worth)[:1]
        for slot in square.kinds:
            if amount := change[slot]:
                after = s.fork()
                mine = after.own(self.seat)
                mine.facts = [fact + amount * (place == slot) for place, fact in enumerate(mine.facts)]
                worths = [square.worth(one, self.seat, *outlook.square[:2]) for one in (after, s)]
                most = max((one.facts[slot] for seat, one in enumerate(s.players) if seat != self.seat), default=0)
                points = value_tile(s.round)[0] if mine.facts[slot] > most else 0
                goods = s.rules.facts[slot].removeprefix("at ")
                yield ReasonTerm("symbol", worths[0] - worths[1], points=points, count=mine.facts[slot], what=goods)

    def _replaceable(self, row: Row) -> Iterator[ReasonTerm]:
        """The best card still to come that can replace this one, and that fits nothing else there."""
        rules, view = self.state.rules, self.view
        if not rules.replaceable[row] or rules.exchange[row] or self.outlook.rounds < 1:
            return
        slots = (*view.upper, *view.lower, *(view.seats[self.seat].hand or ()))
        shown = [slot.card for slot in slots if slot] + [card for phase in view.phases for card, _ in phase.contents]
        found = [
            other
            for other in dict.fromkeys(rules.row_of[card] for card in shown)
            if row in rules.targets[other]
            and not rules.cards[other - 1].replaces.endswith(":any")
            and not any(kind in rules.targets[other] for kind in self.player.kinds)
        ]
        if found:
            best = max(found, key=lambda other: self._by_itself(other) - self.scale.ruble * rules.cost[other])
            yield ReasonTerm("replaceable", 0.0, card=rules.ids[best])

    def _by_itself(self, row: Row) -> float:
        return self.outlook.card_points[row] + self.scale.ruble * self.outlook.card_rubles[row]

    def _taken(self, move: Take) -> Iterator[ReasonTerm]:
        rules, player, ruble = self.state.rules, self.player, self.scale.ruble
        row, place, weights = move.row, len(player.hand), self.prospects.weights
        over, burden = self._target(row), -int(BURDEN) * rules.burden[row]
        if not rules.for_sale[row] or (rules.exchange[row] and not over):
            held = in_hand(self.outlook, player, row, place, self.scale.names, ruble)
            yield ReasonTerm("hand-place", held, points=burden, count=place + 1)
            if rules.group[row] == "purple":
                yield ReasonTerm("use-later", 0.0)
        else:
            price = (
                rules.cost[row] - player.facts[rules.cheaper[row]] - player.facts[rules.named[row]] - rules.value[over]
            )
            price = max(1, price)
            for term in (
                ReasonTerm("later", -price * ruble, rubles=price, card=rules.ids[over] if over else None),
                *self.in_points(self.changed(row, over), ruble),
            ):
                yield replace(term, worth=term.worth * weights.patience)
            yield ReasonTerm("hand-place", -weights.dread * (1 + place), points=burden, count=place + 1)
        yield from self._last_action(move)
        if move.place.name in ("upper", "lower"):
            yield from self.denied(row)

    def _target(self, row: Row) -> Row:
        """What an Exchange card would replace at best; 0 for none."""
        rules, ruble = self.state.rules, self.scale.ruble

        def gain(over: Row) -> float:
            return -self._by_itself(over) - max(1, rules.cost[row] - rules.value[over]) * ruble

        return max((over for over in self.player.kinds if over in rules.targets[row]), key=gain, default=0)

    def denied(self, row: Row) -> Iterator[ReasonTerm]:
        """What the one who wants the card most loses by having to do without it: of those whose money is known, beside the
        best other card that they can pay now."""
        best, whom, rows = 0.0, None, [one for one in (*self.state.upper, *self.state.lower) if one]
        rows.remove(row)
        for shown in self.view.seats:
            if shown.seat != self.seat and shown.rubles is not None:
                scale = Scale(self.outlook, self.state, shown.seat, knows_orders=False)
                lost = self.gain(scale, row, shown.rubles)
                if (
                    lost > best
                    and (lost := lost - max((self.gain(scale, one, shown.rubles) for one in rows), default=0.0)) > best
                ):
                    best, whom = lost, shown.seat
        if whom is not None:
            yield ReasonTerm("denied", best / (len(self.view.seats) - 1), card=self.state.rules.ids[row], seat=whom)

    def gain(self, scale: Scale, row: Row, rubles: int, source: str = "upper") -> float:
        """What a seat with so many rubles would gain by buying a card in the best way; nothing where it cannot or would lose."""
        s, seat, offers = self.state, scale.seat, self.state.rules.offers[source]
        over, gain = offers.overs(row), 0.0
        for move in (offers.buy(row), *(over[kind] for kind in s.players[seat].kinds if kind in over)):
            if isinstance(move, Buy) and move.price(s, seat) <= rubles:
                gain = max(gain, scale.bought(move))
        return gain

    def _drawn(self, move: Draw) -> Iterator[ReasonTerm]:
        """The mean gain over the cards that the pile may hold, less what a used Observatory does not score."""
        rules, player, cards = self.state.rules, self.player, 0
        room, total, helpful = player.facts[rules.hand_limit] > len(player.hand), 0.0, 0
        for name, number in next(phase.contents for phase in self.view.phases if phase.name == move.pile_name):
            row = rules.row_of[name]
            gain = self.gain(self.scale, row, player.rubles, "drawn")
            if room and isinstance(take := rules.offers["drawn"].take(row), Take):
                gain = max(gain, self.scale.taken(take))
            total, cards, helpful = total + number * gain, cards + number, helpful + number * (gain > 1)
        yield ReasonTerm("draw", total / max(1, cards), times=cards, count=helpful, what=move.pile_name)
        if lost := self.outlook.scorings.get("blue", 0.0) >= 1:
            yield ReasonTerm("face-down", -float(lost), points=-1)

    def _points(self, move: BuyPoints) -> Iterator[ReasonTerm]:
        """Points bought in a Pub or a Trading House, now and for good."""
        trade = self.player.facts[self.state.rules.slot(TRADE)] if move.trade else 0
        rubles, points, wealth = PRICE * move.number + TRADE_PRICE * move.trade, move.number + trade, self.scale.wealth
        if rubles:
            worth = self.outlook.money(wealth - rubles) - self.outlook.money(wealth)
            yield ReasonTerm("otherwise", worth, rubles=rubles)
            yield ReasonTerm("at-once", points, points=points)
        else:
            yield ReasonTerm("kept", 0.0, rubles=self.player.rubles, what=self._next_phase())

    def _next_phase(self) -> str:
        """The phase that follows, empty for none."""
        names = [phase.name for phase in self.view.phases]
        place = names.index(self.view.phase) + 1
        return names[place % len(names)] if place < len(names) or not self.view.ending else ""

    def _passed(self) -> Iterator[ReasonTerm]:
        view, following = self.view, self._next_phase()
        yield from self._last_card("pile-lasts")
        yield ReasonTerm("kept", 0.0, rubles=self.player.rubles, what=following)
        yield from self._best_left()
        yield from self._room()
        phase = next((one for one in view.phases if one.name == following and not one.done), None)
        if phase and phase.start_seat == self.seat and not phase.current:
            yield ReasonTerm("start", 0.0, count=min(phase.left, self._new_cards()), what=following)

    def _room(self) -> Iterator[ReasonTerm]:
        if any(isinstance(one, Take) for one in self._moves()):
            free = self.player.facts[self.state.rules.hand_limit] - len(self.player.hand)
            yield ReasonTerm("room", 0.0, count=free)

    def _last_action(self, move: Buy | Take) -> Iterator[ReasonTerm]:
        """Does this move end the phase, or would a pass, and does it empty the next pile?"""
        if self._ends_phase(move):
            yield ReasonTerm("ends-phase", 0.0)
        elif any(one.is_pass and self._ends_phase(one) for one in self._moves()):
            yield ReasonTerm("goes-on", 0.0)
        yield from self._last_card("pile-empty", move)

    def _moves(self) -> Iterable[Move]:
        return map(self.state.rules.moves.__getitem__, self.view.moves)

    def _ends_phase(self, move: Move) -> bool:
        return phase_key(advance(self.state.fork(), self.seat, move)) != phase_key(self.state)

    def _new_cards(self) -> int:
        """How many the next phase deals if all cards stay where they lie."""
        lying = sum(slot is not None for slot in (*self.view.upper, *self.view.lower))
        return max(0, self.state.rules.target - lying)

    def _last_card(self, kind: Kind, taken: Buy | Take | None = None) -> Iterator[ReasonTerm]:
        """Does the next pile run out if one card more is gone from the rows, and not otherwise?"""
        following = self._next_phase()
        phase = next((one for one in self.view.phases if one.name == following), None)
        from_rows = taken is None or (taken.place is not HAND and taken.place.name in ("upper", "lower"))
        if phase and from_rows and not self.view.ending and phase.left == self._new_cards() + 1:
            yield ReasonTerm(kind, 0.0, what=following)

    def _best_left(self) -> Iterator[ReasonTerm]:
        """What the best purchase would bring that could be made instead; where none can be paid, the best card to take."""
        buys = [(self.scale.bought(move), move) for move in self._moves() if isinstance(move, Buy)]
        if buys:
            gain, best = max(buys, key=lambda found: found[0])
            yield ReasonTerm(
                "best-left", -gain, rubles=best.price(self.state, self.seat), card=best.card, what=best.over or ""
            )
        elif takes := [(self.scale.taken(move), move) for move in self._moves() if isinstance(move, Take)]:
            gain, card = max(takes, key=lambda found: found[0])
            yield ReasonTerm("best-left", -gain, card=card.card)
