"""Why an answer is good, and of an action of an expansion: what it brings at once, and the cards it is about."""

from collections.abc import Iterable, Iterator

from engine.acquire import Buy, Take
from engine.bots.reasons import Reasons
from engine.bots.terms import FACTS, ReasonTerm
from engine.bots.worth import BURDEN
from engine.core import Move, State
from engine.expansions.banquet import Play
from engine.expansions.banquet_cards import (
    PlayAwayWithIt,
    PlayBlackMarket,
    PlayDoubleMove,
    PlayMoneyCollector,
    PurpleMove,
    half_offers,
)
from engine.expansions.banquet_rivals import CURRENCIES, PlayParasite, Sponge, values
from engine.expansions.event_tiles import PLACE, Use
from engine.expansions.events import OTHERS, OWN, UseGhost
from engine.expansions.hurdles import AskBonus, options_at
from engine.expansions.orders import Choose, points_of
from engine.parts.search import DISCARD, UsePrison
from engine.player import Row
from engine.view import View

IMPOSTOR_PRICE = 1
"""IMPO-1."""


def reasons_for(view: View, state: State, move: Move) -> tuple[ReasonTerm, ...]:
    """What speaks for and against this answer of the viewer; empty where nothing is known of such an answer."""
    given = Reasons(view, state)
    found = (*given.of(move), *deed(given, move))
    return tuple(term for term in found if term.worth or term.kind in FACTS)


def deed(given: Reasons, move: Move) -> Iterator[ReasonTerm]:
    """What speaks for and against this action; nothing where it is of no kind that is known here."""
    s, seat = given.state, given.seat
    if isinstance(move, Use):
        yield from _event(given, move)
    elif isinstance(move, PurpleMove):
        yield from _purple(given, move)
    elif isinstance(move, UsePrison):
        yield from _found(given)
    elif isinstance(move, Sponge):
        yield from _at_once(given, move.currency, move.amount(s))
    elif isinstance(move, Choose):
        yield from _at_once(given, "points", points_of(s, seat, move.number))
    elif move.kind == "bonus" and isinstance(asked := s.agenda[-1], AskBonus):
        option = next(one for one in options_at(s, seat, asked.place) if one.text == move.text)
        yield from _at_once(given, option.currency, option.amount)
    elif move.kind == "pay" and move.card is not None:
        yield ReasonTerm("price", -IMPOSTOR_PRICE * given.scale.ruble, rubles=IMPOSTOR_PRICE)
        yield from given.kept_noble(s.rules.row_of[move.card])
    elif move.kind == "dismiss":
        yield ReasonTerm("kept", IMPOSTOR_PRICE * given.scale.ruble, rubles=IMPOSTOR_PRICE)


def _at_once(given: Reasons, currency: str, amount: int) -> Iterator[ReasonTerm]:
    if currency == "points":
        points = given.state.rules.creditable(given.state, given.seat, amount)
        yield ReasonTerm("at-once", points, points=points)
    else:
        wealth = given.scale.wealth
        worth = given.outlook.money(wealth + amount) - given.outlook.money(wealth)
        yield ReasonTerm("at-once", worth, rubles=amount)


def _event(given: Reasons, move: Use) -> Iterator[ReasonTerm]:
    s, name = given.state, move.tile.name
    if name == "sponsor":
        yield from _at_once(given, "rubles", OWN)
        yield ReasonTerm("others-get", -OTHERS * given.scale.ruble, rubles=OTHERS)
    elif name == "twin":
        yield ReasonTerm("both", 0.0, card=s.rules.ids[s.upper[PLACE - 1]])
    elif name == "new-luck":
        yield ReasonTerm("new-cards", 0.0, count=len(s.players))
    elif isinstance(move, UseGhost):
        yield from given.denied(move.row)
        yield ReasonTerm("new-cards", 0.0, count=1)
    for fact, amount in move.tile.effects:
        yield given.of_fact(fact, amount, dict(given.outlook.points).get(s.rules.slot(fact), 0.0))


def _purple(given: Reasons, move: PurpleMove) -> Iterator[ReasonTerm]:
    """A purple card leaves the hand, and does something."""
    s = given.state
    yield from _out_of_hand(given, (move.row, move.other) if isinstance(move, PlayAwayWithIt) else (move.row,))
    if isinstance(move, Play):
        yield from given.in_points(given.changed(move.marked, move.target), given.scale.ruble)
    elif isinstance(move, PlayBlackMarket):
        yield from _found(given)
    elif isinstance(move, PlayDoubleMove):
        yield ReasonTerm("two-actions", 0.0)
    elif isinstance(move, PlayMoneyCollector):
        offers = [one for one in half_offers(s, given.player) if isinstance(one, Buy)]
        best = max(offers, key=given.scale.bought)
        saved = Buy.price(best, s, given.seat) - best.price(s, given.seat)
        yield ReasonTerm("half-price", max(0.0, given.scale.bought(best)), rubles=saved, card=best.card)
    elif isinstance(move, PlayParasite):
        hosts = (player for other, player in enumerate(s.players) if other != given.seat)
        gains = [pair for host in hosts for _row, *pair in values(s, host)]
        terms = [
            term
            for place, currency in enumerate(CURRENCIES)
            for term in _at_once(given, currency, max(pair[place] for pair in gains))
        ]
        yield max(terms, key=lambda term: term.worth)
    elif move.pays:
        yield from _at_once(given, "rubles", move.pays)


def _out_of_hand(given: Reasons, rows: Iterable[Row]) -> Iterator[ReasonTerm]:
    weights, last = given.prospects.weights, given.outlook.rounds < 1
    burden = sum(given.state.rules.burden[row] for row in rows) if last else 0
    yield ReasonTerm("from-hand", weights.played_last if last else weights.played, points=int(BURDEN) * burden)


def _found(given: Reasons) -> Iterator[ReasonTerm]:
    """The best card of the discard pile."""
    rules, player = given.state.rules, given.player
    room = player.facts[rules.hand_limit] > len(player.hand)

    def gain(row: Row) -> float:
        bought = given.gain(given.scale, row, player.rubles, DISCARD.name)
        take = rules.offers[DISCARD.name].take(row)
        return max(bought, given.scale.taken(take)) if room and isinstance(take, Take) else bought

    best = max(dict.fromkeys(given.state.discard), key=gain)
    yield ReasonTerm("found", gain(best), card=rules.ids[best])
