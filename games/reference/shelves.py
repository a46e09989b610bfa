"""All cards and tiles in their boxes: what is printed, where it belongs, and how well its figures are known."""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine import Card, Tile, card_list, tile_list
from games.names.cards import printed_name
from games.names.words import content_language
from games.reference.book import plain

CARDS, TILES = "cards", "tiles"
Thing = Card | Tile


@dataclass(frozen=True, slots=True)
class Shelf:
    """One box: the list of its name, from `engine/data/`. `rules` says where it is explained."""

    name: str
    kind: str
    edition: int
    title: str | Promise
    words: str | Promise
    rules: str

    @property
    def cards(self) -> tuple[Card, ...]:
        return card_list(self.name) if self.kind == CARDS else ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tile_list(self.name) if self.kind == TILES else ()

    @property
    def things(self) -> tuple[Thing, ...]:
        cards: tuple[Thing, ...] = self.cards
        return cards + self.tiles

    @property
    def count(self) -> int:
        """How many printed things lie in it."""
        return sum(card.copies for card in self.cards) + len(self.tiles)

    @property
    def is_base(self) -> bool:
        return self.name.startswith("base")

    def find(self, id: str) -> tuple[Thing, ...]:
        """The thing of this id, or every card of this key: a game names cards alike by their key (GLOSS-2)."""
        exact = tuple(thing for thing in self.things if thing.id == id)
        return exact or tuple(card for card in self.cards if card.key == id)


SHELVES: Final[Mapping[str, Shelf]] = {
    shelf.name: shelf
    for shelf in (
        Shelf(
            "base1",
            CARDS,
            1,
            pgettext_lazy("box", "Base game, first edition"),
            gettext_lazy("Workers, Buildings, Nobles and Exchange cards, for 1 to 4 players."),
            "13",
        ),
        Shelf(
            "base2",
            CARDS,
            2,
            pgettext_lazy("box", "Base game, second edition"),
            gettext_lazy(
                "The same city with a few different prices and with market symbols, which only the Market uses."
            ),
            "13",
        ),
        Shelf(
            "market",
            CARDS,
            2,
            pgettext_lazy("box", "The Market"),
            gettext_lazy("A fifth group of cards with goods for the market square, for 1 to 5 players."),
            "16",
        ),
        Shelf(
            "values",
            TILES,
            2,
            pgettext_lazy("box", "Value tiles of the Market"),
            gettext_lazy("They show what first and second place on the market square are worth each round."),
            "16",
        ),
        Shelf(
            "company1",
            CARDS,
            1,
            pgettext_lazy("box", "In Good Company, first edition"),
            gettext_lazy(
                "35 cards added to the base game; seven of them replace base cards. SP+ uses only those seven."
            ),
            "14",
        ),
        Shelf(
            "company2",
            CARDS,
            2,
            pgettext_lazy("box", "In Good Company, second edition"),
            gettext_lazy("23 cards, always played together with Module 2; seven of them replace base cards."),
            "14",
        ),
        Shelf(
            "banquet",
            CARDS,
            2,
            pgettext_lazy("box", "Module 1, The Banquet"),
            gettext_lazy(
                "Purple cards to take into your hand and play later, and three more cards for your play area."
            ),
            "18",
        ),
        Shelf(
            "module2",
            CARDS,
            2,
            pgettext_lazy("box", "Module 2"),
            gettext_lazy("Twelve new cards for the piles, most of them also part of In Good Company."),
            "17",
        ),
        Shelf(
            "helpers",
            TILES,
            2,
            pgettext_lazy("box", "Module 3, Helpers"),
            gettext_lazy(
                "Each helper makes cards of one colour cheaper and passes to the next player after every round."
            ),
            "19",
        ),
        Shelf(
            "events",
            TILES,
            2,
            pgettext_lazy("box", "Module 4, Events"),
            gettext_lazy("Each event can be used once per game, and each player may use one."),
            "20",
        ),
        Shelf(
            "orders",
            TILES,
            2,
            pgettext_lazy("box", "Module 5, Orders"),
            gettext_lazy("Each player gets three secret orders and scores one of them at the end."),
            "21",
        ),
        Shelf(
            "hurdles",
            TILES,
            2,
            pgettext_lazy("box", "Module 6, Hurdles"),
            gettext_lazy(
                "On the score track: bonus hurdles pay a bonus, and real hurdles block points until you meet "
                "their condition."
            ),
            "22",
        ),
    )
}


def replaced_ids(edition: int) -> frozenset[str]:
    """The base cards that In Good Company takes out: its own cards with the same id lie in their place (IGC-3)."""
    base = {card.id for card in SHELVES[f"base{edition}"].cards}
    return frozenset(card.id for card in SHELVES[f"company{edition}"].cards if card.id in base)


def other_names(thing: Thing) -> tuple[str, ...]:
    """Its name in the other language and in other prints, without that of the reader."""
    own = printed_name(thing)
    other = thing.name_de if content_language() == "en" else thing.name_en
    return tuple(name for name in dict.fromkeys([other, *thing.also]) if name != own)


@functools.cache
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """By any name of a card or tile, in plain letters, its other names: the rules use the English ones."""
    found: dict[str, dict[str, None]] = {}
    for _shelf, thing in everything():
        names = dict.fromkeys(plain(name) for name in (thing.name_en, thing.name_de, *thing.also))
        for name in names:
            found.setdefault(name, {}).update(names)
    return {
        name: tuple(other for other in others if other != name) for name, others in found.items() if len(others) > 1
    }


def everything() -> Iterator[tuple[Shelf, Thing]]:
    for shelf in SHELVES.values():
        for thing in shelf.things:
            yield shelf, thing
