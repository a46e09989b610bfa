"""An act of a director: its form, then what will follow from it, then it is done."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.visitors import person_of
from games.errors import GameError
from tournaments.desk.access import directed
from tournaments.desk.acts import ACTS
from tournaments.desk.forms.acts import ActForm
from tournaments.models import Event


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, event_id: int, act: str) -> HttpResponse:
    """GET: the form, filled with what the address names. POST: what will follow; with `step=sure` it is done, with
    `step=change` the form comes again."""
    event = directed(request, event_id)
    if act not in ACTS:
        raise Http404
    if not ACTS[act].is_possible(event):
        messages.error(request, _("That is not possible as the event stands now."))
        return redirect("tournaments:desk", event_id)
    director, step = person_of(request), request.POST.get("step", "")
    if request.method != "POST":
        form = ACTS[act](event=event, director=director, initial=dict(request.GET.items()))
        return _page(request, event, act, form)
    form = ACTS[act](request.POST, event=event, director=director)
    if not form.is_valid() or step == "change" or form.needs_choice:
        return _page(request, event, act, form, status=422 if form.errors else 200)
    if step != "sure":
        context = {"event": event, "act": act, "form": form, "follows": form.follows()}
        return render(request, "tournaments/desk/confirm.html", context)
    try:
        form.perform(now())
    except GameError as error:
        form.add_error(None, ValidationError(str(error), code=error.code))
        return _page(request, event, act, form, status=error.status)
    messages.success(request, _("Done: %(act)s") % {"act": form.title})
    is_director = event.directors.filter(user=director).exists()
    return redirect("tournaments:desk", event_id) if is_director else redirect(event)


def _page(request: HttpRequest, event: Event, act: str, form: ActForm, status: int = 200) -> HttpResponse:
    return render(request, "tournaments/desk/act.html", {"event": event, "act": act, "form": form}, status=status)
