"""A director asks people to a tournament: many at once, by name or by mail address."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import separation
from accounts.limits import hold_count
from accounts.models import User
from accounts.names import name_key
from notifications.services import queue
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import Tournament, TournamentInvitation, TournamentState

from .errors import TooMany

A_DAY = 100
"""People one director may ask within a day, in all tournaments: the site writes to strangers on his behalf."""


@dataclass(slots=True)
class Asked:
    """Whom the words meant: how many are asked now, who was asked or entered before, and what nobody is called."""

    new: int = 0
    known: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def names_in(text: str) -> list[str]:
    """One name or address each, from lines, commas and semicolons, each once."""
    words = [" ".join(word.split()) for word in re.split(r"[\n,;]", text)]
    return list(dict.fromkeys(word for word in words if word))


@transaction.atomic
def invite(*, tournament_id: int, director: User, text: str, now: datetime) -> Asked:
    """Ask everybody named. Who is asked already or entered is passed over, and so is what nobody is called.

    Whose account an address is, nobody learns: it is asked like any other. Nor does anybody learn who keeps away from whom: who
    is kept apart from this director is asked, and not told. Raises TooMany.
    """
    tournament = directed(tournament_id, director, TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING)
    names = names_in(text)
    hold_count(director.pk)
    since = TournamentInvitation.objects.filter(inviter=director, created_at__gt=now - timedelta(days=1)).count()
    if since + len(names) > A_DAY:
        raise TooMany(_("You can invite up to %(most)s people a day.") % {"most": A_DAY})
    asked, made = Asked(), []
    for name in names:
        user, email = _meant(name)
        if user is None and not email:
            asked.unknown.append(name)
        elif _is_known(tournament, user, email):
            asked.known.append(name)
        else:
            made.append(_ask(tournament, director, user, email, now))
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


def _ask(tournament: Tournament, director: User, user: User | None, email: str, now: datetime) -> TournamentInvitation:
    language = user.language if user is not None else director.language
    return TournamentInvitation.objects.create(
        tournament=tournament, inviter=director, user=user, email=email, language=language, created_at=now
    )


@transaction.atomic
def take_up(*, token: str, user: User) -> TournamentInvitation | None:
    """The invitation with this token, which is this person's from now on where it was to an address; None where there is
    none, or it is somebody else's."""
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


@transaction.atomic
def forget_person(user: User) -> None:
    """Invitations that name an account about to be deleted, or its address, are gone, and what is to be told of them."""
    named = Q(user=user)
    if user.email:
        named |= Q(email=user.email.lower())
    TournamentInvitation.objects.filter(named).delete()
