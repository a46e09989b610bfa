"""Mails that nobody's program writes: each is read or malformed, within bounds, and nothing is read that is not in it."""

import random
import tracemalloc

import pytest

from incoming_mail.letters import Malformed, read
from incoming_mail.own_words import MOST_PARTS, own_words, shown
from tests.incoming_mail import test_own_words as real

SEEDS = [
    real.mail(text.encode())
    for text in (real.GMAIL, real.GMAIL_DE, real.OUTLOOK, real.APPLE_DE, real.THUNDERBIRD_BELOW, real.K9, real.MUTT)
] + [real.mail(b"<div>2</div><blockquote>3</blockquote>", "text/html"), real.mail(b"Mg==", encoding="base64")]
PIECES = [
    *(
        b"\r\n\r\n",
        b"\n",
        b"\0",
        b"\xff\xfe",
        b"> ",
        b"From: ",
        b"On ",
        b" wrote:\n",
        b"Am ",
        b" schrieb ",
        b"-- \n",
        b"=?",
    ),
    *(
        b"Content-Type: multipart/mixed; boundary=b\r\n",
        b"--b\r\n",
        b"--b--",
        b"message/rfc822",
        b"((((((",
        b'"',
        b"<div>",
    ),
    *(
        b"Content-Transfer-Encoding: base64\r\n",
        b"charset=utf-7",
        b"charset=idna",
        b"charset=zlib",
        b"=?utf-8?b?Mg==?=",
    ),
]


def mutated(chance: random.Random) -> bytes:
    raw = bytearray(chance.choice(SEEDS))
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(raw) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            raw[at:at] = chance.choice(PIECES) * chance.choice((1, 1, 1, 40, 400))
        elif kind == 1:
            del raw[at : at + chance.randint(1, 60)]
        elif kind == 2:
            raw[at : at + 4] = chance.randbytes(4)
        elif kind == 3:
            raw[at:at] = raw[: chance.randint(0, len(raw))]
        else:
            raw[at:at] = chance.randbytes(chance.choice((1, 20, 2_000)))
        del raw[100_000:]
    return bytes(raw)


def check(raw: bytes) -> bool:
    """Whether it could be read. Raises for what must not be."""
    try:
        letter = read(raw)
    except Malformed:
        return False
    paragraphs = own_words(letter.text, ours="@stpete.localhost")
    assert all(0 < len(lines) <= MOST_PARTS for lines in paragraphs)
    lines = [line for paragraph in paragraphs for line in paragraph]
    text = shown(letter.text)
    assert all(line in text for line in lines), "something that nobody wrote"
    assert not any(line.startswith(">") for line in lines)
    return True


def test_some_hundred_mutated_mails():
    chance = random.Random(13)
    readable = sum(check(mutated(chance)) for _ in range(400))
    assert readable > 100


@pytest.mark.slow
def test_ten_thousand_mutated_mails():
    chance = random.Random(1313)
    assert sum(check(mutated(chance)) for _ in range(10_000)) > 2_000


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a@b.c\r\n\r\n" + b"On " * 600_000,
        b"From: a@b.c\r\n\r\n" + b"On x\n" * 300_000,
        b"From: a@b.c\r\n\r\n" + b"> 1\n" * 400_000,
        b"From: a@b.c\r\nContent-Type: text/html\r\n\r\n" + b"<div>" * 300_000,
        b"From: a@b.c\r\nContent-Type: text/html\r\n\r\n" + b"<!--" * 300_000,
        b"From: " + b"(" * 200_000 + b"\r\n\r\n2",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * 200_000,
        bytes(range(256)) * 8_000,
    ],
    ids=["one line", "lines", "quotes", "tags", "comments", "brackets", "parts", "rubbish"],
)
def test_two_megabytes_of_anything_are_read_in_little_room(raw):
    tracemalloc.start()
    try:
        check(raw)
        assert tracemalloc.get_traced_memory()[1] < 400_000_000
    finally:
        tracemalloc.stop()
