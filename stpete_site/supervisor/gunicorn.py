"""Hooks of gunicorn (`--config python:stpete_site.supervisor.gunicorn`)."""

import gc
import os
import sys
from importlib import import_module

from notifications import meters
from stpete_site.log_lines import FORMATTER, PLAIN, of_gunicorn
from stpete_site.supervisor.process import end_with, say_ready

logconfig_dict = of_gunicorn(FORMATTER if os.environ.get("LOG_FORMAT", "").strip() == "json" else PLAIN)


class Forked:
    """What a hook needs to know of gunicorn's arbiter."""

    pid: int


def post_fork(arbiter: Forked, worker: object) -> None:
    """A web process in the middle of a long answer ends with its arbiter too."""
    end_with(arbiter.pid)
    meters.report("web")


def worker_exit(arbiter: object, worker: object) -> None:
    meters.forget()


def post_worker_init(worker: object) -> None:
    """It takes requests, so who served before may go."""
    say_ready()


def when_ready(arbiter: object) -> None:
    """What the site is made of stays until its end (`--preload`), so the garbage collector need not look at it again and
    again: a quarter of a million objects, each time a page of lists has made enough new ones."""
    from django.conf import settings  # the site is set up by now

    import_module(settings.ROOT_URLCONF)  # and with it all views
    if health := sys.modules.get("stpete_site.health"):  # the floor of the benchmark has none
        health.newest_migrations()
    gc.collect()
    gc.freeze()
