"""What the script of the page says when a page was before somebody's eyes. Mail previews and prefetching browsers run no script."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.activity import visitor_of
from games.models import Status, Tenure
from games.play.seen import record_seen


@never_cache
@require_POST
def seen(request: HttpRequest, game_id: int) -> HttpResponse:
    """`version` was on the screen, and `line` of the chat, and `result` if the page of the finished game was. For whoever has
    ever had a seat. Nothing beyond the present version and line is believed. With `next` it leads on to the next game."""
    user = visitor_of(request)
    if user is None:
        return redirect_to_login(reverse("games:game", args=[game_id]))  # this address answers no GET
    sat = Tenure.objects.filter(seat__game=game_id, user=user).order_by()
    found = sat.values_list("seat__game__version", "seat__game__said", "seat__game__status").first()
    if found is None:
        raise Http404
    version, line, status = found
    is_over = status == Status.FINISHED
    record_seen(
        user=user,
        game_id=game_id,
        version=min(_number(request, "version"), version),
        line=min(_number(request, "line"), line),
        result=is_over and "result" in request.POST,
    )
    if "next" in request.POST:
        return redirect(f"{reverse('games:next')}?after={game_id}")
    return HttpResponse(status=204)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text[:9]) if text.isascii() and text.isdecimal() else 0
