"""An account is erased, or becomes part of another one."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import GameError
from games.play.services.merging import take_games
from games.tables.services.leaving import rise
from moderation import notifications
from moderation.actions import Act, Change, Order
from moderation.errors import NoSuchPerson, Refused, StaffMatter
from moderation.forms.acts import NamedForm, called
from moderation.notifications import PERSON, Kind
from moderation.services.closing import end_measures_of
from moderation.services.people import forget_contexts
from notifications.services import queue
from stpete_site.erasing import erase
from tournaments.leagues.services.merging import take_leagues
from tournaments.lifecycle.services.accounts import take_tournaments
from tournaments.models import RatedGame
from tournaments.rated.rebuilding import is_due, rebuild
from tournaments.rated.services import take_ratings

REBUILT_AT_ONCE = 5_000
"""Rated games; about two seconds."""


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
        subject = render_to_string("moderation/emails/erased.subject.txt").strip()
        body = render_to_string("moderation/emails/erased.txt", {"reason": reason})
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(subject, body, to=[address], headers=headers).send(fail_silently=True)


def merge(order: Order) -> Change:
    gone, stays = _account(order.number, order.by), called(order.values["name"])
    if gone == stays or stays.is_staff:
        raise StaffMatter if gone != stays else NoSuchPerson
    before = gone.name
    User.objects.filter(pk=gone.pk).update(is_active=False)
    end_measures_of(gone, order.now)
    forget_contexts(gone)  # while the games are still his
    leagues = take_leagues(gone=gone, stays=stays, now=order.now)
    tournaments = take_tournaments(gone=gone, stays=stays, now=order.now)
    rise(user=gone, now=order.now)
    games = take_games(gone=gone, stays=stays, now=order.now)
    rated = take_ratings(gone=gone, stays=stays)
    queue([notifications.told(Kind.MERGED, user_id=stays.pk, now=order.now, name=before, reason=order.reason)])
    after = {"account": stays.pk, "games": games, "tournaments": tournaments, "leagues": leagues, "rated games": rated}
    return Change(after=after, words=before)


def wipe_and_rebuild(order: Order) -> None:
    """Ratings follow from all games of both. On a large site that is done by night (`tournaments.tasks`)."""
    wipe(order)
    if is_due() and RatedGame.objects.count() <= REBUILT_AT_ONCE:
        rebuild(tell=lambda difference: None, repair=True)


def _is_account(number: int, now: datetime) -> bool:
    return User.objects.filter(pk=number, deleted_at=None, guest_until=None).exists()


class IntoForm(NamedForm):
    """`name` is the account that stays."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Account to keep (username)")


ACTS = (
    Act(
        "erase-account",
        PERSON,
        _("Close and erase account"),
        _(
            "This cannot be undone. Bots take over the seats in running games for good, tables close, and "
            "the person leaves all tournaments. Address, name, settings and chat messages are deleted. "
            "Results stay under “Former player”. The person gets a last email with the reason."
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
        _("Merge into another account"),
        _(
            "For two accounts of one person that never met in a game, tournament or league season. All "
            "games, tournament places, results and ratings move to the other account, running ones too. "
            "Clocks keep running, and the logs record the change. This account is erased. The person is "
            "notified."
        ),
        "moderation.merge_people",
        merge,
        IntoForm,
        is_open=_is_account,
        refusals=(Refused, GameError),
        afterwards=wipe_and_rebuild,
    ),
)
