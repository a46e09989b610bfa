"""Open seats: the list, the volunteer's wishes, and the page that takes a seat over."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.activity import person_of, visitor_of
from accounts.permissions import can
from games.board.people import people
from games.errors import GameError
from games.models import Game, Source, Volunteer
from games.models.clock import PACES
from games.names import words
from games.options.sets import PLAYERS
from games.options.table_words import pace_words, rules_in_words
from games.play.open_seats import TIMES, open_offers, take_seat, volunteer
from games.play.positions import load
from games.selectors.open_seats import in_words, open_seats


class VolunteerForm(forms.Form):
    fastest = forms.ChoiceField(
        label=_("Shortest time per move"), choices=[(name, PACES[name][1]) for name in TIMES], initial="1d"
    )
    slowest = forms.ChoiceField(
        label=_("Longest time per move"), choices=[(name, PACES[name][1]) for name in TIMES], initial="3d"
    )
    players = forms.TypedMultipleChoiceField(
        label=_("Players"),
        choices=[(number, number) for number in PLAYERS if number > 1],
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        initial=[2, 3, 4],
    )
    with_sets = forms.BooleanField(label=_("Also games with expansions"), required=False)
    most_a_month = forms.TypedChoiceField(
        label=_("Most seats per month"), choices=[(n, n) for n in (1, 2, 3, 5, 10)], coerce=int, initial=2
    )

    @staticmethod
    def initial_of(wish: Volunteer) -> dict[str, Any]:
        names = {time: name for name, time in TIMES.items()}
        return {
            "fastest": names.get(wish.fastest),
            "slowest": names.get(wish.slowest),
            "players": [int(number) for number in wish.players],
            "with_sets": wish.with_sets,
            "most_a_month": wish.most_a_month,
        }


@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest) -> HttpResponse:
    """All open seats in pages; below them members volunteer, or stop."""
    visitor = visitor_of(request)
    member = visitor if visitor is not None and not visitor.is_guest else None
    wish = Volunteer.objects.filter(user=member).first() if member else None
    form = VolunteerForm(request.POST or None, initial=VolunteerForm.initial_of(wish) if wish else None)
    if request.method == "POST":
        if member is None:
            return redirect_to_login(request.path)
        if "stop" in request.POST:
            Volunteer.objects.filter(user=member).delete()
            messages.info(request, gettext("You no longer get emails about open seats."))
            return redirect("games:seats")
        if form.is_valid():
            volunteer(user=member, **form.cleaned_data)
            messages.success(request, gettext("Saved. You get an email when a matching seat opens."))
            return redirect("games:seats")
    page = open_seats.page(request.GET)
    context = {
        "seats": [one["row"] for one in in_words(page.rows, visitor)],
        "page": page,
        "form": form,
        "wish": wish,
        "member": member,
    }
    return render(request, "games/lobby/seats.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, game_id: int, seat: int) -> HttpResponse:
    """Show what taking over this seat means, from what every spectator sees. A POST takes it and opens the game."""
    user, error = person_of(request), None
    try:
        play = load(game_id)
    except Game.DoesNotExist:
        raise Http404 from None
    if seat >= len(play.seats) or not can(user, "watch game", play):
        raise Http404
    if request.method == "POST":
        try:
            take_seat(game_id=game_id, seat=seat, user=user, source=Source.PAGE, now=now())
            return redirect("games:game", game_id)
        except GameError as refusal:
            error = refusal
    is_open = open_offers(now()).filter(seat=play.seats[seat]).exists()
    if error is None and (play.has_sat(user) or not is_open):
        return redirect("games:game", game_id)
    names, view = people(play, None), play.view(None)
    owner = play.owner(seat)
    context = {
        "game": play.game,
        "index": seat,
        "owner": owner.name if owner is not None else "",
        "standings": [
            (
                names[one.seat].name,
                words.amount_of_points(one.points),
                None if one.rubles is None else words.amount_of_rubles(one.rubles),
            )
            for one in view.seats
        ],
        "round": play.state.round,
        "rules": rules_in_words(play.options),
        "pace": pace_words(play.game.clock),
        "is_open": is_open,
        "error": error,
    }
    return render(request, "games/lobby/seat.html", context, status=error.status if error else 200)
