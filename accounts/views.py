"""Pages about people: the own profile, what others see of a player, and the language switch of every page."""

from __future__ import annotations

from copy import copy

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import separation
from accounts.activity import seen_in_words, visitor_of
from accounts.forms import HouseholdForm, ProfileForm
from accounts.middleware import remember_language
from accounts.models import Language, User
from accounts.window import COOKIE, keep_least
from statements.prepared import Columns, Prepared


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """The own profile; a POST saves it and answers in the language just chosen."""
    user = request.user
    assert isinstance(user, User)
    form = _profile_form(user, request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        with translation.override(saved.language):
            messages.success(request, _("Saved."))
        request.person_language = saved.language  # type: ignore[attr-defined]
        response = redirect("accounts:profile")
        keep_least(response, *(form.cleaned_data[name] for name in form.LEAST))
        return response
    return show_profile(request, user, form=form)


def show_profile(
    request: HttpRequest, user: User, *, form: ProfileForm | None = None, household: HouseholdForm | None = None
) -> HttpResponse:
    """The page with what was sent and is refused, or with nothing of the kind."""
    context = {
        "form": form or _profile_form(user, request),
        "household_form": household or HouseholdForm(user=user),
        "households": separation.households_of(user),
        "blocked": separation.blocked_by(user),
    }
    is_refused = any(sent is not None and sent.errors for sent in (form, household))
    return render(request, "accounts/profile.html", context, status=422 if is_refused else 200)


def _profile_form(user: User, request: HttpRequest, sent: QueryDict | None = None) -> ProfileForm:
    """A copy of the user: while the form is checked it writes into its instance, and the header must not show a refused
    name."""
    form: ProfileForm = import_string(settings.PROFILE_FORM)(
        sent, instance=copy(user), least=request.COOKIES.get(COOKIE, "")
    )
    return form


_PLAYER = Columns(User)
_player = Prepared(lambda number: User.objects.filter(pk=number, guest_until=None).values_list(*_PLAYER.asked), 1)


def player(request: HttpRequest, user_id: int) -> HttpResponse:
    """What everybody sees of a player: the name, since when and when last. Somebody who left is shown as such.

    Whoever is signed in can block him here.
    """
    found, visitor = _player(user_id), visitor_of(request)
    if not found:
        raise Http404
    player = _PLAYER.take(found[0])
    can_block = visitor is not None and visitor != player and not player.is_pseudonym
    context = {
        "player": player,
        "seen": seen_in_words(player.active_on, now=timezone.now()),
        "can_block": can_block,
        "is_blocked": can_block and visitor is not None and separation.has_blocked(visitor, player),
    }
    return render(request, "accounts/player.html", context)


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Speak another language from now on: a cookie for a visitor, the profile as well for somebody signed in."""
    language = request.POST.get("language", "")
    response = HttpResponseRedirect(way_back(request))
    if language not in Language.values:
        return response
    if isinstance(request.user, User) and request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=language)
    request.person_language = language  # type: ignore[attr-defined]
    remember_language(response, language)
    return response


def way_back(request: HttpRequest, otherwise: str = "") -> str:
    """The page that a form stood on, if it says so and the page is ours."""
    target = request.POST.get("next", "")
    hosts = {request.get_host()}
    if target and url_has_allowed_host_and_scheme(target, allowed_hosts=hosts, require_https=request.is_secure()):
        return target
    return otherwise or settings.FORCE_SCRIPT_NAME or "/"
