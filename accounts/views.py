"""Pages about people: the own profile, what others see of a player, and the language switch of every page."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.middleware import remember_language
from accounts.models import Language, User


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """The own profile; a POST saves it and answers in the language just chosen."""
    user = request.user
    assert isinstance(user, User)
    # A copy: while the form is checked it writes into its instance, and the header must not show a refused name.
    form = import_string(settings.PROFILE_FORM)(request.POST or None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        with translation.override(saved.language):
            messages.success(request, _("Saved."))
        request.person_language = saved.language  # type: ignore[attr-defined]
        return redirect("accounts:profile")
    return render(request, "accounts/profile.html", {"form": form}, status=422 if form.errors else 200)


def player(request: HttpRequest, user_id: int) -> HttpResponse:
    """What everybody sees of a player: the name and since when. Somebody who left is shown as such."""
    return render(request, "accounts/player.html", {"player": get_object_or_404(User, pk=user_id)})


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Speak another language from now on: a cookie for a visitor, the profile as well for somebody signed in."""
    language = request.POST.get("language", "")
    response = HttpResponseRedirect(_way_back(request))
    if language not in Language.values:
        return response
    if isinstance(request.user, User) and request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=language)
    request.person_language = language  # type: ignore[attr-defined]
    remember_language(response, language)
    return response


def _way_back(request: HttpRequest) -> str:
    """The page the switch stood on, if it is ours."""
    target = request.POST.get("next", "")
    hosts = {request.get_host()}
    if target and url_has_allowed_host_and_scheme(target, allowed_hosts=hosts, require_https=request.is_secure()):
        return target
    return settings.FORCE_SCRIPT_NAME or "/"
