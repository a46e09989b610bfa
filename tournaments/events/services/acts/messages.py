"""Words between players and directors: reports and appeals with their answers, and the notice board."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import Muted
from moderation.services import measures
from tournaments.events import notices
from tournaments.events.errors import BadRequest, NotEntered
from tournaments.events.services import log
from tournaments.events.services.locking import directed, locked
from tournaments.models import About, Post, Report

from .checks import reasoned
from .errors import TooMany

REPORTS_A_DAY = 5
MOST_POSTS = 50


@transaction.atomic
def report(*, event_id: int, user: User, about: About, text: str, now: datetime) -> Report:
    """A word of an entrant to the directors, which nobody else reads. Raises NotEntered, BadRequest, TooMany."""
    event = locked(event_id)  # which holds the count as well
    if not event.entries.filter(user=user).exists():
        raise NotEntered
    if event.reports.filter(by=user, at__gt=now - timedelta(days=1)).count() >= REPORTS_A_DAY:
        raise TooMany(_("You can send the directors five messages a day. Try again tomorrow."))
    made = Report.objects.create(event=event, by=user, about=about, text=_words(text), at=now)
    notices.reported(made, now=now)
    return made


@transaction.atomic
def answer(*, event_id: int, director: User, report_id: int, text: str, reason: str, now: datetime) -> Report:
    """A director answers, once: `text` for who has written and the directors alone, `reason` for everybody, as the act that this
    is. The log knows what it was about, not by whom. Nobody answers himself. Raises BadRequest, ReasonMissing."""
    event, public = directed(event_id, director), reasoned(reason)
    found = event.reports.filter(pk=report_id, answered_at=None).exclude(by=director).first()
    if found is None:
        raise BadRequest(_("This message has already been answered, or it is your own."))
    found.answer, found.answered_by, found.answered_at = _words(text), director, now
    found.save(update_fields=["answer", "answered_by", "answered_at"])
    log.write(event, "answered", now=now, by=director, reason=public, about=found.about)
    notices.answered(found, now=now)
    return found


@transaction.atomic
def post(*, event_id: int, director: User, text: str, now: datetime) -> Post:
    """A word on the event's board; of more than 50 the oldest goes. Raises Muted."""
    event = directed(event_id, director)
    if measures.is_mute(director.pk, now):
        raise Muted
    made = Post.objects.create(event=event, by=director, text=_words(text), at=now)
    kept = event.posts.order_by("-id").values_list("pk", flat=True)[:MOST_POSTS]
    event.posts.exclude(pk__in=list(kept)).delete()
    return made


@transaction.atomic
def take_down(*, event_id: int, director: User, post_id: int) -> None:
    """Take a word off the board. Twice changes nothing."""
    directed(event_id, director).posts.filter(pk=post_id).delete()


def _words(text: str) -> str:
    words = text.strip()
    if not words:
        raise BadRequest(_("Your text is empty. Write something first."))
    return words
