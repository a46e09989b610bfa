"""In the place of Django's, which knows neither language nor confirmed addresses."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Says what to use instead."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Whatever it is given."""
        super().run_from_argv(argv[:2])

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError(
            "Use add_operator ADDRESS --name NAME --language de: it also sets the language and confirms the email address."
        )
