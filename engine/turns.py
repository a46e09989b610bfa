"""The action part of a phase: turns in order until all have passed or the tableau is empty (section 7)."""

from typing import Final

from engine.acquire import HAND, LOWER, UPPER, Buy, Take, add_offers, offered
from engine.core import Item, MoreMoves, Move, State, Step
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.places import add_copies
from engine.player import Seat
from engine.scoring import price_of
from engine.steps import Decision

TURN_SOURCES: Final = (UPPER, LOWER, HAND)
"""Where every turn may acquire from (TURN-3 to TURN-5)."""
ACQUIRES: Final = (Buy, Take)


class Actions(Step):
    """The turns of a phase, beginning with the holder of its token (TURN-1, TURN-2).

    `more` are the moves that parts add to turns of this phase; `stop_when_empty` is PHASE-2.
    """

    def __init__(self, phase: str, players: int, more: tuple[MoreMoves, ...], *, stop_when_empty: bool) -> None:
        self.phase = phase
        self.players = players
        self.more = more
        self.stop_when_empty = stop_when_empty
        self.turns: tuple[Turn, ...] = tuple(Turn(self, seat) for seat in range(players))

    def run(self, s: State, log: Log) -> None:
        """The first turn, unless the tableau was emptied before it (PHASE-2)."""
        if self.stop_when_empty and not any(s.upper) and not any(s.lower):
            return
        s.agenda = (self.turns[s.tokens[s.rules.token_of[self.phase]]],)

    def end_turn(self, s: State, seat: Seat) -> None:
        """After a completed turn: the next seat, or the end of the action part (PHASE-1, PHASE-2)."""
        if s.passes >= self.players or (self.stop_when_empty and not any(s.upper) and not any(s.lower)):
            return
        seat += 1
        s.agenda += (self.turns[seat if seat < self.players else 0],)


class Turn(Decision):
    """One seat's turn; there is one such object for each seat and action part, used again and again."""

    __slots__ = ("bit", "rest", "seat", "seats", "step")
    kind = "turn"

    def __init__(self, step: Actions, seat: Seat) -> None:
        self.step = step
        self.seat = seat
        self.seats = (seat,)
        self.bit = 1 << seat
        self.rest = RestOfTurn(step, seat)

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        """All actions: cards of the upper row, the lower row, the hand, what parts add, the pass (TURN-3 to TURN-8)."""
        rules, player = s.rules, s.players[seat]
        out: list[Move] = []
        room = player.facts[rules.hand_limit] - len(player.hand)
        add_offers(player, rules.upper, s.upper, room, out)
        if any(s.lower):
            add_offers(player, rules.lower, s.lower, room, out)
        if player.hand:
            add_offers(player, rules.hand, player.hand, 0, out)
            for play in rules.hand_moves:
                play(s, player, out)
        for add in self.step.more:
            add(s, player, out)
        out.append(rules.pass_move)
        return tuple(out)

    def allows(self, s: State, seat: Seat, move: Move) -> bool:
        if move is s.rules.pass_move:
            return True
        if isinstance(move, ACQUIRES) and move.place in TURN_SOURCES:
            player = s.players[seat]
            room = player.facts[s.rules.hand_limit] - len(player.hand)
            if offered(s, player, seat, move, room):
                return True
        return move in self.moves(s, seat)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        if move.is_pass:
            s.passes += 1
            s.passed |= self.bit
        elif move.keeps_turn:
            below = s.agenda
            move.act(s, seat, log)
            s.agenda = (*below, self, *s.agenda[len(below) :])
            return
        else:
            s.passes = 0
            s.passed &= ~self.bit
        below = s.agenda
        move.act(s, seat, log)
        if s.agenda is below:
            self.step.end_turn(s, seat)
        else:  # the move asks something; the turn ends when that is settled (PHASE-2 looks at completed turns)
            s.agenda = (*below, self.rest, *s.agenda[len(below) :])

    def default(self, s: State, seat: Seat) -> Move:
        """The clock passes."""
        return s.rules.pass_move


class RestOfTurn(Item):
    """What follows when everything that a turn set off is settled."""

    __slots__ = ("seat", "step")

    def __init__(self, step: Actions, seat: Seat) -> None:
        self.step = step
        self.seat = seat

    def run(self, s: State, log: Log) -> None:
        self.step.end_turn(s, self.seat)


class FirstWorkers(Actions):
    """The compulsory first Worker phase: each turn buys a Worker, until the tableau is empty (FIRST-2 to FIRST-4)."""

    least_rubles = 17  # FIRST-6: what two Workers can cost at most

    def __init__(self, phase: str, players: int) -> None:
        super().__init__(phase, players, (), stop_when_empty=True)
        self.turns = tuple(FirstTurn(self, seat) for seat in range(players))


class FirstTurn(Turn):
    """A turn in which a Worker must be bought."""

    __slots__ = ()
    kind = "first-worker"

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        out: list[Move] = []
        add_offers(s.players[seat], s.rules.upper, s.upper, 0, out)
        add_copies(s, s.players[seat], 0, out)
        return tuple(out)

    def allows(self, s: State, seat: Seat, move: Move) -> bool:
        return move in self.moves(s, seat)

    def default(self, s: State, seat: Seat) -> Move:
        """The clock buys the cheapest Worker, the leftmost of those."""
        rules, facts = s.rules, s.players[seat].facts
        rows = [row for row in dict.fromkeys(s.upper) if row]
        prices = [price_of(rules, facts, row, 0, 0) for row in rows]
        move = rules.upper.buy(rows[prices.index(min(prices))])
        assert move is not None  # the first Workers are basic cards
        return move

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if move.kind == "buy" and move.source == "upper":
            return None
        return (
            "first-workers",
            Sentence("In the first phase, you must buy a Worker from the tableau on every turn."),
            "FIRST-2",
        )
