"""Mails the catcher has kept, read back: what the mailbox page shows."""

from __future__ import annotations

import email
import email.policy
import mailbox
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path


@dataclass(frozen=True)
class CaughtMail:
    """One kept mail. `key` names it in the mailbox; `text` and `html` are its two forms, empty where it has none."""

    key: str
    message: EmailMessage

    @property
    def to(self) -> str:
        """The address it was really sent to, whatever its header says."""
        return str(self.message.get("X-Envelope-To") or self.message.get("To") or "")

    @property
    def reply_to(self) -> str:
        """Where an answer goes; empty where none is wanted."""
        return str(self.message.get("Reply-To") or "")

    @property
    def subject(self) -> str:
        return str(self.message.get("Subject") or "")

    @property
    def at(self) -> datetime:
        """When it arrived."""
        return datetime.fromtimestamp(float(self.key.split(".")[0]), tz=UTC)

    @property
    def headers(self) -> list[tuple[str, str]]:
        """Every header in the order of the wire, except the one the catcher wrote."""
        return [(name, str(value)) for name, value in self.message.items() if name != "X-Envelope-To"]

    @property
    def text(self) -> str:
        return self._part("plain")

    @property
    def html(self) -> str:
        return self._part("html")

    def _part(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return str(part.get_content()) if part else ""


class CaughtMails:
    """The kept mails in `folder`, newest first. A folder that is not there yet is an empty mailbox."""

    def __init__(self, folder: Path) -> None:
        self._maildir = mailbox.Maildir(folder, create=True) if folder.exists() else None

    def newest_first(self) -> list[str]:
        """Names of the mails, newest first."""
        return sorted(self._maildir.keys(), key=_arrival, reverse=True) if self._maildir is not None else []

    def get(self, key: str) -> CaughtMail:
        """One mail. Raises KeyError for a name that is none."""
        if self._maildir is None:
            raise KeyError(key)
        message = email.message_from_bytes(self._maildir.get_bytes(key), policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        return CaughtMail(key, message)

    def to(self, address: str) -> Iterator[CaughtMail]:
        """Mails to addresses that contain `address`, newest first."""
        for key in self.newest_first():
            mail = self.get(key)
            if address.lower() in mail.to.lower():
                yield mail

    def keep_newest(self, count: int) -> int:
        """Throw away all but the newest `count`; returns how many went."""
        old = self.newest_first()[count:]
        for key in old:
            assert self._maildir is not None
            self._maildir.discard(key)
        return len(old)


def _arrival(key: str) -> tuple[int, str]:
    """Seconds first, then microseconds and count, which the name writes with letters before them."""
    seconds, _, rest = key.partition(".")
    micro = rest.partition("P")[0].lstrip("M")
    return int(seconds), micro.zfill(6)
