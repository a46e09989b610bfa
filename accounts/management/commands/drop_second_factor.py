"""`manage.py drop_second_factor <address>`: for somebody who has lost app, passkeys and recovery codes, and whom you believe."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts import second_factor
from accounts.models import User
from accounts.services import end_sessions


class Command(BaseCommand):
    help = "Removes the second factor from an account and signs it out everywhere. Verify first that the account is theirs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="email address of the account")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        user = User.objects.filter(email=address.lower()).first()
        if user is None:
            raise CommandError("No account has this address.")
        with transaction.atomic():
            gone = second_factor.forget(user)
            end_sessions(user)
        self.stdout.write(f"user {user.pk}: {gone} second factors removed, all devices signed out")
