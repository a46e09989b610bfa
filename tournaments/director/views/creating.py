"""A new tournament, its terms while it gathers, opening and starting it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.activity import person_of
from accounts.models import User
from games.errors import GameError
from tournaments.director.access import directed
from tournaments.director.apart import apart_words
from tournaments.director.forms.initial import initial_of
from tournaments.director.forms.terms import TournamentForm
from tournaments.director.outlook import Outlook, outlook
from tournaments.lifecycle.services import creating, starting
from tournaments.lifecycle.services.creating import TournamentTerms, clone_of, games_missing
from tournaments.models import EntryState, Tournament, TournamentState

GATHERING = (TournamentState.DRAFT, TournamentState.OPEN)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new tournament, with `like=<number>` filled as an earlier one that the reader directs."""
    user = person_of(request)
    earlier = Tournament.objects.filter(directors__user=user).order_by("-id")
    wanted = request.GET.get("like", "")
    like = (
        earlier.filter(pk=int(wanted)).first() if wanted.isascii() and wanted.isdigit() and len(wanted) < 19 else None
    )
    form = TournamentForm(request.POST or None, initial=initial_of(clone_of(like)) if like else None)
    wants_look = request.POST.get("step") == "look"
    if request.method == "POST" and form.is_valid() and not wants_look:
        try:
            key = form.cleaned_data["key"] or None
            tournament = creating.create_tournament(creator=user, terms=form.terms(), now=now(), key=key)
        except GameError as error:
            form.add_error(None, ValidationError(str(error), code=error.code))
        else:
            return redirect("tournaments:manage", tournament.pk)
    context = {
        "form": form,
        "missing": games_missing(user),
        "earlier": list(earlier.filter(division=None).values("id", "title")[:10]),  # no groups of leagues
        "outlook": _outlook(form, 0) if wants_look else None,
    }
    return render(request, "tournaments/director/terms.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The same form for a tournament that has not started."""
    tournament = directed(request, tournament_id)
    if tournament.state not in GATHERING:
        return redirect("tournaments:manage", tournament_id)
    form = TournamentForm(request.POST or None, initial=initial_of(TournamentTerms.of(tournament)))
    wants_look = request.POST.get("step") == "look"
    if request.method == "POST" and form.is_valid() and not wants_look:
        try:
            creating.change_tournament(
                tournament_id=tournament_id, director=person_of(request), terms=form.terms(), now=now()
            )
        except GameError as error:
            form.add_error(None, ValidationError(str(error), code=error.code))
        else:
            return redirect("tournaments:manage", tournament_id)
    entered = tournament.entries.filter(state=EntryState.ENTERED).count() if wants_look else 0
    found = _outlook(form, entered) if wants_look else None
    apart = apart_words(tournament, form.plan, person_of(request), now()) if found else []
    context = {"form": form, "tournament": tournament, "outlook": found, "apart": apart}
    return render(request, "tournaments/director/terms.html", context, status=422 if form.errors else 200)


def _outlook(form: TournamentForm, entrants: int) -> Outlook | None:
    """What to expect of a tournament with the terms of a form, which is not written; None where the form is not valid."""
    if not form.is_valid():
        return None
    tournament = Tournament()
    form.terms().write_to(tournament)
    return outlook(tournament, entrants)


@login_required
@require_POST
def open_for_entries(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Let people enter."""
    return _do(
        request,
        tournament_id,
        lambda user: creating.open_tournament(tournament_id=tournament_id, director=user, now=now()),
        _("Registration is open. Invite people now."),
    )


@login_required
@require_POST
def begin(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Start the tournament with those who are entered."""
    return _do(
        request,
        tournament_id,
        lambda user: starting.start(tournament_id=tournament_id, director=user, now=now()),
        _("The tournament has started. Players get an email when their games start."),
    )


def _do(request: HttpRequest, tournament_id: int, act: Callable[[User], None], done: str) -> HttpResponse:
    """Do it and say on the desk that it is `done`, or why not."""
    directed(request, tournament_id)
    try:
        act(person_of(request))
    except GameError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, done)
    return redirect("tournaments:manage", tournament_id)
