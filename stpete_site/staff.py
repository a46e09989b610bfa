"""An account is erased, or becomes part of another one."""

from __future__ import annotations

from functools import partial

from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.play.merging import take_games
from games.tables.tables import leave_open_tables
from moderation import notifications
from moderation.actions import Change, NamedAction, Order, StaffAction, called
from moderation.emails import erased
from moderation.errors import NoSuchPerson, StaffMatter
from moderation.notifications import PERSON, Kind
from moderation.services.closing import end_measures_of, forget_contexts
from moderation.staff.people import is_player, person_of
from notifications.services import queue
from stpete_site.erasing import erase
from tournaments.leagues.services.entering import take_leagues
from tournaments.lifecycle.services.accounts import take_tournaments
from tournaments.models import RatedGame
from tournaments.rated.rebuilding import is_due, rebuild
from tournaments.rated.services import take_ratings

REBUILT_AT_ONCE = 5_000
"""Rated games; about two seconds."""


class EraseAccount(StaffAction):
    slug = "erase-account"
    subject = PERSON
    title = _("Close and erase account")
    about = _(
        "This cannot be undone. Bots take over the seats in running games for good, tables close, and "
        "the person leaves all tournaments. Address, name, settings and chat messages are deleted. "
        "Results stay under “Former player”. The person gets a last email with the reason."
    )
    permission = "moderation.erase_person"
    only_if = staticmethod(lambda of, now: is_player(of))

    @classmethod
    def do(cls, order: Order) -> Change:
        """Nobody comes in any more from now on; the person is told at the address, which is wiped after this."""
        user = person_of(order)
        User.objects.filter(pk=user.pk).update(is_active=False)
        end_measures_of(user, order.now)
        if user.email:
            transaction.on_commit(partial(_tell, user.email, user.language, order.reason), robust=True)
        return Change({"account": "open"}, {"account": "erased"})

    @classmethod
    def afterwards(cls, order: Order) -> None:
        erase(User.objects.get(pk=order.number), now=order.now)


def _tell(address: str, language: str, reason: str) -> None:
    """A mail without a row: nothing of the address is kept."""
    with translation.override(language):
        subject, body = erased(reason)
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(subject, body, to=[address], headers=headers).send(fail_silently=True)


class MergeAccount(NamedAction):
    """`name` is the account that stays."""

    slug = "merge-account"
    subject = PERSON
    title = _("Merge into another account")
    about = _(
        "For two accounts of one person that never met in a game, tournament or league season. All "
        "games, tournament places, results and ratings move to the other account, running ones too. "
        "Clocks keep running, and the logs record the change. This account is erased. The person is "
        "notified."
    )
    permission = "moderation.merge_people"

    def prepare(self) -> None:
        self.fields["name"].label = _("Account to keep (username)")

    only_if = staticmethod(lambda of, now: is_player(of))

    @classmethod
    def do(cls, order: Order) -> Change:
        gone, stays = person_of(order), called(order.values["name"])
        if gone == stays or stays.is_staff:
            raise StaffMatter if gone != stays else NoSuchPerson
        before = gone.name
        User.objects.filter(pk=gone.pk).update(is_active=False)
        end_measures_of(gone, order.now)
        forget_contexts(gone)  # while the games are still his
        leagues = take_leagues(gone=gone, stays=stays, now=order.now)
        tournaments = take_tournaments(gone=gone, stays=stays, now=order.now)
        leave_open_tables(user=gone, now=order.now)
        games = take_games(gone=gone, stays=stays, now=order.now)
        rated = take_ratings(gone=gone, stays=stays)
        queue([notifications.told(Kind.MERGED, user_id=stays.pk, now=order.now, name=before, reason=order.reason)])
        after = {
            "account": stays.pk,
            "games": games,
            "tournaments": tournaments,
            "leagues": leagues,
            "rated games": rated,
        }
        return Change(after=after, words=before)

    @classmethod
    def afterwards(cls, order: Order) -> None:
        """Ratings follow from all games of both. On a large site that is done by night (`tournaments.tasks`)."""
        erase(User.objects.get(pk=order.number), now=order.now)
        if is_due() and RatedGame.objects.count() <= REBUILT_AT_ONCE:
            rebuild(tell=lambda difference: None, repair=True)


ACTIONS = (EraseAccount, MergeAccount)
