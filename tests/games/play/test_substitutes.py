"""Somebody else plays on: who holds the seat, what he sees, what is forgotten, and who is told."""

import pytest
from django.urls import reverse

import engine
from accounts.models import User
from engine.record import from_record, verify
from games.models import PassMode, Preset, Seat, Source, TenureEnd, TenureStart
from games.play.automatic import time_out
from games.play.begin import make_deal
from games.play.errors import HasSat, NotRunning, NotSeated, NotYourTurn
from games.play.interventions import pause_game, replace_player, resume_game
from games.play.moves import order_pass, submit_move
from games.play.positions import load
from games.play.seats import resign
from games.replay.record import record_of
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.mails import text_of
from tests.people import person, signed_in

from ..play_builders import DAY, HOUR, NOON, begun, first_phase_over, play_on
from ..table_builders import agreed_over
from .organising import asked_seat, reading, told

pytestmark = pytest.mark.django_db

THEN = NOON + HOUR


def seat_of(game, user: User) -> int:
    seat = load(game.pk).seat_of(user)
    assert seat is not None
    return seat.index


def test_the_substitute_holds_the_seat_with_a_fresh_clock(anna, boris, clara):
    game = begun(anna, boris, pace="bank-fast")
    index = asked_seat(game).index
    before = load(game.pk).holder(index).user
    replace_player(game_id=game.pk, seat=index, by=clara, now=THEN)
    play = load(game.pk)
    seat, (old, new) = play.seats[index], play.tenures[index]
    assert play.seat_of(clara) == seat
    assert (old.user, old.ended, new.user, new.began) == (before, TenureEnd.REPLACED, clara, TenureStart.SUBSTITUTE)
    assert (seat.running_since, seat.due_at, seat.remaining) == (THEN, THEN + 3 * DAY, 3 * DAY)
    row = play.rows[-1]
    assert (row.kind, row.text, row.seat, row.source) == ("seat", "replaced", index, "director")
    assert new.since_number == old.until_number == row.number == play.game.version
    text = str(engine.default_move(play.state, index))
    with pytest.raises(NotSeated):
        submit_move(game_id=game.pk, user=before, text=text, version=1, source=Source.PAGE, now=THEN)
    assert submit_move(game_id=game.pk, user=clara, text=text, version=1, source=Source.PAGE, now=THEN)


def test_he_plays_to_the_end_and_stands_in_the_record(anna, boris, clara):
    game = begun(anna, boris, secret=b"4" * 32)
    play_on(game, until=first_phase_over)
    index = seat_of(game, anna)
    replace_player(game_id=game.pk, seat=index, by=clara, now=THEN)
    play = play_on(game, now=THEN)
    record = from_record(record_of(play))
    assert set(record.seats) == {"Clara", "Boris"}
    (before,) = record.predecessors
    assert (before.seat, before.name) == (index, "Anna")
    assert 0 < before.until < len(record.moves)
    assert verify(record)[-1] == "result: played out, as the moves give it"
    assert signed_in(clara).get(reverse("games:replay", args=[game.pk])).status_code == 200
    assert str(game.pk) in signed_in(clara).get("/games/").content.decode()


def test_what_was_decided_before_is_forgotten(anna, boris, clara):
    game = begun(anna, boris, secret=b"4" * 32)
    play = play_on(game, until=first_phase_over)
    index = 1 - asked_seat(game).index
    order_pass(
        game_id=game.pk,
        user=play.holder(index).user,
        mode=PassMode.PHASE,
        version=play.game.version,
        source=Source.PAGE,
        now=NOON,
    )
    Preset.objects.create(seat=play.seats[index], name="trading-guild", value="no", phase="", changed_at=NOON)
    Seat.objects.filter(pk=play.seats[index].pk).update(misses=1)
    replace_player(game_id=game.pk, seat=index, by=clara, now=THEN)
    seat = load(game.pk).seats[index]
    assert (seat.pass_mode, seat.pass_phase, seat.misses) == ("", "", 0)
    assert not Preset.objects.exists()


def test_both_are_told(anna, boris, clara, mailbox):
    game = begun(anna, boris)
    index = asked_seat(game).index
    before = load(game.pk).holder(index).user
    replace_player(game_id=game.pk, seat=index, by=clara, now=THEN)
    assert told(game, "substitute") == ["Clara"]
    assert told(game, "seat_lost") == [before.name]
    assert "Clara" in told(game, "your_turn")
    bundle_due(THEN + HOUR)
    deliver_due(THEN + HOUR)
    mails = {mail["X-StPete-Event"]: " ".join(text_of(mail).split()) for mail in mailbox.messages}
    assert f"gave you the seat of {before.name}" in mails["substitute"]
    assert "gave your seat in this game to Clara" in mails["seat_lost"]


def test_whose_seat_a_bot_keeps_is_replaced_and_told_and_cannot_come_back(anna, boris, clara, dmitri):
    game = begun(anna, boris, clara, misses=1)
    late = asked_seat(game)
    owner = load(game.pk).holder(late.index).user
    time_out(seat_id=late.pk, now=NOON + 2 * DAY)
    assert load(game.pk).can_take_back(owner)
    replace_player(game_id=game.pk, seat=late.index, by=dmitri, now=NOON + 3 * DAY)
    play = load(game.pk)
    assert play.can_take_back(owner) is None
    assert play.seat_of(dmitri) is not None
    assert told(game, "seat_lost") == [owner.name]


def test_he_who_resigned_is_told_nothing_and_the_game_that_stood_still_goes_on(anna, boris, clara):
    game = begun(anna, boris, misses=1)
    late = asked_seat(game)
    owner = load(game.pk).holder(late.index).user
    time_out(seat_id=late.pk, now=NOON + 2 * DAY)
    other = boris if owner == anna else anna
    resign(game_id=game.pk, user=other, source=Source.PAGE, now=NOON + 2 * DAY)
    assert load(game.pk).game.stands_still
    replace_player(game_id=game.pk, seat=1 - late.index, by=clara, now=NOON + 3 * DAY)
    play = load(game.pk)
    assert not play.game.stands_still
    assert any(seat.due_at or seat.bot_due_at for seat in play.seats)
    assert told(game, "seat_lost") == []


def test_nobody_who_has_sat_here_or_at_the_same_deal(anna, boris, clara, dmitri):
    from games.models.clock import PACES
    from games.tables.sitting import begin_seated

    options = engine.Options.from_dict({"edition": 2, "players": 2})
    deal = make_deal(deal_id="event-7/1/2", options=options)
    games = [
        begin_seated(host=None, title="Round 1", options=options, pace=PACES["2d"][0], seats=seats, now=NOON, deal=deal)
        for seats in ([anna, boris], [clara, dmitri])
    ]
    for user in (anna, boris, clara):
        with pytest.raises(HasSat) as refused:
            replace_player(game_id=games[0].pk, seat=0, by=user, now=NOON)
        assert refused.value.code == "has_sat"
    replace_player(game_id=games[0].pk, seat=0, by=person("Emil"), now=NOON)
    with pytest.raises(HasSat):
        replace_player(game_id=games[0].pk, seat=1, by=anna, now=NOON)


def test_there_has_to_be_a_seat_in_a_running_game(anna, boris, clara):
    game = begun(anna, boris)
    with pytest.raises(NotSeated):
        replace_player(game_id=game.pk, seat=2, by=clara, now=NOON)
    agreed_over(game)
    with pytest.raises(NotRunning):
        replace_player(game_id=game.pk, seat=0, by=clara, now=NOON)


def test_in_a_pause_his_clock_waits_too(anna, boris, clara):
    game = begun(anna, boris)
    index = asked_seat(game).index
    pause_game(game_id=game.pk, now=NOON + DAY)
    replace_player(game_id=game.pk, seat=index, by=clara, now=NOON + DAY)
    assert not any(seat.due_at for seat in load(game.pk).seats)
    resume_game(game_id=game.pk, now=NOON + 9 * DAY)
    assert asked_seat(game).due_at == NOON + 11 * DAY
    play = load(game.pk)
    other = play.holder(1 - index).user
    with pytest.raises(NotYourTurn):
        submit_move(game_id=game.pk, user=other, text="pass", version=play.game.version, source=Source.PAGE, now=NOON)


def test_what_lies_hidden_goes_with_the_seat(anna, boris, clara):
    game = begun(anna, boris, open_hands=False)
    index = seat_of(game, anna)
    replace_player(game_id=game.pk, seat=index, by=clara, now=THEN)
    play = load(game.pk)
    assert play.eyes_of(clara) == index
    assert play.eyes_of(anna) is None, "who left sees what every visitor sees"
    own, left = (signed_in(user).get(reverse("api:game", args=[game.pk])).json() for user in (clara, anna))
    assert own["view"]["seats"][index]["rubles"] is not None
    assert left["view"]["seats"][index]["rubles"] is None
    assert left["your_seat"] is None
    assert own["seats"][index]["instead_of"] == "Anna"
    assert "(for Anna)" in signed_in(clara).get(game.get_absolute_url()).content.decode()


@pytest.mark.parametrize(("language", "said"), [("en", "Clara replaces Anna"), ("de", "Clara spielt für Anna weiter")])
def test_the_log_names_who_left_and_who_came(language, said, anna, boris, clara):
    game = begun(anna, boris)
    replace_player(game_id=game.pk, seat=seat_of(game, anna), by=clara, now=THEN)
    client = reading(boris, language)
    for name in ("games:log", "games:game"):
        text = client.get(reverse(name, args=[game.pk])).content.decode()
        assert said in text, name


def test_earlier_rows_keep_their_names(anna, boris, clara, dmitri):
    game = begun(anna, boris, clara)
    index = seat_of(game, anna)
    resign(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)
    replace_player(game_id=game.pk, seat=index, by=dmitri, now=THEN)
    text = signed_in(boris).get(reverse("games:log", args=[game.pk])).content.decode()
    assert "Anna resigned" in text
    assert "Dmitri replaces Anna" in text
