"""Games that nobody plays: over at once, or standing still until somebody comes back."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections, transaction
from django.test import override_settings

from engine.record import from_record, verify
from games import tasks
from games.due import alarm, counts
from games.models import EndText, Game, LogRow, Seat, SeatOffer, Source, TenureEnd
from games.play import automatic, errors, seats
from games.play.advance import Advance
from games.play.automatic import answer_for_bot
from games.play.positions import load
from games.replay.record import record_of
from games.tables.tables import leave_everything
from notifications.models import Notification
from tests.club.extends_games import OPEN
from tests.club.models import Ended
from tests.people import signed_in

from ..play_builders import DAY, HOUR, NOON, begun, play_on
from ..table_builders import agree_to_end

pytestmark = pytest.mark.django_db

PATIENCE = 14 * DAY


def resign(game, user, now=NOON):
    seats.resign(game_id=game.pk, user=user, source=Source.PAGE, now=now)


def take_back(game, user, now):
    seats.take_back_seat(game_id=game.pk, user=user, source=Source.PAGE, now=now)


def stay_away(game, now=NOON):
    """Let every deadline pass until bots keep all seats that people held. Returns when the last one went."""
    while not (play := load(game.pk)).game.stands_still:
        (seat,) = [seat for seat in play.seats if seat.waiting]
        if seat.due_at is None:
            assert answer_for_bot(seat_id=seat.pk, now=now)
        else:
            now = seat.due_at
            assert automatic.time_out(seat_id=seat.pk, now=now)
    return now


def deserted(*holders, **options):
    """A game of these people in which bots keep all seats since the time that is returned with it."""
    game = begun(*holders, misses=1, **options)
    return game, stay_away(game)


def bots_due(game):
    return [seat.index for seat in load(game.pk).seats if seat.bot_due_at is not None]


def broken_off(game):
    play = load(game.pk)
    assert play.game.is_finished
    assert (play.rows[-1].kind, play.rows[-1].text) == ("end", EndText.ABANDONED)
    assert play.game.result["ended"] == "broken off"
    assert play.game.breaks_off_at is None
    assert not any(seat.waiting or seat.due_at or seat.bot_due_at for seat in play.seats)
    return play


# --- nobody who could come back -------------------------------------------------------------------------------------


def test_when_the_last_person_resigns_the_game_ends_at_once_as_it_stands(anna, boris):
    game = begun(anna, boris, "plain")
    play = play_on(game, until=lambda play: play.state.round == 2)
    standing = [(play.state.points(seat), play.state.rubles(seat)) for seat in range(3)]
    resign(game, anna)
    assert load(game.pk).game.is_running
    resign(game, boris)
    play = broken_off(game)
    assert [(seat["points"], seat["rubles"]) for seat in play.game.result["seats"]] == standing
    assert [row.text for row in play.rows if row.kind != "move"] == ["resigned", "resigned", "abandoned"]
    assert play.game.finished_at == NOON
    assert not Notification.objects.filter(kind="over").exists(), "nobody is left to be told"


def test_who_resigns_from_a_game_alone_breaks_it_off(anna):
    game = begun(anna)
    resign(game, anna)
    broken_off(game)


def test_when_the_last_account_is_deleted_the_game_ends_at_once(anna, boris):
    game = begun(anna, boris)
    leave_everything(user=anna, now=NOON)
    assert load(game.pk).game.is_running
    leave_everything(user=boris, now=NOON)
    play = broken_off(game)
    assert [row.text for row in play.rows] == ["deleted", "deleted", "abandoned"]


def test_a_game_with_a_person_left_goes_on(anna, boris):
    game = begun(anna, boris, "plain")
    resign(game, boris)
    play = play_on(game, until=lambda play: play.state.round == 2)
    assert play.game.is_running
    assert play.game.breaks_off_at is None


def test_other_apps_hear_of_the_end(anna):
    game = begun(anna, "plain")
    Game.objects.filter(pk=game.pk).update(title=f"{OPEN}Neva")
    resign(game, anna)
    broken_off(game)
    assert [row.at for row in Ended.objects.filter(game_id=game.pk)] == [NOON]


def test_the_record_says_that_it_was_broken_off_and_holds_true(anna, boris):
    game = begun(anna, boris)
    play_on(game, until=lambda play: play.state.round == 2)
    resign(game, anna)
    resign(game, boris)
    record = from_record(record_of(load(game.pk)))
    assert record.result.ended == "broken off"
    assert verify(record)[-1] == "result: broken off, as the moves give it"


# --- seats that are only kept ---------------------------------------------------------------------------------------


def test_when_bots_only_keep_the_seats_they_stand_still_and_the_game_gets_an_end(anna, boris):
    game, left = deserted(anna, boris, "plain")
    play = load(game.pk)
    assert play.game.stands_still
    assert play.game.breaks_off_at == left + PATIENCE
    assert bots_due(game) == []
    assert play.rows[-1].text == "kept"
    for seat in play.seats:
        assert not answer_for_bot(seat_id=seat.pk, now=left + DAY)


@override_settings(ABANDONED_DAYS=5)
def test_how_long_it_stands_still_is_a_setting(anna, boris):
    game, left = deserted(anna, boris)
    assert load(game.pk).game.breaks_off_at == left + 5 * DAY


def test_one_may_come_back_and_another_has_resigned(anna, boris):
    game = begun(anna, boris, misses=1)
    resign(game, anna)
    left = stay_away(game)
    assert load(game.pk).game.breaks_off_at == left + PATIENCE
    take_back(game, boris, left + DAY)
    assert load(game.pk).game.breaks_off_at is None


def test_the_last_person_resigns_while_another_may_come_back(anna, boris):
    game = begun(anna, boris, misses=1)
    (seat,) = [seat for seat in load(game.pk).seats if seat.due_at]
    automatic.time_out(seat_id=seat.pk, now=NOON + 2 * DAY)
    here = boris if load(game.pk).can_take_back(anna) else anna
    resign(game, here, NOON + 2 * DAY)
    assert load(game.pk).game.breaks_off_at == NOON + 2 * DAY + PATIENCE
    assert bots_due(game) == []


def test_a_bot_at_work_when_the_last_person_goes_plays_no_more(anna, boris):
    game = begun(anna, boris, "plain", misses=1)
    play = play_on(game, until=lambda play: any(seat.bot_due_at for seat in play.seats))
    (seat,) = [seat for seat in play.seats if seat.bot_due_at]
    for user in (anna, boris):
        hand_over(game, user)
    Seat.objects.filter(pk=seat.pk).update(bot_due_at=NOON)  # as a claim leaves it that was made before
    version = load(game.pk).game.version
    assert not answer_for_bot(seat_id=seat.pk, now=NOON)
    assert load(game.pk).game.version == version


def hand_over(game, user):
    """As the clock does it, whoever is asked."""
    with transaction.atomic():
        advance = Advance(load(game.pk, lock=True), NOON)
        seat = advance.play.seat_of(user)
        seats.hand_to_bot(advance, seat, TenureEnd.KEPT, Source.TIMEOUT)
        advance.commit()


def test_who_comes_back_in_time_sets_bots_and_clocks_going_again(anna, boris):
    game, left = deserted(anna, boris)
    back = left + 10 * DAY
    play = load(game.pk)
    (waiting,) = [seat for seat in play.seats if seat.waiting]
    waited_for = play.owner(waiting.index)
    other = boris if waited_for == anna else anna
    take_back(game, other, back)
    play = load(game.pk)
    assert play.game.breaks_off_at is None
    assert bots_due(game) == [waiting.index], "the bot that is asked answers"
    assert answer_for_bot(seat_id=waiting.pk, now=back)
    play = play_on(game, now=back, until=lambda play: play.seat_of(other).waiting)
    assert play.seat_of(other).due_at == back + 2 * DAY
    assert not seats.end_deserted(game_id=game.pk, now=left + PATIENCE)
    take_back(game, waited_for, back + HOUR)
    assert load(game.pk).seat_of(waited_for) is not None


def test_who_comes_back_to_his_own_question_has_the_whole_time_for_it(anna, boris):
    game, left = deserted(anna, boris)
    play = load(game.pk)
    (waiting,) = [seat for seat in play.seats if seat.waiting]
    back = left + 10 * DAY
    take_back(game, play.owner(waiting.index), back)
    seat = load(game.pk).seats[waiting.index]
    assert (seat.due_at, seat.bot_due_at) == (back + 2 * DAY, None)


def test_who_stays_away_again_gets_the_whole_time_again(anna, boris):
    game, left = deserted(anna, boris)
    take_back(game, anna, left + 10 * DAY)
    again = stay_away(game, left + 10 * DAY)
    assert again > left + 10 * DAY
    assert load(game.pk).game.breaks_off_at == again + PATIENCE


def test_when_all_who_might_come_back_resign_the_game_ends_at_once(anna, boris):
    game, left = deserted(anna, boris)
    until = load(game.pk).game.breaks_off_at
    resign(game, anna, left + HOUR)
    assert load(game.pk).game.breaks_off_at == until, "leaving gives nobody more time"
    assert bots_due(game) == []
    resign(game, boris, left + 2 * HOUR)
    broken_off(game)


def test_a_kept_seat_of_a_deleted_account_is_nobodys_any_more(anna, boris):
    game, left = deserted(anna, boris)
    leave_everything(user=anna, now=left + HOUR)
    play = load(game.pk)
    assert play.can_take_back(anna) is None
    assert play.rows[-1].text == "deleted"
    leave_everything(user=boris, now=left + HOUR)
    broken_off(game)


# --- the sweep ------------------------------------------------------------------------------------------------------


def test_a_game_that_nobody_came_back_to_is_ended_once(anna, boris):
    game, left = deserted(anna, boris)
    end = left + PATIENCE
    assert seats.deserted_games(end - HOUR, 10) == []
    assert not seats.end_deserted(game_id=game.pk, now=end - HOUR)
    assert seats.deserted_games(end, 10) == [game.pk]
    assert seats.end_deserted(game_id=game.pk, now=end)
    version = broken_off(game).game.version
    assert not seats.end_deserted(game_id=game.pk, now=end)
    assert (load(game.pk).game.version, seats.deserted_games(end, 10)) == (version, [])
    with pytest.raises(errors.NotRunning):
        take_back(game, anna, end)


def test_the_owners_of_kept_seats_are_told_the_end(anna, boris, clara):
    game = begun(anna, boris, clara, misses=1)
    resign(game, clara)
    left = stay_away(game)
    seats.end_deserted(game_id=game.pk, now=left + PATIENCE)
    assert {one.user for one in Notification.objects.filter(kind="over")} == {anna, boris}


def test_the_sweep_ends_what_is_due_and_leaves_what_stands_still_alone(anna, boris, monkeypatch):
    """Forty such games made work for both workers without end."""
    thought = []
    monkeypatch.setattr(tasks.think, "apply_async", lambda args, **_: thought.append(args))
    monkeypatch.setattr(tasks.send_mails, "apply_async", lambda **_: None)
    games = [begun(anna, "plain", "plain", misses=1) for _ in range(40)]
    for game in games:
        stay_away(game)
    due = games[:3]
    Game.objects.filter(pk__in=[game.pk for game in due]).update(breaks_off_at=NOON)
    rows = LogRow.objects.count()
    tasks.sweep()
    tasks.sweep()
    assert thought == []
    assert Seat.objects.filter(bot_due_at__isnull=False).count() == 0
    assert LogRow.objects.count() == rows + len(due)
    for game in due:
        broken_off(game)


def test_what_should_have_ended_a_minute_ago_is_an_alarm(anna, boris):
    game, left = deserted(anna, boris)
    Notification.objects.all().delete()
    SeatOffer.objects.update(look_at=None)  # all volunteers were asked
    end = left + PATIENCE
    assert alarm(end + timedelta(seconds=30)) == {}
    assert alarm(end + timedelta(seconds=61)) == {"standstills": 1}
    seats.end_deserted(game_id=game.pk, now=end)
    assert counts(end + timedelta(seconds=61))["standstills"] == 0


@pytest.mark.django_db(transaction=True)
def test_the_sweep_and_who_comes_back_at_the_same_moment_do_not_both_have_it(anna, boris):
    for _ in range(3):
        game, left = deserted(anna, boris)
        end = left + PATIENCE
        with ThreadPoolExecutor(3) as threads:
            ended = [threads.submit(_closing, seats.end_deserted, game_id=game.pk, now=end) for _ in range(2)]
            back = threads.submit(_closing, _came_back, game, anna, end)
        play = load(game.pk)
        came = back.result()
        assert sum(bool(one.result()) for one in ended) == (not came)
        assert play.game.is_running == came
        assert [row.text for row in play.rows if row.kind == "end"] == ([] if came else ["abandoned"])
        assert [row.number for row in play.rows] == list(range(1, play.game.version + 1))
        Game.objects.filter(pk=game.pk).update(status="finished", finished_at=end, result=None)


def _came_back(game, user, now):
    try:
        take_back(game, user, now)
    except errors.NotRunning:
        return False
    return True


def _closing(act, *args, **named):
    try:
        return act(*args, **named)
    finally:
        connections.close_all()


# --- told by mail ---------------------------------------------------------------------------------------------------


def test_each_owner_is_to_be_told_three_days_before_and_only_of_this_standstill(anna, boris):
    game, left = deserted(anna, boris)
    told = Notification.objects.filter(kind="standing_still")
    assert {(one.user, one.due_at) for one in told} == {(user, left + 11 * DAY) for user in (anna, boris)}
    first = {one.key for one in told}
    take_back(game, anna, left + 10 * DAY)
    take_back(game, boris, left + 10 * DAY)
    again = stay_away(game, left + 10 * DAY)
    later = Notification.objects.filter(kind="standing_still").exclude(key__in=first)
    assert {(one.user, one.due_at) for one in later} == {(user, again + 11 * DAY) for user in (anna, boris)}


# --- what the pages say ---------------------------------------------------------------------------------------------


def test_page_and_api_say_until_when_a_game_stands_still(anna, boris):
    game, _left = deserted(anna, boris)
    page = signed_in(anna).get(f"/games/{game.pk}/").content.decode()
    assert "The game is idle" in page
    assert "Nobody is playing any more, so the game is on hold." in page
    assert "Reclaim seat" in page
    state = signed_in(anna).get(f"/api/v1/games/{game.pk}/").json()
    assert state["breaks_off_at"] is not None
    signed_in(anna).post(f"/games/{game.pk}/back/")
    state = signed_in(anna).get(f"/api/v1/games/{game.pk}/").json()
    assert state["breaks_off_at"] is None
    assert "The game is idle" not in signed_in(boris).get(f"/games/{game.pk}/").content.decode()


@pytest.mark.parametrize(
    ("language", "title", "line", "row"),
    [
        ("en", "Abandoned", "The game was abandoned here: no players left", "Abandoned: no players left."),
        (
            "de",
            "Abgebrochen",
            "Die Partie wurde hier abgebrochen, weil niemand mehr da war",
            "Abgebrochen: Es war niem",
        ),
    ],
)
def test_page_log_archive_and_my_games_say_why_it_ended(anna, boris, language, title, line, row):
    game, left = deserted(anna, boris)
    seats.end_deserted(game_id=game.pk, now=left + PATIENCE)
    anna.language = language
    anna.save()
    client = signed_in(anna)
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert f">{title}</h1>" in page
    assert line in page
    assert row in client.get("/archive/").content.decode()
    assert row in client.get("/games/").content.decode()
    assert line in client.get(f"/games/{game.pk}/log/").content.decode()
    assert client.get(f"/games/{game.pk}/replay/").status_code == 200
    assert client.get(f"/api/v1/games/{game.pk}/").json()["result"]["ended"] == "broken off"


def test_a_game_alone_that_was_resigned_is_called_broken_off(anna):
    game = begun(anna)
    resign(game, anna)
    client = signed_in(anna)
    assert "abandoned" in client.get(f"/games/{game.pk}/").content.decode()
    assert "Abandoned." in client.get("/archive/").content.decode()


def test_who_is_the_last_one_is_told_before_he_resigns(anna, boris):
    game = begun(anna, boris)
    path = f"/games/{game.pk}/resign/"
    assert "A bot takes over your seat" in signed_in(anna).get(path).content.decode()
    resign(game, anna)
    assert (
        "”. If you resign, the game is abandoned without final scoring. You cannot return."
        in signed_in(boris).get(path).content.decode()
    )
    agree_to_end(game, boris)
    assert load(game.pk).game.result["ended"] == "agreement", "who is still there may agree with himself"
