"""What the site's answer means to a page that wants to listen; the site here is a server that says one thing."""

from __future__ import annotations

import asyncio

import pytest

import streams.door
from streams.door import Away, Door, Sight, SightRefused

GOOD = 'HTTP/1.0 200 OK\r\nETag: "7-running--00-"\r\nX-Viewer: 12\r\n\r\n{"version": 7, "your_turn": true}'


def asked(answer: str | None, *, times: int = 1) -> tuple[list[object], bytes]:
    """What `Door.ask` gives or raises, so often at once, and what the site was sent at last; it says nothing for None."""
    sent = b""

    async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        sent = await reader.readuntil(b"\r\n\r\n")
        if answer is None:
            await asyncio.sleep(5)
        writer.write((answer or "").encode())
        writer.close()

    async def act() -> list[object]:
        site = await asyncio.start_server(say, "127.0.0.1", 0)
        door = Door("127.0.0.1", site.sockets[0].getsockname()[1])
        headers = {"cookie": "sessionid=a", "host": "pete.lan:8024", "x-evil": "1", "authorization": "Token b"}
        found = await asyncio.gather(
            *(door.ask("/games/4/pulse/", headers) for _ in range(times)), return_exceptions=True
        )
        site.close()
        return list(found)

    return asyncio.run(act()), sent


def test_the_site_is_asked_for_the_pulse_with_the_cookies_of_the_page_or_a_token_and_nothing_else() -> None:
    found, sent = asked(GOOD)
    assert found == [Sight(7, '"7-running--00-"', "12")]
    assert sent.decode().split("\r\n") == [
        *("GET /games/4/pulse/ HTTP/1.0", "host: pete.lan:8024", "cookie: sessionid=a", "authorization: Token b"),
        *("X-Stream: 1", "", ""),
    ]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("HTTP/1.0 404 Not Found\r\n\r\n", SightRefused),
        ("HTTP/1.0 301 Moved\r\nLocation: https://pete.lan/\r\n\r\n", SightRefused),
        ("HTTP/1.0 400 Bad Request\r\n\r\n", SightRefused),
        ("HTTP/1.0 503 Service Unavailable\r\n\r\n", Away),
        ("", Away),
        (GOOD.replace('"version"', '"other"'), Away),
        (GOOD.replace("X-Viewer", "X-Other"), Away),
    ],
)
def test_no_is_no_and_nothing_is_made_of_half_an_answer(answer: str, error: type[Exception]) -> None:
    found, _sent = asked(answer)
    assert isinstance(found[0], error)


def test_a_site_that_hangs_keeps_nobody_waiting_for_those_before_him(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams.door, "PATIENCE", 0.2)
    found, _sent = asked(None, times=3 * streams.door.AT_A_TIME)
    assert all(isinstance(one, Away) for one in found)


def test_what_is_known_of_all_that_somebody_has_and_why_he_may_not_listen() -> None:
    body = '{"games": [{"game": 7, "version": 3}], "tables": [{"table": 8, "mark": "a"}], "notifications": null}'
    found, _sent = asked(f'HTTP/1.0 200 OK\r\nETag: "b"\r\nX-Viewer: 12\r\n\r\n{body}')
    known = {
        "game 7": '{"game": 7, "version": 3}',
        "table 8": '{"table": 8, "mark": "a"}',
        "notifications": '{"notifications": null}',
    }
    assert found == [Sight(0, '"b"', "12", known)]
    for status in (401, 403):
        (refused,), _sent = asked(f"HTTP/1.0 {status} No\r\n\r\n")
        assert isinstance(refused, SightRefused)
        assert refused.status == status
    assert isinstance(asked("HTTP/1.0 429 Too Many Requests\r\n\r\n")[0][0], Away), "who asks too often comes again"
