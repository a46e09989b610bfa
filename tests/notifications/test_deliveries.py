"""A delivery is claimed, sent outside any transaction and marked; what fails is tried again or given up, and says why."""

import re
import socket
import time
from datetime import timedelta
from threading import Thread

import pytest
from celery import current_app
from django.core.cache import cache
from django.db import connection
from django.utils.timezone import now

from games.emails import TURNS
from games.models import Game
from games.models.notification import game_subject
from games.play import seen
from games.play.notifications import GameNotification
from games.play.seen import _key
from notifications.bundling import bundle_due
from notifications.deliveries import BACKOFF, LEASE, DeliveryOutcome, claim, deliver, deliver_due
from notifications.mail import transport
from notifications.mail.transport import PAUSE
from notifications.models import Delivery, DeliveryState, Notification
from notifications.preferences import wish
from notifications.tasks import send_mails
from tests.games.mail_builders import answer, asked, dropped, quiet_start
from tests.games.play_builders import DAY, HOUR, NOON
from tests.mails import text_of
from tests.notifications import interrupted

pytestmark = pytest.mark.django_db
DELAY = timedelta(seconds=120)
SECOND = timedelta(seconds=1)
DUE = NOON + DELAY


@pytest.fixture
def game(anna, boris):
    return quiet_start(anna, boris)


@pytest.fixture
def delivery(game, mailbox):
    """Your turn, bundled and due."""
    assert bundle_due(DUE) == 1
    return Delivery.objects.get()


def state_of(delivery):
    delivery.refresh_from_db()
    return delivery.state, delivery.attempts, delivery.due_at


def test_a_due_mail_is_sent_once_and_marked(game, delivery, mailbox):
    _play, user = asked(game)
    assert deliver_due(DUE) == 1
    assert state_of(delivery) == (DeliveryState.SENT, 1, None)
    assert DUE <= delivery.sent_at < DUE + 10 * SECOND
    (mail,) = mailbox.messages
    assert mailbox.recipients == [[user.email]]
    assert mail["Message-ID"].startswith(f"<{delivery.token}@")
    assert deliver_due(DUE + LEASE) == 0
    assert deliver(delivery.pk, DUE + LEASE) is DeliveryOutcome.NOT_MINE
    assert len(mailbox.messages) == 1


@pytest.mark.django_db(transaction=True)
def test_while_the_server_takes_it_no_transaction_is_open_and_the_claim_is_written(delivery, mailbox):
    seen = []
    mailbox.after_acceptance = lambda _mail: seen.append(elsewhere(lambda: Delivery.objects.get().attempts))
    assert deliver(delivery.pk, DUE) is DeliveryOutcome.SENT
    assert seen == [1]


@pytest.mark.django_db(transaction=True)
def test_a_sender_that_slept_through_its_lease_does_not_mark_what_another_has_claimed(delivery, mailbox):
    mailbox.after_acceptance = lambda _mail: elsewhere(lambda: Delivery.objects.update(attempts=7))
    deliver(delivery.pk, DUE)
    assert state_of(delivery)[:2] == (DeliveryState.PENDING, 7)


@pytest.mark.django_db(transaction=True)
def test_each_mail_of_a_slow_batch_has_its_whole_lease(anna, boris, mailbox):
    """Counted from the start of the batch, the last leases would end while their mails are being sent."""
    for _ in range(2):
        quiet_start(anna, boris)
    bundle_due(DUE)
    leases = []

    def take_your_time(_mail):
        claimed = Delivery.objects.filter(state=DeliveryState.PENDING, attempts=1)
        leases.append(elsewhere(lambda: claimed.get().due_at))
        time.sleep(0.4)

    mailbox.after_acceptance = take_your_time
    assert deliver_due(DUE) == 2
    assert leases[0] >= DUE + LEASE
    assert leases[1] - leases[0] >= timedelta(seconds=0.4)


@pytest.mark.parametrize("code", ["away", "back"])
def test_after_a_pause_one_tries_and_the_others_wait_for_what_he_finds(db, code):
    transport.note_away(NOON)
    assert not transport.may_try(NOON + PAUSE - SECOND)
    assert transport.may_try(NOON + PAUSE)
    assert not transport.may_try(NOON + PAUSE), "the second finds the first at it"
    if code == "back":
        transport.note_back()
        assert transport.may_try(NOON + PAUSE)


def elsewhere(act):
    """Do it on another connection, as another process would."""

    def run():
        found.append(act())
        connection.close()

    found = []
    thread = Thread(target=run)
    thread.start()
    thread.join(10)
    return found[0]


def test_a_mail_that_is_not_due_or_claimed_by_somebody_else_is_left_alone(delivery, mailbox):
    assert deliver(delivery.pk, DUE - DELAY) is DeliveryOutcome.NOT_MINE
    assert claim(delivery.pk, DUE)
    assert not claim(delivery.pk, DUE)
    assert deliver(delivery.pk, DUE + LEASE - DELAY) is DeliveryOutcome.NOT_MINE
    assert mailbox.messages == []


def test_a_claim_whose_process_died_is_taken_over_when_its_lease_is_over(delivery, mailbox):
    assert claim(delivery.pk, DUE)
    assert deliver(delivery.pk, DUE + LEASE) is DeliveryOutcome.SENT
    assert state_of(delivery)[:2] == (DeliveryState.SENT, 2)


def test_a_question_answered_before_the_mail_went_out_is_no_mail(game, delivery, mailbox):
    answer(game, DUE)
    assert deliver(delivery.pk, DUE) is DeliveryOutcome.NOTHING
    assert state_of(delivery) == (DeliveryState.DROPPED, 1, None)
    assert list(dropped().values()) == ["answered"]
    assert mailbox.messages == []


def test_a_newer_question_is_as_good_as_the_one_that_was_bundled(anna, mailbox):
    """The mail shows the game as it is when it is sent."""
    game = quiet_start(anna)
    bundle_due(DUE)
    first = asked(game)[0].view(0)
    answer(game, DUE)
    answer(game, DUE)
    now = asked(game)[0].view(0)
    assert deliver_due(DUE) == 1
    (mail,) = mailbox.messages
    assert re.search(rf"You +{now.seats[0].rubles} rubles", text_of(mail))
    assert first.seats[0].rubles != now.seats[0].rubles


def test_a_game_opened_meanwhile_holds_the_mail_back_without_counting_an_attempt(game, delivery, mailbox):
    _play, user = asked(game)
    seen.mark_open(user.pk, game.pk)
    assert deliver(delivery.pk, DUE) is DeliveryOutcome.NOTHING
    assert state_of(delivery) == (DeliveryState.PENDING, 0, DUE + DELAY)
    cache.delete(_key(user.pk, game.pk))
    assert deliver(delivery.pk, DUE + DELAY) is DeliveryOutcome.SENT


def test_who_unsubscribed_meanwhile_gets_nothing(game, delivery, mailbox):
    _play, user = asked(game)
    wish(user, TURNS, wanted=False)
    assert deliver(delivery.pk, DUE) is DeliveryOutcome.NOTHING
    assert mailbox.messages == []
    assert list(dropped().values()) == ["not wanted"]


def test_a_server_that_says_later_is_asked_again_with_growing_patience(delivery, mailbox):
    mailbox.refuse_with = "451 4.7.1 Greylisted, try later"
    at = DUE
    for attempt, wait in enumerate(BACKOFF, start=1):
        assert deliver(delivery.pk, at) is DeliveryOutcome.LATER
        assert state_of(delivery) == (DeliveryState.PENDING, attempt, at + wait)
        at += wait
    assert deliver(delivery.pk, at) is DeliveryOutcome.FAILED
    assert state_of(delivery) == (DeliveryState.FAILED, len(BACKOFF) + 1, None)
    assert "451 4.7.1 Greylisted, try later" in delivery.last_answer


def test_the_mail_that_gets_through_at_last_has_the_message_id_of_the_first_attempt(delivery, mailbox):
    mailbox.refuse_with = "451 later"
    deliver(delivery.pk, DUE)
    mailbox.refuse_with = None
    assert deliver(delivery.pk, DUE + BACKOFF[0]) is DeliveryOutcome.SENT
    (mail,) = mailbox.messages
    assert mail["Message-ID"].startswith(f"<{delivery.token}@")
    assert state_of(delivery)[0] == DeliveryState.SENT
    assert delivery.last_answer == "taken"


def test_a_server_that_says_never_is_not_asked_again(delivery, mailbox, caplog):
    mailbox.refuse_with = "550 5.7.1 We do not want this"
    assert deliver(delivery.pk, DUE) is DeliveryOutcome.FAILED
    assert state_of(delivery) == (DeliveryState.FAILED, 1, None)
    assert "We do not want this" in delivery.last_answer
    assert any(record.name == "notifications.alarm" and record.levelname == "ERROR" for record in caplog.records)


def test_a_server_that_is_away_costs_one_attempt_a_sweep_and_the_others_stay_due(anna, boris, mailbox, settings):
    for _ in range(3):
        quiet_start(anna, boris)
    assert bundle_due(DUE) == 3
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1  # nobody listens there
    assert deliver_due(DUE) == 0
    assert sorted(Delivery.objects.values_list("attempts", flat=True)) == [0, 0, 1]
    settings.EMAIL_PORT = port
    assert deliver_due(DUE + PAUSE - SECOND) == 0, "nobody tries while the server is thought to be away"
    assert deliver_due(DUE + PAUSE + SECOND) == 3
    assert len({mail["Message-ID"] for mail in mailbox.messages}) == 3


def test_a_server_that_hangs_up_after_its_250_has_the_mail(delivery, settings):
    """What goes wrong after the server's word is no reason to send it again."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_PORT = server.getsockname()[1]
        thread = Thread(target=rude_server, args=(server,))
        thread.start()
        assert deliver(delivery.pk, DUE) is DeliveryOutcome.SENT
        thread.join(10)
    assert state_of(delivery) == (DeliveryState.SENT, 1, None)


def rude_server(server):
    """Takes one mail and hangs up without waiting for QUIT."""
    connection_, _address = server.accept()
    with connection_, connection_.makefile("rwb", buffering=0) as talk:
        talk.write(b"220 hello\r\n")
        for line in talk:
            word = line.strip().upper()
            if word == b"DATA":
                talk.write(b"354 go on\r\n")
            elif word == b".":
                talk.write(b"250 taken\r\n")
                return
            elif word.startswith((b"EHLO", b"MAIL", b"RCPT")):
                talk.write(b"250 yes\r\n")


def test_a_mail_that_cannot_be_written_is_given_up_with_its_error_and_blocks_no_other(anna, boris, mailbox, caplog):
    broken, sound = quiet_start(anna, boris), quiet_start(anna, boris)
    assert bundle_due(DUE) == 2
    Game.objects.filter(pk=broken.pk).update(options={"edition": 9})
    assert deliver_due(DUE) == 1
    assert Delivery.objects.get(subject=game_subject(sound.pk)).state == DeliveryState.SENT
    failed = Delivery.objects.get(subject=game_subject(broken.pk))
    assert failed.state == DeliveryState.FAILED
    assert failed.last_answer.startswith("cannot be written: OptionsError")
    assert any(record.name == "notifications.alarm" for record in caplog.records)


def test_a_mail_that_kills_every_process_is_given_up(delivery, mailbox):
    Delivery.objects.update(attempts=len(BACKOFF) + 1)
    assert deliver(delivery.pk, DUE) is DeliveryOutcome.FAILED
    assert mailbox.messages == []
    assert state_of(delivery)[0] == DeliveryState.FAILED
    assert "died" in delivery.last_answer


def test_after_an_outage_only_the_newest_of_two_equal_mails_goes_out(game, delivery, mailbox):
    """The question of the mail that could not be sent was answered, and a newer one put."""
    mailbox.refuse_with = "451 later"
    deliver(delivery.pk, DUE)
    mailbox.refuse_with = None
    _play, first = asked(game)
    second = answer(game, DUE)
    while asked(game)[1] != first:
        second = answer(game, DUE)
    assert second
    assert bundle_due(DUE + HOUR) == 1
    assert deliver_due(DUE + HOUR) == 1
    assert len(mailbox.messages) == 1
    assert state_of(delivery)[0] == DeliveryState.DROPPED


def test_a_reminder_lists_every_waiting_game_the_most_urgent_first(anna, boris, mailbox):
    later, sooner = quiet_start(anna, boris, pace="5d"), quiet_start(anna, boris, pace="2d")
    for game in (later, sooner):
        while asked(game)[1] != anna:
            answer(game)
    Notification.objects.exclude(kind=GameNotification.REMINDER).delete()
    Notification.objects.exclude(user=anna).delete()
    bundle_due(NOON + 2 * DAY - 8 * HOUR)
    assert deliver_due(NOON + 2 * DAY - 8 * HOUR) == 1
    (mail,) = mailbox.messages
    assert "2 games" in mail["Subject"]
    text = text_of(mail)
    assert text.index(f"game {sooner.pk}") < text.index(f"game {later.pk}")


CACHES = ("django.core.cache.backends.redis.RedisCache", "stpete_site.cache.Cache")
INTERRUPTED = {"default": {"BACKEND": "tests.notifications.interrupted.InterruptedCache"}}


@pytest.mark.parametrize("cache", CACHES)
def test_while_redis_is_away_no_mail_is_lost(anna, boris, mailbox, settings, caplog, cache):
    """Neither with the cache of the site, which then reads as empty, nor with one that says so."""
    for _ in range(4):
        quiet_start(anna, boris)
    assert bundle_due(DUE) == 4
    away = {"default": {"BACKEND": cache, "LOCATION": "unix:///nowhere/redis.sock"}}
    here, settings.CACHES = settings.CACHES, away
    at = DUE
    for _ in range(10):
        for pk in Delivery.objects.values_list("pk", flat=True):
            assert deliver(pk, at) is not DeliveryOutcome.FAILED
        send_mails()
        at += HOUR
    assert not Delivery.objects.filter(state__in=(DeliveryState.FAILED, DeliveryState.DROPPED)).exists()
    settings.CACHES = here
    deliver_due(at)
    assert set(Delivery.objects.values_list("state", "attempts")) == {(DeliveryState.SENT, 1)}
    assert len({mail["Message-ID"] for mail in mailbox.messages}) == len(mailbox.messages) == Delivery.objects.count()
    assert [record for record in caplog.records if record.name == "notifications.alarm"] == []


def in_between(settings, act):
    """`act` happens after the check whether the mail is still true, before it is written."""
    settings.CACHES = INTERRUPTED
    interrupted.happens[:] = [act]


def test_a_question_answered_while_the_mail_is_being_written_is_dropped_quietly(
    game, delivery, mailbox, settings, caplog
):
    in_between(settings, lambda: answer(game, DUE))
    assert deliver(delivery.pk, DUE) is DeliveryOutcome.NOTHING
    assert interrupted.happens == []
    assert state_of(delivery)[::2] == (DeliveryState.DROPPED, None)
    assert list(dropped().values()) == ["answered"]
    assert mailbox.messages == []
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_game_deleted_while_its_mail_is_being_written_is_dropped_quietly(game, delivery, mailbox, settings, caplog):
    in_between(settings, game.delete)
    assert deliver(delivery.pk, DUE) is DeliveryOutcome.NOTHING
    assert state_of(delivery)[0] == DeliveryState.DROPPED
    assert list(dropped().values()) == ["gone"] * 2, "the question and its reminder"
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.parametrize("name", ["notifications.tasks.send_mails", "games.tasks.send_mails"])
def test_the_task_is_known_by_its_name_and_by_the_one_it_was_queued_under_before(delivery, mailbox, name):
    Delivery.objects.update(due_at=now())
    current_app.loader.import_default_modules()  # as a worker does
    current_app.tasks[name].apply()
    assert state_of(delivery)[0] == DeliveryState.SENT
