"""A new tournament, its terms while it gathers, opening and starting it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.activity import person_of
from games.errors import GameError
from tournaments.director.access import directed
from tournaments.director.content import apart_words
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
    known = wanted.isascii() and wanted.isdigit() and len(wanted) < 19
    like = earlier.filter(pk=int(wanted)).first() if known else None
    form = TournamentForm(request.POST or None, initial=initial_of(clone_of(like)) if like else None)

    def save() -> Tournament:
        key = form.cleaned_data["key"] or None
        return creating.create_tournament(creator=user, terms=form.terms(), now=now(), key=key)

    def shown() -> dict[str, object]:
        return {
            "missing": games_missing(user),
            "earlier": list(earlier.filter(division=None).values("id", "title")[:10]),  # no groups of leagues
            "outlook": _outlook(form, 0) if _wants_look(request) else None,
        }

    return _terms(request, form, save, shown)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The same form for a tournament that has not started."""
    tournament, user = directed(request, tournament_id), person_of(request)
    if tournament.state not in GATHERING:
        return redirect("tournaments:manage", tournament_id)
    form = TournamentForm(request.POST or None, initial=initial_of(TournamentTerms.of(tournament)))

    def save() -> Tournament:
        return creating.change_tournament(tournament_id=tournament_id, director=user, terms=form.terms(), now=now())

    def shown() -> dict[str, object]:
        if not _wants_look(request):
            return {"tournament": tournament}
        found = _outlook(form, tournament.entries.filter(state=EntryState.ENTERED).count())
        apart = apart_words(tournament, form.plan, user, now()) if found else []
        return {"tournament": tournament, "outlook": found, "apart": apart}

    return _terms(request, form, save, shown)


def _terms(
    request: HttpRequest, form: TournamentForm, save: Callable[[], Tournament], shown: Callable[[], dict[str, object]]
) -> HttpResponse:
    """Save what was sent and go to the desk; else the form, with what else is shown."""
    if request.method == "POST" and form.is_valid() and not _wants_look(request):
        try:
            return redirect("tournaments:manage", save().pk)
        except GameError as error:
            form.add_error(None, ValidationError(str(error), code=error.code))
    context = {"form": form, **shown()}
    return render(request, "tournaments/director/terms.html", context, status=422 if form.errors else 200)


def _wants_look(request: HttpRequest) -> bool:
    return request.POST.get("step") == "look"


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
    directed(request, tournament_id)
    with said(request, _("Registration is open. Invite people now.")):
        creating.open_tournament(tournament_id=tournament_id, director=person_of(request), now=now())
    return redirect("tournaments:manage", tournament_id)


@login_required
@require_POST
def begin(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Start the tournament with those who are entered."""
    directed(request, tournament_id)
    with said(request, _("The tournament has started. Players get an email when their games start.")):
        starting.start(tournament_id=tournament_id, director=person_of(request), now=now())
    return redirect("tournaments:manage", tournament_id)


@contextmanager
def said(request: HttpRequest, done: str = "") -> Iterator[None]:
    """Say on the next page that it is `done`, or why not."""
    try:
        yield
    except GameError as error:
        messages.error(request, str(error))
    else:
        if done:
            messages.success(request, done)
