"""A database from before the first release is refused with a sentence, and nothing in it is touched."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from stpete_site.management.commands.prepare import EARLIER

pytestmark = pytest.mark.django_db


def test_prepare_refuses_a_database_from_before_the_first_release() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied(*EARLIER)
    before = recorder.applied_migrations().keys()
    with pytest.raises(CommandError, match="Start with a new database"):
        call_command("prepare", "--no-demo")
    assert recorder.applied_migrations().keys() == before
