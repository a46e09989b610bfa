"""What the engine refuses, each with a stable code and a sentence fit for a player."""


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
