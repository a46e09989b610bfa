"""The notation read back: whatever a person writes for a move, as long as it can mean only one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from engine.cards import Card
from engine.core import Move
from engine.errors import NotationError, Sentence
from engine.nearly import Replacements

_SEPARATORS: Final = re.compile(r"[\W_]+")
_SIGNED: Final = re.compile(r"(?<!\w)[-+\u2212]\s*\d")
_LONGEST: Final = 8
_MOST_CHARACTERS: Final = 200


def tokens(text: str) -> list[str]:
    """The words of a text in small letters without accents; hyphens, underscores and apostrophes part words."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return [word for word in _SEPARATORS.split(plain) if word]


def _names(card: Card) -> Iterable[str]:
    return _spellings(card.id, card.key, card.name_en, card.name_de, *card.also)


def _spellings(*names: str) -> Iterable[str]:
    for name in names:
        yield name
        yield name.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


class Dictionary:
    """The words of one rulebook: names of cards, in both languages and all prints, and the words between them."""

    def __init__(
        self, cards: Iterable[Card], words: Iterable[str], moves: Mapping[str, Move], replacements: Replacements
    ) -> None:
        self.moves = moves
        self.replacements = replacements
        self.names: dict[str, tuple[str, ...]] = {}
        ids: set[str] = set(words)
        for card in cards:
            for name in _names(card):
                self._add("".join(tokens(name)), card.id)
        for name in ids:
            self._add("".join(tokens(name)), name)
        self.verbs = dict.fromkeys(text.split(" ", 1)[0] for text in moves)
        for word in dict.fromkeys(word for text in moves for word in text.split(" ")):
            if word not in ids:
                self._add("".join(tokens(word)), word)
        self._add("upper", "")

    def add_names(self, word: str, names: Iterable[str]) -> None:
        """Other names of a word that is no card."""
        for name in _spellings(*names):
            self._add("".join(tokens(name)), word)

    def _add(self, squeezed: str, word: str) -> None:
        known = self.names.get(squeezed, ())
        if word not in known:
            self.names[squeezed] = (*known, word)

    def read(self, text: str, legal: Iterable[Move]) -> Move:
        """The move a text means; where names leave more than one, the legal one, and of legal ones that whose own words
        these are. Raises NotationError, or IllegalMove for words whose only fault is the card they replace."""
        if (move := self.moves.get(text)) is not None:
            return move
        if not isinstance(text, str) or len(text) > _MOST_CHARACTERS:
            raise NotationError(
                "not-a-move", Sentence("That is too long. A move has at most {most} characters.", most=_MOST_CHARACTERS)
            )
        given = tokens(text)
        if not given:
            raise NotationError("not-a-move", Sentence("Your move is empty. Write, for example, pass."))
        if _SIGNED.search(text):  # a sign is no hyphen: -1 must never be read as 1
            raise NotationError(
                "not-a-move", Sentence("{text} is not a move: write numbers without a sign.", text=repr(text))
            )
        found: list[Move] = []
        meant = [" ".join(word for word in readings if word) for readings in self._readings(given)]
        for words in meant:
            move = self.moves.get(words)
            if move is not None and move not in found:
                found.append(move)
        if len(found) > 1:
            allowed = set(legal)
            found = [move for move in found if move in allowed] or found
        if len(found) > 1:
            found = [move for move in found if tokens(str(move)) == given] or found
        if len(found) == 1:
            return found[0]
        if found:
            choices = tuple(str(move) for move in found[:6])
            sentence = Sentence("{text} is ambiguous. Write one of these: {choices}.", text=repr(text), choices=choices)
            raise NotationError("ambiguous", sentence)
        for words in meant:
            if (refusal := self.replacements.refusal(words, legal)) is not None:
                raise refusal
        raise NotationError("not-a-move", self._advice(text, given))

    def _readings(self, given: list[str]) -> Iterable[tuple[str, ...]]:
        """The ways to read the words: the longest run that is a name counts as one; figures never run together."""
        options: list[tuple[str, ...]] = []
        place = 0
        while place < len(given):
            longest = 1 if given[place].isdigit() else _LONGEST
            for end in range(min(len(given), place + longest), place, -1):
                if words := self.names.get("".join(given[place:end])):
                    options.append(words)
                    place = end
                    break
            else:
                return ()
        return product(*options)

    def _advice(self, text: str, given: list[str]) -> Sentence:
        quoted = repr(text)
        verb = next((word for word in given[:1] if word in self.verbs), None)
        if verb is None:
            return Sentence("{text} is not a move. A move starts with {verbs}.", text=quoted, verbs=tuple(self.verbs))
        unknown = next((word for word in given if not any(word in name for name in self.names)), None)
        if unknown is not None:
            return Sentence(
                "{text} is not a move: this game has no card called {name}.", text=quoted, name=repr(unknown)
            )
        example = next(move for move in self.moves if move.split(" ", 1)[0] == verb)
        return Sentence(
            "{text} is not a move. A move with {verb} looks like this: {example}.",
            text=quoted,
            verb=verb,
            example=repr(example),
        )
