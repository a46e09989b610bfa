"""Figures for a monitor: right, without a word about anybody, and only for who may read them."""

from datetime import timedelta

import pytest
import redis
from django.test import Client
from django.utils.timezone import now
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from games import figures
from games.models import Game
from notifications import monitoring
from notifications.models import Delivery, Notification
from tests.games.mail_builders import quiet_start
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _open(settings):
    """To this machine; and what tests before have queued is gone."""
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
    figures.note_sweep(now() - timedelta(seconds=40))
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
