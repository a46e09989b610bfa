"""`manage.py restart`: let the code that is here now serve in place of what runs, without a gap."""

import os
import time
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from stpete_site.home import running_on
from stpete_site.supervisor.handover import SIGNAL
from stpete_site.supervisor.process import wait_until

SECONDS = 300.0


class Command(BaseCommand):
    """Prepare, then ask the supervisor to make room. What cannot be prepared changes nothing: the site serves on.

    Every system check is made on the way, which loads all code and finds what would not start.
    """

    help = "Replaces the running site with the present code while it serves (docs/deploy.md, section 8)."

    def handle(self, *args: object, **options: object) -> None:
        home = Path(settings.HOME)
        before = running_on(home)
        if not before:
            raise CommandError(f"No site runs on {home}. Start it with ./stpete run, or set STPETE_HOME.")
        if not before["up_since"]:
            raise CommandError("The site is still starting. Try again in a minute.")
        call_command("prepare", running=True, no_demo=True)
        began = time.monotonic()
        os.kill(before["pid"], SIGNAL)
        wait_until(lambda: running_on(home).get("up_since") != before["up_since"], seconds=SECONDS, every=0.2)
        now = running_on(home)
        if not now:
            raise CommandError("The site ended: the new version does not start. Its output says why.")
        if now["up_since"] == before["up_since"]:
            raise CommandError(f"The site has not restarted within {SECONDS:.0f} seconds. Its output says why.")
        if now["failed"]:
            raise CommandError(f"Did not start, so the old version goes on: {', '.join(now['failed'])}. See the log.")
        self.stdout.write(
            f"Restarted in {time.monotonic() - began:.0f} s. The old processes finish what they have begun."
        )
