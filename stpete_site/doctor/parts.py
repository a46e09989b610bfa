"""What the site is made of, looked at: settings, database, queue, sweep, mails out, clock, disk."""

from __future__ import annotations

import shutil
import smtplib
import time
from collections.abc import Iterator
from datetime import UTC, datetime

from django.conf import settings
from django.core.cache import cache
from django.core.checks import ERROR, run_checks
from django.core.mail import get_connection
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.timezone import now
from redis.exceptions import RedisError

from games.alerts import counts
from games.figures import SWEPT
from incoming_mail.staff import check_way_in
from notifications.monitoring import Finding, fault, ok, warning
from stpete_site import queues

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
        executor = MigrationExecutor(connection)
        open_ones = executor.migration_plan(executor.loader.graph.leaf_nodes())
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
        waiting = sum(queues.lengths())
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


CHECKS = (check_settings, check_database, check_queue, check_mail_out, check_disk, check_way_in)
