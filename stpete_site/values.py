"""Values of settings: how each kind is written, and what is said about a wrong one. Addresses of services become what Django, Redis
and Celery want of them.

The functions with `@value` read a text and raise ValueError or LookupError for a wrong one.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_network
from math import inf
from pathlib import Path
from typing import Generic, TypeVar
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

V = TypeVar("V")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
TRUTHS = dict.fromkeys(("1", "t", "true", "y", "yes", "on"), True)
TRUTHS |= dict.fromkeys(("0", "f", "false", "n", "no", "off"), False)
_DOMAIN = re.compile(r"(?=.{1,250}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")


@dataclass(frozen=True)
class Value(Generic[V]):
    """One kind of value: what reads it, the id of the problem that a wrong one is, and the end of the sentence about it."""

    parse: Callable[[str], V]
    id: str
    advice: str
    may_be_quoted: bool = True
    """False where it may hold a password."""


def value(id: str, advice: str, *, may_be_quoted: bool = True) -> Callable[[Callable[[str], V]], Value[V]]:
    return lambda parse: Value(parse, id, advice, may_be_quoted)


def _refuse(is_wrong: object) -> None:
    if is_wrong:
        raise ValueError


def _split(text: str, *schemes: str, needs_host: bool = True) -> SplitResult:
    url = urlsplit(text)
    _refuse(url.scheme not in schemes or url.port == 0 or (needs_host and not url.hostname))
    return url


@value("stpete.E001", "use true or false.")
def truth(text: str) -> bool:
    return TRUTHS[text.lower()]


def whole_number(usual: int, least: int = 0, most: float = inf) -> Value[int]:
    """From `least` (which is not negative) to `most`."""
    bounds = f" from {least} to {most}" if most < inf else f" of at least {least}" if least else ""

    @value("stpete.E002", f"use a whole number{bounds}, such as {usual}.")
    def number(text: str) -> int:
        _refuse(not text.isdecimal() or not least <= int(text) <= most)
        return int(text)

    return number


def one_of(*words: str) -> Value[str]:
    return Value(lambda text: words[words.index(text)], "stpete.E017", f"write {' or '.join(words)}.")


@value("stpete.E003", "use scheme and host only, such as https://pete.example.org")
def site_url(text: str) -> SplitResult:
    """The host in ASCII, as browsers name it, and nobody's name and password."""
    url = _split(text, "http", "https")
    host = url.hostname or ""
    _refuse(not (_DOMAIN.fullmatch(host) or ":" in host) or "@" in url.netloc or url.path.strip("/") or url.query)
    return url._replace(path="")


@value("stpete.E007", "use a domain only, such as pete.example.org")
def domain(text: str) -> str:
    _refuse(not _DOMAIN.fullmatch(text.lower()))
    return text.lower()


@value("stpete.E008", "use networks such as 10.0.0.0/8 or 192.0.2.7, separated by commas.")
def networks(text: str) -> list[str]:
    return [str(ip_network(one.strip(), strict=False)) for one in text.split(",") if one.strip()]


@value("stpete.E009", "use an address such as bounces@pete.example.org.")
def mail_address(text: str) -> str:
    """Without a name before it."""
    local, _at, host = text.partition("@")
    _refuse(not local or not host or len(local) > 36 or set(text) & set(' <>+,"'))
    return text


@value("stpete.E014", "use for example lmtp://127.0.0.1:8026 or smtp://127.0.0.1:8026")
def listener(text: str) -> str:
    url = _split(text, "smtp", "lmtp")
    _refuse(not url.port or url.path.strip("/"))
    return url.geturl()


@value("stpete.E019", "this folder does not exist.")
def folder(text: str) -> Path:
    path = Path(text).expanduser()
    _refuse(not path.is_dir())
    return path


@value("stpete.E020", "use a URL such as https://example.org/source")
def page_url(text: str) -> str:
    _split(text, "http", "https")
    return text


@value("stpete.E021", "use a URL with {round} where the number goes, such as https://api.drand.sh/public/{round}")
def round_url(text: str) -> str:
    _split(text, "http", "https")
    _refuse(text.count("{round}") != 1)
    return text


@value(
    "stpete.E006",
    "the URL of a mail server; use smtp+tls://user:password@host:587 (STARTTLS), smtps://user:password@host:465 (TLS) or "
    "smtp://host:25",
    may_be_quoted=False,
)
def mail_server(text: str) -> SplitResult:
    return _split(text, *MAIL_PORTS)


@value(
    "stpete.E005",
    "the URL of a Redis server; use redis://:password@host:6379/0, rediss://… for TLS or unix:///folder/socket?db=0",
    may_be_quoted=False,
)
def redis_url(text: str) -> str:
    is_socket = text.startswith("unix:")
    url = _split(text, "redis", "rediss", "unix", needs_host=not is_socket)
    path = url.path.strip("/")
    number = dict(parse_qsl(url.query)).get("db") or ("" if is_socket else path)
    _refuse((is_socket and not path) or (number and not number.isdecimal()))
    return text


@value(
    "stpete.E004",
    "the URL of a database; write postgres://user:password@host:5432/name or sqlite:////folder/file.sqlite3",
    may_be_quoted=False,
)
def database(text: str) -> dict[str, object]:
    url = _split(text, "postgres", "postgresql", "sqlite", needs_host=False)
    _refuse(not url.path.strip("/"))
    if url.scheme == "sqlite":
        return sqlite(Path(unquote(url.path[1:])))
    options = dict(parse_qsl(url.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.strip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": options.pop("host", "") or unquote(url.hostname or ""),
        "PORT": str(url.port or options.pop("port", "")),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def sqlite(path: Path) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # Kept open: the last one that closes takes away the index of the log beside the file, and the next reader must
        # write a new one. On a full disk nobody could read any more.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A writer takes its lock at BEGIN and waits for the one before it, instead of failing in the middle.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def redis_database(url: str, offset: int) -> str:
    """`url` with its database number raised by `offset`: broker and cache share a server, never a database.

    >>> redis_database("redis://host:6379/2", 1)
    'redis://host:6379/3'
    >>> redis_database("unix:///run/valkey.sock?db=4", 1)
    'unix:///run/valkey.sock?db=5'
    """
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    if parts.scheme == "unix":
        query = {"db": str(int(query.pop("db", "0")) + offset)} | query
        return f"unix://{parts.netloc}{parts.path}?{urlencode(query)}"
    number = int(query.pop("db", parts.path.strip("/") or "0")) + offset
    return parts._replace(path=f"/{number}", query=urlencode(query)).geturl()


def broker_url(url: str) -> str:
    """`url` as Celery writes it: a socket is redis+socket there, and its database a virtual host."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={dict(parse_qsl(parts.query)).get('db', '0')}"


def beside(hosts: Iterable[str], port: int) -> list[str]:
    """Another port of these names of ALLOWED_HOSTS, as a content security policy has it, which knows no IPv6 addresses.

    >>> beside(["localhost", ".example.org", "[::1]", "*"], 8024)
    ['http://localhost:8024', 'http://example.org:8024', 'http://*.example.org:8024', 'http://*:8024']
    """
    found: list[str] = []
    for host in hosts:
        if host.startswith("."):
            found += [f"http://{host[1:]}:{port}", f"http://*{host}:{port}"]
        elif host and not host.startswith("["):
            found.append(f"http://{host}:{port}")
    return found
