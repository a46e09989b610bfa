"""The page of a table before its game, what its people do there, and the page of an invitation.

The link of an invitation proves the address it went to. Where that has no account, accepting creates one; where it has, accepting
asks to sign in, because the link may have been passed on.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import email_verification, guests
from accounts.activity import person_of, visitor_of
from accounts.forms import ArrivalForm
from accounts.models import Language, User
from accounts.permissions import can
from api.problems import Refusal, or_404
from games.chat.content import before_start
from games.errors import GameError
from games.lobby.forms import MOST_PLAYERS, InviteForm, StrengthForm
from games.lobby.table_forms import TermsForm
from games.lobby.table_page import TablePage, state_token
from games.models import Game, Invitation, InvitationState
from games.options.table_words import length_words
from games.selectors import queries
from games.tables import contributions, invitations, links, sitting, tables
from games.tables.contributions import Awaited
from games.tables.errors import HasAccount, why_invitation_closed
from games.tables.gathering import BOT
from statements import row_number


@require_safe
@never_cache
@links.offers_sign_in
def show(request: HttpRequest, game_id: int) -> HttpResponse:
    """The table; once the game has begun, the game."""
    game = _table(request, game_id)
    if game.has_begun:
        return redirect(game)
    return _render(request, game)


def _table(request: HttpRequest, game_id: int) -> Game:
    """The table, if this visitor may see it; 404 otherwise, so that a number tells nothing."""
    game = queries.table(game_id)
    if not can(visitor_of(request), "see table", game, links=links.followed(request)):
        raise Http404
    return game


def _render(
    request: HttpRequest,
    game: Game,
    *,
    error: GameError | None = None,
    at: str = "",
    form: InviteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    user = visitor_of(request)
    page = TablePage(game, user, now())
    context = {
        "beside": before_start(game, user, is_seated=page.is_seated),
        "page": page,
        "game": game,
        "invite_form": form or InviteForm(),
        "bot_form": StrengthForm(initial={"strength": page.bot}),
        "error": error,
        "error_at": at,
    }
    return render(request, "games/lobby/table.html", context, status=error.status if error else status)


@require_POST
def act(request: HttpRequest, game_id: int, wish: str) -> HttpResponse:
    """Do what somebody at the table wishes, one of WISHES. A refusal is shown on the page, in the part that the wish names."""
    _table(request, game_id)
    if visitor_of(request) is None:
        return redirect_to_login(reverse("games:table", args=[game_id]))
    at, do = WISHES[wish]
    try:
        do(request, game_id=game_id, user=person_of(request), now=now())
    except GameError as error:
        return _render(request, queries.table(game_id), error=error, at=at)
    return redirect("games:table", game_id)


def _join(request: HttpRequest, game_id: int, **more: Any) -> None:
    token = Game.objects.values_list("link_token", flat=True).get(pk=game_id)
    known = token if token in links.followed(request) else ""
    sealed = request.POST.get("sealed", "")
    sitting.join_table(game_id=game_id, token=known, seen=request.POST.get("seen"), sealed=sealed, **more)


def _add_bots(request: HttpRequest, most: int = 1, *, user: User, **more: Any) -> None:
    sitting.add_bots(host=user, bot=request.POST.get("strength") or BOT, most=most, **more)


WISHES: Mapping[str, tuple[str, Callable[..., object]]] = {
    "join": ("seats", _join),
    "leave": ("seats", lambda request, **more: sitting.leave_table(**more)),
    "agree": ("seats", lambda request, **more: sitting.agree_to_options(seen=request.POST.get("seen"), **more)),
    "remove": (
        "seats",
        lambda request, user, **more: sitting.remove_participant(
            host=user, participant_id=row_number(request.POST.get("participant", "")), **more
        ),
    ),
    "bot": ("seats", _add_bots),
    "fill": ("seats", partial(_add_bots, most=MOST_PLAYERS)),
    "revoke": (
        "seats",
        lambda request, user, **more: invitations.revoke_invitation(
            host=user, invitation_id=row_number(request.POST.get("invitation", "")), **more
        ),
    ),
    "close": ("host", lambda request, user, **more: tables.close_table(host=user, **more)),
    "prolong": ("host", lambda request, user, **more: tables.prolong_table(host=user, **more)),
}
"""What can be done by one button of the table's page: the part of the page with the button, and how it is done."""


@require_POST
def invite(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask somebody to the table; what is wrong stands at the field, with what was typed."""
    game = _table(request, game_id)
    if visitor_of(request) is None:
        return redirect_to_login(reverse("games:table", args=[game_id]))
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _render(request, game, form=form, status=422)
    try:
        typed = form.cleaned_data
        invitations.invite(game_id=game_id, host=person_of(request), whom=typed["whom"], word=typed["word"], now=now())
    except GameError as error:
        form.add_error("whom", ValidationError(str(error), code=error.code))
        return _render(request, queries.table(game_id), error=error, at="invite", form=form)
    return redirect("games:table", game_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, game_id: int) -> HttpResponse:
    """The form with which a host changes title, options, pace and visibility."""
    game = _table(request, game_id)
    if game.has_begun or not can(person_of(request), "host table", game):
        return redirect("games:table", game_id)
    form = TermsForm(request.POST or None, initial=TermsForm.initial_of(game))
    if request.method == "POST" and form.is_valid():
        try:
            tables.change_table(game_id=game_id, host=person_of(request), terms=form.terms, now=now())
        except GameError as error:
            field = "players" if error.code == "bad_options" else None
            form.add_error(field, ValidationError(str(error), code=error.code))
        else:
            return redirect("games:table", game_id)
    context = {"form": form, "game": game}
    return render(request, "games/lobby/new_table.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
def pulse(request: HttpRequest, game_id: int) -> JsonResponse:
    """For an open page: a token that changes when the table does, and where to go when the game has begun."""
    game = _table(request, game_id)
    return JsonResponse({"state": state_token(game), "game": game.get_absolute_url() if game.has_begun else None})


@require_safe
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a table: keeps it for this browser, and leads to the table or the game."""
    game = get_object_or_404(Game, link_token=token)
    response = redirect(game) if game.has_begun else redirect("games:table", game.pk)
    links.remember(request, response, token)
    return response


def _by_token(token: str) -> Invitation:
    return or_404(Invitation.objects.select_related("inviter", "user").filter(token=token).first())


@require_safe
@never_cache
def show_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who asks, to which table; answered invitations lead on to the table."""
    return _show(request, _by_token(token))


def _show(
    request: HttpRequest, invitation: Invitation, *, error: GameError | None = None, form: ArrivalForm | None = None
) -> HttpResponse:
    visitor = visitor_of(request)
    is_mine = invitation.user_id is None or visitor is None or visitor.pk == invitation.user_id
    game = queries.table(invitation.game_id)
    if invitation.state == InvitationState.ACCEPTED and is_mine and visitor is not None:
        return redirect("games:table", game.pk)
    closed = why_invitation_closed(invitation, game)
    address = "" if closed or visitor else invitations.address_proved_by(invitation)
    bots = sum(bool(one.bot) for one in game.participants.all())
    context = {
        "invitation": invitation,
        "game": game,
        "page": TablePage(game, visitor, now()) if is_mine else None,
        "is_mine": is_mine,
        "is_open": not closed,
        "closed": closed,
        "length": length_words(game.clock, game.players, bots, game.engine_options.sets),
        "address": shortened(address),
        "form": form or ArrivalForm(),
        "error": error,
    }
    failed = error.status if error else 422 if form else 200
    return render(request, "games/lobby/invitation.html", context, status=failed)


def shortened(address: str) -> str:
    """Enough of it for its owner: a link that was passed on tells nobody a whole address."""
    name, at, domain = address.partition("@")
    return f"{name[:2]}…{at}{domain}" if at else ""


@require_POST
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down, for a stranger with an account that is made on the way."""
    invitation, user = _by_token(token), visitor_of(request)
    try:
        if user is None:
            return _arrive(request, invitation)
        game = invitations.accept_invitation(token=token, user=user, now=now(), seen=request.POST.get("seen"))
    except HasAccount:
        return redirect_to_login(reverse("games:invitation", args=[token]))
    except GameError as error:
        return _show(request, invitation, error=error)
    return redirect("games:table", game.pk)


def _arrive(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """The name is all that is asked; what is wrong with it stands at the field."""
    guest = guests.of(request)
    form = ArrivalForm(request.POST, guest=guest)
    if not form.is_valid() and invitations.address_proved_by(invitation):
        return _show(request, invitation, form=form)
    newcomer = email_verification.Newcomer(
        name=form.cleaned_data.get("display_name", ""),
        time_zone=form.cleaned_data["time_zone"],
        language=get_language() or Language.ENGLISH,
        guest=guest,
    )
    try:
        game, user = invitations.accept_as_newcomer(
            token=invitation.token, newcomer=newcomer, now=now(), seen=request.POST.get("seen")
        )
    except ValidationError as error:
        form.add_error("display_name", error)
        return _show(request, invitation, form=form)
    email_verification.enter(request, user)
    return redirect("games:table", game.pk)


@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Say no; who has no account may, too."""
    invitation, visitor = _by_token(token), visitor_of(request)
    try:
        invitations.decline_invitation(token=token, user=visitor, now=now())
    except GameError as error:
        return _show(request, invitation, error=error)
    return redirect("games:invitation", token)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def contributions_of(request: HttpRequest) -> JsonResponse:
    """Tables that wait for this player's contribution, with the hashes that can no longer change. A POST opens one."""
    return answered(request, contributions.sealed_of, contributions.awaited_of, contributions.open_contribution)


def answered(
    request: HttpRequest,
    sealed: Callable[[User], list[str]],
    awaited: Callable[[User], Iterable[Awaited]],
    open_one: Callable[..., object],
) -> JsonResponse:
    """The same answer for deals and lots."""
    user = person_of(request)
    if request.method != "POST":
        tables = [asdict(one) for one in awaited(user)] if (own := sealed(user)) else []
        return JsonResponse({"token": get_token(request), "sealed": own, "tables": tables})
    table = row_number(request.POST.get("table", ""))
    try:
        open_one(table=table, user=user, contribution=request.POST.get("contribution", ""), now=now())
    except ObjectDoesNotExist:
        raise Http404 from None
    except Refusal as error:
        return JsonResponse({"code": error.code, "detail": str(error)}, status=error.status)
    return JsonResponse({"opened": True})
