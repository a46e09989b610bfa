"""The Celery application. The package imports it, so that the web process publishes to the right broker too."""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import beat_init, worker_init
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stpete_site.settings")

app = Celery("stpete_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
@beat_init.connect
def refuse_wrong_settings(**kwargs: object) -> None:
    """A process that acts for people does not start on guesses."""
    settings.ENVIRONMENT.refuse_if_wrong()
