"""Settings of the tests: the same site, on servers that tests/conftest.py starts on private sockets and ports."""

from __future__ import annotations

import os

os.environ.setdefault("SECRET_KEY", "only-for-tests-" * 4)

from stpete_site.settings import *  # noqa: E402, F403

# Plain names for static files, found where they are written: no collectstatic before a page can be tested.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

# Each hash costs a tenth of a second with the real one, and every fixture has four people.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
