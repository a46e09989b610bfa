"""Figures for a monitor: right, without a word about anybody, and only for who may read them."""

from datetime import timedelta
from multiprocessing import get_context

import pytest
import redis
from django.test import Client
from django.utils.timezone import now
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from games import due
from games.models import Game
from notifications import meters, monitoring
from notifications.models import Delivery, Notification
from stpete_site.celery import say_what_was_dropped
from stpete_site.supervisor.process import wait_until
from stpete_site.tasks import tidy
from tests.games.mail_builders import quiet_start
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _open(settings):
    """To this machine; and what tests before have queued and counted is gone."""
    meters.flush()
    settings.METRICS_FROM = ["127.0.0.0/8"]
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.flushdb()


def read(client=None, **headers):
    response = (client or Client()).get("/metrics", **headers)
    assert response.status_code == 200
    samples = {}
    for family in text_string_to_metric_families(response.content.decode()):
        for sample in family.samples:
            samples[(sample.name, *sample.labels.values())] = sample.value
    return samples


def test_it_says_how_long_what_is_due_has_been_due(anna, boris):
    moment = now() - timedelta(hours=1)
    quiet_start(anna, boris, now=moment)
    found = read()
    assert found["stpete_notifications_due", "games.your_turn"] == 1
    assert found["stpete_notifications_oldest_due_seconds", "games.your_turn"] == pytest.approx(3600 - 120, abs=100)
    assert found["stpete_overdue", "notifications"] == 1
    assert found[("stpete_mails_due",)] == 0
    Delivery.objects.create(app="games", kind="over", user=anna, due_at=now() - timedelta(minutes=5))
    assert read()[("stpete_mails_oldest_due_seconds",)] == pytest.approx(300, abs=5)


def test_it_says_when_the_last_sweep_was_and_how_late_each_kind_is(anna, boris):
    assert ("stpete_sweep_age_seconds",) not in read()
    due.note_sweep(now() - timedelta(seconds=40))
    Game.objects.create(
        title="T",
        host=anna,
        options=quiet_start(anna, boris).options,
        pace_base=timedelta(days=1),
        expires_at=now() - timedelta(minutes=3),
    )
    found = read()
    assert found[("stpete_sweep_age_seconds",)] == pytest.approx(40, abs=5)
    assert found["stpete_oldest_due_seconds", "expiries"] == pytest.approx(180, abs=5)
    assert found["stpete_games", "running"] == 1
    assert found["stpete_queued_tasks", "stpete.mail"] == 0


def test_it_counts_what_happened():
    monitoring.add_to_tally("mails", "sent")
    monitoring.add_to_tally("mails", "sent", by=2)
    monitoring.add_to_tally("inbound", "too large")
    found = read()
    assert found["stpete_mails_total", "sent"] == 3
    assert found["stpete_inbound_total", "too large"] == 1
    assert found[("stpete_figures_missing",)] == 0


def test_requests_are_counted_by_route_and_status_with_how_long_they_took(anna, boris):
    game, before = quiet_start(anna, boris), read()
    for _ in range(3):
        assert Client().get(f"/games/{game.pk}/").status_code == 200
    assert Client().get(f"/no-such-page/{anna.pk}/").status_code == 404
    client = Client(raise_request_exception=False)
    Game.objects.filter(pk=game.pk).update(options={"edition": "none"})
    assert client.get(f"/games/{game.pk}/").status_code == 500
    found = read()
    assert found["stpete_requests_total", "games:game", "2xx"] == 3
    assert found["stpete_requests_total", "games:game", "5xx"] == 1
    assert found["stpete_requests_total", "none", "4xx"] == 1
    assert found["stpete_request_duration_seconds_count", "games:game"] == 4
    assert found["stpete_request_duration_seconds_bucket", "+Inf", "games:game"] == 4
    assert 0 < found["stpete_request_duration_seconds_sum", "games:game"] < 4 * 30
    ends = [found["stpete_request_duration_seconds_bucket", str(bound), "games:game"] for bound in meters.BOUNDS]
    assert ends == sorted(ends), "each end counts all that took less"
    assert before.get(("stpete_requests_total", "games:game", "2xx")) is None


def test_tasks_are_counted_by_name_and_how_they_ended():
    tidy.apply()
    tidy.apply(args=["one too many"])
    say_what_was_dropped(sender=tidy, expired=True)
    found = read()
    name = "stpete_site.tasks.tidy"
    ended = {how: found["stpete_tasks_total", how, name] for how in ("success", "failure", "expired")}
    assert ended == {"success": 1, "failure": 1, "expired": 1}
    assert found["stpete_task_duration_seconds_count", name] == 2


def test_what_several_processes_count_adds_up_and_a_fork_adds_nothing_of_its_parents():
    meters.observe("request", "front", "2xx", 0.2)

    def count_on() -> None:
        for _ in range(10):
            meters.observe("request", "front", "2xx", 0.02)
        meters.flush()

    forks = [get_context("fork").Process(target=count_on) for _ in range(3)]
    for fork in forks:
        fork.start()
    for fork in forks:
        fork.join()
    found = read()
    assert found["stpete_requests_total", "front", "2xx"] == 31
    assert found["stpete_request_duration_seconds_bucket", "0.025", "front"] == 30
    assert found["stpete_request_duration_seconds_sum", "front"] == pytest.approx(0.8)


def test_processes_say_that_they_live_and_what_they_take():
    enough = get_context("fork").Event()

    def live() -> None:
        meters.report("worker")
        enough.wait(60)

    fork = get_context("fork").Process(target=live)
    fork.start()
    assert wait_until(lambda: ("stpete_processes", "worker") in read(), seconds=200)
    found = read()
    assert found["stpete_processes", "worker"] == 1
    assert found["stpete_process_memory_bytes", "worker"] > 1_000_000
    enough.set()
    fork.join()
    meters.server().delete(*meters.server().keys(f"{meters.PROCESSES}*"))  # as after GONE seconds
    assert ("stpete_processes", "worker") not in read()


def test_counts_wait_for_a_redis_that_is_away_and_the_other_figures_come(settings):
    url = settings.REDIS_URL
    meters.count("task", "a.task", "success")
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    meters.server.cache_clear()
    try:
        meters.flush()
        found = read()
        assert found[("stpete_figures_missing",)] == 2
        assert found["stpete_overdue", "timeouts"] == 0
    finally:
        settings.REDIS_URL = url
        meters.server.cache_clear()
    assert read()["stpete_tasks_total", "success", "a.task"] == 1


def test_nothing_of_anybody_stands_there(anna, boris):
    game = quiet_start(anna, boris)
    text = Client().get("/metrics").content.decode()
    for said in (anna.email, anna.display_name, game.title, f"game:{game.pk}", "user", "@"):
        assert said not in text, said
    assert Notification.objects.exists()
    assert User.objects.count() == 2


def test_only_who_may_reads_it(settings, anna):
    staff = signed_in(anna)
    User.objects.update(is_staff=True, is_superuser=True)
    settings.METRICS_FROM, settings.METRICS_TOKEN = ["10.0.0.0/8"], ""
    assert Client().get("/metrics").status_code == 404
    assert staff.get("/metrics").status_code == 404
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    assert Client(REMOTE_ADDR="10.1.2.3").get("/metrics").status_code == 200
    settings.METRICS_TOKEN = "a long secret"
    assert Client().get("/metrics", headers={"Authorization": "Bearer a long secret"}).status_code == 200
    assert Client().get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 404


def test_a_proxys_visitors_are_not_taken_for_the_proxy(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert Client().get("/metrics", headers={"X-Forwarded-For": "198.51.100.7"}).status_code == 404
    assert Client().get("/metrics", headers={"X-Forwarded-For": "127.0.0.1, 198.51.100.7"}).status_code == 404
