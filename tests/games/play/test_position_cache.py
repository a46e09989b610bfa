"""What a process remembers of positions: the same pages, only sooner, and never anything that is not in the log."""

import pickle
import random
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction

import engine
from games.cache import Cache
from games.models import Game, LogRow, RowKind, Seat, Source
from games.play import position_cache, positions
from games.play.automatic import answer_for_bot
from games.play.moves import submit_move
from games.play.positions import load
from tests.games.boards import wander_on
from tests.games.play_builders import NOON, asked_user, begun, first_phase_over, play_on


def moved_on(play):
    """The game after one more default answer, with the row of that answer."""
    text = str(engine.default_move(play.state, engine.waiting_for(play.state)[0]))
    user, version = asked_user(play), play.game.version
    submit_move(game_id=play.game.pk, user=user, text=text, version=version, source=Source.PAGE, now=NOON)


def recalled(game):
    return positions.positions.get(position_cache.key_of(load(game.pk).game))


def test_who_looks_next_replays_only_what_is_new(anna, boris):
    game = begun(anna, boris)
    first = load(game.pk).steps
    moved_on(load(game.pk))
    second = load(game.pk).steps
    assert len(second) > len(first)
    assert all(old is new for old, new in zip(first, second, strict=False))
    assert load(game.pk).steps[-1] is second[-1]


def test_the_memory_goes_with_the_log_and_never_its_own_way(anna, boris, clara):
    """A whole game in which the memory is dropped at random: what is remembered equals what is replayed, at every move."""
    chance = random.Random(7)
    game = begun(anna, boris, clara, sets=["market", "events"], open_hands=False)
    while (play := load(game.pk)).game.is_running and play.game.ply < 60:
        if chance.random() < 0.3:
            position_cache.clear()
        remembered = load(game.pk)
        remembered_steps = [(one.row, one.step.state, one.step.entries) for one in remembered.steps]
        position_cache.clear()
        assert [(one.row, one.step.state, one.step.entries) for one in load(game.pk).steps] == remembered_steps
        moved_on(play)


def test_who_needs_the_position_alone_leaves_the_same_steps_to_those_who_look_back(anna, boris):
    game = begun(anna, boris)
    play_on(game, until=first_phase_over)
    whole = list(load(game.pk).steps)
    position_cache.clear()
    play = load(game.pk)
    play.brief = True
    assert play.state == whole[-1].step.state
    known = load(game.pk).steps
    assert known.start == len(whole) - 1
    assert known == play.steps == load(game.pk).steps
    assert list(known) == whole


def test_a_bot_that_answers_replays_the_position_alone(anna):
    game = begun(anna, "plain", "plain")
    while not (bots := Seat.objects.filter(game=game, bot_due_at__isnull=False)) or load(game.pk).game.ply < 3:
        if bots:
            answer_for_bot(seat_id=bots[0].pk, now=NOON)
        else:
            moved_on(load(game.pk))
    position_cache.clear()
    ply = load(game.pk).game.ply
    assert answer_for_bot(seat_id=bots[0].pk, now=NOON)
    steps = load(game.pk).steps
    assert steps.start == ply
    position_cache.clear()
    assert steps == load(game.pk).steps


def test_a_rolled_back_row_is_not_remembered(anna, boris):
    game = begun(anna, boris)
    before = load(game.pk).steps
    try:
        with transaction.atomic():
            moved_on(load(game.pk))
            assert len(load(game.pk).steps) > len(before)
            raise InterruptedError
    except InterruptedError:
        pass
    assert load(game.pk).steps == before


@pytest.mark.parametrize("is_known", [False, True])
def test_who_reads_while_somebody_plays_sees_one_version_and_not_two(anna, boris, is_known):
    """A move lands between the statement that reads the game and the one that reads its log."""
    game = begun(anna, boris)
    play_on(game, until=first_phase_over)
    before = load(game.pk).steps
    went_on = []

    def play_meanwhile(execute, sql, *rest):
        found = execute(sql, *rest)
        if "games_tenure" in sql and not went_on:
            went_on.append(game)
            moved_on(load(game.pk))
            if is_known:
                assert len(load(game.pk).steps) > len(before)
            else:
                position_cache.clear()
        return found

    with connection.execute_wrapper(play_meanwhile):
        late = load(game.pk)
    assert went_on
    assert [row.number for row in late.rows][-1] == late.game.version
    assert late.steps == before
    assert len(load(game.pk).steps) > len(before)


def test_a_log_that_was_restored_and_went_another_way_is_read_anew(anna, boris):
    """As after a backup: the same game, the same number of rows, another course."""
    game = begun(anna, boris)
    play_on(game, until=first_phase_over)
    moved_on(load(game.pk))
    other = load(game.pk)
    assert other.steps
    row = LogRow.objects.filter(game=game).last()
    state = other.steps[-2].step.state
    text = next(str(move) for move in engine.legal_moves(state, row.seat) if str(move) != row.text)
    LogRow.objects.filter(pk=row.pk).update(text=text, at=row.at + timedelta(seconds=1))
    assert str(load(game.pk).steps[-1].step.move) == text


def test_a_row_that_takes_moves_back_is_followed(anna, boris):
    game = begun(anna, boris)
    play_on(game, until=lambda play: play.game.ply >= 4)
    known = load(game.pk).steps
    version = load(game.pk).game.version
    LogRow.objects.create(
        game=game, number=version + 1, kind=RowKind.BACK, seat=0, text="2", source=Source.PAGE, at=NOON
    )
    Game.objects.filter(pk=game.pk).update(version=version + 1)
    assert load(game.pk).state == known[2].step.state
    assert [one.row for one in load(game.pk).steps] == [one.row for one in known[:3]]


def test_the_memory_is_bounded(anna, boris, monkeypatch):
    monkeypatch.setattr(positions, "positions", Cache(40, lambda walk: len(walk.last)))
    games = [begun(anna, boris, secret=bytes([n] * 32)) for n in range(3)]
    for game in games:
        wander_on(game, until=lambda state: state.round > 1)
        assert load(game.pk).steps
    kept = [game for game in games if recalled(game)]
    assert len(kept) < 3
    assert recalled(games[-1])


def test_of_a_running_game_the_end_is_kept_and_the_beginning_replayed_when_asked_for(anna, boris):
    game = begun(anna, boris)
    wander_on(game, until=lambda state: state.round > 3)
    position_cache.clear()
    whole = list(load(game.pk).steps)
    late = load(game.pk).steps
    assert 0 < late.start <= len(whole) - position_cache.LEAST
    assert late[late.start].step.state.round <= late[-1].step.state.round
    assert late[late.start :] == whole[late.start :]
    assert late.start, "the end is there without a replay"
    assert (late[0], late.start, len(late)) == (whole[0], 0, len(whole))
    assert list(late) == whole


def test_what_is_remembered_cannot_be_written_or_told(anna, boris):
    game = begun(anna, boris)
    assert load(game.pk).steps
    walk = recalled(game)
    with pytest.raises(TypeError, match="not to be written"):
        pickle.dumps(walk)
    assert repr(walk) == "<Walk of 0 rows>"


def test_what_a_move_adds_is_remembered_once_it_stands(
    anna, boris, django_assert_num_queries, django_capture_on_commit_callbacks
):
    """The next reader reads nothing of the log, and finds what the log says."""
    game = begun(anna, boris)
    play_on(game, until=first_phase_over)
    with django_capture_on_commit_callbacks(execute=True):
        moved_on(load(game.pk))
    with django_assert_num_queries(1):
        remembered = [(one.row, one.step) for one in load(game.pk).steps]
    position_cache.clear()
    assert [(one.row, one.step) for one in load(game.pk).steps] == remembered


@pytest.mark.parametrize("lock", [False, True])
def test_reading_a_game_takes_one_statement_for_its_lock_and_one_for_what_is_new(
    anna, boris, lock, django_assert_num_queries
):
    game = begun(anna, boris)
    for least in (1, 2):
        wander_on(game, until=lambda state, least=least: state.round > least)
        position_cache.clear()
        for log in (1, 0):
            with transaction.atomic(), django_assert_num_queries(1 + lock + log):
                assert load(game.pk, lock=lock).steps


def test_only_the_reader_of_positions_knows_the_memory():
    root = Path(settings.BASE_DIR)
    sources = [
        path for app in ("games", "accounts", "tournaments", "stpete_site") for path in (root / app).rglob("*.py")
    ]
    knowing = [str(path.relative_to(root)) for path in sources if "import position_cache" in path.read_text()]
    knowing += [str(path.relative_to(root)) for path in sources if "play.position_cache import" in path.read_text()]
    assert set(knowing) == {"games/play/positions.py", "games/replay/checks.py"}, "the check replays from the deal on"
