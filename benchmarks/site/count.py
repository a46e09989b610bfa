"""Counts statements as the tests do (`assertNumQueries`): asks on stdin as JSON, numbers by key on stdout.

Each is asked twice and counted the second time. Health checks of connections are not among them, BEGIN and COMMIT are.
"""

from __future__ import annotations

import json
import sys

import django
from django.test import Client

from .asks import Ask


def main() -> None:
    django.setup()
    asked = {key: [Ask(**ask) for ask in asks] for key, asks in json.load(sys.stdin).items()}
    json.dump({key: count(asks) for key, asks in asked.items()}, sys.stdout)


def count(asks: list[Ask]) -> int:
    """Statements of the last of these requests."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client, etag = Client(SERVER_NAME="127.0.0.1"), ""
    for ask in asks:
        with CaptureQueriesContext(connection) as captured:
            etag = _sent(client, ask, etag)
    return len(captured)


def _sent(client: Client, ask: Ask, etag: str) -> str:
    """Send it within this process. Returns the ETag of the answer."""
    cookies = dict(pair.split("=", 1) for pair in ask.headers.get("Cookie", "").split("; ") if pair)
    client.cookies.clear()
    client.cookies.load(cookies)
    headers = {name: value for name, value in ask.headers.items() if name != "Cookie"}
    if ask.conditional and etag:
        headers["If-None-Match"] = etag
    kind = headers.pop("Content-Type", "application/octet-stream")
    answer = client.generic(ask.method, ask.path, ask.body, content_type=kind, headers=headers)
    if answer.status_code != ask.status and not (ask.conditional and not etag):
        raise RuntimeError(f"{ask.path} answers {answer.status_code}, not {ask.status}")
    return answer.headers.get("ETag", "")


if __name__ == "__main__":
    main()
