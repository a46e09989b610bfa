"""kill -9 of the door and of whoever handles a mail, at each step: no move lost, none played twice, and the answer goes out.

Nothing of ours is replaced: a lock that another connection holds stops a process at its next statement about that table, and
there it is killed. The end of a lease is reached by setting the row's due time, as a minute would.
"""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.policy import SMTP as SMTP_LINES
from threading import Thread

import pytest
from django.db import connection
from django.utils.timezone import now

from games.models import LogRow, Source
from games.play.positions import load
from games.play.reply_addresses import seat_reply_address
from incoming_mail import services
from incoming_mail.handling import LEASE, handle
from incoming_mail.models import ArrivalWay, IncomingMail
from notifications.models import Delivery, Notification
from stpete_site.supervisor.plan import listens
from stpete_site.supervisor.process import wait_until
from tests.games.mail_builders import quiet_start
from tests.games.play_builders import asked_user
from tests.incoming_mail.writing import letter, listening, post
from tests.mails import text_of
from tests.people import person
from tests.processes.forking import Forks
from tests.servers import psycopg_connection
from tests.web_server import free_port

pytestmark = pytest.mark.django_db(transaction=True)
HANDLE = "incoming_mail.tasks.handle_mails"
SEND = "notifications.tasks.send_mails"
MAILS, TOKENS, LOG, NOTIFICATIONS, TALLY = (
    "incoming_mail_incomingmail",
    "incoming_mail_replytoken",
    "games_logrow",
    "notifications_notification",
    "notifications_tally",
)
READ, WRITE = "ACCESS EXCLUSIVE", "SHARE"
"""Locks that stop whoever wants to read a table, or to write it."""


@pytest.fixture
def game(transactional_db, mailbox):
    assert connection.vendor == "postgresql", "kills are run on PostgreSQL: STPETE_TEST_DATABASE=postgres"
    return quiet_start(person("Anna"), person("Boris"), pace="14d", now=now())


@pytest.fixture
def move(game, settings):
    """A mail of whoever is asked, with his first move."""
    settings.INBOUND_DOMAIN = "play.example"
    play = load(game.pk)
    user = asked_user(play)
    Notification.objects.update(due_at=None, dropped="test")
    return letter(user.email, seat_reply_address(play, play.seat_of(user)), "1")


@contextmanager
def lock(table: str, mode: str) -> Iterator[None]:
    """While this is held, others wait at their next statement about `table`."""
    parts = connection.settings_dict
    with psycopg_connection(parts["HOST"], parts["NAME"]) as other, other.transaction():
        other.execute(f"LOCK TABLE {table} IN {mode} MODE")
        yield


def waiting(table: str, kind: str = "relation") -> int:
    """How many wait for a lock of this table, or for the end of a transaction."""
    with connection.cursor() as cursor:
        asked = "SELECT relation::regclass::text FROM pg_locks WHERE NOT granted AND locktype = %s"
        cursor.execute(asked, [kind])
        return sum((name or "") == table for (name,) in cursor.fetchall())


def nobody_else() -> bool:
    """Whether the database has noticed that a killed process is gone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        return cursor.fetchone() is None


def kill_at(forks: Forks, table: str, mode: str, *tasks: str) -> None:
    """Let a process do its tasks until it comes to a statement about `table`, and kill it there."""
    with lock(table, mode):
        process = forks.begin(*tasks)
        assert wait_until(lambda: waiting(table) == 1, seconds=200), forks.printed()
        process.kill()
    assert wait_until(nobody_else, seconds=200)


def do(forks: Forks, *tasks: str) -> None:
    """A process that nobody disturbs."""
    process = forks.begin(*tasks)
    assert wait_until(lambda: process.is_done, seconds=200), forks.printed()


def door(site, **more: str):
    """The listener as a process; gives it and its port."""
    port = free_port()
    process = site.launch("door", "incoming_mail.listener", "--listen", f"smtp://127.0.0.1:{port}", **more)
    assert wait_until(lambda: listens("127.0.0.1", port), seconds=200), process.printed()
    return process, port


def take(mail) -> IncomingMail:
    return services.take(
        mail.as_bytes(), envelope_from=str(mail["From"]), envelope_to=[str(mail["To"])], way=ArrivalWay.SMTP, now=now()
    )


def let_the_lease_end() -> None:
    IncomingMail.objects.filter(state="waiting").update(due_at=now())


def moves() -> list[str]:
    return list(LogRow.objects.filter(source=Source.MAIL).values_list("text", flat=True))


def answers():
    return Notification.objects.filter(kind="answer")


def test_of_a_door_that_is_killed_the_mail_is_kept_or_its_sender_never_heard_so(site, forks, move):
    """Before the row is there, and between the row and the 250: the sender tries again, and the mail is there once."""
    site.environment["INBOUND_DOMAIN"] = "play.example"
    stopped, port = door(site)
    with lock(MAILS, WRITE):
        sending = begin_to_post(move, port)
        assert wait_until(lambda: waiting(MAILS), seconds=200), stopped.printed()
        stopped.kill()
        assert not heard(sending)
    assert wait_until(nobody_else, seconds=200)
    assert not IncomingMail.objects.exists()
    with socket.create_server(("127.0.0.1", 0)) as silent:  # a broker that never says a word holds it before its 250
        stopped, port = door(site, REDIS_URL=f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        sending = begin_to_post(move, port)
        assert wait_until(IncomingMail.objects.exists, seconds=200), stopped.printed()
        stopped.kill()
        assert not heard(sending)
    with listening() as port:
        post(move, port)
    do(forks, HANDLE)
    assert IncomingMail.objects.get().state == "handled"
    assert len(moves()) == 1


def begin_to_post(mail, port):
    """A sender that has said everything and waits to hear that the mail is kept."""
    sender = smtplib.SMTP("127.0.0.1", port, timeout=200)
    sender.ehlo()
    assert sender.mail(str(mail["From"]))[0] == sender.rcpt(str(mail["To"]))[0] == 250
    assert sender.docmd("DATA")[0] == 354
    sender.send(mail.as_bytes(policy=SMTP_LINES) + b".\r\n")
    return sender


def heard(sender) -> bool:
    """Whether the sender was told that his mail is kept."""
    try:
        return sender.getreply()[0] == 250
    except smtplib.SMTPServerDisconnected:
        return False


def test_a_mail_whose_process_is_killed_at_each_step_is_played_once(forks, move):
    """Before the claim, after it, at the move, at the notifications of it, and at the mark: nothing has happened. After the commit:
    all has."""
    row, rows = take(move), LogRow.objects.count()
    steps = [(MAILS, READ, 0), (TOKENS, READ, 1), (LOG, WRITE, 2), (NOTIFICATIONS, WRITE, 3)]
    for table, mode, attempts in steps:
        kill_at(forks, table, mode, HANDLE)
        row.refresh_from_db()
        assert (row.state, row.attempts) == ("waiting", attempts), table
        assert (LogRow.objects.count(), answers().count()) == (rows, 0), table
        let_the_lease_end()
    kill_at_the_mark(forks)
    row.refresh_from_db()
    assert (row.state, row.attempts, moves(), answers().count()) == ("waiting", 4, [], 0)
    let_the_lease_end()
    kill_at(forks, TALLY, READ, HANDLE)
    row.refresh_from_db()
    assert (row.state, row.reason, row.attempts, bytes(row.raw)) == ("handled", "played", 5, b"")
    assert (len(moves()), answers().count()) == (1, 1)
    do(forks, HANDLE)
    assert (len(moves()), answers().count()) == (1, 1)


def kill_at_the_mark(forks) -> None:
    """It has played and queued the answer, and is about to write so on the mail's row."""
    with ExitStack() as held:
        with lock(LOG, WRITE):
            process = forks.begin(HANDLE)
            assert wait_until(lambda: waiting(LOG), seconds=200), forks.printed()
            held.enter_context(lock(MAILS, WRITE))
        assert wait_until(lambda: waiting(MAILS), seconds=200), forks.printed()
        process.kill()
    assert wait_until(nobody_else, seconds=200)


def test_of_two_at_once_and_one_whose_turn_comes_while_the_first_is_slow_one_plays(forks, move):
    """Two have seen the mail before either claims it; the third comes when the lease is over, and the first is at the move."""
    row = take(move)
    with lock(LOG, WRITE):
        with lock(MAILS, WRITE):
            two = [forks.begin(HANDLE) for _ in range(2)]
            assert wait_until(lambda: waiting(MAILS) == 2, seconds=200), forks.printed()
        assert wait_until(lambda: waiting(LOG) == 1, seconds=200)
        assert wait_until(lambda: sum(one.is_done for one in two) == 1, seconds=200), "the other has nothing to do"
        late = Thread(target=handle_late, args=[row.pk])
        late.start()
        assert wait_until(lambda: waiting("", "transactionid") == 1, seconds=200), "the third waits for the first"
    late.join(20)
    assert wait_until(lambda: all(one.is_done for one in two), seconds=200)
    row.refresh_from_db()
    assert (row.state, row.reason, row.attempts) == ("handled", "played", 1)
    assert (len(moves()), answers().count()) == (1, 1)


def handle_late(number: int) -> None:
    assert not handle(number, now() + LEASE * 2)
    connection.close()


def test_killed_after_the_servers_250_the_answer_comes_a_second_time_with_the_same_message_id(forks, move, mailbox):
    take(move)
    do(forks, HANDLE)
    answers().update(due_at=now())  # it waits for the next question, for two hours at most
    sender = []
    mailbox.after_acceptance = lambda _mail: sender[0].freeze()
    sender.append(forks.begin(SEND))
    mailbox.wait_for(1, seconds=200)
    mailbox.after_acceptance = None
    sender[0].kill()
    assert wait_until(nobody_else, seconds=200)
    Delivery.objects.filter(state="pending").update(due_at=now())
    do(forks, HANDLE, SEND)
    mine = [mail for mail in mailbox.messages if mail["X-StPete-Event"] == "answer"]
    first, second = mine
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Reply-To"] == second["Reply-To"]
    assert "Played: " in text_of(second)
    assert len(moves()) == 1
    do(forks, HANDLE, SEND)
    assert [mail["X-StPete-Event"] for mail in mailbox.messages].count("answer") == 2
