"""The nine things that leagues tell."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from notifications.templated import Kind
from tournaments.leagues.notifications import Kind as Name
from tournaments.lifecycle.notifications import APP

from . import halts
from . import league_drafts as drafts
from . import league_truth as truth
from .categories import FOLLOWED, LEAGUES

OPENS = Kind(
    APP,
    Name.OPENS.value,
    label=_("registration for a season opened"),
    category=LEAGUES,
    draft=drafts.opens,
    why_untrue=truth.opens,
)
CLOSES = Kind(
    APP,
    Name.CLOSES.value,
    label=_("a season starts soon"),
    category=LEAGUES,
    draft=drafts.closes,
    why_untrue=truth.opens,
)
STARTS = Kind(
    APP,
    Name.STARTS.value,
    label=_("a season started"),
    category=LEAGUES,
    draft=drafts.starts,
    why_untrue=truth.starts,
    awaits=truth.games_to_come,
)
PUT_OFF = Kind(
    APP,
    Name.PUT_OFF.value,
    label=_("a season was postponed or changed"),
    category=LEAGUES,
    draft=drafts.put_off,
    why_untrue=truth.put_off,
)
OVER = Kind(
    APP,
    Name.OVER.value,
    label=_("a season finished"),
    category=LEAGUES,
    draft=drafts.over,
    why_untrue=truth.over,
)
PLACE = Kind(
    APP,
    Name.PLACE.value,
    label=_("a director added you to a season or removed you"),
    category=LEAGUES,
    draft=drafts.place,
    why_untrue=truth.place,
)
FOLLOWS = Kind(
    APP,
    Name.FOLLOWED.value,
    label=_("a season of a league you follow opened registration, started or finished"),
    category=FOLLOWED,
    draft=drafts.followed,
    why_untrue=truth.followed,
)

HEIR = Kind(
    APP,
    Name.HEIR.value,
    label=_("you now direct a league"),
    category=LEAGUES,
    draft=drafts.heir,
    why_untrue=truth.heir,
)
ON_HOLD = Kind(
    APP,
    Name.ON_HOLD.value,
    label=_("a season of a league you direct is on hold"),
    category=LEAGUES,
    draft=halts.of_season,
    why_untrue=halts.why_untrue,
)

KINDS = (OPENS, CLOSES, STARTS, PUT_OFF, OVER, PLACE, FOLLOWS, HEIR, ON_HOLD)
