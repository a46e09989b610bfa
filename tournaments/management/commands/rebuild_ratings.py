"""`manage.py rebuild_ratings`: are the ratings what the rated games make them?"""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from tournaments.rated.rebuilding import Difference, rebuild
from tournaments.rated.services import relist

NAMED = 1000
"""So many differences are named; the number of all is said at the end."""


class Command(BaseCommand):
    """Replays all rated games by their numbers, leaves annulled ones out, names what differs in a single bit, and mends it.

    The site may run meanwhile. `--check` mends nothing, and ends with status 1 when something differs.
    """

    help = "Replays all rated games, lists differences from the stored ratings and fixes them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="fix nothing; exit with status 1 if anything differs")

    def handle(self, *args: object, check: bool = False, **options: object) -> None:
        found = 0

        def tell(difference: Difference | str) -> None:
            nonlocal found
            found += 1
            if found <= NAMED:
                self.stdout.write(str(difference))

        games = rebuild(tell=tell, repair=not check)
        if not check:
            relist(now=now())
        if found and check:
            raise CommandError(f"{games} games, differences: {found}, of which at most {NAMED} are named.")
        self.stdout.write(f"{games} games, differences: {found}{', fixed' if found else ''}.")
