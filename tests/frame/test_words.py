"""What the site says is plain English: the words that other sites use, in short sentences; and German as Germans write it.

The handbook and what the law wants said (`_LEGAL`) have sentences of their own length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from stpete_site.locale import Text, catalogues, read, texts

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 25
_LEGAL = ("templates/pages/terms.html", "templates/pages/privacy.html", "templates/pages/imprint.html")

BANNED: Mapping[str, str] = {
    "email": r"(e-)?mails?",
    "notification": r"notices?|what you are told",
    "tournament": r"events?",
    "register, participant, withdraw": r"entrants?|entry|entries|signs? off|sign(s|ed)? up for|let (his|her|their) seat",
    "manage": r"desks?",
    "drop out": r"vanish(ed|es)?|left off",
    "void": r"annul(s|led|ment)?",
    "expansion, module": r"sets",
    "play area": r"displays?",
    "undo": r"tak(e|es|ing) (it |a move |moves )?back|took back|take-backs?",
    "auto-pass, conditional orders": r"standing (pass|passes|orders?)|presets?",
    "time per move, time bank": r"clock's bank",
    "message, chat": r"lines?|what was said|talk",
    "moderator, site team": r"(those|people) who run (the|this) site|organi[sz]ers?",
    "audit log": r"trails?",
    "spectator": r"watchers?|who looks",
    "open, view": r"look(s|ed|ing)? (at|back)",
    "started, running, finished, cancelled": r"begun|broken off|breaks? off|(is|are|was|were) over",
    "reply-by-email address": r"token that",
    "unsubscribe": r"stop being told",
    "sign in": r"log(ged|ging)? ?(in|out)",
    "you, they, a name": r"he|she|his|him|himself|whoever|whom|who is|those who|somebody who|someone who",
}
"""What to say, and what stands for it in no sentence (words.md: the glossary)."""

OTHERWISE: tuple[tuple[str, str, str], ...] = (
    (
        "event",
        r"^(engine|games|templates/games|jinja/games)/.*(events?|twin|options/sets|reference|replay/ending|board/extras)",
        "Events, an expansion",
    ),
    (
        "entr",
        r"\b(late|log|forfeit)( |-)entr|\bEach entry's|\bearlier entr",
        "late entry is the word of FIDE; entries of a log",
    ),
    (
        "line",
        r"\bper line\b|\bsubject line\b|dashed line|\bA line above\b|One line per table|between lines",
        "lines of a list",
    ),
    (
        "line",
        (
            r"^(arbiter/(pairing/trf|schedules|standings)|games/imports|templates/games/imports)/|^arbiter/errors\.py"
            r"|JSON lines|one on each line"
        ),
        "lines of a file or of the standings",
    ),
    ("set", r"^games/reference/markup", "titles of the binding rules, kept to the byte"),
    ("those who", r"including those who play", "directors who play"),
)
"""A banned word, where or in which sentence it is right, and why."""

WRONG_IN_GERMAN: Mapping[str, str] = {
    "no relative riddle": r"[Ww]er\b[^.,?!:;]*, (der|den|dem|die|das|er|ihn|ihm)\b",
    "a command in German": r"[„“`][^„“`]*\b(buy|take|play|draw|pass|resign|prices|log|help|status|join|leave|invite)\b[^“”`]*[“”`]",
    "Tableau": r"\bSpielpl(an|äne|ans)\b",
}
GERMAN_OTHERWISE: tuple[tuple[str, str, str], ...] = (
    ("Spielplan", r"^(arbiter|tournaments)/", "the schedule of a round-robin"),
)


def english() -> list[Text]:
    """Every source once, with its first place."""
    found: dict[tuple[str | None, str], Text] = {}
    for text in texts(ROOT):
        found.setdefault((text.context, text.text), text)
    return list(found.values())


def words_of(sentence: str) -> str:
    """Without names of values, tags and addresses."""
    return re.sub(r"%\(\w+\)[sd]|\{\w*\}|<[^>]+>|&\w+;|/\w[\w/<>-]*/", " ", sentence)


def banned(sentence: str, place: str = "") -> list[str]:
    """The words of the sentence that have a better one, each with that one.

    >>> banned("Your mail is here.")
    ['mail: say email']
    """
    found = []
    for better, wrong in BANNED.items():
        for match in re.finditer(rf"\b({wrong})\b", words_of(sentence), re.IGNORECASE):
            said = match[0].lower()
            is_right = any(
                said.startswith(word) and (re.search(where, place) or re.search(where, sentence, re.IGNORECASE))
                for word, where, _why in OTHERWISE
            )
            if not is_right:
                found.append(f"{said}: say {better}")
    return found


def sentences(text: str) -> Iterator[str]:
    plain = re.sub(r"</?(p|li|h\d|br|ul)\b[^>]*>", "\n", text)
    yield from re.split(r"(?<=[.!?])[”“)]*\s+|\n", plain)


def too_long(text: str, most: int = LONGEST) -> list[str]:
    return [one for one in sentences(text) if len(words_of(one).split()) > most]


def german_faults(text: str, place: str) -> list[str]:
    found = []
    for why, wrong in WRONG_IN_GERMAN.items():
        for match in re.finditer(wrong, text):
            if not any(match[0].startswith(word) and re.search(where, place) for word, where, _why in GERMAN_OTHERWISE):
                found.append(f"{match[0]!r}: {why}")
    return found


def forms(text: Text) -> Iterable[str]:
    return filter(None, (text.text, text.plural))


@pytest.fixture(scope="module")
def sources() -> list[Text]:
    return english()


def test_every_sentence_says_it_in_the_words_of_the_field(sources: list[Text]) -> None:
    assert len(sources) > 4000
    assert [
        f"{one.place}: {said!r}: {fault}" for one in sources for said in forms(one) for fault in banned(said, one.place)
    ] == []


def test_no_sentence_is_longer_than_one_breath(sources: list[Text]) -> None:
    plain = [one for one in sources if not one.place.startswith(_LEGAL)]
    assert [f"{one.place}: {long}" for one in plain for said in forms(one) for long in too_long(said)] == []


def test_german_has_its_own_commands_no_riddles_and_one_word_for_the_tableau(sources: list[Text]) -> None:
    places = {(one.context, one.text): one.place for one in sources}
    found = []
    for path in catalogues(ROOT / "locale"):
        for message in read(path):
            key = message.id if isinstance(message.id, str) else message.id[0]
            said = message.string if isinstance(message.string, list | tuple) else (message.string,)
            place = places.get((message.context, key), "")
            for one in filter(None, said) if key else ():
                found += [f"{place}: {fault}" for fault in german_faults(one, place)]
                found += [f"{place}: {long}" for long in too_long(one) if not place.startswith(_LEGAL)]
    assert found == []


@pytest.mark.parametrize(
    ("sentence", "place", "faults"),
    [
        ("Whoever vanished gets a mail.", "", ["mail: say email", "vanished: say drop out", "whoever: say you, they, a name"]),
        ("The event starts.", "tournaments/pages/rounds.py:1", ["event: say tournament"]),
        ("Use an event.", "games/board/expansions/event_tools.py:53", []),
        ("Usernames, one per line.", "games/lobby/new_table_form.py:47", []),
        ("Report this line.", "templates/games/chat/_acts.html:2", ["line: say message, chat"]),
        ("Late entries cost an email.", "", []),
        ("You entered %(event)s <b class=\"line\">now</b>.", "", []),
    ],
)  # fmt: skip
def test_a_banned_word_is_found_in_its_banned_meaning_only(sentence: str, place: str, faults: list[str]) -> None:
    assert sorted(banned(sentence, place)) == sorted(faults)


def test_a_long_sentence_is_found_and_two_short_ones_are_not() -> None:
    short = " ".join(["word"] * LONGEST) + "."
    assert too_long(f"{short} {short}") == []
    assert too_long(f"{short} Very {short}") == [f"Very {short}"]


@pytest.mark.parametrize(
    ("text", "place", "count"),
    [
        ("Wer keinen Platz hat, der wartet.", "", 1),
        ("Schreib „resign“ oder „kaufe Markt“.", "", 1),
        ("Der Spielplan am Ende", "games/text_client/layout.py:1", 1),
        ("Der Spielplan legt Gegner fest.", "tournaments/pages/rounds.py:86", 0),
        ("Schreib „aufgeben“.", "", 0),
    ],
)
def test_what_is_wrong_in_german_is_found(text: str, place: str, count: int) -> None:
    assert len(german_faults(text, place)) == count
