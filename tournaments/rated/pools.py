"""The pools of ratings in words: edition and sets, two players or more, and how fast."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arbiter.ratings.games import OVERALL
from games.options.sets import offered, set_name
from tournaments.rated.judging import FAST

DUEL = "duel"


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool by its parts, each in words; the overall one has none."""

    name: str
    variant: str
    size: str
    speed: str

    @property
    def words(self) -> str:
        return " · ".join([self.variant, self.size, self.speed]) if self.variant else _("All games")

    @property
    def url(self) -> str:
        """The address of its leaderboard."""
        return ladder_url(self.name)

    @property
    def is_overall(self) -> bool:
        return self.name == OVERALL


def ladder_url(pool: str) -> str:
    if pool == OVERALL:
        return reverse("tournaments:ladder")
    return reverse("tournaments:ladder-of", args=pool.split("/"))


def pool_of(name: str) -> Pool:
    """A pool in the reader's language."""
    return _pool(name, get_language())


@lru_cache(maxsize=1024)
def _pool(name: str, language: str | None) -> Pool:
    if name == OVERALL:
        return Pool(name, "", "", "")
    variant, size, speed = name.split("/")
    return Pool(name, variant_words(variant), size_words(size), speed_words(speed))


def variant_words(variant: str) -> str:
    edition, *chosen = variant.split("_")
    sets = [set_name(one) for one in offered() if one in chosen]
    return ", ".join([_("1st edition") if edition == "1" else _("2nd edition"), *sets])


def size_words(size: str) -> str:
    return _("two players") if size == DUEL else _("three to five players")


def speed_words(speed: str) -> str:
    return _("up to one day per move") if speed == FAST else _("more than one day per move")
