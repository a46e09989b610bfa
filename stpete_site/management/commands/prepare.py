"""`manage.py prepare`: bring translations, database and static files up to date before the site starts."""

from __future__ import annotations

import hashlib
import io
import time
from argparse import ArgumentParser
from pathlib import Path

import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.play import columns
from stpete_site.locale import compile_stale

REDIS_SECONDS = 5.0


class Command(BaseCommand):
    """Do what a start needs and no more: a second start finds nothing to do. Wrong settings end it.

    Demo accounts and games come only into a database without any user, and only on a site that nobody else can reach.
    """

    help = "Compiles translations, migrates, collects static files; fills a new database of a laptop with a demo."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="leave a new database empty")

    def handle(self, *args: object, **options: object) -> None:
        self._greet_redis()
        try:
            compile_stale(settings.LOCALE_DIR)
            self._migrate()
            self._fill_columns()
            self._collect_static()
