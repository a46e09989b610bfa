"""What the web server of the tests runs: the site as stpete_site.wsgi has it, with all loaded that first requests would load.

gunicorn's master imports it once (`--preload`) and forks a worker for each test (tests/web_server.py). Nothing here may ask
database or Redis: the connection would be shared by all forks.
"""

from __future__ import annotations

from django.urls import get_resolver

from stpete_site.supervisor.process import load_templates
from stpete_site.wsgi import application

__all__ = ["application"]

for _pattern in get_resolver().url_patterns:
    getattr(_pattern, "url_patterns", ())  # asked for, they are loaded, and with them their views
load_templates()
