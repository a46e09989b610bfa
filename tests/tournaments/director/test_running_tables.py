"""During a round the director sees whose move it is at each table, reminds many tables at once and gives them time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

import engine
from accounts.models import User
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import Plan, Swiss
from games.models import Game, Seat, Source
from games.play import position_cache
from games.play.moves import submit_move
from games.play.positions import load
from notifications.models import Notification
from tests.games.page_reading import statements, text_of
from tests.games.play.test_banquet_secret import world_of
from tests.games.play_builders import asked_user
from tests.people import person, signed_in
from tests.tournaments.lifecycle.acts.test_told import asked, mails, told
from tests.tournaments.lifecycle.club import NOON, again, people, started
from tournaments.director.content import desk_of
from tournaments.lifecycle.errors import OwnTable, TooMany
from tournaments.lifecycle.services.acts import tables
from tournaments.lifecycle.turns import turns_of
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db


def desk(tournament: Tournament, nora: User) -> str:
    return text_of(signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/"))


def of_table(table: Table) -> tuple[Seat, str]:
    """Who is asked there."""
    seat = Seat.objects.get(game=table.game_id, waiting=True)
    return seat, table.chairs.get(seat=seat.index).entry.user.name


def moves(table: Table) -> None:
    """Who is asked there answers."""
    play = load(table.game_id)  # type: ignore[arg-type]
    user, text = asked_user(play), str(engine.legal_moves(play.state, engine.waiting_for(play.state)[0])[0])
    submit_move(game_id=play.game.pk, user=user, text=text, version=play.game.version, source=Source.PAGE, now=NOON)


def test_the_desk_says_whose_move_it_is_how_far_the_game_is_and_who_missed_deadlines(nora: User) -> None:
    tournament = started(nora, people(12))
    first, second, third = Table.objects.filter(round__tournament=tournament).order_by("number")
    late, name = of_table(second)
    Seat.objects.filter(pk=late.pk).update(misses=1, deadlines_missed=3)
    soon, _name = of_table(third)
    Seat.objects.filter(pk=soon.pk).update(due_at=soon.due_at - timedelta(hours=5))  # type: ignore[operator]
    lines = desk_of(again(tournament), nora, NOON)["tables"]
    assert [one["turn"].table for one in lines] == [second.pk, third.pk, first.pk], "by need"
    said = desk(tournament, nora)
    assert f"To move: {name}, since" in said
    assert f"Missed deadlines: {name} (3)" in said
    assert f"{lines[0]['place']} {lines[0]['progress']}" in said
    assert lines[0]["progress"].endswith("round 1")
    before = of_table(first)[1]
    moves(first)
    assert of_table(first)[1] != before
    assert desk_of(again(tournament), nora, NOON)["tables"][-1]["whose"] == of_table(first)[1]


def test_many_tables_are_reminded_at_once_and_each_once_a_day(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = started(nora, people(12))
    Notification.objects.all().delete()
    one, other, third = Table.objects.filter(round__tournament=tournament).order_by("number")
    client, address = signed_in(nora), f"/tournaments/{tournament.pk}/manage/remind/"
    page = client.get(f"{address}?tables={one.pk}&tables={other.pk}")
    assert page.content.decode().count("checked") == 2, "those that were ticked on the desk"
    sent = {"tables": [one.pk, other.pk], "reason": "The round is to go on."}
    preview = text_of(client.post(address, sent))
    assert "2 players get an email." in preview
    assert not Notification.objects.exists()
    client.post(address, sent | {"step": "sure"})
    names = sorted(of_table(table)[1] for table in (one, other))
    assert told("turn_in_round") == names
    (said,) = mails(mailbox, names[0], "Your table is waiting", Notification.objects.latest("created_at").created_at)
    assert "Nora reminds you as tournament director" in said
    assert "The round is to go on." in said
    assert [choice for choice, _label in client.get(address).context["form"].fields["tables"].choices] == [
        str(third.pk)
    ]
    refused = text_of(client.post(address, sent))
    assert "One of these tables is not on the list any more. Choose again." in refused
    about = {"tournament_id": tournament.pk, "director": nora, "reason": "again"}
    with pytest.raises(TooMany):
        tables.remind(**about, tables=[one.pk], now=Notification.objects.latest("created_at").created_at)  # type: ignore[arg-type]
    log = text_of(client.get(f"/tournaments/{tournament.pk}/log/"))
    assert "Table reminded: round 1, table 1." in log


def test_who_has_moved_meanwhile_gets_no_reminder(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = started(nora, people(4))
    Notification.objects.all().delete()
    table = Table.objects.get(round__tournament=tournament)
    _seat, name = of_table(table)
    tables.remind(tournament_id=tournament.pk, director=nora, reason="Please move.", tables=[table.pk], now=NOON)
    moves(table)
    assert mails(mailbox, name, "Your table is waiting") == []


def test_many_tables_get_more_time_at_once(nora: User) -> None:
    tournament = started(nora, people(12))
    one, other, third = Table.objects.filter(round__tournament=tournament).order_by("number")
    before = {table.pk: of_table(table)[0].due_at for table in (one, other, third)}
    client, address = signed_in(nora), f"/tournaments/{tournament.pk}/manage/extend/"
    sent = {"tables": [one.pk, other.pk], "hours": 30, "reason": "A feast day."}
    assert "Each gets 30 more hours." in text_of(client.post(address, sent))
    client.post(address, sent | {"step": "sure"})
    gained = {table.pk: of_table(table)[0].due_at - before[table.pk] for table in (one, other, third)}  # type: ignore[operator]
    assert gained == {one.pk: timedelta(hours=30), other.pk: timedelta(hours=30), third.pk: timedelta()}
    acts = tournament.acts.filter(kind="extra time").order_by("number")
    players = [table.chairs.get(entry=asked(table)).entry.number for table in (one, other)]
    assert [act.data["player"] for act in acts] == players


def test_directors_decide_nothing_at_their_own_table() -> None:
    users = people(8)
    tournament = started(users[0], users)
    own = Table.objects.get(chairs__entry__user=users[0])
    page = signed_in(users[0]).get(f"/tournaments/{tournament.pk}/manage/extend/")
    assert str(own.pk) not in [choice for choice, _label in page.context["form"].fields["tables"].choices]
    with pytest.raises(OwnTable):
        tables.extend(
            tournament_id=tournament.pk, director=users[0], reason="me", tables=[own.pk], by=timedelta(1), now=NOON
        )


def test_a_hidden_question_is_nobodys_on_the_desk_either(nora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """BANQ-THIEF-6: whoever is asked about the Thief, the desk says the same, and a reminder goes to the whole table."""
    users = {name: person(name) for name in ("Anna", "Boris", "Clara")}
    tournament = started(nora, [*users.values()], Plan(stages=(Swiss(1),), sizes=Sizes(3)))
    Table.objects.update(game=None)
    Game.objects.all().delete()
    said = []
    for holder in ("Anna", "Boris"):
        with transaction.atomic():
            Table.objects.update(game=world_of(monkeypatch, users, holder).game)
            said.append(_hidden(tournament, nora))
            transaction.set_rollback(True)
        position_cache.clear()
    assert said[0] == said[1]


def _hidden(tournament: Tournament, nora: User) -> object:
    table = Table.objects.get(round__tournament=tournament)
    found, client = turns_of(tournament)[table.pk], signed_in(nora)
    assert "To move: a hidden decision" in desk(tournament, nora)
    assert client.get(f"/tournaments/{tournament.pk}/manage/extend/").context["form"].has_nothing
    form = client.get(f"/tournaments/{tournament.pk}/manage/remind/").context["form"]
    Notification.objects.all().delete()
    tables.remind(tournament_id=tournament.pk, director=nora, reason="Please move.", tables=[table.pk], now=NOON)
    assert told("turn_in_round") == ["Anna", "Boris", "Clara"]
    choices = [label for _table, label in form.fields["tables"].choices]
    return choices, found.is_hidden, found.asked, found.since, found.until


def test_the_desk_takes_no_more_statements_with_more_tables(nora: User) -> None:
    tournament = started(nora, people(16))
    _page, caught = statements(signed_in(nora), f"/tournaments/{tournament.pk}/manage/")
    assert len(caught) == 15


def test_programs_remind_and_choose_tie_breaks_alike(nora: User) -> None:
    """Lists of tables and of tie-breaks are lists there too."""
    tournament = started(nora, people(8))
    numbers = sorted(Table.objects.filter(round__tournament=tournament).values_list("pk", flat=True))
    client, address = signed_in(nora), f"/api/v1/tournaments/{tournament.pk}/manage/"
    offered = {one["act"]: one for one in client.get(address).json()["acts"]}
    field = next(one for one in offered["remind"]["fields"] if one["name"] == "tables")
    assert (field["several"], sorted(map(int, field["choices"]))) == (True, numbers)
    sent = {"tables": numbers, "reason": "Please move."}
    assert client.post(f"{address}remind/", sent, content_type="application/json").json()["done"]
    assert tournament.acts.filter(kind="turn").count() == 2
    terms = {"title": "Chosen", "form": "swiss-pairs", "tie_breaks": ["DE", "BH"]}
    made = client.post("/api/v1/tournaments/new/", terms, content_type="application/json")
    assert Tournament.objects.get(pk=made.json()["id"]).plan.tie_breaks == ("DE", "BH")
