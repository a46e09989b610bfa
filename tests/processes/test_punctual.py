"""Deadlines are kept whatever else the workers have to do: the crews of `./stpete run`, a mail server that is slow."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.utils.timezone import now

from games.models import LogRow, Seat
from games.play.automatic import LEASE as THINKING
from games.tasks import MAILS_EXPIRE
from incoming_mail.models import ArrivalWay, IncomingMail
from incoming_mail.services import take
from notifications.deliveries import BUDGET
from notifications.models import Delivery, Notification
from notifications.tasks import SECONDS as SENDING
from stpete_site import celery, celery_app
from stpete_site.celery import CREWS
from stpete_site.supervisor import plan
from stpete_site.supervisor.process import wait_until
from tests.games.mail_builders import quiet_start
from tests.games.play_builders import begun
from tests.incoming_mail.writing import odd
from tests.people import person
from tests.processes_of_the_site import Site
from tests.web_server import Process, free_port

pytestmark = pytest.mark.django_db(transaction=True)
SLOW = 4.0
"""Seconds that the server takes for one mail: with sixteen mails two processes are at it for half a minute."""


class Slow:
    """Takes every mail, and its time."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        await asyncio.sleep(SLOW)
        return "250 OK"


@pytest.fixture
def slow_mail_server() -> Iterator[int]:
    controller = Controller(Slow(), hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller.port
    controller.stop()


def launch(site: Site) -> list[Process]:
    """Workers and beat with the very commands of the supervisor; returns when all are ready."""
    processes = [
        site.launch(program.name, *[str(part) for part in program.command[2:]])
        for program in [*plan.workers(), plan.beat()]
    ]
    for process in processes[:-1]:
        assert wait_until(lambda: " ready." in process.printed(), seconds=200), process.printed()  # noqa: B023
    return processes


def test_deadlines_are_kept_while_mails_go_to_a_slow_server(site: Site, slow_mail_server: int) -> None:
    site.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{slow_mail_server}"
    people = [person("Anna"), person("Boris"), person("Clara")]
    for _ in range(16):
        quiet_start(*people, pace="14d", now=now())
    timed = [begun(*people, pace="14d", now=now()).pk for _ in range(5)]
    Notification.objects.exclude(subject__in=[f"game:{pk}" for pk in timed]).update(due_at=now())
    launch(site)
    assert wait_until(lambda: Delivery.objects.filter(attempts=1).count() >= 3, seconds=200), "the mails do not flow"
    due = {}
    for wait, game_id in enumerate(timed):
        due[game_id] = now() + timedelta(seconds=1 + 3 * wait)
        Seat.objects.filter(game_id=game_id, waiting=True).update(due_at=due[game_id])
    timeouts = LogRow.objects.filter(game_id__in=timed, source="timeout")
    done = wait_until(lambda: timeouts.values("game_id").distinct().count() == len(timed), seconds=200, every=0.5)
    assert Delivery.objects.filter(state="pending").exists(), "the mails were through before the deadlines came"
    assert done
    late = {row.game_id: (row.at - due[row.game_id]).total_seconds() for row in timeouts.order_by("-number")}
    assert max(late.values()) < 9, late


def test_deadlines_are_kept_while_odd_mails_come_in(site: Site) -> None:
    """Mails of 2 MB from nobody, each of which a search for the words of servers would take half a minute."""
    people = [person("Anna"), person("Boris"), person("Clara")]
    timed = [begun(*people, pace="14d", now=now()).pk for _ in range(5)]
    Notification.objects.update(due_at=None, dropped="test")
    launch(site)
    for number in range(6):
        take(odd(number), envelope_from="", envelope_to=["play@stpete.localhost"], way=ArrivalWay.SMTP, now=now())
    due = {}
    for wait, game_id in enumerate(timed):
        due[game_id] = now() + timedelta(seconds=1 + 3 * wait)
        Seat.objects.filter(game_id=game_id, waiting=True).update(due_at=due[game_id])
    timeouts = LogRow.objects.filter(game_id__in=timed, source="timeout")
    assert wait_until(lambda: timeouts.values("game_id").distinct().count() == len(timed), seconds=200, every=0.5)
    late = {row.game_id: (row.at - due[row.game_id]).total_seconds() for row in timeouts.order_by("-number")}
    assert max(late.values()) < 9, late
    assert wait_until(lambda: not IncomingMail.objects.filter(state="waiting").exists(), seconds=200, every=0.5)
    assert set(IncomingMail.objects.values_list("state", "reason")) == {("dropped", "bounce")}


def test_every_queue_has_its_crew_and_no_task_expires_before_its_turn() -> None:
    """What a task of the same queue may take is less than what the next one waits for."""
    celery_app.loader.import_default_modules()
    takers = {queue.name: [crew.name for crew in CREWS if queue.name in crew.queues] for queue in celery.QUEUES}
    assert takers == {
        celery.DUE: ["worker", "worker-heavy"],  # the second stands in while the first one starts
        celery.BOTS: ["worker"],
        celery.MAIL: ["worker-mail"],
        celery.INBOUND: ["worker-mail", "worker-heavy"],  # anybody can fill it: never that of the deadlines
        celery.HEAVY: ["worker-heavy"],
    }
    routed = {
        name.rsplit(".", 1)[-1]: celery_app.amqp.router.route({}, name)["queue"].name
        for name in celery_app.tasks
        if not name.startswith("celery.")
    }
    assert {routed.pop(name) for name in ("think", "think_due")} == {celery.BOTS}
    assert {routed.pop(name) for name in ("send_mails", "send_posts", "ask_beacon")} == {celery.MAIL}
    assert routed.pop("handle_mails") == celery.INBOUND
    heavy = ("review_due", "import_games", "find_puzzle", "tidy", "rotate_logs", "fill_demo")
    heavy += ("sweep_tournaments", "take_ratings", "rebuild_ratings", "check_archive", "make_dump")
    assert {routed.pop(name) for name in heavy} == {celery.HEAVY}
    assert routed.pop("end_measures") == celery.DUE  # an update or two a minute
    assert routed.pop("start_due_tasks") == celery.DUE  # one statement; deadlines are kept in it
    assert routed == {"sweep": celery.DUE}, "a new task: is it short enough for the queue of the deadlines?"
    assert THINKING.total_seconds() < celery.SWEEP_EXPIRES, "a sweep waits for one bot at most"
    one_mail = 8 * settings.EMAIL_TIMEOUT  # greeting, EHLO, STARTTLS, EHLO, login, sender, reader, text
    assert SENDING + BUDGET.total_seconds() + one_mail < MAILS_EXPIRE
