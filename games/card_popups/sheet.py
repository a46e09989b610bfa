"""The sheet of a card or tile in a game: what it is with these sets, and how it stands before these eyes."""

from dataclasses import dataclass

import engine
from games.board.extras import extras_of
from games.board.figures import Line
from games.board.table import Table
from games.names.boxes import box_of
from games.reference.facts import Entry, entry_of
from games.reference.shelves import CARDS, Shelf

from .cards import lines_of_card


@dataclass(frozen=True, slots=True)
class Sheet:
    """`lines` are empty for what is not in this game."""

    entry: Entry
    lines: tuple[Line, ...] = ()


def sheet_of(shelf: Shelf, id: str, table: Table) -> Sheet | None:
    """None where the box holds nothing of this id."""
    things = shelf.find(id)
    if not things:
        return None
    if shelf.kind != CARDS:
        lines = [line for extra in extras_of(table.view) for line in extra.here(id, table.view, table.names)]
        return Sheet(entry_of(shelf, things[0]), tuple(lines))
    if id not in table.deck or box_of(table.options, id) != shelf.name:
        return Sheet(entry_of(shelf, things[0]))
    entry = entry_of(shelf, engine.card(table.options, id), table.deck[id])
    return Sheet(entry, lines_of_card(id, table.view, table.deck, table.names))
