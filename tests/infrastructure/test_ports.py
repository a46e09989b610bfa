"""Two sites that start at once on neighbouring ports choose ports of their own."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from stpete_site.supervisor import plan
from stpete_site.supervisor.plan import any_free_port

OTHER = """
import sys
from stpete_site.supervisor import plan
print(plan.choose('127.0.0.1', [int(sys.argv[1])]), flush=True)
input()
"""


@pytest.fixture(autouse=True)
def _held() -> Iterator[None]:
    yield
    plan.release()


def test_a_port_that_another_site_means_to_take_is_left_to_it() -> None:
    wanted = any_free_port()
    other = subprocess.Popen([sys.executable, "-c", OTHER, str(wanted)], stdin=-1, stdout=-1, text=True)
    assert other.stdout is not None
    try:
        assert int(other.stdout.readline()) == wanted
        assert not plan.claim("127.0.0.1", wanted), "nobody listens there yet"
        chosen = plan.choose("127.0.0.1", [wanted])
        assert chosen not in (0, wanted)
        assert plan.claim("127.0.0.1", chosen), "what is ours stays ours"
    finally:
        other.kill()  # however it ends
        other.communicate()
    assert plan.claim("127.0.0.1", wanted)


def test_what_somebody_listens_on_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert not plan.claim("127.0.0.1", port)
        assert plan.choose("127.0.0.1", [port]) != port
    assert plan.claim("127.0.0.1", port)
