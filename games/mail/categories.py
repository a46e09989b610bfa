"""What a player can switch off: four groups of mails, each a wish in the profile (`accounts.User.mail_*`)."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.models import Kind


class Category(TextChoices):
    """The value is what stands in the address to unsubscribe, so it never changes."""

    TURNS = "turns", _("mails when it is your turn")
    DEADLINES = "deadlines", _("mails before your time runs out, and when it has")
    TABLES = "tables", _("mails when you are invited, or a table of yours starts, changes or closes")
    RESULTS = "results", _("mails when a game of yours is over")

    @property
    def preference(self) -> str:
        """The field of the user that says whether these mails are wanted."""
        return _PREFERENCES[self]


_PREFERENCES = {
    Category.TURNS: "mail_your_turn",
    Category.DEADLINES: "mail_reminder",
    Category.TABLES: "mail_invitations",
    Category.RESULTS: "mail_results",
}

_CATEGORIES = {
    Kind.YOUR_TURN: Category.TURNS,
    Kind.REMINDER: Category.DEADLINES,
    Kind.TIMED_OUT: Category.DEADLINES,
    Kind.KEPT: Category.DEADLINES,
    Kind.STARTED: Category.TABLES,
    Kind.INVITATION: Category.TABLES,
    Kind.OPTIONS: Category.TABLES,
    Kind.EXPIRY: Category.TABLES,
    Kind.OVER: Category.RESULTS,
}


def category_of(kind: Kind | str) -> Category:
    """To which group of mails this kind belongs."""
    return _CATEGORIES[Kind(kind)]
