"""`manage.py verify_tournament`: a whole tournament passes, and every row that is broken behind its back is found."""

from __future__ import annotations

import json
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

import engine
from accounts.models import User
from arbiter.kept import from_json, to_json
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.results import GameResult
from games.models import Deal, Source, Status
from games.play.positions import load
from games.play.services.adjudication import stop_game
from games.play.services.advance import Advance
from tests.people import person
from tests.tournaments.lifecycle.club import NOON, again, made, people, play_round, started
from tournaments.lifecycle import verifying
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts import by_hand, results
from tournaments.lifecycle.services.entering import enter
from tournaments.lifecycle.services.log import digest_of, erase_reason
from tournaments.lifecycle.services.pairing import pair_next
from tournaments.lifecycle.services.starting import start
from tournaments.models import Act, Chair, Rest, Round, Standing, Table, Tournament, TournamentState

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


@pytest.fixture
def tournament(nora: User) -> Tournament:
    """A Swiss at tables with a bye, one round behind, the second one running."""
    found = started(nora, people(5), Plan(stages=(Swiss(2),)))
    play_round(found)
    return again(found)


def said(tournament: Tournament) -> str:
    """What the command says; it ends with an error when something differs."""
    out = StringIO()
    call_command("verify_tournament", str(tournament.pk), stdout=out)
    return out.getvalue()


def fails(tournament: Tournament, words: str) -> None:
    found = list(verifying.faults(again(tournament)))
    assert any(words in fault for fault in found), found
    with pytest.raises(CommandError, match="differences"):
        said(tournament)


def test_a_whole_tournament_passes(tournament: Tournament) -> None:
    assert "is valid" in said(tournament)
    play_round(tournament)
    assert "is valid" in said(tournament)


def test_what_directors_did_is_followed(nora: User) -> None:
    tournament = made(nora, Plan(stages=(Swiss(1),)))
    for user in people(5):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    start(tournament_id=tournament.pk, director=nora, now=NOON)
    pair_next(tournament_id=tournament.pk, now=NOON)
    one = Rest.objects.get(round__tournament=tournament).entry
    other = Chair.objects.filter(round__tournament=tournament).first()
    assert other is not None
    by_hand.swap(
        tournament_id=tournament.pk,
        director=nora,
        number=1,
        one_id=one.pk,
        other_id=other.entry_id,
        reason="a wish",
        now=NOON,
    )
    clockwork.sweep(NOON)
    play_round(tournament)
    table = Table.objects.get(round__tournament=tournament)
    places = {one.entrant: place for place, one in enumerate(table.result.outcomes, start=1)}  # type: ignore[union-attr]
    results.correct(
        tournament_id=tournament.pk,
        director=nora,
        table_id=table.pk,
        places=places,
        points=dict.fromkeys(places, 50),
        reason="a wrong record",
        now=NOON,
    )
    erase_reason(Act.objects.get(tournament=tournament, kind="swapped"))
    assert "is valid" in said(again(tournament))


FORMS = {
    "round-robin in pairs": (Plan(stages=(RoundRobin(),), sizes=None), 6, 3),
    "round-robin round by round": (Plan(stages=(RoundRobin(at_once=False),), sizes=None), 4, 2),
    "groups with their finals": (Plan(stages=(RoundRobin(groups=2), FinalTables(4))), 14, 8),
    "knockout in pairs": (Plan(stages=(Knockout(best_of=3),), sizes=None), 6, 2),
    "knockout after groups": (Plan(stages=(RoundRobin(groups=2), Knockout(from_each=2)), sizes=None), 8, 4),
    "knockout at tables": (Plan(stages=(Knockout(),)), 16, 2),
    "duplicate": (Plan(stages=(Swiss(2),), is_duplicate=True), 12, 2),
    "duplicate groups": (Plan(stages=(RoundRobin(groups=2),), is_duplicate=True), 14, 1),
}
"""Each with its entrants and a round in which two can be made to change places."""


def played(nora: User, plan: Plan, players: int) -> Tournament:
    """To the end of the tournament, with games that are stopped after forty moves."""
    tournament = started(nora, people(players), plan)
    for _ in range(12):
        running = Table.objects.filter(round__tournament=tournament, game__status=Status.RUNNING)
        for game_id in list(running.values_list("game_id", flat=True)):
            play_forty(game_id)
        clockwork.sweep(NOON)
    assert again(tournament).state == TournamentState.FINISHED
    return again(tournament)


def play_forty(game_id: int) -> None:
    """So many moves at random; then the points count as they are."""
    with transaction.atomic():
        advance, chance = Advance(load(game_id, lock=True), NOON), Random(game_id)
        for _ in range(40):
            seat = engine.waiting_for(advance.state)[0]
            text = chance.choice(engine.view_for(advance.state, seat).moves)
            advance.move(seat, engine.parse_move(text, advance.state), Source.PAGE)
        advance.commit()
    stop_game(game_id=game_id, now=NOON)


def forge(tournament: Tournament, number: int) -> None:
    """Two players change places in the rows and in the log, of different tables where there are several; the chain is made anew, so
    that nothing but what the round was made from can tell."""
    chairs = list(
        Chair.objects.filter(round__tournament=tournament, round__number=number).select_related("table", "entry")
    )
    one = chairs[0]
    games = {chair.table_id for chair in chairs if chair.entry_id == one.entry_id}
    other = next((chair for chair in reversed(chairs) if chair.table_id not in games), chairs[1])
    mine, yours = one.entry, other.entry
    turn = {mine.number: yours.number, yours.number: mine.number}
    Chair.objects.filter(pk__in=[chair.pk for chair in chairs]).delete()
    for chair in chairs:
        chair.entry = {mine.pk: yours, yours.pk: mine}.get(chair.entry_id, chair.entry)
    Chair.objects.bulk_create(chairs)
    head = ""
    for act in Act.objects.filter(tournament=tournament).order_by("number"):
        if act.kind == "paired" and act.data["round"] == number:
            act.data["tables"] = [[turn.get(player, player) for player in table] for table in act.data["tables"]]
        act.digest = head = digest_of(head, act.number, act.kind, act.data, act.reason_digest)
        act.save()
    Tournament.objects.filter(pk=tournament.pk).update(head=head)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_paired_again_and_whatever_is_forged_is_found(nora: User, form: str) -> None:
    plan, players, number = FORMS[form]
    tournament = played(nora, plan, players)
    assert "is valid" in said(tournament)
    assert "not checked" not in said(tournament)
    for tamper in (forged_table, other_place, other_input):
        with transaction.atomic():
            tamper(tournament, number)
            transaction.set_rollback(True)
    assert "is valid" in said(tournament)


def forged_table(tournament: Tournament, number: int) -> None:
    forge(tournament, number)
    found = list(verifying.faults(again(tournament)))
    assert any(f"round {number} was paired" in fault and "its input gives" in fault for fault in found), found
    assert not any("has the tables" in fault or fault.startswith("act ") for fault in found)


def other_place(tournament: Tournament, number: int) -> None:
    """A table of another group, in a duplicate tournament of another deal."""
    table = Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")[0]
    if tournament.plan.is_duplicate:
        Table.objects.filter(pk=table.pk).update(deal=table.deal + 7)
        fails(tournament, "its pairing gives")
        fails(tournament, "plays the deal")
    else:
        Table.objects.filter(pk=table.pk).update(group=table.group + 7)
        fails(tournament, "groups and legs")


def other_input(tournament: Tournament, number: int) -> None:
    """The first two are not in what the round was made from."""
    of = Round.objects.get(tournament=tournament, number=number)
    kept = json.loads(of.made_from)
    name = "players" if isinstance(tournament.plan.stages[of.stage], Swiss) else "entrants"
    kept["value"][name] = kept["value"][name][2:]
    Round.objects.filter(pk=of.pk).update(made_from=json.dumps(kept))
    fails(tournament, f"round {number}")


def test_a_rest_that_nobody_wrote_down_is_found(nora: User) -> None:
    tournament = played(nora, *FORMS["knockout in pairs"][:2])
    rest = Rest.objects.filter(round__tournament=tournament).order_by("round__number").first()
    assert rest is not None
    number = rest.round.number
    rest.delete()
    fails(tournament, f"round {number} left")


def test_a_changed_act_is_found(tournament: Tournament) -> None:
    act = Act.objects.filter(tournament=tournament).order_by("number")[2]
    Act.objects.filter(pk=act.pk).update(data={**act.data, "user": 999})
    fails(tournament, f"act {act.number} does not follow")


def test_a_changed_reason_and_a_cut_log_are_found(tournament: Tournament) -> None:
    last = Act.objects.filter(tournament=tournament).latest("number")
    Act.objects.filter(pk=last.pk).update(reason="because")
    fails(tournament, f"act {last.number}")
    last.delete()
    fails(tournament, "the tournament says")


def test_a_changed_table_is_found(tournament: Tournament) -> None:
    chair = Chair.objects.filter(round__tournament=tournament, round__number=2).first()
    rest = Rest.objects.get(round__tournament=tournament, round__number=2)
    assert chair is not None
    entry, chair.entry = chair.entry, rest.entry
    chair.save()
    fails(tournament, "round 2 has the tables")
    rest.entry = entry
    rest.save()
    fails(tournament, "round 2 left")


def test_a_changed_input_is_found(tournament: Tournament) -> None:
    of = Round.objects.get(tournament=tournament, number=1)
    Round.objects.filter(pk=of.pk).update(made_from=of.made_from.replace('"seed":', '"seed":1'))
    fails(tournament, "its input gives")
    Round.objects.filter(pk=of.pk).update(made_from="nothing of the kind")
    fails(tournament, "cannot be read")


def test_a_round_of_an_older_arithmetic_is_named_and_not_judged(tournament: Tournament) -> None:
    Round.objects.filter(tournament=tournament, number=1).update(made_by="progression:0")
    assert "not checked: round 1" in said(tournament)


def test_a_changed_result_is_found(tournament: Tournament) -> None:
    table = Table.objects.get(round__tournament=tournament, round__number=1)
    result = from_json(GameResult, table.result_text)
    turned = GameResult(result.number, result.ending, tuple(reversed(result.outcomes)))
    Table.objects.filter(pk=table.pk).update(result_text=to_json(turned))
    fails(tournament, "its game gives")


def test_a_changed_line_of_the_standings_is_found(tournament: Tournament) -> None:
    line = Standing.objects.filter(tournament=tournament).order_by("order").first()
    assert line is not None
    Standing.objects.filter(pk=line.pk).update(place=2)
    fails(tournament, "results give")


def test_a_deal_that_is_not_what_was_promised_is_found(nora: User) -> None:
    tournament = started(nora, people(6), Plan(stages=(Swiss(1),), is_duplicate=True))
    assert "is valid" in said(tournament)
    deal = Deal.objects.get()
    Deal.objects.filter(pk=deal.pk).update(released_at=NOON)
    fails(tournament, "while one of its tables runs")
    Deal.objects.filter(pk=deal.pk).update(released_at=None)
    play_round(tournament)
    assert "is valid" in said(again(tournament))
    Deal.objects.filter(pk=deal.pk).update(secret=b"x" * 32)
    fails(tournament, "not the one that was committed to")


def test_a_tournament_that_is_not_there_is_said() -> None:
    with pytest.raises(CommandError, match="no tournament"):
        call_command("verify_tournament", "999")
