"""`manage.py doctor`: look at everything the site needs, and say what to do. Exit status 1 with a fault, else 0."""

from collections.abc import Iterator
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications.monitoring import Finding, Level, ok
from stpete_site import doctor
from stpete_site.doctor import check_domain, check_mail_exchanger


class Command(BaseCommand):
    help = "Checks DNS records, outgoing and incoming email, queue, database, clock and disk, and says what to do."
    requires_system_checks = ()  # it runs them itself, and goes on

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--records", type=Path, metavar="FILE", help="read DNS records from a file")
        parser.add_argument("--resolver", metavar="ADDRESS[:PORT]", default="", help="use this name server (IPv4)")
        parser.add_argument("--no-dns", action="store_true", help="skip DNS")

    def handle(self, *args: Any, records: Path | None, resolver: str, no_dns: bool, **options: Any) -> None:
        found = []
        for finding in self._findings(records, resolver, no_dns):
            found.append(finding)
            line = f"{finding.level.name.lower():8}{finding.what}: {finding.seen}"
            self.stdout.write(f"{line}\n        {finding.todo}" if finding.todo else line)
        faults = sum(finding.level is Level.FAULT for finding in found)
        warnings = sum(finding.level is Level.WARNING for finding in found)
        self.stdout.write(f"{len(found)} checks, {faults} faults, {warnings} warnings")
        if faults:
            raise SystemExit(1)

    def _findings(self, records: Path | None, resolver: str, no_dns: bool) -> Iterator[Finding]:
        for check in doctor.CHECKS:
            yield from check()
        domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]
        if no_dns or (settings.IS_LOOPBACK and records is None and not resolver):
            yield ok("DNS", "skipped" if no_dns else "skipped: email stays on this machine")
            return
        try:
            look_up = doctor.from_file(records) if records is not None else _resolver(resolver)
        except (OSError, ValueError) as error:
            raise CommandError(f"{records or resolver}: {error}") from error
        back = settings.BOUNCE_ADDRESS.partition("@")[2]
        yield from check_domain(domain, settings.DKIM_SELECTOR, look_up, return_domain=back)
        if settings.INBOUND_DOMAIN:
            site = {urlsplit(settings.SITE_URL).hostname or "", settings.INBOUND_AUTHSERV.lower()} - {""}
            yield from check_mail_exchanger(settings.INBOUND_DOMAIN, look_up, ours=frozenset(site))


def _resolver(address: str) -> doctor.Records:
    if not address:
        return doctor.resolver()
    parsed = urlsplit(f"//{address}")
    return doctor.resolver(parsed.hostname or "", parsed.port or 53)
