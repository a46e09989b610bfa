"""Log lines as JSON: each belongs to a request, a task, a game, and none has an address, a token or a session of anybody."""

from __future__ import annotations

import json
import logging
import logging.config
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.db import Error, transaction
from django.test import Client
from django.urls import get_resolver
from pytest_django.fixtures import Settings

from accounts.models import User
from stpete_site.log_lines import PLAIN, JsonLines, PlainLines, clean, of_gunicorn
from stpete_site.tasks import tidy
from tests.infrastructure.test_guests import patterns
from tests.people import PASSWORD, signed_in, token_of

ROOT = Path(__file__).resolve().parent.parent.parent
KEY = "Zz9_aB3-kQ7wR2tY5uI8oP"


class Lines:
    """What was logged since the last look."""

    def __init__(self) -> None:
        self.stream = StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def read(self) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.text.splitlines()]
        self.stream.seek(0)
        self.stream.truncate()
        return found


@pytest.fixture
def lines(settings: Settings, request: pytest.FixtureRequest) -> Iterator[Lines]:
    """As LOG_FORMAT=json sets it up, or, by its parameter, as it is without."""
    settings.MIDDLEWARE = ["stpete_site.log_lines.RequestMiddleware", *settings.MIDDLEWARE]
    found = Lines()
    handler = logging.StreamHandler(found.stream)
    handler.setFormatter(getattr(request, "param", JsonLines)())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield found
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("from anna.o'neil+x@example.org.", "from (address)."),
        ("<anna@example.org>: 550", "<(address)>: 550"),
        ("anna@localhost", "(address)"),
        ("at 203.0.113.9:443 and 2001:db8::1", "at (network):443 and (network)"),
        ("listening at 127.0.0.1:8000 since 04:17:00", "listening at 127.0.0.1:8000 since 04:17:00"),
        (f"GET /invitations/{KEY}/accept/ again", "GET /invitations/(key) again"),
        ("GET /act/short.x/", "GET /act/(key)"),
        ("GET /games/7/?next=/t/abc/", "GET /games/7/?(query)"),
        ("redis://user:pw@host:6379/0", "redis://(login)@host:6379/0"),
        (f"Token {KEY}", "Token (key)"),
        ("session 8x3kq0p2m5v7n9b1c4z6l8j0h2g4f6d8", "session (key)"),
        ("MultiValueDictKeyError in games_that_stand_still", "MultiValueDictKeyError in games_that_stand_still"),
        (
            "tests/infrastructure/test_x.py 0007_move_source_of_rows",
            "tests/infrastructure/test_x.py 0007_move_source_of_rows",
        ),
        ("Key (email)=(anna@example.org) already exists.", "Key (email)=((address)) already exists."),
    ],
)
def test_what_looks_like_somebody_or_a_key_is_left_out(said: str, left: str) -> None:
    assert clean(said) == left


def test_every_address_that_has_a_key_is_known() -> None:
    keyed = 0
    for _name, pattern, _converters in patterns(get_resolver().url_patterns):
        route = str(pattern.pattern)
        if re.search(r"<str:(token|key)>", route):
            path = "/" + re.sub(r"<str:(?:token|key)>", "k.1", re.sub(r"<int:\w+>", "7", route))
            assert "k.1" not in clean(f"Not Found: {path}"), route
            keyed += 1
    assert keyed >= 10


@pytest.mark.django_db
@pytest.mark.parametrize("lines", [JsonLines, PlainLines], indirect=True)
def test_no_line_of_a_lively_hour_has_an_address_a_token_or_a_session(lines: Lines, anna: User, boris: User) -> None:
    client, token = signed_in(anna), token_of(anna)
    session = client.cookies["sessionid"].value
    secrets = [KEY, token, session, "anna@example.org", "boris@example.org", "203.0.113.9", PASSWORD, "Wrong-pass-1"]
    here = {"REMOTE_ADDR": "203.0.113.9"}
    client.get(f"/{KEY[:9]}/{KEY}/")
    for path in ("t", "e", "act", "invitations", "mail/arrived", "tournaments/invitations"):
        for tail in ("/", "", "/more/", "/?next=/x&mail=anna@example.org"):
            client.get(f"/{path}/{KEY}{tail}", **here)
    client.get(f"/tournaments/mine/{KEY}.ics")
    Client(enforce_csrf_checks=True).post(f"/invitations/{KEY}/accept/", {"a": "b"}, **here)
    Client().get("/", headers={"host": "203.0.113.9"})
    Client().post("/accounts/login/", {"login": "anna@example.org", "password": "Wrong-pass-1"}, **here)
    Client().get("/api/v1/games/999/", headers={"authorization": f"Token {token}"})
    Client().get("/api/v1/games/", headers={"authorization": f"Token {KEY}"})
    try:
        with transaction.atomic():
            User.objects.create_user("anna@example.org", PASSWORD, display_name="Anna")
    except Error:
        logging.getLogger("accounts").exception("user %s could not be made", 7)
    try:
        raise ConnectionRefusedError(f"smtp://anna:{PASSWORD}@mail.example.org did not take <boris@example.org>")
    except OSError:
        logging.getLogger("notifications").exception("mail %s waits", 12)
    tidy()
    text = lines.text
    assert len(text.splitlines()) > 20
    assert [secret for secret in secrets if secret in text] == []
    assert text.count("Traceback") >= 2
    if not text.startswith("{"):
        assert "Not Found: /t/" in text, "what the site knows is told with its numbers"
        return
    told = lines.read()
    assert any(line.get("status") == 404 and line["message"].startswith("Not Found: /") for line in told)
    assert sum("Traceback" in line.get("error", "") for line in told) >= 2


@pytest.mark.django_db
def test_lines_of_a_request_have_its_number_and_its_game(lines: Lines, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    first, second = (Client().get("/games/4711/pulse/", headers={"x-request-id": "of-a-stranger"}) for _ in range(2))
    one, other = lines.read()
    assert (one["request"], other["request"]) == (first["X-Request-ID"], second["X-Request-ID"])
    assert "of-a-stranger" != one["request"] != other["request"]
    assert (one["game"], one["status"]) == (4711, 404)
    logging.getLogger("games").info("game %s timed out at ply %s", 12, 3)
    (line,) = lines.read()
    assert (line["game"], line["message"]) == (12, "game 12 timed out at ply 3")
    assert "request" not in line, "the next line is nobody's"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert (
        Client().get("/games/4711/pulse/", headers={"x-request-id": "of-the-proxy"})["X-Request-ID"] == "of-the-proxy"
    )
    assert Client().get("/games/4711/pulse/", headers={"x-request-id": 'a"b'})["X-Request-ID"] != 'a"b'


def test_the_setting_makes_every_line_an_object_and_without_it_nothing_changes(tmp_path: Path) -> None:
    said = "import django, logging; django.setup(); logging.getLogger('games').info('game 12 is over')"
    for form in ("json", ""):
        environment = {**os.environ, "STPETE_HOME": str(tmp_path), "LOG_FORMAT": form, "STPETE_TEST_CHILD": "yes"}
        environment["DJANGO_SETTINGS_MODULE"] = "stpete_site.settings"
        done = subprocess.run(
            [sys.executable, "-c", said], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        if form:
            assert json.loads(done.stderr)["game"] == 12
        else:
            assert done.stderr.rstrip().endswith("INFO games: game 12 is over")


def test_the_web_server_speaks_in_the_same_form() -> None:
    said = (
        "import logging.config, sys; from gunicorn.glogging import CONFIG_DEFAULTS;"
        "from stpete_site.supervisor.gunicorn import logconfig_dict;"
        "logging.config.dictConfig({**CONFIG_DEFAULTS, **logconfig_dict});"
        "logging.getLogger('gunicorn.error').error('Invalid request from ip=%s: %s', '203.0.113.9', '/act/k.1/')"
    )
    left = "Invalid request from ip=(network): /act/(key)"
    for form in ("json", ""):
        environment = {**os.environ, "LOG_FORMAT": form}
        done = subprocess.run(
            [sys.executable, "-c", said], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        told = json.loads(done.stderr)["message"] if form else done.stderr.rstrip().partition("gunicorn.error: ")[2]
        assert told == left
    assert of_gunicorn(PLAIN)["loggers"]["gunicorn.error"]["handlers"] == []
