"""Pages of ratings: leaderboards, one player's, and two against each other."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.activity import person_of, visitor_of
from accounts.models import User
from arbiter.ratings.games import OVERALL
from games.selectors.ranking import Place
from tournaments.models.rating import LadderPart
from tournaments.rated import records
from tournaments.rated.ladders import ladder_of, leaders, pools, standing_of
from tournaments.rated.records import history_of
from tournaments.rated.services import hide_own


@require_safe
def overall(request: HttpRequest) -> HttpResponse:
    return _ladder(request, OVERALL)


@require_safe
def of_pool(request: HttpRequest, variant: str, size: str, speed: str) -> HttpResponse:
    """Those who have a rating in one pool; one in which nobody has any does not exist."""
    return _ladder(request, f"{variant}/{size}/{speed}")


def _ladder(request: HttpRequest, pool: str) -> HttpResponse:
    known = pools()
    here = next((one for one in known if one["pool"].name == pool), None)
    if pool != OVERALL and here is None:
        raise Http404
    asked = request.GET.get("list", "")
    part = LadderPart(asked) if asked in LadderPart.values else here["first"] if here else LadderPart.SETTLED
    labels = {
        LadderPart.SETTLED: _("Established"),
        LadderPart.PROVISIONAL: _("Provisional"),
        LadderPart.INACTIVE: _("Inactive"),
    }
    context = {
        "ladder": ladder_of(
            pool,
            part,
            Place.read(request.GET.get("from", "")),
            visitor_of(request),
            finds_own=request.GET.get("at") == "me",
        ),
        "pools": known,
        "leaders": leaders(visitor_of(request), request.GET.get("month", ""), now()) if pool == OVERALL else None,
        "parts": [{"value": one.value, "label": label, "is_on": one is part} for one, label in labels.items()],
    }
    return render(request, "tournaments/rated/ladder.html", context)


@require_safe
def ratings(request: HttpRequest, user_id: int) -> HttpResponse:
    """Where a player stands, how he came there in one pool (`?pool=`), and what he did. Six statements beside the reader."""
    player, reader = get_object_or_404(User, pk=user_id, guest_until=None), visitor_of(request)
    standing = standing_of(player, reader)
    context: dict[str, object] = {"player": player, "standing": standing}
    if standing["lines"]:
        asked = request.GET.get("pool", OVERALL)
        chosen = next((line for line in standing["lines"] if line["pool"].name == asked), standing["lines"][0])
        entries = records.history(player, chosen["pool"].name, reader)
        context |= {
            "chosen": chosen,
            "chart": history_of(entries),
            "entries": list(reversed(entries)),
            "opponents": records.opponents(player),
            "kinds": records.kinds(player),
        }
    return render(request, "tournaments/rated/ratings.html", context)


@require_safe
def against(request: HttpRequest, user_id: int, other_id: int) -> HttpResponse:
    if user_id == other_id:
        raise Http404
    people = User.objects.filter(guest_until=None)
    player, other = get_object_or_404(people, pk=user_id), get_object_or_404(people, pk=other_id)
    found = records.opponents(player, only=other)
    context = {
        "player": player,
        "other": other,
        "record": found[0] if found else None,
        "meetings": records.meetings(player, other, visitor_of(request)),
    }
    return render(request, "tournaments/rated/against.html", context)


@login_required
@require_POST
def hide(request: HttpRequest) -> HttpResponse:
    """Somebody wants to see no rating of his own, or wants to again."""
    user = person_of(request)
    hide_own(user=user, hidden=request.POST.get("hidden") == "yes")
    return redirect("tournaments:ratings", user.pk)
