"""`python -m stpete_site.liveness web`: whether the process of this name on this machine answers. Exit status 0 or 1.

What containers ask about themselves. Whether the site does its work is another question, which `/health/` answers for all
parts together.
"""

import http.client
import socket
import sys
from collections.abc import Callable

from kombu.exceptions import OperationalError

from stpete_site.celery import CREWS
from stpete_site.supervisor.plan import listens

HOST = "127.0.0.1"
WEB, STREAMS, INBOUND = 8000, 8024, 8026
"""Where compose.yaml lets them listen."""


def web(port: int = WEB) -> bool:
    """A web process answers. What is asked for needs no database, which would be somebody else's illness."""
    try:
        connection = http.client.HTTPConnection(HOST, port, timeout=4)
        connection.request("GET", "/robots.txt", headers={"X-Forwarded-Proto": "https"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False


def worker(name: str, *, patience: float = 5.0) -> bool:
    """The crew of this name takes tasks from the queue's server and says so within so many seconds."""
    from stpete_site import celery_app

    node = f"{name}@{socket.gethostname()}"
    try:
        return bool(celery_app.control.inspect(destination=[node], timeout=patience).ping())
    except (OSError, OperationalError):
        return False


def asked_of(name: str) -> Callable[[], bool]:
    """What to ask of the process of this name. Raises KeyError for one that there is not."""
    asking: dict[str, Callable[[], bool]] = {
        "web": web,
        "streams": lambda: listens(HOST, STREAMS),
        "inbound": lambda: listens(HOST, INBOUND),
    }
    for crew in CREWS:
        asking[crew.name] = lambda name=crew.name: worker(name)  # type: ignore[misc]
    return asking[name]


if __name__ == "__main__":
    sys.exit(not asked_of(sys.argv[1])())
