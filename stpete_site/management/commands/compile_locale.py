"""`manage.py compile_locale`: make the German pages German after a catalogue has changed."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from stpete_site.locale import compile_stale


class Command(BaseCommand):
    """Compile every catalogue that is newer than its compiled form. Needs no gettext on the machine."""

    help = "Compiles changed translations in locale/."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        try:
            written = compile_stale(settings.LOCALE_PATHS[0])
        except ValueError as error:
            raise CommandError(str(error)) from error
        for path in written:
            self.stdout.write(str(path.relative_to(settings.BASE_DIR)))
