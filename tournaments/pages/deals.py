"""Rounds of the same deal: what is sealed until their release, and how tables compare, decision by decision."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from accounts.models import User
from arbiter.formats import duplicate
from arbiter.formats.duplicate import Course, SeatAnswer
from arbiter.progression.standings import compared
from games.board.move_words import move_words
from games.board.sentences import deed
from games.names import words
from games.names.cards import Deck
from games.play.positions import Play, load
from tournaments.lifecycle.services.standings import situation_of
from tournaments.models import Chair, Entry, Round, Table, TableState, Tournament
from tournaments.pages.people import Person, by_number, fields, person
from tournaments.pages.tie_breaks import figure

Shown = dict[str, Any]
"""What templates and the API read."""


def sealed_rounds(tournament: Tournament) -> frozenset[int]:
    """The numbers of rounds of which a deal is not released. One statement for a duplicate tournament, none for others."""
    if not tournament.plan.is_duplicate:
        return frozenset()
    waiting = Q(game=None) | Q(game__deal__isnull=False, game__deal__released_at=None)
    found = Table.objects.filter(waiting, round__tournament=tournament, deal__gt=0)
    return frozenset(found.order_by().values_list("round__number", flat=True).distinct())


def comparison(tournament: Tournament, number: int, reader: User | None) -> list[Shown]:
    """The seats of the deals of a round that are released, each with everybody who held it, the best first: the points, the share
    of the others with fewer, and the margin to their mean. Nothing for tournaments in which every table has a deal of its own."""
    if not tournament.plan.is_duplicate:
        return []
    people = by_number(tournament, reader)
    seats = defaultdict(list)
    situation = situation_of(tournament, now())
    known: set[int] = set()
    for of, one in compared(situation):
        if of == number:
            known.add(one.deal)
            if one.rivals and one.player in people:
                seats[one.deal, one.seat].append(one)
    numbers = sorted({one.deal for one in situation.counted if one.round_number == number and one.deal})
    number_of = dict(zip(sorted(known), numbers, strict=True))
    deals = {deal: index for index, deal in enumerate(sorted({deal for deal, _seat in seats}), start=1)}
    return [
        {
            "deal": deals[deal],
            "number": number_of[deal],
            "seat": seat + 1,
            "lines": [
                {"person": people[one.player], "points": one.points}
                | {"share": figure(one.share), "margin": figure(one.margin)}
                for one in sorted(found, key=lambda one: (-one.points, one.player))
            ],
        }
        for (deal, seat), found in sorted(seats.items())
    ]


MOST = 12
"""So many tables stand beside each other; of more, the reader's own and the first."""
SHOWN = 6
"""Decisions of a seat that stand open; more unfold."""


def tables_of(of: Round, deal: int, own: Entry | None) -> tuple[list[Table], int]:
    """The tables of a deal that are compared, with their chairs, and how many there are; none while it is played anywhere, or
    at one table only. Two statements."""
    released = Table.objects.filter(
        round=of, deal=deal, state=TableState.COUNTED, game__deal__released_at__isnull=False
    )
    found = list(released.order_by("number").prefetch_related("chairs"))
    if not deal or len(found) < 2:
        return [], 0
    chosen = sorted(found, key=lambda table: (seat_at(table, own) is None, table.number))[:MOST]
    return sorted(chosen, key=lambda table: table.number), len(found)


def seat_at(table: Table, own: Entry | None) -> int | None:
    return next((chair.seat for chair in table.chairs.all() if own is not None and chair.entry_id == own.pk), None)


class DealPage:
    """One seat of a deal at these tables, for one reader."""

    def __init__(self, of: Round, deal: int, seat: int, tables: Sequence[Table], reader: User | None) -> None:
        self.round, self.deal, self.reader = of, deal, reader
        self.tables = tables
        self.plays = {table.number: load(table.game_id) for table in tables if table.game_id is not None}
        first = next(iter(self.plays.values()))
        self.deck = Deck(first.options)
        self.seats = range(1, first.options.players + 1)
        self.seat = min(seat, first.options.players - 1)
        self.courses = [course_of(number, play) for number, play in self.plays.items()]

    @cached_property
    def people(self) -> Mapping[tuple[int, int], Person]:
        chairs = Chair.objects.filter(table__in=self.tables)
        rows = chairs.values_list("table__number", "seat", *fields("entry__"))
        return {(table, seat): person(who, self.reader) for table, seat, *who in rows}

    @cached_property
    def mine(self) -> frozenset[int]:
        return frozenset(table for (table, _seat), who in self.people.items() if who.is_you)

    @cached_property
    def together(self) -> list[Shown]:
        """Where the tables parted, for all seats, in the order of the game."""
        return [self._together(one) for one in duplicate.partings(self.courses)]

    @cached_property
    def own(self) -> duplicate.SeatDecisions:
        return duplicate.of_seat(self.courses, self.seat, list(words.PHASE_NAMES))

    @cached_property
    def decisions(self) -> list[Shown]:
        return [self._decision(one) for one in self.own.parted[:SHOWN]]

    @cached_property
    def later(self) -> list[Shown]:
        return [self._decision(one) for one in self.own.parted[SHOWN:]]

    @cached_property
    def alike(self) -> str:
        if self.own.alike == self.own.decisions:
            return _("All %(count)s decisions in this seat were the same at all tables.") % {
                "count": self.own.decisions
            }
        if not self.own.alike:
            return _("Even the first decision in this seat differs.")
        return ngettext(
            "The first decision in this seat was the same at all tables.",
            "The first %(count)s decisions in this seat were the same at all tables.",
            self.own.alike,
        ) % {"count": self.own.alike}

    @cached_property
    def rounds(self) -> range:
        """Rounds after which the points stand; the last one is that of the end."""
        return range(1, max(len(course.points[self.seat]) for course in self.courses))

    @cached_property
    def lines(self) -> list[Shown]:
        """Each table: who sat in that seat, the points at the end of each round and of the game."""
        return [
            {
                "table": course.table,
                "person": self.people.get((course.table, self.seat)),
                "url": reverse("games:replay", args=[self.plays[course.table].game.pk]),
                "points": (*own[:-1], *[None] * len(self.rounds))[: len(self.rounds)],
                "final": own[-1],
            }
            for course in self.courses
            for own in [course.points[self.seat]]
        ]

    def _together(self, one: duplicate.Together) -> Shown:
        values = {"tables": words.listed([str(table) for table in one.tables]), "count": one.moves}
        if one.then is None:
            return {"says": _("Tables %(tables)s played identical games.") % values, "then": None}
        if not one.moves:
            said = _("Tables %(tables)s diverged on the first move.")
        else:
            said = ngettext(
                "Tables %(tables)s played the same move, then diverged.",
                "Tables %(tables)s played the same %(count)s moves, then diverged.",
                one.moves,
            )
        return {"says": said % values, "then": self._decision(one.then)}

    def _decision(self, one: duplicate.PartedDecision) -> Shown:
        """A question and the ways from it. `is_level`: the tables stood in the same position."""
        title = _("Seat %(seat)s: round %(round)s, %(phase)s, decision %(turn)s") % {
            "seat": one.seat + 1,
            "round": one.round,
            "phase": words.PHASE_NAMES[one.phase],
            "turn": one.turn,
        }
        return {"title": title, "ways": [self._way(one, way) for way in one.ways], "is_level": one.is_level}

    def _way(self, of: duplicate.PartedDecision, way: duplicate.WayTaken) -> Shown:
        played = next(((at.table, at.ply) for at in way.tables if at.ply is not None), None)
        says = self._said(*played) if played else _("no further decision here")
        return {"says": says, "tables": [self._reached(of.seat, at) for at in way.tables]}

    def _reached(self, seat: int, at: duplicate.At) -> Shown:
        """A table that went a way: its number, who sat there in that seat, and the replay at that move."""
        who = self.people.get((at.table, seat))
        url = reverse("games:replay", args=[self.plays[at.table].game.pk])
        return {
            "table": at.table,
            "name": who.name if who else "",
            "is_mine": at.table in self.mine,
            "url": "" if at.ply is None else f"{url}?at={at.ply}&seat={seat}",
            "points": words.points(at.points),
        }

    def _said(self, table: int, ply: int) -> str:
        play = self.plays[table]
        step, before = play.at(ply).step, play.at(ply - 1).step
        if step.seat is None:
            return ""
        own = (entry for entry in step.entries if getattr(entry, "seat", None) == step.seat)
        told = next((text for entry in own if (text := deed(entry, self.deck))), "")
        row = play.at(ply).row
        return told or move_words(row.text if row else "", engine.view_for(before.state, step.seat), self.deck).text


def course_of(number: int, play: Play) -> Course:
    answers, ends = [], []
    for before, after in zip(play.steps, play.steps[1:], strict=False):
        state = before.step.state
        if after.row is not None:
            answers.append(SeatAnswer(after.row.seat or 0, state.round, state.phase, after.row.text))
        if after.step.state.round > state.round:
            ends.append([after.step.state.points(seat.index) for seat in play.seats])
    result = play.game.result or {}
    final = {row["seat"]: row["points"] for row in result.get("seats", ())}
    points = tuple((*(end[seat.index] for end in ends), final.get(seat.index, 0)) for seat in play.seats)
    return Course(number, tuple(answers), points)
