"""What can be believed of a mail: whether a person wrote it, and whether it came from where it says."""

import re
from dataclasses import dataclass

from incoming_mail.reading.message import Letter

_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"\s*([a-z0-9-]+)(?:/\d+)?\s*=\s*([a-z]+)(.*)", re.IGNORECASE | re.DOTALL)
_HEADER_FROM = re.compile(r"header\.from\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`is_refused`: our own server says that the mail is forged. `is_proved`: it says that the domain of From sent it."""

    is_refused: bool = False
    is_proved: bool = False


def why_no_person(letter: Letter, envelope_from: str) -> str:
    """Why nobody wrote this mail: a word, empty where somebody may have."""
    if letter.all("x-stpete-event"):
        return "loop"
    if letter.is_report or not envelope_from.strip("<> "):
        return "bounce"
    submitted = letter.first("auto-submitted").lower()
    if submitted and not submitted.startswith("no"):
        return "automatic"
    if letter.first("precedence").lower() in ("bulk", "junk", "list", "auto_reply"):
        return "automatic"
    names = ("x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder", "list-id", "x-loop", "feedback-id")
    return "automatic" if any(letter.all(name) for name in names) else ""


def verdict(letter: Letter, authserv: str) -> Verdict:
    """What the server named `authserv` found out (RFC 8601). Headers of any other are anybody's words and are not read.

    DMARC decides where it is told. Else SPF and DKIM must not both be missing while one of them fails: a forwarded mail fails
    one and passes the other.
    """
    if not authserv:
        return Verdict()
    told: dict[str, set[str]] = {}
    aligned = False
    domain = letter.sender.rpartition("@")[2]
    for value in letter.all("authentication-results"):
        name, _semicolon, rest = _COMMENT.sub(" ", value[:8_000]).partition(";")
        if name.split()[:1] != [authserv]:
            continue
        for part in rest.split(";"):
            found = _RESULT.match(part)
            if not found:
                continue
            method, result, properties = found.group(1).lower(), found.group(2).lower(), found.group(3)
            told.setdefault(method, set()).add(result)
            about = _HEADER_FROM.search(properties)
            if method == "dmarc" and result == "pass" and about and about.group(1).lower() == domain:
                aligned = True
    if "dmarc" in told:
        is_refused = "fail" in told["dmarc"]
        return Verdict(is_refused, aligned and not is_refused)
    fails = any("fail" in told.get(method, ()) for method in ("spf", "dkim"))
    passes = any("pass" in told.get(method, ()) for method in ("spf", "dkim"))
    return Verdict(is_refused=fails and not passes)
