"""Pages of directors: creating, changing and managing a tournament, messages and invitations. Others get a 404."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import person_of
from accounts.models import User
from accounts.permissions import can
from actions import Origin, conduct
from games.errors import GameError
from games.statistics.figures import seat_figures
from statements import row_number
from tournaments.director.actions import ACTIONS
from tournaments.director.content import apart_words, desk_of
from tournaments.director.forms import TournamentForm
from tournaments.director.outlook import outlook
from tournaments.director.templates import initial_of
from tournaments.lifecycle.errors import BadRequest
from tournaments.lifecycle.services import creating
from tournaments.lifecycle.services.acts import Of
from tournaments.lifecycle.services.acts import messages as words
from tournaments.lifecycle.services.creating import GATHERING, TournamentTerms, clone_of, games_missing
from tournaments.models import DIRECTORS, About, EntryState, League, Tournament, TournamentInvitation


def allowed(request: HttpRequest, action: str, rows: QuerySet[Of], number: int) -> Of:
    """The row, if the reader may do this with it. Raises Http404 otherwise, so that nobody learns that it exists."""
    found = get_object_or_404(rows, pk=number)
    if not can(person_of(request), action, found):
        raise Http404
    return found


def directed(request: HttpRequest, tournament_id: int) -> Tournament:
    return allowed(request, "direct tournament", Tournament.objects.prefetch_related(DIRECTORS), tournament_id)


def entered(request: HttpRequest, tournament_id: int) -> Tournament:
    return allowed(request, "write to directors", Tournament.objects.all(), tournament_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new tournament, with `like=<number>` filled as an earlier one that the reader directs."""
    user = person_of(request)
    earlier = Tournament.objects.filter(directors__user=user).order_by("-id")
    like = earlier.filter(pk=row_number(request.GET.get("like", ""))).first()
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
    context = {"form": form, "seat_figures": seat_figures, **shown()}  # read by the template where it is not kept
    return render(request, "tournaments/director/terms.html", context, status=422 if form.errors else 200)


def _wants_look(request: HttpRequest) -> bool:
    return request.POST.get("step") == "look"


def _outlook(form: TournamentForm, entrants: int) -> dict[str, Any] | None:
    """What to expect of a tournament with the terms of a form, which is not written; None where the form is not valid."""
    if not form.is_valid():
        return None
    tournament = Tournament()
    form.terms().write_to(tournament)
    return outlook(tournament, entrants)


class ReportForm(forms.Form):
    about = forms.ChoiceField(label=gettext_lazy("Subject"), choices=About.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label=gettext_lazy("Message"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Only the directors can read it."),
    )


class AnswerForm(forms.Form):
    report = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31)
    text = forms.CharField(
        label=gettext_lazy("Answer"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Only the sender and the directors can read it."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Public note"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "Shown in the tournament log. Do not name players or reveal positions of running games."
        ),
    )


class PostForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Announcement on the tournament page"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class InviteForm(forms.Form):
    people = forms.CharField(
        label=gettext_lazy("Usernames or email addresses"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "autocapitalize": "none"}),
        help_text=gettext_lazy(
            "One per line, or separated by commas. People without an account get an invitation link."
        ),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, tournament_id: int) -> HttpResponse:
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


def _act_of_director(act: Callable[..., str]) -> Callable[..., HttpResponse]:
    """A POST of a director, which leads back to their page and says there what was done, or why not."""

    @login_required
    @require_POST
    @wraps(act)
    def view(request: HttpRequest, tournament_id: int) -> HttpResponse:
        directed(request, tournament_id)
        try:
            done = act(request, tournament_id=tournament_id, director=person_of(request))
        except GameError as error:
            messages.error(request, str(error))
        else:
            if done:
                messages.success(request, done)
        return redirect("tournaments:manage", tournament_id)

    return view


@_act_of_director
def open_for_entries(request: HttpRequest, **director: Any) -> str:
    creating.open_tournament(**director, now=now())
    return _("Registration is open. Invite people now.")


@_act_of_director
def begin(request: HttpRequest, **director: Any) -> str:
    creating.start_tournament(**director, now=now())
    return _("The tournament has started. Players get an email when their games start.")


@_act_of_director
def answer(request: HttpRequest, **director: Any) -> str:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise BadRequest(_("Fill in both the answer and the public note."))
    sent = form.cleaned_data
    words.answer(**director, report_id=sent["report"], text=sent["text"], reason=sent["reason"], now=now())
    return ""


@_act_of_director
def post(request: HttpRequest, **director: Any) -> str:
    form = PostForm(request.POST)
    if not form.is_valid():
        raise BadRequest(_("The announcement is empty or too long."))
    words.post(**director, **form.cleaned_data, now=now())
    return ""


@_act_of_director
def take_down(request: HttpRequest, **director: Any) -> str:
    words.take_down(**director, post_id=row_number(request.POST.get("post", "")))
    return ""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Invite people by pasted usernames and email addresses."""
    tournament = directed(request, tournament_id)
    form, asked = InviteForm(request.POST or None), None
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            asked = words.invite(
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
            words.take_up(token=token, user=user)
        return redirect(found.tournament)
    return render(
        request, "tournaments/director/invitation.html", {"tournament": found.tournament, "invitation": found}
    )


@login_required
@never_cache
@require_safe
def show(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament, user = directed(request, tournament_id), person_of(request)
    page = desk_of(tournament, user, now())
    answers = [
        (report, AnswerForm(initial={"report": report.pk}, auto_id=f"id_{report.pk}_%s")) for report in page["reports"]
    ]
    context = {"tournament": tournament, "page": page, "answers": answers, "post_form": PostForm()}
    return render(request, "tournaments/director/desk.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, tournament_id: int, act: str) -> HttpResponse:
    tournament = directed(request, tournament_id)
    if act not in ACTIONS:
        raise Http404
    if not ACTIONS[act].is_possible(tournament, now()):
        messages.error(request, _("This is not possible at this stage of the tournament."))
        return redirect("tournaments:manage", tournament_id)
    origin = origin_of(tournament, reverse("tournaments:manage", args=[tournament_id]), person_of(request))
    return conduct(request, origin, ACTIONS[act], tournament)


def origin_of(of: Tournament | League, url: str, director: User) -> Origin:
    """Back to the director's page; after removing oneself, to the public page."""

    def after() -> str:
        return url if of.directors.filter(user=director).exists() else of.get_absolute_url()

    return Origin(of.title, _("Manage “%(title)s”") % {"title": of.title}, url, after)
