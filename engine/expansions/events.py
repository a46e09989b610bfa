"""The Events (section 20): six tiles, each used once in the game and once by each player, before their action. The part, and
the events that are done at once: Ghost, Sponsor, Warehouse, Grabber and New Luck.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, TypedDict

from engine.acquire import LOWER, UPPER, Buy, add_offers
from engine.cards import CardId, of_rules, tile_list
from engine.core import MoreMoves, Move, Rules, Source, State
from engine.entries import Discarded, Log
from engine.errors import Reason, Sentence
from engine.expansions.event_tiles import (
    NAME,
    SPENT,
    Sponsored,
    Tile,
    Twin,
    Use,
    Used,
    current_pile,
    deal,
    twin,
    unusable,
    use,
    used,
)
from engine.offers import Slot, Viewer, decision, legal_moves, slot_of
from engine.options import Options
from engine.part import RulesPart
from engine.parts.tally import needs_market
from engine.places import lie, place_words, vacate, with_place
from engine.player import Player, Row, Seat


class Ghost(Tile):
    """The player names the card, and its place where it is not the leftmost of its kind (DEC-17, TURN-13)."""

    name = "ghost"

    def moves(self, rules: Rules) -> Iterable[Move]:
        for row in rules.printed_rows:
            for source in (UPPER, LOWER):
                yield UseGhost(rules, self, row, source.name, source.suffix, 0)
                if rules.cards[row - 1].copies > 1:
                    for place in range(2, rules.target + 1):
                        yield UseGhost(rules, self, row, source.name, source.suffix, place)

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        if not s.left[current_pile(s)]:
            return "event-pile", Sentence("The pile of this phase is empty."), "EVT-GHOST-1"
        if not any(s.upper) and not any(s.lower):
            return "event-tableau", Sentence("The tableau is empty."), "EVT-GHOST-1"
        return None

    def offer(self, s: State, player: Player, out: list[Move]) -> None:
        moves = _moves(s.rules)
        for source, rows in ((UPPER.name, s.upper), (LOWER.name, s.lower)):
            out += [moves[source, row, place if again else 0] for place, row, again in lie(rows)]


@of_rules
def _moves(rules: Rules) -> Mapping[tuple[str, Row, int], Move]:
    """All ways to use it, by the row of the tableau, the card, and its place; 0 for the leftmost."""
    ghosts = [move for move in rules.moves.values() if isinstance(move, UseGhost)]
    return {(move.source, move.row, move.at): move for move in ghosts}


class UseGhost(Use):
    """`event ghost market`, `event ghost market lower at 3`"""

    __slots__ = ("at", "row")

    def __init__(self, rules: Rules, tile: Tile, row: Row, source: str, suffix: str, at: int) -> None:
        words = f" {rules.ids[row]}{suffix}"
        super().__init__(rules, tile, with_place(words, at) if at else words, rules.ids[row], source)
        self.row = row
        self.at = at

    def place(self, s: State) -> int:
        """Where the card lies, counted from the left; 0 if it does not."""
        rows = s.upper if self.source == UPPER.name else s.lower
        if self.at:
            return self.at if rows[self.at - 1 : self.at] == (self.row,) else 0
        return rows.index(self.row) + 1 if self.row in rows else 0

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        """In the upper row the new card takes the place of the old one, else the leftmost free one of the upper row."""
        place = self.place(s)
        vacate(s, self.source, place)
        s.discard += (self.row,)
        if log is not None:
            log.append(Discarded(seat, s.rules.ids[self.row]))
        (new,) = deal(s, 1, log)
        vacate(s, UPPER.name, place if self.source == UPPER.name else s.upper.index(0) + 1, new)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        if reason := super().why_not(s, seat):
            return reason
        where = place_words(self.source, self.at) if self.at else s.rules.offers[self.source].source.where
        sentence = Sentence("There is no {card} {where}.", card=self.card or "", where=where)
        return None if self.place(s) else ("not-there", sentence, "EVT-GHOST-1")


OWN: Final = 6
OTHERS: Final = 2
"""Rubles of the Sponsor for the player who uses the event and for every other (EVT-SPONSOR-1)."""


class Sponsor(Tile):
    """Rubles for all, the most for the player (EVT-SPONSOR-1)."""

    name = "sponsor"

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        players = len(s.players)
        for other in range(seat, seat + players):
            rubles = OWN if other == seat else OTHERS
            s.own(other % players).rubles += rubles
            if log is not None:
                log.append(Sponsored(other % players, rubles))


class Warehouse(Tile):
    """One card more may be in the hand for the rest of the game; it is no blue card (EVT-WARE-1)."""

    name = "warehouse"
    effects = (("hand limit", 1),)
    quiet = True


class Grab(Buy):
    """`event grabber market`, `event grabber bank over market-fish`"""

    __slots__ = ()
    keeps_turn = True

    def __init__(self, rules: Rules, row: Row, place: Source, over: Row, text: str) -> None:
        super().__init__(rules, row, place, over, text)
        self.kind = "event"

    def act(self, s: State, seat: Seat, log: Log) -> None:
        use(s, seat, GRABBER, log)
        super().act(s, seat, log)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        return unusable(s, seat, GRABBER)


class Grabber(Tile):
    """The card must be for sale and payable now, an Exchange card must have something to replace; no reduction of the
    lower row."""

    name = "grabber"

    def moves(self, rules: Rules) -> Iterable[Move]:
        return ()

    def sources(self) -> Sequence[Source]:
        return (TOP,)

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        return None if s.discard else ("event-discard", Sentence("The discard pile is empty."), "EVT-GRAB-1")

    def offer(self, s: State, player: Player, out: list[Move]) -> None:
        add_offers(player, s.rules.offers[TOP.name], s.discard[-1:], 0, out)


def _off_the_top(s: State, seat: Seat, row: Row) -> None:
    s.discard = s.discard[:-1]


TOP = Source(
    "grabber",
    "event grabber",
    "",
    "",
    0,
    _off_the_top,
    lambda s, seat: s.discard[-1:],
    Sentence("on top of the discard pile"),
    told="discard",
    buys=Grab,
)
GRABBER = Grabber()


class NewLuck(Tile):
    """Places and cards must be enough for all of them."""

    name = "new-luck"

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        players = len(s.players)
        free = s.rules.target - sum(map(bool, s.upper)) - sum(map(bool, s.lower))
        if free < players:
            return (
                "event-places",
                Sentence("The tableau has too few free places: it needs one per player."),
                "EVT-LUCK-1",
            )
        if s.left[current_pile(s)] < players:
            return (
                "event-pile",
                Sentence("The pile of this phase has too few cards: it needs one per player."),
                "EVT-LUCK-1",
            )
        return None

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        for row in deal(s, len(s.players), log):
            vacate(s, "upper", s.upper.index(0) + 1, row)


TILES: Final[tuple[Tile, ...]] = (Twin(), Sponsor(), Ghost(), NewLuck(), Warehouse(), GRABBER)
"""All six, in printed order."""


class EventView(TypedDict):
    event: str
    used_by: int | None
    moves: list[str]
    blocked: str | None
    why: str | None
    rule: str | None


class EventsView(TypedDict):
    """Who has used what; every event with the viewer's moves, or what is in the way; the top of the discard pile with
    its price; the second card on place 1."""

    used: list[str]
    events: list[EventView]
    grabber: Slot | None
    twin: CardId | None


class Events(RulesPart):
    """Each event can be used once, and each player can use one (EVT-1), so a seat is asked at most once a game for the
    rest of a turn. Their cards come from places and go to places, so places matter (TURN-13)."""

    name = NAME
    places_matter = True

    def accepts(self, options: Options) -> None:
        needs_market(options, NAME, "Events")

    def sources(self) -> Sequence[Source]:
        return tuple(source for tile in TILES for source in tile.sources())

    def moves(self, rules: Rules) -> Iterable[Move]:
        for tile in TILES:
            yield from tile.moves(rules)

    def other_words(self) -> Mapping[str, Iterable[str]]:
        return {
            tile.id.removeprefix("event-"): (tile.name_en, tile.name_de, *tile.also) for tile in tile_list("events")
        }

    def turn_moves(self, rules: Rules, phase: str) -> MoreMoves:
        spent = rules.slots[SPENT]

        def add(s: State, player: Player, out: list[Move]) -> None:
            if s.round == 1 or player.facts[spent]:
                return
            seat = next(seat for seat, one in enumerate(s.players) if one is player)
            gone = used(s)
            for tile in TILES:
                if tile.name not in gone and tile.obstacle(s, seat) is None:
                    tile.offer(s, player, out)

        return add

    def facts(self) -> Iterable[str]:
        return (SPENT,)

    def facts_of(self, s: State, seat: Seat) -> Iterable[tuple[str, str, int]]:
        for tile in TILES:
            if tile.name == used(s)[seat]:
                yield from ((f"event-{tile.name}", fact, amount) for fact, amount in ((SPENT, 1), *tile.effects))

    def initial(self, rules: Rules) -> Used:
        return ("",) * rules.options.players

    def view(self, s: State, value: object, seat: Seat | None) -> EventsView:
        legal = legal_moves(s, seat) if seat is not None else ()
        gone = used(s)
        top = s.discard[-1] if s.discard and GRABBER.name not in gone else 0
        second = twin(s)
        viewer = Viewer(s, seat, legal, decision(s))
        return {
            "used": list(gone),
            "events": [_shown(s, seat, tile, legal) for tile in TILES],
            "grabber": slot_of(viewer, TOP.name, 1, top) if top else None,
            "twin": s.rules.ids[second] if second else None,
        }

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        return tuple(view["used"])


def _shown(s: State, seat: Seat | None, tile: Tile, legal: Sequence[Move]) -> EventView:
    gone = used(s)
    reason = unusable(s, seat, tile) if seat is not None else None
    stem = f"event {tile.name}"
    return {
        "event": tile.name,
        "used_by": gone.index(tile.name) if tile.name in gone else None,
        "moves": [str(move) for move in legal if str(move) == stem or str(move).startswith(stem + " ")],
        "blocked": reason[0] if reason else None,
        "why": reason[1] if reason else None,
        "rule": reason[2] if reason else None,
    }
