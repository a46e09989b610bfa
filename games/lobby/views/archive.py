"""The archive: finished games of public tables."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import name_key
from accounts.visitors import visitor_of
from games.lists import queries, rows
from games.options.set_words import offered, set_name

PAGE = 25


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Finished games, latest first, by edition, set and player; a name that nobody has finds nothing and says so."""
    visitor, moment = visitor_of(request), now()
    edition = request.GET.get("edition", "")
    name = request.GET.get("player", "").strip()
    player = User.objects.filter(name_key=name_key(name)).first() if name else None
    part = request.GET.get("set", "")
    part = part if part in offered() else ""
    found = queries.finished_games(edition=int(edition) if edition in ("1", "2") else None, part=part, player=player)
    if name and player is None:
        found = found.none()
    page = Paginator(queries.with_holders(found), PAGE).get_page(request.GET.get("page"))
    query = QueryDict(mutable=True)
    query.update({key: value for key, value in (("edition", edition), ("set", part), ("player", name)) if value})
    context = {
        "rows": [rows.archived_row(game, visitor, moment) for game in page],
        "page": page,
        "edition": edition,
        "sets": [(one, set_name(one)) for one in offered()],
        "part": part,
        "name": name,
        "is_unknown": bool(name) and player is None,
        "query": query.urlencode(),
    }
    return render(request, "games/lobby/archive.html", context)
