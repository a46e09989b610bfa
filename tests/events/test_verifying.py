"""`manage.py verify_event`: a whole event passes, and every row that is broken behind its back is found."""

from __future__ import annotations

import json
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

import engine
from accounts.models import User
from games.models import Deal, Source, Status
from games.play.positions import load
from games.play.services.adjudication import stop_game
from games.play.services.advance import Advance
from tests.events.club import NOON, again, made, people, play_round, started
from tests.people import person
from tournaments.events import verifying
from tournaments.events.services import clockwork
from tournaments.events.services.acts import by_hand, results
from tournaments.events.services.entering import enter
from tournaments.events.services.log import digest_of, erase_reason
from tournaments.events.services.pairing import pair_next
from tournaments.events.services.starting import start
from tournaments.kept import from_json, to_json
from tournaments.models import Act, Chair, Event, EventState, Rest, Round, Standing, Table
from tournaments.plans.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from tournaments.results.shared import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


@pytest.fixture
def event(nora: User) -> Event:
    """A Swiss at tables with a bye, one round behind, the second one running."""
    found = started(nora, people(5), Plan(stages=(Swiss(2),)))
    play_round(found)
    return again(found)


def said(event: Event) -> str:
    """What the command says; it ends with an error when something differs."""
    out = StringIO()
    call_command("verify_event", str(event.pk), stdout=out)
    return out.getvalue()


def fails(event: Event, words: str) -> None:
    found = list(verifying.faults(again(event)))
    assert any(words in fault for fault in found), found
    with pytest.raises(CommandError, match="differences"):
        said(event)


def test_a_whole_event_passes(event: Event) -> None:
    assert "is valid" in said(event)
    play_round(event)
    assert "is valid" in said(event)


def test_what_directors_did_is_followed(nora: User) -> None:
    event = made(nora, Plan(stages=(Swiss(1),)))
    for user in people(5):
        enter(event_id=event.pk, user=user, now=NOON)
    start(event_id=event.pk, director=nora, now=NOON)
    pair_next(event_id=event.pk, now=NOON)
    one = Rest.objects.get(round__event=event).entry
    other = Chair.objects.filter(round__event=event).first()
    assert other is not None
    by_hand.swap(
        event_id=event.pk,
        director=nora,
        number=1,
        one_id=one.pk,
        other_id=other.entry_id,
        reason="a wish",
        now=NOON,
    )
    clockwork.sweep(NOON)
    play_round(event)
    table = Table.objects.get(round__event=event)
    places = {one.entrant: place for place, one in enumerate(table.result.outcomes, start=1)}  # type: ignore[union-attr]
    results.correct(
        event_id=event.pk,
        director=nora,
        table_id=table.pk,
        places=places,
        points=dict.fromkeys(places, 50),
        reason="a wrong record",
        now=NOON,
    )
    erase_reason(Act.objects.get(event=event, kind="swapped"))
    assert "is valid" in said(again(event))


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


def played(nora: User, plan: Plan, players: int) -> Event:
    """To the end of the event, with games that are stopped after forty moves."""
    event = started(nora, people(players), plan)
    for _ in range(12):
        running = Table.objects.filter(round__event=event, game__status=Status.RUNNING)
        for game_id in list(running.values_list("game_id", flat=True)):
            play_forty(game_id)
        clockwork.sweep(NOON)
    assert again(event).state == EventState.FINISHED
    return again(event)


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


def forge(event: Event, number: int) -> None:
    """Two players change places in the rows and in the log, of different tables where there are several; the chain is made anew, so
    that nothing but what the round was made from can tell."""
    chairs = list(Chair.objects.filter(round__event=event, round__number=number).select_related("table", "entry"))
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
    for act in Act.objects.filter(event=event).order_by("number"):
        if act.kind == "paired" and act.data["round"] == number:
            act.data["tables"] = [[turn.get(player, player) for player in table] for table in act.data["tables"]]
        act.digest = head = digest_of(head, act.number, act.kind, act.data, act.reason_digest)
        act.save()
    Event.objects.filter(pk=event.pk).update(head=head)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_paired_again_and_whatever_is_forged_is_found(nora: User, form: str) -> None:
    plan, players, number = FORMS[form]
    event = played(nora, plan, players)
    assert "is valid" in said(event)
    assert "not checked" not in said(event)
    for tamper in (forged_table, other_place, other_input):
        with transaction.atomic():
            tamper(event, number)
            transaction.set_rollback(True)
    assert "is valid" in said(event)


def forged_table(event: Event, number: int) -> None:
    forge(event, number)
    found = list(verifying.faults(again(event)))
    assert any(f"round {number} was paired" in fault and "its input gives" in fault for fault in found), found
    assert not any("has the tables" in fault or fault.startswith("act ") for fault in found)


def other_place(event: Event, number: int) -> None:
    """A table of another group, in a duplicate event of another deal."""
    table = Table.objects.filter(round__event=event, round__number=number).order_by("number")[0]
    if event.plan.is_duplicate:
        Table.objects.filter(pk=table.pk).update(deal=table.deal + 7)
        fails(event, "its pairing gives")
        fails(event, "plays the deal")
    else:
        Table.objects.filter(pk=table.pk).update(group=table.group + 7)
        fails(event, "groups and legs")


def other_input(event: Event, number: int) -> None:
    """The first two are not in what the round was made from."""
    of = Round.objects.get(event=event, number=number)
    kept = json.loads(of.made_from)
    name = "players" if isinstance(event.plan.stages[of.stage], Swiss) else "entrants"
    kept["value"][name] = kept["value"][name][2:]
    Round.objects.filter(pk=of.pk).update(made_from=json.dumps(kept))
    fails(event, f"round {number}")


def test_a_rest_that_nobody_wrote_down_is_found(nora: User) -> None:
    event = played(nora, *FORMS["knockout in pairs"][:2])
    rest = Rest.objects.filter(round__event=event).order_by("round__number").first()
    assert rest is not None
    number = rest.round.number
    rest.delete()
    fails(event, f"round {number} left")


def test_a_changed_act_is_found(event: Event) -> None:
    act = Act.objects.filter(event=event).order_by("number")[2]
    Act.objects.filter(pk=act.pk).update(data={**act.data, "user": 999})
    fails(event, f"act {act.number} does not follow")


def test_a_changed_reason_and_a_cut_log_are_found(event: Event) -> None:
    last = Act.objects.filter(event=event).latest("number")
    Act.objects.filter(pk=last.pk).update(reason="because")
    fails(event, f"act {last.number}")
    last.delete()
    fails(event, "the event says")


def test_a_changed_table_is_found(event: Event) -> None:
    chair = Chair.objects.filter(round__event=event, round__number=2).first()
    rest = Rest.objects.get(round__event=event, round__number=2)
    assert chair is not None
    entry, chair.entry = chair.entry, rest.entry
    chair.save()
    fails(event, "round 2 has the tables")
    rest.entry = entry
    rest.save()
    fails(event, "round 2 left")


def test_a_changed_input_is_found(event: Event) -> None:
    of = Round.objects.get(event=event, number=1)
    Round.objects.filter(pk=of.pk).update(made_from=of.made_from.replace('"seed":', '"seed":1'))
    fails(event, "its input gives")
    Round.objects.filter(pk=of.pk).update(made_from="nothing of the kind")
    fails(event, "cannot be read")


def test_a_round_of_an_older_arithmetic_is_named_and_not_judged(event: Event) -> None:
    Round.objects.filter(event=event, number=1).update(made_by="plans:0")
    assert "not checked: round 1" in said(event)


def test_a_changed_result_is_found(event: Event) -> None:
    table = Table.objects.get(round__event=event, round__number=1)
    result = from_json(Result, table.result_text)
    turned = Result(result.number, result.ending, tuple(reversed(result.outcomes)))
    Table.objects.filter(pk=table.pk).update(result_text=to_json(turned))
    fails(event, "its game gives")


def test_a_changed_line_of_the_standings_is_found(event: Event) -> None:
    line = Standing.objects.filter(event=event).order_by("order").first()
    assert line is not None
    Standing.objects.filter(pk=line.pk).update(place=2)
    fails(event, "results give")


def test_a_deal_that_is_not_what_was_promised_is_found(nora: User) -> None:
    event = started(nora, people(6), Plan(stages=(Swiss(1),), is_duplicate=True))
    assert "is valid" in said(event)
    deal = Deal.objects.get()
    Deal.objects.filter(pk=deal.pk).update(released_at=NOON)
    fails(event, "while one of its tables runs")
    Deal.objects.filter(pk=deal.pk).update(released_at=None)
    play_round(event)
    assert "is valid" in said(again(event))
    Deal.objects.filter(pk=deal.pk).update(secret=b"x" * 32)
    fails(event, "not the one that was committed to")


def test_an_event_that_is_not_there_is_said() -> None:
    with pytest.raises(CommandError, match="no tournament"):
        call_command("verify_event", "999")
