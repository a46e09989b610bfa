"""A database from before notices were an app keeps everything through the update and goes on sending."""

import json
import os
from pathlib import Path

import pytest
from django.db import connection

from games.letters.samples import NOW
from tests.notices.old_site import MINUTE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def old_database(tmp_path):
    """An empty database of its own, of the kind that this run is about."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path}/old.sqlite3"
        return
    name = f"old_{connection.settings_dict['NAME']}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    yield f"postgres://stpete@/{name}?host={Path(os.environ['STPETE_TEST_DIR']) / 'postgres'}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_notices_and_mails_in_every_state_are_carried_over_and_go_on(site, mailbox, old_database):
    process = site.launch("old-site", "tests.notices.old_site", DATABASE_URL=old_database)
    assert process.popen.wait(120) == 0, process.printed()
    told = json.loads(process.printed().strip().splitlines()[-1])
    rows, then = told["found"], told["then"]

    number = rows["notices"].pop("your_turn:12:0:2")[2]["number"]
    assert rows["notices"].pop(f"your_turn:12:0:{number}") == [
        *("your_turn", "game:12", {"seat": 0, "number": number}, "", "", ""),
        str(NOW - MINUTE),
    ]
    reminder = next(key for key in rows["notices"] if key.startswith("reminder:12:0:"))
    assert rows["notices"][reminder][-1] == str(NOW + 1000 * MINUTE)
    assert rows["notices"]["invitation:7"][1:5] == ["invitation:7", {}, "emil@example.org", "de"]
    assert rows["notices"]["invitation:8"][1:5] == ["invitation:8", {}, "", ""]
    assert rows["notices"]["timed_out:12:2:9"][:3] == ["timed_out", "game:12", {"seat": 2, "number": 9}]
    assert rows["deliveries"] == {
        "101": ["started", "game:12", "", "pending", 1, "token101", str(NOW)],
        "102": ["invitation", "invitation:7", "emil@example.org", "pending", 0, "token102", str(NOW)],
        "103": ["started", "game:12", "", "pending", 1, "token103", str(NOW + 4 * MINUTE)],
        "104": ["started", "game:12", "", "sent", 2, "token104", None],
        "105": ["timed_out", "game:12", "", "failed", 6, "token105", None],
        "106": ["reminder", "", "", "dropped", 0, "token106", None],
    }
    assert rows["bundled"] == [
        [101, "started:12:1:0"],
        [102, "invitation:7"],
        [103, "started:12:2:0"],
        [104, "started:12:0:0"],
        [105, "timed_out:12:2:9"],
        [106, None],
    ]
    assert rows["attempts"] == [[101, "451 later"], [104, "taken"], [105, "550 never"]]
    assert rows["wishes"] == [[3, "results", "never"]], "who has left wishes nothing any more"
    assert rows["muted"] is True
    assert rows["old tables"] == []

    states = then["states"]
    assert [states[str(pk)] for pk in range(101, 107)] == ["sent", "sent", "sent", "sent", "failed", "dropped"]
    assert list(states.values()).count("sent") == 6, "and two of the notices that were due"
    by_token = {mail["Message-ID"].strip("<>").partition("@")[0]: mail for mail in mailbox.messages}
    assert {"token101", "token102", "token103"} < set(by_token)
    assert by_token["token101"]["References"] == "<game-12.user-2@127.0.0.1>"
    assert by_token["token102"]["References"] == "<game-13.invitation-7@127.0.0.1>"
    kinds = sorted((mail["X-StPete-Event"], mail["To"]) for mail in mailbox.messages)
    assert kinds == [
        ("invitation", "clara@example.org"),
        ("invitation", "emil@example.org"),
        ("started", "boris@example.org"),
        ("started", "clara@example.org"),
        ("your_turn", "anna@example.org"),
    ]
    assert (then["emil"], then["anna"]) == ("True", "False"), "the ways out of old mails lead out"
