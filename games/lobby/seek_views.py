"""Playing people with two clicks: a game with whoever wants the same, or a link for a friend."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

import engine
from accounts.activity import person_of
from accounts.models import User
from games.board.table import number_in
from games.errors import GameError
from games.lobby.forms import EDITIONS, PaceField
from games.lobby.table_forms import USUAL_PACE
from games.models import Game, Participant, Seek, Visibility
from games.models.clock import NAMED, PACES, humane
from games.options.table_words import selection_words
from games.options.titles import any_title
from games.tables import seeks, tables
from games.tables.gathering import Terms, quick_token
from games.tables.seeks import Pool


class PoolForm(forms.Form):
    edition = forms.TypedChoiceField(label=_("Edition"), choices=EDITIONS, initial="2", coerce=int)
    players = forms.TypedChoiceField(label=_("Players"), choices=[(n, n) for n in (2, 3, 4)], initial=2, coerce=int)
    pace = PaceField(
        label=_("Pace"), choices=[(name, label) for name, (_clock, label) in NAMED.items()], initial=USUAL_PACE
    )

    @property
    def pool(self) -> Pool:
        return Pool(**self.cleaned_data)


def pool_words(pool: Pool | Seek) -> str:
    """For instance `2 players, 2nd edition, 2 days per move`: the pace as the form names it."""
    players = ngettext("%(number)s player", "%(number)s players", pool.players) % {"number": pool.players}
    options = engine.Options(edition=pool.edition, players=pool.players)
    return ", ".join([players, selection_words(options), str(PACES[pool.pace][1])])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """What this reader looks for, and the form that looks for more or makes a link for a friend. `after` is the id of a game: it
    redirects to a quick match that began later. The page's script reads both as JSON."""
    user, form = person_of(request), PoolForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            if "friend" in request.POST:
                return redirect(private_table(user, form.pool))
            game = seeks.seek(user=user, pool=form.pool, now=now(), sealed=request.POST.get("sealed", ""))
            return redirect(game or "games:play")
        except GameError as error:
            form.add_error(None, ValidationError(str(error), code=error.code))
    after = number_in(request.GET.get("after", ""))
    game = None if after is None else seeks.found_after(user, after)
    if request.headers.get("Accept") == "application/json":
        state = _state(seeks.seeks_of(user), now())
        return JsonResponse({"state": state, "game": game.get_absolute_url() if game else None})
    return redirect(game) if game else _page(request, user, form, after)


def _state(waiting: Iterable[Seek], moment: datetime) -> str:
    """A text that changes when a search ends or bots are offered, so that the script loads the page again."""
    return " ".join(f"{one.pk}:{moment >= one.created_at + seeks.BOTS_AFTER}" for one in waiting)


def _page(request: HttpRequest, user: User, form: PoolForm, after: int | None) -> HttpResponse:
    moment, waiting = now(), list(seeks.seeks_of(user))
    if waiting and after is None:
        after = Participant.objects.filter(user=user).aggregate(newest=Max("game"))["newest"] or 0
    mine: list[dict[str, Any]] = [
        {
            "pk": one.pk,
            "words": pool_words(one),
            "since": one.created_at,
            "bots_at": one.created_at + seeks.BOTS_AFTER,
            "offers_bots": moment >= one.created_at + seeks.BOTS_AFTER,
            "until": one.expires_at,
        }
        for one in waiting
    ]
    others = [(pool, pool_words(pool), count) for pool, count in seeks.others_waiting(user, moment)]
    rule = {"near": seeks.WINDOW, "anybody": seeks.ANYBODY.seconds // 60, "minutes": seeks.BOTS_AFTER.seconds // 60}
    pulse, state = f"{reverse('games:play')}?after={after}", _state(waiting, moment)
    context = {"form": form, "mine": mine, "others": others, "rule": rule, "pulse": pulse, "state": state}
    return render(request, "games/lobby/play.html", context, status=422 if form.errors else 200)


def private_table(user: User, pool: Pool, *guests: str, rated: bool = False) -> Game:
    """A table outside the lobby, for the people who are invited or have its link. A second click leads to the same. Raises what
    `create_table` does."""
    options = engine.Options(edition=pool.edition, players=pool.players)
    terms = Terms(any_title(), options, humane(pool.pace), visibility=Visibility.LINK, rated=rated, seals=rated)
    moment = now()
    key = quick_token(user, terms, f"people:{guests}", moment)
    return tables.create_table(host=user, terms=terms, guests=guests, key=key, now=moment)


@require_POST
@login_required
def challenge(request: HttpRequest, user_id: int) -> HttpResponse:
    """Invite this player to a game for two with the usual options."""
    other = get_object_or_404(User.objects.players(), pk=user_id)
    try:
        return redirect(private_table(person_of(request), Pool(2, 2, USUAL_PACE), other.name, rated=True))
    except GameError as error:
        messages.error(request, str(error))
        return redirect("accounts:player", user_id)


@require_POST
@login_required
def leave(request: HttpRequest, seek_id: int) -> HttpResponse:
    seeks.leave(user=person_of(request), seek_id=seek_id)
    return redirect("games:play")


@require_POST
@login_required
def take_bots(request: HttpRequest, seek_id: int) -> HttpResponse:
    """Leads to the game against bots, or to My games where players were found a moment before."""
    try:
        game = seeks.take_bots(user=person_of(request), seek_id=seek_id, now=now())
    except GameError as error:
        messages.error(request, str(error))
        return redirect("games:play")
    if game is None:
        messages.info(request, gettext("Search cancelled."))
        return redirect("games:mine")
    return redirect(game)
