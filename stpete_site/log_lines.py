"""Log lines: as plain text, or as JSON, one object a line (`LOG_FORMAT=json`), for programs that gather them from many machines.

Those say which request, task and game a line belongs to. Neither says whose address or key: what looks like one is left out,
also of errors of libraries. That is the second wall; the first is that our own lines name rows by their numbers.
"""

import json
import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any

from celery import current_task

REQUEST: ContextVar[str] = ContextVar("request", default="")
GAME: ContextVar[int | None] = ContextVar("game", default=None)

KEYED = (
    "t",
    "e",
    "act",
    "archive/feed",
    "guest",
    "invitations",
    "tournaments/invitations",
    "tournaments/mine",
    "mail/unsubscribe",
    "mail/arrived",
    "measures",
    "mailbox",
)
"""Addresses whose next part is a key: anybody who has it can open something."""

_PATH = re.compile(rf"(?<![\w/])/(?:{'|'.join(KEYED)})/[^\s'\"<>]+")
_QUERY = re.compile(r"(?<=[\w/])\?[^\s'\"<>]+")
_LOGIN = re.compile(r"://[^/\s@]+@")
_MAIL = re.compile(r"(?:[^\s@<>\"'(),;:=\[\]]|(?<=\w)'(?=\w))+@(?:[\w-]+(?:\.[\w-]+)+|localhost\b)")
_NUMBERS = re.compile(r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7})(?![\w.])")
_RUN = re.compile(r"[A-Za-z0-9_-]{20,}")
_WORDS = re.compile(r"(?:\d{4}_)?_*(?:(?:[A-Z]?[a-z]{1,18}|[A-Z]{2,18})(?:[_-]+|(?=[A-Z])|$)){1,14}")
_GAME = re.compile(r"\bgame (\d+)\b")
_GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")


def clean(text: str) -> str:
    """The text without addresses of people and networks, keys and queries.

    >>> clean("mail to anna@example.org from 203.0.113.9 refused at /act/AbC.1/?next=/x")
    'mail to (address) from (network) refused at /act/(key)'
    """
    text = _LOGIN.sub("://(login)@", text)
    text = _PATH.sub(_without_key, text)
    text = _QUERY.sub("?(query)", text)
    text = _MAIL.sub("(address)", text)
    text = _NUMBERS.sub(_without_network, text)
    return _RUN.sub(lambda run: run[0] if _WORDS.fullmatch(run[0]) else "(key)", text)


def _without_key(found: re.Match[str]) -> str:
    path = found[0]
    prefix = max((one for one in KEYED if path.startswith(f"/{one}/")), key=len)
    return f"/{prefix}/(key)"


def _without_network(found: re.Match[str]) -> str:
    try:
        return found[0] if ip_address(found[0]).is_loopback else "(network)"
    except ValueError:  # a time, or a version
        return found[0]


class JsonLines(logging.Formatter):
    """`time` (UTC), `level`, `logger`, `process`, `message`; and `request`, `task`, `game`, `status`, `error` if known."""

    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage()
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if isinstance(path, str):
            message = message.replace(path, _shape(request, path))
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": clean(message),
            "request": getattr(request, "number_in_lines", "") or REQUEST.get() or None,
            "task": current_task.name if current_task else None,
            "game": _game(message, request),
            "status": getattr(record, "status_code", None),
        }
        if record.exc_info:
            line["error"] = clean(self.formatException(record.exc_info))
        return json.dumps({name: value for name, value in line.items() if value is not None}, ensure_ascii=False)


class PlainLines(logging.Formatter):
    """Moment, level, logger and message, for eyes; of an address that the site does not have the first part alone."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if isinstance(path, str) and getattr(request, "resolver_match", None) is None:
            record.message = record.message.replace(path, _shape(request, path))
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        return clean(super().format(record))


def _shape(request: object, path: str) -> str:
    """The address as the list of addresses has it; of one that is not in it the first part alone, for it may be half a link."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else f"/{path.split('/')[1]}/…"


def _game(message: str, request: object) -> int | None:
    if found := _GAME.search(message):
        return int(found[1])
    match = getattr(request, "resolver_match", None)
    game = match.kwargs.get("game_id") if match else GAME.get()
    return game if isinstance(game, int) else None


class RequestMiddleware:
    """Gives each request a number, that of the proxy where one stands in front, and says it in the answer (`X-Request-ID`)."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        from django.conf import settings

        self.get_response = get_response
        self.behind_proxy = bool(settings.ALLAUTH_TRUSTED_PROXY_COUNT)

    def __call__(self, request: Any) -> Any:
        given = request.headers.get("X-Request-ID", "") if self.behind_proxy else ""
        number = given if _GIVEN.fullmatch(given) else secrets.token_hex(8)
        request.number_in_lines = number  # Django's own line about a bad answer comes when all middleware is through
        known = REQUEST.set(number), GAME.set(None)
        try:
            response = self.get_response(request)
        finally:
            REQUEST.reset(known[0])
            GAME.reset(known[1])
        response["X-Request-ID"] = number
        return response

    def process_view(self, request: Any, view: object, args: object, kwargs: dict[str, Any]) -> None:
        """What its address says of a game belongs to all lines of the request."""
        game = kwargs.get("game_id")
        GAME.set(game if isinstance(game, int) else None)


FORMATTER: dict[str, Any] = {"()": JsonLines}
PLAIN: dict[str, Any] = {"()": PlainLines}


def of_gunicorn(formatter: dict[str, Any]) -> dict[str, Any]:
    """What the web server says of itself, in the same form; the site sets up its own lines in each of its processes."""
    return {
        "formatters": {"line": formatter},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"level": "INFO", "handlers": ["console"]},
        "loggers": {"gunicorn.error": {"level": "INFO", "handlers": [], "propagate": True}},
    }


def of_site(formatter: dict[str, Any]) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "celery.app.trace": {"level": "WARNING"},  # two lines for every sweep would bury the rest
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "mail.log": {"level": "WARNING"},  # aiosmtpd writes every word of a conversation: reply addresses are keys
        },
    }
