"""`manage.py bot_account knut@example.org`: an operator allows that a program plays for this account."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts import bots
from accounts.models import User


class Command(BaseCommand):
    help = "Let a program play for an account, which is then shown as a bot; --end takes it back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="its mail address")
        parser.add_argument("--name", default="", help="what it shall be called; by itself its present name")
        parser.add_argument("--end", action="store_true", help="a person plays again")

    def handle(self, *args: Any, address: str, name: str, end: bool, **options: Any) -> None:
        user = User.objects.players().filter(email=address.lower()).first()
        if user is None:
            raise CommandError(f"Nobody has the address {address}.")
        try:
            bots.end(user) if end else bots.allow(user, name=name, now=timezone.now())
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{User.objects.get(pk=user.pk).name}: {'a person plays' if end else 'a program may play'}")
