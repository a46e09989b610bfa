"""The site: settings, addresses, the task queue and the supervisor that runs them together."""

from stpete_site.celery import app as celery_app

__all__ = ["celery_app"]
