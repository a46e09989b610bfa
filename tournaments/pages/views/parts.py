"""The long lists of an event, each on a page of its own: rounds, standings, players and the log."""

from __future__ import annotations

from functools import partial

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from accounts.names import name_key
from tournaments.models import Act, Chair, Entry, EntryState, Event, Round, RoundState, Table
from tournaments.pages import acts as words_of_acts
from tournaments.pages import finishing, lines
from tournaments.pages.bracket import bracket_of
from tournaments.pages.comparison import comparison
from tournaments.pages.criteria import criteria_of
from tournaments.pages.crossing import crossed
from tournaments.pages.grouped import by_groups
from tournaments.pages.paging import Pages, page_number
from tournaments.pages.people import FIELDS, person, rating_for
from tournaments.pages.reasons import Before, before, reasons_for
from tournaments.pages.rounds import keeps_the_rules, reasons, resting
from tournaments.pages.sealed import sealed_rounds
from tournaments.pages.seen import Seen, seen_event
from tournaments.pages.tables import table_rows
from tournaments.pages.unfolding import unfold
from tournaments.plans.plan import Swiss

TABLES = 50
"""Tables of one page."""
PLAYERS = 100
"""Entrants of one page."""


@require_safe
def a_round(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """A round: its tables page by page with what each was paired from, who rests, and why it is so; `?q=` finds the tables of
    a name. Eight statements beside the reader, however large it is."""
    seen = seen_event(request, event_id)
    of = get_object_or_404(Round, event=seen.event, number=number)
    plan = seen.event.plan
    tables = Table.objects.filter(round=of).order_by("number", "leg")
    mine = tables.filter(chairs__entry=seen.entry).values_list("number", flat=True).first() if seen.entry else None
    pages = Pages.of(page_number(request), tables.count(), TABLES, mine)
    name = request.GET.get("q", "").strip()[:40]
    shown = tables[pages.span]
    if name:
        sought = Chair.objects.filter(table=OuterRef("pk"), entry__user__name_key__contains=name_key(name))
        shown = tables.filter(Exists(sought))[:TABLES]
    rows = table_rows(shown, seen.reader, plan)
    form = plan.stages[of.stage]
    known = before(rows, number, plan) if isinstance(form, Swiss) else Before()
    rests = resting(of, seen.reader, plan)
    people = [*(one.person for row in rows for one in row.seats), *(one.person for one in rests)]
    context = {
        "event": seen.event,
        "round": of,
        "is_closed": of.state == RoundState.CLOSED,
        "rows": [(row, reasons_for(row, known, plan, of.stage)) for row in rows],
        "name": name,
        "resting": rests,
        "reasons": reasons(seen.event, of, people),
        "pages": pages,
        "by": of.made_by.partition(":")[2],
        "has_colours": plan.in_pairs and isinstance(form, Swiss) and keeps_the_rules(of),
        "is_sealed": number in sealed_rounds(seen.event),
        "comparison": comparison(seen.event, number, seen.reader),
        "others": range(1, seen.event.rounds.count() + 1),
    }
    return render(request, "tournaments/pages/round.html", context)


@require_safe
def standings(request: HttpRequest, event_id: int) -> HttpResponse:
    """Everybody in order, page by page; `?q=` finds a name. Fields of a few have a cross table as well."""
    seen = seen_event(request, event_id)
    event, name = seen.event, request.GET.get("q", "").strip()
    if event.started_at is None:
        raise Http404
    all_of_them = lines.count(event)
    pages = Pages.of(page_number(request), all_of_them, lines.PAGE, lines.own_order(seen.entry))
    on_page = partial(lines.named, name=name) if name else partial(lines.page, number=pages.number)
    shown = on_page(event, seen.reader)
    groups = by_groups(event, shown) if all_of_them == len(shown) else []
    context = {
        "event": event,
        "criteria": criteria_of(event.plan, len(shown[0].cells)) if shown else [],
        "lines": shown,
        "pages": pages,
        "name": name,
        "has_prospects": finishing.says_something(event, shown, all_of_them),
        "own_prospect": _own_prospect(event, shown, all_of_them),
        "sealed": sorted(sealed_rounds(event)),
        "cross": crossed(event, shown) if all_of_them == len(shown) else None,
        "groups": groups,
        "goes_on": any(one.goes_on for group in groups for one in group.rows),
        "bracket": bracket_of(event, seen.reader, now()),
    }
    return render(request, "tournaments/pages/standings.html", context)


def _own_prospect(event: Event, shown: list[lines.Line], everybody: int) -> str:
    mine = next((one for one in shown if one.person.is_you), None)
    return finishing.own_sentence(event, mine.best, mine.worst, everybody) if mine else ""


@require_safe
def arithmetic(request: HttpRequest, event_id: int, entry_id: int) -> HttpResponse:
    """Where an entrant stands, and how every number of his line came about."""
    seen = seen_event(request, event_id)
    entry = get_object_or_404(
        Entry.objects.select_related("user", "standing"), event=seen.event, pk=entry_id, number__isnull=False
    )
    found = unfold(seen.event, entry)
    if found is None:
        raise Http404
    tables = Table.objects.filter(chairs__entry=entry).order_by("round__number", "leg")
    context = {
        "event": seen.event,
        "entry": entry,
        "found": found,
        "prospect": _prospect(seen, entry),
        "rows": table_rows(tables, seen.reader, seen.event.plan),
    }
    return render(request, "tournaments/pages/arithmetic.html", context)


def _prospect(seen: Seen, entry: Entry) -> str:
    kept = getattr(entry, "standing", None)
    says = finishing.own_sentence if entry == seen.entry else finishing.sentence
    return says(seen.event, kept.best, kept.worst, lines.count(seen.event)) if kept else ""


@require_safe
def players(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who takes part, in the order of numbers, before the start in that of entries; `?q=` finds a name. Who wants to
    see no rating of his own does not see it here."""
    seen = seen_event(request, event_id)
    name = request.GET.get("q", "").strip()
    found = Entry.objects.filter(event=seen.event)
    order = ("number", "pk") if seen.event.started_at else ("state", "entered_at", "pk")
    mine = None
    if name:
        found = found.filter(user__name_key__contains=name_key(name))
    elif seen.entry is not None:
        own = seen.entry
        earlier = {"number__lte": own.number} if own.number else {"state": own.state, "entered_at__lte": own.entered_at}
        mine = found.filter(**earlier).count()
    pages = Pages.of(page_number(request), found.count(), PLAYERS, mine)
    columns = ("state", rating_for(seen.reader), "first_round", "requested", "is_idle", *FIELDS)
    rows = found.order_by(*order).values_list(*columns)
    context = {
        "event": seen.event,
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
def log(request: HttpRequest, event_id: int) -> HttpResponse:
    """Every act, the latest first, with its reason and the head of the chain."""
    seen = seen_event(request, event_id)
    pages = Pages.of(page_number(request), seen.event.last_act, words_of_acts.PAGE, None)
    found = Act.objects.filter(event=seen.event).select_related("by").order_by("-number")
    shown = words_of_acts.act_lines(seen.event, list(found[pages.span]), for_directors=seen.directs)
    context = {"event": seen.event, "acts": shown, "pages": pages, "directs": seen.directs}
    return render(request, "tournaments/pages/log.html", context)
