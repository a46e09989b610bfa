"""`manage.py prepare`: bring translations, database and static files up to date before the site starts."""

import hashlib
import io
import shutil
import time
from argparse import ArgumentParser
from pathlib import Path

import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from games.play import glances, outages
from moderation import permissions
from notifications.channels import push
from stpete_site import checks, demo, migrating
from stpete_site.locale import compile_stale
from stpete_site.sheets import SheetStorage

REDIS_SECONDS = 5.0

CANNOT_RUN_ON = """This update needs an outage: the running version would fail on the new database.
Stop the site and start it again, such as with systemctl restart stpete. The reasons:"""

EARLIER = ("accounts", "0001_users")
"""The first migration of accounts before the first release."""


class Command(BaseCommand):
    """Do what a start needs and no more: a second start finds nothing to do. Wrong settings end it.

    Demo accounts and games come only into a database without any user, and only on a site that nobody else can reach.
    """

    help = "Compiles translations, migrates the database, collects static files, and adds a demo to a new database on a laptop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="leave a new database empty")
        parser.add_argument("--plan", action="store_true", help="only say how an update to this code goes")
        parser.add_argument(
            "--running", action="store_true", help="prepare beside a site that runs an older version, or refuse"
        )

    def handle(self, *args: object, **options: object) -> None:
        if options["plan"]:
            self.stdout.write(self._plan())
            return
        self.running = bool(options["running"])
        self._greet_redis()
        try:
            compile_stale(settings.LOCALE_PATHS[0])
            checks.look_through_database()
            self._refuse_an_earlier_database()
            steps = migrating.steps()
            if self.running and (stumbles := [*migrating.offences(steps)]):
                raise CommandError("\n".join([CANNOT_RUN_ON, *stumbles]))
            if steps:
                self.stdout.write(f"Updating the database ({len(steps)} steps) …")
                call_command("migrate", interactive=False, verbosity=0)
            if filled := glances.fill_glances():  # which a migration cannot know, because only a replay does
                self.stdout.write(f"Updated the lists for {filled} running games …")
            permissions.ensure_roles()
            outages.start()
            push.make_key()
            self._collect_static()
        except (ValueError, checks.Damaged) as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"Cannot connect to the database of DATABASE_URL: {str(error).strip()}") from error
        except OSError as error:
            raise CommandError(f"{error.filename or settings.HOME} is not writable: {error.strerror}.") from error
        if options["no_demo"] and not self.running:
            demo.todo().unlink(missing_ok=True)
        elif settings.IS_LOOPBACK and not options["no_demo"] and "seed_demo" in get_commands():
            self._seed()

    def _greet_redis(self) -> None:
        """Say in one sentence that REDIS_URL leads nowhere; no part of the site would. A server that has only just
        started gets a few seconds. The cache begins empty: what it holds may be older than the database."""
        deadline = time.monotonic() + REDIS_SECONDS
        with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"], socket_timeout=3) as server:
            while True:
                try:
                    server.flushdb()
                    return
                except (redis.RedisError, OSError) as error:
                    hopeless = isinstance(error, redis.AuthenticationError) or time.monotonic() > deadline
                    if hopeless:
                        raise CommandError(f"Cannot connect to the Redis server of REDIS_URL: {error}") from error
                time.sleep(0.5)

    def _refuse_an_earlier_database(self) -> None:
        """Databases of before the first release are not carried over: their migrations are no more."""
        if EARLIER in MigrationRecorder(connection).applied_migrations():
            raise CommandError(
                "This database was made by a version of the site from before its first release, which cannot be updated. "
                "Start with a new database: set DATABASE_URL, or move the file away."
            )

    def _plan(self) -> str:
        """What an operator wants to know before an update."""
        steps = migrating.steps()
        if stumbles := [*migrating.offences(steps)]:
            return "\n".join([CANNOT_RUN_ON, *stumbles])
        return f"Steps in the database: {len(steps)}. ./stpete restart updates without an outage."

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
        collect, draft = collectstatic.Command(), settings.STATIC_ROOT.with_suffix(".new")
        collect.storage = SheetStorage(location=draft)
        call_command(collect, interactive=False, verbosity=0, clear=True)
        if not self.running:  # else pages that are open ask for theirs
            shutil.rmtree(settings.STATIC_ROOT, ignore_errors=True)
        for path in draft.rglob("*"):  # each at once: processes that serve never find half of one
            if path.is_file():
                place = settings.STATIC_ROOT / path.relative_to(draft)
                place.parent.mkdir(parents=True, exist_ok=True)
                path.replace(place)
        shutil.rmtree(draft)
        stamp.write_text(digest.hexdigest())

    def _seed(self) -> None:
        if not get_user_model().objects.exists():
            self.stdout.write("Filling the new database with demo accounts and games …")
            said = io.StringIO()
            call_command("seed_demo", stdout=said)
            (Path(settings.HOME) / "demo.txt").write_text(said.getvalue())
            demo.todo().touch()
        if demo.todo().exists():  # a worker does the rest: a start has no time for it
            demo.ask()
