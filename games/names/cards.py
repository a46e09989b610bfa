"""Card faces and tiles in the reader's language, and the engine's refusals with the names of cards in them."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache

from django.utils.functional import lazy
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _

import engine
from engine import TILE_KINDS, Card, Tile, tile_list
from games.names import words
from games.names.functions import function_of
from games.names.words import GOODS, address, box_of, content_language


@dataclass(frozen=True, slots=True)
class Face:
    """One printed card. `short` is the wording of its function on the plinth, `text` the sentence; both may be empty.

    `tint` is the colour of its wall, `goods` its market symbols as kind and number, `priced` whether it has a cost field, `box`
    where it is printed.
    """

    id: str
    key: str
    name: str
    group: str
    pile: str
    exchange: bool
    cost: int
    symbol: str
    rubles: int
    points: int
    short: str
    text: str
    worth: int
    label: str
    tint: str = ""
    goods: tuple[tuple[str, int], ...] = ()
    priced: bool = True
    box: str = ""

    @property
    def page(self) -> str:
        return address(self.box, self.id)

    def __hash__(self) -> int:
        """Faces are looked up by the hundred; those of one id and label seldom differ in anything else."""
        return hash((self.id, self.label))


class Deck:
    """The faces of one game's cards, each made once in the life of a process for all games of these options. `goods`: market
    symbols are in play; `places`: it matters which of equal cards of a row is meant (TURN-13). It speaks the language that is
    active when it is made."""

    def __init__(self, options: engine.Options) -> None:
        self.options = options
        self.language = get_language()
        self.goods = "market" in engine.rulebook_for(options).piles
        self.places = bool(engine.rulebook_for(options).places)
        self._faces = _faces(options, self.language)

    def __getitem__(self, card_id: str) -> Face:
        face = self._faces.get(card_id)
        if face is None:
            card, box = engine.card(self.options, card_id), box_of(self.options, card_id)
            face = self._faces[card_id] = face_of(card, goods=self.goods, box=box)
        return face

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and (self.options, self.language) == (other.options, other.language)

    def __hash__(self) -> int:
        return hash((self.options, self.language))

    def __contains__(self, card_id: object) -> bool:
        """Is this the id of a card of the game?"""
        return card_id in engine.rulebook_for(self.options).row_of

    def name(self, card_id: str) -> str:
        """What a sentence calls a card: with its market symbols where others of the same name bear other ones (GLOSS-2)."""
        face = self[card_id]
        if not face.goods or face.key not in _ambiguous(self.options):
            return face.name
        kind = face.goods[0][0]
        return f"{face.name} ({kind if kind == '?' else words.GOODS[kind]})"


@lru_cache(maxsize=200)
def _faces(options: engine.Options, language: str | None) -> dict[str, Face]:
    """What all decks of these options fill in this language."""
    return {}


@lru_cache(maxsize=200)
def _ambiguous(options: engine.Options) -> frozenset[str]:
    """Names that several kinds of cards of a game with market symbols have."""
    keys = Counter(card.key for card in engine.cards(options))
    return frozenset(key for key, count in keys.items() if count > 1)


def printed_name(thing: Card | Tile) -> str:
    return thing.name_de if content_language() == "de" else thing.name_en


def printed_words(tile: Tile) -> str:
    return tile.words_de if content_language() == "de" else tile.words_en


def face_of(card: engine.Card, *, goods: bool, box: str) -> Face:
    """The face of a card of this box; with `goods` its market symbols show (MKT-3: without the Market they are ignored)."""
    function = function_of(card, goods=goods)
    shown = tuple(Counter(card.market_symbols).items()) if goods else ()
    return Face(
        id=card.id,
        key=card.key,
        name=printed_name(card),
        group=card.group,
        pile=card.pile,
        exchange=card.exchange,
        cost=card.cost,
        symbol=card.worker_symbol,
        rubles=card.rubles,
        points=card.points,
        short=str(function.short),
        text=str(function.long),
        worth=card.value_when_replaced,
        label=_label(card, str(function.short), shown),
        tint="orange" if any(name == "upkeep" for name, _amount in card.effects) else card.group,
        goods=shown,
        priced=card.group != "purple",
        box=box,
    )


def _label(card: engine.Card, short: str, goods: tuple[tuple[str, int], ...]) -> str:
    parts = [printed_name(card)]
    if card.exchange:
        parts.append(_("Exchange card"))
    parts.append(str(words.GROUPS.get(card.group, card.group)))
    if card.group != "purple":
        parts.append(_("cost %(cost)s") % {"cost": card.cost})
    if card.worker_symbol:
        parts.append(str(words.SYMBOLS[card.worker_symbol]))
    parts += [words.goods(kind, count) for kind, count in goods]
    if card.rubles:
        parts.append(words.pays(card.rubles))
    if card.points:
        parts.append(ngettext("%(count)s point", "%(count)s points", card.points) % {"count": card.points})
    if short:
        parts.append(_("special: %(function)s") % {"function": short})
    return ", ".join(parts)


@cache
def _tiles() -> dict[str, Tile]:
    return {tile.id: tile for kind in TILE_KINDS for tile in tile_list(kind)}


def hurdle_tile(hurdle: str) -> str:
    """The tile of a hurdle: `bonus-hurdle-market` for `bonus-market`."""
    kind, _dash, what = hurdle.partition("-")
    return f"{kind}-hurdle-{what}"


def hurdle_names() -> list[str]:
    """All hurdles as options and moves call them, in printed order."""
    return [tile.id.replace("-hurdle-", "-", 1) for tile in tile_list("hurdles")]


def order_tile(number: int) -> str:
    """The tile of an order: `order-07` for the seventh."""
    return f"order-{number:02}"


def order_name(number: int) -> str:
    """What an order is called: `Different green cards` for the seventh, which its box only numbers."""
    return tile_name(order_tile(number))


def tile_name(tile_id: str) -> str:
    return printed_name(_tiles()[tile_id])


def tile_words(tile_id: str) -> str:
    return printed_words(_tiles()[tile_id])


def tile_group(tile_id: str) -> str:
    """The colour it is about, `none` where it is about none."""
    return _tiles()[tile_id].group or "none"


class Tiled:
    """Something shown with the name and the words of a tile; a subclass says which tile."""

    __slots__ = ()

    @property
    def tile(self) -> str:
        raise NotImplementedError

    @property
    def name(self) -> str:
        return tile_name(self.tile)

    @property
    def text(self) -> str:
        return tile_words(self.tile)

    @property
    def rule(self) -> str:
        return _tiles()[self.tile].rules[0]


CARD_VALUES = ("card", "over")
MOVE_VALUES = ("move", "text", "example", "choices", "first", "last", "pay", "dismiss", "keep", "give_up")
"""Values of sentences that are moves of the notation, or nearly."""
_WITH_CARD = re.compile(
    r"(buy|take|play|discard|put-back|give-up|keep|dismiss|pay)(?: (.+?))?"
    r"(?: (?:drawn|discard|twin))?( lower)?(?: half)?(?: at \d+)?(?: over (.+))?"
)


def engine_sentence(sentence: str, options: engine.Options) -> str:
    """A sentence of the engine about a game with these options, in the active language."""
    return _say(sentence, Deck(options))


lazy_engine_sentence = lazy(engine_sentence, str)
"""The same, put together when it is read, in the language of its reader."""


def _say(sentence: str, deck: Deck) -> str:
    if not isinstance(sentence, engine.Sentence):
        return sentence
    return gettext(sentence.pattern).format(
        **{name: _filled_in(name, value, deck) for name, value in sentence.values.items()}
    )


def _filled_in(name: str, value: int | str | tuple[str, ...], deck: Deck) -> str:
    """A name where it is a card or goods, words where it is a move; numbers stay as they are."""
    if name == "verbs":  # the usual ones
        return ", ".join(str(words.ORDER_WORDS[verb]) for verb in ("buy", "take", "play", "pass"))
    if isinstance(value, tuple):
        return ", ".join(_filled_in(name, one, deck) for one in value)
    if isinstance(value, int):
        return str(value)
    if name in ("possible", "verb") and value in words.ORDER_WORDS:
        return str(words.ORDER_WORDS[value])
    if name in MOVE_VALUES:
        return f"'{move_said(value[1:-1], deck)}'" if value[:1] == "'" else move_said(value, deck)
    if name in CARD_VALUES or (name == "possible" and value in deck):
        return deck.name(value)
    return str(GOODS[value]) if name == "kinds" else _say(value, deck)


def move_said(text: str, deck: Deck) -> str:
    """A move of the notation in words, whatever the position: `buy Bank over Pub`. Words that are nearly a move are said alike.
    What has no words stays notation with the names of cards."""
    verb, _space, what = text.partition(" ")
    if text == "pass":
        return _("pass")
    if verb == "draw" and what in words.PILES:
        return _("use an Observatory and draw from the pile of %(pile)s") % {"pile": words.PILES[what]}
    found = _WITH_CARD.fullmatch(text)
    if found is None:
        return _named(text, deck)
    verb, card, lower, over = found.groups("")
    said = _named(card, deck) or "…"
    if over:
        said = _("%(card)s over %(over)s") % {"card": said, "over": _named(over, deck)}
    return str(words.MOVES.get(verb + lower, words.MOVES[verb])) % {"card": said}


def _named(text: str, deck: Deck) -> str:
    """Notation with the names of cards instead of their ids; `judge-jester` is the Judge with what lies on it."""

    def name(found: re.Match[str]) -> str:
        card = found[0]
        while card not in deck and "-" in card:
            card = card.rpartition("-")[0]
        return deck.name(card) if card in deck else found[0]

    return re.sub(r"[a-z0-9-]+", name, text)
