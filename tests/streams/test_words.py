"""The little pure functions beside the streams."""

from __future__ import annotations

import doctest

import pytest

import stpete_site.values
import streams.app
import streams.door
import streams.words
from streams.app import App
from streams.door import Door
from streams.hub import Hub
from streams.words import Look, Out, You, mark_of, read


@pytest.mark.parametrize("module", [streams.words, streams.app, streams.door, stpete_site.values])
def test_examples(module: object) -> None:
    tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried.attempted
    assert not tried.failed


def test_what_is_said_is_understood() -> None:
    for said in (Look(1, 2), Look(1, 2, (3, 4)), Out(mark_of("key")), You((1, 2))):
        assert read(str(said)) == said


@pytest.mark.parametrize(
    ("origin", "host", "proxies", "ours"),
    [
        ("http://localhost:8000", "localhost:8024", 0, True),
        ("http://pete.lan:8000", "pete.lan:8024", 0, True),
        ("http://localhost:3000", "localhost:8024", 0, False),
        ("http://localhost:8000", "127.0.0.1:8024", 0, False),
        ("http://evil.example:8000", "localhost:8024", 0, False),
        ("https://pete.example.org", "pete.example.org", 1, True),
        ("https://evil.example.org", "pete.example.org", 1, False),
        ("http://pete.example.org:8000", "pete.example.org", 1, False),
        ("null", "localhost:8024", 0, False),
        ("http://localhost:many", "localhost:8024", 0, False),
    ],
)
def test_pages_of_other_sites_may_not_listen(origin: str, host: str, proxies: int, ours: bool) -> None:
    assert App(Hub(), Door("127.0.0.1", 8000), proxies=proxies)._is_ours(origin, host) is ours
