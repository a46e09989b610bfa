"""Checks tournaments and leagues against what was kept: log, pairings, results, standings and deals.

Faults are lines in English for who runs the site.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

import engine
from arbiter.errors import KeptError, TournamentError
from arbiter.formats.duplicate import deals
from arbiter.formats.groups import late_points
from arbiter.kept import VERSIONS, from_json, made_by
from arbiter.progression.courses import again
from arbiter.progression.plan import Swiss
from arbiter.progression.prospects import kept_values, standings_of
from arbiter.progression.situation import Situation, Why
from arbiter.results import ENDINGS, Substitutes, result_of
from games.models import Deal
from games.play.positions import load
from tournaments.finished import game_of
from tournaments.lifecycle.services import lots
from tournaments.lifecycle.services.log import broken_at
from tournaments.lifecycle.services.rounds import name_of_deal, number_of
from tournaments.lifecycle.services.standings import situation_of
from tournaments.models import Act, Chair, Division, League, Link, Round, Standing, Table, TableState, Tournament

Tables = list[list[int]]
Rests = list[tuple[int, str]]


def tournament_faults(tournament: Tournament) -> Iterator[str]:
    """Everything that differs, one line each; nothing for a tournament that is whole."""
    acts = list(tournament.acts.order_by("number"))
    yield from of_log(tournament, acts)
    for of in tournament.rounds.order_by("number"):
        yield from of_pairing(tournament, of, acts)
    yield from of_giving_up(tournament, acts)
    yield from of_results(tournament, acts)
    yield from of_standings(tournament)
    yield from of_deals(tournament)
    yield from of_lots(tournament, acts)


def unchecked(tournament: Tournament) -> Iterator[str]:
    for of in tournament.rounds.order_by("number"):
        if not _can_be_made_again(tournament, of):
            yield f"round {of.number} cannot be paired again: it was made by {of.made_by}, or from nothing that is kept"
    if tournament.standings_due:
        yield "the standings wait for a result that has just come in"


def of_log(of: Tournament | League, acts: Sequence[Link]) -> Iterator[str]:
    """The chain is whole and ends where the tournament or the league says."""
    broken = broken_at(acts)
    if broken is not None:
        yield f"act {broken} does not follow from the one before it, or its reason was changed"
    head = acts[-1].digest if acts else ""
    if (len(acts), head) != (of.last_act, of.head):
        owner = of._meta.model_name
        yield f"the log has {len(acts)} acts and ends with {head}; the {owner} says {of.last_act} and {of.head}"


def of_pairing(tournament: Tournament, of: Round, acts: list[Act]) -> Iterator[str]:
    """A round is what its input gives again, and then what directors have changed by hand."""
    said = next((act.data for act in acts if act.kind == "paired" and act.data.get("round") == of.number), None)
    if said is None:
        yield f"round {of.number} was never paired, says the log"
        return
    tables: Tables = said["tables"]
    rests = sorted((player, why) for player, why in said["rests"])
    if _can_be_made_again(tournament, of):
        is_by_hand = any(act.kind == "arranged" and act.data.get("round") == of.number for act in acts)
        yield from _made_again(tournament, of, said, is_by_hand=is_by_hand)
    dealt = tables
    for act in acts:
        if act.data.get("round") != of.number:
            continue
        if act.kind == "swapped":
            tables, rests = _swapped(tables, rests, *act.data["players"])
        if act.kind == "arranged":
            tables = dealt = act.data["tables"]
            kept = [one for one in rests if one[1] != Why.BYE.value]
            byes, gone = (
                [(player, Why.BYE.value) for player in act.data["byes"]],
                [(player, Why.ABSENT.value) for player in act.data["gone"]],
            )
            rests = sorted([*kept, *byes, *gone])
    yield from _of_deals_given(tournament, of, dealt)
    if (seated := _seated(of)) != tables:
        yield f"round {of.number} has the tables {seated}; its log says {tables}"
    rows = list(of.rests.values_list("entry__number", "entry__first_round", "why", "points"))
    resting = sorted((player or 0, why) for player, _first, why, _points in rows if why != Why.LATE.value)
    for player, first, why, points in rows:
        if why == Why.LATE.value and (
            first <= of.number or Fraction(points) != late_points(tournament.plan.late, first)[of.number - 1]
        ):
            yield f"round {of.number} gives the late player {player} {points}, who plays from round {first} on"
    if resting != sorted(rests):
        yield f"round {of.number} left {resting} without a game; its log says {sorted(rests)}"


def _made_again(tournament: Tournament, of: Round, said: Mapping[str, Any], *, is_by_hand: bool) -> Iterator[str]:
    """What the input of a round gives, beside what the log says of it; `is_by_hand`: its tables are others now."""
    stage = tournament.plan.stages[of.stage]
    try:
        made = again(tournament.plan, stage, of.made_from, of.number)
    except (TournamentError, LookupError, ValueError, AssertionError) as error:
        yield f"the input of round {of.number} cannot be read: {error}"
        return
    if made is None:
        yield f"the input of round {of.number} gives no such round"
        return
    if [list(table.players) for table in made.tables] != said["tables"]:
        yield f"round {of.number} was paired {said['tables']}; its input gives {[one.players for one in made.tables]}"
    places = [(table.group, table.leg) for table in made.tables]
    if not is_by_hand and (found := list(of.tables.order_by("number").values_list("group", "leg"))) != places:
        yield f"the tables of round {of.number} have the groups and legs {found}; its input gives {places}"
    rests = {(player, why.value) for player, why in made.rests}
    told = {(player, why) for player, why in said["rests"]}
    byes = {one for one in told if one[1] == Why.BYE.value}
    if not rests <= told or not byes <= rests:
        yield f"round {of.number} left {sorted(told)} without a game; its input gives {sorted(rests)}"
    if not isinstance(stage, Swiss) and of.stage == 0:
        there = {*chain.from_iterable(said["tables"]), *(player for player, _why in told)}
        if set(kept := from_json(Situation, of.made_from).entrants) != there:
            yield f"round {of.number} was for {sorted(there)}; its input has {sorted(kept)}"


def _of_deals_given(tournament: Tournament, of: Round, tables: Tables) -> Iterator[str]:
    """In a duplicate, tables of one size share a deal as long as no player meets it twice."""
    if not tournament.plan.is_duplicate:
        return
    wanted = list(deals(tables))
    rows = list(of.tables.order_by("number").values_list("deal", "game__deal__deal_id"))
    if (given := [deal for deal, _name in rows]) != wanted:
        yield f"the tables of round {of.number} have the deals {given}; its pairing gives {wanted}"
    for number, (deal, name) in enumerate(rows, start=1):
        if name not in (None, name_of_deal(tournament, of, deal)):
            yield f"table {number} of round {of.number} plays the deal {name} instead of number {deal} of its round"


def _can_be_made_again(tournament: Tournament, of: Round) -> bool:
    """Whether the arithmetic is still the one that the round was made by."""
    try:
        room, version = made_by(of.made_from)
    except KeptError:
        return bool(of.made_from)  # an input that cannot be read is a fault, not an old one
    return of.made_by == f"progression:{VERSIONS['progression']}" and VERSIONS.get(room) == version


def _swapped(tables: Tables, rests: Rests, one: int, other: int) -> tuple[Tables, Rests]:
    turn = {one: other, other: one}
    return [[turn.get(player, player) for player in table] for table in tables], [
        (turn.get(player, player), why) if why == Why.BYE.value else (player, why) for player, why in rests
    ]


def _seated(of: Round) -> Tables:
    found: dict[tuple[int, int], list[int]] = {}
    chairs = Chair.objects.filter(round=of).order_by("table__number", "table__leg", "seat")
    for number, leg, player in chairs.values_list("table__number", "table__leg", "entry__number"):
        found.setdefault((number, leg), []).append(player or 0)
    return list(found.values())


def of_giving_up(tournament: Tournament, acts: list[Act]) -> Iterator[str]:
    """The results of players who withdrew are what the log says about the last time they withdrew or rejoined."""
    said: dict[int | None, str] = {}
    for act in acts:
        if act.kind in ("left", "withdrawn", "removed", "came back", "added"):
            said[act.data.get("player")] = act.data.get("results", "")
    for number, kept in tournament.entries.filter(number__isnull=False).values_list("number", "gave_up"):
        if kept != said.get(number, ""):
            yield f"the results of player {number} are {kept or 'as they were'}; the log says {said.get(number, '')!r}"


def of_results(tournament: Tournament, acts: list[Act]) -> Iterator[str]:
    """What counts is what the game gives by the tournament's rule, or what a director has corrected it to."""
    corrected = {
        (act.data["round"], act.data["table"], act.data["leg"]): act.data["after"]
        for act in acts
        if act.kind == "corrected"
    }
    takes_place = tournament.plan.rule.substitutes is Substitutes.SUBSTITUTE
    counted = Table.objects.filter(round__tournament=tournament, state=TableState.COUNTED).select_related(
        "round", "game"
    )
    for table in counted.order_by("round__number", "number", "leg"):
        place = table.round.number, table.number, table.leg
        kept = table.result
        if kept is None:
            continue
        says = [[one.entrant, one.place, one.vp] for one in kept.outcomes]
        if table.is_corrected or place in corrected:
            if says != corrected.get(place):
                yield f"table {place} counts as {says}; the log says {corrected.get(place)}"
        elif table.game_id is not None and not takes_place:
            game = game_of(
                load(table.game_id), number_of(tournament), ending=ENDINGS.get(table.closing), late=table.late
            )
            gives = [[one.entrant, one.place, one.vp] for one in result_of(game, tournament.plan.rule).outcomes]
            if says != gives:
                yield f"table {place} counts as {says}; its game gives {gives}"


def of_standings(tournament: Tournament) -> Iterator[str]:
    rows = list(
        Standing.objects.filter(tournament=tournament)
        .order_by("order")
        .values_list("entry__number", "place", "values", "shared_by")
    )
    if tournament.standings_due or not rows or tournament.started_at is None:
        return
    found = standings_of(situation_of(tournament, tournament.started_at))
    texts = kept_values(found)
    for row, line in zip(rows, found.rows, strict=False):
        values = texts[line.entrant]
        if row != (line.entrant, line.place, values, line.shared_by):
            yield f"place {row[1]} of player {row[0]} has {row[2]}; results give {line.entrant}, {line.place}, {values}"
    if len(rows) != len(found.rows):
        yield f"the standings have {len(rows)} lines; results give {len(found.rows)}"


def of_deals(tournament: Tournament) -> Iterator[str]:
    """A deal that is released keeps its commitment, and was released with the last of its tables."""
    deals = (
        Deal.objects.defer(None).filter(games__tournament_table__round__tournament=tournament).distinct().order_by("pk")
    )
    for deal in deals:
        runs = Table.objects.filter(game__deal=deal, state__in=[TableState.WAITING, TableState.RUNNING]).exists()
        if deal.is_released and runs:
            yield f"the deal {deal.deal_id} was released while one of its tables runs"
        if not deal.is_released and not runs:
            yield f"the deal {deal.deal_id} is not released though all its tables are over"
        if deal.is_released and engine.commitment(bytes(deal.secret)) != deal.commitment:
            yield f"the secret of the deal {deal.deal_id} is not the one that was committed to"


def of_lots(tournament: Tournament, acts: Sequence[Act]) -> Iterator[str]:
    """The lots of the start follow from the seed that was committed to and from what players contributed."""
    told = {act.kind: act.data for act in acts if act.kind in ("opened", "started")}
    started = told.get("started", {})
    if "contributions" not in started:  # drawn before players contributed
        return
    if (bound := lots.commitment_of(tournament)) != told.get("opened", {}).get("commitment", bound):
        yield "the seed is not the one that was committed to when registration opened"
    for sealed, opened in started["contributions"]:
        if opened and engine.sealed(bytes.fromhex(opened)) != sealed:
            yield f"the contribution {opened} is not the one that was sealed as {sealed}"
    entries = list(tournament.entries.filter(number__lte=started["entrants"]).order_by("number"))
    places = lots.drawn(tournament, started["contributions"], entries)
    if (drawn := [[entry.number, 1 + place] for entry, place in zip(entries, places, strict=True)]) != started["lots"]:
        yield f"the lots are {started['lots']}; seed and contributions give {drawn}"


def league_faults(league: League) -> Iterator[str]:
    yield from of_log(league, list(league.acts.order_by("number")))
    groups = Division.objects.filter(season__league=league).select_related("tournament", "season")
    for group in groups.order_by("season__number", "level", "group"):
        for fault in tournament_faults(group.tournament):
            yield f"season {group.season.number}, level {group.level}, group {group.group}: {fault}"
