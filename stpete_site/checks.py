"""System checks: settings that are wrong, each with a stable id and a sentence that says what would be right; and whether the
file of SQLite is whole, and where its last backup lies.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.db import DatabaseError, connection

from stpete_site.values import LOOPBACK

SHORTEST_SECRET = 32


@register()
def check_environment(app_configs: Sequence[AppConfig] | None = None, **kwargs: object) -> list[CheckMessage]:
    """stpete.E001 to E009, E014, E017 to E022: values that could not be read (stpete_site/values.py has their kinds)."""
    return list(settings.ENVIRONMENT.problems)


@register()
def check_site(app_configs: Sequence[AppConfig] | None = None, **kwargs: object) -> list[CheckMessage]:
    """stpete.E010 and after: values that can be read but do not go together."""
    return [*_of_every_site(), *([] if settings.IS_LOOPBACK else _of_a_public_site())]


def _of_every_site() -> Iterator[CheckMessage]:
    if len(settings.SECRET_KEY) < SHORTEST_SECRET:
        said = (
            f"SECRET_KEY has {len(settings.SECRET_KEY)} characters; use at least {SHORTEST_SECRET} random ones. "
            "If you leave it out, one is generated and stored."
        )
        yield Error(said, id="stpete.E010")
    if settings.INBOUND_AUTHSERV and urlsplit(settings.INBOUND_LISTEN).hostname not in LOOPBACK:
        said = (
            "INBOUND_LISTEN is open to other machines while INBOUND_AUTHSERV is trusted: anyone who reaches the port"
            " can forge that header. Allow only your mail server to connect."
        )
        yield Warning(said, id="stpete.W014")


def _of_a_public_site() -> Iterator[CheckMessage]:
    if settings.DEBUG:
        yield Error("DEBUG exposes internals of the site to everyone; leave it out.", id="stpete.E011")
    sends = settings.ENVIRONMENT.text("EMAIL_URL") or settings.MAIL_SERVICE
    if settings.EMAIL_HOST in ("127.0.0.1", "localhost") and not sends:
        said = (
            "SITE_URL is a public address but EMAIL_URL is not set, so no email leaves this machine. "
            "Set EMAIL_URL, such as smtp+tls://user:password@host:587, or MAIL_SERVICE"
        )
        yield Error(said, id="stpete.E012")
    if settings.SITE_URL.startswith("http://"):
        said = "SITE_URL is a public address without https: passwords and cookies are sent unencrypted."
        yield Warning(said, id="stpete.W013")


@register(deploy=True)
def check_legal(app_configs: Sequence[AppConfig] | None = None, **kwargs: object) -> list[CheckMessage]:
    """stpete.W015 and W016, of `check --deploy`: a public site says who runs it and what holds there."""
    found: list[CheckMessage] = []
    if not (settings.OPERATOR_NAME and settings.OPERATOR_ADDRESS and settings.OPERATOR_MAIL):
        said = "The imprint is empty: set OPERATOR_NAME, OPERATOR_ADDRESS (its lines, separated by commas) and OPERATOR_MAIL."
        found.append(Warning(said, id="stpete.W015"))
    terms = settings.PAGES_DIR / "terms.txt"
    if not any((settings.PAGES_DIR / name).is_file() for name in ("terms.txt", "terms.en.txt", "terms.de.txt")):
        said = f"The terms of use are the default ones. Write yours into {terms}, at least the applicable law."
        found.append(Warning(said, id="stpete.W016"))
    return [] if settings.IS_LOOPBACK else found


DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Damaged(Exception):
    """The sentence says which file, what is wrong, and what to do."""


def look_through_database() -> None:
    """Read the whole file, as fast as the disk gives it. Raises Damaged; on PostgreSQL nothing is done."""
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            found = str(cursor.execute("PRAGMA quick_check(1)").fetchone()[0])
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF not in DAMAGED:
            raise
        found = str(error)
    if found != "ok":
        backup = "No backup was made here by ./stpete manage backup."
        if (last := last_backup()) is not None:
            backup = f"The last backup is {last[0]}, made on {last[1]:%d %B %Y at %H:%M} UTC."
        raise Damaged(
            f"The database file {settings.DATABASES['default']['NAME']} is damaged ({' '.join(found.split())})."
            f" Nothing was changed. {backup} docs/deploy.md, section 7, says how to restore one."
        )


def note_backup(target: Path, *, now: datetime) -> None:
    _note().write_text(json.dumps({"file": str(target.resolve()), "at": now.astimezone(UTC).isoformat()}))


def last_backup() -> tuple[str, datetime] | None:
    """Where the last backup was written, and when; None where no `manage.py backup` has run here."""
    try:
        found = json.loads(_note().read_text())
        return str(found["file"]), datetime.fromisoformat(found["at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _note() -> Path:
    return Path(settings.HOME) / "last-backup.json"
