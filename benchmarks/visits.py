"""For which share of its decisions a person must come: `python -m benchmarks.visits --games 200`.

Plain bots play base games of four on shared deals, three times: without anything, with the passes for a phase and the forced moves
of every site, and with conditional orders (`engine.standing`). A decision is a question to a seat; a visit is one that nothing
ordered before has answered. Who visits makes a move and orders what still looks good there: cards by what they bring with their
prices of today, then passing, and for later phases what needs no look at their cards. The same arguments give the same games.

Each player looks twice a day, at hours of their own, and does all that waits then. A mail goes out whenever somebody is asked who
is not looking; a game lasts from its first question to its last.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count as count_from
from pathlib import Path
from random import Random

if not sys.flags.safe_path:  # started as a script, whose own folder comes first
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import engine
from engine.bots.plain import Judge, PlainBot, Taste
from engine.core import Move, State
from engine.standing import ANY, Condition, Deed, Order, Orders, decide, going_on
from engine.standing_words import MOST_ORDERS, read, say

WAYS = ("nothing", "passes", "orders")
BOT = PlainBot()
PLAYERS = 4
LOOKS = 2
"""How often a day each player looks."""
POOR, FIRST, LATE = 4, 20, (5, 8)
"""With so many rubles at most the later phases of a round are passed; of the first round, because the second wants money; and from
which round on with how many, because what lies there then is dear."""


@dataclass
class Count:
    decisions: int = 0
    visits: int = 0
    points: list[int] = field(default_factory=list)
    by_kind: dict[str, int] = field(default_factory=dict)
    mails: int = 0
    hours: float = 0


def play(way: str, edition: int, number: int, count: Count) -> None:
    """One game on the `number`-th deal."""
    options = engine.Options(edition=edition, players=PLAYERS)
    state = engine.new_game(options, engine.make_deal(options, Random(f"deal {number}").randbytes(32)))
    standing: dict[int, Orders] = dict.fromkeys(range(PLAYERS), ())
    looks = [sorted(Random(f"looks {number} {seat}").sample(range(7, 23), LOOKS)) for seat in range(PLAYERS)]
    hour, here = 0.0, [-1.0] * PLAYERS
    while not state.over:
        (seat,) = engine.waiting_for(state)
        count.decisions += 1
        view, legal = engine.view_for(state, seat), engine.legal_moves(state, seat)
        move = None
        if standing[seat]:
            decided = decide(standing[seat], view)
            if decided.move:
                move, standing[seat] = engine.parse_move(decided.move, state), decided.left
        if move is None and len(legal) == 1 and way != "nothing":
            move = legal[0]
        if move is None:
            count.visits += 1
            if here[seat] != hour:
                count.mails += 1
                hour = here[seat] = next(at for at in hours_of(looks[seat], hour) if at > hour)
            move = BOT.choose(view, state, Random(0))
            kind = f"{view.phase} {view.question.kind if view.question else ''} {move.kind}"
            count.by_kind[kind] = count.by_kind.get(kind, 0) + 1
            if way == "passes":
                standing[seat] = (Order(((Deed("pass", until="phase"),),)),) if move.is_pass else ()
            elif way == "orders":
                standing[seat] = wished(state, seat, move)
        after = engine.apply(state, seat, move)
        for other, orders in standing.items():
            if orders:
                before, then = engine.view_for(state, other), engine.view_for(after.state, other)
                standing[other], _why = going_on(orders, before, then, after.entries)
        state = after.state
    count.hours += hour
    count.points += [score.total for score in engine.final_scores(state)]


def hours_of(looks: Sequence[int], since: float) -> Iterator[float]:
    """When somebody looks who does so at these hours of each day, from the day of this hour on."""
    return (24.0 * day + look for day in count_from(int(since // 24)) for look in looks)


def wished(state: State, seat: int, move: Move) -> Orders:
    """What a player would order who makes this move, seen from their seat: as words, which are read."""
    after = engine.advance(state.fork(), seat, move)
    judge = Judge(engine.view_for(state, seat), Taste())
    orders: list[Order] = []
    others: list[Order] = []
    while (view := own_turn(state, after, seat)) is not None and len(orders) < MOST_ORDERS - 5:
        there = Judge(view, Taste())
        moves = sorted(engine.legal_moves(after, seat), key=there.gain, reverse=True)
        wanted = [one for one in moves if there.gain(one) > 0]
        if not wanted:
            break
        deeds = [
            Order(((ordered(one, there),),))
            for one in wanted
            if one.card is not None and one.kind in ("buy", "play", "take")
        ]
        if wanted[0].card is None:  # an Observatory draws
            drawn = (Deed("buy", ANY, most=10), Deed("discard"))
            orders.append(Order(((Deed("move", wanted[0].text),), drawn)))
            break
        others = others or deeds[1:3]
        orders.append(deeds[0])
        after = engine.advance(after.fork(), seat, wanted[0])
    orders += [one for one in others if one not in orders][: MOST_ORDERS - 4 - len(orders)]
    orders.append(Order(((Deed("pass", until="phase"),),)))
    enough = next((stock for stock in range(40) if 2 * judge.ruble_at(judge.left[judge.place + 1], stock) < 1), 0)
    orders.append(Order(((Deed("pub") if enough else Deed("pub", most=0),),), enough, "round"))
    orders.append(Order(((Deed("pass", until="round", tests=(Condition("afford"),)),),), 0, "round"))
    poor = FIRST if state.round == 1 else LATE[1] if state.round >= LATE[0] else POOR
    orders.append(Order(((Deed("pass", until="round", tests=(Condition("most", number=poor),)),),), 0, "round"))
    return read(say(tuple(orders)), engine.rulebook_for(state.rules.options))


def ordered(move: Move, judge: Judge) -> Deed:
    most = None if move.kind == "take" else judge.prices[move.text]
    return Deed(move.kind, move.card or "", "", most, move.over or "")


def own_turn(state: State, after: State, seat: int) -> engine.View | None:
    """The next turn of this seat in the same phase, as if the others passed; `after` is moved on to it."""
    while engine.phase_key(after) == engine.phase_key(state) and not after.over:
        (asked,) = engine.waiting_for(after)
        if asked == seat:
            view = engine.view_for(after, seat)
            return view if view.question and view.question.kind in ("turn", "first-worker") else None
        engine.advance(after, asked, engine.default_move(after, asked))
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--edition", type=int, choices=(1, 2), default=2)
    parser.add_argument("--kinds", action="store_true", help="what the visits were about")
    chosen = parser.parse_args()
    print(f"{chosen.games} games of four, edition {chosen.edition}")
    print(
        f"{'with':8} {'decisions':>9} {'visits':>7} {'share':>6} {'points':>7} {'mails a game':>12} {'days a game':>11}"
    )
    for way in WAYS:
        count = Count()
        for number in range(chosen.games):
            play(way, chosen.edition, number, count)
        share, points = count.visits / count.decisions, sum(count.points) / len(count.points)
        mails, days = count.mails / chosen.games, count.hours / 24 / chosen.games
        figures = f"{count.decisions:9} {count.visits:7} {share:6.1%} {points:7.1f} {mails:12.1f} {days:11.1f}"
        print(f"{way:8} {figures}", flush=True)
        if chosen.kinds:
            for kind, times in sorted(count.by_kind.items(), key=lambda one: -one[1]):
                print(f"    {times:6} {kind}")


if __name__ == "__main__":
    main()
