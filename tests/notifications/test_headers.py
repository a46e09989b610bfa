"""What a mail program and a relay read, taken back from the SMTP socket."""

import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings

import engine
from games.emails import TABLES, TURNS
from games.models import Game, Invitation
from games.play import notifications
from games.play.notifications import GameNotification
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.mail import links
from notifications.models import Delivery, Notification
from notifications.services import queue
from tests.games.mail_builders import answer, asked, quiet_start
from tests.games.play_builders import DAY, NOON, begun
from tests.mails import Mailbox, html_of, text_of

pytestmark = pytest.mark.django_db
LATER = NOON + DAY / 24
HOST = "127.0.0.1"


@pytest.fixture
def raw(mailbox, monkeypatch):
    """The bytes of each mail as they came over the wire."""
    wire = []
    take = Mailbox.handle_DATA

    async def keep(self: Mailbox, server: SMTP, session: Session, envelope: Envelope) -> str:
        wire.append(envelope.original_content)
        return await take(self, server, session, envelope)

    monkeypatch.setattr(Mailbox, "handle_DATA", keep)
    return wire


def sent(mailbox):
    bundle_due(LATER)
    deliver_due(LATER)
    return mailbox.messages


def test_a_turn_mail_carries_everything_filters_threads_and_relays_need(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    (mail,) = sent(mailbox)
    delivery = Delivery.objects.get()
    root = f"<game-{game.pk}.user-{user.pk}@{HOST}>"
    assert mail["Subject"] == f"[St Pete #{game.pk} Evening on the Moika] Your turn"
    assert mail["To"] == user.email
    assert mail["From"] == settings.DEFAULT_FROM_EMAIL
    assert mail["Message-ID"] == f"<{delivery.token}@{HOST}>"
    assert mail["In-Reply-To"] == mail["References"] == root, "also the first mail hangs on the root"
    assert mail["List-Id"] == f"<game-{game.pk}.{HOST}>"
    assert mail["List-Archive"] == f"<{settings.SITE_URL}/games/{game.pk}/>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["Precedence"] == "list"
    assert mail["X-StPete-Game"] == str(game.pk)
    assert mail["X-StPete-Event"] == "your_turn"
    assert mail["Date"]
    way = links.read_way_out(
        re.fullmatch(rf"<{settings.SITE_URL}/mail/unsubscribe/(.+)/>", mail["List-Unsubscribe"])[1]
    )
    assert way == links.WayOut(TURNS, user_id=user.pk)


def test_it_has_a_text_and_an_html_of_one_content_without_pictures_or_anything_to_fetch(anna, boris, mailbox):
    quiet_start(anna, boris)
    (mail,) = sent(mailbox)
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    html = html_of(mail)
    assert "<img" not in html
    assert not re.search(r"""(src|@import|url\(|<link|<script)""", html)
    assert 'style="' in html, "styles are inlined"
    assert "prefers-color-scheme" in html, "the dark colours stay"
    for said in ("It is your turn", "Current standings", "buy "):
        assert said in text_of(mail)
        assert said in html


def test_all_mails_of_one_game_to_one_player_are_one_thread(anna, boris, mailbox):
    game = begun(anna, boris)
    bundle_due(NOON)
    deliver_due(NOON)
    while answer(game, NOON) != anna:
        pass
    sent(mailbox)
    mails = mailbox.to(anna.email)
    assert [mail["X-StPete-Event"] for mail in mails] == ["started", "your_turn"]
    assert len({mail["References"] for mail in mails}) == 1
    assert len({mail["List-Id"] for mail in mails}) == 1
    assert len({mail["Subject"].split("]")[0] for mail in mails}) == 1
    assert len({mail["Message-ID"] for mail in mails}) == len(mails)
    (other,) = [mail for mail in mailbox.to(boris.email) if mail["X-StPete-Event"] == "started"]
    assert other["References"] != mails[0]["References"]


def test_the_address_to_unsubscribe_survives_the_wire_in_one_piece(anna, boris, mailbox, raw, settings):
    """A folded address breaks signatures and clients."""
    settings.SITE_URL = "https://sankt-petersburg.games.example.org"
    quiet_start(anna, boris)
    sent(mailbox)
    head = raw[0].split(b"\r\n\r\n")[0].decode()
    (line,) = [line for line in head.split("\r\n") if line.startswith("List-Unsubscribe:")]
    assert re.fullmatch(r"List-Unsubscribe: <https://sankt-petersburg.games.example.org/mail/unsubscribe/\S+/>", line)
    parsed = message_from_bytes(raw[0], policy=policy.default)
    assert parsed["Message-ID"].endswith("@sankt-petersburg.games.example.org>")


def test_a_title_in_any_script_and_with_a_line_break_stays_one_subject(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    Game.objects.filter(pk=game.pk).update(title="Вечер\r\nBcc: all@example.org на Мойке")
    (mail,) = sent(mailbox)
    assert mail["Subject"] == f"[St Pete #{game.pk} Вечер Bcc: all@example.org на Мойке] Your turn"
    assert mail["Bcc"] is None
    assert len(mailbox.recipients[0]) == 1


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("=?utf-8?q?Your_account=5D_is_locked?=", "= ?utf-8?q?Your_account=5D_is_locked?="),
        ("=?utf-8?b?WW91?= =?utf-8?b?ciBhY2NvdW50?=", "= ?utf-8?b?WW91?= = ?utf-8?b?ciBhY2NvdW50?="),
        ("Tea] Your account is locked [now", "Tea) Your account is locked (now"),
        ("Tea \u202egnp.exe", "Tea gnp.exe"),
    ],
)
def test_a_title_stays_in_its_brackets_and_is_decoded_into_nothing_else(anna, boris, mailbox, raw, title, shown):
    """RFC 2047: what looks like an encoded word would be read as the text in it."""
    game = quiet_start(anna, boris)
    Game.objects.filter(pk=game.pk).update(title=title)
    (mail,) = sent(mailbox)
    assert mail["Subject"] == f"[St Pete #{game.pk} {shown}] Your turn"
    (line,) = re.findall(rb"^Subject: ([^\r\n]*(?:\r\n[ \t][^\r\n]*)*)", raw[0], re.MULTILINE)
    decoded = str(make_header(decode_header(line.decode())))
    assert decoded == mail["Subject"]
    assert f"“{title}”, game {game.pk}" in text_of(mail), "marked as what somebody typed"


def test_a_stranger_is_told_whose_words_the_title_is(anna, mailbox):
    game = Game.objects.create(title="“Your bank” waits", host=anna, options=engine.Options().to_dict(), pace_base=DAY)
    queue(
        [
            notifications.invitation(
                Invitation.objects.create(game=game, inviter=anna, email="emil@example.org", created_at=NOON)
            )
        ]
    )
    (mail,) = sent(mailbox)
    for text in (text_of(mail), html_of(mail).replace("&quot;", '"')):
        assert f'“"Your bank" waits”, game {game.pk}' in text
        assert "Anna chose the name of the table." in text


def test_names_and_titles_are_text_in_html_and_never_markup(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    Game.objects.filter(pk=game.pk).update(title="<b>& Tea</b>")
    (mail,) = sent(mailbox)
    assert "<b>&amp; Tea" not in html_of(mail)
    assert "&lt;b&gt;&amp; Tea" in html_of(mail)
    assert "“<b>& Tea</b>”, game" in text_of(mail)


def test_a_reminder_of_several_games_belongs_to_no_single_one(anna, boris, mailbox):
    for _ in range(2):
        game = quiet_start(anna, boris)
        while asked(game)[1] != anna:
            answer(game)
    Notification.objects.exclude(kind=GameNotification.REMINDER).delete()
    Notification.objects.exclude(user=anna).delete()
    bundle_due(NOON + 1.8 * DAY)
    deliver_due(NOON + 1.8 * DAY)
    (mail,) = mailbox.messages
    assert mail["Subject"] == "[St Pete] Reminder: 2 games are waiting for you"
    assert mail["X-StPete-Game"] is None
    assert mail["References"] == f"<reminders.user-{anna.pk}@{HOST}>"
    assert mail["List-Id"] == f"<reminders.{HOST}>"


def test_a_stranger_is_invited_in_the_language_of_the_invitation_and_can_refuse_for_good(anna, mailbox):
    game = Game.objects.create(title="Lunch", host=anna, options=engine.Options().to_dict(), pace_base=DAY)
    invitation = Invitation.objects.create(
        game=game, inviter=anna, email="emil@example.org", language="de", created_at=NOON
    )
    queue([notifications.invitation(invitation)])
    (mail,) = sent(mailbox)
    assert mailbox.recipients == [["emil@example.org"]]
    assert mail["Content-Language"] == "de"
    assert mail["References"] == f"<game-{game.pk}.invitation-{invitation.pk}@{HOST}>"
    assert f"{settings.SITE_URL}/invitations/{invitation.token}/" in text_of(mail)
    assert f"{settings.SITE_URL}/invitations/{invitation.token}/" in html_of(mail)
    way = links.read_way_out(mail["List-Unsubscribe"].rstrip("/>").rpartition("/")[2])
    assert way == links.WayOut(TABLES, subject=f"invitation:{invitation.pk}")
    assert "/profile/" not in text_of(mail)
