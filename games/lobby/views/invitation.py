"""The page of one invitation. Its address is in a mail, and machines follow links in mails: looking changes nothing.

Who has the link has read the mail that brought it. Where its address has no account, accepting makes one; where it has, accepting
asks to sign in, whoever the link was passed on to.
"""

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import email_verification, guests
from accounts.activity import visitor_of
from accounts.forms import ArrivalForm
from accounts.models import Language
from games.errors import GameError
from games.lobby.table_page import TablePage
from games.models import Invitation, InvitationState
from games.options.table_words import length_words
from games.selectors import queries
from games.tables.closed import invitation_words
from games.tables.errors import HasAccount
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
    return _show(request, _invitation(token))


def _show(
    request: HttpRequest, invitation: Invitation, *, error: GameError | None = None, form: ArrivalForm | None = None
) -> HttpResponse:
    visitor = visitor_of(request)
    is_mine = invitation.user_id is None or visitor is None or visitor.pk == invitation.user_id
    game = queries.table(invitation.game_id)
    if invitation.state == InvitationState.ACCEPTED and is_mine and visitor is not None:
        return redirect("games:table", game.pk)
    closed = invitation_words(invitation, game)
    address = "" if closed or visitor else invitations.is_key_to(invitation)
    bots = sum(bool(one.bot) for one in game.participants.all())
    context = {
        "invitation": invitation,
        "game": game,
        "page": TablePage.of(game, visitor, now()) if is_mine else None,
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
    invitation, user = _invitation(token), visitor_of(request)
    try:
        if user is None:
            return _arrive(request, invitation)
        game = invitations.accept(token=token, user=user, seen=request.POST.get("seen"), now=now())
    except HasAccount:
        return redirect_to_login(reverse("games:invitation", args=[token]))
    except GameError as error:
        return _show(request, invitation, error=error)
    return redirect("games:table", game.pk)


def _arrive(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """The name is all that is asked; what is wrong with it stands at the field."""
    guest = guests.of(request)
    form = ArrivalForm(request.POST, guest=guest)
    if not form.is_valid() and invitations.is_key_to(invitation):
        return _show(request, invitation, form=form)
    newcomer = email_verification.Newcomer(
        name=form.cleaned_data.get("display_name", ""),
        time_zone=form.cleaned_data["time_zone"],
        language=get_language() or Language.ENGLISH,
        guest=guest,
    )
    try:
        game, user = invitations.accept_as_newcomer(
            token=invitation.token, newcomer=newcomer, seen=request.POST.get("seen"), now=now()
        )
    except ValidationError as error:
        form.add_error("display_name", error)
        return _show(request, invitation, form=form)
    email_verification.enter(request, user)
    return redirect("games:table", game.pk)


@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Say no; who has no account may, too."""
    invitation, visitor = _invitation(token), visitor_of(request)
    try:
        invitations.decline(token=token, user=visitor, now=now())
    except GameError as error:
        return _show(request, invitation, error=error)
    return redirect("games:invitation", token)
