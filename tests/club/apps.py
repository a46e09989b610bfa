from django.apps import AppConfig


class ClubConfig(AppConfig):
    name = "tests.club"
    label = "club"
    default_auto_field = "django.db.models.BigAutoField"
    extends_games = ("tests.club.extends_games.EXTENSION",)
    emails = ("tests.club.emails.EMAILS",)
    notification_reasons = ("tests.club.emails.REASONS",)
