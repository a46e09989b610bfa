"""Whether a person wrote a mail, and what our own server says of where it came from."""

import pytest

from incoming_mail.letters import Verdict, read, verdict, why_no_person

OURS = "mx.stpete.example"


def letter(*headers: str):
    head = "\r\n".join(["From: anna@example.org", *headers])
    return read(f"{head}\r\n\r\n2\r\n".encode())


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Auto-Submitted: auto-replied", "automatic"),
        ("Auto-Submitted: no", ""),
        ("Precedence: bulk", "automatic"),
        ("Precedence: Auto_Reply", "automatic"),
        ("X-Autoreply: yes", "automatic"),
        ("List-Id: <x.example>", "automatic"),
        ("X-StPete-Event: your_turn", "loop"),
        ("Content-Type: multipart/report; boundary=b", "bounce"),
        ("X-Priority: 1", ""),
    ],
)
def test_what_no_person_wrote(header, reason):
    assert why_no_person(letter(header), "anna@example.org") == reason


def test_without_an_envelope_sender_it_is_a_bounce():
    assert why_no_person(letter(), "") == why_no_person(letter(), "<>") == "bounce"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("dmarc=pass header.from=example.org", Verdict(is_proved=True)),
        ("dmarc=pass (p=none dis=none) header.from=example.org", Verdict(is_proved=True)),
        ("dmarc=pass header.from=evil.example", Verdict()),
        ("dmarc=fail header.from=example.org; spf=pass", Verdict(is_refused=True)),
        ("dmarc=none; spf=fail; dkim=pass", Verdict()),
        ("spf=fail smtp.mailfrom=x; dkim=none", Verdict(is_refused=True)),
        ("spf=softfail; dkim=pass header.d=example.org", Verdict()),
        ("spf=fail; dkim=pass", Verdict()),
        ("dkim=fail; spf=pass", Verdict()),
        ("none", Verdict()),
        ("dmarc=pass header.from=example.org; dmarc=fail header.from=example.org", Verdict(is_refused=True)),
    ],
)
def test_what_our_own_server_says(told, expected):
    assert verdict(letter(f"Authentication-Results: {OURS}; {told}"), OURS) == expected


def test_what_another_server_says_is_not_read():
    forged = letter("Authentication-Results: evil.example; dmarc=pass header.from=example.org")
    refused = letter(f"Authentication-Results: {OURS}.evil.example; dmarc=fail")
    assert verdict(forged, OURS) == verdict(refused, OURS) == Verdict()
    ours = letter(f"Authentication-Results: {OURS}; dmarc=fail")
    assert verdict(ours, "") == Verdict(), "where no server is named, none is believed"
