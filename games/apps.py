from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    staff = ("games.staff.STAFF",)
    data_export = ("games.data_export.PARTS",)
    replies = ("games.mail_commands.commands.DESK_COMMANDS", "games.mail_commands.seat.SEAT_COMMANDS")
    address_replies = ("games.mail_commands.telling.INVITATION_REPLIES",)
    play_by_email = ("games.mail_commands.commands.PLAY",)

    def ready(self) -> None:
        from games.emails import subjects  # noqa: F401  # listens from now on
