"""The steps of every round: refill, scoring, end of the round and the final scoring (sections 5, 6, 10 to 12)."""

from engine.core import Item, State, Step
from engine.entries import Dealt, EndTriggered, Final, Log, Over, PhaseStarted, RoundEnded, Scored
from engine.player import FinalLine, Row, Seat, income
from engine.scoring import different


class Refill(Step):
    """The start of a phase: cards of its pile are dealt until both rows hold `target` cards (REFILL-1 to REFILL-8)."""

    def __init__(self, phase: str, pile: int, target: int) -> None:
        self.phase = phase
        self.pile = pile
        self.target = target

    def run(self, s: State, log: Log) -> None:
        s.passes = s.passed = 0
        held = tuple(row for row in s.upper if row)
        new = lay_out(s, self.pile, self.missing(s, len(held)))
        empty = max(0, self.target - len(new) - len(held))
        s.upper = new + (0,) * empty + held
        if log is not None:
            log.append(PhaseStarted(s.round, self.phase, s.tokens[s.rules.token_of[self.phase]]))
            log.append(Dealt(self.phase, tuple(s.rules.ids[row] for row in new), s.left[self.pile]))
        if new and not s.left[self.pile]:
            trigger_end(s, self.pile, log)

    def missing(self, s: State, held: int) -> int:
        """How many cards the tableau lacks; never negative (REFILL-4)."""
        return max(0, self.target - held - len(s.lower) + s.lower.count(0))


class FirstRefill(Refill):
    """The very first deal: two Workers for each player (FIRST-1)."""

    def missing(self, s: State, held: int) -> int:
        return 2 * len(s.players)


def lay_out(s: State, pile: int, number: int) -> tuple[Row, ...]:
    """Take up to `number` cards off a pile, in the order drawn; a pile too small gives all it has (REFILL-5)."""
    if not number:
        return ()
    cards, left = s.piles[pile], s.left[pile]
    number = min(number, left)
    top = len(cards) - left
    s.left = (*s.left[:pile], left - number, *s.left[pile + 1 :])
    return cards[top : top + number]


def trigger_end(s: State, pile: int, log: Log) -> None:
    """The last card of a pile was laid out: this round is the last (END-1). Further piles change nothing (END-6)."""
    if not s.ending:
        s.ending = True
        if log is not None:
            log.append(EndTriggered(s.rules.piles[pile]))


def in_turn_order(s: State, phase: str) -> list[Seat]:
    """All seats, from the holder of the phase's token clockwise (SCORE-4)."""
    first, players = s.tokens[s.rules.token_of[phase]], len(s.players)
    return [(first + turn) % players for turn in range(players)]


class Payday(Step):
    """The scoring of a group: everybody's income, in turn order from the holder of the phase's token (SCORE-4)."""

    def __init__(self, phase: str, group: str, players: int) -> None:
        self.phase = phase
        self.group = group
        payouts: list[Item] = [Payout(phase, group, seat) for seat in range(players)]
        # The agenda is a stack, so the first to be paid stands last.
        self.from_seat = [tuple(reversed(payouts[seat:] + payouts[:seat])) for seat in range(players)]

    def run(self, s: State, log: Log) -> None:
        s.agenda += self.from_seat[s.tokens[s.rules.token_of[self.phase]]]


class Payout(Item):
    """Income of one seat in one scoring; its points are one gain (SCORE-5), after the rubles (SCORE-3)."""

    __slots__ = ("group", "phase", "seat")

    def __init__(self, phase: str, group: str, seat: Seat) -> None:
        self.phase = phase
        self.group = group
        self.seat = seat

    def run(self, s: State, log: Log) -> None:
        seat, player = self.seat, s.players[self.seat]
        rubles, points = income(s.rules.incomes[self.group], player.facts)
        if log is not None:
            log.append(Scored(seat, player.rubles, rubles, player.points, points, self.phase))
        if rubles:
            s.own(seat).rubles += rubles
        if points:
            s.rules.gain(s, seat, points, log)


def gain(s: State, seat: Seat, points: int, log: Log) -> None:
    """Credit victory points; a part may replace it where points meet obstacles."""
    s.own(seat).points += points


def creditable(s: State, seat: Seat, points: int) -> int:
    """How many of these points would be credited; a part may replace it."""
    return points


class RoundEnd(Step):
    """End of a round: the lower row is cleared, the upper row moves down, the tokens go to the left. After the last
    round none of it happens and the final scoring follows (SEQ-5, ROUND-1 to ROUND-8)."""

    def run(self, s: State, log: Log) -> None:
        if s.ending:
            return
        cleared = tuple(row for row in s.lower if row)
        s.discard += cleared
        s.lower = s.upper
        s.upper = ()
        if log is not None:
            log.append(RoundEnded(s.round, tuple(s.rules.ids[row] for row in cleared)))
        players, shift = len(s.players), s.rules.token_shift
        s.tokens = tuple((seat + shift) % players for seat in s.tokens)
        s.round += 1
        s.step = 0


class FinalStep(Step):
    """One step of the final scoring, done for all before the next (END-10)."""

    name: str
    final = True

    def run(self, s: State, log: Log) -> None:
        for seat in range(len(s.players)):
            before = s.players[seat].points
            count = self.score(s, seat, log)
            s.lines += (FinalLine(self.name, seat, count, s.players[seat].points - before),)

    def foresee(self, s: State, seat: Seat, *, begun: bool) -> None:
        if not begun:
            self.score(s, seat, None)

    def score(self, s: State, seat: Seat, log: Log) -> int:
        """Settle the step for one seat; how many counted."""
        before = s.players[seat]
        count, rubles, points = self.settle(s, seat)
        account(s, Final(seat, before.rubles, rubles, before.points, points, self.name, count), log)
        return count

    def settle(self, s: State, seat: Seat) -> tuple[int, int, int]:
        """How many count, and what they change in rubles and points."""
        raise NotImplementedError


def account(s: State, entry: Final, log: Log) -> None:
    """Carry out one step of the final scoring for one seat as its entry tells it."""
    if log is not None:
        log.append(entry)
    if entry.rubles_gain:
        s.own(entry.seat).rubles += entry.rubles_gain
    if entry.points_gain:
        s.rules.gain(s, entry.seat, entry.points_gain, log)


class FinalNobles(FinalStep):
    """Step 1: points for different Nobles (END-11)."""

    name = "nobles"

    def settle(self, s: State, seat: Seat) -> tuple[int, int, int]:
        count = different(s.rules, s.players[seat], "red")
        return count, 0, s.rules.noble_points(count)


class FinalRubles(FinalStep):
    """Step 3: a point for each ten rubles, which are paid (END-13); if the points bring rubles, it goes on (HURD-20)."""

    name = "rubles"

    def score(self, s: State, seat: Seat, log: Log) -> int:
        count = super().score(s, seat, log)
        return count + self.rest(s, seat, log)

    def foresee(self, s: State, seat: Seat, *, begun: bool) -> None:
        self.rest(s, seat, None)

    def rest(self, s: State, seat: Seat, log: Log) -> int:
        """Exchange what can be exchanged; how many tens."""
        count = 0
        while self.settle(s, seat)[0]:
            count += super().score(s, seat, log)
        return count

    def settle(self, s: State, seat: Seat) -> tuple[int, int, int]:
        tens = s.rules.creditable(s, seat, s.players[seat].rubles // 10)
        return tens, -10 * tens, tens


class FinalHand(FinalStep):
    """Step 4: five points off for each card in the hand (END-14)."""

    name = "hand"

    def settle(self, s: State, seat: Seat) -> tuple[int, int, int]:
        count = sum(s.rules.burden[row] for row in s.players[seat].hand)
        return count, 0, -5 * count


class GameOver(Step):
    """Nobody is asked any more; the best score wins, then the most rubles left (END-16)."""

    def run(self, s: State, log: Log) -> None:
        s.over = True
        if log is not None:
            best = max((player.points, player.rubles) for player in s.players)
            winners = tuple(seat for seat, p in enumerate(s.players) if (p.points, p.rubles) == best)
            log.append(Over(winners))


def around_scoring(
    steps: tuple[Step, ...], phase: str, *, before: tuple[Step, ...] = (), after: tuple[Step, ...] = ()
) -> tuple[Step, ...]:
    """The program of a round with more steps right before and right after the income of this phase is paid (SCORE-7,
    SCORE-9)."""
    place = next(p for p, step in enumerate(steps) if isinstance(step, Payday) and step.phase == phase)
    return (*steps[:place], *before, steps[place], *after, *steps[place + 1 :])
