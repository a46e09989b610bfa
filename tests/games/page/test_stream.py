"""What the page and its pulse do for the process of the streams (tests/processes/test_streams.py has the process itself)."""

import re

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from stpete_site.values import beside
from tests.games.play_builders import begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def stream_on(client: Client, game: int, **more: str) -> str:
    page = client.get(f"/games/{game}/", **more).content.decode()
    return re.findall(r'data-stream="([^"]*)"', page)[0]


def test_a_page_says_where_its_stream_is(anna, boris, settings):
    game, client = begun(anna, boris, now=now()).pk, Client()
    assert stream_on(client, game) == "", "there is none unless somebody runs it"
    settings.STREAMS_PORT = 8024
    assert stream_on(client, game) == f"/streams/{game}/", "behind a proxy"
    settings.STREAMS_ARE_BESIDE = True
    settings.ALLOWED_HOSTS = [".lan", "127.0.0.1", "[::1]"]
    for host in ("pete.lan:8000", "127.0.0.1:8000", "[::1]:8000"):
        name = host.rpartition(":")[0]
        assert stream_on(client, game, HTTP_HOST=host) == f"//{name}:8024/streams/{game}/"
    assert "http://*.lan:8024" in beside(settings.ALLOWED_HOSTS, 8024)


def test_the_pulse_tells_the_streams_whose_page_it_is_and_refuses_sessions_that_pages_refuse(anna, boris):
    game, client = begun(anna, boris, now=now()), signed_in(anna)
    pulse = f"/games/{game.pk}/pulse/"
    assert "X-Viewer" not in client.get(pulse)
    assert client.get(pulse, HTTP_X_STREAM="1")["X-Viewer"] == str(anna.pk)
    assert Client().get(pulse, HTTP_X_STREAM="1")["X-Viewer"] == "0"
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert client.get(pulse, HTTP_X_STREAM="1").status_code == 404


def test_the_pulse_of_a_stream_takes_two_statements(anna, boris, django_assert_num_queries):
    game, client = begun(anna, boris, now=now()), signed_in(anna)
    pulse = f"/games/{game.pk}/pulse/"
    client.get(pulse)
    with django_assert_num_queries(2):
        client.get(pulse, HTTP_X_STREAM="1")
