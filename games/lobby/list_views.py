"""The lobby, a new table, a quick game against bots, My games and the archive."""

from collections.abc import Container
from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.activity import person_of, visitor_of
from accounts.guests import LEFT
from games.errors import GameError
from games.lobby.forms import QuickForm
from games.lobby.new_table_form import NewTableForm
from games.models import Game
from games.models.clock import PaceKind
from games.options.table_words import rules_in_words, time_words
from games.play import outages
from games.selectors import queries, rows
from games.selectors.chain import chain_of, know_waiting
from games.selectors.fitting import fits_of
from games.selectors.open_seats import in_words, open_seats
from games.selectors.played import finished_rows, running_row, urgency
from games.selectors.rows import Row, table_row, tables_of
from games.tables import tables
from games.tables.errors import TooMany
from statements import row_number

Choices = list[tuple[str, str | Promise]]

FILTERS: dict[str, Choices] = {
    "edition": [("1", gettext_lazy("1st edition")), ("2", gettext_lazy("2nd edition"))],
    "sets": [("none", gettext_lazy("base game")), ("some", gettext_lazy("with expansions"))],
    "players": [("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5")],
    "pace": [
        (PaceKind.PER_MOVE.value, gettext_lazy("time per move")),
        (PaceKind.BANK.value, gettext_lazy("time bank")),
    ],
}
FILTER_NAMES = {
    "edition": gettext_lazy("Edition"),
    "sets": gettext_lazy("Expansions"),
    "players": gettext_lazy("Players"),
    "pace": gettext_lazy("Pace"),
}


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables, filtered by the pills, and open seats; a filter that means nothing is no filter. Members read how each table
    suits them; with `?sort=fit` those of a page that suit best come first. Four statements beside the reader, five with seats, one
    more for members."""
    chosen = {name: request.GET.get(name, "") for name in FILTERS}
    chosen = {name: value for name, value in chosen.items() if value in dict(FILTERS[name])}
    wish = queries.LobbyFilter(
        edition=int(chosen["edition"]) if "edition" in chosen else None,
        sets=chosen["sets"] == "some" if "sets" in chosen else None,
        players=int(chosen["players"]) if "players" in chosen else None,
        pace=PaceKind(chosen["pace"]) if "pace" in chosen else None,
    )
    visitor, moment = visitor_of(request), now()
    page, by_fit = queries.lobby(wish).page(request.GET), request.GET.get("sort") == "fit"
    found = [(table, rows.table_row(table, visitor, moment)) for table in tables_of(page.rows, visitor)]
    fits = fits_of((table for table, row in found if row.can_join), visitor, moment)
    shown = [replace(row, fit=fits[row.game.pk].words if row.game.pk in fits else "") for _table, row in found]
    if by_fit:
        shown.sort(
            key=lambda row: (row.game.pk not in fits, fits[row.game.pk].order if row.game.pk in fits else (0.0, 0.0))
        )
    query = "&".join(f"{name}={value}" for name, value in chosen.items())
    context = {
        "rows": shown,
        "page": page,
        "by_fit": by_fit,
        "has_fits": len(fits) > 1,
        "pills": query,
        "query": "&".join([*([query] if query else []), *(["sort=fit"] if by_fit else [])]),
        "filters": _pills(chosen),
        "is_filtered": bool(chosen),
        "seats": [one["row"] for one in in_words(open_seats.page(QueryDict()).rows, visitor)],
    }
    return render(request, "games/lobby/lobby.html", context)


def _pills(chosen: dict[str, str]) -> list[dict[str, object]]:
    """The pills of each filter with the address each leads to; a pill that is on leads to the page without it."""
    groups = []
    for name, choices in FILTERS.items():
        pills = []
        for value, label in choices:
            is_on = chosen.get(name) == value
            query = QueryDict(mutable=True)
            query.update({**{k: v for k, v in chosen.items() if k != name}, **({} if is_on else {name: value})})
            pills.append({"label": label, "is_on": is_on, "href": f"?{query.urlencode()}"})
        groups.append({"name": FILTER_NAMES[name], "pills": pills})
    return groups


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new table, with `?like=last` filled in as the last one was, with `?invite=` with who is invited. What cannot
    be is said at the field; nothing is made then."""
    last = queries.last_table(person_of(request))
    is_like_last = last is not None and request.GET.get("like") == "last"
    filled = NewTableForm.like(last) if last and is_like_last else {"guests": request.GET.get("invite", "")}
    form = NewTableForm(request.POST or None, initial=filled)
    if request.method == "POST" and form.is_valid():
        try:
            game = tables.create_table(
                host=person_of(request),
                terms=form.terms,
                bots=form.chosen_bots,
                guests=form.cleaned_data["guests"],
                word=form.cleaned_data["word"],
                key=form.cleaned_data["key"] or None,
                now=now(),
            )
        except GameError as error:
            field = "guests" if "whom" in error.details else None
            form.add_error(field, ValidationError(str(error), code=error.code))
        else:
            return redirect("games:table", game.pk)
    context = {"form": form, "last": last and _in_words(last), "is_like_last": is_like_last}
    return render(request, "games/lobby/new_table.html", context, status=422 if form.errors else 200)


def _in_words(table: Game) -> str:
    """A table in a line: `3 players, 2nd edition, Market, 2 days per move`."""
    options = table.engine_options
    players = ngettext("%(number)s player", "%(number)s players", options.players) % {"number": options.players}
    return ", ".join([players, rules_in_words(options), time_words(table.clock, options.players)])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """A POST begins a game against bots at once and leads to it. A GET (after signing in) asks for that POST."""
    form = QuickForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            bot = form.cleaned_data["strength"]
            game = tables.quick_game(user=person_of(request), terms=form.terms, bot=bot, now=now())
        except TooMany as error:
            form.add_error(None, ValidationError(str(error), code=error.code))
        else:
            return redirect("games:game", game.pk)
    context = {"form": form, "heading": _("Play against bots")}
    return render(request, "games/lobby/quick.html", context, status=422 if form.errors else 200)


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
        "finished": [_marked(row, mine.unread) for row in finished_rows(mine.finished[:FINISHED_ROWS], user, moment)],
        "count": count,
        "left_guest": LEFT in request.session,
        "outage": outages.announced(moment),
    }
    return render(request, "games/lobby/mine.html", context)


def _marked(row: Row, unread: Container[int]) -> Row:
    return replace(row, has_news=True) if row.game.pk in unread else row


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Leads to the next game of the reader's chain, after the one named by `?after=`; to My games where it ends."""
    game_id = chain_of(person_of(request).pk, here=row_number(request.GET.get("after", "")) or None).next
    return redirect("games:game", game_id) if game_id is not None else redirect("games:mine")
