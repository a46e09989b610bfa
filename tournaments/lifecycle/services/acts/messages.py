"""Players and directors write to each other: reports and answers, announcements, the notice board, invitations."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import separation
from accounts.limits import hold_count
from accounts.models import User
from accounts.names import name_key
from games.errors import Muted
from moderation import services
from notifications.services import queue
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, NotEntered, TooMany
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.acts import Ruling, in_tournament
from tournaments.lifecycle.services.log import directed, locked
from tournaments.models import About, Link, Post, Report, Tournament, TournamentInvitation, TournamentState

ANNOUNCEMENTS_A_DAY = 3
REPORTS_A_DAY = 5
MOST_POSTS = 50


@transaction.atomic
def report(*, tournament_id: int, user: User, about: About, text: str, now: datetime) -> Report:
    """Send a message of a participant to the directors, who alone can read it. Raises NotEntered, BadRequest,
    TooMany."""
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
    """Answer a message once: `text` for its author and the directors, the reason for everybody in the log, which
    says what the message was about but not who wrote it. Directors cannot answer themselves. Raises BadRequest,
    ReasonMissing."""
    found = ruling.of.reports.filter(pk=report_id, answered_at=None).exclude(by=ruling.by).first()
    if found is None:
        raise BadRequest(_("This message has already been answered, or it is your own."))
    found.answer, found.answered_by, found.answered_at = _words(text), ruling.by, ruling.now
    found.save(update_fields=["answer", "answered_by", "answered_at"])
    ruling.write("answered", about=found.about)
    notifications.answered(found, now=ruling.now)
    return found


@in_tournament()
def announce(ruling: Ruling[Tournament]) -> Link:
    """Email everybody who is registered or waiting; the reason is the text. Raises TooMany after three a day, and
    Muted."""
    tournament, now = ruling.of, ruling.now
    if services.is_mute(ruling.by.pk, now):
        raise Muted
    if tournament.acts.filter(kind="announced", at__gt=now - timedelta(days=1)).count() >= ANNOUNCEMENTS_A_DAY:
        raise TooMany(
            _("A tournament can send up to %(most)s announcements a day. Try again tomorrow.")
            % {"most": ANNOUNCEMENTS_A_DAY}
        )
    act = ruling.write("announced")
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


INVITATIONS_A_DAY = 100
"""Invitations of one director a day in all tournaments, since the site emails strangers for them."""


@dataclass(slots=True)
class Invited:
    """Who was invited: how many new people, who was invited or registered before, and names that nobody has."""

    new: int = 0
    known: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


@transaction.atomic
def invite(*, tournament_id: int, director: User, text: str, now: datetime) -> Invited:
    """Invite everybody named. Skips people who were invited or are registered, and unknown names.

    Nobody learns who owns an address: it is invited like any other. Nor who blocks whom: a person who is kept apart
    from this director is invited but not notified. Raises TooMany.
    """
    tournament = directed(tournament_id, director, TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING)
    words = [" ".join(word.split()) for word in re.split(r"[\n,;]", text)]
    names = list(dict.fromkeys(word for word in words if word))
    hold_count(director.pk)
    since = TournamentInvitation.objects.filter(inviter=director, created_at__gt=now - timedelta(days=1)).count()
    if since + len(names) > INVITATIONS_A_DAY:
        raise TooMany(_("You can invite up to %(most)s people a day.") % {"most": INVITATIONS_A_DAY})
    asked, made = Invited(), []
    for name in names:
        user, email = _meant(name)
        if user is None and not email:
            asked.unknown.append(name)
        elif _is_known(tournament, user, email):
            asked.known.append(name)
        else:
            language = (user or director).language
            asked_person = {"inviter": director, "user": user, "email": email, "language": language}
            made.append(TournamentInvitation.objects.create(tournament=tournament, created_at=now, **asked_person))
    queue(notifications.invited(one) for one in made if not _keeps_apart(director, one))
    asked.new = len(made)
    if made:
        log.write(tournament, "invited", now=now, by=director, people=len(made))
    return asked


def _keeps_apart(director: User, asked: TournamentInvitation) -> bool:
    """Whether one of the two has blocked the other; an address is the account's that has proved it."""
    user = asked.user_id
    if user is None:
        owner = EmailAddress.objects.filter(email__iexact=asked.email, verified=True)
        user = owner.values_list("user", flat=True).first()
    return user is not None and separation.is_apart(director.pk, [user])


def _meant(name: str) -> tuple[User | None, str]:
    """An account by its name, or an address; neither where there is no such thing."""
    if "@" not in name:
        return User.objects.players().filter(name_key=name_key(name)).first(), ""
    try:
        validate_email(name.lower())
    except ValidationError:
        return None, ""
    return None, name.lower()


def _is_known(tournament: Tournament, user: User | None, email: str) -> bool:
    if email:
        return tournament.invitations.filter(email=email).exists()
    return tournament.invitations.filter(user=user, email="").exists() or tournament.entries.filter(user=user).exists()


@transaction.atomic
def take_up(*, token: str, user: User) -> TournamentInvitation | None:
    """The invitation with this token; if it went to an address, it belongs to this user from now on. None if there
    is none, or it is another user's."""
    found: TournamentInvitation | None = (
        TournamentInvitation.objects.select_for_update(of=("self",))
        .select_related("tournament")
        .filter(token=token)
        .first()
    )
    if found is None or found.user_id not in (None, user.pk):
        return None
    if found.user_id is None:
        found.user = user
        found.save(update_fields=["user"])
    return found
