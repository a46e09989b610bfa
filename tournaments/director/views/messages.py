"""Words between people: reports with their answers, the notice board, invitations."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.activity import person_of
from games.errors import GameError
from tournaments.director.access import directed, entered
from tournaments.director.forms.words import AnswerForm, InviteForm, PostForm, ReportForm
from tournaments.lifecycle.services.acts import inviting
from tournaments.lifecycle.services.acts import messages as words
from tournaments.models import About, TournamentInvitation


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """An entrant writes to the directors, and reads what they have answered."""
    tournament, user = entered(request, tournament_id), person_of(request)
    form = ReportForm(request.POST or None, initial={"about": request.GET.get("about", "")})
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        about, text = About(form.cleaned_data["about"]), form.cleaned_data["text"]
        try:
            words.report(tournament_id=tournament_id, user=user, about=about, text=text, now=now())
        except GameError as error:
            form.add_error(None, ValidationError(str(error), code=error.code))
            status = error.status
        else:
            messages.success(request, _("Your message was sent to the directors. Their answer will appear here."))
            return redirect("tournaments:manage-report", tournament_id)
    own = tournament.reports.filter(by=user).select_related("answered_by")
    context = {"tournament": tournament, "form": form, "reports": own}
    return render(request, "tournaments/director/report.html", context, status=status)


@login_required
@require_POST
def answer(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A director answers a report."""
    directed(request, tournament_id)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Fill in both the answer and the public note."))
        return redirect("tournaments:manage", tournament_id)
    sent = form.cleaned_data
    return _do(
        request,
        tournament_id,
        lambda: words.answer(
            tournament_id=tournament_id,
            director=person_of(request),
            report_id=sent["report"],
            text=sent["text"],
            reason=sent["reason"],
            now=now(),
        ),
    )


@login_required
@require_POST
def post(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A director writes on the board."""
    directed(request, tournament_id)
    form = PostForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The announcement is empty or too long."))
        return redirect("tournaments:manage", tournament_id)
    text = form.cleaned_data["text"]
    return _do(
        request,
        tournament_id,
        lambda: words.post(tournament_id=tournament_id, director=person_of(request), text=text, now=now()),
    )


@login_required
@require_POST
def take_down(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A director takes a word off the board."""
    directed(request, tournament_id)
    number = request.POST.get("post", "")
    post_id = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
    return _do(
        request,
        tournament_id,
        lambda: words.take_down(tournament_id=tournament_id, director=person_of(request), post_id=post_id),
    )


def _do(request: HttpRequest, tournament_id: int, act: Callable[[], object]) -> HttpResponse:
    """Do it, or say on the desk why not."""
    try:
        act()
    except GameError as error:
        messages.error(request, str(error))
    return redirect("tournaments:manage", tournament_id)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Names and addresses are pasted; everybody gets a mail."""
    tournament = directed(request, tournament_id)
    form, asked = InviteForm(request.POST or None), None
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            asked = inviting.invite(
                tournament_id=tournament_id, director=person_of(request), text=form.cleaned_data["people"], now=now()
            )
        except GameError as error:
            form.add_error("people", ValidationError(str(error), code=error.code))
            status = error.status
        else:
            told = ngettext("%(count)s person is invited.", "%(count)s people are invited.", asked.new)
            messages.success(request, told % {"count": asked.new})
            if not asked.unknown and not asked.known:
                return redirect("tournaments:manage", tournament_id)
            form = InviteForm(initial={"people": "\n".join(asked.unknown)})
    context = {
        "tournament": tournament,
        "form": form,
        "asked": asked,
        "invitations": tournament.invitations.select_related("user").order_by("-id")[:50],
    }
    return render(request, "tournaments/director/invite.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The link of an invitation asks whether to take it up; taken up, it leads to the tournament."""
    found = TournamentInvitation.objects.select_related("tournament", "inviter").filter(token=token).first()
    user = person_of(request)
    if found is None or found.user_id not in (None, user.pk):
        raise Http404
    if request.method == "POST" or found.user_id == user.pk:
        if request.method == "POST":
            inviting.take_up(token=token, user=user)
        return redirect(found.tournament)
    return render(
        request, "tournaments/director/invitation.html", {"tournament": found.tournament, "invitation": found}
    )
