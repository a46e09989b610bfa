"""The desk of a tournament: what is asked of its directors now, and all they can do."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.activity import person_of
from accounts.models import User
from actions import Origin, conduct
from tournaments.director.access import directed
from tournaments.director.actions import ACTIONS
from tournaments.director.content import desk_of
from tournaments.director.views.messages import AnswerForm, PostForm
from tournaments.models import League, Tournament


@login_required
@never_cache
@require_safe
def show(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The desk."""
    tournament, user = directed(request, tournament_id), person_of(request)
    page = desk_of(tournament, user, now())
    answers = [
        (report, AnswerForm(initial={"report": report.pk}, auto_id=f"id_{report.pk}_%s")) for report in page.reports
    ]
    context = {"tournament": tournament, "page": page, "answers": answers, "post_form": PostForm()}
    return render(request, "tournaments/director/desk.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, tournament_id: int, act: str) -> HttpResponse:
    """An action on a tournament."""
    tournament = directed(request, tournament_id)
    if act not in ACTIONS:
        raise Http404
    if not ACTIONS[act].is_possible(tournament, now()):
        messages.error(request, _("This is not possible at this stage of the tournament."))
        return redirect("tournaments:manage", tournament_id)
    origin = origin_of(tournament, reverse("tournaments:manage", args=[tournament_id]), person_of(request))
    return conduct(request, origin, ACTIONS[act], tournament)


def origin_of(of: Tournament | League, url: str, director: User) -> Origin:
    """Back to the desk at this address; whoever directs no more goes to the page of the tournament or the league."""

    def after() -> str:
        return url if of.directors.filter(user=director).exists() else of.get_absolute_url()

    return Origin(of.title, _("Manage “%(title)s”") % {"title": of.title}, url, after)
