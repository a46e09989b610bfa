"""What a player can switch off: five groups of mails."""

from django.utils.translation import gettext_lazy as _

from games.models.notification import INVITATION
from notifications.kinds import Category

TURNS = Category(
    "turns",
    label=_("emails when it is your turn"),
    wish=_("when it is my turn"),
    help=_("One notification per game. If it is your turn again within two minutes, you get no second one."),
)
DEADLINES = Category(
    "deadlines",
    label=_("emails before your time runs out, and when it does"),
    wish=_("before my time runs out, and when it does"),
    help=_(
        "One notification for all waiting games. Another one if a move was made for you or a bot took over your seat."
    ),
    is_urgent=True,
)
TABLES = Category(
    "tables",
    label=_("emails when you are invited, or your table starts, changes or closes"),
    wish=_("when I am invited, or my table starts, changes or closes"),
    strangers=INVITATION,
)
RESULTS = Category(
    "results",
    label=_("emails when one of your games ends"),
    wish=_("when one of my games ends"),
)
ANSWERS = Category(
    "answers",
    label=_("replies to your own emails"),
    wish=_("replies to my emails"),
    help=_("Without it you won't know whether a move sent by email went through."),
)
