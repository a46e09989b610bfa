"""Finding the puzzle of a day among games that finished lately, and that everybody may see.

A look costs a bounded number of weighings and play-outs; where it finds nothing, the next one tries other decisions.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.db import IntegrityError, transaction

import engine
from engine.bots import ADVISER, Weighed
from games.models import BY_PLAYER, Puzzle
from games.play.positions import Play, load
from games.puzzles.proof import Choice, prove
from games.selectors.queries import finished_games

logger = logging.getLogger("games")

LATELY: Final = timedelta(days=30)
GAMES: Final = 10
"""The newest games that are looked at."""
WEIGHED: Final = 100
"""Decisions that the adviser weighs in one look."""
PROVEN: Final = 12
"""Decisions that are played out in one look, those first where the adviser disagrees most."""
FUTURES: Final = 200
"""Play-outs of each choice: enough to tell two points apart in most positions."""
GLANCE: Final = 30
"""Play-outs that most positions without a clear answer fail already."""
CHOICES: Final = 5
LEAST_MOVES: Final = 4

DISAGREES: Final = 2.0
"""Points by which the adviser prefers another move than was played."""
CLEAR: Final = 1.0
"""Points by which the best choice beats the played one at least, whatever the error of the play-outs."""
SENSIBLE: Final = 20.0
"""Points behind the best choice within which a wrong one still looks like a choice."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A decision of a person, with the moves that the adviser would consider; `margin` is what it would lose with `played`."""

    game_id: int
    ply: int
    view: engine.View
    played: str
    weighed: tuple[Weighed, ...]
    margin: float


def midnight(now: datetime) -> datetime:
    """When the day began in UTC, by which puzzles are counted."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def find_puzzle(*, now: datetime) -> Puzzle | None:
    """Make the puzzle of today unless there is one. None where nothing fits; a later look may find some."""
    day = midnight(now)
    if Puzzle.objects.filter(day=day).exists():
        return None
    found = sorted(_candidates(now), key=lambda one: -one.margin)[:PROVEN]
    for one in found:
        choices = _proven(one)
        if is_puzzle(choices, one.played):
            return _keep(one, choices, day)
    logger.info("no puzzle of the day among %s candidates", len(found))
    return None


def _candidates(now: datetime) -> Iterator[Candidate]:
    games = finished_games().filter(finished_at__gt=now - LATELY, annulled_at=None, puzzle=None)
    latest = list(games.order_by("-finished_at", "-pk").values_list("pk", flat=True)[:GAMES])
    chance = Random(f"{now:%Y-%m-%d %H}")
    for game_id in latest:
        yield from _disagreements(load(game_id), WEIGHED // len(latest), chance)


def _disagreements(play: Play, most: int, chance: Random) -> Iterator[Candidate]:
    """Among so many decisions of people those where the adviser prefers another move."""
    if play.game.is_solo:
        return
    views = [
        (ply, row.text, engine.view_for(play.at(ply).step.state, row.seat))
        for ply, row in enumerate(play.moves)
        if row.source in BY_PLAYER
    ]
    real = [one for one in views if len(one[2].moves) >= LEAST_MOVES]
    for ply, played, view in chance.sample(real, min(most, len(real))):
        weighed = ADVISER.weighed(view, engine.guess(view, chance), chance)
        own = next((one.ahead for one in weighed if str(one.move) == played), None)
        if own is not None and weighed[0].ahead - own >= DISAGREES:
            yield Candidate(play.game.pk, ply, view, played, weighed, weighed[0].ahead - own)


def _proven(found: Candidate) -> list[Choice]:
    """The foremost moves and the played one, played out. A second opinion of the adviser, in other futures, must agree on the
    best move; without it there is no choice."""
    chance = Random(f"second:{found.game_id}:{found.ply}")
    second = ADVISER.weighed(found.view, engine.guess(found.view, chance), chance)
    if second[0].move != found.weighed[0].move:
        return []
    foremost = [one.move for one in found.weighed]
    moves = foremost[:CHOICES]
    moves += [move for move in foremost[CHOICES:] if str(move) == found.played]
    choices: list[Choice] = []
    for futures in (GLANCE, FUTURES):
        choices = prove(found.view, moves, futures, f"proof:{found.game_id}:{found.ply}")
        lost = next(one.behind for one in choices if one.move == found.played)
        if choices[0].move != str(foremost[0]) or lost < CLEAR:
            return []
    return choices


def is_puzzle(choices: list[Choice], played: str) -> bool:
    """The played move is clearly worse than the best one, and of the wrong choices at least two are sensible."""
    lost = [one.behind - one.within for one in choices if one.move == played]
    wrong = [one for one in choices if not one.is_right and one.behind <= SENSIBLE]
    return bool(lost) and lost[0] >= CLEAR and len(wrong) >= 2


def _keep(found: Candidate, choices: list[Choice], day: datetime) -> Puzzle | None:
    assert found.view.viewer is not None
    try:
        with transaction.atomic():
            puzzle: Puzzle = Puzzle.objects.create(
                game_id=found.game_id,
                ply=found.ply,
                seat=found.view.viewer,
                day=day,
                played=found.played,
                choices=[one.to_json() for one in choices],
                futures=FUTURES,
            )
    except IntegrityError:  # another worker was quicker
        return None
    logger.info("puzzle of %s: game %s at %s", day.date(), found.game_id, found.ply)
    return puzzle
