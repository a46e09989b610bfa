"""What a browser asks and says about its player's contributions to deals (static/js/contributions.js)."""

from dataclasses import asdict

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.activity import person_of
from games.errors import GameError
from games.models import Game
from games.tables import contributions


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def contributions_of(request: HttpRequest) -> JsonResponse:
    """The tables that wait for this player's contribution, with what nobody can change any more; a POST opens one."""
    user = person_of(request)
    if request.method != "POST":
        awaited = contributions.awaited_of(user)
        return JsonResponse({"token": get_token(request), "tables": [asdict(one) for one in awaited]})
    table = request.POST.get("table", "")
    if not (table.isascii() and table.isdigit() and len(table) < 19):
        raise Http404
    try:
        opened = request.POST.get("contribution", "")
        game = contributions.open_contribution(game_id=int(table), user=user, contribution=opened, now=now())
    except Game.DoesNotExist:
        raise Http404 from None
    except GameError as error:
        return JsonResponse({"code": error.code, "detail": str(error)}, status=error.status)
    return JsonResponse({"status": game.status})
