"""A Redis that is killed, hangs or comes back: pages go on, what cannot be done is said, and nothing is a 500."""

from __future__ import annotations

import http.cookiejar
import json
import os
import signal
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, LogRow, Seat
from games.play.positions import load
from stpete_site.supervisor.process import wait_until
from tests.games.play_builders import asked_user, begun
from tests.people import person, token_of
from tests.processes.test_streams import Page
from tests.processes.test_supervisor import refused
from tests.processes_of_the_site import Site
from tests.servers import Valkey
from tests.web_server import Process, free_port

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "a password of a test"


@dataclass
class Said:
    """One answer of the site."""

    status: int
    text: str
    url: str
    seconds: float


class Browser:
    """A person's browser or program: keeps cookies, says what it was told, follows redirects."""

    def __init__(self, site: Site, token: str = "") -> None:
        self.site, self.token = site, token
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def ask(self, path: str, data: dict[str, object] | None = None) -> Said:
        """A GET, or a POST with `data`: a form with its token, or JSON for the API."""
        headers = {"Authorization": f"Token {self.token}"} if self.token else {}
        body = None
        if data is not None and self.token:
            headers["Content-Type"], body = "application/json", json.dumps(data).encode()
        elif data is not None:
            data = {"csrfmiddlewaretoken": self._csrf(), **data}
            body = urllib.parse.urlencode(data).encode()
        began = time.monotonic()
        try:
            answer = self.opener.open(urllib.request.Request(self.site.url + path, body, headers), timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return Said(answer.status or 0, answer.read().decode(), answer.url, time.monotonic() - began)

    def _csrf(self) -> str:
        return next((cookie.value or "" for cookie in self.cookies if cookie.name == "csrftoken"), "")


@dataclass
class Scene:
    """A web process with a Redis of its own, and Anna, Boris and a game between them."""

    site: Site
    valkey: Valkey
    web: Process
    anna: User
    boris: User
    game: Game

    def signed_in(self, user: User) -> Browser:
        browser = Browser(self.site)
        assert self.lets_in(user, browser)
        return browser

    def lets_in(self, user: User, browser: Browser) -> bool:
        browser.ask("/accounts/login/")
        said = browser.ask("/accounts/login/", {"login": user.email, "password": PASSWORD})
        return said.status == 200 and "/accounts/login/" not in said.url

    def mover(self) -> tuple[User, str, int]:
        """Who is asked, a move of his, and the version of the game."""
        play = load(self.game.pk)
        user = asked_user(play)
        seat = play.seat_of(user)
        assert seat is not None
        return user, str(play.view(seat.index).moves[0]), play.game.version


@pytest.fixture
def scene(site: Site) -> Iterator[Scene]:
    valkey = Valkey(Path(os.environ["STPETE_TEST_DIR"]) / f"valkey-{os.getpid()}")
    site.environment |= {"REDIS_URL": f"unix://{valkey.socket}?db=0"}
    anna, boris = person("Anna"), person("Boris")
    for user in (anna, boris):
        user.set_password(PASSWORD)
        user.save()
    game = begun(anna, boris, pace="2d", now=now())
    yield Scene(site, valkey, site.web(), anna, boris, game)
    valkey.process.send_signal(signal.SIGCONT)
    valkey.stop()


def kill(valkey: Valkey) -> None:
    valkey.kill()


def freeze(valkey: Valkey) -> None:
    valkey.process.send_signal(signal.SIGSTOP)


@pytest.mark.parametrize(("trouble", "longest"), [(kill, 3.0), (freeze, 8.0)])
def test_pages_forms_moves_and_the_api_go_on_without_redis(scene: Scene, trouble: object, longest: float) -> None:
    browsers = {user.pk: scene.signed_in(user) for user in (scene.anna, scene.boris)}
    tokens = {user.pk: Browser(scene.site, token_of(user)) for user in (scene.anna, scene.boris)}
    number = scene.game.pk
    anna = browsers[scene.anna.pk]
    anna.ask(f"/games/{number}/")  # the first page of a process compiles its templates, which is not what is timed here
    trouble(scene.valkey)  # type: ignore[operator]
    paths = ["/", "/games/", "/lobby/", f"/games/{number}/", f"/games/{number}/pulse/", "/profile/", "/accounts/login/"]
    answers = {path: anna.ask(path) for path in paths}
    answers["a form"] = anna.ask("/language/", {"language": "de", "next": "/games/"})
    assert User.objects.get(pk=scene.anna.pk).language == "de"
    user, text, version = scene.mover()
    browsers[user.pk].ask(f"/games/{number}/")
    answers["a move"] = browsers[user.pk].ask(f"/games/{number}/move/", {"text": text, "version": version})
    user, text, version = scene.mover()
    assert version == 1, answers["a move"].text
    api = tokens[user.pk]
    answers["the API"] = api.ask(f"/api/v1/games/{number}/")
    played = api.ask(f"/api/v1/games/{number}/moves/", {"text": text, "version": version})
    assert played.status == 201, played.text
    assert scene.mover()[2] == 2
    answers["signing out"] = anna.ask("/accounts/logout/", {})
    assert {what: said.status for what, said in answers.items() if said.status != 200} == {}
    slow = {what: said.seconds for what, said in answers.items() if said.seconds > longest}
    assert slow == {}
    assert "Traceback" not in scene.web.printed(), scene.web.printed()
    assert scene.web.printed().count("the cache is away") == 1, "said once, not once a request"


def test_tries_are_counted_without_redis_and_what_was_counted_before_still_is(scene: Scene) -> None:
    """Nobody may try passwords without being counted, and nobody begins anew with a Redis that does."""
    thief = Browser(scene.site)

    def says_locked(password: str) -> bool:
        thief.ask("/accounts/login/")
        said = thief.ask("/accounts/login/", {"login": scene.anna.email, "password": password})
        assert said.status == 200
        return "Too many wrong passwords" in said.text

    assert [says_locked("a guess of mine") for _ in range(3)] == [False] * 3
    kill(scene.valkey)
    assert [says_locked("a guess of mine") for _ in range(3)] == [False] * 2 + [True]
    assert scene.lets_in(scene.boris, Browser(scene.site)), "others sign in meanwhile"
    scene.valkey.start()
    boris = scene.signed_in(scene.boris)
    assert wait_until(
        lambda: boris.ask("/games/").status == 200 and "the cache is back" in scene.web.printed(), seconds=9
    )
    assert says_locked(PASSWORD)


def test_one_signs_in_without_redis_and_a_sign_out_meanwhile_is_kept(scene: Scene) -> None:
    browser, other = scene.signed_in(scene.anna), Browser(scene.site)
    cookie = next(cookie for cookie in browser.cookies if cookie.name == "sessionid")
    freeze(scene.valkey)
    assert scene.lets_in(scene.boris, other)
    assert other.ask("/profile/").status == 200
    assert browser.ask("/accounts/logout/", {}).status == 200
    scene.valkey.process.send_signal(signal.SIGCONT)
    assert wait_until(
        lambda: other.ask("/profile/").status == 200 and "the cache is back" in scene.web.printed(), seconds=9
    )
    thief = Browser(scene.site)
    thief.cookies.set_cookie(cookie)  # Redis still held the session that was ended while it was away
    assert "/accounts/login/" in thief.ask("/games/").url


def test_a_worker_is_connected_again_soon_after_redis_is_back(scene: Scene) -> None:
    """Celery's own pauses grow to half a minute; a deadline would wait for the end of the last one."""
    worker = scene.site.worker(concurrency=1)
    beat = scene.site.launch("beat", "celery", "-A", "stpete_site", "beat")
    kill(scene.valkey)
    away_until = time.monotonic() + 21
    wait_until(lambda: time.monotonic() > away_until, seconds=30, every=1)
    Seat.objects.filter(game=scene.game, waiting=True).update(due_at=now() + timedelta(seconds=1))
    scene.valkey.start()
    timeouts = LogRow.objects.filter(game=scene.game, source="timeout")
    assert wait_until(timeouts.exists, seconds=10), worker.printed() + beat.printed()


def test_a_redis_that_is_not_there_is_said_at_the_start(tmp_path: Path) -> None:
    url = f"redis://:hunter2@127.0.0.1:{free_port()}/0"
    complaint = refused(tmp_path / "home", "--port", str(free_port()), REDIS_URL=url)
    assert "Cannot connect to the Redis server of REDIS_URL" in complaint
    assert "hunter2" not in complaint


def test_streams_outlive_a_redis_that_is_started_again_and_miss_nothing(scene: Scene) -> None:
    game, site = scene.game, scene.site
    streams = site.streams()
    session = next(cookie.value or "" for cookie in scene.signed_in(scene.anna).cookies if cookie.name == "sessionid")
    page = Page(site, session)
    assert page.opens(game) == 200
    tokens = {user.pk: Browser(site, token_of(user)) for user in (scene.anna, scene.boris)}

    def move() -> int:
        user, text, version = scene.mover()
        said = tokens[user.pk].ask(f"/api/v1/games/{game.pk}/moves/", {"text": text, "version": version})
        assert said.status == 201, said.text
        return scene.mover()[2]

    version = move()
    assert page.next(1) == ("look", version)
    kill(scene.valkey)
    missed = move()
    scene.valkey.start()
    assert page.next(5) == ("look", missed)
    assert wait_until(lambda: scene.lets_in(scene.boris, Browser(site)), seconds=5), "the site speaks to Redis again"
    version = move()
    assert page.next(5) == ("look", version)
    assert streams.printed().count("Redis is unreachable, so pages poll") == 1, streams.printed()
