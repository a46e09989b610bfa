"""The picture beside a name: one of a few patterns in one of the site's colours, chosen by the person or drawn from the name.

Nobody uploads anything: a picture is two words, and the patterns are in one file (static/icons/avatars.svg).
"""

import zlib
from functools import lru_cache
from typing import Final

from django.db import models
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST: Final = 8


class AvatarPattern(models.TextChoices):
    """`DRAWN`: from the name, as where a pattern is no more."""

    DRAWN = "", _("from my name")
    ARCH = "arch", _("arch")
    DIAMOND = "diamond", _("diamond")
    WAVE = "wave", _("river")
    BARS = "bars", _("stripes")
    DOME = "dome", _("dome")
    SUN = "sun", _("sun")
    STEPS = "steps", _("steps")
    RINGS = "rings", _("rings")


class AvatarColour(models.TextChoices):
    """By the groups of cards, whose colours they are in light and dark."""

    DRAWN = "", _("from my name")
    GREEN = "green", pgettext_lazy("colour", "green")
    BLUE = "blue", pgettext_lazy("colour", "blue")
    RED = "red", pgettext_lazy("colour", "red")
    YELLOW = "yellow", pgettext_lazy("colour", "yellow")
    PURPLE = "purple", pgettext_lazy("colour", "purple")
    ORANGE = "orange", pgettext_lazy("colour", "orange")


@lru_cache(maxsize=4096)
def avatar_of(name: str, pattern: str = "", colour: str = "") -> SafeString:
    """The picture of somebody of this name, who has chosen these or nothing. Screen readers hear the name beside it alone."""
    patterns, colours = AvatarPattern.values[1:], AvatarColour.values[1:]
    drawn = zlib.crc32(name.encode())
    shape = pattern if pattern in patterns else patterns[drawn % len(patterns)]
    tint = colour if colour in colours else colours[drawn // len(patterns) % len(colours)]
    return format_html(
        '<svg class="av g-{}" viewBox="0 0 36 36" aria-hidden="true"><use href="{}#{}"></use></svg>',
        tint,
        static("icons/avatars.svg"),
        shape,
    )
