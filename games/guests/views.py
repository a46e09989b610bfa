"""Play at once; then take the games along, or leave nothing behind."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import guests
from accounts.activity import person_of, visitor_of
from accounts.middleware import ZONE_COOKIE
from accounts.models import User
from games.errors import GameError
from games.guests.services import FIRST, TooManyGuests, begin_guest_game, check_room, forget_guest
from games.guests.services import take_along as hand_over
from games.lobby.forms import QuickForm
from games.models import Game
from games.play.merging import games_of
from games.tables import tables


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """A POST begins a game against bots at once and leads to it, also for somebody without an account, who is a guest from then
    on. A GET begins nothing: the button is on the front page."""
    if request.method != "POST":
        return redirect("front")
    form = QuickForm(request.POST)
    if not form.is_valid():
        return _refused(request, form, 422)
    try:
        game = _begin(request, form)
    except GameError as error:
        form.add_error(None, ValidationError(str(error), code=error.code))
        return _refused(request, form, error.status)
    return HttpResponseRedirect(f"{game.get_absolute_url()}?card={FIRST}")


def _begin(request: HttpRequest, form: QuickForm) -> Game:
    user, moment, bot = visitor_of(request), now(), form.cleaned_data["strength"]
    if user is not None and not user.is_guest:
        return tables.quick_game(user=user, terms=form.terms, bot=bot, now=moment)
    return begin_guest_game(guest=user or _admit(request), terms=form.terms, bot=bot, now=moment)


def _admit(request: HttpRequest) -> User:
    with transaction.atomic():
        check_room()
        guest = guests.admit(request, zone=request.COOKIES.get(ZONE_COOKIE, ""), now=now())
    if guest is None:
        raise TooManyGuests
    return guest


def _refused(request: HttpRequest, form: QuickForm, status: int) -> HttpResponse:
    return render(request, "games/guests/refused.html", {"form": form}, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_along(request: HttpRequest) -> HttpResponse:
    """Asks somebody who was a guest on this device whether those games are to come along; a POST does it or leaves them."""
    guest, user = guests.left_behind(request), person_of(request)
    if guest is None:
        return HttpResponseRedirect(_next(request))
    if request.method != "POST":
        page = {"games": len(games_of(guest.pk)), "until": guest.guest_until, "next": _next(request)}
        return render(request, "games/guests/take_along.html", page)
    if request.POST.get("answer") == "yes":
        taken = hand_over(guest=guest, user=user, now=now())
        told = ngettext(
            "%(number)s game was added to your account.", "%(number)s games were added to your account.", taken
        )
        messages.success(request, told % {"number": taken})
    guests.let_go(request)
    return HttpResponseRedirect(_next(request))


def _next(request: HttpRequest) -> str:
    """Where the user was going."""
    target = request.POST.get("next") or request.GET.get("next", "")
    hosts = {request.get_host()}
    is_ours = url_has_allowed_host_and_scheme(target, allowed_hosts=hosts, require_https=request.is_secure())
    return target if target and is_ours else reverse("games:mine")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget_me(request: HttpRequest) -> HttpResponse:
    """Delete a guest and their games at once, after one confirmation."""
    guest = visitor_of(request)
    if guest is None or not guest.is_guest:
        return redirect("front")
    if request.method != "POST":
        return render(request, "games/guests/forget.html", {"games": len(games_of(guest.pk))})
    forget_guest(guest.pk)
    logout(request)
    messages.success(request, _("All your guest data has been deleted."))
    return redirect("front")
