"""`manage.py try_rules`: which stored games would end differently under the rules of this code? Run it before an update."""

import json
import subprocess
import sys
from argparse import ArgumentParser
from itertools import zip_longest
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine.record import WrittenOut, to_record
from games.models import Game
from games.play.positions import load
from games.replay import checks
from games.replay.record import seat_names


class Command(BaseCommand):
    """Replays all finished and running games. Names those that would end differently or could not continue, each with the first
    move that shows it, and exits with status 1 if there are any."""

    help = "Replays all games under the rules of this code; names those that would end differently and exits with status 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--before",
            type=Path,
            metavar="FOLDER",
            help="the code before the change: also name the first move after which the positions differ",
        )

    def handle(self, *args: object, before: Path | None = None, **options: object) -> None:
        found = 0
        for game, fault in checks.faults(running=True):
            found += 1
            ply = _first_difference(game, before) if before is not None else fault.ply
            self.stdout.write(f"{game}: move {fault.ply if ply is None else ply}, {fault.code}: {fault.reason}")
        if found:
            raise CommandError(f"{found} games would end differently.")
        self.stdout.write("All games end as they did.")


def _first_difference(game: Game, before: Path) -> int | None:
    """The first move after which the two engines show different positions; None if there is none."""
    play = load(game.pk)
    record = to_record(
        rules_version=1,  # which both know
        options=play.options,
        chance=WrittenOut(play.deal),
        seats=seat_names(play),
        moves=((row.seat, row.text, row.source) for row in play.moves),
        result=game.result,
    )
    command = [sys.executable, "-m", "engine", "replay", "--states", "-"]
    old, new = (
        subprocess.run(
            command, cwd=folder, input=json.dumps(record), capture_output=True, text=True, check=False
        ).stdout
        for folder in (before, settings.BASE_DIR)
    )
    lines = enumerate(zip_longest(old.splitlines(), new.splitlines()))
    return next((number for number, (one, other) in lines if one != other), None)
