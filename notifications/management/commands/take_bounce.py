"""`manage.py take_bounce FILE…`: take reports of other mail servers from files, or from standard input with `-`."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications.bounces import MOST_BYTES, take


class Command(BaseCommand):
    help = "Processes raw bounce and complaint reports (DSN, ARF), as files or from standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="one raw email each; - reads from standard input")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        for name in files:
            try:
                raw = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else Path(name).read_bytes()
            except OSError as error:
                raise CommandError(f"{name}: {error.strerror}") from error
            self.stdout.write(f"{name}: {take(raw).value}")
