"""`manage.py verify_league ID`: are a league and all its groups what their logs, pairings and games say?"""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from tournaments.lifecycle import verifying
from tournaments.models import League


class Command(BaseCommand):
    """Names every difference, and ends with status 1 when there is one."""

    help = "Checks a league's log and the tournaments of its groups; exits with status 1 on a difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", type=int, metavar="ID")

    def handle(self, *args: object, league: int, **options: object) -> None:
        found = League.objects.filter(pk=league).first()
        if found is None:
            raise CommandError(f"There is no league {league}.")
        faults = list(verifying.league_faults(found))
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} differences in league {league}.")
        self.stdout.write(f"League {league} is valid: {found.last_act} log entries, log fingerprint {found.head}.")
