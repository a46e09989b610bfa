"""`manage.py prepare`: bring translations, database and static files up to date before the site starts."""

from __future__ import annotations

import hashlib
import io
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from stpete_site.locale import compile_stale


class Command(BaseCommand):
    """Do what a start needs and no more: a second start finds nothing to do. Wrong settings end it.

    Demo accounts and games come only into a database without any user, and only on a site that nobody else can reach.
    """

    help = "Compiles translations, migrates, collects static files; fills a new database of a laptop with a demo."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="leave a new database empty")

    def handle(self, *args: object, **options: object) -> None:
        try:
            compile_stale(settings.LOCALE_DIR)
            self._migrate()
        except ValueError as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"The database of DATABASE_URL does not answer: {str(error).strip()}") from error
        self._collect_static()
        if settings.IS_LOOPBACK and not options["no_demo"] and "seed_demo" in get_commands():
            self._seed()

    def _migrate(self) -> None:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            self.stdout.write(f"Updating the database ({len(plan)} steps) …")
            call_command("migrate", interactive=False, verbosity=0)

    def _collect_static(self) -> None:
        """Collecting and compressing takes seconds, so only when a file has changed."""
        digest = hashlib.sha256()
        for finder in get_finders():
            for name, storage in sorted(finder.list(["CVS", ".*", "*~"]), key=lambda found: found[0]):
                status = Path(storage.path(name)).stat()
                digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
        stamp = settings.STATIC_ROOT.with_suffix(".stamp")
        if stamp.exists() and stamp.read_text() == digest.hexdigest() and settings.STATIC_ROOT.exists():
            return
        self.stdout.write("Collecting static files …")
        call_command("collectstatic", interactive=False, verbosity=0, clear=True)
        stamp.write_text(digest.hexdigest())

    def _seed(self) -> None:
        if get_user_model().objects.exists():
            return
        self.stdout.write("Filling the new database with demo accounts and games …")
        said = io.StringIO()
        call_command("seed_demo", stdout=said)
        demo_note().write_text(said.getvalue())


def demo_note() -> Path:
    """Where the demo logins stand, as `seed_demo` printed them, for the greeting of every start."""
    return Path(settings.HOME) / "demo.txt"
