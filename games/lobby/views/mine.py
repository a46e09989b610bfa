"""My games: what waits for me, what I wait for, tables that gather, and what has just ended."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from accounts.visitors import person_of
from games.lists import queries, rows
from games.lobby.forms.quick import QuickForm

FINISHED_ROWS = 5


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """At most eight statements, however many games there are; positions follow by replay."""
    user, moment = person_of(request), now()
    plays = queries.my_plays(user, now=moment)
    running = [(play, rows.running_row(play, user, moment)) for play in plays if play.game.is_running]
    running.sort(key=lambda pair: rows.urgency(pair, user))
    waiting = [row for _play, row in running if row.action]
    finished = [rows.finished_row(play, user, moment) for play in plays if play.game.is_finished]
    tables = [rows.table_row(game, user, moment) for game in queries.my_tables(user, now=moment)]
    context = {
        "waiting": waiting,
        "others": [row for _play, row in running if not row.action],
        "tables": sorted(tables, key=lambda row: not row.is_main),
        "finished": finished[:FINISHED_ROWS],
        "quick": QuickForm(),
        "count": sum(row.is_main for row in waiting),
    }
    return render(request, "games/lobby/mine.html", context)


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Leads to the next game that waits, after the one named by `?after=`; to My games when none does."""
    after = request.GET.get("after", "")
    is_number = after.isascii() and after.isdigit() and len(after) < 19
    game_id = queries.next_waiting(person_of(request), after=int(after) if is_number else None)
    return redirect("games:game", game_id) if game_id is not None else redirect("games:mine")
