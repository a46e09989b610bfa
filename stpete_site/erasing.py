"""An account goes: deleted by its owner, erased by staff, or merged into another one. Running games are left before the person
is wiped, so this stands above all apps.
"""

import hashlib
import logging
from datetime import datetime, timedelta
from functools import partial

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.allauth_internals import consume_or_429, normalize_user_code
from accounts.forms import DeletionForm
from accounts.models import User
from accounts.services import pseudonymise
from games.chat import services
from games.imports import services as imports
from games.models import Game, Status
from games.play.merging import take_games
from games.tables.tables import leave_everything, leave_open_tables
from incoming_mail import services as inbound
from moderation import notifications
from moderation import services as closing
from moderation.actions import NamedAction, Order, RecordedChange, StaffAction, StaffPart, called
from moderation.emails import erased
from moderation.errors import NoSuchPerson, StaffMatter
from moderation.notifications import PERSON, ModerationNotification
from moderation.services import end_measures_of, forget_contexts
from moderation.staff.people import is_player, person_of
from notifications.services import forget_person
from tournaments.leagues.services import leagues
from tournaments.leagues.services.leagues import take_leagues
from tournaments.lifecycle.services import accounts as tournaments
from tournaments.lifecycle.services.accounts import take_tournaments
from tournaments.models import RatedGame
from tournaments.rated.rebuilding import is_due, rebuild
from tournaments.rated.services import take_ratings

logger = logging.getLogger(__name__)


def finish(*, now: datetime) -> int:
    """Erase what staff have closed and what was broken off before it was wiped. Returns how many accounts went."""
    gone = 0
    for user in closing.unfinished():
        try:
            erase(user, now=now)
        except Exception as error:  # the next account does not wait for this one, which the next night tries again
            logger.error("the account %s could not be erased: %s", user.pk, type(error).__name__)
        else:
            gone += 1
    return gone


def erase(user: User, *, now: datetime) -> None:
    """Leave all games and tournaments, then wipe the person; the row stays for the seats of old games. Many
    transactions, one after the
    other, so that no two games are locked at once: what was broken off is done by doing it again."""
    leave_everything(user=user, now=now)
    leagues.leave_everything(user, now=now)
    tournaments.leave_everything(user, now=now)
    services.forget_person(user, now=now)
    imports.forget_person(user, now=now)
    forget_person(user)
    inbound.forget_person(user)
    tournaments.forget_person(user)
    closing.forget_person(user)
    pseudonymise(user, now=now)


CODE_KEY = "account_deletion_code"
CODE_HOLDS = timedelta(minutes=15)
TRIES = 3


@sensitive_post_parameters("proof")
@login_required
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what deletion means; with the right password or code leave all games, wipe the person, sign out."""
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST" and (limited := consume_or_429(request, action="reauthenticate", user=user)):
        return limited
    if "send_code" in request.POST:
        adapter = get_adapter(request)
        code = adapter.generate_login_code()
        until = (timezone.now() + CODE_HOLDS).isoformat()
        # the session keeps only its hash
        request.session[CODE_KEY] = {"hash": _hash(request, code), "until": until, "tries": TRIES}
        adapter.send_mail("account/email/deletion_code", user.email, {"user": user, "code": code})
        messages.info(request, gettext("We sent you a code."))
        return redirect("delete-account")
    form = DeletionForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        if _is_proof(request, user, form.cleaned_data["proof"]):
            erase(user, now=timezone.now())
            language = request.LANGUAGE_CODE
            logout(request)
            request.person_language = language  # type: ignore[attr-defined]
            messages.success(request, gettext("Your account was deleted."))
            return redirect("/")
        form.add_error("proof", gettext("Wrong password or code. Nothing was deleted."))
    games = Game.objects.filter(status=Status.RUNNING, seats__tenures__user=user, seats__tenures__until=None).distinct()
    page = {"form": form, "games": games, "code_sent": CODE_KEY in request.session}
    return render(request, "accounts/delete.html", page, status=422 if form.errors else 200)


def _is_proof(request: HttpRequest, user: User, proof: str) -> bool:
    if user.has_usable_password():
        return user.check_password(proof)
    sent = request.session.get(CODE_KEY)
    if not sent or sent["tries"] < 1 or sent["until"] < timezone.now().isoformat():
        request.session.pop(CODE_KEY, None)
        return False
    request.session[CODE_KEY] = {**sent, "tries": sent["tries"] - 1}
    return constant_time_compare(sent["hash"], _hash(request, proof))


def _hash(request: HttpRequest, code: str) -> str:
    """Bound to the session, so that a stolen row of another one proves nothing."""
    return hashlib.sha256(f"{request.session.session_key}:{normalize_user_code(code)}".encode()).hexdigest()


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
    def do(cls, order: Order) -> RecordedChange:
        """Nobody comes in any more from now on; the person is told at the address, which is wiped after this."""
        user = person_of(order)
        User.objects.filter(pk=user.pk).update(is_active=False)
        end_measures_of(user, order.now)
        if user.email:
            transaction.on_commit(partial(_tell, user.email, user.language, order.reason), robust=True)
        return RecordedChange({"account": "open"}, {"account": "erased"})

    @classmethod
    def afterwards(cls, order: Order) -> None:
        erase(User.objects.get(pk=order.number), now=order.now)


def _tell(address: str, language: str, reason: str) -> None:
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
    def do(cls, order: Order) -> RecordedChange:
        gone, stays = person_of(order), called(order.values["name"])
        if gone == stays or stays.is_staff:
            raise StaffMatter if gone != stays else NoSuchPerson
        before = gone.name
        User.objects.filter(pk=gone.pk).update(is_active=False)
        end_measures_of(gone, order.now)
        forget_contexts(gone)  # while the games still belong to that account
        leagues = take_leagues(gone=gone, stays=stays, now=order.now)
        tournaments = take_tournaments(gone=gone, stays=stays, now=order.now)
        leave_open_tables(user=gone, now=order.now)
        games = take_games(gone=gone, stays=stays, now=order.now)
        rated = take_ratings(gone=gone, stays=stays)
        notifications.tell(
            ModerationNotification.MERGED, user_id=stays.pk, now=order.now, name=before, reason=order.reason
        )
        after = {
            "account": stays.pk,
            "games": games,
            "tournaments": tournaments,
            "leagues": leagues,
            "rated games": rated,
        }
        return RecordedChange(after=after, words=before)

    @classmethod
    def afterwards(cls, order: Order) -> None:
        """Ratings follow from all games of both. On a large site that is done by night (`tournaments.tasks`)."""
        erase(User.objects.get(pk=order.number), now=order.now)
        if is_due() and RatedGame.objects.count() <= REBUILT_AT_ONCE:
            rebuild(tell=lambda difference: None, repair=True)


STAFF = StaffPart(actions=(EraseAccount, MergeAccount))
