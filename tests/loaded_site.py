"""What the web server of the tests runs: the site as stpete_site.wsgi has it, with all loaded that first requests would load.

gunicorn's master imports it once (`--preload`) and forks a worker for each test (tests/web_server.py). Nothing here may ask
database or Redis: the connection would be shared by all forks.
"""

from __future__ import annotations

from django.conf import settings
from django.template import engines
from django.urls import get_resolver
from jinja2 import FileSystemBytecodeCache

from stpete_site.jinja import speaking
from stpete_site.supervisor.process import load_templates
from stpete_site.wsgi import application

__all__ = ["application"]

for _pattern in get_resolver().url_patterns:
    getattr(_pattern, "url_patterns", ())  # asked for, they are loaded, and with them their views
if hasattr(settings, "TEST_DIR"):  # not where a test sets a server up as an operator does
    for _language, _ in settings.LANGUAGES:  # compiled once for all masters of this run of tests
        _compiled = settings.TEST_DIR / "compiled" / _language
        _compiled.mkdir(parents=True, exist_ok=True)
        speaking(engines["jinja2"].env, _language).bytecode_cache = FileSystemBytecodeCache(str(_compiled))
load_templates()
