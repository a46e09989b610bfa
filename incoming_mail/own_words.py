"""What somebody wrote himself above, below or between what his mail program quotes.

A library knows how programs begin a quote in English and German; what it leaves of them is taken here. Whatever is in doubt is
left out: an answer that is not understood is asked again, one that was never given is worse.
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
    """The first paragraph that is the writer's own: its lines, from the first that says something to the next empty one.

    `ours` is our address, which stands in the line that introduces a quote of our mail. Empty where he wrote nothing.
    """
    lines = [line.strip()[:LONGEST_LINE].strip() for line in text.replace("\xa0", " ").split("\n")]
    above = _above(lines, ours.lower())
    return _paragraph(above) or _paragraph(_below(lines, ours.lower()))


def _above(lines: list[str], ours: str) -> list[str]:
    """What stands before the first quote, as the library cuts it and as we do: the shorter of the two."""
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
    """What stands below the last line that is quoted with a mark: he answers under the quote."""
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
