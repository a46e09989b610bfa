"""Sentences as data: what pairings, standings and refusals say, with its pattern, so that every language can say it."""

from typing import Any

Said = int | str | tuple[int | str, ...]
"""What is filled into a sentence, which may be a sentence itself; several are told apart by commas."""


class Sentence(str):
    """An English sentence that remembers its pattern and what was filled in.

    >>> said = Sentence("Player {player} has the bye.", player=7)
    >>> said, said.pattern, said.values
    ('Player 7 has the bye.', 'Player {player} has the bye.', {'player': 7})
    """

    __slots__ = ("pattern", "values")
    pattern: str
    values: dict[str, Said]

    def __new__(cls, pattern: str, /, **values: Said) -> "Sentence":
        given = {
            name: ", ".join(map(str, value)) if isinstance(value, tuple) else value for name, value in values.items()
        }
        sentence = super().__new__(cls, pattern.format(**given))
        sentence.pattern, sentence.values = pattern, values
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.pattern,), self.values
