"""The mails about what is said, which nobody gets unless he wants them."""

from django.utils.translation import gettext_lazy as _

from notices.kinds import Category

TALK = Category(
    "talk",
    label=_("mails when somebody writes at a table of yours"),
    wish=_("when somebody writes at a table of mine"),
    help=_("One message a game after some minutes; the next one when you have been there."),
    is_wanted=False,
)
