"""Ten thousand mails of every bad kind through the whole way in: each comes to an end, in little room, and nothing is played
that its sender did not write."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.models import LogRow, Source
from games.play.positions import load
from games.play.reply_addresses import seat_reply_address
from incoming_mail.handling import handle
from incoming_mail.letters import read
from incoming_mail.models import ArrivalWay, IncomingMail, MailState, Preview
from incoming_mail.own_words import own_words
from incoming_mail.services import take, wish_preview
from notifications.models import Notification
from tests.games.mail_builders import quiet_start
from tests.games.play_builders import NOON, asked_user
from tests.incoming_mail.test_fuzz import PIECES, mutated

pytestmark = pytest.mark.django_db
MOST_MEMORY = 400_000_000
"""Bytes that the process may grow by while it holds and handles one mail of 50 MB after the other."""

MOST_SECONDS = 10.0
"""For one mail, on a busy machine."""

BIG = 50_000_000
HEAD = b"From: Anna <anna@example.org>\r\nMessage-ID: <1@x>\r\n"


def corpus(count: int, chance: random.Random) -> Iterator[bytes]:
    """`count` mails: of a hundred 70 mutated, 10 rubbish, 10 nested, 9 with headers without end, one large; ten of 50 MB."""
    for number in range(count):
        place = number % 100
        if place < 70:
            yield mutated(chance)
        elif place < 80:
            yield chance.choice((b"", HEAD, HEAD + b"\r\n")) + chance.randbytes(chance.choice((0, 1, 300, 20_000)))
        elif place < 90:
            yield nested(chance)
        elif place < 99:
            yield HEAD + headers(chance) + b"\r\n2\r\n"
        elif number % (count // 10) == count // 10 - 1:
            yield HEAD + b"\r\n" + chance.choice((b"x\r\n", b"> 2\r\n", b"\0", b"--b\r\n")) * (BIG // 4)
        else:
            yield HEAD + chance.choice(PIECES) + b"\r\n\r\n" + chance.choice(PIECES) * 40_000


def nested(chance: random.Random) -> bytes:
    """Parts within parts, within and beyond what is read, with an order in the innermost."""
    depth = chance.choice((2, 10, 19, 38, 100, 3_000))
    if chance.random() < 0.3:
        return HEAD + b"Content-Type: message/rfc822\r\n\r\n" * depth + b"\r\n2\r\n"
    head = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n"
    parts = b"".join(head % (one, one) for one in range(depth))
    inner = b"Content-Type: text/plain\r\n\r\n2\r\n"
    ends = b"".join(b"\r\n--b%d--\r\n" % one for one in reversed(range(depth)))
    return HEAD + parts + inner * chance.choice((1, 50)) + chance.choice((ends, b""))


def headers(chance: random.Random) -> bytes:
    name = chance.choice((b"X-%d: y\r\n", b"Received: from %d\r\n", b"Subject: =?utf-8?b?%d?=\r\n", b" %d\r\n"))
    return b"".join(name % one for one in range(chance.choice((900, 1_001, 10_000))))


def forget_the_peak() -> int:
    """The memory of this process now, in bytes; its peak counts from here."""
    Path("/proc/self/clear_refs").write_text("5")
    return peak()


def peak() -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


class Correspondence:
    """Whoever is asked writes; what the site makes of it is looked at."""

    def __init__(self, *people) -> None:
        self.people, self.reasons, self.longest = people, Counter(), 0.0
        for one in people:
            wish_preview(one, Preview.NEVER)
        self.game = quiet_start(*people, pace="14d")

    def send(self, raw: bytes, number: int) -> None:
        play = load(self.game.pk)
        if not play.game.is_running or number % 500 == 0:  # what is old is thrown away
            IncomingMail.objects.all().delete()
            Notification.objects.all().delete()
            self.game = quiet_start(*self.people, pace="14d")
            play = load(self.game.pk)
        user = asked_user(play)
        seat = play.seat_of(user)
        raw = raw.replace(b"<1@x>", b"<%d@x>" % number).replace(b"anna@example.org", user.email.encode())
        raw = raw.replace(b"\n2\r", b"\n%d\r" % len(play.view(seat.index).moves))  # a move that there is
        before, began = mine(), time.perf_counter()
        row = take(
            raw, envelope_from=user.email, envelope_to=[seat_reply_address(play, seat)], way=ArrivalWay.SMTP, now=NOON
        )
        handle(row.pk, NOON)
        self.longest = max(self.longest, time.perf_counter() - began)
        row.refresh_from_db()
        assert row.state in (MailState.HANDLED, MailState.DROPPED), row.state
        assert bytes(row.raw) == b""
        self.reasons[row.reason] += 1
        if played := mine() - before:
            check(raw, user, played)


def mine() -> int:
    return LogRow.objects.filter(source=Source.MAIL).count()


def check(raw: bytes, user, played: int) -> None:
    """It came from the right address, and there are as many orders above or below the quote as moves were played."""
    letter = read(raw)
    assert letter.sender == user.email
    paragraphs = own_words(letter.text, ours="@stpete.localhost")
    lines = [line for paragraph in paragraphs for line in paragraph]
    assert not any(line.startswith(">") for line in lines)
    assert len([part for line in lines for part in line.split(";") if part.strip()]) >= played


def handled(count: int, anna, boris) -> Correspondence:
    writing = Correspondence(anna, boris)
    for number, raw in enumerate(corpus(count, random.Random(13))):
        writing.send(raw, number)
    assert writing.reasons["played"] > count // 50, "moves are among them"
    assert {"malformed", "oversized", "empty"} <= set(writing.reasons), writing.reasons
    assert writing.longest < MOST_SECONDS
    return writing


def test_two_hundred_of_them(anna, boris, settings, monkeypatch):
    settings.INBOUND_PER_HOUR = 100_000
    monkeypatch.setattr("tests.incoming_mail.test_corpus.BIG", 3_000_000)
    handled(200, anna, boris)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_ten_thousand_with_fifty_megabytes_among_them(anna, boris, settings):
    settings.INBOUND_PER_HOUR = 100_000
    before, began = forget_the_peak(), time.perf_counter()
    writing = handled(10_000, anna, boris)
    grown = peak() - before
    print(
        f"{time.perf_counter() - began:.0f} s, {grown / 1e6:.0f} MB more at most, the longest {writing.longest:.2f} s"
    )
    print(dict(writing.reasons))
    assert grown < MOST_MEMORY
