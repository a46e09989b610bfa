"""What somebody wrote himself in answers as real programs write them, English and German; nothing else is ever read."""

import base64
import quopri

import pytest

from incoming_mail.letters import Malformed, read
from incoming_mail.own_words import own_words

OURS = "It is your turn\n===============\n\n 1. buy Library for 16 rubles\n 2. pass\n\nbuy library\n3"
QUOTED = "\n".join(f"> {line}" for line in OURS.split("\n"))
REPLY = "reply+abcdefghijklmnopqrstuvwxyz@stpete.localhost"


def mail(body: bytes, kind: str = "text/plain; charset=utf-8", encoding: str = "8bit", more: str = "") -> bytes:
    head = (
        "From: Anna Zöe <anna@example.org>\r\nTo: {0}\r\nSubject: Re: Your turn\r\nMessage-ID: <1@x>\r\n{3}"
        "MIME-Version: 1.0\r\nContent-Type: {1}\r\nContent-Transfer-Encoding: {2}\r\n\r\n"
    )
    return head.format(REPLY, kind, encoding, more).encode() + body


def words(raw: bytes) -> list[str]:
    """The first paragraph."""
    return next(iter(own_words(read(raw).text, ours="@stpete.localhost")), [])


GMAIL = f"2\r\n\r\nOn Fri, Nov 20, 2026 at 12:02 PM St Pete <\r\n{REPLY}> wrote:\r\n\r\n{QUOTED}\r\n"
GMAIL_DE = f"2; passe\r\n\r\nAm Fr., 20. Nov. 2026 um 12:02 Uhr schrieb St Pete <\r\n{REPLY}>:\r\n\r\n{QUOTED}\r\n"
OUTLOOK = (
    "2\r\n\r\nKind regards\r\nAnna\r\n\r\n________________________________\r\nFrom: St Pete <games@example.org>\r\n"
    f"Sent: Friday, November 20, 2026 12:02 PM\r\nTo: anna@example.org\r\nSubject: Your turn\r\n\r\n{OURS}\r\n"
)
OUTLOOK_DE = (
    "2\r\n\r\nVon: St Pete <games@example.org>\r\nGesendet: Freitag, 20. November 2026 12:02\r\n"
    f"An: anna@example.org\r\nBetreff: Du bist am Zug\r\n\r\n{OURS}\r\n"
)
OUTLOOK_OLD = f"2\r\n\r\n-----Ursprüngliche Nachricht-----\r\nVon: St Pete\r\nGesendet: Freitag\r\n\r\n{OURS}\r\n"
APPLE = (
    f"2\r\n\r\nSent from my iPhone\r\n\r\n> On 20 Nov 2026, at 12:02, St Pete <{REPLY}> wrote:\r\n> \r\n{QUOTED}\r\n"
)
APPLE_DE = f"2\r\n\r\nVon meinem iPhone gesendet\r\n\r\n> Am 20.11.2026 um 12:02 schrieb St Pete <{REPLY}>:\r\n> \r\n{QUOTED}\r\n"
THUNDERBIRD_BELOW = f"On 11/20/26 12:02, St Pete wrote:\r\n{QUOTED}\r\n\r\n2\r\n\r\n-- \r\nAnna\r\n3\r\n"
THUNDERBIRD_DE = f"Am 20.11.26 um 12:02 schrieb St Pete:\r\n{QUOTED}\r\n\r\n2\r\n"
K9 = (
    "2\r\n-- \r\nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\r\n\r\n"
    f"Am 20. November 2026 12:02:11 MEZ schrieb St Pete <{REPLY}>:\r\n{QUOTED}\r\n"
)
MUTT = f"On Fri, Nov 20, 2026 at 12:02:11PM +0000, St Pete wrote:\r\n{QUOTED}\r\n\r\n2\r\n\r\n-- \r\nAnna\r\n"
MUTT_ABOVE = f"2\r\n\r\n* St Pete <games@example.org> [2026-11-20 12:02]:\r\n{QUOTED}\r\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GMAIL, ["2"]),
        (GMAIL_DE, ["2; passe"]),
        (OUTLOOK, ["2"]),
        (OUTLOOK_DE, ["2"]),
        (OUTLOOK_OLD, ["2"]),
        (APPLE, ["2"]),
        (APPLE_DE, ["2"]),
        (THUNDERBIRD_BELOW, ["2"]),
        (THUNDERBIRD_DE, ["2"]),
        (K9, ["2"]),
        (MUTT, ["2"]),
        (MUTT_ABOVE, ["2"]),
        ("2\r\n", ["2"]),
        ("\r\n\r\n2\r\npass\r\n\r\nbuy library\r\n", ["2", "pass"]),
    ],
)
@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64"])
def test_what_he_wrote_and_nothing_else(text, expected, encoding):
    body = text.encode()
    body = {"8bit": lambda one: one, "quoted-printable": quopri.encodestring, "base64": base64.encodebytes}[encoding](
        body
    )
    assert words(mail(body, encoding=encoding)) == expected


@pytest.mark.parametrize(
    "text",
    [
        GMAIL.replace("2\r\n", "", 1),
        GMAIL_DE.replace("2; passe\r\n", "", 1),
        OUTLOOK.replace("2\r\n\r\nKind regards\r\nAnna\r\n", "", 1),
        OUTLOOK_DE.replace("2\r\n", "", 1),
        OUTLOOK_OLD.replace("2\r\n", "", 1),
        APPLE.replace("2\r\n", "", 1),
        THUNDERBIRD_DE.replace("\r\n\r\n2\r\n", ""),
        "-- \r\n2\r\n",
        "Sent from my iPhone\r\n2\r\n",
        "",
    ],
)
def test_who_wrote_nothing_wrote_nothing(text):
    assert words(mail(text.encode())) == []


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            '<div dir="ltr">2</div><br><div class="gmail_quote"><div class="gmail_attr">On Fri wrote:</div>3</div>',
            ["2"],
        ),
        (
            "<html><head><style>p{}</style></head><body><p>buy&nbsp;Library<br>pass</p></body></html>",
            ["buy Library", "pass"],
        ),
        ('<div>2</div><div id="divRplyFwdMsg"><b>From:</b> St Pete</div><p>3</p>', ["2"]),
        ('2<blockquote type="cite">3</blockquote>', ["2"]),
        ('<div class="moz-cite-prefix">On 11/20 wrote:</div><blockquote>3</blockquote><p>2</p>', ["2"]),
        ("<p>&#50;</p><script>3</script>", ["2"]),
        ("<div><div>2" + "<div>" * 2_000, ["2"]),
    ],
)
def test_html_only(html, expected):
    assert words(mail(html.encode(), "text/html; charset=utf-8")) == expected


@pytest.mark.parametrize(
    "charset", ["iso-8859-1", "windows-1252", "utf-16", "iso-8859-15", "koi8-r", "no-such-charset"]
)
def test_odd_charsets(charset):
    known = "utf-8" if charset == "no-such-charset" else charset
    body = base64.encodebytes("2; pass\r\n".encode(known))
    assert words(mail(body, f"text/plain; charset={charset}", "base64")) == ["2; pass"]


def test_umlauts_of_a_wrong_charset_are_no_error():
    assert words(mail("Aristokratenbörse\r\n".encode("latin-1"))) == ["Aristokratenbörse"]


def test_flowed_text_is_one_line_again():
    body = b"buy library \r\nlower\r\n> quoted \r\n> lines\r\n-- \r\nAnna\r\n"
    assert words(mail(body, "text/plain; charset=utf-8; format=flowed")) == ["buy library lower"]
    assert words(mail(b"buy libr \r\nary\r\n", "text/plain; charset=utf-8; format=flowed; delsp=yes")) == [
        "buy library"
    ]


def test_of_two_forms_the_plain_one_is_read_and_attachments_never():
    body = (
        b"--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\n9\r\n"
        b"--b\r\nContent-Type: text/html\r\n\r\n<p>3</p>\r\n--b\r\nContent-Type: text/plain\r\n\r\n2\r\n--b--\r\n"
    )
    assert words(mail(body, 'multipart/alternative; boundary="b"', "7bit")) == ["2"]


@pytest.mark.parametrize(
    ("head", "sender"),
    [
        ("From: Anna <Anna@Example.org>", "anna@example.org"),
        ("From: =?utf-8?q?anna=40evil=2Eexample?= <boris@example.org>", "boris@example.org"),
        ("From: anna@example.org, boris@example.org", ""),
        ("From: anna@example.org\r\nFrom: boris@example.org", ""),
        ("From: nobody", ""),
        ("X: y", ""),
        ("From: (anna@example.org) boris@example.org", "boris@example.org"),
    ],
)
def test_the_sender_is_one_address_or_none(head, sender):
    assert read(f"{head}\r\n\r\n2\r\n".encode()).sender == sender


@pytest.mark.parametrize(
    "raw",
    [
        b"X: y\r\n" * 2_000 + b"\r\n2",
        b"X: " + b"y" * 400_000,
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(200)),
        b"Content-Type: message/rfc822\r\n\r\n" * 500,
    ],
)
def test_what_is_too_strange_is_malformed(raw):
    with pytest.raises(Malformed):
        read(raw)
