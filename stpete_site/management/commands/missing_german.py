"""`manage.py missing_german`: which marked strings have no German yet."""

from django.conf import settings
from django.core.management.base import BaseCommand

from stpete_site.locale import German, texts


class Command(BaseCommand):
    """Print each string of code and templates that would stay English on a German page, with where it stands."""

    help = "Lists strings without a German translation in locale/."

    def handle(self, *args: object, **options: object) -> None:
        german = German(settings.LOCALE_PATHS[0])
        for text in texts(settings.BASE_DIR):
            if reason := german.lacks(text):
                self.stdout.write(f"{text.place}: {text.text!r}: {reason}")
        for quarrel in german.quarrels():
            self.stdout.write(quarrel)
