"""The host of a running game hears once by mail that a player of it is not reached."""

from datetime import timedelta

import pytest

from games.models.notification import game_subject
from notifications import deliverability
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification, Trouble, digest_of
from tests.games.mail_builders import dropped, quiet_start
from tests.games.play_builders import NOON
from tests.games.table_builders import agreed_over
from tests.mails import html_of, text_of

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def stop(user, at=LATER):
    deliverability.count(digest_of(user.email), Trouble.HARD, at, user=user)


def told(mailbox, at=LATER):
    Notification.objects.exclude(kind="unreached").update(due_at=None)
    bundle_due(at)
    deliver_due(at)
    return [mail for mail in mailbox.messages if mail["X-StPete-Event"] == "unreached"]


def test_the_host_is_told_once_not_why_and_not_where(anna, boris, mailbox):
    quiet_start(anna, boris)
    stop(boris)
    stop(boris, LATER + timedelta(hours=1))
    (mail,) = told(mailbox)
    assert mail["To"] == anna.email
    for text in (text_of(mail), html_of(mail)):
        assert "Not reachable: Boris." in text
        assert boris.email not in text
    assert told(mailbox, LATER + timedelta(hours=2)) == [mail]


def test_several_games_of_a_host_are_one_mail(anna, boris, clara, mailbox):
    for people in ((anna, boris), (anna, clara, boris), (clara, boris), (boris, anna)):
        quiet_start(*people)
    stop(boris)
    found = {mail["To"]: text_of(mail).count("Not reachable: Boris.") for mail in told(mailbox)}
    assert found == {anna.email: 2, clara.email: 1}, "nobody is told of a game of which he is not the host"


def test_nobody_is_told_of_who_is_reached_again_nor_of_a_game_that_is_over(anna, boris, clara, mailbox):
    over, running = quiet_start(anna, boris), quiet_start(clara, boris)
    stop(boris)
    agreed_over(over)
    boris.refresh_from_db()
    deliverability.proved(boris)
    assert told(mailbox) == []
    reasons = dict(Notification.objects.filter(kind="unreached").values_list("subject", "dropped"))
    assert reasons == {game_subject(over.pk): "not seated", game_subject(running.pk): "reached again"}


def test_who_wants_no_mails_about_tables_gets_none(anna, boris, mailbox):
    from notifications.models import Preference, When

    quiet_start(anna, boris)
    Preference.objects.create(user=anna, category="tables", channel="mail", when=When.NEVER)
    stop(boris)
    assert told(mailbox) == []
    assert dropped()


def test_a_word_that_cannot_be_queued_loses_no_report(anna, boris, monkeypatch):
    quiet_start(anna, boris)
    monkeypatch.setattr("notifications.deliverability.tell_unreached", lambda *_: 1 / 0)
    stop(boris)
    boris.refresh_from_db()
    assert boris.mail_stopped_at == LATER
