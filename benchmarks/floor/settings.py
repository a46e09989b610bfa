"""The least that a Django site with accounts needs. DATABASE_URL says where its rows are, as for the site."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

_url = urlsplit(os.environ["DATABASE_URL"])
_options = dict(parse_qsl(_url.query))
_database: dict[str, Any] = (
    {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": _url.path.strip("/"),
        "USER": _url.username or "",
        "HOST": _options.get("host") or _url.hostname or "",
        "CONN_MAX_AGE": None,
    }
    if _url.scheme == "postgres"
    else {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": unquote(_url.path[1:]),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # the promise of the site: what it has answered is on the disk
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            "transaction_mode": "IMMEDIATE",
        },
    }
)

DEBUG = False
SECRET_KEY = "floor"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "benchmarks.floor.urls"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": _database}
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "benchmarks.floor",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    },
]
