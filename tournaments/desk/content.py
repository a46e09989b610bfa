"""What the desk says: how the event stands, and what is asked of its directors now."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Tenure, TenureStart
from notices.mail.times import moment
from tournaments.desk.acts import Offer, offered
from tournaments.desk.apart import apart_words
from tournaments.desk.choices import place_words
from tournaments.desk.outlook import Outlook, outlook
from tournaments.events.describing import closing_words, days_words, form_words, game_words, size_words
from tournaments.events.halt_words import help_words, why_words
from tournaments.events.services.halting import halt_of
from tournaments.events.words import say
from tournaments.models import Chair, EntryState, Event, EventState, Halt, Report, Round, RoundState, TableState
from tournaments.pages.acts import ActLine, act_lines
from tournaments.pages.board import Word, board
from tournaments.plans.feasible import reason_against
from tournaments.plans.plan import Swiss

SOON = timedelta(days=3)
MOST_TABLES = 25


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that wants a director, and where he may do something about it."""

    text: str
    url: str = ""
    label: str = ""
    is_urgent: bool = False


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A table whose game runs: who sits there, and whose seats bots keep. `is_own` where the director sits himself."""

    place: str
    names: list[str]
    url: str
    kept: list[str]
    is_own: bool
    table: int


@dataclass(slots=True)
class Desk:
    """All of the page. Seven statements in an event that gathers, some more while it runs."""

    event: Event
    facts: list[tuple[str, str]]
    counts: dict[str, int]
    asked: list[Asked]
    offers: list[tuple[object, list[Offer]]]
    directors: list[User]
    reports: list[Report]
    posts: list[Word]
    log: list[ActLine]
    rounds: list[Round] = field(default_factory=list)
    tables: list[RunningTable] = field(default_factory=list)
    outlook: Outlook | None = None

    @property
    def can_start(self) -> bool:
        """Whether those who are entered can play it."""
        return reason_against(self.event.plan, self.counts["entered"]) is None

    @property
    def gathers(self) -> bool:
        return self.event.state in (EventState.DRAFT, EventState.OPEN)


def desk_of(event: Event, director: User, now: datetime) -> Desk:
    """The desk as it is now."""
    counts = event.entries.aggregate(
        entered=Count("pk", filter=Q(state=EntryState.ENTERED)),
        waiting=Count("pk", filter=Q(state=EntryState.WAITING)),
        idle=Count("pk", filter=Q(state=EntryState.ENTERED, is_idle=True)),
    )
    rounds = event.open_rounds if event.is_running else []
    tables = _tables(event, director) if event.is_running else []
    reports = list(event.reports.filter(answered_at=None).exclude(by=director).select_related("by"))
    log = list(event.acts.select_related("by").order_by("-number")[:10])
    gathers = event.state in (EventState.DRAFT, EventState.OPEN)
    halt = halt_of(event, now) if event.is_open or event.is_running else None
    return Desk(
        event=event,
        facts=facts_of(event),
        counts=counts,
        asked=[
            *(_halted(event, halt) if halt else ()),
            *(_gathering(event, counts) if gathers else ()),
            *(map(Asked, apart_words(event, event.plan, director, now)) if gathers else ()),
            *(_running(event, rounds, tables, counts, now) if event.is_running else ()),
            *_letters(reports),
        ],
        offers=list(offered(event)),
        directors=[one.user for one in event.directors.select_related("user").order_by("pk")],
        reports=reports,
        posts=board(event),
        log=act_lines(event, log, for_directors=True),
        rounds=rounds,
        tables=tables[:MOST_TABLES],
        outlook=outlook(event, counts["entered"]) if gathers else None,
    )


def facts_of(event: Event) -> list[tuple[str, str]]:
    """What the event has decided, as names and values."""
    plan = event.plan
    facts = [
        (_("Format"), f"{form_words(plan)}, {size_words(plan.sizes)}"),
        (_("Each game"), game_words(event)),
        (
            _("Each round"),
            _("%(time)s; then %(rule)s") % {"time": days_words(plan.round_time), "rule": closing_words(plan.closing)},
        ),
        (_("Visibility"), str(event.get_reach_display())),
    ]
    if event.starts_at and event.state in (EventState.DRAFT, EventState.OPEN):
        facts.append((_("Start"), moment(event.starts_at)))
    if event.hold is not None:
        facts.append((_("Next round"), _("paired, then on hold for up to %(time)s") % {"time": days_words(event.hold)}))
    if event.most_entrants:
        facts.append((_("Maximum players"), str(event.most_entrants)))
    if plan.is_duplicate:
        facts.append((_("Deals"), _("the same deal at all tables of a round")))
    return facts


def _gathering(event: Event, counts: dict[str, int]) -> list[Asked]:
    if event.state == EventState.DRAFT:
        return [Asked(_("Only directors can see this tournament. Check what to expect, then open registration."))]
    if (reason := reason_against(event.plan, counts["entered"])) is not None:
        told = _("The tournament cannot start yet. %(why)s") % {"why": say(reason)}
        return [Asked(told, reverse("tournaments:desk-invite", args=[event.pk]), _("Invite people"))]
    if event.starts_at is None and not event.starts_when_full:
        return [Asked(_("Enough players have registered. Start the tournament whenever you like."))]
    if event.starts_at is not None:
        return [Asked(_("Nothing to do: it starts automatically on %(at)s.") % {"at": moment(event.starts_at)})]
    return [Asked(_("Nothing to do: it starts automatically when it is full."))]


def _running(
    event: Event, rounds: list[Round], tables: list[RunningTable], counts: dict[str, int], now: datetime
) -> list[Asked]:
    def act(name: str) -> str:
        return reverse("tournaments:desk-act", args=[event.pk, name])

    if event.paused_at is not None:
        return [
            Asked(
                _("The tournament has been paused since %(at)s.") % {"at": moment(event.paused_at)},
                act("resume"),
                _("Resume tournament"),
                is_urgent=True,
            )
        ]
    asked = []
    for of in rounds:
        values = {"round": of.number, "at": moment(of.deadline_at)}
        if of.state == RoundState.RUNNING and of.deadline_at - now < SOON:
            told = _("Round %(round)s ends on %(at)s and still has running games.") % values
            asked.append(Asked(told, act("deadline"), _("Change deadline"), is_urgent=of.deadline_at <= now))
        elif of.state == RoundState.PAIRED and of.begins_at > now:
            told = _("Round %(round)s is paired and starts on %(at)s.") % {**values, "at": moment(of.begins_at)}
            act_name = "arrange" if isinstance(event.plan.stages[of.stage], Swiss) else "swap"
            change = Asked(told, act(act_name), _("Change pairings"))
            asked += _held(event, of, act("begin"), change) if of.is_held else [change]
    kept = [name for table in tables for name in table.kept]
    if kept:
        told = _("Bots are playing for %(names)s.") % {"names": ", ".join(kept[:10])}
        asked.append(Asked(told, act("substitute"), _("Add substitute")))
    if counts["idle"]:
        told = ngettext(
            "%(count)s player has dropped out and is not paired.",
            "%(count)s players have dropped out and are not paired.",
            counts["idle"],
        )
        asked.append(Asked(told % {"count": counts["idle"]}, act("withdraw"), _("Withdraw player")))
    return asked


def _halted(event: Event, halt: Halt) -> list[Asked]:
    """Why it stands still, and what can be done."""

    def act(name: str) -> str:
        return reverse("tournaments:desk-act", args=[event.pk, name])

    has_failed = halt.until is None
    lead = _("The tournament is on hold since %(at)s.") % {"at": moment(halt.at)} if has_failed else ""
    again = [Asked(_("Has the cause been removed?"), act("retry"), _("Try again"))] if has_failed else []
    return [
        Asked(f"{lead} {why_words(halt)}".lstrip(), is_urgent=has_failed),
        Asked(help_words(halt), act("abandon"), _("End tournament")),
        *again,
    ]


def _held(event: Event, of: Round, begin: str, change: Asked) -> list[Asked]:
    """What is asked of directors for whom a round waits: to look, to change it if need be, and to begin it."""
    page = reverse("tournaments:event-round", args=[event.pk, of.number])
    values = {"round": of.number, "at": moment(of.begins_at)}
    told = _("Round %(round)s is paired and waiting for you. It starts automatically on %(at)s.") % values
    return [
        Asked(told, page, _("View pairings"), is_urgent=True),
        Asked(_("Need to change something?"), change.url, change.label),
        Asked(_("Everything fine?"), begin, _("Start round")),
    ]


def _letters(reports: list[Report]) -> list[Asked]:
    if not reports:
        return []
    told = ngettext(
        "%(count)s message from a player needs an answer.",
        "%(count)s messages from players need an answer.",
        len(reports),
    )
    return [Asked(told % {"count": len(reports)}, "#reports", _("Read"), is_urgent=True)]


def _tables(event: Event, director: User) -> list[RunningTable]:
    """Tables whose games run, the oldest round first."""
    chairs = (
        Chair.objects.filter(round__event=event, table__state=TableState.RUNNING, table__game__isnull=False)
        .select_related("entry__user", "table", "round")
        .order_by("round__number", "table__number", "table__leg", "seat")
    )
    found: dict[int, list[Chair]] = {}
    for chair in chairs:
        found.setdefault(chair.table_id, []).append(chair)
    kept = set(
        Tenure.objects.filter(
            seat__game__event_table__round__event=event,
            seat__game__event_table__state=TableState.RUNNING,
            until=None,
            began=TenureStart.KEPT,
        ).values_list("seat__game_id", "seat__index")
    )
    return [
        RunningTable(
            place=place_words(seated[0]),
            names=[chair.entry.user.name for chair in seated],
            url=reverse("games:game", args=[seated[0].table.game_id]),
            kept=[chair.entry.user.name for chair in seated if (chair.table.game_id, chair.seat) in kept],
            is_own=any(chair.entry.user_id == director.pk for chair in seated),
            table=table,
        )
        for table, seated in found.items()
    ]
