"""Playing a game: from the deal to the last question, one answer after the other; and a game that ends before its end."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from engine.acquire import add_parts, assemble
from engine.core import Item, Move, State
from engine.entries import Entry, Log
from engine.errors import DealError, EngineError, NotYourTurn, ReplayError, Sentence
from engine.offers import decision, is_legal, legal_moves, waiting_for
from engine.options import Deal, Options
from engine.part import Preset
from engine.places import at_place, named_place
from engine.player import Seat
from engine.rulebook import Rulebook, rulebook_for, whole
from engine.words import refusal


class Nobody(Item):
    """What stands on the agenda then: a question to no seat."""

    __slots__ = ()
    seats = ()


_NOBODY = Nobody()


def halted(state: State) -> State:
    """The position as it is shown when the game has ended in it before its end. A choice that was being made is made no
    more; what lay before the one who chose, and nowhere else, is laid aside."""
    after = state.fork()
    if not state.over:
        after.agenda = (_NOBODY,)
    return after


class Transition(NamedTuple):
    """What a move does: the next state, what there is to tell, and whether it uncovers something hidden (UI-15), which is known
    from what is public: a card leaves a pile."""

    state: State
    entries: tuple[Entry, ...]
    reveals: bool


class Step(NamedTuple):
    """A position of a replayed game with what led to it. Number 0 is the opening and has no seat and no move."""

    number: int
    seat: Seat | None
    move: Move | None
    state: State
    entries: tuple[Entry, ...]


def make_deal(options: Options, seed: bytes) -> Deal:
    """The deal that follows from a seed of 32 bytes; see docs/deals.md."""
    rules = rulebook_for(options)
    return Deal.from_seed(seed, rules.card_numbers, rules.tokens, options.players, rules.draws)


def reshuffled(deal: Deal, fresh: Deal, state: State) -> Deal:
    """`deal` with the cards that still lie in the piles of `state`, a position of its game, in the order that `fresh` gives them.
    The moves up to there are the same with both."""
    orders, piles = dict(fresh.piles), dict(deal.piles)
    for name, left in zip(state.rules.piles, state.left, strict=True):
        dealt = piles[name][: len(piles[name]) - left]
        piles[name] = (*dealt, *(card for card in orders[name] if card not in dealt))
    return replace(deal, piles=tuple(piles.items()))


def new_game(options: Options, deal: Deal) -> State:
    """The position of the first question. Raises DealError if the deal does not fit the options."""
    return opening(rulebook_for(options), deal, None)


def opening(rules: Rulebook, deal: Deal, log: Log) -> State:
    """The same, telling what happened up to the first question."""
    s = State()
    s.rules = rules
    s.piles = _piles(rules, deal)
    s.tokens = _tokens(rules, deal)
    s.left = tuple(len(pile) for pile in s.piles)
    s.upper = s.lower = s.discard = ()
    s.players = tuple(assemble(rules, rules.start_rubles, 0, (), ()) for _ in range(rules.options.players))
    s.round, s.step, s.passes, s.passed = 1, 0, 0, 0
    s.ending = s.over = False
    s.agenda = ()
    s.extras = tuple(part.initial(rules) for part in rules.parts)
    s.lines = ()
    s._legal, s._own = None, 0
    draws = _draws(rules, deal)
    for part in rules.parts:
        part.set_up(s, draws)
    add_parts(s)
    return proceed(s, log)


def _draws(rules: Rulebook, deal: Deal) -> Mapping[str, tuple[str, ...]]:
    given = dict(deal.draws)
    if sorted(given) != sorted(rules.draws) or len(given) != len(deal.draws):
        raise DealError("deal-draws", f"The deal must draw {', '.join(rules.draws) or 'nothing'}.", "SETUP-12")
    for what, items in rules.draws.items():
        if sorted(given[what]) != sorted(items):
            raise DealError("deal-draws", f"The draw {what} must hold each of its items once.", "SETUP-12")
    return given


def _piles(rules: Rulebook, deal: Deal) -> tuple[tuple[int, ...], ...]:
    given = dict(deal.piles)
    if sorted(given) != sorted(rules.piles) or len(given) != len(deal.piles):
        raise DealError("deal-piles", f"The deal must have the piles {', '.join(rules.piles)}, each once.", "SETUP-2")
    for pile in rules.piles:
        if sorted(given[pile]) != list(rules.card_numbers[pile]):
            raise DealError("deal-cards", f"The {pile} pile must hold each of its cards once.", "SETUP-1")
    return tuple(tuple(rules.row_of_number[number] for number in given[pile]) for pile in rules.piles)


def _tokens(rules: Rulebook, deal: Deal) -> tuple[Seat, ...]:
    given = dict(deal.tokens)
    if sorted(given) != sorted(rules.tokens) or len(given) != len(deal.tokens):
        raise DealError(
            "deal-tokens", f"The deal must have the tokens {', '.join(rules.tokens)}, each once.", "SETUP-5"
        )
    seats = tuple(given[token] for token in rules.tokens)
    players = rules.options.players
    each, extra = divmod(len(seats), players)
    for seat in range(players):
        if not each <= seats.count(seat) <= each + (extra > 0):
            raise DealError("deal-tokens", f"Seat {seat} holds {seats.count(seat)} start tokens.", "SETUP-6")
    if any(seat not in range(players) for seat in seats):
        raise DealError("deal-tokens", "A start token lies with a seat that does not play.", "SETUP-6")
    return seats


def preset_move(state: State, seat: Seat, presets: Mapping[str, str]) -> Move | None:
    """The answer that follows from what a seat has decided before, so that nobody waits; None if it has to be asked."""
    asked = decision(state)
    return asked.by_preset(state, seat, presets) if asked is not None and seat in asked.seats else None


def presets_for(state: State, seat: Seat) -> tuple[Preset, ...]:
    """What a seat may decide now for questions that are still to come."""
    return () if state.over else tuple(preset for part in whole(state).parts for preset in part.presets(state, seat))


def apply(state: State, seat: Seat, move: Move) -> Transition:
    """The position after `seat` plays `move`, and what there is to tell about it. `state` stays as it was.

    Raises NotYourTurn or IllegalMove, each with the sentence a player should read.
    """
    if not is_legal(state, seat, move):
        raise refusal(state, seat, move)
    log: list[Entry] = []
    after = advance(state.fork(), seat, move, log)
    return Transition(after, tuple(log), after.left is not state.left or state.agenda[-1].uncovers(state))


def advance(s: State, seat: Seat, move: Move, log: Log = None) -> State:
    """Play a move known to be legal on a working copy, and go on to the next question. For searches: nothing is
    checked.

    Give it `state.fork()`, or the same working copy again and again; with `log=None` nothing is told.
    """
    agenda = s.agenda
    s.agenda = agenda[:-1]
    s._legal = None
    agenda[-1].resolve(s, seat, move, log)
    return proceed(s, log)


def proceed(s: State, log: Log) -> State:
    """Work off the agenda and the program of the round until something is asked or the game is over."""
    while True:
        agenda = s.agenda
        if agenda:
            item = agenda[-1]
            if item.asks:
                return s
            s.agenda = agenda[:-1]
            item.run(s, log)
        elif s.over:
            return s
        else:
            step = s.rules.program(s.round)[s.step]
            s.step += 1
            step.run(s, log)


def default_move(state: State, seat: Seat) -> Move:
    """What the clock plays for a seat: a pass where it is legal, else the mildest answer. Raises NotYourTurn."""
    asked = decision(state)
    if asked is None or seat not in asked.seats:
        raise NotYourTurn("not-your-turn", Sentence("It is not seat {seat}'s turn.", seat=seat))
    return asked.default(state, seat)


def parse_move(text: str, state: State | Rulebook) -> Move:
    """The move a text means. Raises NotationError, which says what would be right.

    Small and capital letters, spaces, hyphens, underscores, English, German and other printed names are all accepted.
    """
    if isinstance(state, Rulebook):
        return state.dictionary.read(text, ())
    if state.rules.places and (named := named_place(text)) is not None:
        return at_place(state, *named, whole(state).dictionary)
    move = state.rules.moves.get(text)
    if move is not None:
        return move
    legal = [move for seat in waiting_for(state) for move in legal_moves(state, seat)]
    return whole(state).dictionary.read(text, legal)


def replay(options: Options, deal: Deal, moves: Iterable[tuple[Seat, str]]) -> State:
    """The position after these moves. Raises ReplayError with number, text and reason for the first that cannot be."""
    s = new_game(options, deal)
    known = s.rules.moves
    for number, (seat, text) in enumerate(moves, start=1):
        move = known.get(text)
        if move is None or not is_legal(s, seat, move):
            move = _recorded(s, number, seat, text)
        advance(s, seat, move)
    return s


def walk(options: Options, deal: Deal, moves: Iterable[tuple[Seat, str]]) -> Iterator[Step]:
    """Every position of a game in turn, the opening first. Raises ReplayError like `replay`."""
    log: list[Entry] = []
    state = opening(rulebook_for(options), deal, log)
    yield Step(0, None, None, state, tuple(log))
    known = state.rules.moves
    for number, (seat, text) in enumerate(moves, start=1):
        move = known.get(text)
        if move is None or not is_legal(state, seat, move):
            move = _recorded(state, number, seat, text)
        log = []
        state = advance(state.fork(), seat, move, log)
        yield Step(number, seat, move, state, tuple(log))


def _recorded(state: State, number: int, seat: Seat, text: str) -> Move:
    try:
        move = parse_move(text, state)
        if not is_legal(state, seat, move):
            raise refusal(state, seat, move)
    except EngineError as error:
        sentence = f"Move {number}, {text!r} of seat {seat}: {error.sentence}"
        raise ReplayError(error.code, sentence, error.rule, number, text) from error
    return move


def phase_key(state: State) -> str:
    """A token that changes with each action part, such as 4:building; standing passes hang on it (UI-2, UI-3)."""
    return "over" if state.over else f"{state.round}:{state.phase}"
