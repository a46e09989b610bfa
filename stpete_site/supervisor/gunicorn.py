"""Hooks of gunicorn (`--config python:stpete_site.supervisor.gunicorn`)."""

from __future__ import annotations

from stpete_site.supervisor.kin import end_with


class Forked:
    """What a hook needs to know of gunicorn's arbiter."""

    pid: int


def post_fork(arbiter: Forked, worker: object) -> None:
    """A web process in the middle of a long answer ends with its arbiter too."""
    end_with(arbiter.pid)
