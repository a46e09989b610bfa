"""Pages about people: the profile, what others see of a player, blocks and households, devices, API tokens, and the language
switch of every page.
"""

from copy import copy
from datetime import datetime, timedelta
from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.module_loading import import_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import following, second_factor, separation, sessions
from accounts.activity import person_of, seen_in_words, visitor_of
from accounts.forms import HouseholdForm, ProfileForm
from accounts.limits import hold_count
from accounts.middleware import remember_language
from accounts.models import ApiToken, Language, Scope, User
from accounts.services import HoursTooOften, count_hours, end_session, end_sessions
from accounts.tokens import MOST, Device, label_of
from accounts.window import COOKIE, keep_least
from api.scopes import ABOUT
from statements import Columns, Prepared, row_number


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    user = person_of(request)
    form = _profile_form(user, request, request.POST or None)
    if request.method == "POST" and form.is_valid() and "time_zone" in form.changed_data:
        try:
            count_hours(request, user)
        except HoursTooOften as error:
            form.add_error("time_zone", ValidationError(str(error), code=error.code))
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        with translation.override(saved.language):
            messages.success(request, gettext("Saved."))
        request.person_language = saved.language  # type: ignore[attr-defined]
        response = redirect("accounts:profile")
        keep_least(response, *(form.cleaned_data[name] for name in form.LEAST))
        return response
    return show_profile(request, user, form=form)


def show_profile(
    request: HttpRequest, user: User, *, form: ProfileForm | None = None, household: HouseholdForm | None = None
) -> HttpResponse:
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

    Signed-in readers can block the player here.
    """
    found, visitor = _player(user_id), visitor_of(request)
    if not found:
        raise Http404
    player = _PLAYER.take(found[0])
    can_block = visitor is not None and visitor != player and not player.is_pseudonym
    is_blocked = can_block and visitor is not None and separation.has_blocked(visitor, player)
    context = {
        "player": player,
        "can_challenge": can_block and not is_blocked and player.is_active,
        "seen": seen_in_words(player.active_on, now=timezone.now()),
        "can_block": can_block,
        "follows": can_block and visitor is not None and not visitor.is_guest and following.follows(visitor, player),
        "is_blocked": is_blocked,
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


@require_POST
def block(request: HttpRequest, user_id: int) -> HttpResponse:
    """Block this player, or with `wish=no` no longer."""
    page = reverse("accounts:player", args=[user_id])
    user = visitor_of(request)
    if user is None:
        return redirect_to_login(page)  # this address answers no GET
    if request.POST.get("wish") == "no":
        separation.unblock(blocker=user, blocked_id=user_id)
        messages.success(request, gettext("Player unblocked."))
    else:
        other = get_object_or_404(User.objects.players().exclude(pk=user.pk), pk=user_id)
        try:
            separation.block(blocker=user, blocked=other, now=timezone.now())
        except separation.TooManyBlocked as error:
            messages.error(request, str(error))
        else:
            messages.success(request, gettext("%(name)s is blocked.") % {"name": other.name})
    return HttpResponseRedirect(way_back(request, page))


@require_POST
def follow(request: HttpRequest, user_id: int) -> HttpResponse:
    """Follow this player, or with `wish=no` no longer."""
    page = reverse("accounts:player", args=[user_id])
    user = visitor_of(request)
    if user is None:
        return redirect_to_login(page)  # this address answers no GET
    if request.POST.get("wish") == "no":
        following.unfollow(follower=user, player_id=user_id)
    else:
        player = get_object_or_404(User.objects.players().exclude(pk=user.pk), pk=user_id)
        try:
            following.follow(follower=user, player=player, now=timezone.now())
        except following.TooManyFollowed as error:
            messages.error(request, str(error))
    return HttpResponseRedirect(way_back(request, page))


@require_POST
@login_required(redirect_field_name=None)
@transaction.atomic
def name_household(request: HttpRequest) -> HttpResponse:
    """Name somebody who lives with the user, or agree with somebody who named the user."""
    user = person_of(request)
    form = HouseholdForm(request.POST, user=user)
    if not form.is_valid():
        return show_profile(request, user, household=form)
    separation.name_housemate(user=user, other=form.cleaned_data["name"], now=timezone.now())
    return redirect("accounts:profile")


@require_POST
@login_required(redirect_field_name=None)
def answer_household(request: HttpRequest) -> HttpResponse:
    """Agree (`answer=yes`), or end, decline or take back."""
    if number := row_number(request.POST.get("household", "")):
        act = separation.agree_to_household if request.POST.get("answer") == "yes" else separation.end_household
        act(user=person_of(request), household_id=number, now=timezone.now())
    return redirect("accounts:profile")


@never_cache
@login_required
def devices(request: HttpRequest) -> HttpResponse:
    user = person_of(request)
    here = request.session.session_key
    found = sessions.alive(user)
    page = {
        "here": next((one for one in found if one.session_key == here), None),
        "label": label_of(request.META.get("HTTP_USER_AGENT", "")),
        "others": [one for one in found if one.session_key != here],
    }
    return render(request, "accounts/devices.html", page)


@require_POST
@login_required
def end_devices(request: HttpRequest) -> HttpResponse:
    """Sign out one other device, or all of them. One that is gone already, or another person's, changes nothing."""
    user, here = person_of(request), request.session.session_key
    if request.POST.get("others"):
        end_sessions(user, but_for=here)
        messages.success(request, gettext("You are signed out on all other devices."))
        return redirect("accounts:devices")
    if number := row_number(request.POST.get("device", "")):
        device = Device.objects.filter(user=user, pk=number).exclude(session_key=here).first()
        if device is not None:
            end_session(device.session_key)
            messages.success(request, gettext("The device is signed out."))
    return redirect("accounts:devices")


USUAL = (Scope.READ.value, Scope.PLAY.value)


class TokenForm(forms.Form):
    name = forms.CharField(label=_("Program name"), max_length=40, help_text=_("So you recognize it later."))
    may = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=[(scope.value, words) for scope, words in ABOUT.items()],
        initial=USUAL,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        choices=[("30", _("30 days")), ("365", _("1 year")), ("", _("unlimited, until you revoke it"))],
        coerce=int,
        empty_value=None,
        required=False,
        initial="365",
    )

    def __init__(self, *args: Any, user: User, **options: Any) -> None:
        super().__init__(*args, **options)
        self.user = user
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any] | None:
        """In the transaction in which the token is made."""
        hold_count(self.user.pk)
        if ApiToken.objects.filter(user=self.user).count() >= MOST:
            raise ValidationError(
                _("You have reached the limit of API tokens. Revoke the ones you do not use."), code="too_many"
            )
        return super().clean()

    def issue(self, *, now: datetime) -> tuple[ApiToken, str]:
        name, may, days = (self.cleaned_data[field] for field in ("name", "may", "days"))
        ends = now + timedelta(days=days) if days else None
        return ApiToken.objects.issue(user=self.user, name=name, scopes=map(Scope, may), now=now, expires_at=ends)


@never_cache
@login_required
def token(request: HttpRequest) -> HttpResponse:
    return _page(request, TokenForm(user=person_of(request)))


@never_cache
@require_POST
@login_required
@reauthentication_required(enabled=lambda request: second_factor.is_protected(person_of(request)))  # type: ignore[untyped-decorator]
def make_token(request: HttpRequest) -> HttpResponse:
    """A new token. This answer is the only place where its text ever stands.

    A token opens the account without a second factor, so people who have one confirm their identity first.
    """
    form = TokenForm(request.POST, user=person_of(request))
    with transaction.atomic():
        issued = form.issue(now=timezone.now()) if form.is_valid() else None
    if issued is None:
        return _page(request, form, status=422)
    made, key = issued
    return _page(request, TokenForm(user=person_of(request)), made=made, key=key)


@require_POST
@login_required
def revoke_token(request: HttpRequest) -> HttpResponse:
    """The token opens nothing any more. One that is gone already, or another person's, changes nothing."""
    if number := row_number(request.POST.get("token", "")):
        gone, _rows = ApiToken.objects.filter(user=request.user.pk, pk=number).delete()
        if gone:
            messages.success(request, gettext("API token revoked."))
    return redirect("accounts:token")


def _page(request: HttpRequest, form: TokenForm, status: int = 200, **made: object) -> HttpResponse:
    tokens = list(ApiToken.objects.filter(user=request.user.pk))
    for one in tokens:
        one.words = [words for scope, words in ABOUT.items() if one.opens(scope)]  # type: ignore[attr-defined]
    return render(request, "accounts/token.html", {"form": form, "tokens": tokens, **made}, status=status)
