"""What those who run the site have done in a game, told to everybody whom it concerns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.emails.about import about
from games.emails.categories import TABLES
from games.models import Game
from games.models import Kind as Name
from games.models.notification import APP, game_subject, number_in
from notifications.kinds import NoLongerTrue
from notifications.models import Notification
from notifications.templated import Draft, Kind, Sample


class Done(StrEnum):
    """What was done; it stands in rows."""

    TIME = "time"
    ANSWERED = "answered"
    KEPT = "kept"
    REPLACED = "replaced"
    CANCELLED = "cancelled"
    ANNULLED = "annulled"
    CLOSED = "closed"


SAYS: Mapping[Done, Callable[[str], str]] = {
    Done.TIME: lambda who: _("%(who)s got more time.") % {"who": who},
    Done.ANSWERED: lambda who: _("%(who)s ran out of time, so the default action was taken.") % {"who": who},
    Done.KEPT: lambda who: _("A bot is holding the seat of %(who)s, who can reclaim it at any time.") % {"who": who},
    Done.REPLACED: lambda who: _("Another player took over the seat of %(who)s.") % {"who": who},
    Done.CANCELLED: lambda who: _("The game was ended and voided."),
    Done.ANNULLED: lambda who: _("The game was voided. Its log stays available."),
    Done.CLOSED: lambda who: _("The table was closed. The game will not start."),
}


@dataclass(frozen=True, slots=True)
class Staffed:
    """`what` was done, and why in the words of those who did it."""

    what: str
    reason: str


def told(
    done: Done, game: Game, users: Iterable[int], *, who: str = "", reason: str, now: datetime
) -> list[Notification]:
    """One for each of these users. `who` is the person that it is about."""
    return [
        Notification(
            app=APP,
            kind=Name.STAFF_ACTED.value,
            key=f"{Name.STAFF_ACTED}:{game.pk}:{user}:{now.isoformat()}",
            subject=game_subject(game.pk),
            data={"done": done.value, "who": who, "reason": reason},
            user_id=user,
            created_at=now,
            due_at=now,
        )
        for user in sorted(set(users))
    ]


def _draft(notifications: Sequence[Notification], now: datetime) -> Draft:
    last = notifications[-1]
    game = Game.objects.filter(pk=number_in(last.subject)).first()
    if game is None:
        raise NoLongerTrue("gone")
    return Draft(about(game), _letter(last.data))


def _letter(data: Mapping[str, str]) -> Staffed:
    return Staffed(SAYS[Done(data["done"])](data["who"]), data["reason"])


def _why_untrue(notification: Notification, now: datetime) -> str:
    """What has happened stays true."""
    return "" if Game.objects.filter(pk=number_in(notification.subject)).exists() else "gone"


STAFF_ACTED = Kind(
    APP,
    Name.STAFF_ACTED.value,
    label=gettext_lazy("the site team took action in your game"),
    category=TABLES,
    draft=_draft,
    why_untrue=_why_untrue,
    overtakes=False,  # each says what was done another time
)
KINDS = (STAFF_ACTED,)


def _sample() -> Draft:
    game = Game(pk=12, title="Evening on the Moika")
    return Draft(about(game), _letter({"done": "cancelled", "who": "", "reason": "Two seats were one person."}))


SAMPLES = (Sample("staff-acted", gettext_lazy("The site team ended a game"), STAFF_ACTED, _sample),)
