"""A new event, its terms while it gathers, opening and starting it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.visitors import person_of
from games.errors import GameError
from tournaments.desk.access import directed
from tournaments.desk.apart import apart_words
from tournaments.desk.forms.initial import initial_of
from tournaments.desk.forms.terms import EventForm
from tournaments.desk.outlook import Outlook, outlook
from tournaments.events.services import creating, starting
from tournaments.events.services.creating import EventTerms, clone_of, games_missing
from tournaments.models import EntryState, Event, EventState

GATHERING = (EventState.DRAFT, EventState.OPEN)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new event, with `like=<number>` filled as an earlier one that the reader directs."""
    user = person_of(request)
    earlier = Event.objects.filter(directors__user=user).order_by("-id")
    wanted = request.GET.get("like", "")
    like = (
        earlier.filter(pk=int(wanted)).first() if wanted.isascii() and wanted.isdigit() and len(wanted) < 19 else None
    )
    form = EventForm(request.POST or None, initial=initial_of(clone_of(like)) if like else None)
    wants_look = request.POST.get("step") == "look"
    if request.method == "POST" and form.is_valid() and not wants_look:
        try:
            key = form.cleaned_data["key"] or None
            event = creating.create_event(creator=user, terms=form.terms(), now=now(), key=key)
        except GameError as error:
            form.add_error(None, ValidationError(str(error), code=error.code))
        else:
            return redirect("tournaments:desk", event.pk)
    context = {
        "form": form,
        "missing": games_missing(user),
        "earlier": list(earlier.filter(division=None).values("id", "title")[:10]),  # no groups of leagues
        "outlook": _outlook(form, 0) if wants_look else None,
    }
    return render(request, "tournaments/desk/terms.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, event_id: int) -> HttpResponse:
    """The same form for an event that has not started."""
    event = directed(request, event_id)
    if event.state not in GATHERING:
        return redirect("tournaments:desk", event_id)
    form = EventForm(request.POST or None, initial=initial_of(EventTerms.of(event)))
    wants_look = request.POST.get("step") == "look"
    if request.method == "POST" and form.is_valid() and not wants_look:
        try:
            creating.change_event(event_id=event_id, director=person_of(request), terms=form.terms(), now=now())
        except GameError as error:
            form.add_error(None, ValidationError(str(error), code=error.code))
        else:
            return redirect("tournaments:desk", event_id)
    entered = event.entries.filter(state=EntryState.ENTERED).count() if wants_look else 0
    found = _outlook(form, entered) if wants_look else None
    apart = apart_words(event, form.plan, person_of(request), now()) if found else []
    context = {"form": form, "event": event, "outlook": found, "apart": apart}
    return render(request, "tournaments/desk/terms.html", context, status=422 if form.errors else 200)


def _outlook(form: EventForm, entrants: int) -> Outlook | None:
    """What to expect of an event with the terms of a form, which is not written; None where the form is not valid."""
    if not form.is_valid():
        return None
    event = Event()
    form.terms().write_to(event)
    return outlook(event, entrants)


@login_required
@require_POST
def open_for_entries(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let people enter."""
    return _do(
        request,
        event_id,
        lambda user: creating.open_event(event_id=event_id, director=user, now=now()),
        _("Registration is open. Invite people now."),
    )


@login_required
@require_POST
def begin(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start the event with those who are entered."""
    return _do(
        request,
        event_id,
        lambda user: starting.start(event_id=event_id, director=user, now=now()),
        _("The tournament has started. Players get an email when their games start."),
    )


def _do(request: HttpRequest, event_id: int, act: Callable[[User], None], done: str) -> HttpResponse:
    """Do it and say on the desk that it is `done`, or why not."""
    directed(request, event_id)
    try:
        act(person_of(request))
    except GameError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, done)
    return redirect("tournaments:desk", event_id)
