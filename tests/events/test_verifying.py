"""`manage.py verify_event`: a whole event passes, and every row that is broken behind its back is found."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.models import Deal
from tests.events.club import NOON, again, made, people, play_round, started
from tests.people import person
from tournaments.events import verifying
from tournaments.events.services import clockwork
from tournaments.events.services.acts import by_hand, results
from tournaments.events.services.entering import enter
from tournaments.events.services.log import erase_reason
from tournaments.events.services.pairing import pair_next
from tournaments.events.services.starting import start
from tournaments.kept import from_json, to_json
from tournaments.models import Act, Chair, Event, Rest, Round, Standing, Table
from tournaments.plans.plan import Plan, RoundRobin, Swiss
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
    assert "is whole" in said(event)
    play_round(event)
    assert "is whole" in said(event)


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
    assert "is whole" in said(again(event))


def test_events_of_other_forms_pass_too(nora: User) -> None:
    event = started(nora, people(4), Plan(stages=(RoundRobin(),), sizes=None))
    assert "is whole" in said(event)
    assert event.rounds.count() == 3


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
    fails(event, "round 2 has the byes")


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
    assert "is whole" in said(event)
    deal = Deal.objects.get()
    Deal.objects.filter(pk=deal.pk).update(released_at=NOON)
    fails(event, "while one of its tables runs")
    Deal.objects.filter(pk=deal.pk).update(released_at=None)
    play_round(event)
    assert "is whole" in said(again(event))
    Deal.objects.filter(pk=deal.pk).update(secret=b"x" * 32)
    fails(event, "not the one that was committed to")


def test_an_event_that_is_not_there_is_said() -> None:
    with pytest.raises(CommandError, match="no event"):
        call_command("verify_event", "999")
