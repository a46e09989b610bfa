"""The mails about what is said, which nobody gets unless he wants them."""

from django.utils.translation import gettext_lazy as _

from notifications.kinds import Category

TALK = Category(
    "talk",
    label=_("emails when someone writes at one of your tables"),
    wish=_("when someone writes at one of my tables"),
    help=_("One email per game after a few minutes; the next one only after you have visited the game."),
    is_wanted=False,
)
