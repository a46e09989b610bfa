"""Tournaments, a league, ratings and second factors as far along as their pages need them, for a walk over every page."""

from __future__ import annotations

import time
from dataclasses import dataclass

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.http import HttpRequest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from arbiter.progression.plan import Knockout, Plan, Swiss
from tests.accounts.test_second_factor import protect
from tests.people import signed_in
from tests.tournaments.leagues.test_leagues import league, sweep
from tests.tournaments.lifecycle.club import NOON, options, people, play_round, started
from tests.tournaments.lifecycle.rated_builders import rated
from tournaments.leagues.services.leagues import sign_up
from tournaments.lifecycle.services.acts.messages import invite
from tournaments.lifecycle.services.creating import TournamentTerms, create_tournament
from tournaments.models import Season, Tournament, TournamentInvitation

HOUR = 3600


@dataclass(frozen=True)
class Fairground:
    """A tournament before it is opened, one with a deal that everybody may see, a cup with its final, whose games are
    in the ratings,
    a season with its ladder, and a word to somebody to come."""

    draft: Tournament
    duplicate: Tournament
    cup: Tournament
    season: Season
    invitation: str


def fairground(director: User, invited: User) -> Fairground:
    director.is_staff = True
    crowd = people(7)
    draft = create_tournament(
        creator=director, terms=TournamentTerms("Spring", options(2), Plan(sizes=None)), now=now()
    )
    duplicate = started(director, [director, *crowd], Plan(stages=(Swiss(1),), is_duplicate=True))
    play_round(duplicate)
    cup = started(director, [director, *crowd[:3]], Plan(stages=(Knockout(),), sizes=None))
    play_round(cup)
    neva = league(director)
    season = neva.seasons.get()
    for user in (director, *crowd[:5]):
        sign_up(season_id=season.pk, user=user, now=NOON)
    sweep(season.starts_at)
    for number in range(6):
        rated(director, invited, at=NOON.replace(hour=number))
    invite(tournament_id=draft.pk, director=director, text=invited.email, now=now())
    return Fairground(draft, duplicate, cup, season, TournamentInvitation.objects.get(tournament=draft).token)


def cautious(user: User) -> Client:
    """Somebody with an app and recovery codes, who has just shown once more that it is he."""
    protect(user)
    RecoveryCodes.activate(user)
    return recent(user)


def forgetful(user: User) -> Client:
    """Somebody without a password."""
    user.set_unusable_password()
    user.save()
    return recent(user)


def recent(user: User) -> Client:
    """A session that was proved just now, and counts so for as long as a walk over all pages may take; five minutes otherwise."""
    client = signed_in(user)
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, user, "password", reauthenticated=True, at=time.time() + HOUR)
    request.session.save()
    return client
