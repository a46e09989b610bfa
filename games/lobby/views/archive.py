"""The archive: finished games of public tables."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from accounts.activity import visitor_of
from accounts.models import User
from accounts.names import name_key
from games.options.set_words import offered, set_name
from games.selectors import queries
from games.selectors.keyset import COUNTED
from games.selectors.played import finished_row

NOBODY = 0
"""The number of no user, for a name that nobody has."""


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Finished games, latest first, by edition, set and player; a name that nobody has finds nothing and says so. Three statements
    beside the reader, and one for a name."""
    visitor, moment = visitor_of(request), now()
    edition = request.GET.get("edition", "")
    name = request.GET.get("player", "").strip()
    player = User.objects.filter(name_key=name_key(name)).first() if name else None
    part = request.GET.get("set", "")
    part = part if part in offered() else ""
    found = queries.archive(edition=int(edition) if edition in ("1", "2") else None, part=part, has_player=bool(name))
    whose = (player.pk if player else NOBODY,) if name else ()
    page = found.page(request.GET, *whose)
    query = QueryDict(mutable=True)
    query.update({key: value for key, value in (("edition", edition), ("set", part), ("player", name)) if value})
    context = {
        "rows": [finished_row(played, visitor, moment) for played in queries.with_seats(page.rows)],
        "page": page,
        "count": len(page.rows) if page.is_all else found.count(*whose),
        "counted": COUNTED,
        "edition": edition,
        "sets": [(one, set_name(one)) for one in offered()],
        "chosen_set": part,
        "name": name,
        "is_unknown": bool(name) and player is None,
        "query": query.urlencode(),
    }
    return render(request, "games/lobby/archive.html", context)
