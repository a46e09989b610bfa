"""What the page of a tournament shows one reader."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cached_property
from itertools import groupby
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from arbiter.formats.groups import Fate, Withdrawal
from arbiter.progression.knockouts import is_through
from arbiter.progression.plan import FinalTables, RoundRobin, Swiss
from arbiter.progression.situation import Why
from arbiter.progression.standings import if_given_up
from games.models import Seat
from statements import Prepared
from tournaments.lifecycle.services.accounts import follows
from tournaments.lifecycle.services.entering import has_rounds_to_come, moves_up
from tournaments.models import Chair, Director, Entry, EntryState, Reach, Rest, RoundState, Tournament, TournamentState
from tournaments.pages import exports, standings_lines
from tournaments.pages.acts import ActLine, act_lines
from tournaments.pages.deals import sealed_rounds
from tournaments.pages.explanation import situation
from tournaments.pages.people import FIELDS, Named, Person, SeenTournament, Word, board, named, person
from tournaments.pages.rounds import WHYS, RoundLine, rounds_of, steps
from tournaments.pages.rules_summary import decided, in_short, waiting_words
from tournaments.pages.standings_lines import has_prospects, prospect_sentence
from tournaments.pages.tables import TableRow, first_rows, own_rows
from tournaments.pages.tie_breaks import Criterion, all_criteria, criteria_of


def games_of_leaver(tournament: Tournament, number: int | None) -> Iterator[str]:
    """What becomes of the games of this entrant of a round-robin that runs; nothing where results stand in any case."""
    if not tournament.is_running or number is None or not isinstance(tournament.plan.stages[0], RoundRobin):
        return
    found = if_given_up(situation(tournament), number)
    if found is None:
        return
    over = sum(found.count(one) for one in (Fate.STANDS, Fate.AMONG_THEMSELVES, Fate.ANNULLED))
    counts = {"over": over, "games": len(found.games)}
    if found.rule is Withdrawal.KEEP:
        yield _("%(over)s of %(games)s games are finished, half or more: their results stand.") % counts
        yield _("Running and paired games continue and count; all others are forfeited.")
    elif tournament.plan.in_pairs:
        yield _("%(over)s of %(games)s games are finished, fewer than half: their results are voided.") % counts
        yield _("Running and paired games continue but count for nobody; all others are not played.")
    else:
        yield (
            _(
                "%(over)s of %(games)s games are finished, fewer than half: the other players at each table are "
                "ranked without this player."
            )
            % counts
        )
        yield _(
            "Running and paired games continue and count for the others; all others are played without this player."
        )


SHOWN = 4
"""Columns of the standings there."""
TOP = 10
"""Lines of the standings on the page of the tournament."""
PAIRINGS = 30
"""Tables of the present rounds there."""
ROUNDS = 3
"""So many of the present rounds."""
SOME = 24
"""Names of entrants before the start."""


_counts = Prepared(
    lambda tournament: (
        Entry.objects.filter(tournament=tournament).order_by().values_list("state").annotate(Count("pk"))
    ),
    1,
)
_directors = Prepared(
    lambda tournament: (
        Director.objects.filter(tournament=tournament)
        .order_by("since", "pk")
        .values_list("user_id", "user__display_name", "user__deleted_at")
    ),
    1,
)
_waiting = Prepared(
    lambda tournament, user: (
        Seat.objects.filter(
            game__tournament_table__round__tournament=tournament, tenures__user=user, tenures__until=None, waiting=True
        )
        .order_by()
        .values_list("game__tournament_table", "due_at")
    ),
    2,
)
"""The tables of a tournament at which it is this person's turn, with the deadline."""


class TournamentPage:
    """The parts of the page, each read when it is drawn: at most twelve statements in all, whoever looks."""

    def __init__(self, seen: SeenTournament, now: datetime) -> None:
        self.seen, self.tournament, self.now = seen, seen.tournament, now
        self.plan, self.in_pairs = seen.tournament.plan, seen.tournament.plan.in_pairs
        self.has_begun = seen.tournament.started_at is not None
        self.has_report = exports.can_be_reported(seen.tournament)
        self.entry, self.is_in, self.directs = seen.entry, seen.is_in, seen.directs

    @property
    def short(self) -> str:
        return in_short(self.tournament)

    @property
    def terms(self) -> tuple[object, ...]:
        """All that the words about how it is decided follow from: the same for everybody who reads them."""
        tournament = self.tournament
        pace = (tournament.clock, tournament.misses_before_bot)
        room = (tournament.most_entrants, tournament.starts_when_full)
        return (
            tournament.plan_text,
            tournament.conditions_text,
            sorted(tournament.options.items()),
            pace,
            room,
            tournament.is_rated,
            tournament.has_chat,
        )

    @cached_property
    def facts(self) -> list[dict[str, Any]]:
        return decided(self.tournament)

    @cached_property
    def tie_breaks(self) -> list[Criterion]:
        return all_criteria(self.plan)

    @cached_property
    def columns(self) -> tuple[Criterion, ...]:
        return tuple(criteria_of(self.plan, len(self.standings[0].cells))[:SHOWN]) if self.standings else ()

    @cached_property
    def sealed(self) -> frozenset[int]:
        return sealed_rounds(self.tournament)

    @cached_property
    def counts(self) -> dict[str, int]:
        return {str(state): int(number) for state, number in _counts(self.tournament.pk)}

    @property
    def entered(self) -> int:
        return self.counts.get(EntryState.ENTERED, 0)

    @property
    def waiting(self) -> int:
        return self.counts.get(EntryState.WAITING, 0)

    @cached_property
    def rounds(self) -> list[RoundLine]:
        return rounds_of(self.seen) if self.has_begun else []

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        return steps(self.plan, self.rounds, self.tournament.finished_at if self.is_abandoned else None)

    @property
    def is_abandoned(self) -> bool:
        return self.tournament.state == TournamentState.ABANDONED

    @cached_property
    def halted(self) -> ActLine | None:
        """The act by which it ended before its end, or stands still. One statement, some more in such a tournament."""
        kind = {TournamentState.ABANDONED: "abandoned", TournamentState.FINISHED: "finished"}.get(
            TournamentState(self.tournament.state), "on hold"
        )
        if kind == "on hold" and not self.seen.is_on_hold:
            return None
        acts = list(self.tournament.acts.select_related("by").filter(kind=kind).order_by("-number")[:1])
        if kind == "finished" and not any(act.data.get("early") for act in acts):
            return None
        return next(iter(act_lines(self.tournament, acts, for_directors=False)), None)

    @cached_property
    def open_rounds(self) -> list[RoundLine]:
        return [one for one in self.rounds if one.state != RoundState.CLOSED]

    @property
    def stretches(self) -> list[dict[str, Any]]:
        """The open rounds, those that begin and end alike as one: the first of them, and the number of the last."""
        alike = groupby(self.open_rounds, key=lambda one: (one.state, one.begins_at, one.deadline_at, one.was_extended))
        return [{"first": of[0], "last": of[-1].number} for _key, same in alike for of in [list(same)]]

    @cached_property
    def standings(self) -> tuple[standings_lines.StandingLine, ...]:
        return tuple(standings_lines.top(self.tournament, self.seen.reader, most=TOP)) if self.has_begun else ()

    @property
    def pairings(self) -> list[tuple[RoundLine, list[TableRow]]]:
        """The first rounds with games to come or running, each with its first tables. One statement."""
        paired = [one for one in self.open_rounds if one.open][:ROUNDS]
        if not paired:
            return []
        rows = first_rows([one.pk for one in paired], PAIRINGS // len(paired), self.seen.reader, self.plan)
        return [(of, [row for row in rows if row.round_number == of.number]) for of in paired]

    @property
    def prospect(self) -> str:
        mine = next((one for one in self.standings if one.person.is_you), None)
        return prospect_sentence(self.tournament, mine.best, mine.worst, self.entered) if mine else ""

    @property
    def has_prospects(self) -> bool:
        return has_prospects(self.tournament, self.standings, self.entered)

    @property
    def has_results(self) -> bool:
        """Whether a game counts whose result is no secret."""
        return any(one.games > one.open for one in self.rounds if one.number not in self.sealed)

    @cached_property
    def own_games(self) -> list[dict[str, Any]]:
        """The reader's games in rounds that are not closed; `waits`: it is their turn, until `due_at`. Two statements for who plays
        there."""
        if self.entry is None or not self.open_rounds:
            return []
        known = {one.number for one in self.open_rounds if one.games}
        rows = [one for one in own_rows(self.entry, self.seen.reader, self.plan) if one.round_number in known]
        due = {row[0]: row[1] for row in _waiting(self.tournament.pk, self.entry.user_id)} if rows else {}
        return [{"table": row, "waits": row.pk in due, "due_at": due.get(row.pk)} for row in rows]

    @cached_property
    def own_rest(self) -> str:
        """That the reader has no game in the round that runs, and why."""
        if self.entry is None or self.own_games or not self.open_rounds:
            return ""
        seen = [one.pk for one in self.open_rounds if self.directs or not one.is_held]
        rests = Rest.objects.filter(round__in=seen, entry=self.entry)
        row = rests.values_list("why", "round__stage").order_by("round__number").first()
        if row is None:
            return ""
        why, form = Why(row[0]), self.tournament.plan.stages[row[1]]
        if why is not Why.FREE:
            return _("You have no game in this round: %(why)s.") % {"why": WHYS[why]}
        if isinstance(form, Swiss | RoundRobin):
            return _("You have no game in this round.")
        if isinstance(form, FinalTables):
            return _("You did not qualify for the finals.")
        if is_through(situation(self.tournament), self.entry.number or 0):
            return _("You have no game in this round. Your next opponent is not known yet.")
        if Chair.objects.filter(entry=self.entry, round__stage=row[1]).exists():
            return _("You have been knocked out.")
        if row[1]:
            return _("You did not qualify for the knockout.")
        return _("You advance to the next round without a game.")

    @cached_property
    def some_entrants(self) -> list[Person]:
        if self.has_begun:
            return []
        rows = Entry.objects.filter(tournament=self.tournament, state=EntryState.ENTERED).order_by("entered_at", "pk")
        return [person(row, self.seen.reader) for row in rows.values_list(*FIELDS)[:SOME]]

    @property
    def more_entrants(self) -> int:
        return max(0, self.entered - len(self.some_entrants))

    @cached_property
    def directors(self) -> list[Named]:
        return [named(*row) for row in _directors(self.tournament.pk)]

    @cached_property
    def posts(self) -> list[Word]:
        return board(self.tournament)

    @property
    def entries_closed(self) -> bool:
        return bool(self.tournament.is_open and self.tournament.closes_at and self.tournament.closes_at <= self.now)

    @property
    def can_enter(self) -> bool:
        """Whether the button is there; conditions are looked at when it is pressed."""
        if self.is_in or (self.entry is not None and self.entry.state == EntryState.REMOVED) or self.entries_closed:
            return False
        if self.tournament.state == TournamentState.OPEN:
            return True
        stage = self.plan.stages[0]
        if self.tournament.state != TournamentState.RUNNING or not isinstance(stage, Swiss):
            return False
        return self.comes_back or len(self.rounds) < min(self.plan.late.until, stage.rounds)

    @property
    def comes_back(self) -> bool:
        return self.entry is not None and self.entry.number is not None and not self.is_in

    @property
    def waits_for(self) -> str:
        return waiting_words(self.tournament, self.entered, self.now)

    @property
    def moves_up(self) -> bool:
        """Whether players on the waiting list still get a place that becomes free; in a cup they have one in the next."""
        return self.tournament.starts_when_full or moves_up(self.tournament)

    @property
    def can_wish(self) -> bool:
        return self.is_in and not self.tournament.is_over

    @property
    def leaving(self) -> list[str]:
        if self.entry is None or not self.can_wish:
            return []
        return list(games_of_leaver(self.tournament, self.entry.number))

    @property
    def can_ask(self) -> bool:
        """Whether there are rounds to come in which the reader can ask for something: not where all are paired at the start."""
        return self.can_wish and has_rounds_to_come(self.tournament, len(self.rounds))

    @property
    def can_be_away(self) -> bool:
        """Whether days of vacation move the deadlines of the reader here."""
        return self.can_wish and bool(self.tournament.vacation) and self.entry is not None and self.entry.is_in

    @property
    def last_away(self) -> datetime | None:
        """A moment of the last day that the reader is away: what is kept is its end."""
        until = self.entry.away_until if self.entry is not None else None
        return until - timedelta(seconds=1) if until is not None else None

    @property
    def can_follow(self) -> bool:
        """Whether to offer the reader to follow it: it is public, not over, and they get no notifications as a player."""
        is_told = self.is_in or self.seen.reader is None
        return not is_told and self.tournament.reach == Reach.PUBLIC and not self.tournament.is_over

    @cached_property
    def follows(self) -> bool:
        """One statement, only for who can follow."""
        return self.can_follow and follows(self.tournament, self.seen.reader)

    @property
    def state(self) -> str:
        if self.tournament.paused_at and self.tournament.is_running:
            return _("paused")
        return str(TournamentState(self.tournament.state).label)
