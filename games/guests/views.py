"""Play at once, or with a friend by the link of a table; then take the games along, or leave nothing behind."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests
from accounts.activity import person_of, visitor_of
from accounts.forms import ArrivalForm
from accounts.middleware import ZONE_COOKIE
from accounts.models import User
from games.errors import GameError
from games.guests.services import FIRST, TooManyGuests, begin_guest_game, check_room, forget_guest, sit_down
from games.guests.services import take_along as hand_over
from games.lobby import table_views
from games.lobby.forms import QuickForm
from games.lobby.seek_views import PoolForm, private_table
from games.lobby.table_page import TablePage
from games.models import Game, Status
from games.play.merging import games_of
from games.selectors import queries
from games.tables import tables
from games.tables.errors import TableClosed
from games.tables.gathering import free_seats


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


def _admit(request: HttpRequest, zone: str = "") -> User:
    with transaction.atomic():
        check_room()
        guest = guests.admit(request, zone=zone or request.COOKIES.get(ZONE_COOKIE, ""), now=now())
    if guest is None:
        raise TooManyGuests
    return guest


class SitForm(ArrivalForm):
    """The one field of a friend. A guest's name is marked, so it may be one that somebody has."""

    def clean_display_name(self) -> str:
        return str(self.cleaned_data["display_name"])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def host(request: HttpRequest) -> HttpResponse:
    """A name, and a private table whose link is for a friend; neither of them needs an account."""
    person, is_sent = visitor_of(request), request.method == "POST"
    if person is not None and not person.is_guest:
        return redirect("games:play")
    form, pool, error = SitForm(request.POST if is_sent else None), PoolForm(request.POST if is_sent else None), None
    if is_sent and form.is_valid() and pool.is_valid():
        try:
            guest = person or _admit(request, form.cleaned_data["time_zone"])
            guests.rename(guest, form.cleaned_data["display_name"])
            table = private_table(guest, pool.pool)
        except GameError as refused:
            error = refused
        else:
            _show_key(request, guest)
            return redirect(table)
    failed = error.status if error else 422 if form.errors or pool.errors else 200
    page = {"form": form, "pool": pool, "error": error}
    return render(request, "games/guests/host.html", page, status=failed)


def _show_key(request: HttpRequest, guest: User) -> None:
    address = request.build_absolute_uri(reverse("games:guest-key", args=[guests.key_of(guest)]))
    told = _("Save this link to continue on another device. It is shown only once: {link}")
    messages.success(request, format_html(f"<span>{told}</span>", link=format_html('<a href="{0}">{0}</a>', address)))


@never_cache
@require_safe
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a table: where people without an account may sit down, they are asked for a name and nothing else."""
    game = get_object_or_404(Game, link_token=token)
    person = visitor_of(request)
    is_new = person is None or (person.is_guest and not game.participants.filter(user=person).exists())
    if is_new and game.takes_guests and game.status == Status.OPEN and free_seats(game) > 0:
        return _sit_page(request, game, SitForm())
    return table_views.link(request, token)


def _sit_page(request: HttpRequest, game: Game, form: SitForm, error: GameError | None = None) -> HttpResponse:
    found = queries.table(game.pk)
    page = {"game": found, "page": TablePage(found, None, now()), "form": form, "error": error}
    failed = error.status if error else 422 if form.errors else 200
    return render(request, "games/guests/sit.html", page, status=failed)


@never_cache
@require_POST
def sit(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down under the name that was typed, and play."""
    game, person = get_object_or_404(Game, link_token=token), visitor_of(request)
    if person is not None and not person.is_guest:
        return redirect("games:link", token)
    form = SitForm(request.POST)
    if not form.is_valid():
        return _sit_page(request, game, form)
    if person is None or not game.participants.filter(user=person).exists():
        try:
            guest = person or _admit(request, form.cleaned_data["time_zone"])
            guests.rename(guest, form.cleaned_data["display_name"])
            game = sit_down(guest=guest, token=token, now=now())
        except TableClosed:
            return redirect("games:link", token)  # a second click finds the game
        except GameError as error:
            return _sit_page(request, game, form, error)
        _show_key(request, guest)
    return redirect(game if game.has_begun else reverse("games:table", args=[game.pk]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def come_back(request: HttpRequest, key: str) -> HttpResponse:
    """The secret link of a guest: a click signs this device in as them, or offers the games to the account that is signed in."""
    guest, person = guests.by_key(key), visitor_of(request)
    if guest is None:
        raise Http404
    if request.method != "POST":
        return render(request, "games/guests/come_back.html", {"guest": guest})
    if person is not None and not person.is_guest:
        guests.leave_behind(request, guest, person)
        return redirect("games:take-along")
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect("games:mine")


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
    forget_guest(guest.pk, now=now())
    logout(request)
    messages.success(request, _("All your guest data has been deleted."))
    return redirect("front")
