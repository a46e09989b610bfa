#!/usr/bin/env python3
"""A bot for St Pete, in one file and with Python's standard library alone.

    STPETE_URL=https://example.org STPETE_TOKEN=stp_… python3 examples/bot.py

It accepts invitations, plays all games of its account and waits in between until the site says that there is something new.
The token is made on the page "Tokens for programs" of the profile; it needs the scopes `read`, `play` and `tables`. An account
for which a program decides needs the leave of whoever runs the site (docs/api.md).

How it chooses is simple and meant to be replaced: `choose` gets the position as its seat may see it and answers one of
`view["moves"]`.
"""

from __future__ import annotations

import json
import os
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

PAUSE = 20.0
"""Seconds between two looks at the list of games, where the site has no stream of events."""
SURE = 120.0
"""Seconds between two looks while it listens."""
TRIES = 5
"""How often one thing is tried when the site is away; each time a little later."""


class Problem(Exception):
    """What the site refused: problem details (RFC 9457). `code` is for programs and never changes."""

    def __init__(self, status: int, told: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {told.get('code')}: {told.get('detail')}")
        self.status, self.code = status, str(told.get("code", ""))


class Site:
    """The API of one site as one account. Waits when it is told to, and sends again what got no answer."""

    def __init__(self, url: str, token: str) -> None:
        self.root, self.token = urljoin(url, "/api/v1/"), token
        self.kept: dict[str, tuple[str, Any]] = {}

    def get(self, path: str) -> Any:
        """What is there. What has not changed since the last look is not sent again."""
        mark, known = self.kept.get(path, ("", None))
        status, headers, body = self._ask("GET", path, None, {"If-None-Match": mark} if mark else {})
        if status == 304:
            return known
        if "ETag" in headers:
            self.kept[path] = (headers["ETag"], body)
        return body

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Do something, once: the key makes sure of that, however often it has to be sent."""
        return self._ask("POST", path, body, {"Idempotency-Key": str(uuid.uuid4())})[2]

    def pages(self, path: str) -> Iterator[Any]:
        """All rows of a list."""
        page = self.get(path)
        yield from page["results"]
        while page["next"]:
            page = self.get(page["next"])
            yield from page["results"]

    def news(self) -> Iterator[None]:
        """One step whenever there may be something new; the first at once."""
        heard = Request(urljoin(self.root, "/streams/mine/"), headers={"Authorization": f"Bearer {self.token}"})
        while True:
            try:
                with urlopen(heard, timeout=3 * PAUSE) as stream:
                    last = 0.0
                    for line in stream:
                        is_late = line == b"event: beat\n" and time.monotonic() - last > SURE
                        if line == b"event: look\n" or is_late or not last:
                            last = time.monotonic()
                            yield
            except (OSError, HTTPException):
                pass  # no stream, or it has ended: then we ask
            yield
            time.sleep(PAUSE)

    def _ask(
        self, method: str, path: str, body: Mapping[str, Any] | None, more: Mapping[str, str]
    ) -> tuple[int, Mapping[str, str], Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **more}
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(TRIES):
            request = Request(urljoin(self.root, path), data, headers, method=method)
            try:
                with urlopen(request, timeout=30) as answer:
                    text = answer.read()
                    return answer.status, answer.headers, json.loads(text) if text else None
            except HTTPError as error:
                if error.code == 304:
                    return 304, error.headers, None
                if error.code not in (429, 503):
                    raise Problem(error.code, json.loads(error.read() or b"{}")) from None
                time.sleep(float(error.headers.get("Retry-After", 5)))
            except URLError:
                time.sleep(2.0**attempt)
        raise SystemExit(f"{self.root} does not answer.")


def choose(view: Mapping[str, Any]) -> str:
    """One of the legal moves: the dearest card that can be bought while Workers and Buildings are cheap to have, else a pass;
    any other question gets its first answer."""
    moves = view["moves"]
    slots = [slot for row in ("upper", "lower") for slot in view[row] if slot]
    offers = [
        offer for slot in slots for offer in slot["offers"] if offer["move"] in moves and offer["price"] is not None
    ]
    buys = [offer for offer in offers if offer["move"].startswith("buy ")]
    if buys:
        return str(max(buys, key=lambda offer: (offer["price"], offer["move"]))["move"])
    return "pass" if "pass" in moves else str(moves[0])


def accept(site: Site) -> None:
    """Sit down wherever somebody has invited this account."""
    for one in list(site.pages("invitations/")):
        try:
            site.post(f"invitations/{one['key']}/accept/", {"seen": one["terms"]})
        except Problem as problem:
            print(f"invitation to {one['title']}: {problem}", file=sys.stderr)


def play(site: Site, choose: Callable[[Mapping[str, Any]], str] = choose) -> int:
    """Answer everything that waits for this account now; how many moves it made."""
    made = 0
    for game in list(site.pages("games/?waiting=true")):
        state = site.get(f"games/{game['id']}/")
        while state["your_seat"] in state["view"]["asked"]:
            move = choose(state["view"])
            try:
                site.post(f"games/{game['id']}/moves/", {"text": move, "version": state["version"]})
            except Problem as problem:
                if problem.code not in ("stale_position", "not_your_turn", "paused", "not_running"):
                    raise
                break  # the game has gone on: the next look shows how
            made += 1
            state = site.get(f"games/{game['id']}/")
    return made


def main() -> None:
    try:
        site = Site(os.environ["STPETE_URL"], os.environ["STPETE_TOKEN"])
    except KeyError as missing:
        raise SystemExit(f"Set {missing.args[0]}: the address of the site, and a token of your profile.") from None
    try:
        for _ in site.news():
            accept(site)
            while play(site):
                pass
    except Problem as problem:
        raise SystemExit(f"{site.root}: {problem}") from None


if __name__ == "__main__":
    main()
