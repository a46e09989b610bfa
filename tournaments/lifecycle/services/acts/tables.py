"""Directors decide about a table: its result, whether it counts, who forfeits, who gets more time, who plays."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import astuple, replace
from datetime import datetime, timedelta
from itertools import permutations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.results import GameResult, SeatOutcome, Substitutes, Unfinished, ranked
from games.models import Game, Seat, Source
from games.play.errors import DealInPlay, NoClock, NotRunning
from games.play.interventions import annul_game, extra_time, replace_player, stop_game
from games.play.seats import resign
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import (
    BadRequest,
    NoResult,
    NoSuchPlayer,
    NoSuchTable,
    NotEligible,
    TooMany,
    WrongState,
)
from tournaments.lifecycle.services import rounds, standings
from tournaments.lifecycle.services.acts import Ruling, called, entry_of, in_tournament, reasoned, table_of
from tournaments.lifecycle.services.log import changed, locked
from tournaments.lifecycle.services.rounds import close_if_done, keep_result, release_deal_if_over
from tournaments.lifecycle.turns import turns_of
from tournaments.models import Chair, Entry, Over, Round, Table, TableState, Tournament, TournamentState
from tournaments.rated import correcting

PLAYED = (TournamentState.RUNNING, TournamentState.FINISHED)


@in_tournament(*PLAYED)
def correct(
    ruling: Ruling[Tournament],
    *,
    table_id: int,
    places: Mapping[int, int],
    points: Mapping[int, int | None] | None = None,
) -> GameResult:
    """Change the places of a counted table by starting numbers, even in a finished tournament. `points` are the VP
    that count, None for a player without any, as after leaving; without `points` they stay.

    Standings and ratings follow at once, pairings from the first round that is not paired yet, which the log names. Raises
    NoResult for impossible places, WrongState for a table that does not count, DealInPlay while another table plays
    the same deal.
    """
    tournament, table = ruling.of, table_of(ruling.of, table_id, ruling.by)
    if table.game is not None and table.game.deal is not None and not table.game.deal.is_released:
        raise DealInPlay
    before = table.result
    if table.state != TableState.COUNTED or before is None:
        raise WrongState
    after = with_places(before, places, points)
    table.is_corrected = True
    keep_result(tournament, table, after, played=table.was_played, now=ruling.now)
    changes = [] if table.game_id is None else correcting.shifts(table.game_id, after)
    if table.game_id is not None:
        correcting.correct_rating(table.game_id, after)
    standings.write_standings(tournament, ruling.now)
    ruling.write(
        "corrected",
        **place_of(table),
        before=[[one.entrant, one.place, one.vp] for one in before.outcomes],
        after=[[one.entrant, one.place, one.vp] for one in after.outcomes],
        **({"pairings_from": 1 + tournament.rounds.count()} if tournament.is_running else {}),
        **({"ratings": [list(astuple(one)) for one in changes]} if changes else {}),
        concerned={*notifications.at_table(table), *(one.user for one in changes)},
    )
    return after


def with_places(
    result: GameResult, places: Mapping[int, int], points: Mapping[int, int | None] | None = None
) -> GameResult:
    """The same result with other places. Raises NoResult where they are not 1 2 3 4 with shared ones left out, and where
    more points stand behind fewer, or a place without points before one with points."""
    players = [one.entrant for one in result.outcomes]
    if places.keys() != set(players) or (points is not None and points.keys() != set(players)):
        raise NoResult
    given = [places[player] for player in players]
    if list(ranked([(place,) for place in given])) != given:
        raise NoResult
    outcomes = tuple(
        replace(one, place=places[one.entrant], vp=one.vp if points is None else points[one.entrant])
        for one in result.outcomes
    )
    if any(_worth(one) < _worth(other) for one, other in permutations(outcomes, 2) if one.place < other.place):
        raise NoResult(
            _("More points cannot mean a lower place. Change the points too, or leave them empty for the last player.")
        )
    return replace(result, outcomes=outcomes)


def _worth(outcome: SeatOutcome) -> int:
    """VP, or less than any for a player without VP that count."""
    return -1000 if outcome.vp is None else outcome.vp


@in_tournament(*PLAYED)
def annul(ruling: Ruling[Tournament], *, table_id: int) -> None:
    """A table leaves the standings and the ratings; a game that runs ends. Raises WrongState before it has begun."""
    tournament, table = ruling.of, table_of(ruling.of, table_id, ruling.by)
    if table.state not in (TableState.RUNNING, TableState.COUNTED):
        raise WrongState
    take_off(tournament, table, ruling.now)
    ruling.write("annulled", **place_of(table), concerned=notifications.at_table(table))
    if tournament.is_running:
        close_if_done(tournament, Round.objects.get(pk=table.round_id), ruling.now)
    standings.write_standings(tournament, ruling.now)


def take_off(tournament: Tournament, table: Table, now: datetime) -> None:
    """A table counts for nothing from now on. The tournament's row is locked."""
    if table.game_id is not None:
        if table.state == TableState.RUNNING and Game.objects.get(pk=table.game_id).is_running:
            stop_game(game_id=table.game_id, now=now)
        annul_game(game_id=table.game_id, now=now)
    table.state = TableState.ANNULLED
    table.save(update_fields=["state"])
    if table.game_id is not None:
        Over.objects.filter(game_id=table.game_id).delete()
        release_deal_if_over(tournament, table, now)
    changed(tournament)


def place_of(table: Table) -> dict[str, int]:
    return {"round": table.round.number, "table": table.number, "leg": table.leg}


@in_tournament(TournamentState.RUNNING)
def adjudicate(ruling: Ruling[Tournament], *, table_id: int, how: Unfinished) -> None:
    """The game ends now, or bots play it out, and counts as if its round had closed by that rule. Where other tables may still
    play the deal, by no rule but the one that the tournament has stated: what a director has heard of it decides nothing.

    Raises WrongState for a game that does not run or is being ended, OwnTable, BadRequest.
    """
    table, closing = table_of(ruling.of, table_id, ruling.by), ruling.of.plan.closing
    if table.state != TableState.RUNNING or table.game_id is None or table.closing:
        raise WrongState
    if not Game.objects.get(pk=table.game_id).is_running:
        raise WrongState
    if ruling.of.plan.is_duplicate and how is not closing.then:
        raise BadRequest(_("Where tables play the same deal, only the tournament's own rule can end a game."))
    table.closing = how.value
    table.save(update_fields=["closing"])
    rounds.close_game(table, ruling.now)
    ruling.write("adjudicated", **place_of(table), counts=how.value, concerned=notifications.at_table(table))


@in_tournament(TournamentState.RUNNING)
def forfeit(ruling: Ruling[Tournament], *, table_id: int, entry_id: int) -> None:
    """Forfeit a running game for a player, who is placed as one who left. At a table a bot plays on; a two-player game
    ends.

    Raises NoSuchPlayer, WrongState if the game is not running, and the errors of `resign` if the player no longer
    holds the seat.
    """
    table, entry = table_of(ruling.of, table_id, ruling.by), entry_of(ruling.of, entry_id)
    if not table.chairs.filter(entry=entry).exists():
        raise NoSuchPlayer
    if table.state != TableState.RUNNING or table.game_id is None:
        raise WrongState
    resign(game_id=table.game_id, user=entry.user, source=Source.DIRECTOR, now=ruling.now)
    if ruling.of.plan.in_pairs and Game.objects.get(pk=table.game_id).is_running:
        stop_game(game_id=table.game_id, now=ruling.now)
    ruling.write("forfeited", **place_of(table), player=entry.number, concerned=notifications.at_table(table))


MOST_TIME = timedelta(days=30)


@in_tournament(TournamentState.RUNNING)
def give_time(ruling: Ruling[Tournament], *, table_id: int, entry_id: int, by: timedelta) -> None:
    """A player has more time on the clock of a game that runs. The round's deadline stays.

    Raises BadRequest for no time or too much, NoSuchPlayer, WrongState, and the errors of `games`' `extra_time`.
    """
    table = table_of(ruling.of, table_id, ruling.by)
    entry = entry_of(ruling.of, entry_id)
    _extra_time(ruling, table, seat_of(table, entry).index, entry, by)


def _extra_time(ruling: Ruling[Tournament], table: Table, seat: int, entry: Entry, by: timedelta) -> None:
    if not timedelta(0) < by <= MOST_TIME:
        raise BadRequest(_("You can add up to %(days)s more days.") % {"days": MOST_TIME.days})
    assert table.game_id is not None
    extra_time(game_id=table.game_id, seat=seat, by=by, now=ruling.now)
    more = {"player": entry.number, "seconds": int(by.total_seconds())}
    ruling.write("extra time", **place_of(table), **more, concerned=notifications.at_table(table))


@in_tournament(TournamentState.RUNNING)
def extend(ruling: Ruling[Tournament], *, tables: Collection[int], by: timedelta) -> None:
    """Everybody whose move it is at these tables has more time, as `give_time` gives it to one. Who has moved gets none, nor
    does a question of which nobody may know whom it asks. Raises NoSuchTable, OwnTable, BadRequest where nobody gets any."""
    given = 0
    turns = turns_of(ruling.of, *tables)
    for table in _in_order(ruling, tables):
        chairs = {chair.seat: chair.entry for chair in table.chairs.select_related("entry")}
        for one in turns[table.pk].asked if table.pk in turns else ():
            with suppress(NoClock, NotRunning), transaction.atomic():
                _extra_time(ruling, table, one.seat, chairs[one.seat], by)
                given += 1
    if not given:
        raise BadRequest(_("Nobody at these tables has a running clock. Choose other tables."))


REMINDED_AGAIN = timedelta(days=1)


@in_tournament(TournamentState.RUNNING)
def remind(ruling: Ruling[Tournament], *, tables: Collection[int]) -> None:
    """Email everybody whose move it is at these tables; the reason is the text. Where nobody may know who is asked, all of
    the table get it. Raises NoSuchTable, OwnTable, TooMany for a table reminded within a day, BadRequest where nobody is asked."""
    lately = reminded_lately(ruling.of, ruling.now)
    turns = turns_of(ruling.of, *tables)
    told = 0
    for table in _in_order(ruling, tables):
        if table.pk in lately:
            raise TooMany(_("Each table can be reminded once a day. Choose other tables."))
        if table.pk in turns and (users := turns[table.pk].reminded):
            act = ruling.write("turn", pk=table.pk, **place_of(table), concerned=())
            notifications.of_act(ruling.of, act, users, now=ruling.now, kind=notifications.TournamentNotification.TURN)
            told += 1
    if not told:
        raise BadRequest(_("Nobody is asked at these tables right now. Choose other tables."))


def reminded_lately(tournament: Tournament, now: datetime) -> set[int]:
    acts = tournament.acts.filter(kind="turn", at__gt=now - REMINDED_AGAIN)
    return set(acts.values_list("data__pk", flat=True))


def _in_order(ruling: Ruling[Tournament], tables: Collection[int]) -> list[Table]:
    """These tables in the order in which their games are locked. Raises NoSuchTable, OwnTable."""
    found = [table_of(ruling.of, table, ruling.by) for table in tables]
    return sorted(found, key=lambda table: table.game_id or 0)


@in_tournament(TournamentState.RUNNING)
def substitute(ruling: Ruling[Tournament], *, table_id: int, entry_id: int, name: str) -> None:
    """Give a seat to another player for good. If the tournament's rule gives substitutes the place, they take over all
    running games of the player and are paired instead.

    Raises UnknownName, NoSuchPlayer, WrongState, NotEligible, BadRequest, and the errors of `games`' `replace_player`.
    """
    table = table_of(ruling.of, table_id, ruling.by)
    _substitute(ruling, table, entry_of(ruling.of, entry_id), called(name))


@transaction.atomic
def substitute_by_staff(*, game_id: int, seat: int, by: User, staff: User, reason: str, now: datetime) -> Tournament:
    """The same by a moderator, for a seat of a game. The log of the tournament names the moderator, and its directors are told. The
    caller tells the table. Raises what `substitute` does, and NoSuchTable for a game of no tournament."""
    found = Table.objects.filter(game=game_id).values_list("pk", "round__tournament").first()
    if found is None:
        raise NoSuchTable
    tournament = locked(found[1], TournamentState.RUNNING)
    ruling, table = Ruling(tournament, staff, reasoned(reason), "", now), table_of(tournament, found[0], staff)
    chair = Chair.objects.select_related("entry").filter(table=table, seat=seat).first()
    if chair is None:
        raise NoSuchPlayer
    directors = tournament.directors.values_list("user_id", flat=True)
    _substitute(ruling, table, chair.entry, by, directors)
    return tournament


def _substitute(ruling: Ruling[Tournament], table: Table, entry: Entry, user: User, told: Iterable[int] = ()) -> None:
    tournament = ruling.of
    seat_of(table, entry)
    takes_place = tournament.plan.rule.substitutes is Substitutes.SUBSTITUTE
    if takes_place and tournament.entries.filter(user=user).exists():
        raise BadRequest(
            _("%(name)s already plays in this tournament. Choose another substitute.") % {"name": user.name}
        )
    if takes_place and user.is_bot and not tournament.conditions.bots_allowed:
        raise NotEligible(_("Bots cannot register for this tournament."))
    running = Table.objects.filter(round__tournament=tournament, state=TableState.RUNNING, chairs__entry=entry)
    for one in list(running.order_by("game_id")) if takes_place else [table]:  # the order in which games are locked
        seat = seat_of(one, entry)
        replace_player(game_id=seat.game_id, seat=seat.index, by=user, now=ruling.now)
    before = entry.user_id
    if takes_place:
        entry.user, entry.is_idle = user, False
        entry.save(update_fields=["user", "is_idle"])
    about = {"player": entry.number, "before": before, "user": user.pk, "takes_place": takes_place}
    ruling.write("substituted", **place_of(table), **about, concerned=told)


def seat_of(table: Table, entry: Entry) -> Seat:
    """The player's seat in the game of a running table. Raises NoSuchPlayer, WrongState."""
    chair = Chair.objects.filter(table=table, entry=entry).first()
    if chair is None:
        raise NoSuchPlayer
    if table.state != TableState.RUNNING or table.game_id is None:
        raise WrongState
    found: Seat = Seat.objects.get(game_id=table.game_id, index=chair.seat)
    return found
