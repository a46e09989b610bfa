"""An account is erased, or becomes part of another one."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import GameError
from games.play.services.merging import take_games
from games.tables.services.leaving import rise
from moderation import notices
from moderation.acts import Act, Change, Order
from moderation.errors import NoSuchPerson, Refused, StaffMatter
from moderation.forms.acts import NamedForm, called
from moderation.notices import PERSON, Kind
from moderation.services.closing import end_measures_of
from moderation.services.people import forget_contexts
from notices.services import queue
from stpete_site.erasing import erase
from tournaments.models import Director, Entry, LeagueDirector, RatingChange, Signup


class PlaysInEvents(Refused):
    code = "plays_in_events"
    sentence = _(
        "The account that goes has been in an event, a league or a rating: its results name it there, and nobody else"
        " may have them."
    )


def _account(number: int, by: User) -> User:
    """Raises NoSuchPerson, StaffMatter."""
    user = User.objects.filter(pk=number, deleted_at=None, guest_until=None).first()
    if user is None:
        raise NoSuchPerson
    if user.is_staff and not by.is_superuser:
        raise StaffMatter
    return user


def close(order: Order) -> Change:
    """Nobody comes in any more from now on; the person is told at the address, which is wiped after this."""
    user = _account(order.number, order.by)
    User.objects.filter(pk=user.pk).update(is_active=False)
    end_measures_of(user, order.now)
    if user.email:
        transaction.on_commit(partial(_tell, user.email, user.language, order.reason), robust=True)
    return Change({"account": "open"}, {"account": "erased"})


def wipe(order: Order) -> None:
    erase(User.objects.get(pk=order.number), now=order.now)


def _tell(address: str, language: str, reason: str) -> None:
    """A mail without a row: nothing of the address is kept."""
    with translation.override(language):
        subject = render_to_string("moderation/letters/erased.subject.txt").strip()
        body = render_to_string("moderation/letters/erased.txt", {"reason": reason})
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(subject, body, to=[address], headers=headers).send(fail_silently=True)


def merge(order: Order) -> Change:
    gone, stays = _account(order.number, order.by), called(order.values["name"])
    if gone == stays or stays.is_staff:
        raise StaffMatter if gone != stays else NoSuchPerson
    _check(gone)
    before = gone.name
    User.objects.filter(pk=gone.pk).update(is_active=False)
    end_measures_of(gone, order.now)
    forget_contexts(gone)  # while the games are still his
    rise(user=gone, now=order.now)
    games = take_games(gone=gone, stays=stays, now=order.now)
    queue([notices.told(Kind.MERGED, user_id=stays.pk, now=order.now, name=before, reason=order.reason)])
    return Change(after={"account": stays.pk, "games": games}, words=before)


def _check(gone: User) -> None:
    """Raises PlaysInEvents: logs, ratings and results of events name people for good."""
    own = Q(user=gone)
    if any(rows.objects.filter(own).exists() for rows in (Entry, Director, Signup, LeagueDirector, RatingChange)):
        raise PlaysInEvents


def _is_account(number: int, now: datetime) -> bool:
    return User.objects.filter(pk=number, deleted_at=None, guest_until=None).exists()


class IntoForm(NamedForm):
    """`name` is the account that stays."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the account that stays")


ACTS = (
    Act(
        "erase-account",
        PERSON,
        _("Close and erase the account"),
        _(
            "It cannot be undone. Bots take the seats in running games for good, tables close, events are left. Address, name,"
            " settings and words in chats go; results stay under “Former player”. The person gets a last mail with the reason."
        ),
        "moderation.erase_person",
        close,
        is_open=_is_account,
        refusals=(Refused, GameError),
        afterwards=wipe,
    ),
    Act(
        "merge-account",
        PERSON,
        _("Make it part of another account"),
        _(
            "For two accounts of one person who never met in a game, an event or a rating. All games of this one, running ones too,"
            " go to the other; clocks run on, and their logs say so. This account is erased. The person is told."
        ),
        "moderation.merge_people",
        merge,
        IntoForm,
        is_open=_is_account,
        refusals=(Refused, GameError),
        afterwards=wipe,
    ),
)
