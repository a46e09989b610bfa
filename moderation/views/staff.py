"""What staff look at and do: a subject with its acts, an act with its reason and a second look, the search, notes.

The site of the admin pages lets nobody in but staff; here each is shown what his roles include.
"""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import person_of
from accounts.models import User
from accounts.permissions import can
from moderation import actions as declared
from moderation import registry
from moderation.errors import Refused
from moderation.forms.acts import ActForm
from moderation.forms.words import NoteForm
from moderation.models import Complaint, StaffNote, TrailRow
from moderation.services.acting import carry_out, check_right

MOST_FOUND, MOST_ROWS = 20, 50


@require_safe
def about(request: HttpRequest, subject: str, number: int) -> HttpResponse:
    """A person, game, tournament or mail, what was done about it, and what this reader may do."""
    return _about(request, subject, number, NoteForm())


def _about(request: HttpRequest, subject: str, number: int, form: NoteForm, status: int = 200) -> HttpResponse:
    staff, found = person_of(request), _subject(request, subject)
    card, key = _card(found, number, staff), registry.key_of(subject, number)
    sees, is_own = staff.has_perm, found.is_own(number, staff)
    page = {
        "subject": found,
        "number": number,
        "card": card,
        "acts": [one for one in _acts(found, staff) if one.is_open(number, now())],
        "trail": TrailRow.objects.filter(about=key).select_related("by").order_by("-number")[:MOST_ROWS],
        "sees_trail": sees("moderation.view_trailrow"),
        "notes": StaffNote.objects.filter(about=key).select_related("by")[:MOST_ROWS],
        "sees_notes": sees("moderation.view_staffnote") and not is_own,
        "complaints": Complaint.objects.filter(about=key).select_related("reporter")[:MOST_ROWS],
        "sees_complaints": sees("moderation.view_complaint") and not is_own,
        "form": form if sees("moderation.add_staffnote") else None,
    }
    return render(request, "moderation/about.html", page, status=status)


@require_POST
def note(request: HttpRequest, subject: str, number: int) -> HttpResponse:
    """A word for other staff."""
    staff, found = person_of(request), _subject(request, subject)
    _card(found, number, staff)
    if not can(staff, "moderation.add_staffnote") or found.is_own(number, staff):
        raise PermissionDenied
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _about(request, subject, number, form, status=422)
    StaffNote.objects.create(
        about=registry.key_of(subject, number), by=staff, at=now(), text=form.cleaned_data["text"].strip()
    )
    return redirect("admin:about", subject, number)


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, subject: str, number: int, act: str) -> HttpResponse:
    """GET: what it does, and its form. POST: the same once more as it was typed; with `sure` it is done."""
    staff, found = person_of(request), _subject(request, subject)
    one = registry.acts().get(act)
    if one is None or one.subject != subject:
        raise Http404
    page: dict[str, object] = {
        "subject": found,
        "number": number,
        "card": _card(found, number, staff),
        "act": one,
    }
    try:
        check_right(one, number, staff)
    except Refused as error:
        return render(request, "moderation/refused.html", {**page, "said": error}, status=error.status)
    if request.method != "POST":
        return _form(request, page, one.form(number=number, staff=staff))
    form = one.form(request.POST, number=number, staff=staff)
    if not form.is_valid() or "change" in request.POST:
        return _form(request, page, form, status=422 if form.errors else 200)
    if "sure" not in request.POST:
        return render(request, "moderation/sure.html", {**page, "form": form})
    values = dict(form.cleaned_data)
    reason = values.pop("reason")
    refusals: tuple[type[Exception], ...] = (Refused, *one.refusals)
    try:
        carry_out(act=one, number=number, by=staff, reason=reason, values=values, now=now())
    except refusals as error:
        form.add_error(None, str(error))
        return _form(request, page, form, status=getattr(error, "status", 409))
    messages.success(request, _("Done: %(act)s") % {"act": one.label})
    if found.card(number, staff) is None:
        return redirect("admin:index")
    return redirect("admin:about", subject, number)


def _form(request: HttpRequest, page: dict[str, object], form: ActForm, status: int = 200) -> HttpResponse:
    return render(request, "moderation/act.html", {**page, "form": form}, status=status)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """One box for people, games, tables, tournaments and mails: what this reader may see of each."""
    staff, text = person_of(request), " ".join(request.GET.get("q", "").split())[:80]
    groups = [
        (one, one.find(text, MOST_FOUND, staff)) for one in registry.subjects().values() if can(staff, one.permission)
    ]
    found = [(one, rows) for one, rows in groups if rows] if text else []
    return render(request, "moderation/search.html", {"text": text, "groups": found})


@require_safe
def need(request: HttpRequest, name: str) -> HttpResponse:
    """What of one kind waits for a hand, where it has no rows in the admin pages."""
    staff = person_of(request)
    found = next((one for one in registry.needs() if one.name == name and one.rows is not None), None)
    if found is None or found.rows is None:
        raise Http404
    if not can(staff, found.permission):
        raise PermissionDenied
    rows = [
        (registry.subjects()[kind], [declared.Found(number, card.title)])
        for kind, number in found.rows(now())
        if (card := registry.card_of(registry.key_of(kind, number), staff)) is not None
    ]
    return render(request, "moderation/search.html", {"text": "", "groups": rows, "need": found})


def _subject(request: HttpRequest, name: str) -> declared.Subject:
    found = registry.subjects().get(name)
    if found is None:
        raise Http404
    if not can(person_of(request), found.permission):
        raise PermissionDenied
    return found


def _card(subject: declared.Subject, number: int, staff: User) -> declared.Card:
    found = subject.card(number, staff) if number < 2**31 else None
    if found is None:
        raise Http404
    return found


def _acts(subject: declared.Subject, staff: User) -> list[declared.Act]:
    return [one for one in registry.acts().values() if one.subject == subject.name and can(staff, one.permission)]
