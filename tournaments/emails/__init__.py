"""The emails of tournaments and leagues; `tournaments/apps.py` names the tuple `EMAILS` of each module here.

Every letter has a heading, what happened, what people wrote, one button, and parts with headings of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbiter.kept import to_json
from arbiter.progression.plan import Conditions, Plan
from games.models.clock import PACES
from games.options.table_words import span_words
from notifications.kinds import About, Category, Email, Letter, Sample
from notifications.mail.blocks import Block, Button, Heading, Items, Lines, Paragraph, Written
from notifications.mail.compose import absolute
from notifications.mail.times import moment
from notifications.models import Notification
from tournaments.lifecycle.notifications import APP, INVITATION, number_in
from tournaments.lifecycle.words import closing_words, form_words, game_words, size_words
from tournaments.models import League, Tournament, TournamentState

TOURNAMENTS = Category(
    "tournaments",
    label=gettext_lazy("emails about tournaments you play in or direct"),
    wish=gettext_lazy("when a tournament of mine starts, pairs a round or finishes"),
)
FOLLOWED = Category(
    "followed",
    label=gettext_lazy("emails about tournaments and leagues you follow"),
    wish=gettext_lazy("when a tournament or league I follow starts, continues or finishes"),
)
LEAGUES = Category(
    "leagues",
    label=gettext_lazy("emails about the seasons of leagues you play in"),
    wish=gettext_lazy("when a season of my leagues opens registration, starts or finishes"),
)
ANNOUNCEMENTS = Category(
    "announcements",
    label=gettext_lazy("emails from the directors of a tournament you play in"),
    wish=gettext_lazy("when the directors of a tournament write to all players"),
)
INVITATIONS = Category(
    "tournament-invitations",
    label=gettext_lazy("emails with invitations to tournaments"),
    wish=gettext_lazy("when I am invited to a tournament"),
    strangers=INVITATION,
)

BEST = 3
"""So many of the standings are named."""

NOW = datetime(2026, 11, 20, 12, 10, tzinfo=UTC)
"""When the samples were written."""

HEAD = "4f1d3b0c7a5e2986f0b1d2c3a4958677605142332415067788990a1b2c3d4e5f"

_PLAIN_QUOTES = str.maketrans("“”„", '"""')


class TournamentEmail(Email):
    """About one tournament. `values` reads what the letter says beside it; samples make it up."""

    app = APP
    category = TOURNAMENTS
    letter: Callable[..., Letter]
    """From a tournament and `values`."""

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        of = self.read_subject(notifications[-1])
        return self.letter(of, **self.values(of, notifications))

    def read_subject(self, notification: Notification) -> Any:
        return Tournament.objects.get(pk=number_in(notification.subject))

    def values(self, of: Any, notifications: Sequence[Notification]) -> dict[str, Any]:
        return {}

    def make_up_subject(self) -> Any:
        return Tournament(
            pk=7,
            title="Winter on the Neva",
            state=TournamentState.RUNNING,
            plan_text=to_json(Plan()),
            conditions_text=to_json(Conditions()),
            starts_at=NOW + timedelta(days=5),
            head=HEAD,
            **in_two_days(),
        )

    def sample(self, name: str, /, *, to_stranger: bool = False, **values: object) -> Sample:
        return Sample(self, name, lambda: self.letter(self.make_up_subject(), **values), to_stranger)


def letter(
    of: Tournament | League,
    heading: str,
    lead: str,
    action: str,
    url: str = "",
    *,
    parts: Sequence[Sequence[Block]] = (),
    said: Sequence[Block] = (),
    note: str = "",
) -> Letter:
    """`url` leads to where the reader may do something, by itself to the page of what it is about; `action` says what."""
    before: list[Block] = [Written(said)] if said else []
    after: list[Block] = [Paragraph(note, "last any")] if note else []
    body = [*before, Button(action, url or url_of(of)), *(block for one in parts for block in one), *after]
    return Letter(about(of), heading, lead, body)


def part(heading: str, lines: Sequence[str], *, has_urls: bool = False) -> Sequence[Block]:
    """Points below a heading. `has_urls`: addresses in them are ours."""
    return [Heading(heading), Items(lines, has_urls=has_urls)]


def ranking(heading: str, best: Sequence[str]) -> Sequence[Block]:
    """The first of the standings, with their places; nothing where there are none."""
    return [Heading(heading), Lines(best)] if best else []


def paragraphs(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def about(of: Tournament | League) -> About:
    """Which tournament or league an email is about. The name is what somebody typed."""
    is_league = isinstance(of, League)
    title = " ".join(of.title.split()).translate(_PLAIN_QUOTES)
    return About(
        thread=f"{'league' if is_league else 'tournament'}-{of.pk}",
        url=url_of(of),
        tag=title,
        title=title,
        name=_("“%(title)s”") % {"title": title},
        headers={"X-StPete-League" if is_league else "X-StPete-Event": str(of.pk)},
    )


def url_of(of: Tournament | League) -> str:
    return absolute(of.get_absolute_url())


def terms(tournament: Tournament) -> Sequence[Block]:
    plan = tournament.plan
    values = {"time": span_words(plan.round_time), "rule": closing_words(plan.closing)}
    lines = [
        f"{form_words(plan)}, {size_words(plan.sizes)}",
        game_words(tournament),
        _("%(time)s per round; then %(rule)s") % values,
    ]
    return part(_("Format and rules"), lines)


def when(tournament: Tournament) -> str:
    """When it starts, or from when on who comes late plays."""
    if tournament.is_running:
        return _("It has started. You are paired from the next round.")
    if tournament.starts_at is not None:
        return _("It starts on %(at)s.") % {"at": moment(tournament.starts_at)}
    if tournament.starts_when_full and tournament.most_entrants:
        return _("It starts as soon as %(count)s players have registered.") % {"count": tournament.most_entrants}
    return _("The directors decide when it starts.")


def in_two_days() -> Mapping[str, Any]:
    """The terms of the samples: what is played, and two days per move."""
    clock, _label = PACES["2d"]
    return {"options": {"edition": 2, "players": 4}, "pace_kind": clock.kind, "pace_base": clock.base}
