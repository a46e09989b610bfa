"""An act of a director: its form, then what will follow from it, then it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.activity import person_of
from games.errors import GameError
from tournaments.director.access import directed
from tournaments.director.acts import ACTS
from tournaments.director.forms.acts import ReasonedForm
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Desk:
    """Where an act is done: what the desk is of, its address, its template's crumb, and where to go when all is done."""

    title: str
    url: str
    after: Callable[[], str]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, tournament_id: int, act: str) -> HttpResponse:
    """An act on a tournament."""
    tournament = directed(request, tournament_id)
    if act not in ACTS:
        raise Http404
    if not ACTS[act].is_possible(tournament):
        messages.error(request, _("This is not possible at this stage of the tournament."))
        return redirect("tournaments:manage", tournament_id)
    director = person_of(request)

    def form(data: QueryDict | None, initial: dict[str, object]) -> ReasonedForm:
        return ACTS[act](data, tournament=tournament, director=director, initial=initial)

    return conduct(request, desk_of(tournament, request), form)


def desk_of(tournament: Tournament, request: HttpRequest) -> Desk:
    """The desk of a tournament, and whether its director is one still."""
    url = reverse("tournaments:manage", args=[tournament.pk])

    def after() -> str:
        return url if tournament.directors.filter(user=person_of(request)).exists() else tournament.get_absolute_url()

    return Desk(tournament.title, url, after)


def conduct(
    request: HttpRequest, desk: Desk, make: Callable[[QueryDict | None, dict[str, object]], ReasonedForm]
) -> HttpResponse:
    """GET: the form, filled with what the address names. POST: what will follow; with `step=sure` it is done, with
    `step=change` the form comes again."""
    step = request.POST.get("step", "")
    if request.method != "POST":
        return _page(request, desk, make(None, dict(request.GET.items())))
    form = make(request.POST, {})
    if not form.is_valid() or step == "change" or form.needs_choice:
        return _page(request, desk, form, status=422 if form.errors else 200)
    if step != "sure":
        return render(
            request, "tournaments/director/confirm.html", {"desk": desk, "form": form, "follows": form.follows()}
        )
    try:
        form.perform(now())
    except GameError as error:
        form.add_error(None, ValidationError(str(error), code=error.code))
        return _page(request, desk, form, status=error.status)
    messages.success(request, _("Done: %(act)s") % {"act": form.title})
    return redirect(desk.after())


def _page(request: HttpRequest, desk: Desk, form: ReasonedForm, status: int = 200) -> HttpResponse:
    return render(request, "tournaments/director/act.html", {"desk": desk, "form": form}, status=status)
