"""My games: what waits for me, what I wait for, tables that gather, and what has just ended."""

from collections.abc import Container
from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from accounts.activity import person_of
from accounts.guests import LEFT
from games.selectors import queries
from games.selectors.badge import know_waiting
from games.selectors.chain import chain_of
from games.selectors.played import finished_row, running_row, urgency
from games.selectors.rows import Row, table_row

FINISHED_ROWS = 5


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """At most four statements beside the reader, however many games there are; nothing is replayed."""
    user, moment = person_of(request), now()
    mine = queries.my_games(user, now=moment)
    running = sorted(mine.running, key=lambda one: urgency(one, user))
    rows = [_marked(running_row(one, user, moment), mine.unread) for one in running]
    tables = [table_row(table, user, moment) for table in mine.tables]
    waiting = [row for row in rows if row.action]
    count = sum(row.is_main for row in waiting)
    know_waiting(request, count)
    context = {
        "waiting": waiting,
        "others": [row for row in rows if not row.action],
        "tables": sorted(tables, key=lambda row: not row.is_main),
        "finished": [_marked(finished_row(one, user, moment), mine.unread) for one in mine.finished[:FINISHED_ROWS]],
        "count": count,
        "left_guest": LEFT in request.session,
    }
    return render(request, "games/lobby/mine.html", context)


def _marked(row: Row, unread: Container[int]) -> Row:
    return replace(row, has_news=True) if row.game.pk in unread else row


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Leads to the next game of the reader's chain, after the one named by `?after=`; to My games where it ends."""
    after = request.GET.get("after", "")
    is_number = after.isascii() and after.isdigit() and len(after) < 19
    game_id = chain_of(person_of(request).pk, here=int(after) if is_number else None).next
    return redirect("games:game", game_id) if game_id is not None else redirect("games:mine")
