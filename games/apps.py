from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    staff = ("games.staff.STAFF", "games.staff.tables.STAFF")
    data_export = ("games.data_export.PARTS",)
    replies = (
        "games.mail_commands.chat.CHAT_REPLIES",
        "games.mail_commands.commands.DESK_COMMANDS",
        "games.mail_commands.seat.SEAT_COMMANDS",
    )
    address_replies = ("games.mail_commands.telling.INVITATION_REPLIES",)
    play_by_email = ("games.mail_commands.commands.PLAY",)
    emails = (
        "games.emails.answers.EMAILS",
        "games.emails.deadlines.EMAILS",
        "games.emails.players.EMAILS",
        "games.emails.results.EMAILS",
        "games.emails.seats.EMAILS",
        "games.emails.tables.EMAILS",
        "games.emails.turns.EMAILS",
    )
    email_categories = ("games.emails.subjects.CATEGORIES",)
    notification_subjects = ("games.emails.subjects.SUBJECTS",)
    notification_reasons = ("games.emails.subjects.REASONS",)
    secret_subjects = ("games.emails.subjects.secret_subjects",)
    when_unreached = ("games.emails.players.tell_hosts",)

    def ready(self) -> None:
        from games.emails import subjects  # noqa: F401  # listens from now on
