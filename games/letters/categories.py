"""What a player can switch off: five groups of mails."""

from django.utils.translation import gettext_lazy as _

from games.models.notice import INVITATION
from notices.kinds import Category

TURNS = Category(
    "turns",
    label=_("mails when it is your turn"),
    wish=_("when it is my turn"),
    help=_("One message a game; being asked again within two minutes is the same one."),
)
DEADLINES = Category(
    "deadlines",
    label=_("mails before your time runs out, and when it has"),
    wish=_("before my time runs out, and when it has"),
    help=_("One message for all games that wait, and one when a turn was played for you or a bot keeps your seat."),
    is_urgent=True,
)
TABLES = Category(
    "tables",
    label=_("mails when you are invited, or a table of yours starts, changes or closes"),
    wish=_("when I am invited, or a table of mine starts, changes or closes"),
    strangers=INVITATION,
)
RESULTS = Category(
    "results",
    label=_("mails when a game of yours is over"),
    wish=_("when a game of mine is over"),
)
ANSWERS = Category(
    "answers",
    label=_("answers to your own mails"),
    wish=_("what came of a mail that I have sent"),
    help=_("Without it you do not learn whether a move sent by mail was played."),
)
