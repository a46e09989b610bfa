from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    staff = ("tournaments.staff.STAFF",)
    data_export = ("tournaments.data_export.PARTS",)
    extends_games = ("tournaments.extends_games.EXTENSION",)
    game_titles = ("tournaments.extends_games.title_words",)
    emails = (
        "tournaments.emails.directors.EMAILS",
        "tournaments.emails.registration.EMAILS",
        "tournaments.emails.results.EMAILS",
        "tournaments.emails.rounds.EMAILS",
        "tournaments.emails.season_results.EMAILS",
        "tournaments.emails.seasons.EMAILS",
    )
    notification_subjects = ("tournaments.emails.subjects.SUBJECTS",)
    notification_reasons = ("tournaments.emails.subjects.REASONS",)

    def ready(self) -> None:
        from tournaments.emails import subjects  # noqa: F401  # listens from now on
