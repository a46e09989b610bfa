"""The part of the events: what is remembered, offered and shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from engine.asked import decision, legal_moves
from engine.core import MoreMoves, Move, Rules, Source, State
from engine.expansions.events.single import GRABBER, TOP, Ghost, NewLuck, Sponsor, Warehouse
from engine.expansions.events.tile import NAME, SPENT, Tile, Used, unusable, used
from engine.expansions.events.twin import Twin, twin
from engine.offers import Viewer, slot_of
from engine.options import Options
from engine.part import Part
from engine.parts.tally import needs_market
from engine.player import Player, Seat, as_json
from engine.tiles import tile_list

TILES: Final[tuple[Tile, ...]] = (Twin(), Sponsor(), Ghost(), NewLuck(), Warehouse(), GRABBER)
"""All six, in printed order."""


class Events(Part):
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
        place, spent = rules.extra_of[self.name], rules.slots[SPENT]

        def add(s: State, player: Player, out: list[Move]) -> None:
            if s.round == 1 or player.facts[spent]:
                return
            seat = next(seat for seat, one in enumerate(s.players) if one is player)
            gone = s.extras[place]
            assert isinstance(gone, tuple)
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

    def view(self, s: State, value: object, seat: Seat | None) -> object:
        """Who has used what; every event with the viewer's moves, or what is in his way; the top of the discard pile with
        what it would cost him; the second card on place 1."""
        legal = legal_moves(s, seat) if seat is not None else ()
        gone = used(s)
        top = s.discard[-1] if s.discard and GRABBER.name not in gone else 0
        second = twin(s)
        viewer = Viewer(s, seat, legal, decision(s))
        return {
            "used": list(gone),
            "events": [_shown(s, seat, tile, legal) for tile in TILES],
            "grabber": _plain(viewer, top) if top else None,
            "twin": s.rules.ids[second] if second else None,
        }

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        return tuple(view["used"])


def _shown(s: State, seat: Seat | None, tile: Tile, legal: Sequence[Move]) -> dict[str, object]:
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


def _plain(viewer: Viewer, top: int) -> object:
    return as_json(slot_of(viewer, TOP.name, 1, top))
