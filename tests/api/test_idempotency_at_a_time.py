"""The same request with the same key from several sides at once is done once, and all get its answer."""

from __future__ import annotations

import json
import threading

import pytest
from django.db import connection
from django.test import Client

from games.models import Game
from tests.people import person, token_of


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_one() -> None:
    key = token_of(person("Anna"))
    answers: list[tuple[int, object]] = []
    ready = threading.Barrier(4)

    def ask() -> None:
        client = Client(headers={"authorization": f"Bearer {key}", "Idempotency-Key": "one"})
        ready.wait()
        answer = client.post("/api/v1/tables/", json.dumps({"players": 3}), content_type="application/json")
        answers.append((answer.status_code, answer.json()))
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [status for status, _body in answers] == [201] * 4, answers
    assert Game.objects.count() == 1
    assert all(body == answers[0][1] for _status, body in answers)
