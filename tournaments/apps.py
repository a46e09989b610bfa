from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    staff = ("tournaments.staff.STAFF",)
    data_export = ("tournaments.data_export.PARTS",)
    extends_games = ("tournaments.extends_games.EXTENSION",)
    game_titles = ("tournaments.extends_games.TITLE",)

    def ready(self) -> None:
        from tournaments.emails import subjects  # noqa: F401  # listens from now on
