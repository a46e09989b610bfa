"""The page where one brings records of finished games, sees how far they are, and removes them again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.activity import person_of
from games.errors import GameError
from games.imports import services
from games.models import GameImport

LOOK = 5
"""Seconds after which the page of an import that is not done loads anew."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def imports(request: HttpRequest) -> HttpResponse:
    user, error = person_of(request), None
    if request.method == "POST":
        sent = request.FILES.get("file")
        try:
            if sent is None:
                raise services.BadFile
            if (sent.size or 0) > services.LARGEST:
                raise services.FileTooLarge
            services.bring(user=user, name=sent.name or "", content=sent.read(), now=now())
        except GameError as refused:
            error = refused
        else:
            messages.success(request, _("Your file is being imported."))
            return redirect("games:imports")
    found = list(GameImport.objects.filter(uploader=user).defer("content"))
    context = {"imports": found, "error": error, "most": services.MOST_REFUSALS}
    response = render(request, "games/imports/imports.html", context, status=error.status if error else 200)
    if error is None and any(one.due_at for one in found):
        response["Refresh"] = str(LOOK)
    return response


@require_POST
@login_required
def remove(request: HttpRequest, number: int) -> HttpResponse:
    try:
        services.remove(user=person_of(request), number=number, now=now())
    except GameImport.DoesNotExist as error:
        raise Http404 from error
    messages.success(request, _("The import and its games are being removed."))
    return redirect("games:imports")
