"""What is known of somebody who wants to enter a tournament."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import Q

from accounts.models import User
from games.models import Game, Status
from games.play.deadlines import kept_deadlines
from tournaments.lifecycle.ratings import is_established, ratings_of
from tournaments.models import Tournament, TournamentInvitation
from tournaments.progression.conditions import Applicant


def applicant_of(user: User, tournament: Tournament, code_word: str) -> Applicant:
    """The figures that conditions are about."""
    games = Game.objects.filter(seats__tenures__user=user, seats__tenures__until=None)
    deadlines = kept_deadlines(user)
    return Applicant(
        rating=ratings_of([user.pk]).get(user.pk),
        is_established=is_established(user.pk),
        finished_games=games.filter(status=Status.FINISHED).count(),
        running_games=games.filter(status=Status.RUNNING).count(),
        kept=deadlines.met,
        missed=deadlines.missed,
        is_invited=_is_invited(user, tournament),
        code_word=code_word,
    )


def _is_invited(user: User, tournament: Tournament) -> bool:
    """Asked by name, with the token that an address got, or at the address that is his own and proved."""
    asked = TournamentInvitation.objects.filter(tournament=tournament)
    own = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return asked.filter(Q(user=user) | Q(user=None, email__in=[one.lower() for one in own])).exists()
