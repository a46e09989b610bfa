"""`manage.py check_facts`: do the facts of finished games, which the search reads, say what their logs say, and the totals what the
facts say?"""

from argparse import ArgumentParser
from itertools import chain

from django.core.management.base import BaseCommand, CommandError

from games.play import facts, totals

NAMED = 20
"""So many differences are named; the number of all is said at the end."""


class Command(BaseCommand):
    """Writes the facts that are missing, replays every finished game, and compares. Names each difference, and ends with status 1
    when there is one. `--mend` writes those games' facts anew, and all totals."""

    help = (
        "Fills missing facts of finished games, compares the others with the log; exits with status 1 if any differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mend", action="store_true", help="write facts that differ anew")
        parser.add_argument("--fill", action="store_true", help="only fill what is missing")

    def handle(self, *args: object, mend: bool = False, fill: bool = False, **options: object) -> None:
        self.stdout.write(f"The facts of {facts.fill_facts()} games were missing.")
        self.stdout.write(f"{totals.count_rest()} games were added to the totals.")
        if fill:
            return
        found = 0
        for found, fault in enumerate(chain(facts.find_fact_faults(mend=mend), totals.find_total_faults()), 1):
            if found <= NAMED:
                self.stdout.write(fault)
        if found and not mend:
            raise CommandError(f"{found} differences, of which at most {NAMED} are named.")
        if found:
            totals.make_anew()
        self.stdout.write(f"{found} differences were mended." if found else "All facts match the log.")
