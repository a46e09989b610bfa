"""`manage.py check_columns`: do the columns that lists read say what the log says?"""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.play import glances

NAMED = 20
"""So many differences are named; the number of all is said at the end."""


class Command(BaseCommand):
    """Replays every running game and compares. Names each difference, and ends with status 1 when there is one.

    Of many differences it names the first ones. `--fill` first writes the columns that are still empty, as `manage.py prepare`
    does.
    """

    help = "Compares the stored summaries of running games with their replays; exits with status 1 if anything differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fill", action="store_true", help="first fill the columns that are empty")

    def handle(self, *args: object, fill: bool = False, **options: object) -> None:
        if fill:
            self.stdout.write(f"{glances.fill_glances()} empty columns were filled.")
        found = 0
        for found, fault in enumerate(glances.find_glance_faults(), 1):
            if found <= NAMED:
                self.stdout.write(fault)
        if found:
            raise CommandError(f"{found} differences, of which at most {NAMED} are named.")
        self.stdout.write("All columns match the log.")
