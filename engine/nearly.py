"""Words that are nearly a move: everything in them is right but the card that is replaced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.acquire import Buy
from engine.cards import Card
from engine.core import Move
from engine.errors import IllegalMove, Sentence
from engine.replacing import why_never

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
