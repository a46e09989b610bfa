"""Whether a person wrote a mail, and what our own server says of where it came from."""

import base64

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
        ("Precedence: auto-reply", "automatic"),
        ("X-Autoreply: yes", "automatic"),
        ("X-Auto-Response-Suppress: OOF, AutoReply", "automatic"),
        ("X-Auto-Response-Suppress: None", ""),
        ("List-Id: <x.example>", "automatic"),
        ("X-StPete-Event: your_turn", "loop"),
        ("Content-Type: multipart/report; boundary=b", "bounce"),
        ("X-Priority: 1", ""),
    ],
)
def test_what_no_person_wrote(header, reason):
    assert why_no_person(letter(header), "anna@example.org") == reason


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: [St Pete #12 Evening] Your turn",
        "Auto-Reply: Your turn",
        "Out of Office: Your turn",
        "Automatische Antwort: [St Pete #12 Abend] Du bist am Zug",
        "Abwesenheitsnotiz: Du bist am Zug",
        "Réponse automatique : Your turn",
        "Respuesta automática: Your turn",
        "Fuera de la oficina: Your turn",
        "Risposta automatica: Your turn",
        "Resposta automática: Your turn",
        "Automatisch antwoord: Your turn",
        "Automatiskt svar: Your turn",
        "Automatisk svar: Your turn",
        "Autosvar: Your turn",
        "Automaattinen vastaus: Your turn",
        "Odpowiedź automatyczna: Your turn",
        "Automatická odpověď: Your turn",
        "Automatická odpoveď: Your turn",
        "Automatikus válasz: Your turn",
        "Răspuns automat: Your turn",
        "Автоматический ответ: Your turn",
        "Автоматична відповідь: Your turn",
        "Αυτόματη απάντηση: Your turn",
        "Otomatik yanıt: Your turn",
        "自動応答: Your turn",
        "自动答复: Your turn",
        "자동 회신: Your turn",
        "Out-of-Office: Your turn",
        "I'm on annual leave: Your turn",
        "Ich bin im Urlaub: Du bist am Zug",
        "Außer Haus: Du bist am Zug",
        "Automatisierte Antwort: Du bist am Zug",
        "Message d’absence : Your turn",
        "Je suis absent : Your turn",
        "Ausente: Your turn",
        "Sono in ferie: Your turn",
        "Estou de férias: Your turn",
        "Afwezig: Your turn",
        "Ikke på kontoret: Your turn",
        "Poza biurem: Your turn",
        "Вне офиса: Your turn",
        "부재중: Your turn",
    ],
)
def test_a_subject_that_says_somebody_is_away_is_not_answered(subject):
    encoded = base64.b64encode(subject.encode()).decode()
    assert why_no_person(letter(f"Subject: =?utf-8?b?{encoded}?="), "anna@example.org") == "automatic"
    assert why_no_person(letter(f"Subject: {subject}"), "anna@example.org") == "automatic", "8 bits (RFC 6532)"


@pytest.mark.parametrize(
    "subject", ["Re: [St Pete #12 Out of office] Your turn", "AW: Du bist am Zug", "2", "Poissant", "Awayday?"]
)
def test_a_reply_is_no_notice_whatever_the_game_is_called(subject):
    assert why_no_person(letter(f"Subject: {subject}"), "anna@example.org") == ""


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
