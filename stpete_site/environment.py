"""Reading the environment: addresses of services become Django's settings, and what is wrong is kept for the checks.

A wrong value never raises here: `manage.py check` names all of them at once, each with its id and what would be right,
and `refuse_if_wrong` keeps web and worker processes from starting on guesses.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

from incoming_mail.senders import NAMES, SERVICES, SHARED
from stpete_site import running_site

PREFIX = "ANYMAIL_"
SHORTEST_SHARED = 24
LONGEST_SOCKET_PATH = 100  # the kernel takes 107 bytes; a name is still to be added
_DOMAIN = re.compile(r"(?=.{1,250}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Problem:
    """One wrong setting: the id of its check, its name, and a sentence that says what would be right."""

    id: str
    name: str
    sentence: str


@dataclass
class Environment:
    """The process's environment with defaults, and the list of what was wrong in it."""

    home: Path
    problems: list[Problem] = field(default_factory=list)
    env: Env = field(default_factory=Env)

    def text(self, name: str, default: str = "") -> str:
        """The value, or where it is absent or empty what the site that runs on this home has chosen, or `default`."""
        return (os.environ.get(name) or self._chosen.get(name) or default).strip()

    @cached_property
    def _chosen(self) -> Mapping[str, str]:
        return running_site.chosen(self.home)

    def truth(self, name: str, *, default: bool) -> bool:
        """A yes or no. Anything else is a problem and counts as no."""
        if not self.text(name):
            return default
        try:
            return bool(self.env.bool(name))
        except EnvError:
            self.report("stpete.E001", name, f"{name} is {self.text(name)!r}; use true or false.")
            return False

    def number(self, name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
        """A whole number from `least` (which is not negative) to `most`."""
        text = self.text(name)
        if not text:
            return default
        if text.isdecimal() and least <= int(text) and (most is None or int(text) <= most):
            return int(text)
        bounds = f" from {least} to {most}" if most is not None else f" of at least {least}" if least else ""
        self.report("stpete.E002", name, f"{name} is {text!r}; use a whole number{bounds}, such as {default}.")
        return default

    def word(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        """One of some words."""
        text = self.text(name, default)
        if text in allowed:
            return text
        self.report("stpete.E017", name, f"{name} is {text!r}; write {' or '.join(filter(None, allowed))}.")
        return default

    def items(self, name: str) -> list[str]:
        """Values separated by commas."""
        return [part.strip() for part in self.text(name).split(",") if part.strip()]

    def networks(self, name: str) -> list[str]:
        """Networks separated by commas, such as 10.0.0.0/8."""
        found = []
        for one in self.items(name):
            try:
                found.append(str(ip_network(one, strict=False)))
            except ValueError:
                self.report(
                    "stpete.E008", name, f"{name}: {one!r} is not a network; use for example 10.0.0.0/8 or 192.0.2.7."
                )
                return []
        return found

    def address(self, name: str) -> str:
        """A mail address without a name before it."""
        text = self.text(name)
        local, _at, domain = text.partition("@")
        if text and (not local or not domain or len(local) > 36 or set(text) & set(' <>+,"')):
            self.report("stpete.E009", name, f"{name} is {text!r}; use an address such as bounces@pete.example.org.")
            return ""
        return text

    def site_url(self, default: str) -> SplitResult:
        """Where people find the site: scheme and host, no path, as it is written into mails."""
        url = taken_apart(self.text("SITE_URL", default))
        if url.scheme not in ("http", "https") or not _is_host(url) or url.path.strip("/") or url.query:
            self.report(
                "stpete.E003",
                "SITE_URL",
                f"SITE_URL is {self.text('SITE_URL')!r}; use scheme and host only, such as https://pete.example.org",
            )
            return urlsplit(default)
        return url._replace(path="")

    def database(self) -> dict[str, object]:
        """Django's DATABASES entry for DATABASE_URL; the embedded SQLite file without it."""
        if not self.text("DATABASE_URL"):
            try:
                own_folder(self.home)
            except OSError as error:
                self._report_home(error)
            return _sqlite(self.home / "db.sqlite3")
        url = taken_apart(self.text("DATABASE_URL"))
        if url.scheme in ("postgres", "postgresql") and url.path.strip("/"):
            return _postgres(url)
        if url.scheme == "sqlite" and url.path.strip("/"):
            return _sqlite(Path(unquote(url.path[1:])))
        self.report(
            "stpete.E004",
            "DATABASE_URL",
            f"DATABASE_URL starts with {url.scheme + ':' if url.scheme else 'no known scheme, or has no port'}"
            f"{'' if url.path.strip('/') or not url.scheme else ' and has no database name'}; write "
            "postgres://user:password@host:5432/name or sqlite:////folder/file.sqlite3",
        )
        return _sqlite(self.home / "db.sqlite3")

    def redis_url(self) -> str:
        """REDIS_URL as redis-py reads it; the embedded server's socket without it."""
        default = f"unix://{runtime_dir(self.home) / 'valkey.sock'}"
        text = self.text("REDIS_URL", default)
        url = taken_apart(text)
        database = dict(parse_qsl(url.query)).get("db") or (url.path.strip("/") if url.scheme != "unix" else "")
        place = url.path.strip("/") if url.scheme == "unix" else url.hostname
        if url.scheme not in ("redis", "rediss", "unix") or not place or (database and not database.isdecimal()):
            self.report(
                "stpete.E005",
                "REDIS_URL",
                "REDIS_URL is not the URL of a Redis server; use redis://:password@host:6379/0, rediss://… for "
                "TLS or unix:///folder/socket?db=0",
            )
            return default
        return text

    def email(self) -> dict[str, object]:
        """Django's EMAIL_ settings for EMAIL_URL; the embedded mail catcher without it."""
        catcher = f"smtp://127.0.0.1:{self.number('STPETE_MAIL_PORT', 8025)}"  # the supervisor says where it is
        url = taken_apart(self.text("EMAIL_URL", catcher))
        if url.scheme not in ("smtp", "smtp+tls", "smtps") or not url.hostname:
            self.report(
                "stpete.E006",
                "EMAIL_URL",
                "EMAIL_URL is not the URL of a mail server; use smtp+tls://user:password@host:587 (STARTTLS), "
                "smtps://user:password@host:465 (TLS) or smtp://host:25",
            )
            url = urlsplit(catcher)
        return {
            "EMAIL_HOST": url.hostname,
            "EMAIL_PORT": url.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[url.scheme],
            "EMAIL_HOST_USER": unquote(url.username or ""),
            "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
            "EMAIL_USE_TLS": url.scheme == "smtp+tls",
            "EMAIL_USE_SSL": url.scheme == "smtps",
        }

    def mail_service(self, name: str) -> str:
        """The name of a mail service that is known; empty where none is given."""
        return self.word(name, "", ("", *NAMES))

    def anymail(self, *, sends: str, brings: str) -> dict[str, object]:
        """Anymail's settings: each variable that begins with `ANYMAIL_`, without that. What the services need is asked for."""
        needed = [*(SERVICES[sends].sends if sends else ()), *([SERVICES[brings].proof] if brings else ())]
        for key in needed:
            if not self.text(PREFIX + key):
                service = sends if sends and key in SERVICES[sends].sends else brings
                self.report("stpete.E018", PREFIX + key, f"{PREFIX}{key} is missing; {service} needs it.")
        secret = self.text(PREFIX + SHARED)
        if secret and (":" not in secret or len(secret) < SHORTEST_SHARED):
            said = f"{PREFIX}{SHARED} is too weak; use user:password with at least {SHORTEST_SHARED} characters."
            self.report("stpete.E018", PREFIX + SHARED, said)
        given = {
            name.removeprefix(PREFIX): text.strip()
            for name, text in os.environ.items()
            if name.startswith(PREFIX) and text.strip()
        }
        # whoever answers later than a mail server may, is away; a sender of the envelope is for mail servers alone
        return {**given, "REQUESTS_TIMEOUT": 20, "IGNORE_UNSUPPORTED_FEATURES": True}

    def mail_domain(self, name: str, default: str) -> str:
        """The domain of addresses to which people write, in small letters; empty where none is given."""
        text = self.text(name, default).lower()
        if text and not _DOMAIN.fullmatch(text):
            self.report("stpete.E007", name, f"{name} is {text!r}; use a domain only, such as pete.example.org")
            return ""
        return text

    def listener(self, name: str, default: str) -> str:
        """Where to listen for mails: smtp:// or lmtp:// with host and port."""
        url = taken_apart(self.text(name, default))
        if url.scheme not in ("smtp", "lmtp") or not url.hostname or not url.port or url.path.strip("/"):
            self.report(
                "stpete.E014",
                name,
                f"{name} is {self.text(name)!r}; use for example lmtp://127.0.0.1:8026 or smtp://127.0.0.1:8026",
            )
            return default
        return url.geturl()

    def secret_key(self) -> str:
        """SECRET_KEY, or one made at the first start and kept beside the database."""
        if self.text("SECRET_KEY"):
            return self.text("SECRET_KEY")
        try:
            return kept_secret(self.home / "secret-key")
        except OSError as error:
            self._report_home(error)
            return secrets.token_urlsafe(50)

    def _report_home(self, error: OSError) -> None:
        name = "STPETE_HOME"
        if not any(problem.name == name for problem in self.problems):
            said = f"{self.home} is not writable ({error.strerror}); set {name} to a writable folder."
            self.report("stpete.E019", name, said)

    def folder(self, name: str, default: Path) -> Path:
        """A folder; one that is named must be there."""
        path = Path(self.text(name) or default).expanduser()
        if self.text(name) and not path.is_dir():
            self.report("stpete.E019", name, f"{name} is {str(path)!r}; this folder does not exist.")
        return path

    def page(self, name: str) -> str:
        """The address of a page elsewhere, empty where none is given."""
        text = self.text(name)
        url = taken_apart(text)
        if text and (url.scheme not in ("http", "https") or not url.hostname):
            self.report("stpete.E020", name, f"{name} is {text!r}; use a URL such as https://example.org/source")
            return ""
        return text

    def report(self, id: str, name: str, sentence: str) -> None:
        """Keep a problem for `manage.py check`."""
        self.problems.append(Problem(id, name, sentence))

    def refuse_if_wrong(self) -> None:
        """Raise ImproperlyConfigured with every problem: a process that serves people does not start on guesses."""
        if self.problems:
            raise ImproperlyConfigured(" ".join(f"{problem.id}: {problem.sentence}" for problem in self.problems))


def taken_apart(text: str) -> SplitResult:
    """The parts of an address; of one that is none, or whose port is none, there are no parts.

    >>> taken_apart("http://[::1"), taken_apart("redis://host:port/1").scheme
    (SplitResult(scheme='', netloc='', path='', query='', fragment=''), '')
    """
    try:
        url = urlsplit(text)
        return url if url.port is None or url.port else urlsplit("")  # it is read here, and raises for what is none
    except ValueError:
        return urlsplit("")


def _is_host(url: SplitResult) -> bool:
    """Whether an address names a host as browsers do, in ASCII, and nobody's name and password."""
    host = url.hostname or ""
    return bool(_DOMAIN.fullmatch(host) or ":" in host) and "@" not in url.netloc


def own_folder(path: Path) -> None:
    """Make a folder of state that nobody else on the machine can look into: it holds secrets, sessions and mails."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def runtime_dir(home: Path) -> Path:
    """Where sockets live: `home`/run, or a private temporary folder where that path is too long for a socket."""
    run = home / "run"
    if len(str(run)) <= LONGEST_SOCKET_PATH - 20:
        return run
    mark = hashlib.sha256(str(home).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"stpete-{os.getuid()}-{mark}"


def kept_secret(path: Path) -> str:
    """The text in `path`, made up at the first call. Two processes that come first at once agree on one."""
    if not path.exists():
        own_folder(path.parent)
        own = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(own, path)  # unlike a rename, fails where another process was quicker
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text()


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
        number = int(query.pop("db", "0")) + offset
        rest = "".join(f"&{name}={value}" for name, value in query.items())
        login = f"{parts.netloc}" if parts.netloc else ""
        return f"unix://{login}{parts.path}?db={number}{rest}"
    number = int(query.pop("db", parts.path.strip("/") or "0")) + offset
    rest = "&".join(f"{name}={value}" for name, value in query.items())
    return parts._replace(path=f"/{number}", query=rest).geturl()


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


def broker_url(url: str) -> str:
    """`url` as Celery writes it: a socket is redis+socket there, and its database a virtual host."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    query = dict(parse_qsl(parts.query))
    login = f"{parts.netloc}" if parts.netloc else ""
    return f"redis+socket://{login}{parts.path}?virtual_host={query.get('db', '0')}"


def _sqlite(path: Path) -> dict[str, object]:
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


def _postgres(url: SplitResult) -> dict[str, object]:
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
