"""The games that the lesson shows pieces of, as their deals and moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

import engine
from games.models import PlainRow, RowKind, Source
from games.play.positions import PlayedStep

OPTIONS = engine.Options(edition=2, players=2)
"""What the lesson is played with: the base game against one bot."""

LEARNER, BOT = 0, 1
"""Who sits where."""


def mixed(name: str) -> engine.Deal:
    return engine.make_deal(OPTIONS, name.encode().ljust(32, b"."))


def dealt(name: str, tops: Mapping[str, Sequence[str]], starts: Mapping[str, int]) -> engine.Deal:
    """A deal with chosen beginnings. `tops` are the cards that come first, by pile; `starts` who begins each phase in round 1."""
    rules = engine.rulebook_for(OPTIONS)
    piles = {}
    for pile, numbers in mixed(name).piles:
        left, first = list(numbers), []
        for card in tops.get(pile, ()):
            first.append(next(one for one in left if rules.row_of_number[one] == rules.row_of[card]))
            left.remove(first[-1])
        piles[pile] = [*first, *left]
    return engine.Deal.explicit(piles, starts)


LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
"""When these moves were made; no page says it."""


@dataclass(frozen=True)
class Course:
    """One game from its deal: `text` has the moves, separated by commas."""

    deal: engine.Deal
    text: str

    @cached_property
    def moves(self) -> tuple[str, ...]:
        return tuple(move.strip() for move in self.text.split(","))

    @cached_property
    def steps(self) -> tuple[PlayedStep, ...]:
        """The opening and every move with the position after it; replayed once in the life of a process."""
        state = engine.new_game(OPTIONS, self.deal)
        walked: list[tuple[int, str]] = []
        for text in self.moves:
            seat = engine.waiting_for(state)[0]
            walked.append((seat, text))
            state = engine.apply(state, seat, engine.parse_move(text, state)).state
        rows = [
            PlainRow(0, ply, RowKind.MOVE, ply, seat, text, Source.PAGE, LONG_AGO)
            for ply, (seat, text) in enumerate(walked, start=1)
        ]
        return tuple(map(PlayedStep, [None, *rows], engine.walk(OPTIONS, self.deal, walked)))


BEGINNING = Course(
    dealt(
        "lesson-beginning",
        {
            "worker": (
                *("lumberjack", "ship-builder", "lumberjack", "fur-trapper"),
                *("shepherd", "gold-miner", "shepherd", "ship-builder", "lumberjack"),
            ),
            "building": (
                *("customs-house", "hospital", "customs-house", "market", "potemkin-village", "theater", "firehouse"),
                *("hospital", "theater", "customs-house", "observatory", "firehouse"),
            ),
            "noble": (
                *("secretary", "controller", "author", "controller", "author", "secretary"),
                *("warehouse-manager", "administrator", "warehouse-manager"),
            ),
            "exchange": ("builder", "minister-of-foreign-affairs", "czarina", "wharf", "wharf"),
        },
        {"worker": LEARNER, "building": BOT, "noble": LEARNER, "exchange": BOT},
    ),
    """
    buy lumberjack, buy ship-builder, buy lumberjack, buy fur-trapper, buy customs-house, pass, take theater, pass, pass,
    buy controller, pass, pass, pass, pass, buy potemkin-village lower, pass, take secretary lower, pass, pass,
    buy market lower, play secretary, take builder lower, take firehouse lower, take theater, pass, pass, take author,
    buy author, pass, play builder over author, pass, pass, take minister-of-foreign-affairs, play author, buy secretary,
    pass, pass, buy lumberjack, take czarina lower, pass, pass, buy gold-miner, pass, buy shepherd, buy shepherd, pass, pass,
    take warehouse-manager, pass, buy administrator, pass, pass, buy wharf over ship-builder, buy ship-builder, pass,
    buy wharf over ship-builder, pass
    """,
)
"""The first three rounds, for buying and for Exchange cards."""

ENDING = Course(
    mixed("lesson-479"),
    """
    buy lumberjack, buy gold-miner, buy fur-trapper, buy ship-builder, pass, buy pub, buy pub, pass, pass, pub 0, pub 0,
    buy administrator, pass, buy warehouse-manager, pass, pass, pass, buy potemkin-village, pass, pass, buy gold-miner,
    buy warehouse lower, pass, take tax-man lower, pass, take theater lower, pass,
    buy catherine-palace lower over potemkin-village, pass, pass, pass, pass, pub 0, pub 0, pass, pass, pass, pass,
    buy fur-trapper, pass, buy fur-trapper, pass, pass, pass, pass, pub 0, pub 0, pass, pass, pass, pass, buy gold-miner,
    buy shepherd, buy shepherd, buy ship-builder lower, pass, buy fur-trapper, pass, pass, buy library, pass, pass, pub 0,
    pub 0, buy secretary, pass, play tax-man over secretary, pass, pass, buy library, buy builder over warehouse-manager,
    pass, pass, take lumberjack, buy lumberjack, pass, buy shepherd, pass, pass, play theater, buy academy, pass, pass,
    pub 0, pub 0, take mistress-of-ceremonies, buy fur-trapper, pass, pass, play mistress-of-ceremonies,
    take church-of-the-resurrection, pass, buy wharf over ship-builder, pass, play lumberjack, pass, pass, buy gold-miner,
    buy lumberjack, buy shepherd, take fur-trapper, pass, pass, buy firehouse lower, buy hospital, pass, play fur-trapper,
    pass, play church-of-the-resurrection over warehouse, pass, pass, pub 0, pub 3, take author, buy secretary, pass, pass,
    take patriarch, pass, take hospital, pass, pass, buy customs-house lower, buy gold-miner, buy lumberjack, buy shepherd,
    pass, pass, buy library, buy observatory lower, play author, draw noble, discard administrator drawn, pass, pass,
    pub 5, pub 5, buy judge, buy author, buy warehouse-manager, buy secretary, pass, pass,
    buy chamber-maid over administrator, buy administrator, pass, play patriarch over author, pass, pass
    """,
)
"""A whole game of seven rounds, for its end."""

WAREHOUSE = Course(
    mixed("lesson-w604"),
    """
    buy lumberjack, buy gold-miner, buy gold-miner, buy fur-trapper, pass, pass, take academy, pass, pass, pass, pass,
    buy potemkin-village lower, take bank lower, pass, pass, buy pub, buy library lower, play academy, buy firehouse lower,
    take library lower, pass, pass, pub 0, take author, pass, pass, take judge, pass, buy warehouse lower, pass,
    take mistress-of-ceremonies, pass, pass
    """,
)
"""The first rounds of a game, up to a full hand and the Warehouse."""

OBSERVATORY = Course(
    ENDING.deal,
    ", ".join(
        [*ENDING.moves[:128], "buy observatory lower", "pass", "draw noble", "buy administrator drawn", "pass", "pass"]
    ),
)
"""The same game as for its end, but that the learner buys the Observatory in the last round."""
