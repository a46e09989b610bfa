"""The pages of one tournament, and what an entrant does there. Every wish is a POST that leads back to the tournament."""

from collections.abc import Callable
from functools import partial, wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import person_of, visitor_of
from accounts.names import name_key
from api.problems import or_404
from arbiter.progression.plan import Swiss
from games.errors import GameError
from games.lobby.table_views import answered
from games.tables import links
from tournaments.lifecycle.services import accounts, entering, lots
from tournaments.models import (
    Act,
    Chair,
    Entry,
    EntryState,
    Reach,
    Round,
    RoundState,
    Table,
    Tournament,
    TournamentState,
)
from tournaments.pages import acts as words_of_acts
from tournaments.pages import standings_lines
from tournaments.pages.deals import DealPage, comparison, sealed_rounds, seat_at, tables_of
from tournaments.pages.explanation import CODE, bracket_of, unfold
from tournaments.pages.forms import EnterForm, WishesForm
from tournaments.pages.lists import to_list
from tournaments.pages.people import FIELDS, SeenTournament, person, rating_for, seen_tournament
from tournaments.pages.rounds import Before, before, keeps_the_rules, reasons, reasons_for, resting, round_of
from tournaments.pages.standings_lines import by_groups, crossed, page_of
from tournaments.pages.tables import PAGE as TABLES
from tournaments.pages.tables import rows_on_page, table_rows
from tournaments.pages.tie_breaks import criteria_of
from tournaments.pages.tournament_page import TournamentPage


@require_safe
@never_cache
def show(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tournament as its reader may see it. At most twelve statements, however many have entered."""
    return _render(request, seen_tournament(request, tournament_id))


def _render(
    request: HttpRequest,
    seen: SeenTournament,
    *,
    error: GameError | None = None,
    enter_form: EnterForm | None = None,
    wishes_form: WishesForm | None = None,
) -> HttpResponse:
    page = TournamentPage(seen, now())
    context = {
        "page": page,
        "tournament": seen.tournament,
        "error": error,
        "enter_form": enter_form or EnterForm(seen.tournament),
        "wishes_form": wishes_form or (_wishes(seen, page) if page.can_ask else None),
    }
    status = error.status if error else 422 if enter_form or wishes_form else 200
    return render(request, "tournaments/pages/tournament.html", context, status=status)


def _wishes(seen: SeenTournament, page: TournamentPage) -> WishesForm:
    assert seen.entry is not None
    return WishesForm(seen.tournament, seen.entry, len(page.rounds))


def _act(act: Callable[[HttpRequest, SeenTournament], HttpResponse | None]) -> Callable[..., HttpResponse]:
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
def enter(request: HttpRequest, seen: SeenTournament) -> HttpResponse | None:
    form = EnterForm(seen.tournament, request.POST)
    if not form.is_valid():
        return _render(request, seen, enter_form=form)
    entry = entering.enter(
        tournament_id=seen.tournament.pk,
        user=person_of(request),
        code_word=form.cleaned_data.get("code_word", ""),
        sealed=request.POST.get("sealed", ""),
        now=now(),
    )
    waits = entry.state == EntryState.WAITING
    messages.success(request, _("You are on the waiting list.") if waits else _("You are registered."))
    return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def contributions_of(request: HttpRequest) -> JsonResponse:
    """The tournaments that wait for this player's contribution to their lots; a POST opens one."""
    return answered(request, lots.sealed_of, partial(lots.awaited_of, now=now()), lots.open_contribution)


@_act
def leave(request: HttpRequest, seen: SeenTournament) -> HttpResponse | None:
    entering.leave(tournament_id=seen.tournament.pk, user=person_of(request), now=now())
    messages.success(request, _("You have withdrawn from the tournament."))
    return None


@_act
def back(request: HttpRequest, seen: SeenTournament) -> HttpResponse | None:
    entering.be_back(tournament_id=seen.tournament.pk, user=person_of(request), now=now())
    messages.success(request, _("Welcome back. You will be paired again from the next round."))
    return None


@_act
def wish(request: HttpRequest, seen: SeenTournament) -> HttpResponse | None:
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
def follow(request: HttpRequest, seen: SeenTournament) -> HttpResponse | None:
    """Follow a public tournament, or with `stop` no longer; leads back to where that was pressed."""
    if "stop" in request.POST:
        accounts.unfollow(seen.tournament, person_of(request))
    elif seen.tournament.reach != Reach.PUBLIC:
        raise Http404
    else:
        accounts.follow(seen.tournament, person_of(request), now=now())
    return to_list(request)


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


PLAYERS = 100
"""Entrants of one page."""


@require_safe
def a_round(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """A round: its tables page by page with what each was paired from, who rests, and why it is so; `?q=` finds the tables of
    a name. Eight statements beside the reader, however large it is."""
    seen = seen_tournament(request, tournament_id)
    found = or_404(round_of(seen, number))
    (of, tables_in_all, rounds), plan = found, seen.tournament.plan
    tables = Table.objects.filter(round=of).order_by("number", "leg")
    mine = tables.filter(chairs__entry=seen.entry).values_list("number", flat=True).first() if seen.entry else None
    pages = page_of(request, tables_in_all, TABLES, mine)
    if name := request.GET.get("q", "").strip()[:40]:
        sought = Chair.objects.filter(table=OuterRef("pk"), entry__user__name_key__contains=name_key(name))
        rows = table_rows(tables.filter(Exists(sought))[:TABLES], seen.reader, plan)
    else:
        rows = rows_on_page(of, pages.number, seen.reader, plan)
    form = plan.stages[of.stage]
    known = before(of, rows, plan) if isinstance(form, Swiss) else Before()
    rests = resting(of, seen.reader, plan)
    people = [*(one.person for row in rows for one in row.seats), *(one["person"] for one in rests)]
    context = {
        "tournament": seen.tournament,
        "round": of,
        "is_closed": of.state == RoundState.CLOSED,
        "rows": [(row, reasons_for(row, known, plan, of.stage)) for row in rows],
        "name": name,
        "resting": rests,
        "reasons": reasons(seen.tournament, of, people),
        "pages": pages,
        "by": of.made_by.partition(":")[2],
        "has_colours": plan.in_pairs and isinstance(form, Swiss) and keeps_the_rules(of),
        "is_sealed": number in sealed_rounds(seen.tournament),
        "comparison": comparison(seen.tournament, number, seen.reader),
        "others": range(1, rounds + 1),
    }
    return render(request, "tournaments/pages/round.html", context)


@require_safe
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everybody in order, page by page; `?q=` finds a name. Fields of a few have a cross table as well."""
    seen = seen_tournament(request, tournament_id)
    tournament, name = seen.tournament, request.GET.get("q", "").strip()
    if tournament.started_at is None:
        raise Http404
    all_of_them = standings_lines.count(tournament)
    pages = page_of(request, all_of_them, standings_lines.PAGE, standings_lines.own_order(seen.entry))
    on_page = partial(standings_lines.named, name=name) if name else partial(standings_lines.page, number=pages.number)
    shown = on_page(tournament, seen.reader)
    groups = by_groups(tournament, shown) if all_of_them == len(shown) else []
    criteria = criteria_of(tournament.plan, len(shown[0].cells)) if shown else []
    later_stage = bool(criteria) and criteria[0].code == CODE
    mine = next((one for one in shown if one.person.is_you), None)
    context = {
        "tournament": tournament,
        "criteria": criteria,
        "lines": shown,
        "pages": pages,
        "name": name,
        "has_prospects": standings_lines.has_prospects(tournament, shown, all_of_them),
        "own_prospect": (
            standings_lines.prospect_sentence(tournament, mine.best, mine.worst, all_of_them) if mine else ""
        ),
        "sealed": sorted(sealed_rounds(tournament)),
        "cross": crossed(tournament, shown) if all_of_them == len(shown) else None,
        "groups": groups,
        "goes_on": any(one["goes_on"] for group in groups for one in group["rows"]),
        "later_stage": later_stage,
        "advances": _("advanced") if later_stage else _("would advance"),
        "best": groups[0]["best"] if groups else 0,
        "points_name": next((one.name for one in criteria if one.code != CODE), ""),
        "bracket": bracket_of(tournament, seen.reader, now()),
    }
    return render(request, "tournaments/pages/standings.html", context)


@require_safe
def arithmetic(request: HttpRequest, tournament_id: int, entry_id: int) -> HttpResponse:
    """Where an entrant stands, and how every number of their line came about."""
    seen = seen_tournament(request, tournament_id)
    entry = get_object_or_404(
        Entry.objects.select_related("user", "standing"), tournament=seen.tournament, pk=entry_id, number__isnull=False
    )
    found = or_404(unfold(seen.tournament, entry))
    tables = Table.objects.filter(chairs__entry=entry, round__is_held=False).order_by("round__number", "leg")
    kept, prospect = getattr(entry, "standing", None), ""
    if kept:
        everybody, is_own = standings_lines.count(seen.tournament), entry == seen.entry
        prospect = standings_lines.prospect_sentence(seen.tournament, kept.best, kept.worst, everybody, is_own=is_own)
    context = {
        "tournament": seen.tournament,
        "entry": entry,
        "found": found,
        "prospect": prospect,
        "rows": table_rows(tables, seen.reader, seen.tournament.plan),
    }
    return render(request, "tournaments/pages/arithmetic.html", context)


@require_safe
def players(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who takes part, in the order of numbers, before the start in that of entries; `?q=` finds a name. Readers who
    hide their own rating do not see it here."""
    seen = seen_tournament(request, tournament_id)
    name = request.GET.get("q", "").strip()
    found = Entry.objects.filter(tournament=seen.tournament)
    order = ("number", "pk") if seen.tournament.started_at else ("state", "entered_at", "pk")
    mine = None
    if name:
        found = found.filter(user__name_key__contains=name_key(name))
    elif seen.entry is not None:
        own = seen.entry
        earlier = {"number__lte": own.number} if own.number else {"state": own.state, "entered_at__lte": own.entered_at}
        mine = found.filter(**earlier).count()
    pages = page_of(request, found.count(), PLAYERS, mine)
    columns = ("state", rating_for(seen.reader), "first_round", "requested", "is_idle", *FIELDS)
    rows = found.order_by(*order).values_list(*columns)
    context = {
        "tournament": seen.tournament,
        "rows": [
            {
                "person": person(who, seen.reader),
                "state": EntryState(state).label if state != EntryState.ENTERED else "",
                "rating": None if rating is None else round(rating),
                "first_round": first_round if first_round > 1 else None,
                "requested": requested,
                "is_idle": is_idle,
            }
            for state, rating, first_round, requested, is_idle, *who in rows[pages.span]
        ],
        "pages": pages,
        "name": name,
    }
    return render(request, "tournaments/pages/players.html", context)


@require_safe
def log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Every act, the latest first, with its reason and the head of the chain."""
    seen = seen_tournament(request, tournament_id)
    pages = page_of(request, seen.tournament.last_act, words_of_acts.PAGE)
    found = Act.objects.filter(tournament=seen.tournament).select_related("by").order_by("-number")
    shown = words_of_acts.act_lines(seen.tournament, list(found[pages.span]), for_directors=seen.directs)
    context = {"tournament": seen.tournament, "acts": shown, "pages": pages, "directs": seen.directs}
    return render(request, "tournaments/pages/log.html", context)


@require_safe
def a_deal(request: HttpRequest, tournament_id: int, number: int, deal: int) -> HttpResponse:
    """One seat (`?seat=2`, the reader's own without it) at all tables of a deal. 404 while one of them plays it, and where
    nobody else sits in that seat. Six statements beside the reader and those that load games, of which there are twelve at
    most."""
    seen = seen_tournament(request, tournament_id)
    of = get_object_or_404(Round, tournament=seen.tournament, number=number)
    tables, count = tables_of(of, deal, seen.entry)
    if not tables:
        raise Http404
    asked = request.GET.get("seat", "")
    own = next((seat for table in tables if (seat := seat_at(table, seen.entry)) is not None), 0)
    seat = max(int(asked[:2]) - 1, 0) if asked.isascii() and asked.isdecimal() else own
    page = DealPage(of, deal, seat, tables, seen.reader)
    context = {"tournament": seen.tournament, "round": of, "page": page, "deal": deal, "count": count}
    return render(request, "tournaments/pages/deal.html", context)
