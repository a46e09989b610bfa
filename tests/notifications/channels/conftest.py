"""A server of somebody else, in this process, over real HTTP."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@dataclass
class Theirs:
    """What came there, and what it answers: a status, headers, and bytes that it says slowly."""

    url: str = ""
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0
    came: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def theirs(settings: object) -> Iterator[Theirs]:
    """Its network is one that the settings allow."""
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8", "::1/128"]  # type: ignore[attr-defined]
    told, stop = Theirs(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.came.append((self.path, dict(self.headers), body))
            while told.drip and not stop.wait(told.drip):
                self.wfile.write(b"H")
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *values: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield told
    stop.set()
    server.shutdown()
    server.server_close()
