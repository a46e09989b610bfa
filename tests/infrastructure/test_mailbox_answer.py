"""A caught mail is answered on its page: through SMTP to the site's own door, as its reader's mail program would do it."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from email.policy import SMTP
from pathlib import Path

import pytest
from aiosmtpd.smtp import Envelope
from django.test import Client
from django.utils.timezone import now
from pytest_django.fixtures import Settings

from accounts.models import User
from games.mail_commands.telling import CONFIRMED_WITHIN
from games.models import LogRow, Source
from incoming_mail.handling import handle_due
from incoming_mail.models import IncomingMail
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from stpete_site.mail_catcher import Keeper
from tests.games.mail_builders import asked, quiet_start
from tests.incoming_mail.writing import listening
from tests.mails import Mailbox

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_number_of_a_move_is_played_and_the_answer_comes_back(
    anna: User, boris: User, mailbox: Mailbox, tmp_path: Path, settings: Settings, client: Client
) -> None:
    settings.MAILBOX_DIR, settings.SHOWS_MAILBOX = tmp_path / "mail", True
    game = quiet_start(anna, boris, pace="14d", now=now() - timedelta(minutes=5))
    play, user = asked(game)
    seat = play.seat_of(user)
    assert seat is not None
    bundle_due(now())
    deliver_due(now())
    (mail,) = mailbox.to(str(user.email))
    envelope = Envelope()
    envelope.original_content, envelope.rcpt_tos = mail.as_bytes(policy=SMTP), [str(user.email)]
    asyncio.run(Keeper(settings.MAILBOX_DIR).handle_DATA(None, None, envelope))  # type: ignore[arg-type]
    (page,) = set(re.findall(r'href="(/mailbox/[^"/?]+/)"', client.get("/mailbox/").content.decode()))
    assert f'action="{page}answer/"' in client.get(page).content.decode()

    settings.INBOUND_LISTEN = "smtp://127.0.0.1:1"
    refused = client.post(f"{page}answer/", {"text": "1"}, follow=True).content.decode()
    assert "The email was rejected:" in refused
    assert not IncomingMail.objects.exists()
    with listening() as port:
        settings.INBOUND_LISTEN = f"smtp://127.0.0.1:{port}"
        assert (
            "Your reply is on its way. The answer arrives here as an email."
            in client.post(f"{page}answer/", {"text": "1"}, follow=True).content.decode()
        )
    handle_due(now())
    row = IncomingMail.objects.get()
    assert (row.state, row.reason, row.user, row.envelope_from) == ("handled", "played", user, user.email)
    played = LogRow.objects.filter(game=game, source=Source.MAIL).get()
    assert played.text == play.view(seat.index).moves[0]
    bundle_due(now() + CONFIRMED_WITHIN)
    deliver_due(now() + CONFIRMED_WITHIN)
    assert [one["X-StPete-Event"] for one in mailbox.to(str(user.email))][1] == "answer"
