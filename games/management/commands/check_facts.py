"""`manage.py check_facts`: do the facts of finished games, which the search reads, say what their logs say?"""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.play import facts

NAMED = 20
"""So many differences are named; the number of all is said at the end."""


class Command(BaseCommand):
    """Writes the facts that are missing, replays every finished game, and compares. Names each difference, and ends with status 1
    when there is one. `--mend` writes those games' facts anew."""

    help = (
        "Fills missing facts of finished games, compares the others with the log; exits with status 1 if any differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mend", action="store_true", help="write facts that differ anew")
        parser.add_argument("--fill", action="store_true", help="only fill what is missing")

    def handle(self, *args: object, mend: bool = False, fill: bool = False, **options: object) -> None:
        self.stdout.write(f"The facts of {facts.fill_facts()} games were missing.")
        if fill:
            return
        found = 0
        for found, fault in enumerate(facts.find_fact_faults(mend=mend), 1):
            if found <= NAMED:
                self.stdout.write(fault)
        if found and not mend:
            raise CommandError(f"{found} games differ, of which at most {NAMED} are named.")
        self.stdout.write(f"{found} games were mended." if found else "All facts match the log.")
