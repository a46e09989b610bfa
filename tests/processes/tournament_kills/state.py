"""Everything that tournaments, leagues and their games have become, as plain values without ids, secrets and digests.

Who is asked first in a game follows from its secret, so notifications are counted by kind, not by person. The seed of a league's
tournament is drawn when it starts, and with it seats and lots: while it is played it is only said how many there are.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Count

from games.models import Game, LogRow, Seat, Tenure
from notifications.models import Notification
from tournaments.lifecycle.services import log
from tournaments.models import Act, Division, Due, Entry, Over, Round, Season, Table, Tournament


def state() -> dict[str, Any]:
    """By what it is, in an order that does not depend on who wrote first. Says whether a chain of acts is broken."""
    return {
        "tournaments": {tournament.title: of_tournament(tournament) for tournament in Tournament.objects.all()},
        "count of tournaments": Tournament.objects.count(),
        "seasons": [of_season(season) for season in Season.objects.order_by("league__title", "number")],
        "games": sorted(Game.objects.values_list("title", "status", "version")),
        "rows": sorted(LogRow.objects.values_list("game__title", "number", "kind", "seat", "text", "source")),
        "seats": Seat.objects.count(),
        "tenures": Tenure.objects.count(),
        "over": Over.objects.count(),
        "notifications": sorted(Notification.objects.values_list("kind").annotate(Count("pk")).order_by()),
    }


def of_tournament(tournament: Tournament) -> dict[str, Any]:
    acts = list(Act.objects.filter(tournament=tournament).order_by("number"))
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    entries = Entry.objects.filter(tournament=tournament).order_by("number", "user__display_name")
    dues = Due.objects.filter(tournament=tournament).order_by("what", "number")
    lines = list(tournament.standings.order_by("order").values_list("entry__number", "place", "shared_by", "values"))
    return {
        "state": tournament.state,
        "is stale": tournament.standings_due,
        "acts": [act.kind for act in acts],
        "broken": log.broken_at(acts),
        "rounds": list(rounds.values_list("number", "stage", "state", "begins_at", "deadline_at", "was_extended")),
        "tables": [
            of_table(table)
            for table in Table.objects.filter(round__tournament=tournament).order_by("round", "number", "leg")
        ],
        "rests": sorted(
            Entry.objects.filter(tournament=tournament, rests__isnull=False).values_list(
                "number", "rests__why", "rests__points"
            )
        ),
        "entries": list(entries.values_list("user__display_name", "state", "number", "is_idle", "first_round")),
        "standings": len(lines) if is_drawn_anew(tournament) else lines,
        "dues": list(dues.values_list("what", "number", "at")),
    }


def is_drawn_anew(tournament: Tournament) -> bool:
    return not tournament.is_over and Division.objects.filter(tournament=tournament).exists()


def of_table(table: Table) -> tuple[object, ...]:
    outcomes = [(one.entrant, one.place, one.part.value) for one in table.result.outcomes] if table.result else []
    seats: object = list(table.chairs.order_by("seat").values_list("seat", "entry__number"))
    game = table.game
    if is_drawn_anew(table.round.tournament):
        seats = table.chairs.count()
    return (
        *(table.round.number, table.number, table.leg, table.group, table.deal, table.state),
        *(table.closing, table.was_closed, tuple(table.late), seats, outcomes),
        (game.status, bool(game.deal and game.deal.is_released)) if game else None,
    )


def of_season(season: Season) -> dict[str, Any]:
    divisions = season.divisions.order_by("level", "group")
    names = {str(pk): name for pk, name in season.signups.values_list("user", "user__display_name")}
    return {
        "season": (season.league.title, season.number, season.state, season.starts_at, season.ends_at, season.put_off),
        "divisions": list(divisions.values_list("level", "group", "tournament__title", "tournament__state")),
        "moves": sorted((names.get(user, user), move) for user, move in season.moves.items()),
    }
