"""What staff look at and do: a subject with its actions, the search, notes.

The site of the admin pages lets nobody in but staff; here each is shown what his roles include.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.visitors import person_of
from actions.views import Place, conduct
from moderation import actions as declared
from moderation.errors import Refused
from moderation.forms import NoteForm
from moderation.models import Complaint, StaffNote, TrailRow

MOST_FOUND, MOST_ROWS = 20, 50


@require_safe
def about(request: HttpRequest, subject: str, number: int) -> HttpResponse:
    """A person, game, tournament or mail, what was done about it, and what this reader may do."""
    return _about(request, subject, number, NoteForm())


def _about(request: HttpRequest, subject: str, number: int, form: NoteForm, status: int = 200) -> HttpResponse:
    staff, found = person_of(request), _subject(request, subject)
    card, key = _card(found, number, staff), declared.key_of(subject, number)
    sees, is_own = staff.has_perm, found.is_own(number, staff)
    page = {
        "subject": found,
        "number": number,
        "card": card,
        "acts": [one for one in _actions(found, staff) if one.is_possible(number, now())],
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
    if not staff.has_perm("moderation.add_staffnote") or found.is_own(number, staff):
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
    """An action on a subject, for whoever may."""
    staff, found, one = person_of(request), _subject(request, subject), declared.actions().get(act)
    if one is None or one.subject != subject:
        raise Http404
    card, url = _card(found, number, staff), reverse("admin:about", args=[subject, number])

    def after() -> str:
        return url if found.card(number, staff) is not None else reverse("admin:index")

    place = Place(card.title, card.title, url, after, heading=card.title)
    try:
        declared.check_right(one, number, staff)
    except Refused as error:
        page = {"place": place, "act": one, "said": error}
        return render(request, "moderation/refused.html", page, status=error.status)
    return conduct(request, place, one, number)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """One box for people, games, tables, tournaments and mails: what this reader may see of each."""
    staff, text = person_of(request), " ".join(request.GET.get("q", "").split())[:80]
    groups = [
        (one, one.find(text, MOST_FOUND, staff))
        for one in declared.subjects().values()
        if staff.has_perm(one.permission)
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
    if not staff.has_perm(found.permission):
        raise PermissionDenied
    rows = [
        (declared.subjects()[kind], [declared.Found(number, card.title)])
        for kind, number in found.rows(now())
        if (card := declared.card_of(declared.key_of(kind, number), staff)) is not None
    ]
    return render(request, "moderation/search.html", {"text": "", "groups": rows, "need": found})


def _subject(request: HttpRequest, name: str) -> declared.Subject:
    found = declared.subjects().get(name)
    if found is None:
        raise Http404
    if not person_of(request).has_perm(found.permission):
        raise PermissionDenied
    return found


def _card(subject: declared.Subject, number: int, staff: User) -> declared.Card:
    found = subject.card(number, staff) if number < 2**31 else None
    if found is None:
        raise Http404
    return found


def _actions(subject: declared.Subject, staff: User) -> list[type[declared.StaffAction]]:
    return [
        one for one in declared.actions().values() if one.subject == subject.name and staff.has_perm(one.permission)
    ]
