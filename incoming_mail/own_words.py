"""Finds what a person wrote above, below or between the quotes of their mail program.

A library knows how programs begin a quote in English and German; this module checks what it leaves. Doubtful text is left
out: asking again is better than taking an answer that was never given.
"""

import re

from mailparser_reply import EmailReplyParser

MOST_LINES = 60
LONGEST_LINE = 240
MOST_PARTS = 30

_PARSER = EmailReplyParser(languages=["en", "de"])
_QUOTED = re.compile(r"\s*[>|]")
_SIGNATURE = re.compile(r"--\s*$|__+$|—\s*$")
_SENT_FROM = re.compile(
    r"(sent from |sent with |sent via |get outlook|gesendet von|von meinem .* gesendet|gesendet mit|gesendet über|"
    r"diese nachricht wurde von meinem|this message was sent from|holen sie sich outlook)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"(-{3,} ?(original message|ursprüngliche nachricht|originalnachricht|original-nachricht"
    r"|forwarded message|weitergeleitete nachricht)"
    r"|_{10,}$"
    r"|(from|von|sent|gesendet|date|datum|to|an|subject|betreff)\s?:\s.*"
    r"|(on|am)\b.*\b(wrote|schrieb)\b.*"
    r"|.*\b(wrote|schrieb|writes|schreibt)\s?:\s*$)",
    re.IGNORECASE,
)
_BEGINS_HEAD = re.compile(r"(on|am)\s.*\d", re.IGNORECASE)


def own_words(text: str, *, ours: str = "") -> list[str]:
    """The writer's first own paragraph, as lines.

    `ours` is our address, which is in the line that introduces a quote of our email. Empty if they wrote nothing.
    """
    lines = [line.strip()[:LONGEST_LINE].strip() for line in text.replace("\xa0", " ").split("\n")]
    above = _above(lines, ours.lower())
    return _paragraph(above) or _paragraph(_below(lines, ours.lower()))


def _above(lines: list[str], ours: str) -> list[str]:
    """The text before the first quote, as the library and this module cut it: the shorter of the two."""
    kept: list[str] = []
    for place, line in enumerate(lines[: 4 * MOST_LINES]):
        if _QUOTED.match(line) or _is_head(lines, place, ours):
            break
        kept.append(line)
        if len(kept) >= MOST_LINES:
            break
    body = _PARSER.read("\n".join(kept)).replies[0].body if any(kept) else ""
    return body.split("\n")


def _below(lines: list[str], ours: str) -> list[str]:
    """The text below the last quoted line, for those who answer under the quote."""
    last = max((place for place, line in enumerate(lines) if _QUOTED.match(line)), default=None)
    return [] if last is None else _above(lines[last + 1 :], ours)


def _is_head(lines: list[str], place: int, ours: str) -> bool:
    """Whether this line begins what introduces a quote, which may be broken into two or three."""
    line = lines[place]
    if not line:
        return False
    if _HEAD.match(line) or (ours and ours in line.lower()):
        return True
    if _BEGINS_HEAD.match(line):
        joined = " ".join(lines[place : place + 3])[: 3 * LONGEST_LINE].lower()
        return " wrote" in joined or "schrieb" in joined or bool(ours and ours in joined)
    return False


def _paragraph(lines: list[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        if not line:
            if found:
                break
            continue
        if _SIGNATURE.match(line) or _SENT_FROM.match(line):
            break
        found.append(line)
    return found[:MOST_PARTS]
