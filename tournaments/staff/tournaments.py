"""Tournaments as staff see them, and handing one to another director."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import forms
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key
from games.errors import GameError
from moderation.actions import Act, Card, Change, Fact, Found, Need, Order, Subject
from moderation.errors import Refused
from moderation.forms.acts import NamedForm, called
from tournaments.lifecycle.services.acts.people import hand_over
from tournaments.models import Director, Due, Entry, Halt, Tournament, TournamentState

TOURNAMENT = "tournament"
GRACE = timedelta(seconds=60)


def card(number: int, reader: User) -> Card | None:
    """Drafts too, by their title and who makes them; nothing of pairings to come, deals or words for directors."""
    tournament = Tournament.objects.filter(pk=number).first()
    if tournament is None:
        return None
    facts = [Fact(_("Status"), str(TournamentState(tournament.state).label))]
    for one in tournament.directors.select_related("user").order_by("pk"):
        facts.append(Fact(_("Director"), one.user.name, reverse("admin:about", args=["person", one.user_id])))
    return Card(tournament.title, tournament.get_absolute_url(), "", facts)


def find(text: str, limit: int, reader: User) -> list[Found]:
    wanted = Q(title__icontains=text) | Q(directors__user__name_key=name_key(text))
    if text.isdecimal() and len(text) < 10:
        wanted |= Q(pk=int(text))
    rows = Tournament.objects.filter(wanted).distinct().order_by("-pk")[:limit]
    return [Found(one.pk, one.title, str(TournamentState(one.state).label)) for one in rows]


def _own(user: User) -> QuerySet[Tournament]:
    """Those that he plays in or directs."""
    plays, directs = Entry.objects.filter(user=user), Director.objects.filter(user=user)
    return Tournament.objects.filter(Q(pk__in=plays.values("tournament")) | Q(pk__in=directs.values("tournament")))


def is_own(number: int, user: User) -> bool:
    return _own(user).filter(pk=number).exists()


def owned(user: User) -> list[int]:
    return list(_own(user).values_list("pk", flat=True))


SUBJECTS = (
    Subject(
        TOURNAMENT,
        _("Tournaments"),
        "tournaments.view_tournament",
        "tournaments.tournament",
        card,
        find,
        is_own,
        owned=owned,
    ),
)


class HandOverForm(NamedForm):
    alone = forms.BooleanField(label=_("Remove all other directors"), required=False)


def give(order: Order) -> Change:
    to = called(order.values["name"])
    if to == order.by:
        raise Refused(_("You cannot hand the tournament to yourself. Choose another player."))
    before = hand_over(
        tournament_id=order.number,
        to=to,
        staff=order.by,
        alone=order.values["alone"],
        reason=order.reason,
        now=order.now,
    )
    after = sorted(Tournament.objects.get(pk=order.number).directors.values_list("user_id", flat=True))
    return Change({"directors": before}, {"directors": after})


ACTS = (
    Act(
        "hand-over-tournament",
        TOURNAMENT,
        _("Hand over to another director"),
        _(
            "The tournament and its games continue. Its old and new directors are notified; the tournament "
            "log shows the reason."
        ),
        "moderation.hand_over_tournament",
        give,
        HandOverForm,
        refusals=(Refused, GameError),
    ),
)


def _stuck(now: datetime) -> QuerySet[Tournament]:
    """Tournaments in which something was due a minute ago and has not happened, those on hold because a step failed, and those that
    nobody directs who can sign in."""
    late = Due.objects.filter(at__lte=now - GRACE, tournament__paused_at=None).values("tournament")
    alive = Tournament.objects.filter(state__in=(TournamentState.OPEN, TournamentState.RUNNING))
    led = Director.objects.filter(user__is_active=True).values("tournament")
    held = Halt.objects.filter(tournament__version=F("mark"), until=None).values("tournament")
    return alive.filter(Q(pk__in=late) | Q(pk__in=held) | ~Q(pk__in=led)).order_by("pk")


def stuck(now: datetime) -> int:
    return _stuck(now).count()


def which(now: datetime) -> list[tuple[str, int]]:
    return [(TOURNAMENT, number) for number in _stuck(now).values_list("pk", flat=True)[:50]]


NEEDS = (
    Need(
        "stuck-tournaments",
        _("tournaments that are stuck or have no director"),
        "tournaments.view_tournament",
        stuck,
        rows=which,
    ),
)
