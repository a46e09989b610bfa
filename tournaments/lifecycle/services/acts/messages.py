"""Words between players and directors: reports and appeals with their answers, a mail to all, and the notice board."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import Muted
from moderation import services
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, NotEntered
from tournaments.lifecycle.services.log import directed, locked
from tournaments.models import About, Act, Post, Report, Tournament

from .checks import Ruling, in_tournament
from .errors import TooMany

A_DAY = 3
REPORTS_A_DAY = 5
MOST_POSTS = 50


@transaction.atomic
def report(*, tournament_id: int, user: User, about: About, text: str, now: datetime) -> Report:
    """A word of an entrant to the directors, which nobody else reads. Raises NotEntered, BadRequest, TooMany."""
    tournament = locked(tournament_id)  # which holds the count as well
    if not tournament.entries.filter(user=user).exists():
        raise NotEntered
    if tournament.reports.filter(by=user, at__gt=now - timedelta(days=1)).count() >= REPORTS_A_DAY:
        raise TooMany(_("You can send the directors five messages a day. Try again tomorrow."))
    made = Report.objects.create(tournament=tournament, by=user, about=about, text=_words(text), at=now)
    notifications.reported(made, now=now)
    return made


@in_tournament()
def answer(ruling: Ruling[Tournament], *, report_id: int, text: str) -> Report:
    """A director answers, once: `text` for who has written and the directors alone, the reason for everybody, as the act that this
    is. The log knows what it was about, not by whom. Nobody answers himself. Raises BadRequest, ReasonMissing."""
    found = ruling.of.reports.filter(pk=report_id, answered_at=None).exclude(by=ruling.by).first()
    if found is None:
        raise BadRequest(_("This message has already been answered, or it is your own."))
    found.answer, found.answered_by, found.answered_at = _words(text), ruling.by, ruling.now
    found.save(update_fields=["answer", "answered_by", "answered_at"])
    ruling.write("answered", about=found.about)
    notifications.answered(found, now=ruling.now)
    return found


@in_tournament()
def announce(ruling: Ruling[Tournament]) -> Act:
    """A mail to all who are entered or wait; its words are the reason. Raises TooMany after three in a day, and Muted."""
    tournament, now = ruling.of, ruling.now
    if services.is_mute(ruling.by.pk, now):
        raise Muted
    if tournament.acts.filter(kind="announced", at__gt=now - timedelta(days=1)).count() >= A_DAY:
        raise TooMany(
            _("A tournament can send up to %(most)s announcements a day. Try again tomorrow.") % {"most": A_DAY}
        )
    act: Act = ruling.write("announced")
    notifications.announced(tournament, act.number, now=now)
    return act


@transaction.atomic
def post(*, tournament_id: int, director: User, text: str, now: datetime) -> Post:
    """A word on the tournament's board; of more than 50 the oldest goes. Raises Muted."""
    tournament = directed(tournament_id, director)
    if services.is_mute(director.pk, now):
        raise Muted
    made = Post.objects.create(tournament=tournament, by=director, text=_words(text), at=now)
    kept = tournament.posts.order_by("-id").values_list("pk", flat=True)[:MOST_POSTS]
    tournament.posts.exclude(pk__in=list(kept)).delete()
    return made


@transaction.atomic
def take_down(*, tournament_id: int, director: User, post_id: int) -> None:
    """Take a word off the board. Twice changes nothing."""
    directed(tournament_id, director).posts.filter(pk=post_id).delete()


def _words(text: str) -> str:
    words = text.strip()
    if not words:
        raise BadRequest(_("Your text is empty. Write something first."))
    return words
