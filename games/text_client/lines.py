"""A line of text read as moves: `2`, `buy market; pass`, `2; pass until change`. Pages and replies by mail read the same way.

Pure: whether it may be played is the business of `games.text_client.playing`.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from games.errors import GameError
from games.models import PassMode


class LineError(GameError):
    """A line that says no moves. `part` is the part of it that is wrong, empty where it is the whole."""

    code = "not_a_line"
    status = 422

    def __init__(self, sentence: str | StrPromise | None = None, *, part: str = "") -> None:
        super().__init__(sentence, part=part)


class NothingWritten(LineError):
    code = "nothing_written"
    sentence = _("Your reply is empty. Send the number of a move, or the move itself.")


class LineTooLong(LineError):
    code = "line_too_long"
    sentence = _("That is too long. Send at most 20 moves of 200 characters each.")


class NoSuchNumber(LineError):
    code = "no_such_number"
    sentence = _("That number is not in the list of moves. Choose a listed number.")


class NumberAfterFirst(LineError):
    code = "number_after_first"
    sentence = _(
        "Only the first move can be a number, because the list changes after it. Write the other moves as text."
    )


class OrderNotLast(LineError):
    code = "order_not_last"
    sentence = _("Auto-pass can only be the last of several moves.")


class PhaseOver(GameError):
    code = "phase_over"
    sentence = _("A new phase has started with cards you had not seen. Check the position and choose again.")


MOST_PARTS = 20
LONGEST_PART = 200

_PARTING = re.compile(r"[;\r\n]+")
_NUMBER = re.compile(r"(?:no\.?|nr\.?|#|\()?\s*(\d{1,6})\s*[.):]?", re.IGNORECASE)
_LISTED = re.compile(r"(\d{1,6})[.):]\s+(?=\D)")

_PASS = frozenset(("pass", "passe", "passen"))
_CHANGE = frozenset(("change", "changes", "aendert", "aenderung"))
_PHASE = frozenset(("phase", "phasenende"))
_GERMAN = {
    "kaufe": "buy",
    "kaufen": "buy",
    "nimm": "take",
    "nehme": "take",
    "nehmen": "take",
    "spiele": "play",
    "spielen": "play",
    "ausspielen": "play",
    "ziehe": "draw",
    "ziehen": "draw",
}
_GERMAN_BETWEEN = {"unten": "lower", "statt": "over", "über": "over", "ueber": "over"}
_FIRST_PERSON = re.compile(r"^(?:ich|i)\s+", re.IGNORECASE)
_LOWER = re.compile(r"\b(?:aus der unteren Reihe|from the lower row)\b", re.IGNORECASE)
_PRICE = re.compile(r"\b(?:für|fuer|for) \d+ (?:Rubel|rubles?)\b", re.IGNORECASE)
_PLACE_OF_IT = re.compile(r"\b(?:aus der Hand|auf die Hand|from your hand|into your hand)\b", re.IGNORECASE)
_REVOKED = ("more", "longer", "mehr")
_BETWEEN = re.compile(
    "an?|auf|bis|das|de[mnrs]|die|diese[mrs]?|ende?|es|etwas|for|fuer|i[ms]?|in|zu[mr]?|no|not|nicht|of|rest|sich|"
    "something|spielplan|tableau|that|the|this|to|until|what|whole"
)


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """What a line says: `moves` in the order in which they are to be played, as text of the notation or nearly; then `order`,
    a standing pass, or that there be none any more (`PassMode.NONE`); None where it says nothing of one."""

    moves: tuple[str, ...]
    order: PassMode | None = None


def read_line(text: str, listed: Sequence[str] = (), words: Sequence[str] = ()) -> ParsedLine:
    """What a line says, its parts joined by `;` or by line breaks.

    `listed` are the moves that the writer saw under the numbers 1, 2, …; a number means one of them, as the first of the line
    only. `words` are the same moves in the writer's words, which they may copy. All else is left to `engine.parse_move`, when
    it is played. Raises a `LineError` for what means nothing, whatever the position.
    """
    parts = parts_of(text)
    if not parts:
        raise NothingWritten
    if len(parts) > MOST_PARTS or any(len(part) > LONGEST_PART for part in parts):
        raise LineTooLong
    moves: list[str] = []
    for place, part in enumerate(parts):
        order = order_in(part)
        if order is not None:
            if place < len(parts) - 1:
                raise OrderNotLast(part=part)
            return ParsedLine(tuple(moves), order)
        moves.append(_move(part, place, listed, words))
    return ParsedLine(tuple(moves))


def parts_of(text: str) -> list[str]:
    """What is to be done one after the other: what stands between `;` and line breaks, tidied."""
    return [part for part in map(_tidy, _PARTING.split(text)) if part]


def number_in(part: str) -> int | None:
    """The number of a list that a part is; None where it is words.

    >>> number_in("Nr. 2"), number_in("2."), number_in("buy 2")
    (2, 2, None)
    """
    found = _NUMBER.fullmatch(part)
    return int(found[1]) if found else None


def move_in(part: str, listed: Sequence[str] = (), words: Sequence[str] = ()) -> str:
    """A part that is no number as the notation has it, or nearly: one of `listed`, if it is copied from its `words`.

    >>> move_in("Markt kaufen"), move_in("passe")
    ('buy Markt', 'pass')
    """
    part = _FIRST_PERSON.sub("", part)
    copied = dict(zip(map(_plain, words), listed, strict=False))
    if (move := copied.get(_plain(part))) is not None:
        return move
    return "pass" if _plain(part) in _PASS else _in_notation(part)


def order_in(text: str) -> PassMode | None:
    """The standing pass that these words order, `PassMode.NONE` if they revoke it; None if they say nothing of one."""
    words = _plain(text).split()
    if not _PASS & {*words} or not {*words} - _PASS:
        return None
    others = [word for word in words if word not in _PASS and not _BETWEEN.fullmatch(word)]
    if len(others) == 1 and others[0] in _REVOKED:
        return PassMode.NONE
    if words[0] not in _PASS or len(others) != 1:
        return None
    if others[0] in _CHANGE:
        return PassMode.UNTIL_CHANGE
    return PassMode.PHASE if others[0] in _PHASE else None


def _move(part: str, place: int, listed: Sequence[str], words: Sequence[str]) -> str:
    if (number := number_in(part)) is not None:
        if place:
            raise NumberAfterFirst(part=part)
        if not 1 <= number <= len(listed):
            raise NoSuchNumber(part=part)
        return listed[number - 1]
    return move_in(part, listed, words)


def _in_notation(part: str) -> str:
    """Words of a list as those of the notation, which knows the names of cards in both languages but only English verbs:
    `kaufe Markt unten`, `buy Market from the lower row for 3 rubles`."""
    part = _PLACE_OF_IT.sub("", _PRICE.sub("", part)).strip()
    lower = _LOWER.search(part) is not None
    words = _LOWER.sub("", part).split()
    if len(words) < 2:
        return part
    if words[-1].casefold() in _GERMAN:  # as in `Markt kaufen`
        words = [words[-1], *words[:-1]]
    if (verb := _GERMAN.get(words[0].casefold())) is not None:
        words = [verb, *(_GERMAN_BETWEEN.get(word.casefold(), word) for word in words[1:])]
    if lower and "over" in words:
        words.insert(words.index("over"), "lower")
    elif lower:
        words.append("lower")
    return " ".join(words)


def _tidy(part: str) -> str:
    """Without the number of a list before words that were copied from it, and without the point of a sentence."""
    part = _LISTED.sub("", part.strip(), count=1) if _LISTED.match(part.strip()) else part.strip()
    return part if _NUMBER.fullmatch(part) else part.rstrip(" .!,")


def _plain(text: str) -> str:
    """The words of a text in small letters, umlauts written out."""
    text = text.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    text = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(re.findall(r"\w+", text))
