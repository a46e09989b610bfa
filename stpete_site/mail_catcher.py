"""An SMTP server that keeps every mail in a Maildir instead of sending it on: `python -m stpete_site.mail_catcher`."""

import argparse
import mailbox
import signal
import sys
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Keeper:
    """Answers for aiosmtpd: a mail is on the disk before the sender hears 250."""

    def __init__(self, folder: Path) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        self.maildir = mailbox.Maildir(folder, create=True)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        message = mailbox.MaildirMessage(envelope.original_content)
        message["X-Envelope-To"] = ", ".join(envelope.rcpt_tos)
        self.maildir.add(message)
        return "250 Kept"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m stpete_site.mail_catcher", description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--maildir", type=Path, required=True)
    asked = parser.parse_args(arguments)
    signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # before the thread, so that it does not take them
    controller = Controller(Keeper(asked.maildir), hostname="127.0.0.1", port=asked.port)
    controller.start()
    signal.sigwait(signals)
    controller.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
