"""Addresses with which static/js/contributions.js opens its player's contributions to deals and lots."""

from collections.abc import Callable, Iterable
from dataclasses import asdict

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.activity import person_of
from accounts.models import User
from api.problems import Refusal
from games.tables import contributions
from games.tables.contributions import Awaited


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
    table = request.POST.get("table", "")
    if not (table.isascii() and table.isdigit() and len(table) < 19):
        raise Http404
    try:
        open_one(table=int(table), user=user, contribution=request.POST.get("contribution", ""), now=now())
    except ObjectDoesNotExist:
        raise Http404 from None
    except Refusal as error:
        return JsonResponse({"code": error.code, "detail": str(error)}, status=error.status)
    return JsonResponse({"opened": True})
