"""The page of a tournament, and what an entrant does there. Every wish is a POST that leads back to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.activity import person_of, visitor_of
from games.errors import GameError
from games.tables import links
from tournaments.lifecycle.services import accounts, entering
from tournaments.models import EntryState, Reach, Tournament, TournamentState
from tournaments.pages.forms import AwayForm, EnterForm, WishesForm
from tournaments.pages.lists import to_list
from tournaments.pages.tournament_page import TournamentPage
from tournaments.pages.visibility import Seen, seen_tournament


@require_safe
@never_cache
def show(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tournament as its reader may see it. At most twelve statements, however many have entered."""
    return _render(request, seen_tournament(request, tournament_id))


def _render(
    request: HttpRequest,
    seen: Seen,
    *,
    error: GameError | None = None,
    enter_form: EnterForm | None = None,
    wishes_form: WishesForm | None = None,
    away_form: AwayForm | None = None,
) -> HttpResponse:
    page = TournamentPage(seen, now())
    context = {
        "page": page,
        "tournament": seen.tournament,
        "error": error,
        "enter_form": enter_form or EnterForm(seen.tournament),
        "wishes_form": wishes_form or (_wishes(seen, page) if page.can_ask else None),
        "away_form": away_form or AwayForm(),
    }
    status = error.status if error else 422 if enter_form or wishes_form or away_form else 200
    return render(request, "tournaments/pages/tournament.html", context, status=status)


def _wishes(seen: Seen, page: TournamentPage) -> WishesForm:
    assert seen.entry is not None
    return WishesForm(seen.tournament, seen.entry, len(page.rounds))


def _act(act: Callable[[HttpRequest, Seen], HttpResponse | None]) -> Callable[..., HttpResponse]:
    """A POST of somebody who sees the tournament. What cannot be granted is said on its page."""

    @require_POST
    @wraps(act)
    def view(request: HttpRequest, tournament_id: int) -> HttpResponse:
        seen = seen_tournament(request, tournament_id)
        if visitor_of(request) is None:
            return redirect_to_login(seen.tournament.get_absolute_url())
        try:
            answer = act(request, seen)
        except GameError as error:
            return _render(request, seen_tournament(request, tournament_id), error=error)
        return answer or redirect("tournaments:tournament", tournament_id)

    return view


@_act
def enter(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Agree and enter, or stand on the waiting list."""
    form = EnterForm(seen.tournament, request.POST)
    if not form.is_valid():
        return _render(request, seen, enter_form=form)
    entry = entering.enter(
        tournament_id=seen.tournament.pk,
        user=person_of(request),
        code_word=form.cleaned_data.get("code_word", ""),
        now=now(),
    )
    waits = entry.state == EntryState.WAITING
    messages.success(request, _("You are on the waiting list.") if waits else _("You are registered."))
    return None


@_act
def leave(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Withdraw; games that run go on."""
    entering.leave(tournament_id=seen.tournament.pk, user=person_of(request), now=now())
    messages.success(request, _("You have withdrawn from the tournament."))
    return None


@_act
def back(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Say that one is back and will play the next round."""
    entering.be_back(tournament_id=seen.tournament.pk, user=person_of(request), now=now())
    messages.success(request, _("Welcome back. You will be paired again from the next round."))
    return None


@_act
def wish(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Ask for byes, or not to play before a day."""
    if seen.entry is None:
        return None
    form = WishesForm(seen.tournament, seen.entry, seen.tournament.rounds.count(), request.POST)
    if not form.is_valid():
        return _render(request, seen, wishes_form=form)
    entering.wish(
        tournament_id=seen.tournament.pk,
        user=person_of(request),
        byes=form.cleaned_data.get("byes", []),
        not_before=form.cleaned_data["not_before"],
        now=now(),
    )
    messages.success(request, _("Saved."))
    return None


@_act
def follow(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Follow a public tournament, or with `stop` no longer; leads back to where that was pressed."""
    if "stop" in request.POST:
        accounts.unfollow(seen.tournament, person_of(request))
    elif seen.tournament.reach != Reach.PUBLIC:
        raise Http404
    else:
        accounts.follow(seen.tournament, person_of(request), now=now())
    return to_list(request)


@_act
def be_away(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """State days away, once."""
    form = AwayForm(request.POST)
    if not form.is_valid():
        return _render(request, seen, away_form=form)
    since, until = form.span
    accounts.be_away(tournament_id=seen.tournament.pk, user=person_of(request), since=since, until=until, now=now())
    messages.success(request, _("Saved."))
    return None


@require_safe
@never_cache
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a tournament: keeps it for this browser, and leads to the tournament."""
    tournament = get_object_or_404(
        Tournament.objects.exclude(state=TournamentState.DRAFT), link_token=token, reach=Reach.LINK
    )
    response = redirect("tournaments:tournament", tournament.pk)
    links.remember(request, response, token)
    return response
