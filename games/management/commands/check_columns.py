"""`manage.py check_columns`: do the columns and rows that lists read say what logs and games say?"""

from argparse import ArgumentParser
from itertools import chain

from django.core.management.base import BaseCommand, CommandError

from games.play import glances, outcomes

NAMED = 20
"""So many differences are named; the number of all is said at the end."""


class Command(BaseCommand):
    """Replays every running game, counts what finished ones have left, and compares. Names each difference, and ends with status 1
    when there is one.

    Of many differences it names the first ones. `--fill` first writes the columns that are still empty, as `manage.py prepare`
    does; `--recount` makes solo results and sums of deadlines anew.
    """

    help = "Compares stored summaries, solo results and sums with the games; exits with status 1 if anything differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fill", action="store_true", help="first fill the columns that are empty")
        parser.add_argument("--recount", action="store_true", help="first recount solo results and deadlines")

    def handle(self, *args: object, fill: bool = False, recount: bool = False, **options: object) -> None:
        if fill:
            self.stdout.write(f"{glances.fill_glances()} empty columns were filled.")
        if recount:
            outcomes.recount()
        found = 0
        for found, fault in enumerate(chain(glances.find_glance_faults(), outcomes.find_outcome_faults()), 1):
            if found <= NAMED:
                self.stdout.write(fault)
        if found:
            raise CommandError(f"{found} differences, of which at most {NAMED} are named.")
        self.stdout.write("All columns match the log.")
