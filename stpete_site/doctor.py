"""`manage.py doctor`: is everything there that the site needs to work and to be trusted by mail servers, and if not, what to
do.

Records of the DNS: from the resolver, or from a file with lines `name TYPE text` such as a zone file has.
"""

import base64
import binascii
import shutil
import smtplib
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dns.exception
import dns.name
import dns.rdatatype
import dns.resolver
import dns.tokenizer
from django.conf import settings
from django.core.cache import cache
from django.core.checks import ERROR, run_checks
from django.core.mail import get_connection
from django.db import Error, connection
from django.utils.timezone import now
from redis.exceptions import RedisError

from games.due import SWEPT, counts
from incoming_mail.staff import check_way_in
from notifications.monitoring import Finding, fault, ok, warning
from stpete_site import celery, migrating
from stpete_site.checks import last_backup

SECONDS = 5.0


class NoAnswer(Exception):
    """Nobody could be asked; that a record does not exist is an answer."""


Records = Callable[[str, str], list[str]]
"""From a name and a type (TXT, MX) to the texts of its records; none where there are none. Raises NoAnswer."""


def resolver(nameserver: str = "", port: int = 53) -> Records:
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


MOST_LOOK_UPS = 10
"""SPF records that need more questions are void (RFC 7208, 4.6.4)."""


def check_domain(domain: str, selector: str, records: Records, *, return_domain: str = "") -> Iterator[Finding]:
    """A finding for each of the three, and one for where reports go. `return_domain` is that of BOUNCE_ADDRESS, if it differs."""
    for name in dict.fromkeys([domain, return_domain or domain]):
        yield _asked(_spf, f"SPF of {name}", name, records)
    yield _asked(_dkim, f"DKIM of {domain}", domain, records, selector)
    yield _asked(_dmarc, f"DMARC of {domain}", domain, records)
    if return_domain:
        yield _asked(_mx, f"MX of {return_domain}", return_domain, records)


def _asked(check: Callable[..., Finding], what: str, *about: object) -> Finding:
    try:
        return check(what, *about)
    except NoAnswer as error:
        return warning(what, f"no answer: {error}", "Check the machine's resolver, or pass the records with --records.")


def _spf(what: str, domain: str, records: Records) -> Finding:
    found = [text for text in records(domain, "TXT") if text.lower().split(" ")[0] == "v=spf1"]
    if not found:
        return fault(what, "missing", f'Add: {domain}. TXT "v=spf1 a:YOUR-MAIL-SERVER -all"')
    if len(found) > 1:
        return fault(what, f"there are {len(found)}; only one is allowed", "Merge them into one record.")
    terms = found[0].split()[1:]
    asks = sum(
        term.lstrip("+-~?").split(":")[0].split("/")[0] in ("include", "a", "mx", "exists", "ptr") for term in terms
    )
    if asks > MOST_LOOK_UPS:
        return fault(what, f"it needs {asks} look-ups, more than {MOST_LOOK_UPS}", "List addresses (ip4:) instead.")
    last = terms[-1].lower() if terms else ""
    if last in ("+all", "all"):
        return fault(what, "it allows every server (+all)", "End it with -all or ~all.")
    if last not in ("-all", "~all") and not last.startswith("redirect="):
        return warning(what, f"“{found[0]}” does not cover other servers", "End it with -all or ~all.")
    return ok(what, found[0])


def _dkim(what: str, domain: str, records: Records, selector: str) -> Finding:
    name = f"{selector}._domainkey.{domain}"
    if not selector:
        return warning(what, "not checked", "Set DKIM_SELECTOR to the selector that your mail server signs with.")
    found = records(name, "TXT")
    if not found:
        return fault(what, f"{name} is missing", "Add the TXT record generated by your mail server's signer.")
    tags = _tags(found[0])
    if not tags.get("p"):
        return fault(what, f"{name} has no key (p=), so it is revoked", "Publish the signer's public key.")
    try:
        size = len(base64.b64decode("".join(tags["p"].split()), validate=True)) * 8
    except binascii.Error:
        return fault(what, f"the key of {name} is broken", "Copy it again, without line breaks.")
    if tags.get("k", "rsa") == "rsa" and size < 1024 + 100:
        return fault(what, f"the key of {name} is too short", "Create one of 2048 bits.")
    if "y" in tags.get("t", "").split(":"):
        return warning(what, f"{name} is in test mode (t=y)", "Remove t=y once signatures pass.")
    return ok(what, f"{name} has a key")


def _dmarc(what: str, domain: str, records: Records) -> Finding:
    parts = domain.split(".")
    for place in range(max(len(parts) - 1, 1)):  # a record of the domain above counts for this one too
        name = f"_dmarc.{'.'.join(parts[place:])}"
        found = [text for text in records(name, "TXT") if text.lower().startswith("v=dmarc1")]
        if len(found) > 1:
            return fault(what, f"{name} has {len(found)} records; only one is allowed", "Keep one of them.")
        if found:
            policy = _tags(found[0]).get("p", "").lower()
            if policy not in ("none", "quarantine", "reject"):
                return fault(what, f"{name} has no policy (p=)", "Start with p=none, then p=quarantine.")
            if policy == "none":
                return warning(
                    what, f"{name}: p=none, anyone can forge the domain", "Set p=quarantine once reports look right."
                )
            return ok(what, f"{name}: p={policy}")
    return fault(what, "missing", f'Add: _dmarc.{domain}. TXT "v=DMARC1; p=none; rua=mailto:postmaster@{domain}"')


def _mx(what: str, domain: str, records: Records) -> Finding:
    if found := records(domain, "MX"):
        return ok(what, ", ".join(found))
    return fault(what, "missing, so no bounce report arrives", "Add an MX record, or clear BOUNCE_ADDRESS.")


def check_mail_exchanger(domain: str, records: Records, *, ours: frozenset[str]) -> Iterator[Finding]:
    """Whether mails to `domain` come here. `ours` are the names of this site and of its mail server, as far as they are known."""
    yield _asked(_mx_in, f"MX of {domain} (incoming email)", domain, records, ours)


def _mx_in(what: str, domain: str, records: Records, ours: frozenset[str]) -> Finding:
    found = records(domain, "MX")
    names = {text.split()[-1].rstrip(".").lower() for text in found} - {""}
    if not names:
        seen = "it accepts no email (MX 0 .)" if found else "missing, so no reply by email arrives"
        return fault(what, seen, f"Add: {domain}. MX 10 YOUR-MAIL-SERVER., or clear INBOUND_DOMAIN.")
    here = {address for name in ours for kind in ("A", "AAAA") for address in records(name, kind)}
    if names & ours or here & {address for name in names for kind in ("A", "AAAA") for address in records(name, kind)}:
        return ok(what, ", ".join(sorted(found)))
    return warning(
        what,
        f"{', '.join(sorted(names))} is neither this site nor the server of INBOUND_AUTHSERV",
        "Point it to your mail server, which forwards these emails to INBOUND_LISTEN (docs/deploy.md).",
    )


def _tags(text: str) -> dict[str, str]:
    """`v=DKIM1; k=rsa; p=…` by name."""
    pairs = (part.partition("=") for part in text.split(";"))
    return {name.strip().lower(): value.strip() for name, _equals, value in pairs if name.strip()}


MOST_SKEW = 2.0
"""Seconds that clocks may differ; deadlines are told to the second."""
LEAST_DISK = 1 << 30
"""Bytes that should be free."""
SWEPT_WITHIN = 60.0


def check_settings() -> Iterator[Finding]:
    found = [one for one in run_checks() if one.level >= ERROR]
    for one in found:
        yield fault("settings", f"{one.id}: {one.msg}", str(one.hint or "See docs/deploy.md, section 2."))
    if not found:
        yield ok("settings", settings.SITE_URL)


def check_database() -> Iterator[Finding]:
    try:
        open_ones = migrating.steps()
        clock = _database_time()
    except Error as error:
        yield fault("database", f"{type(error).__name__}: {error}".strip(), "Start it, or correct DATABASE_URL.")
        return
    if open_ones:
        yield fault("database", f"{len(open_ones)} migrations are pending", "Restart the site, or run migrate.")
    else:
        yield ok("database", f"{connection.vendor}, all migrations applied")
    if clock is not None:
        skew = abs(clock - time.time())
        if skew > MOST_SKEW:
            yield warning("clock", f"differs from the database by {skew:.0f} s", "Run NTP on both machines.")
        else:
            yield ok("clock", f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, same as the database")
    late = {what: count for what, count in counts(now()).items() if count}
    if late:
        words = ", ".join(f"{count} {what}" for what, count in late.items())
        yield fault("due rows", f"overdue by more than a minute: {words}", "Check the logs of workers and beat.")
    else:
        yield ok("due rows", "nothing is overdue")


def _database_time() -> float | None:
    """The database's clock, where it has one of its own."""
    if connection.vendor != "postgresql":
        return time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        return float(cursor.fetchone()[0])


def check_queue() -> Iterator[Finding]:
    try:
        waiting = sum(celery.lengths())
    except (RedisError, OSError) as error:
        yield fault("queue", f"{type(error).__name__}: {error}", "Start Redis, or correct REDIS_URL.")
        return
    if waiting > 1000:
        yield warning("queue", f"{waiting} tasks waiting", "Are the workers running?")
    else:
        yield ok("queue", f"{waiting} tasks waiting")
    swept = cache.get(SWEPT)
    if swept is None:
        yield warning("sweep", "none recorded", "Start worker and beat: ./stpete run starts both.")
    elif (age := (now() - swept).total_seconds()) > SWEPT_WITHIN:
        yield fault("sweep", f"the last one finished {age:.0f} s ago", "Check the logs of worker and beat.")
    else:
        yield ok("sweep", f"the last one finished {age:.0f} s ago")


def check_mail_out() -> Iterator[Finding]:
    """Signs in to the mail server, and asks it whether it would take a mail from us; none is sent."""
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    out = get_connection(timeout=10)
    try:
        out.open()
        smtp = getattr(out, "connection", None)
        if smtp is None:
            yield warning(
                "outgoing email", f"{settings.EMAIL_BACKEND} cannot be checked", "Send a test from the profile."
            )
            return
        smtp.ehlo_or_helo_if_needed()
        code, said = smtp.mail(settings.BOUNCE_ADDRESS or settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">"))
        smtp.rset()
        encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    except (OSError, smtplib.SMTPException) as error:
        yield fault(
            "outgoing email", f"{where}: {type(error).__name__}: {error}", "Correct EMAIL_URL, or start the server."
        )
        return
    finally:
        out.close()
    if code >= 400:
        yield fault(
            "outgoing email", f"{where} rejects our sender: {code} {said!r}", "Correct MAIL_FROM or BOUNCE_ADDRESS."
        )
    elif not encrypted and not settings.IS_LOOPBACK and settings.EMAIL_HOST not in ("127.0.0.1", "localhost", "::1"):
        yield warning(
            "outgoing email", f"{where} accepts email, unencrypted", "Use smtp+tls:// or smtps:// in EMAIL_URL."
        )
    else:
        yield ok("outgoing email", f"{where} accepts email")
    if not settings.BOUNCE_ADDRESS:
        yield warning("bounced email", "bounces are not processed", "Set BOUNCE_ADDRESS (docs/deploy.md, Mail).")


def check_disk() -> Iterator[Finding]:
    room = shutil.disk_usage(settings.HOME if settings.HOME.exists() else settings.BASE_DIR)
    free = f"{room.free / (1 << 30):.1f} GB of {room.total / (1 << 30):.1f} are free"
    if room.free < LEAST_DISK:
        yield fault("disk", free, f"Free disk space at {settings.HOME}.")
    elif room.free < room.total * 0.05:
        yield warning("disk", free, "Free disk space soon.")
    else:
        yield ok("disk", free)


BACKED_UP_WITHIN = timedelta(days=2)


def check_backup() -> Iterator[Finding]:
    """On a site for others; a laptop needs none."""
    if settings.IS_LOOPBACK:
        return
    found, todo = last_backup(), "Set up the timer (docs/deploy.md, section 7)."
    if found is None:
        yield warning("backup", "none was made by ./stpete manage backup", todo)
    elif now() - found[1] > BACKED_UP_WITHIN:
        yield warning("backup", f"the last one is of {found[1]:%d %B %Y}: {found[0]}", todo)
    else:
        yield ok("backup", f"{found[0]}, {found[1]:%d %B %Y}")


CHECKS = (check_settings, check_database, check_queue, check_mail_out, check_disk, check_backup, check_way_in)
