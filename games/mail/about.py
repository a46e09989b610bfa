"""Which table or game a mail is about: what its subject, its links and its thread hang on."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import Game


@dataclass(frozen=True, slots=True)
class About:
    """`url` is absolute. A mail about several games has no About."""

    number: int
    title: str
    url: str

    @property
    def name(self) -> str:
        return _("%(title)s, game %(number)s") % {"title": self.title, "number": self.number}


def about(game: Game) -> About:
    title = " ".join(game.title.split())  # a line break in a subject is an attack or an accident; neither is sent
    return About(game.pk, title, absolute(game.get_absolute_url()))


def absolute(path: str) -> str:
    """A link that works from a mail."""
    return f"{settings.SITE_URL}{path}"
