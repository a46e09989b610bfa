"""`manage.py add_operator anna@example.org`: an account that may do everything in the admin pages."""

import getpass
import os
import sys
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Language, User
from accounts.services import open_account


class Command(BaseCommand):
    """Asks for what is not given. The address counts as proved, so that codes and warnings reach it from the first day."""

    help = (
        "Creates an account with all permissions, its email address confirmed, in a language. The password comes from "
        "OPERATOR_PASSWORD or is asked for; without one, sign-in is by emailed code."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", nargs="?", default="", help="email address")
        parser.add_argument("--name", default="", help="name, shown to players too")
        parser.add_argument("--language", default="", choices=["", *Language.values], help="of pages and emails")
        parser.add_argument("--time-zone", default="UTC", help="such as Europe/Berlin; default: UTC")

    def handle(self, *args: Any, address: str, name: str, language: str, time_zone: str, **options: Any) -> None:
        wishes = {
            "email": address or self._ask("Email address"),
            "name": name or self._ask("Name"),
            "language": language or self._ask("Language (en, de)", Language.ENGLISH.value),
            "time_zone": time_zone,
        }
        password = os.environ.get("OPERATOR_PASSWORD", "")
        if not password and sys.stdin.isatty():
            password = getpass.getpass("Password (empty: sign in by emailed code): ")
        try:
            if password:
                validate_password(password, User(email=wishes["email"], display_name=wishes["name"]))
            user = open_account(password=password or None, is_staff=True, is_superuser=True, **wishes)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{user.name} ({user.email}) may do everything at /admin/. Play with another account.")

    def _ask(self, what: str, otherwise: str = "") -> str:
        if not sys.stdin.isatty():
            if otherwise:
                return otherwise
            raise CommandError(f"{what} is missing: add_operator ADDRESS --name NAME --language de")
        return input(f"{what}{f' [{otherwise}]' if otherwise else ''}: ").strip() or otherwise
