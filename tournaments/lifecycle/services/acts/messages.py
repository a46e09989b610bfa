"""Words between players and directors: reports and appeals with their answers, and the notice board."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import Muted
from moderation.services import measures
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, NotEntered
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed, locked
from tournaments.models import About, Post, Report

from .checks import reasoned
from .errors import TooMany

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


@transaction.atomic
def answer(*, tournament_id: int, director: User, report_id: int, text: str, reason: str, now: datetime) -> Report:
    """A director answers, once: `text` for who has written and the directors alone, `reason` for everybody, as the act that this
    is. The log knows what it was about, not by whom. Nobody answers himself. Raises BadRequest, ReasonMissing."""
    tournament, public = directed(tournament_id, director), reasoned(reason)
    found = tournament.reports.filter(pk=report_id, answered_at=None).exclude(by=director).first()
    if found is None:
        raise BadRequest(_("This message has already been answered, or it is your own."))
    found.answer, found.answered_by, found.answered_at = _words(text), director, now
    found.save(update_fields=["answer", "answered_by", "answered_at"])
    log.write(tournament, "answered", now=now, by=director, reason=public, about=found.about)
    notifications.answered(found, now=now)
    return found


@transaction.atomic
def post(*, tournament_id: int, director: User, text: str, now: datetime) -> Post:
    """A word on the tournament's board; of more than 50 the oldest goes. Raises Muted."""
    tournament = directed(tournament_id, director)
    if measures.is_mute(director.pk, now):
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
