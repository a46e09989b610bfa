"""The page of one invitation. Its address is in a mail, and machines follow links in mails: looking changes nothing."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.visitors import visitor_of
from games.errors import GameError
from games.lists import queries
from games.lobby.table_page import TablePage
from games.models import Invitation, InvitationState
from games.tables.closed import invitation_words
from games.tables.services import invitations


def _invitation(token: str) -> Invitation:
    found = Invitation.objects.select_related("inviter", "user").filter(token=token).first()
    if found is None:
        raise Http404
    return found


@require_safe
@never_cache
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Who asks, to which table; answered invitations lead on to the table."""
    return _show(request, _invitation(token), visitor_of(request))


def _show(
    request: HttpRequest, invitation: Invitation, visitor: User | None, error: GameError | None = None
) -> HttpResponse:
    is_mine = invitation.user_id is None or visitor is None or visitor.pk == invitation.user_id
    game = queries.table(invitation.game_id)
    if invitation.state == InvitationState.ACCEPTED and is_mine and visitor is not None:
        return redirect("games:table", game.pk)
    context = {
        "invitation": invitation,
        "game": game,
        "page": TablePage.of(game, visitor, now()) if is_mine else None,
        "is_mine": is_mine,
        "is_open": invitation.state == InvitationState.OPEN and not game.has_begun,
        "closed": invitation_words(invitation, game),
        "has_account": invitation.user_id is not None,
        "error": error,
    }
    return render(request, "games/lobby/invitation.html", context, status=error.status if error else 200)


@require_POST
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down."""
    invitation, user = _invitation(token), visitor_of(request)
    if user is None:
        return redirect_to_login(reverse("games:invitation", args=[token]))
    try:
        game = invitations.accept(token=token, user=user, seen=request.POST.get("seen"), now=now())
    except GameError as error:
        return _show(request, invitation, user, error)
    return redirect("games:table", game.pk)


@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Say no; who has no account may, too."""
    invitation, visitor = _invitation(token), visitor_of(request)
    try:
        invitations.decline(token=token, user=visitor, now=now())
    except GameError as error:
        return _show(request, invitation, visitor, error)
    return redirect("games:invitation", token)
