"""Emails for people who register, are invited, or wait for a tournament to start."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbiter.progression.plan import reason_against
from notifications.kinds import Bundling, Letter, Sample
from notifications.mail.compose import absolute
from notifications.models import Notification
from tournaments.lifecycle.notifications import TournamentNotification, number_in
from tournaments.lifecycle.words import say, terms_words
from tournaments.models import Act, Entry, EntryState, Tournament, TournamentInvitation, TournamentState

from . import INVITATIONS, TournamentEmail, letter, part, terms, when


class Entered(TournamentEmail):
    name = TournamentNotification.ENTERED.value
    label = gettext_lazy("you are registered")
    bundling = Bundling(ahead=None)

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        entries = _entries(notification, EntryState.ENTERED, EntryState.WAITING)
        return "" if entries.exclude(tournament__state=TournamentState.ABANDONED).exists() else "not entered"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        entry = tournament.entries.get(user=notifications[-1].user_id)
        return {"waits": entry.state == EntryState.WAITING}

    def letter(self, tournament: Tournament, *, waits: bool) -> Letter:
        if waits:
            heading = _("You are on the waiting list")
            lead = _("All places are taken. You move up when one becomes free.")
        else:
            heading, lead = _("You are registered"), when(tournament)
        return letter(tournament, heading, lead, _("Open tournament"), parts=[terms(tournament)])

    def samples(self) -> Iterable[Sample]:
        yield self.sample("entered", waits=False)
        yield self.sample("waiting", waits=True)


class MovedUp(TournamentEmail):
    name = TournamentNotification.MOVED_UP.value
    label = gettext_lazy("you moved up from the waiting list")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        entries = _entries(notification, EntryState.ENTERED)
        goes_on = entries.filter(tournament__state__in=[TournamentState.OPEN, TournamentState.RUNNING])
        return "" if goes_on.exists() else "not entered"

    def letter(self, tournament: Tournament) -> Letter:
        lead = _("A place became free and it is yours. If you can no longer play, withdraw on the tournament page.")
        heading = _("You moved up from the waiting list")
        return letter(tournament, heading, f"{lead} {when(tournament)}", _("Open tournament"))

    def samples(self) -> Iterable[Sample]:
        yield self.sample("moved-up")


class TooFew(TournamentEmail):
    name = TournamentNotification.TOO_FEW.value
    label = gettext_lazy("too few players registered")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        return "" if _is_open(notification) else "goes on"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        return {
            "entrants": tournament.entries.filter(state=EntryState.ENTERED).count(),
            "directs": tournament.directors.filter(user=notifications[-1].user_id).exists(),
        }

    def letter(self, tournament: Tournament, *, entrants: int, directs: bool) -> Letter:
        reason = reason_against(tournament.plan, entrants)
        lead = (
            f"{_('It was due to start.')} {say(reason)}"
            if reason
            else _("It was due to start, but too few players had registered.")
        )
        then = (
            _(
                "Registration stays open. Start when enough players have registered, choose another day, or "
                "cancel the tournament."
            )
            if directs
            else _("Registration stays open, and the directors decide what happens next. You stay registered.")
        )
        return letter(tournament, _("Too few players registered"), f"{lead} {then}", _("Open tournament"))

    def samples(self) -> Iterable[Sample]:
        yield self.sample("too-few", entrants=2, directs=True)


class Changed(TournamentEmail):
    """What an entrant has agreed to is different now; `what` are the names of the terms."""

    name = TournamentNotification.CHANGED.value
    label = gettext_lazy("the settings of a tournament changed")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        act = Act.objects.filter(tournament=number_in(notification.subject), number=notification.data["act"])
        return Entered().why_untrue(notification, now) if act.exists() and _is_open(notification) else "started"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        numbers = [notification.data["act"] for notification in notifications]
        acts = Act.objects.filter(tournament=tournament, number__in=numbers).order_by("number")
        return {"what": [name for act in acts for name in act.data.get("what", ())]}

    def letter(self, tournament: Tournament, *, what: Sequence[str]) -> Letter:
        lead = _(
            "The directors changed what is played or when. If you do not accept this, withdraw on the tournament page."
        )
        names = terms_words(what)
        changes = part(_("Changes"), [capfirst(names)]) if names else []
        return letter(
            tournament,
            _("The tournament has changed"),
            f"{lead} {when(tournament)}",
            _("Open tournament"),
            parts=[changes, terms(tournament)],
        )

    def samples(self) -> Iterable[Sample]:
        yield self.sample("tournament-changed", what=["clock", "starts_at"])


class Invited(TournamentEmail):
    name = TournamentNotification.INVITED.value
    label = gettext_lazy("invitation to a tournament")
    category = INVITATIONS

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        asked = _invitation(notification).first()
        if asked is None or asked.tournament.is_over:
            return "tournament over"
        is_in = notification.user_id is not None and asked.tournament.entries.filter(user=notification.user_id).exists()
        return "entered" if is_in else ""

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        asked = _invitation(notifications[-1]).get()
        url = absolute(reverse("tournaments:tournament-invitation", args=[asked.token]))
        has_account = notifications[-1].user_id is not None
        return self.letter(asked.tournament, inviter=asked.inviter.name, url=url, has_account=has_account)

    def letter(self, tournament: Tournament, *, inviter: str, url: str, has_account: bool) -> Letter:
        values = {"name": inviter}
        note = _(
            "St Pete is a site to play the board game Sankt Petersburg by correspondence, one move at a "
            "time. You create an account when you accept. If you do not know %(name)s, ignore this email."
        )
        return letter(
            tournament,
            _("%(name)s invites you to a tournament") % values,
            when(tournament),
            _("View tournament"),
            url,
            parts=[terms(tournament)],
            note="" if has_account else note % values,
        )

    def samples(self) -> Iterable[Sample]:
        values: dict[str, Any] = {"inviter": "Boris", "url": absolute("/tournaments/invitations/token/")}
        name = "tournament-invitation"
        yield self.sample(name, **values, has_account=True)
        yield self.sample(f"{name}-stranger", to_stranger=True, **values, has_account=False)


EMAILS = (Entered, MovedUp, TooFew, Changed, Invited)


def _entries(notification: Notification, *states: EntryState) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=number_in(notification.subject), user=notification.user_id, state__in=states)


def _is_open(notification: Notification) -> bool:
    return Tournament.objects.filter(pk=number_in(notification.subject), state=TournamentState.OPEN).exists()


def _invitation(notification: Notification) -> QuerySet[TournamentInvitation]:
    found = TournamentInvitation.objects.select_related("tournament", "inviter")
    return found.filter(pk=number_in(notification.subject))
