"""People who play through the pages: they open the game, find the button of what they want, and send the form it stands in.

Nothing is sent that the page does not have: fields and tokens are read from its HTML, and cross-site checks are on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from html.parser import HTMLParser
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import urldefrag

from django.test import Client
from django.utils import timezone

import engine
from accounts.models import User
from engine.bots import BOTS
from games.models import Draft, Game
from games.play.positions import load
from tests.browser.fingers import opener_of

PAGE = "/games/{}/"
TAGS = re.compile(r"<(?:/?form|button|input)\b[^>]*>")
"""All that is read of a page, which has some thousand other tags; a `>` within a value is written `&gt;`."""
MANY = 2000
"""Answers of one game, and more: a game that takes so many does not go on."""


@dataclass
class Form:
    """A form of a page with what it sends beside the button that was pressed."""

    method: str
    action: str
    values: dict[str, str] = field(default_factory=dict)


@dataclass
class Button:
    """A button that can be pressed. `form` is the id of its form, or the form around it."""

    form: str | Form | None
    action: str


class Forms(HTMLParser):
    """The forms of a page and the buttons that send them, by name and value."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.named: dict[str, Form] = {}
        self.buttons: dict[tuple[str, str], Button] = {}
        self._open: Form | None = None
        self.feed("".join(TAGS.findall(text)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(at.get("method", "get"), at.get("action", ""))
            self.named[at.get("id", "")] = self._open
        elif tag == "input" and at.get("type") == "hidden" and self._open is not None:
            self._open.values[at["name"]] = at.get("value", "")
        elif tag == "button" and "name" in at and "disabled" not in at:
            button = Button(at.get("form", self._open), at.get("formaction", ""))
            self.buttons.setdefault((at["name"], at.get("value", "")), button)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def form_of(self, button: Button) -> Form:
        found = self.named.get(button.form) if isinstance(button.form, str) else button.form
        assert found is not None, f"a button without a form: {button}"
        return found


class Visitor:
    """One person before the page of one game."""

    def __init__(self, user: User, game: Game) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        self.address = PAGE.format(game.pk)
        self.page = Forms("")
        self.chance = Random(f"{game.title}:{user.display_name}")

    def answer(self, view: engine.View) -> None:
        """What the plain bot would do, by the buttons of the page."""
        text = str(BOTS["plain"].choose(view, engine.guess(view, self.chance), self.chance))
        self._read(self.client.get(self.address))
        if self._has("draft", "send"):  # the turn would go on; what comes next follows from the log
            self._press("draft", "send")
            return
        if text == "pass":
            self._press(*next(one for one in (("text", text), ("ask", text), ("mode", "")) if self._has(*one)))
        else:
            self._choose(text, opener_of(view, text))
        if self._has("text", text):  # the page asks once more
            self._press("text", text)

    def _choose(self, text: str, opener: str) -> None:
        if opener and not self._has("text", text) and not self._has("ask", text):
            self._press("card", opener)
        self._press("text" if self._has("text", text) else "ask", text)

    def _has(self, name: str, value: str) -> bool:
        return (name, value) in self.page.buttons

    def _press(self, name: str, value: str) -> None:
        assert self._has(name, value), f"the page has no button {name}={value}: {sorted(self.page.buttons)}"
        button = self.page.buttons[name, value]
        form = self.page.form_of(button)
        send = self.client.post if form.method == "post" else self.client.get
        self._read(send(urldefrag(button.action or form.action).url, {**form.values, name: value}))

    def _read(self, response: Any) -> None:
        """What was sent leads back to the page, which who is asked next opens anew, or to the one that asks once more."""
        if response.status_code == 302:
            path, _hash = urldefrag(response["Location"])
            if path == self.address:
                self.page = Forms("")
                return
            response = self.client.get(path)
        assert response.status_code == 200, response.status_code
        self.page = Forms(response.content.decode())


def play_through_pages(game: Game, now: datetime) -> None:
    """A game of people to its end: whoever is asked answers at his page. Every answer must move the game on."""
    visitors: dict[int, Visitor] = {}
    with clock_at(now):
        for _ in range(MANY):
            play = load(game.pk)
            if play.state.is_over:
                return
            index = engine.waiting_for(play.state)[0]
            user = play.holder(index).user
            assert user is not None, f"nobody answers for seat {index}"
            if index not in visitors:
                visitors[index] = Visitor(user, game)
            visitors[index].answer(play.view(index))
            drafts = Draft.objects.filter(seat__game=game)
            moved = load(game.pk).game.version > play.game.version or drafts.exists()
            assert moved, f"nothing has moved at version {play.game.version}"
    raise AssertionError(f"{game} does not end")


class _IsInstance(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, datetime)


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """Inside, Django's clock stands still at this moment."""

    class Stopped(datetime, metaclass=_IsInstance):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return moment.astimezone(tz)

    with patch.object(timezone, "datetime", Stopped):
        yield
