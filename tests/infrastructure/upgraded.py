"""A database of an earlier state of the site, brought up to date and used: `python -m tests.infrastructure.upgraded`.

It is the one of DATABASE_URL, an SQLite file that does not exist yet. Prints what it found as one line of JSON.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

KEPT = Path(__file__).resolve().parent.parent / "data" / "before-the-api.sql.gz"
"""Written by the code of commit 5fe1c88: the demo, an event whose first round is played, notices and mails on their way."""
PAGES = (
    "/",
    "/games/",
    "/games/2/",
    "/games/1/replay/?at=20",
    "/lobby/",
    "/archive/",
    "/events/1/",
    "/profile/",
    "/ratings/",
)


def main() -> dict[str, Any]:
    import django

    django.setup()
    from django.conf import settings

    with closing(sqlite3.connect(settings.DATABASES["default"]["NAME"])) as file:
        file.executescript(gzip.decompress(KEPT.read_bytes()).decode())
    from django.core.management import call_command
    from django.test import Client

    from accounts.models import User
    from games.models import Game, LogRow
    from notices.models import Delivery, Notice

    call_command("prepare", "--no-demo", verbosity=0)
    call_command("check_columns")
    call_command("verify_event", "1")
    anna = User.objects.get(display_name="Anna")
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(anna)
    return {
        "pages": {page: client.get(page).status_code for page in PAGES},
        "password": anna.has_usable_password(),
        "rows": {model.__name__: model.objects.count() for model in (User, Game, LogRow, Notice, Delivery)},
        "plans": _open_steps(),
    }


def _open_steps() -> int:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


if __name__ == "__main__":
    print(json.dumps(main()))
