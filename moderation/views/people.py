"""What everybody meets of moderation: a report of a person or a game, and why one was muted or suspended."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.activity import person_of
from accounts.models import User
from moderation import links
from moderation.errors import Refused
from moderation.forms.words import AppealForm, ComplaintForm
from moderation.models import ComplaintReason, MeasureKind
from moderation.notifications import GAME, PERSON
from moderation.services import complaints, measures


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_person(request: HttpRequest, user_id: int) -> HttpResponse:
    """Tell those who run the site of a person."""
    return _report(request, PERSON, user_id)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Tell those who run the site of a game or a table."""
    return _report(request, GAME, game_id)


def _report(request: HttpRequest, about: str, number: int) -> HttpResponse:
    """What the reader may not see is not there."""
    reader = person_of(request)
    seen = complaints.seen_of(about, number, reader)
    if seen is None:
        raise Http404
    form = ComplaintForm(request.POST or None)
    page = {"form": form, "name": seen.name}
    if request.method != "POST" or not form.is_valid():
        return render(request, "moderation/report.html", page, status=422 if form.errors else 200)
    try:
        complaints.report(
            about=seen.key,
            context=seen.context,
            reporter=reader,
            reason=ComplaintReason(form.cleaned_data["reason"]),
            words=form.cleaned_data["words"],
            now=now(),
        )
    except Refused as error:
        form.add_error(None, str(error))
        return render(request, "moderation/report.html", page, status=error.status)
    messages.success(request, _("Thank you. The site team will read your report."))
    return redirect("/")


def of_user(user: User) -> str:
    """The page of the suspension that keeps somebody out; empty where there is none."""
    found = measures.of(user.pk, MeasureKind.SUSPENSION, now())
    return links.url_of(found) if found else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def measure(request: HttpRequest, token: str) -> HttpResponse:
    """Why somebody is mute or suspended, until when, and his answer to it; the link stands in the mail about it."""
    found = links.measure_of(token)
    if found is None:
        raise Http404
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if measures.appeal(measure_id=found.pk, words=form.cleaned_data["words"].strip(), now=now()):
            messages.success(request, _("Thank you. The site team will read your appeal and reply by email."))
        return redirect("moderation:measure", token)
    page = {
        "measure": found,
        "form": form,
        "may_appeal": found.appealed_at is None and found.ended_at is None,
    }
    return render(request, "moderation/measure.html", page, status=422 if form.errors else 200)
