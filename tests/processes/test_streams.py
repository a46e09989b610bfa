"""The process that tells open pages when to look again, with the site beside it."""

from __future__ import annotations

import http.client
import json
import queue
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import ApiToken, User
from games.models import Game, PassMode, Source, Visibility
from games.play.interventions import pause_game
from games.play.moves import order_pass, revoke_pass
from games.play.positions import load
from stpete_site.supervisor.process import wait_until
from tests.games.play_builders import asked_user, begun, first_phase_over, next_move, play_on
from tests.games.table_builders import agree_to_end
from tests.people import signed_in, token_of
from tests.processes_of_the_site import Site

pytestmark = pytest.mark.django_db(transaction=True)
Event = tuple[str, Any]
END = ("end", 0)


@dataclass
class Page:
    """An open page, as far as it listens."""

    site: Site
    session: str = ""
    links: str = ""
    heard: queue.Queue[Event] = field(default_factory=queue.Queue)

    def opens(self, game: Game | None, **headers: str) -> int:
        """The status of the answer; from then on it listens. Without a game to all that is its person's."""
        connection = http.client.HTTPConnection("127.0.0.1", self.site.streams_port, timeout=200)
        cookies = {"sessionid": self.session, "tables": self.links}
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items() if value)} | headers
        connection.request("GET", f"/streams/{game.pk if game else 'mine'}/", headers=sent)
        answer = connection.getresponse()
        if answer.status == 200:
            threading.Thread(target=self._listen, args=(answer,), daemon=True).start()
            assert self.next()[0] == "beat"
        return answer.status

    def _listen(self, answer: http.client.HTTPResponse) -> None:
        event = ""
        try:
            while line := answer.readline():
                name, _, value = line.decode().strip().partition(": ")
                if name == "event":
                    event = value
                elif name == "data":
                    self.heard.put((event, json.loads(value)))
        finally:
            self.heard.put(END)

    def next(self, seconds: float = 10.0) -> Event:
        return self.heard.get(timeout=seconds)

    def about(self, game: Game) -> Any:
        """What it hears next of this game among all that its person has, beside new notifications."""
        word, told = self.next(3)
        while word == "look" and "notifications" in told:
            word, told = self.next(3)
        assert (word, told["game"]) == ("look", game.pk)
        return told


def page_of(site: Site, user: User) -> Page:
    return Page(site, signed_in(user).cookies["sessionid"].value)


def test_open_pages_hear_within_a_second_of_what_everybody_may_know_and_of_nothing_else(
    site: Site, anna: User, boris: User
) -> None:
    game, other = begun(anna, boris, now=now()), begun(anna, boris, now=now())
    play_on(game, until=first_phase_over, now=now())
    site.streams()
    site.web()
    pages = [page_of(site, anna), page_of(site, boris), Page(site)]
    assert [page.opens(game) for page in pages] == [200, 200, 200]
    own = Page(site)
    assert own.opens(None, Authorization=f"Bearer {token_of(anna)}") == 200
    assert Page(site).opens(None) == 401
    elsewhere = next_move(other)
    assert own.about(other)["version"] == elsewhere
    version = next_move(game)
    began = time.monotonic()
    assert [page.next() for page in pages] == [("look", version)] * 3
    assert time.monotonic() - began < 1
    asked = asked_user(load(game.pk))
    waits = boris if asked == anna else anna
    order_pass(game_id=game.pk, user=waits, mode=PassMode.UNTIL_CHANGE, version=version, source=Source.PAGE, now=now())
    revoke_pass(game_id=game.pk, user=waits)
    with pytest.raises(queue.Empty):
        pages[0].next(0.6)
    assert own.about(game)["version"] == version
    agree_to_end(game, waits, now())
    assert pages[2].next(1) == ("look", version + 1)
    pause_game(game_id=game.pk, now=now())
    assert pages[2].next(1) == ("look", version + 1)


def test_only_who_may_see_a_game_may_listen_and_there_is_nothing_else_to_ask(
    site: Site, anna: User, boris: User, clara: User
) -> None:
    game = begun(anna, boris, now=now())
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    site.streams()
    site.web()
    assert page_of(site, anna).opens(game) == 200
    assert Page(site, links=game.link_token).opens(game) == 200
    assert page_of(site, clara).opens(game) == Page(site).opens(game) == 404
    assert page_of(site, anna).opens(game, Origin="http://evil.example.org") == 403
    assert page_of(site, anna).opens(game, Host="evil.example.org") == 404
    assert Page(site).opens(game, Authorization=f"Bearer {token_of(anna)}") == 200
    assert Page(site).opens(game, Authorization=f"Bearer {token_of(clara)}") == 404
    assert page_of(site, anna).opens(game, Authorization="Bearer nothing") == 404
    elsewhere = {"Origin": "https://bots.example.net"}
    assert Page(site).opens(game, Authorization=f"Bearer {token_of(anna)}", **elsewhere) == 200
    assert page_of(site, anna).opens(game, Authorization="Basic eDp5", **elsewhere) == 404, "its cookie does not count"
    asking = http.client.HTTPConnection("127.0.0.1", site.streams_port, timeout=200)
    before = elsewhere | {"Access-Control-Request-Headers": "authorization"}
    asking.request("OPTIONS", "/streams/mine/", headers=before)
    allowed = asking.getresponse()
    assert (allowed.status, allowed.headers["Access-Control-Allow-Origin"]) == (204, "*")
    assert "Access-Control-Allow-Credentials" not in allowed.headers
    ours = page_of(site, anna).opens(game, Origin=site.url, Host=f"127.0.0.1:{site.streams_port}")
    assert ours == 200
    connection = http.client.HTTPConnection("127.0.0.1", site.streams_port, timeout=200)
    for method, path, status in (
        *(
            ("GET", path, 404)
            for path in ("/", "/games/", f"/games/{game.pk}/pulse/", "/streams/../games/", "/streams/x/")
        ),
        ("POST", f"/streams/{game.pk}/", 405),
    ):
        connection.request(method, path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status, path


def test_a_session_that_ends_ends_what_its_pages_hear_and_nobody_else_s(
    site: Site, anna: User, boris: User, clara: User, dmitri: User
) -> None:
    """Signing out and revoking say so at once; that somebody is blocked or has another password is found when the site is asked
    again."""
    game = begun(anna, boris, now=now())
    site.streams(check=3.0)
    site.web()
    pages = {user.pk: page_of(site, user) for user in (anna, boris, clara, dmitri)}
    again, program = page_of(site, anna), Page(site)
    assert [page.opens(game) for page in (*pages.values(), again)] == [200] * 5
    assert program.opens(game, Authorization=f"Token {token_of(anna)}") == 200
    ApiToken.objects.all().delete()  # revoked
    assert program.next(1) == END
    client = Client()
    client.cookies["sessionid"] = pages[anna.pk].session
    assert client.post("/accounts/logout/").status_code == 302
    assert pages[anna.pk].next(1) == END
    User.objects.filter(pk=boris.pk).update(is_active=False)
    clara.set_password("another one of a test")
    clara.save()
    assert [pages[user.pk].next(5) for user in (boris, clara)] == [END, END]
    version = next_move(game)
    assert [page.next(1) for page in (pages[dmitri.pk], again)] == [("look", version)] * 2


def test_a_site_that_is_away_ends_no_stream_at_once_and_lets_nobody_in(site: Site, anna: User, boris: User) -> None:
    game = begun(anna, boris, now=now())
    streams = site.streams(check=1.0)
    site.web()
    page = page_of(site, anna)
    assert page.opens(game) == 200
    assert site.server.master is not None
    site.server.master.kill()
    with pytest.raises(queue.Empty):
        page.next(2.0)
    assert page_of(site, boris).opens(game) == 503
    site.web()
    assert wait_until(lambda: page_of(site, boris).opens(game) == 200, seconds=200)
    version = next_move(game)
    assert page.next(1) == ("look", version)
    streams.stop()
    left = [page.next(5)]
    while left[-1] != END:  # the check that asks what was missed may say the same version once more
        assert left[-1] == ("look", version)
        left.append(page.next(5))
    assert "Traceback" not in streams.printed(), streams.printed()
