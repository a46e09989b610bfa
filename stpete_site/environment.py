"""Reads settings from the environment. What is wrong is kept for the checks.

A wrong value never raises here: `manage.py check` names all of them at once, each with its id and what would be right,
and `refuse_if_wrong` keeps web and worker processes from starting on guesses.
"""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from django.core.checks import Error
from django.core.exceptions import ImproperlyConfigured

from incoming_mail.senders import SERVICES, SHARED
from stpete_site import values
from stpete_site.home import choices_of, kept_secret, own_folder, runtime_dir

V = TypeVar("V")
PREFIX = "ANYMAIL_"
SHORTEST_SHARED = 24


@dataclass
class Environment:
    """The process's environment with defaults, and one check message for each wrong setting in it."""

    home: Path
    problems: list[Error] = field(default_factory=list)

    def text(self, name: str, default: str = "") -> str:
        """The value, or where it is absent or empty what the site that runs on this home has chosen, or `default`."""
        return (os.environ.get(name) or self._chosen.get(name) or default).strip()

    @cached_property
    def _chosen(self) -> Mapping[str, str]:
        return choices_of(self.home)

    def items(self, name: str) -> list[str]:
        return [part.strip() for part in self.text(name).split(",") if part.strip()]

    def read(self, name: str, kind: values.Value[V], default: V) -> V:
        """The value as this kind; `default` where there is none, or a wrong one, which is a problem."""
        text = self.text(name)
        if not text:
            return default
        try:
            return kind.parse(text)
        except (ValueError, LookupError):
            self.report(kind.id, name, f"{name} is {f'{text!r};' if kind.may_be_quoted else 'not'} {kind.advice}")
            return default

    def number(self, name: str, default: int, *, least: int = 0, most: float = inf) -> int:
        return self.read(name, values.whole_number(default, least, most), default)

    def database(self) -> dict[str, object]:
        """Django's DATABASES entry for DATABASE_URL; the embedded SQLite file without it."""
        if not self.text("DATABASE_URL"):
            try:
                own_folder(self.home)
            except OSError as error:
                self._report_home(error)
        return self.read("DATABASE_URL", values.database, values.sqlite(self.home / "db.sqlite3"))

    def redis_url(self) -> str:
        """REDIS_URL as redis-py reads it; the embedded server's socket without it."""
        return self.read("REDIS_URL", values.redis_url, f"unix://{runtime_dir(self.home) / 'valkey.sock'}")

    def email(self) -> dict[str, object]:
        """Django's EMAIL_ settings for EMAIL_URL; the embedded mail catcher without it."""
        # the supervisor says where it is
        catcher = urlsplit(f"smtp://127.0.0.1:{self.number('STPETE_MAIL_PORT', 8025)}")
        url = self.read("EMAIL_URL", values.mail_server, catcher)
        return {
            "EMAIL_HOST": url.hostname,
            "EMAIL_PORT": url.port or values.MAIL_PORTS[url.scheme],
            "EMAIL_HOST_USER": unquote(url.username or ""),
            "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
            "EMAIL_USE_TLS": url.scheme == "smtp+tls",
            "EMAIL_USE_SSL": url.scheme == "smtps",
        }

    def beacon(self) -> tuple[str, int, int] | None:
        """Where rounds of the public source of chance are, when the first one was and how many seconds apart they are."""
        url, genesis = self.read("BEACON_URL", values.round_url, ""), self.number("BEACON_GENESIS", 0)
        period = self.number("BEACON_PERIOD", 30, least=1, most=60)
        names = ("BEACON_URL", "BEACON_GENESIS", "BEACON_PERIOD")
        missing = [name for name in names if not self.text(name)]
        if 0 < len(missing) < len(names):
            said = f"A beacon needs all of {', '.join(names)}; set {' and '.join(missing)}, or none of them."
            self.report("stpete.E022", missing[0], said)
        return (url, genesis, period) if url and not missing else None

    def anymail(self, *, sends: str, brings: str) -> dict[str, object]:
        """Anymail's settings: each variable that begins with `ANYMAIL_`, without that. What the services need must be there."""
        needed = [*(SERVICES[sends].sends if sends else ()), *([SERVICES[brings].proof] if brings else ())]
        for key in needed:
            if not self.text(PREFIX + key):
                service = sends if sends and key in SERVICES[sends].sends else brings
                self.report("stpete.E018", PREFIX + key, f"{PREFIX}{key} is missing; {service} needs it.")
        secret = self.text(PREFIX + SHARED)
        if secret and (":" not in secret or len(secret) < SHORTEST_SHARED):
            said = f"{PREFIX}{SHARED} is too weak; use user:password with at least {SHORTEST_SHARED} characters."
            self.report("stpete.E018", PREFIX + SHARED, said)
        given = {name.removeprefix(PREFIX): self.text(name) for name in os.environ if name.startswith(PREFIX)}
        # a service that answers later than a mail server may is away; a sender of the envelope is for mail servers alone
        always: dict[str, object] = {"REQUESTS_TIMEOUT": 20, "IGNORE_UNSUPPORTED_FEATURES": True}
        return {**{name: text for name, text in given.items() if text}, **always}

    def secret_key(self) -> str:
        """SECRET_KEY, or one made at the first start and kept beside the database."""
        try:
            return self.text("SECRET_KEY") or kept_secret(self.home / "secret-key")
        except OSError as error:
            self._report_home(error)
            return secrets.token_urlsafe(50)

    def _report_home(self, error: OSError) -> None:
        name = "STPETE_HOME"
        if not any(problem.obj == name for problem in self.problems):
            said = f"{self.home} is not writable ({error.strerror}); set {name} to a writable folder."
            self.report("stpete.E019", name, said)

    def report(self, id: str, name: str, sentence: str) -> None:
        self.problems.append(Error(sentence, obj=name, id=id))

    def refuse_if_wrong(self) -> None:
        """Raise ImproperlyConfigured with every problem: a process that serves people does not start on guesses."""
        if self.problems:
            raise ImproperlyConfigured(" ".join(f"{problem.id}: {problem.msg}" for problem in self.problems))
