"""The notation read back, words that are nearly a move, and why a move is refused."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from engine.acquire import Buy, why_never
from engine.cards import Card
from engine.core import Move, Source, State
from engine.errors import EngineError, IllegalMove, NotationError, NotYourTurn, Reason, Sentence
from engine.player import Row, Seat
from engine.steps import Decision


def refusal(state: State, seat: Seat, move: Move) -> EngineError:
    """The error for a move that is not legal for this seat now."""
    if state.over:
        return NotYourTurn("game-over", Sentence("The game has finished."), "END-10")
    asked = state.agenda[-1]
    if seat not in asked.seats:
        secret = isinstance(asked, Decision) and asked.anonymous
        others = () if secret else tuple(map(str, asked.seats))
        sentence = Sentence("It is not seat {seat}'s turn.", seat=seat)
        if others:
            sentence = Sentence("It is not seat {seat}'s turn. Waiting for seat {others}.", seat=seat, others=others)
        return NotYourTurn("not-your-turn", sentence, "TURN-1")
    if not isinstance(asked, Decision) or state.rules.moves.get(str(move)) is not move:
        return IllegalMove("other-game", Sentence("{move} is a move from a game with other options.", move=str(move)))
    reason = asked.why_not(state, seat, move) or move.why_not(state, seat) or why_not_card(state, seat, move)
    code, sentence, rule = reason or OTHERWISE
    return IllegalMove(code, Sentence("{move}: {reason}", move=str(move), reason=sentence), rule)


OTHERWISE: Reason = ("not-now", Sentence("This is not possible now."), "TURN-1")


def why_not_card(state: State, seat: Seat, move: Move) -> Reason | None:
    """What is in the way of acquiring a card: it is not there, the hand is full, nothing to replace, too expensive."""
    rules, player = state.rules, state.players[seat]
    if move.card is None or move.source not in rules.offers:
        return None
    source: Source = getattr(move, "place", None) or rules.offers[move.source].source
    row = rules.row_of[move.card]
    if row not in source.rows(state, seat):
        return "not-there", Sentence("There is no {card} {where}.", card=move.card, where=source.where), "TURN-3"
    if move.kind == source.take and source.take:
        return (
            "hand-full",
            Sentence("Your hand is full: it already holds {count} cards.", count=len(player.hand)),
            "TURN-4",
        )
    over: Row = getattr(move, "over_row", 0)
    if over and over not in player.kinds:
        if any(rules.printed[row] == rules.printed[over] and not rules.replaceable[row] for row in player.display):
            return (
                "protected",
                Sentence("{over} cannot be replaced while it is face down or under a chip.", over=rules.ids[over]),
                "EXCH-6",
            )
        return "no-target", Sentence("You have no {over} that can be replaced.", over=rules.ids[over]), "EXCH-1"
    price = move.price(state, seat)
    if price > player.rubles:
        costs = Sentence("It costs {price} rubles, but you have only {rubles}.", price=price, rubles=player.rubles)
        if price == 1:
            costs = Sentence("It costs 1 ruble, but you have none.")
        return "too-expensive", costs, "TURN-3"
    return None


OVER: Final = " over "


class Replacements:
    """The moves that replace a card, by what stands before `over`, and what to say of words that are nearly one."""

    def __init__(self, cards: Mapping[str, Card], moves: Mapping[str, Move]) -> None:
        """`cards` are those of the game by the words that moves have for them."""
        self.cards = cards
        self.moves = moves
        self.examples = {text.partition(OVER)[0]: move for text, move in moves.items() if OVER in text}

    def refusal(self, text: str, legal: Iterable[Move]) -> IllegalMove | None:
        """Why words of the notation that are no move can be none, if it is about what is replaced: an Exchange card
        without another, or over one that it can never replace."""
        stem, over, replaced = text.partition(OVER)
        if (example := self.examples.get(stem)) and not over:
            example = next((move for move in legal if move.text.startswith(stem + OVER)), example)
            reason = (
                "over-what",
                Sentence("Name the card to replace, for example {example}.", example=repr(str(example))),
                "EXCH-9",
            )
        else:
            buy, target = example or self.moves.get(stem), self.cards.get(replaced)
            if not isinstance(buy, Buy) or buy.card is None or target is None:
                return None
            reason = why_never(self.cards[buy.card], target)
        code, sentence, rule = reason
        return IllegalMove(code, Sentence("{move}: {reason}", move=text, reason=sentence), rule)


_SEPARATORS: Final = re.compile(r"[\W_]+")
_SIGNED: Final = re.compile(r"(?<!\w)[-+\u2212]\s*\d")
_LONGEST: Final = 8
_MOST_CHARACTERS: Final = 200


def tokens(text: str) -> list[str]:
    """The words of a text in small letters without accents; hyphens, underscores and apostrophes part words."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return [word for word in _SEPARATORS.split(plain) if word]


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
            for name in _spellings(card.id, card.key, card.name_en, card.name_de, *card.also):
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
