"""`manage.py verify_tournament ID`: is a tournament what its log, its pairings, its games and its deals say?"""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from tournaments.lifecycle import verifying
from tournaments.models import Tournament


class Command(BaseCommand):
    """Names every difference and what could not be checked, and ends with status 1 when something differs."""

    help = "Checks a tournament's log, pairings, results, standings and deals; exits with status 1 on a difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", type=int, metavar="ID")

    def handle(self, *args: object, tournament: int, **options: object) -> None:
        found = Tournament.objects.filter(pk=tournament).first()
        if found is None:
            raise CommandError(f"There is no tournament {tournament}.")
        for line in verifying.unchecked(found):
            self.stdout.write(f"not checked: {line}")
        faults = list(verifying.tournament_faults(found))
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} differences in tournament {tournament}.")
        self.stdout.write(
            f"Tournament {tournament} is valid: {found.last_act} log entries, log fingerprint {found.head}."
        )
