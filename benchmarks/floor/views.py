"""The bare page and the bare move."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from .models import Game, Move, Note

LATEST = 30


def page(request: HttpRequest, number: int) -> HttpResponse:
    """Two statements beside those for session and user."""
    if not request.user.is_authenticated:
        return HttpResponseForbidden()
    game = Game.objects.get(pk=number)
    moves = Move.objects.filter(game_id=number).order_by("-seq").values_list("seq", "seat", "code")
    context = {"game": game, "state": game.state, "moves": list(moves[:LATEST])}
    return render(request, "floor/game.html", context)


@csrf_exempt
def move(request: HttpRequest, number: int) -> HttpResponse:
    """One transaction: lock, insert, update, three notifications."""
    if not request.user.is_authenticated:
        return HttpResponseForbidden()
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=number)
        game.version += 1
        game.active, game.deadline = game.version % 4, timezone.now()
        Move.objects.create(game_id=number, seq=game.version, seat=game.active, code="pass")
        game.save(update_fields=["version", "active", "deadline", "state"])
        Note.objects.bulk_create(Note(game_id=number, seat=seat, kind="turn") for seat in range(3))
    return HttpResponse(status=204)
