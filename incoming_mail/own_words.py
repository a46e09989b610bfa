"""Finds what a person wrote above, below, between or beside the quotes of their mail program.

Doubtful text is left out: asking again is better than taking an answer that was never given.
"""

import re
from collections.abc import Iterable, Iterator

MOST_LINES = 60
LONGEST_LINE = 600
"""Characters; more than a message of a chat may have, so that what is too long is said and not cut."""
MOST_PARTS = 30
MOST_QUOTED = 400
"""So many lines of a quote are looked through for answers inside it."""

LONG = 58
"""A quoted line of so many characters may have been broken by a mail program, which leaves its end without a quote mark."""

_QUOTED = re.compile(r"\s*[>|]")
_MARK = r"(?:\[x\]|x|✓|✔)"
_ARROW = r"(?:<[-=<]+|←|-+>|=+>|→)"
_BESIDE = re.compile(
    rf"[>|\s]*(\d{{1,3}})[.)]\s.*?\S(?:\s{{2,}}(?:#?\1|{_MARK})|\s*{_ARROW}\s*(?:#?\1|{_MARK})?)[.!]?", re.IGNORECASE
)
_BEFORE = re.compile(rf"(?:#?(\d{{1,3}})[.)]?|{_MARK}|{_ARROW})\s*>[>|\s]*(\d{{1,3}})[.)]\s.*", re.IGNORECASE)
_LISTED = re.compile(rf"[>|\s]*(?P<mark>{_MARK}\s+)?(?P<number>\d{{1,3}})[.)]\s.*", re.IGNORECASE)
"""`> 2. pass  2`, `2 > 2. pass` and `> [x] 2. pass`: a number, a cross or an arrow beside a line of a numbered list."""
_CROSS = re.compile(_MARK, re.IGNORECASE)

_SIGNATURE = re.compile(r"--\s*$|__+$|—\s*$")
_SENT_FROM = re.compile(
    r"(sent from |sent with |sent via |get outlook|gesendet von|von .{2,40} gesendet|gesendet mit|gesendet über|"
    r"diese nachricht wurde von meinem|this message was sent from|virenfrei\b|virus-free\b"
    r"|(?:diese|this) e-?mail (?:wurde|has been|was) .{0,40}(?:viren|virus)|holen sie sich outlook|outlook für .{2,20} beziehen)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"(-{3,} ?(original message|ursprüngliche nachricht|originalnachricht|original-nachricht"
    r"|forwarded message|weitergeleitete nachricht)"
    r"|_{10,}$"
    r"|(from|von|sent|gesendet|date|datum|to|an|subject|betreff)\s?:\s.*"
    r"|(on|am)\b.*\b(wrote|schrieb|geschrieben)\b.*"
    r"|.*\b(wrote|schrieb|writes|schreibt)\s?:\s*$)",
    re.IGNORECASE,
)
_BEGINS_HEAD = re.compile(r"(on|am)\s.*\d", re.IGNORECASE)
_HEAD_LINES = 6
"""The quote begins at most so many lines after what introduces it."""

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20e3\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_SIGNED = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[\w-]+: [^\n]*\n)*(.*?)"
    r"(?:^-----BEGIN PGP SIGNATURE-----.*?(?:^-----END PGP SIGNATURE-----[ \t]*$|\Z)|\Z)",
    re.MULTILINE | re.DOTALL,
)
_ESCAPED = re.compile(r"^- ", re.MULTILINE)
_WHOM = r"[^\W\d][\w.'’-]*(?: [^\W\d][\w.'’-]*){0,3}"
_GREETING = re.compile(
    r"(?:hall(?:o|öchen|ihallo)|hello|hi|hey|hej|moin(?: moin)?|servus|grüezi|grüß (?:gott|dich|euch)|gruezi|salut|greetings|ahoi"
    r"|(?:schönen )?(?:guten|good) (?:tag|morgen|abend|morning|afternoon|evening|day)"
    rf"|(?:liebe[rs]?|dear|sehr geehrter?) {_WHOM})(?: {_WHOM})?\s*(?:[,!;:]+\s*|[.–—-]*$)",
    re.IGNORECASE,
)
_AFTER = (
    r"(?: (?:for|für|aus|from|von|an|to|dir|euch|ihnen|you|all|alle|allen|zusammen|everyone|everybody|very|so|much|a|lot"
    r"|sehr|und|and|the|das|die|den|diese|this|dein|deine|your|game|mail|email|nice|good|day|evening|weekend|one|again"
    r"|im voraus|in advance|schon mal|auch|too|noch|weiterhin|with|mit|beim|at)\b|,? (?-i:[A-ZÄÖÜ][\w.-]*)){0,6}"
)
_COURTESY = re.compile(
    r"(?:(?:und |and )?(?:(?:viele|liebe[rn]?|beste[nr]?|herzlich(?:e[nr]?)?|schöne[nr]?|freundliche[mnr]?|sonnige|ganz liebe"
    r"|mit (?:freundlich|best|lieb|herzlich)e[mn]) (?:gr(?:ü|ue)(?:ß|ss)en?|gru(?:ß|ss)|dank)"
    r"|gr(?:ü|ue)(?:ß|ss)e|gru(?:ß|ss)|[glmvbh]g|glg|mfg"
    r"|(?:(?:with )?(?:kind|best|warm) )?regards|best wishes|all the best|best|cheers|sincerely|yours(?: truly)?"
    r"|(?:vielen |besten |herzlichen |tausend )?dank(?:e|eschön)?|(?:many )?thanks|thank you|thx|cu|see you|bye|ciao"
    r"|tschüss?|tschau|bis (?:bald|dann|später|morgen)|have (?:fun|an? (?:nice|good|great|lovely))"
    r"|(?:viel|good|gutes|schönes|nice) (?:spaß|glück|erfolg|luck|game|spiel)"
    r"|(?:einen? )?schönen? (?:abend|tag|sonntag|woche|wochenende))"
    rf"{_AFTER}[\s,.!)–—-]*){{1,3}}",
    re.IGNORECASE,
)


def own_words(text: str, *, ours: str = "") -> list[list[str]]:
    """What the writer wrote, as paragraphs of lines: first those above the quote.

    `ours` is our address, which is in the line that introduces a quote of our email. Empty if they wrote nothing.
    """
    lines = [line.strip()[:LONGEST_LINE].strip() for line in shown(text).split("\n")]
    lines = _without_copy(lines, ours := ours.lower())
    quotes = [place for place, line in enumerate(lines) if _QUOTED.match(line)]
    below = _above(lines[quotes[-1] + 1 :], ours) if quotes else []
    return [*_paragraphs(_above(lines, ours)), *_paragraphs(_between(lines, quotes, ours)), *_paragraphs(below)]


def meant(paragraphs: list[list[str]], names: Iterable[str] = ()) -> list[list[str]]:
    """The same without greetings, thanks, good wishes and the names of the writer below, which part paragraphs; all of it where
    nothing else is there.

    >>> meant([["Hallo Boris,"], ["ich passe"], ["Viele Grüße", "Anna"]], ["Anna Zöe"])
    [['ich passe']]
    """
    called = [{*(words := _words(name)), *(word[0] for word in words)} for name in names if name]
    found: list[list[str]] = []
    for paragraph in paragraphs:
        kept: list[str] = []
        for line in paragraph:
            rest = line if kept or found else _GREETING.sub("", line, count=1).strip()
            is_name = bool(kept or found) and any({*_words(rest)} <= name for name in called)
            if rest and not is_name and not is_courtesy(rest):
                kept.append(rest)
            elif kept:
                found.append(kept)
                kept = []
        if kept:
            found.append(kept)
    return found or paragraphs


def is_courtesy(line: str) -> bool:
    """Whether this is nothing but thanks, a good wish or how letters end."""
    return _COURTESY.fullmatch(line) is not None


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def shown(text: str) -> str:
    """What a reader sees: without invisible signs, and of a text signed inside the email without the signature."""
    text = _SPACES.sub(" ", _UNSEEN.sub("", text))
    return _SIGNED.sub(lambda found: _ESCAPED.sub("", found[1]), text)


def _without_copy(lines: list[str], ours: str) -> list[str]:
    """Without the email that is answered where a program copies it below a head and marks no line of it as quoted."""
    for place, line in enumerate(lines[: 4 * MOST_LINES]):
        if _QUOTED.match(line):
            break
        if _is_head(lines, place, ours):
            follows = lines[place : place + _HEAD_LINES]
            return lines if any(_QUOTED.match(one) for one in follows) else lines[:place]
    return lines


def _above(lines: list[str], ours: str) -> list[str]:
    kept: list[str] = []
    for place, line in enumerate(lines[:MOST_LINES]):
        if _QUOTED.match(line) or _is_head(lines, place, ours):
            break
        kept.append(line)
    return kept


def _between(lines: list[str], quotes: list[int], ours: str) -> Iterator[str]:
    """The text inside the quote, for those who answer below or beside the line that they mean; what stands beside a numbered
    line is its number."""
    if not quotes:
        return
    is_head = False
    for place in range(max(quotes[0] - 1, 0), min(quotes[-1] + 1, quotes[0] + MOST_QUOTED)):
        line, before = lines[place], lines[place - 1] if place else ""
        if before_it := _BEFORE.fullmatch(line):
            yield before_it[2] if before_it[1] in (None, before_it[2]) else line
        elif _QUOTED.match(line):
            is_head = False
            beside, listed = _BESIDE.fullmatch(line), _LISTED.fullmatch(line)
            yield beside[1] if beside else listed["number"] if listed and listed["mark"] else ""
        elif place > quotes[0] and _CROSS.fullmatch(line) and (listed := _LISTED.fullmatch(before)):
            yield listed["number"]
        elif place > quotes[0]:
            is_head = is_head or _is_head(lines, place, ours)
            is_rest = len(before) >= LONG and bool(_QUOTED.match(before)) and bool(_QUOTED.match(lines[place + 1]))
            yield "" if is_head or (is_rest and not line.isdecimal()) else line


def _is_head(lines: list[str], place: int, ours: str) -> bool:
    """Whether this line begins what introduces a quote, which may be broken into two or three."""
    line = lines[place]
    if not line:
        return False
    if _HEAD.match(line) or (ours and ours in line.lower()):
        return True
    if line.endswith(":") and _QUOTED.match(next(filter(None, lines[place + 1 : place + 3]), "")):
        return True  # in whatever language
    if _BEGINS_HEAD.match(line):
        joined = " ".join(lines[place : place + 3])[: 3 * LONGEST_LINE].lower()
        return " wrote" in joined or "schrieb" in joined or bool(ours and ours in joined)
    return False


def _paragraphs(lines: Iterable[str]) -> Iterator[list[str]]:
    """As far as a signature."""
    found: list[str] = []
    for line in lines:
        if _SIGNATURE.match(line) or _SENT_FROM.match(line):
            break
        if line:
            found.append(line)
        elif found:
            yield found[:MOST_PARTS]
            found = []
    if found:
        yield found[:MOST_PARTS]
