"""Settings of the tests: the same site, on servers that tests/conftest.py starts in a private folder.

STPETE_TEST_DATABASE says which database: sqlite (the default) or postgres. Other processes of a test, such as a worker,
are told their addresses by the ordinary variables.
"""

import os
import secrets
from pathlib import Path

# Chosen by the first process of the run and inherited by all others; short, because sockets are in it.
os.environ.setdefault("STPETE_TEST_DIR", f"/tmp/stpete-test-{os.getpid()}-{secrets.token_hex(3)}")
TEST_DIR = Path(os.environ["STPETE_TEST_DIR"])
TEST_DATABASE = os.environ.get("STPETE_TEST_DATABASE", "sqlite")

# Each worker of a parallel run has databases of its own on the one Redis server: two numbers, broker and cache.
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw-1")[2:]) + 1
os.environ.setdefault("SECRET_KEY", "only-for-tests-" * 4)
os.environ.setdefault("STPETE_HOME", str(TEST_DIR / "home"))
if os.environ.get("STPETE_TEST_CHILD") != "yes":
    os.environ["REDIS_URL"] = f"unix://{TEST_DIR}/valkey/valkey.sock?db={2 * _worker}"
    os.environ["DATABASE_URL"] = (
        f"postgres://stpete@/stpete?host={TEST_DIR}/postgres"
        if TEST_DATABASE == "postgres"
        else f"sqlite:///{TEST_DIR}/db.sqlite3"
    )

from stpete_site.settings import *  # noqa: E402, F403
from stpete_site.settings import DATABASES, INSTALLED_APPS, REST_FRAMEWORK  # noqa: E402

INSTALLED_APPS = [*INSTALLED_APPS, "tests.club"]  # what other apps may add, made up

if TEST_DATABASE == "sqlite":
    # A file, not memory, because a live server and other processes open it too; and no waiting for the disk.
    DATABASES["default"]["TEST"] = {"NAME": str(TEST_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
GAMES_BEFORE_EVENTS = 3  # as on a site for everybody, though the tests' one is on this machine alone

# A walk over all addresses asks more than any program may; tests of rates set their own.
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "100000/min")

DATABASES["default"]["CONN_MAX_AGE"] = 0  # a test's database is dropped, and no connection may be left to it

if collected := os.environ.get("STPETE_TEST_STATIC"):
    # As they are sent to browsers: put together, hashed and compressed.
    STATIC_ROOT = Path(collected)
else:
    # Plain names for static files, found where they are written: no collectstatic before a page can be tested.
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True

# Each hash costs a tenth of a second with the real one, and every test has four people.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
