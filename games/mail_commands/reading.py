"""Reads what a person writes instead of `2`: `ich nehme die 2`, `Nr. 2 bitte`, `*zwei*`, `②`.

Nothing is guessed. A number is an answer only where every other word around it is one of a few that change nothing; two numbers, a
time, a date, a question or a word like `not` make it none, and the player is asked again.
"""

import re
import unicodedata
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from games.errors import GameError
from games.mail_commands.words import NO, READING, YES, Word, command, orders
from games.play.reply_addresses import THEN
from games.text_client.lines import move_in, number_in, order_in
from incoming_mail.own_words import is_courtesy

_COUNTED = """
one eins|two zwei zwo|three drei|four vier|five fünf fuenf|six sechs|seven sieben|eight acht|nine neun|ten zehn|eleven elf
|twelve zwölf zwoelf|thirteen dreizehn|fourteen vierzehn|fifteen fünfzehn fuenfzehn|sixteen sechzehn|seventeen siebzehn
|eighteen achtzehn|nineteen neunzehn|twenty zwanzig
"""
_COUNTS = {word: count for count, words in enumerate(_COUNTED.split("|"), start=1) for word in words.split()}
_RANKED = """
first erst|second zweit|third dritt|fourth viert|fifth fünft fuenft|sixth sechst|seventh siebt siebent|eighth acht|ninth neunt
|tenth zehnt|eleventh elft|twelfth zwölft zwoelft
"""
_RANKS = {word: rank for rank, words in enumerate(_RANKED.split("|"), start=1) for word in words.split()}
_RANK = re.compile(r"(\d{1,6})(?:st|nd|rd|th|te[nrs]?)|(\w+th|first|second|third)|(\w+t)e[mnrs]?")
"""`2nd` and `2te`; `second`, which may be a moment; `zweite`."""
_NAMES_IT = "number nummer num nr zug move option aktion action auswahl choice wahl möglichkeit variante punkt"
_IS_POLITE = "bitte please pls danke dank thanks thank vielen besten ok okay gut super gern gerne natürlich definitely"
_ARE_AROUND = """
ich i i'll i'd wir we nehme nehm nimm nehmen wähle wähl wählen spiele spiel spielen mache mach machen möchte will würde hätte
take choose pick go going play make want would like let's make die den das der dem the my mein meine meinen antwort answer is
ist lautet lauten für for mich me mir dann then also so well jetzt now einfach just mal mit with to it it's es wird hi hallo
hello hey moin servus do i'm gonna will sehr schön dir hier here
taking choosing picking ausführen na nächster
"""
_NAMING, _POLITE = frozenset(_NAMES_IT.split()), frozenset(_IS_POLITE.split())
_AROUND = _NAMING | _POLITE | frozenset(_ARE_AROUND.split())
"""Words that change nothing about the number among them."""

_SET = re.compile(
    r"\b(?:alles klar|of course|auf jeden fall|(?:aus|auf|in|von|from|on|of) (?:the|your|der|deiner|eurer) liste?)\b[,.!:]*",
    re.IGNORECASE,
)
"""Phrases that change nothing about the number; one of their words alone would."""
_OTHERWISE = re.compile(
    r"N.* mal\b|^mal N|\b(?:it's|it is) N|N to\b|\bto N"  # twice, the time, two to go
    r"|\b(?:wir|we|i'm|my|meine?n?|(?<!for )me) N|^spiel N"  # we two, me too, game 2
    r"|(?<!go )(?<!going )\b(?:for|für|with|mit) N"  # for two rubles, with two
    r"|^(?:do|is|ist|will|would|nehme?|wähle?|spiele?|mache?) (?:i|we|it|ich|wir)\b|^(?:is|ist) N"  # a question
)
"""A number, N, with words that may mean something else than a move."""
_AS_WISHES = "want like hätte möchte"
_HOW_MANY = frozenset(_AS_WISHES.split())
_THE = "the die der das den take choose pick play go make nehmen wählen spielen machen"
_WHICH = _NAMING | frozenset(_THE.split())
"""`I want 2` may say how many moves; with one of these words it says which."""

_UNDER_CONDITION = """
if wenn falls unless sofern außer except wait warte moment halt stop stopp quatsch vergiss forget korrektur correction
"""
_CONDITION = frozenset(_UNDER_CONDITION.split())
"""Beside an answer these may take it back."""

_IN_DOUBT = """
no not nein nicht kein keine doch oder or instead statt stattdessen lieber rather actually eigentlich meant meinte sorry oops
ups but aber sondern maybe vielleicht perhaps
"""
_DOUBT = frozenset(_IN_DOUBT.split())
"""These may, beside another number."""

_BEFORE_TIMES = "um at am on in im bis until till ab von from gegen by nach after vor before"
_WHEN = frozenset(_BEFORE_TIMES.split())
_ASKED = READING | {Word.REMATCH}
"""Commands that may be put as a question."""

_ALONE = _ASKED | YES | NO | {Word.RESIGN, Word.STOP, Word.START, Word.UNDO, Word.SEND, Word.DROP}
"""Commands that nothing of the writer's own follows."""

_KEYCAP = {"🔟": " 10 "}
_SMILEY = re.compile(r"(?<!\S)[:;]-?[)D(P](?!\S)|[\U0001f600-\U0001f64f👍👌✌🙏🎲]")
_SHORT = re.compile(r"\b(?:nr|no|num)\.?\s*(?=\d)|\bno\.\s+(?=\w)|№|#", re.IGNORECASE)
_WORD = re.compile(r"[*_~`\"'„“”‚‘’«»(\[<]*(\w+(?:'\w+)?)[*_~`\"'“”‘’«»)\]>.,!:]*")
_DASH = re.compile(r"[-–—*•:]|[-=]+>|→")
_COPIED = re.compile(
    r"(?:(?:nr|no|nummer|number|zug|move|option|aktion|action)\b\.?|#)?\s*(\d{1,3})(?:[.):,]|\s[-–—=])?\s+\(?([^\W\d].*?)[).!]*",
    re.IGNORECASE,
)
_VERBS = ("buy", "take", "play", "draw", "pass")
_DO = """
buy take play draw pass keep discard give put thief parasite kind pub kaufe kaufen nimm nehme nehmen spiele spielen ausspielen
ziehe ziehen passe passen behalte behalten wirf werfe abwerfen gib gebe lege leg legen tausche tauschen
"""
_ACTS = frozenset(_DO.split())
_WISH = re.compile(
    r"(?:ich|i|wir|we)(?: (?:möchte|will|würde|want to|would like to)|['’]d like to|['’]ll)(?: (?:gerne?|bitte|please))?\s+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^((?:ich |i )?(?:buy|take|play|draw|kaufe|nehme|nimm|spiele|ziehe)) (?:die|den|das|der|the)\b", re.IGNORECASE
)
"""What people add to the notation: `I want to buy the library`, `ich kaufe die Bibliothek`."""

_SENTENCE = re.compile(r"(?<=[^\W\d]{3}[.!])\s+|(?<=!)\s+")
_REPLY = re.compile(r"(?:(?:re|aw|antw|antwort|fwd?|wg|sv|vs|odp|ref|tr|rv)\s*(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
_OURS = re.compile(r"\[St Pete\b[^\]]*\]\s*")


ASK = "ask"
"""The last of them: no pass is meant, whatever the list says."""
_ASKING = re.compile(r"(?:ask|frage?)(?: (?:me|mich))?(?: (?:again|wieder|noch ?mal|noch einmal))?", re.IGNORECASE)
_ORDER = re.compile(
    r"(?:if|wenn|falls|pub|schenke)\b|(?:pass|passe|passen)\b.*\b(?:somebody|someone|jemand|round|runde)\b",
    re.IGNORECASE,
)
"""How conditional orders begin that are no move."""
_THEN = re.compile(r"[\s,;]+(?:(?:and|und)\s+)?(?:then|dann|danach)\s+", re.IGNORECASE)


class NotPlain(GameError):
    code = "no_move"
    sentence = _("I found no move in your reply. Send just its number, such as “2”.")
    status = 422


def number_said(text: str) -> int | None:
    """The number of a list that a sentence plainly gives; None otherwise.

    >>> number_said("Nr. 2, bitte"), number_said("I'll take the *two*"), number_said("②")
    (2, 2, 2)
    >>> number_said("Die zweite, bitte"), number_said("the 2nd one")
    (2, 2)
    >>> number_said("2?"), number_said("12 2"), number_said("um 20 Uhr"), number_said("nicht die 2"), number_said("2 mal")
    (None, None, None, None, None)
    """
    words = _words(_SET.sub(" ", text))
    words = [word for before, word in zip(["", *words], words, strict=False) if word != "one" or _rank(before) is None]
    numbers = [count for count in map(_count, words) if count is not None]
    others = {word for word in words if _count(word) is None}
    is_one = len({*numbers}) == 1 and sum(word.isdecimal() for word in words) <= 1  # also “2 (zwei)”
    is_vague = bool(
        ("one" in words and not others <= _NAMING | _POLITE)  # as in “I take one”
        or (not others & _WHICH and (others & _HOW_MANY or any(map(_may_be_none, words))))
        or _OTHERWISE.search(" ".join("N" if _count(word) is not None else word for word in words))
    )
    return numbers[0] if is_one and not is_vague and others <= _AROUND else None


def _words(text: str) -> list[str]:
    """In small letters; what is no word stays as it is written, so that it is known to nobody."""
    text = "".join(_KEYCAP.get(sign) or _circled(sign) for sign in text)
    text = _SHORT.sub(" nr ", _SMILEY.sub(" ", unicodedata.normalize("NFKC", text).replace("’", "'"))).casefold()
    pieces = [piece for piece in text.split() if not _DASH.fullmatch(piece)]
    return [found[1] if (found := _WORD.fullmatch(piece)) else piece for piece in pieces]


def _circled(sign: str) -> str:
    if unicodedata.category(sign) != "No":
        return sign
    return f" {unicodedata.numeric(sign):g} " if ord(sign) > 0x2400 else f"^{sign}"  # as in 2²


def _count(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) <= 6 else _COUNTS.get(word) or _rank(word)


def _rank(word: str) -> int | None:
    found = _RANK.fullmatch(word)
    return found and (int(found[1]) if found[1] else _RANKS.get(found[2] or found[3]))


def _may_be_none(word: str) -> bool:
    """As `second` or `zweiter` alone; `2nd` and `zweite` name a move."""
    return _rank(word) is not None and not word[0].isdecimal() and not word.endswith("e")


def seat_orders(lines: Sequence[str], more: Sequence[str] = (), subject: str = "") -> list[str]:
    """What an answer to a list of moves says: `lines` if there are any, else the subject. Raises NotPlain where it says more
    than one thing; `more` is what the writer adds below."""
    in_subject = _in_subject(subject)
    lines = [line for line in lines if not is_courtesy(line)]
    if not lines:
        return [] if in_subject is None else [str(in_subject)]
    if planned := _in_turn(lines, more):
        return planned
    word, _rest = command(" ".join(lines[0].split()))
    if word is not None and word not in _ALONE and number_said(lines[0]) is None:
        return orders(lines)
    wanted, more = _after_chatter(orders([_plain(line) for line in lines]), more)
    numbers = [one for one in map(number_in, wanted) if one is not None]
    others = [*(one for one in wanted if number_in(one) is None), *more]
    is_doubted = bool(numbers) and any(_takes_back(line, numbers[0]) for line in others)
    if len(numbers) > 1 or is_doubted or (numbers and in_subject not in (None, numbers[0])):
        raise NotPlain
    if any(one.startswith(THEN) or (word is None and one.endswith("?")) for one in wanted):
        raise NotPlain
    return wanted


def _in_turn(lines: Sequence[str], more: Sequence[str] = ()) -> list[str]:
    """`2, then 5, then pass`: an order for this turn and those for turns to come, with `THEN` before them. Empty where not each
    part is plainly a number, a move or a pass, or where the writer adds something that may take it back.

    >>> _in_turn(["2, then 5,", "then pass"]), _in_turn(["Ich nehme dann die 2"])
    (['2', 'then 5', 'then pass'], [])
    """
    end = next((end for end in range(1, len(lines)) if not _THEN.match(f" {lines[end]}")), len(lines))
    parts = ["".join(orders([_plain_part(part).strip(" .,!")])) for part in _THEN.split(" ".join(lines[:end]))]
    if any(_takes_back(line, 0) or is_attempt(line) for line in (*lines[end:], *more)):
        return []
    if len(parts) > 1 and _ASKING.fullmatch(parts[-1]):
        parts[-1] = ASK
    first, *later = parts
    is_plain = all(map(_is_one_move, parts[:-1])) and bool(
        _is_one_move(parts[-1]) or order_in(parts[-1]) or parts[-1] == ASK
    )
    return [first, *(f"{THEN}{one}" for one in later)] if later and is_plain else []


def _is_one_move(part: str) -> bool:
    move = move_in(part)
    is_order = bool(_ORDER.match(part))
    return (
        number_in(part) is not None or move == "pass" or is_order or (is_attempt(part) and not move.startswith("pass"))
    )


def _after_chatter(wanted: list[str], more: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """Both without sentences before the answer that are about something else."""
    said = [*wanted, *(order for line in more for order in orders([_plain(line)]))]
    start = next((place for place, line in enumerate(said) if not _is_chatter(line)), len(said))
    if start == len(said) or (number_in(said[start]) is None and not is_attempt(said[start])):
        return wanted, more
    return (wanted[start:], more) if start < len(wanted) else ([said[start]], said[start + 1 :])


def _is_chatter(line: str) -> bool:
    """Whether this is plainly about something else than a move or a command."""
    words = _words(line)
    if len(words) < 2 or "?" in line or any(sign.isdigit() for sign in line) or any(_count(word) for word in words):
        return False
    return command(line)[0] is None and not {*words} & (_DOUBT | _CONDITION | _ACTS)


def is_attempt(order: str) -> bool:
    """Whether these words begin as a move with a card does, so that more can be said of them than that they are none."""
    verb, _space, card = move_in(order).partition(" ")
    words = _words(card)
    names_a_number = words and (_count(words[0]) or all(_count(word) or word in _AROUND for word in words))
    return verb.casefold() in _VERBS and not names_a_number


def without_article(order: str) -> str:
    """A move as the notation has it: `buy the library` is `buy library`."""
    return _ARTICLE.sub(r"\1", order)


def number_before(line: str) -> int | None:
    """The number of a line copied from a list, `2. pass` or `Nr. 2 (pass)`; its words are read as the move."""
    found = _COPIED.fullmatch(line.strip())
    return int(found[1]) if found else None


def _plain(line: str) -> str:
    """A line with each part as a number, if it plainly gives one; else without courtesies around a move."""
    return ";".join(map(_plain_part, _SMILEY.sub(" ", line).split(";")))


def _plain_part(part: str) -> str:
    asked = part.rstrip("? ")
    if command(asked)[0] in _ASKED and not command(asked)[1]:
        return asked
    sentences = [one for one in _SENTENCE.split(part.strip()) if not is_courtesy(one)]
    while len(sentences) > 1 and _is_chatter(sentences[0]):
        sentences.pop(0)
    if len(sentences) != 1:
        return part
    words = sentences[0].strip(" *_").split()
    ends = (end for end in range(len(words), 0, -1) if end == len(words) or is_courtesy(" ".join(words[end:])))
    if number := next(filter(None, (number_said(" ".join(words[:end])) for end in ends)), None):
        return str(number)
    if copied := _COPIED.fullmatch(sentences[0]):
        return f"{copied[1]}. {copied[2]}"
    while len(words) > 1 and words[-1].casefold().strip(".,!") in _POLITE:
        words.pop()
    while len(words) > 1 and words[0].casefold().strip(".,!") in _POLITE:
        words.pop(0)
    return _WISH.sub("", " ".join(words))


def _takes_back(line: str, chosen: int) -> bool:
    """Whether a line beside an answer takes it back, or may."""
    words = {*_words(line)}
    has_number = any(_count(word) is not None for word in words)
    return number_said(line) not in (None, chosen) or bool(words & _CONDITION) or (has_number and bool(words & _DOUBT))


def _in_subject(subject: str) -> int | None:
    """The number that somebody wrote instead of our subject or behind it; ours ends with none."""
    rest = _REPLY.sub("", subject.strip(), count=1)
    if not _OURS.search(rest):
        return number_said(rest)
    *before, last = _words(_OURS.sub("", rest, count=1)) or [""]
    is_plain = before and before[-1] not in _WHEN and not {*before} & (_DOUBT | _CONDITION)
    is_one = not any(_count(word) is not None for word in before)
    return _count(last) if is_plain and is_one else None
