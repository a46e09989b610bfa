"""The two pages of an action: its form, and the preview on which it is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _

from accounts.activity import person_of
from actions import Action
from api.problems import Refusal


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one comes from: what it is called, the link back to it, its address, and where to go when all is done. `heading`
    stands above the preview."""

    title: str
    crumb: str
    url: str
    after: Callable[[], str]
    heading: str = ""


def conduct(request: HttpRequest, origin: Origin, action: type[Action], of: object) -> HttpResponse:
    """GET: the form, filled with what the address names. POST: the preview; with `step=sure` it is done, with `step=change` the
    form comes again."""
    by, step = person_of(request), request.POST.get("step", "")
    if request.method != "POST":
        return _form(request, origin, action(of=of, by=by, initial=dict(request.GET.items())))
    form = action(request.POST, of=of, by=by)
    if not form.is_valid() or step == "change" or form.needs_choice:
        return _form(request, origin, form, status=422 if form.errors else 200)
    if step != "sure":
        return render(request, "actions/confirm.html", {"origin": origin, "form": form, "preview": form.preview()})
    try:
        form.run(now())
    except Refusal as error:
        form.add_error(None, ValidationError(str(error), code=error.code))
        return _form(request, origin, form, status=error.status)
    messages.success(request, _("Done: %(act)s") % {"act": form.title})
    return redirect(origin.after())


def _form(request: HttpRequest, origin: Origin, form: Action, status: int = 200) -> HttpResponse:
    return render(request, "actions/form.html", {"origin": origin, "form": form}, status=status)
