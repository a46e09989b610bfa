"""What a review is made of: plain figures and moves in notation, from the replay of a finished game alone. Sentences come later, in
the reader's language."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from random import Random
from typing import Any, NotRequired, TypedDict

import engine
from api.typed import like
from engine.bots import ReasonTerm, judge, reasons_for
from games.play.positions import Play
from games.replay.ending import source_of

FINAL = 0
"""The round of what the final scoring brings."""
CHOICES = 5
"""Moves of a decision that are kept."""
FOR_SALE = ("points for sale", "points by trade")


class PointsFigure(TypedDict):
    """Points of a seat from one source in one round; round 0 is the final scoring."""

    seat: int
    round: int
    source: str
    points: int


class CardFigure(TypedDict):
    """What all copies of a card cost a seat, and what they brought it: income, points, and rubles saved on other cards."""

    seat: int
    card: str
    copies: int
    paid: int
    rubles: int
    points: int
    saved: int


class LuckFigure(TypedDict):
    """By how many points a deal stood better for each seat than the mean of other deals."""

    round: int
    phase: str
    points: list[float]


ReasonFigure: Any = like(ReasonTerm, kind=str)
"""What speaks for a move, or against it (engine/bots/reasons.py)."""


class MomentFigure(TypedDict):
    """A move that cost points: the position before it is `ply`. `points` is the mean difference to the better move in `worlds`
    play-outs, `low` to `high` its 95 % interval; the seat won so many of them after either move.
    `reasons` are those of the better one."""

    ply: int
    seat: int
    round: int
    phase: str
    played: str
    better: str
    points: float
    low: float
    high: float
    worlds: int
    won_better: int
    won_played: int
    reasons: list[ReasonFigure]


class ChoiceFigure(TypedDict):
    """What the master expected before the move `ply` + 1, at a decision of this seat: its best moves and the one played, each with
    about how many points fewer than the first."""

    ply: int
    seat: int
    moves: list[str]
    lost: list[float]


class Figures(TypedDict):
    """The review of a finished game. `rubles_left` are those at the end of each round, by seat; `judged` is how many moves left a
    choice; `choices`, which reviews before version 2 have not, are by ply."""

    points: list[PointsFigure]
    rubles_left: list[list[int]]
    cards: list[CardFigure]
    luck: list[LuckFigure]
    moments: list[MomentFigure]
    judged: int
    choices: NotRequired[list[ChoiceFigure]]


def figures_of(play: Play) -> Figures:
    """The whole review. Half a minute of work or a little more; the same game has the same figures."""
    steps, name = [played.step for played in play.steps], f"review:{play.game.pk}"
    seats, moments = len(play.seats), [_moment(one) for one in judge.moments(steps, name)]
    choices = list(_choices(steps, name, moments))
    return {
        "points": list(_points(steps)),
        "rubles_left": _rubles_left(steps, seats),
        "cards": _cards(steps),
        "luck": [
            {"round": one.round, "phase": one.phase, "points": [round(points, 1) for points in one.points]}
            for one in judge.luck(steps, name)
        ],
        "moments": moments,
        "judged": len(choices),
        "choices": choices,
    }


def _choices(steps: Sequence[engine.Step], name: str, moments: Sequence[MomentFigure]) -> Iterator[ChoiceFigure]:
    """At a moment the better move comes first and the one played costs what the play-outs found, whatever was expected."""
    named = {one["ply"]: one for one in moments}
    for asked, weighed in judge.weighed(steps, name):
        ply, best = asked.ply - 1, weighed[0].ahead
        lost = {str(one.move): round(max(0.0, best - one.ahead), 1) for one in weighed}
        kept = [*lost][:CHOICES]
        if (played := str(asked.played)) in lost:
            kept.append(played)
        if ply in named:
            lost |= {named[ply]["better"]: 0.0, played: named[ply]["points"]}
            kept = [named[ply]["better"], *kept, played]
        moves = list(dict.fromkeys(kept))
        yield {"ply": ply, "seat": asked.seat, "moves": moves, "lost": [lost[move] for move in moves]}


def _moment(one: judge.Moment) -> MomentFigure:
    asked, loss = one.decision, one.loss
    low, high = loss.interval
    guessed = engine.guess(asked.view, Random(0))  # which guess it is changes no reason
    return {
        "ply": asked.ply - 1,
        "seat": asked.seat,
        "round": asked.view.round,
        "phase": asked.view.phase,
        "played": str(asked.played),
        "better": str(one.better),
        "points": round(loss.points, 1),
        "low": round(low, 1),
        "high": round(high, 1),
        "worlds": loss.worlds,
        "won_better": loss.won_better,
        "won_played": loss.won_played,
        "reasons": [asdict(term) for term in reasons_for(asked.view, guessed, one.better)],
    }


def _points(steps: Sequence[engine.Step]) -> Iterator[PointsFigure]:
    found: dict[tuple[int, int, str], int] = {}
    number = 1
    for step in steps:
        for entry in step.entries:
            if isinstance(entry, engine.PhaseStarted):
                number = entry.round
            for change in entry.changes():
                if change.points:
                    key = change.seat, FINAL if isinstance(entry, engine.Final) else number, source_of(entry)
                    found[key] = found.get(key, 0) + change.points
    for (seat, round_, source), points in found.items():
        yield {"seat": seat, "round": round_, "source": source, "points": points}


def _rubles_left(steps: Sequence[engine.Step], seats: int) -> list[list[int]]:
    """What nobody has spent: the pass that ends a round changes no money, and the final scoring is not yet to be counted."""
    ends = [after.state for before, after in pairwise(steps) if after.state.round != before.state.round]
    is_scored = len(steps) > 1 and any(isinstance(entry, engine.Final) for entry in steps[-1].entries)
    states = [*ends, steps[-2 if is_scored else -1].state]
    return [[state.rubles(seat) for state in states] for seat in range(seats)]


def _cards(steps: Sequence[engine.Step]) -> list[CardFigure]:
    found: dict[tuple[int, str], CardFigure] = {}

    def of(seat: int, card: str) -> CardFigure:
        none: CardFigure = {"seat": seat, "card": card, "copies": 0, "paid": 0, "rubles": 0, "points": 0, "saved": 0}
        return found.setdefault((seat, card), none)

    for before, after in pairwise(steps):
        for entry in after.entries:
            if isinstance(entry, engine.Bought | engine.Played):
                bought = of(entry.seat, entry.card)
                bought["copies"] += 1
                bought["paid"] += entry.price
                if entry.seat == after.seat and after.move is not None:
                    for card, saved in _saved(engine.explain(before.state, entry.seat, after.move)):
                        of(entry.seat, card)["saved"] += saved
            elif isinstance(entry, engine.Scored):
                # a pass leaves all displays as they were; the last purchase of the first Workers is followed by their scoring
                has_bought = any(isinstance(one, engine.Bought | engine.Played) for one in after.entries)
                for term in _terms(after.state if has_bought else before.state, entry):
                    of(entry.seat, term.card)["rubles"] += term.rubles
                    of(entry.seat, term.card)["points"] += term.points
            elif isinstance(entry, engine.PubAnswered):
                pub = of(entry.seat, _seller(before.state, entry.seat))
                pub["points"] += entry.points
                pub["rubles"] -= entry.rubles
    return list(found.values())


def _saved(terms: Sequence[engine.Term]) -> Iterator[tuple[str, int]]:
    """Who made a purchase cheaper, and by how much; what a price of 1 ruble leaves unused saves nothing."""
    unused = sum(term.amount for term in terms if term.kind == "minimum")
    for term in terms:
        if term.kind == "reduction" and term.card is not None:
            saved = max(0, -term.amount - unused)
            unused -= -term.amount - saved
            yield term.card, saved


def _terms(scored: engine.State, entry: engine.Scored) -> Sequence[engine.IncomeTerm]:
    """What each card paid in a scoring."""
    group = next((phase.group for phase in scored.rules.phases if phase.name == entry.phase), None) or ""
    return engine.explain(scored, entry.seat, group).terms if group in scored.rules.incomes else ()


def _seller(state: engine.State, seat: int) -> str:
    """The card that sells points; the first of several."""
    rules = state.rules
    ids = [rules.ids[row] for row in state.players[seat].display]
    return next(
        card for card in ids if any(fact in FOR_SALE for fact, _amount in engine.card(rules.options, card).effects)
    )
