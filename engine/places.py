"""Which of equal cards of a row is meant, in games in which their places matter (TURN-13).

A plain move means the leftmost copy: `buy market`. Another copy has moves of its own that name its place, counted from
the left: `buy market at 5`, `take market lower at 3`, `buy fur-shop at 4 over fur-trapper`. A text that names the place
of the leftmost copy means the plain move.
"""

import re
from functools import lru_cache
from typing import Final

from engine.acquire import LOWER, UPPER, add_offers, offers_from
from engine.core import Move, Offers, Rules, Source, State
from engine.errors import NotationError, Sentence
from engine.player import Player, Row
from engine.words import Dictionary

ROWS: Final = (UPPER.name, LOWER.name)
_PLACE: Final = re.compile(r"[\s_]+at[\s_]+(?P<place>[1-9]\d?)(?=$|[\s_]+over[\s_])", re.IGNORECASE)


def tables(rules: Rules) -> dict[str, tuple[Offers, ...]]:
    """By source that is a row of the tableau, for each place from the left: the moves for the copies of a card that can
    lie there beside one to the left of them. Nobody is first at place 1, so nothing there needs them."""
    several = frozenset(row for row in rules.printed_rows if rules.cards[row - 1].copies > 1)
    places = range(1, rules.target + 1)
    return {
        plain.source.name: tuple(
            offers_from(rules, _at(plain.source, place), several if place > 1 else ()) for place in places
        )
        for plain in rules.offers.values()
        if plain.source.told in ROWS
    }


def _at(plain: Source, place: int) -> Source:
    return Source(
        plain.name,
        plain.buy,
        plain.take,
        f"{plain.suffix} at {place}",
        plain.reduction,
        lambda s, seat, row: vacate(s, plain.told, place),
        lambda s, seat: plain.rows(s, seat)[place - 1 : place],
        place_words(plain.told, place),
        plain.told,
        plain.buys,
    )


def place_words(row: str, place: int) -> Sentence:
    """Where a card of the tableau lies, in a sentence."""
    if row == UPPER.name:
        return Sentence("on place {place} of the upper row", place=place)
    return Sentence("on place {place} of the lower row", place=place)


def vacate(s: State, source: str, place: int, by: Row = 0) -> None:
    """A card goes from a place of a row, which stays empty or gets another card."""
    if source == UPPER.name:
        s.upper = (*s.upper[: place - 1], by, *s.upper[place:])
    else:
        s.lower = (*s.lower[: place - 1], by, *s.lower[place:])


def lie(rows: tuple[Row, ...]) -> tuple[tuple[int, Row, bool], ...]:
    """The cards of a row: place, card, and whether an equal one lies to the left."""
    return tuple([(place, row, row in rows[: place - 1]) for place, row in enumerate(rows, 1) if row])


@lru_cache(maxsize=4096)
def copies(rows: tuple[Row, ...]) -> tuple[tuple[int, Row], ...]:
    """The cards of a row that have an equal one to the left: place and card. A row is looked at again and again before it
    changes."""
    cards = [row for row in rows if row]
    if len(set(cards)) == len(cards):
        return ()
    return tuple([(place, row) for place, row, again in lie(rows) if again])


def in_turn(s: State, player: Player, out: list[Move]) -> None:
    """What a turn adds where places matter."""
    if copies(s.upper) or copies(s.lower):
        add_copies(s, player, player.facts[s.rules.hand_limit] - len(player.hand), out)


def add_copies(s: State, player: Player, room: int, out: list[Move], sources: tuple[str, str] = ROWS) -> None:
    """Append what a player may do with cards of the tableau beside the leftmost of their kind: buy, and take while the
    hand has `room`. `out` has the moves for the leftmost ones already; where there is none, there is none for a copy.
    Where places do not matter there is nothing to append. `sources` are those of the two rows."""
    if not out or not s.rules.places:
        return
    upper, lower = sources
    for name, rows in ((upper, s.upper), (lower, s.lower)):
        for place, row in copies(rows):
            add_offers(player, s.rules.places[name][place - 1], (row,), room, out)


def offers_at(s: State, source: str, place: int, row: Row) -> Offers:
    """The moves that acquire the card at a place of a source."""
    placed = s.rules.places.get(source)
    if placed is not None and row in s.rules.offers[source].source.rows(s, 0)[: place - 1]:
        return placed[place - 1]
    return s.rules.offers[source]


def named_place(text: str) -> tuple[str, int] | None:
    """A text without the place it names, and the place; None if it names none."""
    found = _PLACE.search(text)
    return (text[: found.start()] + text[found.end() :], int(found["place"])) if found else None


def with_place(text: str, place: int) -> str:
    """The notation of a plain move for the copy at another place."""
    stem, over, replaced = text.partition(" over ")
    return f"{stem} at {place}{over}{replaced}"


def at_place(s: State, text: str, place: int, dictionary: Dictionary) -> Move:
    """The move that a text means for the card at this place. Raises NotationError if there can be none."""
    rules = s.rules
    plain = rules.moves.get(text)
    if plain is None:
        here = [rules.ids[row] for rows in (s.upper, s.lower) for row in rows[place - 1 : place] if row]
        plain = dictionary.read(text, [move for move in rules.moves.values() if move.card in here])
    if plain.card is not None and plain.source in rules.places:
        rows, row = rules.offers[plain.source].source.rows(s, 0), rules.row_of[plain.card]
        if row in rows and rows.index(row) == place - 1:
            return plain
        if (move := rules.moves.get(with_place(plain.text, place))) is not None:
            return move
    raise NotationError(
        "no-such-place",
        Sentence("{text}: there is no such card on place {place}.", text=repr(text), place=place),
        "TURN-13",
    )
