"""The page of an event, and what an entrant does there. Every wish is a POST that leads back to it."""

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

from accounts.visitors import person_of, visitor_of
from games.errors import GameError
from games.tables import links
from tournaments.events.services import away, entering, following
from tournaments.models import EntryState, Event, EventState, Reach
from tournaments.pages.event_page import EventPage
from tournaments.pages.followed import to_list
from tournaments.pages.forms.away import AwayForm
from tournaments.pages.forms.enter import EnterForm
from tournaments.pages.forms.wishes import WishesForm
from tournaments.pages.seen import Seen, seen_event


@require_safe
@never_cache
def show(request: HttpRequest, event_id: int) -> HttpResponse:
    """The event as its reader may see it. At most twelve statements, however many have entered."""
    return _render(request, seen_event(request, event_id))


def _render(
    request: HttpRequest,
    seen: Seen,
    *,
    error: GameError | None = None,
    enter_form: EnterForm | None = None,
    wishes_form: WishesForm | None = None,
    away_form: AwayForm | None = None,
) -> HttpResponse:
    page = EventPage(seen, now())
    context = {
        "page": page,
        "event": seen.event,
        "error": error,
        "enter_form": enter_form or EnterForm(seen.event),
        "wishes_form": wishes_form or (_wishes(seen, page) if page.can_ask else None),
        "away_form": away_form or AwayForm(),
    }
    status = error.status if error else 422 if enter_form or wishes_form or away_form else 200
    return render(request, "tournaments/pages/event.html", context, status=status)


def _wishes(seen: Seen, page: EventPage) -> WishesForm:
    assert seen.entry is not None
    return WishesForm(seen.event, seen.entry, len(page.rounds))


def _act(act: Callable[[HttpRequest, Seen], HttpResponse | None]) -> Callable[..., HttpResponse]:
    """A POST of somebody who sees the event. What cannot be granted is said on its page."""

    @require_POST
    @wraps(act)
    def view(request: HttpRequest, event_id: int) -> HttpResponse:
        seen = seen_event(request, event_id)
        if visitor_of(request) is None:
            return redirect_to_login(seen.event.get_absolute_url())
        try:
            answer = act(request, seen)
        except GameError as error:
            return _render(request, seen_event(request, event_id), error=error)
        return answer or redirect("tournaments:event", event_id)

    return view


@_act
def enter(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Agree and enter, or stand on the waiting list."""
    form = EnterForm(seen.event, request.POST)
    if not form.is_valid():
        return _render(request, seen, enter_form=form)
    entry = entering.enter(
        event_id=seen.event.pk,
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
    entering.leave(event_id=seen.event.pk, user=person_of(request), now=now())
    messages.success(request, _("You have withdrawn from the tournament."))
    return None


@_act
def back(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Say that one is back and will play the next round."""
    entering.be_back(event_id=seen.event.pk, user=person_of(request), now=now())
    messages.success(request, _("Welcome back. You will be paired again from the next round."))
    return None


@_act
def wish(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Ask for byes, or not to play before a day."""
    if seen.entry is None:
        return None
    form = WishesForm(seen.event, seen.entry, seen.event.rounds.count(), request.POST)
    if not form.is_valid():
        return _render(request, seen, wishes_form=form)
    entering.wish(
        event_id=seen.event.pk,
        user=person_of(request),
        byes=form.cleaned_data.get("byes", []),
        not_before=form.cleaned_data["not_before"],
        now=now(),
    )
    messages.success(request, _("Saved."))
    return None


@_act
def follow(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """Follow a public event, or with `stop` no longer; leads back to where that was pressed."""
    if "stop" in request.POST:
        following.unfollow(seen.event, person_of(request))
    elif seen.event.reach != Reach.PUBLIC:
        raise Http404
    else:
        following.follow(seen.event, person_of(request), now=now())
    return to_list(request)


@_act
def be_away(request: HttpRequest, seen: Seen) -> HttpResponse | None:
    """State days away, once."""
    form = AwayForm(request.POST)
    if not form.is_valid():
        return _render(request, seen, away_form=form)
    since, until = form.span()
    away.be_away(event_id=seen.event.pk, user=person_of(request), since=since, until=until, now=now())
    messages.success(request, _("Saved."))
    return None


@require_safe
@never_cache
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The link of an event: keeps it for this browser, and leads to the event."""
    event = get_object_or_404(Event.objects.exclude(state=EventState.DRAFT), link_token=token, reach=Reach.LINK)
    response = redirect("tournaments:event", event.pk)
    links.remember(request, response, token)
    return response
