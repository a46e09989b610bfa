"""The page of a review. Reading makes none: an older game gets its review by a POST, which leads back to the page."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.activity import visitor_of
from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from games.play.seen import hides_result
from games.review.content import ReviewPage
from games.review.services import ask_for, review_of
from games.tables.links import offers_sign_in, watched


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@offers_sign_in
def review(request: HttpRequest, game_id: int) -> HttpResponse:
    """What decided a finished game, for whoever may see it; a POST asks for a review that is not there."""
    play, user = watched(request, game_id), visitor_of(request)
    if not play.game.is_finished:
        return redirect(play.game.get_absolute_url())
    if hides_result(user, play.game):
        return redirect("games:replay", game_id)
    found = review_of(play)
    if request.method != "POST":
        return render(request, "games/review/review.html", {"page": ReviewPage(play, found), "game": play.game})
    if user is None:
        return redirect_to_login(request.path)
    if not found.may_be_asked:
        return redirect(request.path)
    if ratelimit.consume(request, app=APP, action="review_for_person", key=str(user.pk)) is None:
        page = ReviewPage(play, found, is_limited=True)
        return render(request, "games/review/review.html", {"page": page, "game": play.game}, status=429)
    ask_for(game_id, now=now())
    return redirect(request.path)
