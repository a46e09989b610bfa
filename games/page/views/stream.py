"""Where an open page hears that the game has changed (streams/)."""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def stream_of(request: HttpRequest, game_id: int) -> str:
    """The address of its stream; empty where there is none.

    A proxy sends it to the right process; without one it is another port of the name by which this page was asked for, whose
    cookies it shares.
    """
    if not settings.STREAMS_PORT:
        return ""
    path = f"/streams/{game_id}/"
    if not settings.STREAMS_ARE_BESIDE:
        return path
    host, _port = split_domain_port(request.get_host())
    return f"//{host}:{settings.STREAMS_PORT}{path}"
