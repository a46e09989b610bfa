"""How many turn mails are bundled, rendered and handed to a local SMTP sink a second, and how many answers are handled.

`python -m benchmarks.mail [games]`: on a database of its own in a temporary folder, one process, one core.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User


def main(games: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {
            "STPETE_HOME": home,
            "DATABASE_URL": f"sqlite:///{home}/db.sqlite3",
            "INBOUND_DOMAIN": "play.example",
            "INBOUND_PER_HOUR": "100000",
            "DJANGO_SETTINGS_MODULE": "stpete_site.settings",
            "REDIS_URL": f"unix://{home}/none.sock",
        }
        import django

        django.setup()
        from django.core.management import call_command

        logging.disable(logging.CRITICAL)
        call_command("migrate", verbosity=0)
        _measure(games)


def _measure(games: int) -> None:
    from django.conf import settings

    from incoming_mail.handling import handle
    from incoming_mail.models import ArrivalWay, IncomingMail
    from incoming_mail.services import take
    from notifications.bundling import bundle_due
    from notifications.deliveries import deliver_due
    from tests.games.mail_builders import quiet_start
    from tests.games.play_builders import NOON
    from tests.incoming_mail.writing import reply_to
    from tests.mail_server import AnyPort, Mailbox

    box = Mailbox()
    sink = AnyPort(box, hostname="127.0.0.1", port=0)
    sink.start()
    settings.EMAIL_PORT = sink.port
    try:
        people = [_person(name) for name in ("Anna", "Boris", "Clara", "Dmitri")]
        # what a process does once, such as loading all addresses, is no part of a mail
        quiet_start(*people, pace="14d")
        later = NOON + timedelta(minutes=5)
        bundle_due(later)
        deliver_due(later)
        box.clear()
        for _ in range(games):
            quiet_start(*people, pace="14d")
        began = time.thread_time(), time.perf_counter()
        while bundle_due(later):
            pass
        while deliver_due(later):
            pass
        _say("turn mails bundled, rendered and handed over", len(box.messages), *began)
        mails = [mail for mail in box.messages if mail["Reply-To"]]
        rows = [
            take(
                reply_to(mail, "1").as_bytes(),
                envelope_from=str(mail["From"]),
                envelope_to=[str(mail["Reply-To"])],
                way=ArrivalWay.SMTP,
                now=later,
            )
            for mail in mails
        ]
        began = time.thread_time(), time.perf_counter()
        for row in rows:
            handle(row.pk, later)
        played = IncomingMail.objects.filter(reason="played").count()
        _say(f"answers handled, {played} of them moves", len(rows), *began)
    finally:
        sink.stop()


def _person(name: str) -> User:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create_user(f"{name.lower()}@example.org", None, display_name=name)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _say(what: str, count: int, cpu: float, wall: float) -> None:
    spent, passed = time.thread_time() - cpu, time.perf_counter() - wall
    print(f"{what}: {count}, {count / passed:.1f} a second, {count / max(spent, 0.001):.1f} a second of a core")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
