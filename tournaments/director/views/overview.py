"""The desk of a tournament: what is asked of its directors now, and all they can do."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.activity import person_of
from tournaments.director.access import directed
from tournaments.director.content import desk_of
from tournaments.director.forms.words import AnswerForm, PostForm


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
