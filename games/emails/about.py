"""Which table or game a mail is about. Call these with the reader's language active."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game
from notifications.kinds import About
from notifications.mail.compose import absolute

_PLAIN_QUOTES = str.maketrans("“”„", '"""')


def about(game: Game) -> About:
    title = " ".join(game.title.split())  # a line break in a subject is an attack or an accident; neither is sent
    return About(
        thread=f"game-{game.pk}",
        url=absolute(game.get_absolute_url()),
        tag=f"#{game.pk} {title}",
        title=title,
        # in quotation marks, because it is what somebody typed, and not ours
        name=_("“%(title)s”, game %(number)s") % {"title": title.translate(_PLAIN_QUOTES), "number": game.pk},
        headers={"X-StPete-Game": str(game.pk)},
    )


def about_several() -> About:
    """A reminder of several games belongs to no single one."""
    return About(thread="reminders", url=absolute(reverse("games:mine")))
