"""What the engine refuses, each with a stable code and a sentence fit for a player."""

from typing import Any

Said = int | str | tuple[str, ...]
"""What is filled into a sentence; several words are told apart by commas."""


class Sentence(str):
    """An English sentence, or a part of one, that remembers its pattern and what was filled in, so that it can be said in
    other languages. `card` and `over` are ids of cards, `kinds` goods of the Market; what else is no sentence and no
    number is notation.

    >>> Sentence("It costs {price} rubles.", price=7)
    'It costs 7 rubles.'
    """

    __slots__ = ("pattern", "values")
    pattern: str
    values: dict[str, Said]

    def __new__(cls, pattern: str, **values: Said) -> "Sentence":
        given = {name: ", ".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
        sentence = super().__new__(cls, pattern.format(**given))
        sentence.pattern, sentence.values = pattern, values
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.pattern,), self.values


Reason = tuple[str, Sentence, str]
"""Code, sentence and rule of what is in the way of a move."""


class EngineError(Exception):
    """Base of every refusal. `code` never changes; `sentence` says what is wrong and what would be right; `rule` is the
    id of the rule that forbids it, or empty."""

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule

    def __reduce__(self) -> tuple[type["EngineError"], tuple[str, str, str]]:
        return type(self), (self.code, self.sentence, self.rule)


class OptionsError(EngineError):
    """A selection of edition, players, sets or table options that section 2 does not allow."""


class DealError(EngineError):
    """A deal that does not fit the options: a card missing, a card twice, a token with nobody."""


class PositionError(EngineError):
    """A position set up by hand that no game can hold."""


class NotationError(EngineError):
    """A text that is no move of this game at all."""


class NotYourTurn(EngineError):
    """A seat answered that is not asked."""


class IllegalMove(EngineError):
    """A move of this game that the position does not allow."""


class CardDataError(EngineError):
    """A card list with a fault; the sentence names file, line and field."""


class CompositionError(EngineError):
    """Parts that do not fit together, such as two that claim the same words for a move."""


class ReplayError(EngineError):
    """A recorded move that could not be played. `number` counts from 1, `text` is the move as recorded."""

    def __init__(self, code: str, sentence: str, rule: str = "", number: int = 0, text: str = "") -> None:
        super().__init__(code, sentence, rule)
        self.number = number
        self.text = text

    def __reduce__(self) -> tuple[type["ReplayError"], tuple[str, str, str, int, str]]:  # type: ignore[override]
        return type(self), (self.code, self.sentence, self.rule, self.number, self.text)
