"""What staff look at and do, and what everybody meets of moderation: a report, and why one was muted or suspended."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import person_of
from accounts.models import User
from accounts.permissions import can
from actions import Origin, conduct
from api.problems import or_404
from moderation import actions as declared
from moderation import reading, services
from moderation.errors import StaffRefusal
from moderation.models import Complaint, ComplaintReason, Measure, MeasureKind, StaffNote, TrailRow
from moderation.notifications import PERSON

MOST_FOUND, MOST_ROWS = 20, 50


class NoteForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Note for the site team"),
        max_length=services.LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ComplaintForm(forms.Form):
    reason = forms.ChoiceField(label=gettext_lazy("Reason"), choices=ComplaintReason.choices)
    words = forms.CharField(
        label=gettext_lazy("Details"),
        max_length=services.LONGEST_WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class AppealForm(forms.Form):
    words = forms.CharField(
        label=gettext_lazy("Your answer"), max_length=services.LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 6})
    )


@require_safe
def about(request: HttpRequest, subject: str, number: int) -> HttpResponse:
    """A person, game, tournament or mail, what was done about it, and what this reader may do."""
    return _about(request, subject, number, NoteForm())


def _about(request: HttpRequest, subject: str, number: int, form: NoteForm, status: int = 200) -> HttpResponse:
    staff, found = person_of(request), _subject(request, subject)
    card, key = _card(found, number, staff), declared.key_of(subject, number)
    sees, is_own = staff.has_perm, found.is_own(number, staff)
    trail = list(TrailRow.objects.filter(about=key).select_related("by").order_by("-number")[:MOST_ROWS])
    links = reading.links_in(trail, staff)
    measures = _measures(number, staff, is_own) if subject == PERSON and sees("moderation.view_measure") else []
    inline = {type(form) for _measure, form in measures if form is not None}
    page = {
        "subject": found,
        "number": number,
        "card": card,
        "acts": [
            one
            for one in declared.actions().values()
            if one.subject == subject
            and can(staff, one.permission)
            and one not in inline
            and one.is_possible(number, now())
        ],
        "tables": declared.tables_of(subject, number, staff),
        "measures": measures,
        "trail": [(row, reading.changes(row, links)) for row in trail],
        "sees_trail": sees("moderation.view_trailrow"),
        "notes": StaffNote.objects.filter(about=key).select_related("by")[:MOST_ROWS],
        "sees_notes": sees("moderation.view_staffnote") and not is_own,
        "complaints": Complaint.objects.filter(about=key).select_related("reporter")[:MOST_ROWS],
        "sees_complaints": sees("moderation.view_complaint") and not is_own,
        "form": form if sees("moderation.add_staffnote") else None,
    }
    return render(request, "moderation/about.html", page, status=status)


def _measures(number: int, staff: User, is_own: bool) -> list[tuple[Measure, declared.StaffAction | None]]:
    """The sanctions of somebody with their appeals, the last first, and the form that answers an appeal, for who may."""
    answer = declared.actions()["answer-appeal"]
    answers = can(staff, answer.permission) and not is_own
    found = Measure.objects.filter(user=number).select_related("by").order_by("-pk")[:MOST_ROWS]
    return [
        (
            one,
            answer(of=number, by=staff, initial={"measure": one.pk}, auto_id=f"appeal-{one.pk}-%s")
            if answers and one.is_appealed
            else None,
        )
        for one in found
    ]


@require_POST
def note(request: HttpRequest, subject: str, number: int) -> HttpResponse:
    staff, found = person_of(request), _subject(request, subject)
    _card(found, number, staff)
    if not can(staff, "moderation.add_staffnote") or found.is_own(number, staff):
        raise PermissionDenied
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _about(request, subject, number, form, status=422)
    StaffNote.objects.create(
        about=declared.key_of(subject, number), by=staff, at=now(), text=form.cleaned_data["text"].strip()
    )
    return redirect("admin:about", subject, number)


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, subject: str, number: int, act: str) -> HttpResponse:
    staff, found, one = person_of(request), _subject(request, subject), declared.actions().get(act)
    if one is None or one.subject != subject:
        raise Http404
    card, url = _card(found, number, staff), reverse("admin:about", args=[subject, number])

    def after() -> str:
        return url if found.card(number, staff) is not None else reverse("admin:index")

    origin = Origin(card.title, card.title, url, after, heading=card.title)
    try:
        declared.check_right(one, number, staff)
    except StaffRefusal as error:
        page = {"origin": origin, "act": one, "said": error}
        return render(request, "moderation/refused.html", page, status=error.status)
    return conduct(request, origin, one, number)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """One box for people, games, tables, tournaments and mails: what this reader may see of each."""
    staff, text = person_of(request), " ".join(request.GET.get("q", "").split())[:80]
    groups = [
        (one, one.find(text, MOST_FOUND, staff)) for one in declared.subjects().values() if can(staff, one.permission)
    ]
    found = [(one, rows) for one, rows in groups if rows] if text else []
    return render(request, "moderation/search.html", {"text": text, "groups": found})


@require_safe
def need(request: HttpRequest, name: str) -> HttpResponse:
    """What of one kind waits for a hand, where it has no rows in the admin pages."""
    staff = person_of(request)
    found = next((one for one in declared.needs() if one.name == name and one.rows is not None), None)
    if found is None or found.rows is None:
        raise Http404
    if not can(staff, found.permission):
        raise PermissionDenied
    waiting = [(declared.subjects()[kind], number) for kind, number in found.rows(now())]
    rows = [
        (subject, [declared.Hit(number, card.title)])
        for subject, number in waiting
        if can(staff, subject.permission) and (card := subject.card(number, staff)) is not None
    ]
    return render(request, "moderation/search.html", {"text": "", "groups": rows, "need": found})


def _subject(request: HttpRequest, name: str) -> declared.Subject:
    found = or_404(declared.subjects().get(name))
    if not can(person_of(request), found.permission):
        raise PermissionDenied
    return found


def _card(subject: declared.Subject, number: int, staff: User) -> declared.Card:
    found = or_404(subject.card(number, staff) if number < 2**31 else None)
    return found


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, about: str, user_id: int = 0, game_id: int = 0) -> HttpResponse:
    """Tell those who run the site of a person, a game or a table. What the reader may not see is not there."""
    reader = person_of(request)
    seen = or_404(services.find_report_subject(about, user_id or game_id, reader))
    form = ComplaintForm(request.POST or None)
    page = {"form": form, "name": seen.name}
    if request.method != "POST" or not form.is_valid():
        return render(request, "moderation/report.html", page, status=422 if form.errors else 200)
    try:
        services.file_complaint(about=seen.key, context=seen.context, reporter=reader, **form.cleaned_data, now=now())
    except StaffRefusal as error:
        form.add_error(None, str(error))
        return render(request, "moderation/report.html", page, status=error.status)
    messages.success(request, _("Thank you. The site team will read your report."))
    return redirect("/")


def of_user(user: User) -> str:
    """The page of the suspension that keeps somebody out; empty where there is none."""
    found = services.measure_in_force(user.pk, MeasureKind.SUSPENSION, now())
    return services.url_of(found) if found else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def measure(request: HttpRequest, token: str) -> HttpResponse:
    """Why somebody is muted or suspended, until when, and their appeal. The link is in the email about it."""
    found = or_404(services.measure_of(token))
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if services.appeal(measure_id=found.pk, words=form.cleaned_data["words"].strip(), now=now()):
            messages.success(request, _("Thank you. The site team will read your appeal and reply by email."))
        return redirect("moderation:measure", token)
    page = {
        "measure": found,
        "form": form,
        "may_appeal": found.appealed_at is None and found.ended_at is None,
    }
    return render(request, "moderation/measure.html", page, status=422 if form.errors else 200)
