"""Records of the DNS: from the resolver, or from a file with lines `name TYPE text` such as a zone file has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import dns.exception
import dns.name
import dns.rdatatype
import dns.resolver
import dns.tokenizer

SECONDS = 5.0


class NoAnswer(Exception):
    """Nobody could be asked; that a record does not exist is an answer."""


Records = Callable[[str, str], list[str]]
"""From a name and a type (TXT, MX) to the texts of its records; none where there are none. Raises NoAnswer."""


def resolver(nameserver: str = "", port: int = 53) -> Records:
    """Asks the machine's resolver, or the one at this address."""
    asked = dns.resolver.Resolver(configure=not nameserver)
    if nameserver:
        asked.nameservers, asked.port = [nameserver], port
    asked.lifetime = SECONDS

    def look_up(name: str, kind: str) -> list[str]:
        try:
            answer = asked.resolve(dns.name.from_text(name), kind, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except dns.exception.DNSException as error:
            raise NoAnswer(f"{type(error).__name__}: {error}") from error
        if kind == "TXT":
            return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
        return [str(record) for record in answer]

    return look_up


def from_file(path: Path) -> Records:
    """Reads a zone file: `name [seconds] [IN] TYPE text`, one record a line. Raises OSError, or ValueError with the line."""
    found: dict[tuple[str, str], list[str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(";"):
            continue
        try:
            words = _words(line)
        except dns.exception.DNSException as error:
            raise ValueError(f"line {number}: {error}") from error
        name, *rest = words
        rest = [word for place, word in enumerate(rest) if place > 1 or not (word.isdigit() or word.upper() == "IN")]
        if len(rest) < 2:
            raise ValueError(f"line {number}: expected a name, a type and a text")
        kind, *texts = rest
        text = ("" if kind.upper() == "TXT" else " ").join(texts)
        found.setdefault((name.rstrip(".").lower(), kind.upper()), []).append(text)

    def look_up(name: str, kind: str) -> list[str]:
        return found.get((name.rstrip(".").lower(), kind), [])

    return look_up


def _words(line: str) -> list[str]:
    tokens, words = dns.tokenizer.Tokenizer(line), []
    while not (token := tokens.get()).is_eol_or_eof():
        words.append(token.unescape().value if not token.is_quoted_string() else token.value)
    return words
