"""`manage.py bot_account knut@example.org`: an operator allows that a program plays for this account."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts import services
from accounts.models import User


class Command(BaseCommand):
    help = "Allows a program to play for an account, which is then shown as a bot; --end reverts this."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="email address of the account")
        parser.add_argument("--name", default="", help="new name; default: the current one")
        parser.add_argument("--end", action="store_true", help="a person plays again")

    def handle(self, *args: Any, address: str, name: str, end: bool, **options: Any) -> None:
        user = User.objects.players().filter(email=address.lower()).first()
        if user is None:
            raise CommandError(f"No account has the address {address}.")
        try:
            services.end(user) if end else services.allow(user, name=name, now=timezone.now())
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{User.objects.get(pk=user.pk).name}: {'a person plays' if end else 'a program may play'}")
