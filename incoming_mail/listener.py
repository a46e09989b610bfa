"""Receives email from mail servers by SMTP or LMTP; each email is a row before the sender gets 250.

`python -m incoming_mail.listener --listen lmtp://127.0.0.1:8026`. It sends and relays nothing: an address that is not ours
is refused.
"""

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
from typing import Any
from urllib.parse import urlsplit

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

logger = logging.getLogger("incoming_mail")

PATIENCE = 60.0
"""Seconds of silence after which a connection is closed."""

MOST_CONNECTIONS = 50
MOST_RECIPIENTS = 20


class Door:
    """Answers for aiosmtpd."""

    def __init__(self, way: str) -> None:
        self.way = way

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        from incoming_mail.tokens import is_let_in

        if not is_let_in(address):
            return "550 5.1.1 No such address here"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        from asgiref.sync import sync_to_async
        from django.db import Error

        from incoming_mail.services import Full

        try:
            await sync_to_async(self._take, thread_sensitive=True)(envelope)
        except Full:
            return "452 4.3.1 Too many emails are waiting, try again later"
        except Error as error:
            logger.warning("an email could not be stored: %s", error)
            return "451 4.3.0 Try again later"
        return "250 Kept"

    def _take(self, envelope: Envelope) -> None:
        from django.db import close_old_connections
        from django.utils.timezone import now

        from incoming_mail.models import ArrivalWay
        from incoming_mail.services import take

        close_old_connections()
        raw = envelope.original_content or b""
        sender = envelope.mail_from or ""
        try:
            take(raw, envelope_from=sender, envelope_to=envelope.rcpt_tos, way=ArrivalWay(self.way), now=now())
        finally:
            close_old_connections()  # at both ends, as a request does


class _Counted:
    """Closes new connections while all are in use. A connection holds one email in memory at most."""

    open = 0

    def connection_made(self, transport: Any) -> None:
        _Counted.open += 1
        super().connection_made(transport)  # type: ignore[misc]
        if _Counted.open > MOST_CONNECTIONS:
            transport.write(b"421 4.3.2 Too many connections, try again later\r\n")
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        _Counted.open -= 1
        super().connection_lost(error)  # type: ignore[misc]


class _Smtp(_Counted, SMTP):
    pass


class _Lmtp(_Counted, LMTP):
    pass


def protocol(way: str, most_bytes: int) -> SMTP:
    kind = _Lmtp if way == "lmtp" else _Smtp
    return kind(
        Door(way),
        data_size_limit=most_bytes,
        hostname="stpete",
        ident="St Pete",
        timeout=PATIENCE,
        enable_SMTPUTF8=True,
    )


async def serve(way: str, host: str, port: int, most_bytes: int) -> None:
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, over.set)
    # whoever started us may listen already (systemd's protocol), and wait to hear that we answer (s6's)
    is_given = os.environ.get("LISTEN_PID") == str(os.getpid())
    place: dict[str, Any] = {"sock": socket.socket(fileno=3)} if is_given else {"host": host, "port": port}
    server = await loop.create_server(lambda: protocol(way, most_bytes), **place)
    if said_to := os.environ.get("READY_FD"):
        os.write(int(said_to), b"\n")
    logger.info("listening for email: %s://%s:%s", way, host, port)
    async with server:
        await over.wait()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m incoming_mail.listener", description=__doc__)
    parser.add_argument("--listen", default="", help="for example lmtp://127.0.0.1:8026; default: INBOUND_LISTEN")
    asked = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stpete_site.settings")
    import django

    django.setup()
    from django.conf import settings

    from notifications import meters

    settings.ENVIRONMENT.refuse_if_wrong()
    meters.report("inbound")
    url = urlsplit(asked.listen or settings.INBOUND_LISTEN)
    asyncio.run(serve(url.scheme, url.hostname or "127.0.0.1", url.port or 0, settings.INBOUND_MOST_BYTES))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
