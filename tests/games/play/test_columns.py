"""What lists read of a running game stands in a column of its row: it says what the replay says, after every kind of row."""

from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

import engine
from accounts.models import User
from games.models import Game, PassMode, Preset, Seat, Source
from games.play import automatic, glances, seats
from games.play.automatic import answer_for_bot
from games.play.glances import Glance, glance_of, kept_glance
from games.play.moves import order_pass, set_preset, submit_move
from games.play.positions import load
from tests.games.banquet_games import arrange, go_on, kind_of, legal
from tests.games.boards import first_workers_bought, seat_named, until_asked, until_offered, wander, wander_on
from tests.games.play_builders import DAY, HOUR, NOON, asked_user, begun, first_phase_over, play_on
from tests.games.table_builders import agree_to_end, agreed_over

pytestmark = pytest.mark.django_db

SELECTIONS = [
    {"edition": 1},
    {"edition": 2, "open_hands": False},
    {"edition": 2, "sets": ["market", "module-2", "good-company"]},
    {"edition": 2, "sets": ["market", "banquet", "helpers", "orders"], "open_hands": False},
    {"edition": 2, "sets": ["market", "events", "hurdles"]},
]


def glance(game: Game) -> Glance:
    """The column, which says what the replay says."""
    assert list(glances.find_glance_faults()) == []
    kept = kept_glance(Game.objects.get(pk=game.pk))
    assert kept is not None
    return kept


@pytest.mark.parametrize("chosen", SELECTIONS, ids=lambda chosen: "-".join(chosen.get("sets", ["base"])))
def test_after_every_move_of_a_game_the_column_says_what_the_replay_says(anna, boris, chosen):
    game, choose = begun(anna, boris, **chosen), wander(3)
    seen = set()
    for number in range(60):
        play = load(game.pk)
        (seat, *_others) = engine.waiting_for(play.state)
        text = str(choose(play.state, seat))
        now = NOON + number * HOUR
        holder = play.holder(seat).user
        submit_move(game_id=game.pk, user=holder, text=text, version=play.game.version, source=Source.PAGE, now=now)
        play = load(game.pk)
        assert play.game.glance == glance_of(play).to_json(), f"after {number} moves: {text}"
        seen |= {entry.kind for entry in kept_glance(play.game).entries}
    assert {"bought", "passed"} <= seen


def test_a_game_that_begins_has_a_glance(anna, boris):
    game = begun(anna, boris)
    rows = tuple(tuple(filter(None, row)) for row in engine.tableau(load(game.pk).state))
    assert glance(game) == Glance(1, "worker", ending=False, points=(0, 0), laid=4, rows=rows)


def test_rows_that_are_no_moves_push_what_happened_out_of_sight(anna, boris, clara):
    """Every action is a row: two rows back hold the last two actions."""
    game = begun(anna, boris, clara, misses=0)
    play_on(game, until=first_phase_over)
    until_asked(game, "Anna", also=lambda state: state.round == 2 and state.phase == "building")
    seats.resign(game_id=game.pk, user=boris, source=Source.PAGE, now=NOON)
    last = glance(game).told
    assert all(number >= load(game.pk).game.version - 1 for number, _entries in last)
    seats.resign(game_id=game.pk, user=clara, source=Source.PAGE, now=NOON)
    assert glance(game).told == ()


def test_a_seat_that_is_kept_answered_for_and_taken_back_leaves_the_column_right(anna, boris):
    game = begun(anna, boris, misses=1)
    late = asked_user(load(game.pk))
    seat = load(game.pk).seat_of(late)
    assert automatic.time_out(seat_id=seat.pk, now=NOON + 3 * DAY)
    glance(game)
    assert answer_for_bot(seat_id=seat.pk, now=NOON + 3 * DAY)
    assert [entry.kind for entry in glance(game).entries] == ["bought"]
    seats.take_back_seat(game_id=game.pk, user=late, source=Source.PAGE, now=NOON + 3 * DAY)
    assert [entry.kind for entry in glance(game).entries] == ["bought"]


def test_passes_of_the_clock_and_standing_passes_are_told(anna, boris):
    game = begun(anna, boris, misses=0)
    play = play_on(game, until=first_phase_over)
    late = asked_user(play)
    assert automatic.time_out(seat_id=play.seat_of(late).pk, now=NOON + 3 * DAY)
    assert "passed" in {entry.kind for entry in glance(game).entries}
    later = NOON + 3 * DAY
    user = asked_user(load(game.pk))
    assert user != late
    act(game, user, later)
    assert load(game.pk).rows[-1].source == "timeout", "who was late passes on at once"
    version = load(game.pk).game.version
    order_pass(game_id=game.pk, user=late, mode=PassMode.PHASE, version=version, source=Source.PAGE, now=later)
    act(game, user, later)
    assert load(game.pk).rows[-1].source == "standing"
    assert [entry.kind for entry in glance(game).entries][-1] == "passed"


def act(game: Game, user: User, now: datetime) -> None:
    """This player does the first thing he can that is no pass."""
    play = load(game.pk)
    moves = map(str, engine.legal_moves(play.state, play.seat_of(user).index))
    text = next(text for text in moves if text != "pass")
    submit_move(game_id=game.pk, user=user, text=text, version=play.game.version, source=Source.PAGE, now=now)
    glance(game)


def test_an_answer_decided_before_is_told(anna, boris):
    game = begun(anna, boris, sets=["module-2"])
    until_offered(game, "Anna", "trading-guild")
    set_preset(game_id=game.pk, user=anna, name="trading-guild", value="3/1", now=NOON)
    assert Preset.objects.exists()
    play_on(game, until=lambda play: any(row.source == "standing" and row.text == "guild 3 1" for row in play.rows))
    glance(game)


def test_a_game_that_is_over_has_no_glance(anna, boris):
    over, agreed, wished = begun(anna, boris), begun(anna, boris), begun(anna, boris)
    wander_on(over)
    agreed_over(agreed)
    agree_to_end(wished, anna)
    assert {game.pk: game.glance is None for game in Game.objects.all()} == {
        over.pk: True,
        agreed.pk: True,
        wished.pk: False,
    }
    assert list(glances.find_glance_faults()) == []


def test_what_only_one_player_knows_is_not_in_the_column(monkeypatch, anna, boris):
    """A card drawn into a hidden hand: that it was drawn and taken is told, not which one it is."""
    arrange(monkeypatch, {"building": ["observatory", "observatory"]})
    game = begun(anna, boris, open_hands=False)

    def answers(state: engine.State, seat: int) -> str | None:
        if kind_of(state) == "drawn":
            return legal(state, seat, "take ")
        return legal(state, seat, "draw ") or legal(state, seat, "buy observatory")

    play = go_on(game, answers, until=lambda state: kind_of(state) == "drawn")
    drawn = play.steps[-1].step.entries[0].card
    assert drawn
    assert [(entry.kind, getattr(entry, "card", None)) for entry in glance(game).entries][-1] == ("drew", None)
    seen = load(game.pk).state
    go_on(game, answers, until=lambda state: state != seen)
    assert [(entry.kind, entry.card) for entry in glance(game).entries][-2:] == [("drew", None), ("took", None)]
    assert drawn not in str([entry.to_json() for entry in glance(game).entries])


def test_a_database_older_than_the_columns_is_filled_by_prepare(anna, boris):
    games = [begun(anna, boris), begun(anna, "plain"), begun(boris, anna, sets=["market"])]
    for game in games:
        until_asked(game, "Anna", also=first_workers_bought)
    before = dict(Game.objects.values_list("pk", "glance"))
    Game.objects.update(glance=None)
    assert sum("there is no glance" in fault for fault in glances.find_glance_faults()) == 3
    assert glances.fill_glances() == 3
    assert dict(Game.objects.values_list("pk", "glance")) == before
    assert glances.fill_glances() == 0
    older = {name: value for name, value in Game.objects.get(pk=games[0].pk).glance.items() if name != "rows"}
    Game.objects.filter(pk=games[0].pk).update(glance=older)
    assert glances.fill_glances() == 1, "one written before it said how many cards lie there"
    assert glances.fill_glances() == 0


def test_a_game_without_a_glance_gets_one_with_its_next_row(anna, boris):
    game = begun(anna, boris)
    until_asked(game, "Anna", also=first_workers_bought)
    Game.objects.update(glance=None)
    seats.resign(game_id=game.pk, user=boris, source=Source.PAGE, now=NOON)
    assert glance(game).round == 1


def test_the_command_names_what_differs_and_ends_with_status_1(anna, boris):
    game, other = begun(anna, boris), agreed_over(begun(anna, boris))
    right = Game.objects.get(pk=game.pk).glance
    said = StringIO()
    call_command("check_columns", stdout=said)
    assert said.getvalue() == "All columns match the log.\n"
    Game.objects.filter(pk=game.pk).update(glance={**right, "round": 7, "points": [1, 0]})
    Game.objects.filter(pk=other.pk).update(glance=right)
    said = StringIO()
    with pytest.raises(CommandError, match="3 differences"):
        call_command("check_columns", stdout=said)
    assert said.getvalue().splitlines() == [
        f"game {game.pk}: round is 7, by replay 1",
        f"game {game.pk}: points is [1, 0], by replay [0, 0]",
        f"game {other.pk}: does not run, but has a glance",
    ]


def test_the_command_fills_what_is_empty_when_asked_to(anna, boris):
    begun(anna, boris)
    Game.objects.update(glance=None)
    said = StringIO()
    call_command("check_columns", fill=True, stdout=said)
    assert said.getvalue().splitlines() == ["1 empty columns were filled.", "All columns match the log."]


def test_only_seats_that_have_changed_are_written(anna, boris, clara, django_assert_num_queries):
    """A change of one is one row; a seat that nobody touched is not written again."""
    from games.play.advance import save_seats

    game = begun(anna, boris, clara)
    with transaction.atomic():
        play = load(game.pk, lock=True)
        Seat.objects.filter(pk=play.seats[0].pk).update(misses=7)  # as if behind the back of this transaction
        play.seats[1].stopped = "x"
        with django_assert_num_queries(1):
            save_seats(play.seats)
        with django_assert_num_queries(0):
            save_seats(play.seats)
    assert list(Seat.objects.filter(game=game).values_list("misses", "stopped")) == [
        (7, ""),
        (0, "x"),
        (0, ""),
    ]
    assert seat_named(game, "Anna") is not None
