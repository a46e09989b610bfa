"""What the desk says: how the tournament stands, what is asked of its directors now, and who cannot be kept apart."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import separation as kept_apart
from accounts.models import User
from actions import offered
from arbiter.progression.courses import Meeting, meetings
from arbiter.progression.plan import Plan, RoundRobin, Swiss, reason_against
from games.options.table_words import span_words
from notifications.mail.times import moment
from tournaments.director.actions import GROUPS
from tournaments.director.actions.tables import chairs_by_table, place_words, seated_at, turn_words
from tournaments.director.outlook import outlook
from tournaments.lifecycle.services.clockwork import halt_of
from tournaments.lifecycle.services.creating import GATHERING, in_order, ratings_of
from tournaments.lifecycle.turns import TableTurn, turns_of
from tournaments.lifecycle.words import (
    closing_words,
    form_words,
    game_words,
    help_words,
    say,
    size_words,
    why_words,
)
from tournaments.models import (
    Chair,
    Entry,
    EntryState,
    Halt,
    Report,
    Round,
    RoundState,
    TableState,
    Tournament,
    TournamentState,
)
from tournaments.pages.acts import act_lines
from tournaments.pages.people import board
from tournaments.pages.tables import progress_words
from tournaments.pages.tie_breaks import all_criteria

SOON = timedelta(days=3)
MOST_TABLES = 50


@dataclass(frozen=True, slots=True)
class ToDo:
    text: str
    url: str = ""
    label: str = ""
    is_urgent: bool = False


def desk_of(tournament: Tournament, director: User, now: datetime) -> dict[str, Any]:
    """The desk as it is now: all of the page. Seven statements in a tournament that gathers, some more while it runs."""
    counts = tournament.entries.aggregate(
        entered=Count("pk", filter=Q(state=EntryState.ENTERED)),
        waiting=Count("pk", filter=Q(state=EntryState.WAITING)),
        idle=Count("pk", filter=Q(state=EntryState.ENTERED, is_idle=True)),
    )
    rounds = tournament.open_rounds if tournament.is_running else []
    tables = _tables(tournament, director) if tournament.is_running else []
    reports = list(tournament.reports.filter(answered_at=None).exclude(by=director).select_related("by"))
    log = list(tournament.acts.select_related("by").order_by("-number")[:10])
    gathers = tournament.state in GATHERING
    halt = halt_of(tournament, now) if tournament.is_open or tournament.is_running else None
    return {
        "facts": facts_of(tournament),
        "counts": counts,
        "asked": [
            *(_halted(tournament, halt) if halt else ()),
            *(_gathering(tournament, counts) if gathers else ()),
            *(map(ToDo, apart_words(tournament, tournament.plan, director, now)) if gathers else ()),
            *(_running(tournament, rounds, tables, counts, now) if tournament.is_running else ()),
            *_letters(reports),
        ],
        "offers": offered(GROUPS, tournament, now),
        "directors": [one.user for one in tournament.directors.all()],
        "reports": reports,
        "posts": board(tournament),
        "log": act_lines(tournament, log, for_directors=True),
        "rounds": rounds,
        "tables": tables[:MOST_TABLES],
        "more_tables": max(0, len(tables) - MOST_TABLES),
        "outlook": outlook(tournament, counts["entered"]) if gathers else None,
        "gathers": gathers,
        "can_start": reason_against(tournament.plan, counts["entered"]) is None,
    }


def facts_of(tournament: Tournament) -> list[tuple[str, str]]:
    plan = tournament.plan
    facts = [
        (_("Format"), f"{form_words(plan)}, {size_words(plan.sizes)}"),
        (_("Each game"), game_words(tournament)),
        (
            _("Each round"),
            _("%(time)s; then %(rule)s") % {"time": span_words(plan.round_time), "rule": closing_words(plan.closing)},
        ),
        (_("Visibility"), str(tournament.get_reach_display())),
    ]
    if tournament.starts_at and tournament.state in GATHERING:
        facts.append((_("Start"), moment(tournament.starts_at)))
    if tournament.hold is not None:
        facts.append(
            (_("Next round"), _("paired, then on hold for up to %(time)s") % {"time": span_words(tournament.hold)})
        )
    if tournament.most_entrants:
        facts.append((_("Maximum players"), str(tournament.most_entrants)))
    facts.append((_("Ranking order"), ", ".join(one.name for one in all_criteria(plan))))
    if plan.is_duplicate:
        facts.append((_("Deals"), _("the same deal at all tables of a round")))
    return facts


def _act_url(tournament: Tournament, name: str) -> str:
    return reverse("tournaments:manage-act", args=[tournament.pk, name])


def _gathering(tournament: Tournament, counts: dict[str, int]) -> list[ToDo]:
    if tournament.state == TournamentState.DRAFT:
        return [ToDo(_("Only directors can see this tournament. Check what to expect, then open registration."))]
    if (reason := reason_against(tournament.plan, counts["entered"])) is not None:
        told = _("The tournament cannot start yet. %(why)s") % {"why": say(reason)}
        return [ToDo(told, reverse("tournaments:manage-invite", args=[tournament.pk]), _("Invite people"))]
    if tournament.starts_at is None and not tournament.starts_when_full:
        return [ToDo(_("Enough players have registered. Start the tournament whenever you like."))]
    if tournament.starts_at is not None:
        return [ToDo(_("Nothing to do: it starts automatically on %(at)s.") % {"at": moment(tournament.starts_at)})]
    return [ToDo(_("Nothing to do: it starts automatically when it is full."))]


def _running(
    tournament: Tournament, rounds: list[Round], tables: list[dict[str, Any]], counts: dict[str, int], now: datetime
) -> list[ToDo]:
    act = partial(_act_url, tournament)
    if tournament.paused_at is not None:
        return [
            ToDo(
                _("The tournament has been paused since %(at)s.") % {"at": moment(tournament.paused_at)},
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
            asked.append(ToDo(told, act("deadline"), _("Change deadline"), is_urgent=of.deadline_at <= now))
        elif of.state == RoundState.PAIRED and of.begins_at > now:
            told = _("Round %(round)s is paired and starts on %(at)s.") % {**values, "at": moment(of.begins_at)}
            act_name = "arrange" if isinstance(tournament.plan.stages[of.stage], Swiss) else "swap"
            change = ToDo(told, act(act_name), _("Change pairings"))
            asked += _held(tournament, of, act("begin"), change) if of.is_held else [change]
    kept = [name for table in tables for name in table["kept"]]
    if kept:
        told = _("Bots are playing for %(names)s.") % {"names": ", ".join(kept[:10])}
        asked.append(ToDo(told, act("substitute"), _("Add substitute")))
    if counts["idle"]:
        told = ngettext(
            "%(count)s player has dropped out and is not paired.",
            "%(count)s players have dropped out and are not paired.",
            counts["idle"],
        )
        asked.append(ToDo(told % {"count": counts["idle"]}, act("withdraw"), _("Withdraw player")))
    return asked


def _halted(tournament: Tournament, halt: Halt) -> list[ToDo]:
    act = partial(_act_url, tournament)
    has_failed = halt.until is None
    lead = _("The tournament is on hold since %(at)s.") % {"at": moment(halt.at)} if has_failed else ""
    again = [ToDo(_("Has the cause been removed?"), act("retry"), _("Try again"))] if has_failed else []
    return [
        ToDo(f"{lead} {why_words(halt)}".lstrip(), is_urgent=has_failed),
        ToDo(help_words(halt), act("abandon"), _("End tournament")),
        *again,
    ]


def _held(tournament: Tournament, of: Round, begin: str, change: ToDo) -> list[ToDo]:
    """What is asked of directors for whom a round waits: to look, to change it if need be, and to begin it."""
    page = reverse("tournaments:tournament-round", args=[tournament.pk, of.number])
    values = {"round": of.number, "at": moment(of.begins_at)}
    told = _("Round %(round)s is paired and waiting for you. It starts automatically on %(at)s.") % values
    return [
        ToDo(told, page, _("View pairings"), is_urgent=True),
        ToDo(_("Need to change something?"), change.url, change.label),
        ToDo(_("Everything fine?"), begin, _("Start round")),
    ]


def _letters(reports: list[Report]) -> list[ToDo]:
    if not reports:
        return []
    told = ngettext(
        "%(count)s message from a player needs an answer.",
        "%(count)s messages from players need an answer.",
        len(reports),
    )
    return [ToDo(told % {"count": len(reports)}, "#reports", _("Read"), is_urgent=True)]


def _tables(tournament: Tournament, director: User) -> list[dict[str, Any]]:
    """Tables whose games run, those first that need a hand. Two statements."""
    seated = seated_at(chairs_by_table(tournament, (TableState.RUNNING,)))
    turns = sorted(turns_of(tournament).values(), key=attrgetter("need"))
    return [_running_table(turn, seated[turn.table], director) for turn in turns if turn.table in seated]


def _running_table(turn: TableTurn, chairs: list[Chair], director: User) -> dict[str, Any]:
    """Whose move it is, how far it is, who missed deadlines, and those whose seats bots hold. `url` is empty where its position is
    closed to the director. `is_own`: the director plays there."""
    name = {chair.seat: chair.entry.user.name for chair in chairs}
    is_own = any(chair.entry.user_id == director.pk for chair in chairs)
    is_closed = turn.is_sealed and not is_own
    return {
        "place": place_words(chairs[0]),
        "names": [*name.values()],
        "url": "" if is_closed else reverse("games:game", args=[turn.game]),
        "kept": [name[one.seat] for one in turn.holders if one.is_kept],
        "is_own": is_own,
        "turn": turn,
        "whose": turn_words(turn),
        "progress": progress_words(turn.glance) if turn.glance and not turn.is_sealed else "",
        "missed": [f"{one.name} ({one.missed})" for one in turn.holders if one.missed and one.user is not None],
    }


MOST_PAIRS = 10


def apart_words(tournament: Tournament, plan: Plan, director: User, now: datetime) -> list[str]:
    """A sentence for each pair that cannot be kept apart, and one with what would help, under this plan. Blocks and
    households read alike, and nobody reads about themselves."""
    here = list(tournament.entries.filter(state=EntryState.ENTERED))
    users = [entry.user_id for entry in here]
    if len(users) < 2:
        return []
    apart = kept_apart.separated_pairs(users, at=now)
    if all(director.pk in pair for pair in apart):
        return []
    found = {pair: meeting for pair, meeting in _meetings(plan, here, apart).items() if director.pk not in pair}
    if not found:
        return []
    names = {user.pk: user.name for user in User.objects.filter(pk__in={*chain(*found)})}
    said = []
    for pair, meeting in list(found.items())[:MOST_PAIRS]:
        one, other = sorted(names[user] for user in pair)
        said.append(_told(meeting) % {"one": one, "other": other})
    if len(found) > MOST_PAIRS:
        more = ngettext(
            "%(count)s more pair cannot be kept apart.",
            "%(count)s more pairs cannot be kept apart.",
            len(found) - MOST_PAIRS,
        )
        said.append(more % {"count": len(found) - MOST_PAIRS})
    return [*said, _remedy(plan)]


def _told(meeting: Meeting) -> str:
    if meeting is Meeting.SURE:
        return _("%(one)s and %(other)s cannot be kept apart: with this many players, this format pairs them.")
    if meeting is Meeting.LATER:
        return _("%(one)s and %(other)s are kept apart at first but may meet later.")
    return _("%(one)s and %(other)s may meet: this format cannot keep players apart.")


def _meetings(plan: Plan, here: list[Entry], apart: Collection[tuple[int, int]]) -> Mapping[tuple[int, int], Meeting]:
    """What becomes of these accounts, as seeds would stand if the tournament started now. One statement."""
    ratings = ratings_of([entry.user_id for entry in here])
    for entry in here:
        entry.rating = ratings.get(entry.user_id)
    users = [entry.user_id for entry in sorted(here, key=in_order)]
    seed = {user: number for number, user in enumerate(users, start=1)}
    found = meetings(plan, len(users), sorted((seed[one], seed[other]) for one, other in apart))
    return {(users[one - 1], users[other - 1]): meeting for (one, other), meeting in found.items()}


def _remedy(plan: Plan) -> str:
    first = plan.stages[0]
    if isinstance(first, RoundRobin) and first.groups > 1:
        if len(plan.stages) > 1:
            return _("The groups keep them apart where possible, but the finals do not. More groups would help.")
        return _("More groups would help: each of these players needs a separate group.")
    if not isinstance(first, Swiss):
        return _("A Swiss keeps such players apart as long as other opponents are available.")
    if len(plan.stages) > 1:
        return _(
            "The Swiss keeps them apart where possible, but the finals do not. More players or smaller "
            "tables would help."
        )
    if plan.in_pairs:
        return _("More players or fewer rounds would help.")
    return _("More players or smaller tables would help: each of these players needs a separate table.")
