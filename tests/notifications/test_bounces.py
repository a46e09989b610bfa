"""Reports of other servers about our mails: read as servers write them, believed only with the token of a mail, counted once."""

import io
import logging
import time
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command

from games.emails import TURNS
from games.play.notifications import GameNotificationKind
from notifications import deliverability, tally
from notifications.bounces import MOST_AGAIN, MOST_BYTES, Taken, take
from notifications.bounces.severity import severity, status_in
from notifications.bundling import bundle_due
from notifications.deliveries import Outcome, deliver, deliver_due
from notifications.mail import verp
from notifications.models import AddressScore, Delivery, DeliveryState, Notification, Report, Trouble
from notifications.models.mute import digest_of
from notifications.preferences import wants
from tests.games.mail_builders import asked, quiet_start
from tests.games.play_builders import DAY, NOON
from tests.incoming_mail.writing import odd

pytestmark = pytest.mark.django_db
REPORTS = Path(__file__).parent / "reports"
LATER = NOON + DAY / 24
NO_USER = "550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown"


@pytest.fixture
def sent(anna, boris, mailbox):
    """A mail that has gone out."""
    quiet_start(anna, boris)
    bundle_due(LATER)
    deliver_due(LATER)
    return Delivery.objects.select_related("user").get()


def report(name, token, *, action="failed", status="5.1.1", said=NO_USER, to="games@127.0.0.1", feedback="abuse"):
    text = (REPORTS / f"{name}.eml").read_text()
    values = {"TOKEN": token, "ACTION": action, "STATUS": status, "SAID": said, "RETURN": to, "FEEDBACK": feedback}
    for word, value in values.items():
        text = text.replace(word, value)
    return text.replace("\n", "\r\n").encode()


def again(delivery):
    delivery.refresh_from_db()
    delivery.user.refresh_from_db()
    return delivery


@pytest.mark.parametrize("name", ["postfix", "exchange", "qmail"])
def test_a_mail_that_nobody_takes_stops_mails_to_its_address(sent, name):
    assert take(report(name, sent.token), now=LATER) is Taken.HARD
    assert again(sent).state == DeliveryState.RETURNED
    assert sent.user.mail_stopped_at == LATER
    assert sent.last_answer.startswith("hard:")
    assert deliverability.unreached([sent.user.pk]) == {sent.user.pk}
    assert tally.counted("reports") == {"hard": 1}


def test_the_same_report_twice_counts_once(sent):
    raw = report("postfix", sent.token, status="4.2.2", said="452 4.2.2 Mailbox full")
    assert [take(raw, now=LATER), take(raw, now=LATER + 2 * DAY)] == [Taken.SOFT, Taken.AGAIN]
    assert Report.objects.count() == 1
    assert AddressScore.objects.get().score == 1


@pytest.mark.parametrize("name", ["postfix", "exchange", "qmail", "complaint"])
def test_a_report_without_the_token_of_a_mail_is_not_believed(sent, name):
    assert take(report(name, "A" * 22), now=LATER) is Taken.UNKNOWN
    assert again(sent).user.mail_stopped_at is None
    assert not AddressScore.objects.exists()


def test_what_a_person_writes_and_quotes_is_no_report(sent):
    assert take(report("reply", sent.token)) is Taken.NO_REPORT
    assert not AddressScore.objects.exists()


@pytest.mark.parametrize(
    ("status", "said", "means"),
    [
        ("5.1.1", NO_USER, Trouble.HARD),
        ("5.0.0", "550 5.2.2 Mailbox is full", Trouble.SOFT),
        ("5.2.2", "552 5.2.2 Over quota", Trouble.SOFT),
        ("5.4.4", "550 5.4.4 Host not found", Trouble.SOFT),
        ("5.2.1", "550 5.2.1 Mailbox disabled", Trouble.HARD),
        ("5.7.1", "554 5.7.1 Relay access denied", Trouble.BLOCKED),
        ("5.7.26", "550 5.7.26 Unauthenticated email is not accepted due to DMARC policy", Trouble.BLOCKED),
        ("4.4.1", "451 4.4.1 No answer from host", Trouble.SOFT),
        ("", "550 No such user here", Trouble.HARD),
        ("", "550 relay not permitted", Trouble.BLOCKED),
        ("", "554 Message refused: your IP is on a blacklist", Trouble.BLOCKED),
        ("", "552 Mailbox full", Trouble.SOFT),
        ("", "421 Try later", Trouble.SOFT),
        ("5.0.0", "550 Service unavailable; client blocked using a block list", Trouble.BLOCKED),
    ],
)
def test_what_a_refusal_means(sent, status, said, means):
    assert severity(status_in(said) or status, said) is means
    if status:
        assert take(report("postfix", sent.token, status=status, said=said), now=LATER) is Taken(means.value)
        assert (again(sent).user.mail_stopped_at is not None) is (means is Trouble.HARD)


def test_a_refusal_for_what_the_site_is_counts_for_nobody_and_is_an_alarm(sent, caplog):
    with caplog.at_level(logging.ERROR, "notifications.alarm"):
        take(report("postfix", sent.token, status="5.7.1", said="550 5.7.1 Blocked"), now=LATER)
    assert not AddressScore.objects.exists()
    assert "for what the site is" in caplog.text


def test_a_full_mailbox_is_tried_again_and_stops_mails_only_when_it_stays_full(sent, mailbox):
    """Once a day at most, and halved in a week."""
    moment = LATER
    for day in range(5):
        assert again(sent).user.mail_stopped_at is None, day
        for hour in range(3):
            raw = report("postfix", sent.token, status="4.2.2", said=f"452 4.2.2 Full {day} {hour}")
            take(raw, now=moment + timedelta(hours=hour))
        moment += timedelta(days=1, hours=1)
    assert again(sent).user.mail_stopped_at is not None
    score = AddressScore.objects.get()
    assert score.score == pytest.approx(4.0, abs=0.3)
    assert deliverability.faded(score, score.scored_at + timedelta(days=14)) == pytest.approx(score.score / 4)


def test_a_mail_that_came_back_for_now_goes_out_again_with_the_same_number(sent, mailbox):
    first = mailbox.messages[0]["Message-ID"]
    for turn in range(MOST_AGAIN):
        take(report("postfix", sent.token, status="4.4.7", said=f"451 4.4.7 {turn}"), now=LATER)
        assert again(sent).state == DeliveryState.PENDING
        assert sent.due_at > LATER
        assert deliver(sent.pk, sent.due_at) is Outcome.SENT
        assert mailbox.messages[-1]["Message-ID"] == first
    take(report("postfix", sent.token, status="4.4.7", said="451 4.4.7 once more"), now=LATER)
    assert again(sent).state == DeliveryState.RETURNED


def test_a_delay_is_noted_and_counts_nothing(sent):
    assert take(report("postfix", sent.token, action="delayed", status="4.4.1"), now=LATER) is Taken.DELAYED
    assert again(sent).state == DeliveryState.SENT
    assert sent.last_answer.startswith("delayed: 4.4.1")
    assert not AddressScore.objects.exists()


def test_who_calls_a_mail_spam_gets_no_more_of_its_kind_and_a_second_time_nothing(sent):
    assert take(report("complaint", sent.token), now=LATER) is Taken.COMPLAINT
    assert not wants(again(sent).user, TURNS)
    assert sent.user.mail_stopped_at is None
    assert take(report("complaint", sent.token, feedback="fraud"), now=LATER + DAY) is Taken.COMPLAINT
    assert again(sent).user.mail_stopped_at == LATER + DAY


def test_a_report_that_a_mail_was_no_spam_is_none(sent):
    assert take(report("complaint", sent.token, feedback="not-spam"), now=LATER) is Taken.NO_REPORT
    assert wants(sent.user, TURNS)


def test_what_cannot_be_read_is_said_and_counted(sent):
    nested = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (depth, depth) for depth in range(3000)
    )
    assert take(b"From: MAILER-DAEMON@x.example\r\n" + nested) is Taken.MALFORMED
    assert take(b"x" * (MOST_BYTES + 1)) is Taken.TOO_LARGE
    assert take(bytes(range(256)) * 40) is Taken.NO_REPORT
    assert take(b"") is Taken.NO_REPORT


@pytest.mark.parametrize("name", ["postfix", "exchange", "qmail"])
def test_of_a_report_the_beginning_is_enough_and_nothing_else_is_read(sent, name):
    after = b"\r\n" * 700_000
    assert take(report(name, sent.token) + after, now=LATER) is Taken.HARD
    strange = report(name, "A" * 22)
    assert take(strange + after + b"<%s@127.0.0.1>" % sent.token.encode()) is Taken.UNKNOWN


def test_a_mail_without_end_is_not_searched_for_the_words_of_servers():
    began = time.process_time()
    assert take(b"Return-Path: <>\r\n" + odd()) is Taken.NO_REPORT
    assert time.process_time() - began < 4, "seconds of this process, whatever else the machine does"


def test_a_return_address_says_which_mail_came_back(sent, settings, mailbox):
    settings.BOUNCE_ADDRESS = "bounces@pete.example.org"
    Notification.objects.update(due_at=LATER)
    bundle_due(LATER)
    deliver_due(LATER)
    token = mailbox.messages[-1]["Message-ID"].partition("@")[0].lstrip("<")
    back = verp.return_address(token)
    assert mailbox.senders[-1] == back
    assert mailbox.messages[-1]["From"] == settings.DEFAULT_FROM_EMAIL, "people see the site's address"
    assert verp.token_in(back.upper()) == token
    assert verp.token_in(back.replace("pete.", "other.")) == ""
    raw = report("postfix", "B" * 22, to="someone@example.org")
    assert take(raw, recipients=[back], now=LATER) is Taken.HARD, "the Message-ID was another's"
    assert len(back.partition("@")[0]) <= 64


def test_a_recipient_that_our_own_server_refuses_for_good_stops_mails_too(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    bundle_due(LATER)
    mailbox.refuse_recipients_with = "550 5.1.1 No such user"
    assert deliver(Delivery.objects.get().pk, LATER) is Outcome.FAILED
    user.refresh_from_db()
    assert user.mail_stopped_at == LATER
    assert tally.counted("refusals") == {"hard": 1}


@pytest.mark.parametrize("answer", ["554 5.7.1 Relay access denied", "450 4.2.1 Try later"])
def test_a_recipient_that_is_refused_for_something_else_goes_on_getting_mails(anna, boris, mailbox, answer):
    quiet_start(anna, boris)
    bundle_due(LATER)
    mailbox.refuse_recipients_with = answer
    deliver(Delivery.objects.get().pk, LATER)
    assert not AddressScore.objects.exists()
    assert deliverability.unreached([anna.pk, boris.pk]) == set()


def test_nothing_is_sent_to_an_address_that_is_stopped_and_the_notification_says_why(sent, anna, boris, mailbox):
    take(report("postfix", sent.token), now=LATER)
    mailbox.clear()
    game = quiet_start(anna, boris)
    notification = Notification.objects.get(kind=GameNotificationKind.YOUR_TURN, subject=f"game:{game.pk}")
    Notification.objects.filter(pk=notification.pk).update(user=sent.user)
    bundle_due(LATER)
    notification.refresh_from_db()
    assert notification.dropped == "bounced"
    assert mailbox.to(sent.user.email) == []


def test_a_report_about_a_mail_to_an_address_of_before_is_no_trouble_of_the_present_one(sent):
    EmailAddress.objects.filter(user=sent.user).update(email="new@example.org")
    old = sent.user.email
    type(sent.user).objects.filter(pk=sent.user.pk).update(email="new@example.org")
    assert take(report("postfix", sent.token), now=LATER) is Taken.HARD
    assert again(sent).user.mail_stopped_at is None
    assert AddressScore.objects.get().digest == digest_of(old)


def test_an_address_that_is_proved_again_begins_anew(sent):
    take(report("postfix", sent.token), now=LATER)
    deliverability.proved(again(sent).user)
    assert again(sent).user.mail_stopped_at is None
    assert not AddressScore.objects.exists()


def test_reports_are_taken_from_files_and_say_what_became_of_them(sent, tmp_path):
    path = tmp_path / "report.eml"
    path.write_bytes(report("postfix", sent.token))
    said = io.StringIO()
    call_command("take_bounce", str(path), str(path), stdout=said)
    assert said.getvalue().splitlines() == [f"{path}: hard", f"{path}: taken before"]
