"""The site: settings, addresses, the task queue and the supervisor that runs them together."""

import gc

# Before anything is imported: most of what a process makes while it loads stays to its end, and with Python's own thresholds
# the garbage collector goes through it again and again: a tenth of the time that a start takes.
gc.set_threshold(50_000, 20, 100)

from stpete_site.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
