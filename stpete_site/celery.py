"""The Celery application. The package imports it, so that the web process publishes to the right broker too."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stpete_site.settings")

app = Celery("stpete_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
