"""Replies to a turn email as people and their programs write them, each with what it says: orders, or that it is asked back."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable
from dataclasses import dataclass

TO = "reply+abcdefghijklmnopqrstuvwxyz@stpete.localhost"
ASKED_BACK: tuple[str, ...] = ()
SECOND = ("2",)

TOLD = """\
It is your turn
===============

“Evening on the Moika”, game 12

 1. buy Library for 16 rubles
 2. pass
 3. take Judge from the lower row into your hand

Reply to this email to play. Write the number of an action, or a move
such as “buy library” or “pass”, above the quoted text. Reply “help” for
all commands.
"""


@dataclass(frozen=True)
class Reply:
    """`says` are the orders in it. `raw` is the email; of `told`, the text that it answers."""

    name: str
    says: tuple[str, ...]
    body: Callable[[str], str]
    subject: str = "Re: [St Pete #12 Evening 3] Your turn"
    kind: str = "text/plain; charset=utf-8"
    encoding: str = "8bit"

    def raw(self, told: str = TOLD, *, sender: str = "anna@example.org", to: str = TO) -> bytes:
        body = self.body(told).replace("\n", "\r\n").encode()
        coded = {"8bit": bytes, "quoted-printable": quopri.encodestring, "base64": base64.encodebytes}[self.encoding]
        heads = [f"From: Anna Zöe <{sender}>", f"To: {to}", f"Subject: {self.subject}", f"Message-ID: <{id(self)}@x>"]
        heads += ["MIME-Version: 1.0", f"Content-Type: {self.kind}", f"Content-Transfer-Encoding: {self.encoding}"]
        return "\r\n".join([*heads, "", ""]).encode() + coded(body)


def quoted(told: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in told.splitlines())


def gmail(text: str) -> Callable[[str], str]:
    return lambda told: f"{text}\n\nOn Fri, Nov 20, 2026 at 12:02 PM St Pete <\n{TO}> wrote:\n\n{quoted(told)}"


def gmail_de(text: str) -> Callable[[str], str]:
    return lambda told: f"{text}\n\nAm Fr., 20. Nov. 2026 um 12:02 Uhr schrieb St Pete <\n{TO}>:\n\n{quoted(told)}"


def outlook(text: str) -> Callable[[str], str]:
    head = "From: St Pete <games@example.org>\nSent: Friday, November 20, 2026 12:02 PM\nTo: anna@example.org\nSubject: Your turn"
    return lambda told: f"{text}\n\n________________________________\n{head}\n\n{told}"


def outlook_de(text: str) -> Callable[[str], str]:
    head = "Von: St Pete <games@example.org>\nGesendet: Freitag, 20. November 2026 12:02\nAn: anna@example.org\nBetreff: Zug"
    return lambda told: f"{text}\n\n{head}\n\n{told}"


def iphone(text: str) -> Callable[[str], str]:
    return lambda told: (
        f"{text}\n\nSent from my iPhone\n\n> On 20 Nov 2026, at 12:02, St Pete <{TO}> wrote:\n>\n{quoted(told)}"
    )


def iphone_de(text: str) -> Callable[[str], str]:
    return lambda told: (
        f"{text}\n\nVon meinem iPhone gesendet\n\n> Am 20.11.2026 um 12:02 schrieb St Pete <{TO}>:\n>\n{quoted(told)}"
    )


def inside(text: str, *, after: str = "2. ", head: str = "On Fri, Nov 20, 2026 at 12:02:11PM +0000, St Pete wrote:"):
    """As in mutt and Thunderbird: `text` below the quoted line that has `after` in it."""

    def write(told: str) -> str:
        lines = quoted(told).splitlines()
        place = next(place for place, line in enumerate(lines) if after in line)
        return "\n".join([head, *lines[: place + 1], text, *lines[place + 1 :], ""])

    return write


def beside(change: Callable[[str], str], *, line: str = " 2. "):
    """The quoted line of a number is changed."""

    def write(told: str) -> str:
        lines = [change(one) if line in one else one for one in quoted(told).splitlines()]
        return "\n".join(["Am 20.11.26 um 12:02 schrieb St Pete:", *lines, ""])

    return write


def below(text: str, head: str = "Am 20.11.26 um 12:02 schrieb St Pete:") -> Callable[[str], str]:
    return lambda told: f"{head}\n{quoted(told)}\n{text}\n\n-- \nAnna\n3\n"


def head(text: str, words: str) -> Callable[[str], str]:
    """Below the head our email stands as it is, or quoted; neither is the writer's."""
    return lambda told: f"{text}\n\n{words}\n\n{told}"


def signed(text: str) -> Callable[[str], str]:
    mark = "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE2\n=2abc\n-----END PGP SIGNATURE-----\n"
    return lambda told: (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{text}\n\nOn Fri, 20 Nov 2026, St Pete wrote:\n{quoted(told)}\n{mark}"
    )


def html(text: str) -> Callable[[str], str]:
    return lambda told: f"<html><body>{text}<blockquote type=cite><pre>{told}</pre></blockquote></body></html>"


def plain(text: str) -> Callable[[str], str]:
    return lambda _told: text


PROGRAMS = [gmail, gmail_de, outlook, outlook_de, iphone, iphone_de]

SAID: list[tuple[str, tuple[str, ...]]] = [
    ("2", SECOND),
    ("Hallo zusammen,\n\n2\n\nViele Grüße\nAnna", SECOND),
    ("Hi St Pete,\n\n2\n\nBest,\nAnna", SECOND),
    ("Guten Morgen!\nNummer 2", SECOND),
    ("Liebe Clara,\n\nZug 2 bitte.\n\nLG Anna", SECOND),
    ("Dear all,\n\nNo. 2\n\nKind regards\nAnna Zöe\n+49 30 1234567", SECOND),
    ("number 2", SECOND),
    ("No. 2 please", SECOND),
    ("2 bitte", SECOND),
    ("2, please.", SECOND),
    ("Bitte die 2, danke!", SECOND),
    ("zwei", SECOND),
    ("Zwei!", SECOND),
    ("two", SECOND),
    ("Two, thanks", SECOND),
    ("take the 2", SECOND),
    ("I'll take the 2", SECOND),
    ("I’d like to go with number two, please", SECOND),
    ("ich nehme die 2", SECOND),
    ("Ich nehme dann mal die Nr. 2.", SECOND),
    ("Hallo, ich möchte bitte Aktion 2 machen", SECOND),
    ("Meine Antwort ist 2", SECOND),
    ("Nr.2", SECOND),
    ("Nr 2", SECOND),
    ("#2", SECOND),
    ("(2)", SECOND),
    ("2)", SECOND),
    ("*2*", SECOND),
    ("**2**", SECOND),
    ("_2_", SECOND),
    ("„2“", SECOND),
    ("»2«", SECOND),
    ('"2"', SECOND),
    ("2️⃣", SECOND),
    ("②", SECOND),
    ("❷", SECOND),
    ("２", SECOND),
    ("\u200b2\u200b", SECOND),
    ("\ufeff2", SECOND),
    ("\u00a02\u00a0", SECOND),
    ("\u200e2\u2060", SECOND),
    ("- 2", SECOND),
    ("→ 2", SECOND),
    ("2 👍", SECOND),
    ("2 :-)", SECOND),
    ("2\nAnna", SECOND),
    ("2\nA.", SECOND),
    ("~2~", SECOND),
    ("<2>", SECOND),
    ("Hallöchen,\n2", SECOND),
    ("Na dann: 2", SECOND),
    ("Mein nächster Zug: 2", SECOND),
    ("2\nDiese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.", SECOND),
    ("2\n\nVirus-free.www.avast.com", SECOND),
    ("2\n\nAnna Zöe", SECOND),
    ("2\n\nDanke, das war knapp. Wir sehen uns am 24. Dezember!", SECOND),
    ("Vielen Dank für die Mail. Ich nehme die 2.", SECOND),
    ("2; passe", ("2", "passe")),
    ("Nummer 2; passen, bis sich das Tableau ändert", ("2", "passen, bis sich das Tableau ändert")),
    ("2\npass", ("2", "pass")),
    ("Hallo!\n\nIch passe.\n\nGruß\nAnna", ("Ich passe",)),
    ("buy library please", ("buy library",)),
    ("Hi,\n\nkaufe Bibliothek, bitte\n\nMfG", ("kaufe Bibliothek",)),
    ("Status bitte", ("Status",)),
    ("Hilfe?", ("Hilfe",)),
    ("Ich möchte bitte passen", ("passen",)),
    ("I'd like to buy the library, please", ("buy the library",)),
    ("Ich kaufe die Bibliothek", ("Ich kaufe die Bibliothek",)),
    ("Ich möchte nicht passen", ASKED_BACK),
    ("Bitte Zug 2 ausführen.", SECOND),
    ("2, dann passen", ("2", "then passen")),
    ("2, then 1, then pass phase", ("2", "then 1", "then pass phase")),
    ("Hallo,\n\n2, dann die 1,\ndann passe Phase\n\nLG Anna", ("2", "then 1", "then passe Phase")),
    ("buy library, then 3", ("buy library", "then 3")),
    ("2, then ask me again", ("2", "then ask")),
    ("2, dann frag", ("2", "then ask")),
    ("2, then ask Boris", ASKED_BACK),
    ("2, then maybe 3", ASKED_BACK),
    ("2 or then 3", ASKED_BACK),
    ("2, then 3\n\nNo, rather 4.", ASKED_BACK),
    ("2, then pass phase, if Boris has passed", ASKED_BACK),
    ("Ja, gerne!", ("Ja",)),
    ("yes please", ("yes",)),
    ("2, LG Anna", SECOND),
    ("2 Danke und viele Grüße", SECOND),
    ("2 ;-)", SECOND),
    ("2 (zwei)", SECOND),
    ("Schöner Zug, Boris!\n\n2\n\nGruß", SECOND),
    ("Das war gemein von dir! Ich nehme die 2.", SECOND),
    ("I did not sleep well.\n\n2", ASKED_BACK),
    ("Boris hat die 3 genommen.\n\n2", ASKED_BACK),
    ("Warum hast du das gemacht?\n2", ASKED_BACK),
    ("Das nächste Mal nehme ich die 2", ASKED_BACK),
    ("Ich überlege noch. Vielleicht 2.", ASKED_BACK),
    ("Schöner Zug, Clara!\n\nIch passe.", ("Ich passe",)),
    ("Nr. 2 (pass)", ("pass",)),
    ("2 pass", ("pass",)),
    ("2 - passen", ("passen",)),
    ("2 2", ASKED_BACK),
    ("12 2", ASKED_BACK),
    ("2 oder 3", ASKED_BACK),
    ("2 or 3?", ASKED_BACK),
    ("2, 3", ASKED_BACK),
    ("2\n3", ASKED_BACK),
    ("2; 3", ASKED_BACK),
    ("2 3", ASKED_BACK),
    ("2?", ASKED_BACK),
    ("pass?", ASKED_BACK),
    ("2\n\nNein, doch lieber 3.", ASKED_BACK),
    ("2\n\nLG Anna\n\nPS: doch lieber 3", ASKED_BACK),
    ("2\n\nBut only if Boris has passed", ASKED_BACK),
    ("2\naber nur wenn Boris passt", ASKED_BACK),
    ("2\n\nHalt, warte noch!", ASKED_BACK),
    ("3\n\n2", ASKED_BACK),
    ("nr. 2!", SECOND),
    ("take 2, thanks", SECOND),
    ("2nd", SECOND),
    ("2nd one, please", SECOND),
    ("the second", SECOND),
    ("The second one, please.", SECOND),
    ("I'll take the second option", SECOND),
    ("take the second", SECOND),
    ("zweite", SECOND),
    ("Die zweite bitte!", SECOND),
    ("Ich nehme die zweite Möglichkeit", SECOND),
    ("Ich nehme das Zweite, danke", SECOND),
    ("der zweite Zug", SECOND),
    ("die 2te", SECOND),
    ("Alles klar, ich nehm dann die 2", SECOND),
    ("2, of course", SECOND),
    ("Auf jeden Fall 2!", SECOND),
    ("Natürlich die 2", SECOND),
    ("Meine Wahl: 2", SECOND),
    ("number 2 on the list", SECOND),
    ("die 2 auf der Liste", SECOND),
    ("Nimm mal die 2", SECOND),
    ("mach mal 2", SECOND),
    ("I go for 2", SECOND),
    ("die erste", ("1",)),
    ("1\n\nNein, doch lieber die zweite.", ASKED_BACK),
    ("die erste oder die zweite", ASKED_BACK),
    ("2\nor the first one", ASKED_BACK),
]
"""What is written above the quote, in whatever program."""

UNKNOWN = [
    "nicht die 2",
    "not 2",
    "No, 2",
    "um 20 Uhr",
    "20:15",
    "at 2",
    "2pm",
    "2.11.",
    "2. November",
    "am 2.",
    "Ich habe 2 Kinder",
    "We were 2 at home last night",
    "Ich bin bis 2. Januar im Urlaub",
    "2 Rubel",
    "2€",
    "1/2",
    "2-3",
    "-2",
    "2²",
    "take one",
    "Wer ist dran?",
    "Das weiß ich noch nicht.",
    "I have to think about it.",
    "Do you take 2",
    "wenn Boris passt, 2",
    "2 mal",
    "2 mal bitte",
    "zwei mal",
    "2 mal Arbeiter",
    "nimm die 2 mal",
    "2 times",
    "twice",
    "2x",
    "passe 2 mal",
    "pass 2 times",
    "2 Minuten noch",
    "noch 2",
    "in 2 days",
    "2 to go",
    "one second please",
    "Second!",
    "Zweiter!",
    "zum zweiten Mal",
    "mein zweiter Zug",
    "the second time",
    "1 or 2",
    "2, not 3",
    "alles außer 2",
    "wir zwei",
    "Wir 2 spielen jetzt",
    "we two",
    "me 2",
    "I'm 2",
    "für 2",
    "I'd take it for 2",
    "play with 2",
    "Spiel 2",
    "von 2",
    "2 of it",
    "I want 2",
    "Ich möchte zwei",
    "it's 2 now",
    "is it 2",
    "shall I take 2",
    "do I take 2",
    "nehme ich 2",
    "next 2",
    "Hallo euch zwei",
    "I think 2",
]
"""A number or a question, and no answer."""


def _named(kind: str, text: str) -> str:
    return f"{kind}: {text}".encode("ascii", "backslashreplace").decode().replace("\n", " / ")


def unknown(text: str) -> Reply:
    return Reply(_named("gmail", text), ASKED_BACK, gmail(text))


REPLIES: list[Reply] = [
    *(
        Reply(_named(program.__name__, text), says, program(text))
        for place, (text, says) in enumerate(SAID)
        for program in (PROGRAMS[place % len(PROGRAMS)],)
    ),
    *(Reply(f"{program.__name__}, nothing else", SECOND, program("2")) for program in PROGRAMS),
    *map(unknown, UNKNOWN),
    *(
        Reply(_named(encoding, text), SECOND, gmail_de(text), encoding=encoding)
        for encoding in ("quoted-printable", "base64")
        for text in ("2", "Grüß Gott,\n\nich nehme die Möglichkeit zwei\n\nSchöne Grüße", "2️⃣")
    ),
    *(
        Reply(_named(f"html {encoding}", text), says, html(text), kind="text/html; charset=utf-8", encoding=encoding)
        for encoding in ("8bit", "quoted-printable")
        for text, says in (
            ("<div dir=ltr>2</div>", SECOND),
            ("<p>Hallo,</p><p>ich nehme die <b>2</b>.</p><p>Viele Grüße<br>Anna</p>", SECOND),
            (
                "<p class=MsoNormal>2<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p>Mit freundlichen Grüßen</p>",
                SECOND,
            ),
            ("2&#8203;<br><br><div dir=ltr>Von meinem iPhone gesendet</div>", SECOND),
            ("<div>2</div><div id=divRplyFwdMsg><b>From:</b> St Pete</div><p>3</p>", SECOND),
            ("<p>2 oder 3</p>", ASKED_BACK),
            ("<blockquote>1. buy Library<br>2. pass</blockquote><p>2</p>", SECOND),
        )
        if says or encoding == "8bit"
    ),
    Reply("mutt, below the line", SECOND, inside("2")),
    Reply("mutt, below the line with space", SECOND, inside("\n2\n")),
    Reply("mutt, in words", ("ich passe",), inside("ich passe")),
    Reply("mutt, a greeting above", SECOND, lambda told: "Hallo Boris,\n\n" + inside("Nummer 2")(told)),
    Reply("mutt, two in one quote", ASKED_BACK, lambda told: "3\n\n" + inside("2")(told)),
    Reply("thunderbird, below the line", SECOND, inside("\n2\n", head="Am 20.11.26 um 12:02 schrieb St Pete:")),
    Reply("thunderbird, below the first line", SECOND, inside("die 2", after="It is your turn")),
    Reply("a line that the program broke", ("empty",), inside("pass", after="Reply to this email")),
    Reply("thunderbird, below all", SECOND, below("2")),
    Reply("thunderbird, below all, English", SECOND, below("Take the 2, please", "On 11/20/26 12:02, St Pete wrote:")),
    Reply("beside the line", SECOND, beside(lambda line: f"{line}    2")),
    Reply("beside the line with a cross", SECOND, beside(lambda line: f"{line}   x")),
    Reply("beside the line with an arrow", SECOND, beside(lambda line: f"{line} <-- 2")),
    Reply("beside the line, arrow alone", SECOND, beside(lambda line: f"{line} <---")),
    Reply("before the line", SECOND, beside(lambda line: f"2 {line}")),
    Reply("before the line with a cross", SECOND, beside(lambda line: f"x {line}")),
    Reply("before the line, in the quote", SECOND, beside(lambda line: line.replace("2.", "[x] 2."))),
    Reply("beside the line with a box", SECOND, beside(lambda line: f"{line}  [x]")),
    Reply("below the line with a cross", SECOND, inside("X")),
    Reply("a cross below another line", ASKED_BACK, inside("x", after="It is your turn")),
    Reply("another number beside the line", ("empty",), beside(lambda line: f"{line}    3")),
    Reply("number in the subject", SECOND, gmail(""), subject="Re: [St Pete #12 Evening 3] Your turn 2"),
    Reply("number in the German subject", SECOND, gmail_de(""), subject="AW: [St Pete #12 Abend 3] Du bist am Zug: 2"),
    Reply("nothing but the number in the subject", SECOND, outlook_de(""), subject="2"),
    Reply("courtesy below the subject", SECOND, iphone_de("Danke!"), subject="Antw: Nummer 2"),
    Reply("the title of the game has a number", ("empty",), gmail(""), subject="Re: [St Pete #12 Evening 2] Your turn"),
    Reply("a time in the subject", ("empty",), gmail(""), subject="Re: [St Pete #12 Evening 2] Your turn at 2"),
    Reply("subject and text disagree", ASKED_BACK, gmail("3"), subject="Re: [St Pete #12 Evening 3] Your turn 2"),
    Reply("subject and text agree", SECOND, gmail("2"), subject="Re: [St Pete #12 Evening 3] Your turn 2"),
    Reply("mutt with a star", SECOND, below("2", "* St Pete <games@example.org> [2026-11-20 12:02]:")),
    Reply("French", SECOND, below("2", "Le ven. 20 nov. 2026 à 12:02, St Pete a écrit :")),
    Reply(
        "yahoo",
        SECOND,
        head(
            "2", "Am Freitag, 20. November 2026 um 12:02:11 MEZ hat St Pete <games@example.org> Folgendes geschrieben:"
        ),
    ),
    Reply(
        "gmail of today",
        SECOND,
        head("2", "Am Fr., 20. Nov. 2026 um 12:02 Uhr hat St Pete <games@example.org>\ngeschrieben:"),
    ),
    Reply(
        "gmx", SECOND, head("2", "Gesendet: Freitag, 20. November 2026 um 12:02 Uhr\nVon: St Pete <games@example.org>")
    ),
    Reply("samsung", SECOND, head("2", "-------- Ursprüngliche Nachricht --------\nVon: St Pete <games@example.org>")),
    Reply(
        "proton",
        SECOND,
        head(
            "2\n\nSent with Proton Mail secure email.",
            "On Friday, 20 November 2026, St Pete <games@example.org> wrote:",
        ),
    ),
    Reply(
        "outlook for ios",
        SECOND,
        head("2\n\nOutlook für iOS beziehen<https://aka.ms/o0ukef>", "________________________________\nVon: St Pete"),
    ),
    Reply("signed", SECOND, signed("2")),
    Reply("signed, with a greeting", SECOND, signed("Hallo,\n\nzwei bitte\n\n- -- \nAnna\n3")),
    Reply("signed, in words", ("buy library",), signed("buy library")),
    Reply("signed, not plain", ASKED_BACK, signed("2 or 3")),
    Reply("only the signature of a phone", ("empty",), iphone_de("")),
    Reply("without any quote", SECOND, plain("2\n")),
    Reply("flowed", SECOND, plain("ich nehme \ndie 2\n"), kind="text/plain; charset=utf-8; format=flowed"),
]
"""`("empty",)` stands for one that says nothing at all."""
