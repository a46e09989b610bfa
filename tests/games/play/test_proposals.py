"""What all players of a game agree on: pauses, time, undo, quick play, the end; and time as a gift."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

import engine
from accounts.models import User
from engine.record import from_record, verify
from games.board.people import people
from games.board.proposals import proposal_words
from games.models import Game, LogRow, Source
from games.play import errors, glances, interventions, proposals, seen
from games.play.automatic import time_out
from games.play.facts import find_fact_faults
from games.play.moves import order_pass, submit_move
from games.play.open_seats import take_seat
from games.play.positions import load
from games.play.seats import resign
from games.replay.record import record_of
from games.tasks import work_off
from notifications.models import Notification
from tests.people import signed_in

from ..page_reading import text_of
from ..play_builders import DAY, HOUR, NOON, asked_user, begun, play_on

pytestmark = pytest.mark.django_db


def propose(game, user, kind, value=0, now=NOON):
    proposals.propose(game_id=game.pk, user=user, kind=kind, value=value, source=Source.PAGE, now=now)
    return load(game.pk)


def answer(game, user, agrees=True, now=NOON):
    number = load(game.pk).game.proposed.number
    proposals.answer(game_id=game.pk, user=user, number=number, agrees=agrees, source=Source.PAGE, now=now)
    return load(game.pk)


def move(game, now=NOON, text=None):
    play = load(game.pk)
    user = asked_user(play)
    seat = play.seat_of(user).index
    text = text or str(engine.legal_moves(play.state, seat)[0])
    submit_move(game_id=game.pk, user=user, text=text, version=play.game.version, source=Source.PAGE, now=now)
    return load(game.pk)


def buying(play, seat):
    """The first move that is no pass."""
    return next(str(one) for one in engine.legal_moves(play.state, seat) if not one.is_pass)


def waits(play):
    (seat,) = [seat for seat in play.seats if seat.waiting]
    return seat


def test_a_pause_that_all_agree_on_keeps_the_time_that_is_left_and_ends_by_itself(anna, boris, clara):
    game = begun(anna, boris, clara)
    play = propose(game, anna, "pause", 3)
    assert (play.game.is_paused, play.game.proposed.agreed) == (False, (play.seat_of(anna).index,))
    assert {one.user_id for one in Notification.objects.filter(kind="proposal")} == {
        play.holder(index).user_id for index in (0, 1, 2) if play.holder(index).user != anna
    }
    assert move(game, NOON + HOUR).game.proposed, "it blocks no play, and no move ends it"
    answer(game, boris, now=NOON + 2 * HOUR)
    play = answer(game, clara, now=NOON + 2 * HOUR)
    assert (play.game.paused_until, play.game.proposed) == (NOON + 2 * HOUR + 3 * DAY, None)
    with pytest.raises(errors.GamePaused):
        submit_move(game_id=game.pk, user=anna, text="pass", version=99, source=Source.PAGE, now=NOON)
    assert not interventions.end_pause(game_id=game.pk, now=NOON + 3 * DAY)
    again = play.game.paused_until
    assert interventions.paused_games(again, 9) == [game.pk]
    assert interventions.end_pause(game_id=game.pk, now=again)
    assert waits(load(game.pk)).due_at == again + timedelta(days=2) - HOUR, "an hour of the question was spent"
    texts = [row.text for row in LogRow.objects.filter(game=game).exclude(kind="move")]
    assert texts == ["propose pause 3", "agree", "agree", "carry pause 3", "resumed"]


def test_a_pause_can_be_prolonged_and_ended_by_agreement_but_not_one_of_a_director(anna, boris):
    game = begun(anna, boris)
    propose(game, anna, "pause", 2)
    answer(game, boris)
    propose(game, boris, "prolong", 5)
    assert answer(game, anna).game.paused_until == NOON + 7 * DAY
    with pytest.raises(errors.NotProposable):
        propose(game, anna, "pause", 2)
    propose(game, anna, "resume", now=NOON + DAY)
    play = answer(game, boris, now=NOON + DAY)
    assert (play.game.is_paused, waits(play).due_at) == (False, NOON + 3 * DAY)
    interventions.pause_game(game_id=game.pk, now=NOON + DAY)
    with pytest.raises(errors.NotProposable):
        propose(game, anna, "resume", now=NOON + DAY)


def test_one_no_ends_a_proposal_and_its_player_is_told_once(anna, boris, clara):
    game = begun(anna, boris, clara)
    propose(game, anna, "time", 2)
    with pytest.raises(errors.ProposalOpen):
        propose(game, boris, "pause", 2)
    due = waits(load(game.pk)).due_at
    play = answer(game, boris, agrees=False)
    assert (play.game.proposed, waits(play).due_at) == (None, due)
    with pytest.raises(errors.NoProposal):
        proposals.answer(game_id=game.pk, user=clara, number=1, agrees=True, source=Source.PAGE, now=NOON)
    (told,) = Notification.objects.filter(kind="proposal_closed")
    assert (told.user, told.data["outcome"]) == (anna, "decline")
    propose(game, anna, "time", 1)
    answer(game, anna, agrees=False)
    propose(game, anna, "time", 1)
    answer(game, boris)
    assert waits(answer(game, clara)).due_at == due + DAY
    with pytest.raises(errors.TooManyProposals):
        propose(game, anna, "time", 1)


def test_a_proposal_expires_and_who_leaves_stands_in_nobodys_way(anna, boris, clara):
    game = begun(anna, boris, clara)
    propose(game, anna, "pause", 2)
    assert proposals.settle_due(now=NOON + 6 * DAY, limit=9) == 0
    assert proposals.settle_due(now=NOON + 7 * DAY, limit=9) == 1
    play = load(game.pk)
    assert (play.game.proposed, play.rows[-1].text, play.game.is_paused) == (None, "expire", False)
    propose(game, anna, "pause", 2)
    answer(game, boris)
    resign(game_id=game.pk, user=clara, source=Source.PAGE, now=NOON)
    assert proposals.settle_due(now=NOON, limit=9) == 1
    assert load(game.pk).game.is_paused


def test_who_takes_over_the_seat_of_a_proposal_is_not_told_how_it_ended(anna, boris, clara, dmitri):
    game = begun(anna, boris, clara)
    propose(game, anna, "pause", 3)
    answer(game, boris)
    seat = load(game.pk).seat_of(anna).index
    resign(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)
    take_seat(game_id=game.pk, seat=seat, user=dmitri, source=Source.PAGE, now=NOON)
    answer(game, clara, agrees=False)
    assert not Notification.objects.filter(kind="proposal_closed").exists()


def test_bots_agree_at_once(anna):
    game = begun(anna, "plain", pace="bank-fast")
    play = propose(game, anna, "time", 2)
    assert [row.text for row in play.rows] == ["propose time 2", "carry time 2"]
    assert sorted(seat.remaining or timedelta() for seat in play.seats) == [timedelta(), 5 * DAY]


def test_an_undo_takes_moves_back_drops_orders_and_asks_again(anna, boris):
    game = begun(anna, boris, pace="bank-fast", edition=1)
    first = play_on(game, until=lambda play: engine.phase_key(play.state) != engine.phase_key(play.steps[0].step.state))
    later = play_on(game, until=lambda play: len(play.moves) >= len(first.moves) + 2, choose=buying)
    banks = {seat.index: seat.remaining for seat in later.seats}
    waiting = waits(later)
    order = {"mode": "until-change", "version": later.game.version, "source": Source.PAGE}
    other = later.holder(1 - waiting.index).user
    order_pass(game_id=game.pk, user=other, now=NOON, **order)
    target = len(first.moves)
    asked = propose(game, anna, "undo", target)
    assert asked.game.proposed.reveals == (), "buying from the rows reveals nothing"
    words = proposal_words(asked.game.proposed, asked.rows, people(asked, None))
    assert words == "Anna proposes to undo the last 2 moves"
    turns = Notification.objects.filter(kind="your_turn").count()
    play = answer(game, boris, now=NOON + HOUR)
    assert [one.text for one in play.moves] == [one.text for one in first.moves]
    assert (play.rows[-1].kind, play.rows[-1].text, play.game.ply) == ("back", str(target), target)
    assert play.state == first.state
    assert {seat.index: seat.remaining for seat in play.seats} == banks, "no bank gains or loses"
    assert waits(play).running_since == NOON + HOUR
    assert not any(seat.pass_mode for seat in play.seats)
    assert Notification.objects.filter(kind="your_turn").count() == turns + 1
    assert list(glances.find_glance_faults()) == []


def test_a_game_with_an_undo_is_recorded_verified_and_counted_like_any_other(anna, boris, client):
    game = begun(anna, boris)
    play = play_on(game, until=lambda play: len(play.moves) >= 6)
    propose(game, anna, "undo", play.moves[-3].number)
    answer(game, boris)
    over = play_on(game, choose=lambda play, seat: str(engine.legal_moves(play.state, seat)[-1]))
    record = record_of(over)
    assert [one["text"] for one in record["moves"]] == [row.text for row in over.moves]
    assert len(over.moves) == sum(row.kind == "move" for row in over.rows) - 2
    assert verify(from_record(record))[-1] == "result: played out, as the moves give it"
    assert list(find_fact_faults(mend=False)) == []
    assert client.get(f"/games/{game.pk}/replay/?at=5").status_code == 200
    assert "undone" in client.get(f"/games/{game.pk}/log/").content.decode()


def test_an_undo_past_revealed_cards_says_which(anna, boris):
    game = begun(anna, boris)
    play = play_on(game, until=lambda play: engine.phase_key(play.state) != engine.phase_key(play.steps[0].step.state))
    shown = propose(game, anna, "undo", play.moves[-1].number - 1).game.proposed
    dealt = [card for entry in play.steps[-1].step.entries if isinstance(entry, engine.Dealt) for card in entry.cards]
    assert dealt
    assert shown.reveals == tuple(dict.fromkeys(dealt))
    play = move(game)
    assert play.game.proposed, "a move that reveals nothing more leaves it open"
    assert proposal_words(play.game.proposed, play.rows, people(play, None)).endswith("undo the last 2 moves")
    play_on(game, until=lambda play: play.game.proposed is None)
    assert load(game.pk).rows[-1].text == "expire", "cards were revealed that it does not name"


def test_a_bot_undoes_nothing_past_what_was_revealed(anna):
    game = begun(anna, "plain")
    play = play_on(game, until=lambda play: engine.phase_key(play.state) != engine.phase_key(play.steps[0].step.state))
    with pytest.raises(errors.NotProposable):
        propose(game, anna, "undo", play.moves[0].number)


def test_no_undo_in_a_rated_game_unless_the_table_says_so(anna, boris):
    game = begun(anna, boris, rated=True)
    play = move(game)
    assert play.game.rated
    with pytest.raises(errors.NotProposable):
        propose(game, anna, "undo", 0)
    Game.objects.filter(pk=game.pk).update(undo_when_rated=True)
    propose(game, anna, "undo", 0)
    assert answer(game, boris).moves == []


@pytest.mark.parametrize("pace", ["bank-fast", "2d"])
def test_quick_play_takes_nothing_from_the_slow_clock(anna, boris, pace):
    game = begun(anna, boris, pace=pace)
    with pytest.raises(errors.NotProposable):
        propose(game, anna, "quick")
    for user in (anna, boris):
        seen.mark_open(user.pk, game.pk)
    slow = waits(load(game.pk)).due_at
    propose(game, anna, "quick", now=NOON + HOUR)
    play = answer(game, boris, now=NOON + HOUR)
    began = NOON + HOUR
    assert waits(play).due_at == began + timedelta(minutes=5)
    banks = [seat.remaining for seat in play.seats]
    for place in range(4):
        play = move(game, began + timedelta(minutes=place))
    if pace != "2d":
        assert [seat.remaining for seat in play.seats] == banks
    late = waits(play)
    ended = late.due_at
    time_out(seat_id=late.pk, now=ended)
    play = load(game.pk)
    late = waits(play)
    assert (play.game.quick_until, late.misses, play.rows[-1].text) == (None, 0, "slow")
    left = late.due_at - ended
    assert left == (late.remaining if pace != "2d" else timedelta(days=2))
    assert slow > began


def test_the_page_offers_quick_play_when_all_are_here_and_show_it(anna, boris):
    game = begun(anna, boris, now=now())
    asked = asked_user(load(game.pk))
    other, client = boris if asked == anna else anna, signed_in(boris if asked == anna else anna)

    def is_offered(client):
        return "Propose an hour of quick play" in text_of(client.get(f"/games/{game.pk}/"))

    assert not is_offered(client)
    seen.mark_open(asked.pk, game.pk)
    assert is_offered(client)
    assert not is_offered(signed_in(asked)), "who is asked has something to do"
    User.objects.filter(pk=asked.pk).update(shows_presence=False)
    assert not is_offered(client)
    User.objects.filter(pk=asked.pk).update(shows_presence=True)
    assert client.post(f"/games/{game.pk}/proposal/", {"kind": "quick"}).status_code == 302
    assert not is_offered(client)
    answer(game, other, agrees=False, now=now())
    assert not is_offered(client), "once a day is enough"


def test_quick_play_ends_after_an_hour(anna, boris):
    game = begun(anna, boris)
    for user in (anna, boris):
        seen.mark_open(user.pk, game.pk)
    propose(game, anna, "quick")
    answer(game, boris)
    play = move(game, NOON + timedelta(minutes=58))
    assert waits(play).due_at == NOON + HOUR


def quickly(anna, boris, now):
    game = begun(anna, boris)
    for user in (anna, boris):
        seen.mark_open(user.pk, game.pk)
    propose(game, anna, "quick", now=now)
    return game, waits(answer(game, boris, now=now))


def slow_again(game):
    """What the question that waits has left when nobody answers it quickly."""
    late = waits(load(game.pk))
    time_out(seat_id=late.pk, now=late.due_at)
    return waits(load(game.pk)).due_at - late.due_at


def test_time_that_is_given_in_quick_play_counts_when_the_slow_clock_goes_on(anna, boris):
    game, _first = quickly(anna, boris, NOON)
    move(game)
    interventions.extra_time(game_id=game.pk, seat=waits(load(game.pk)).index, by=DAY, now=NOON)
    assert slow_again(game) == 3 * DAY


def test_what_one_question_had_left_says_nothing_of_the_next(anna, boris):
    began = NOON + 40 * HOUR
    game, first = quickly(anna, boris, began)
    assert first.remaining == 8 * HOUR
    interventions.answer_for(game_id=game.pk, seat=first.index, now=began)
    move(game, began)
    assert waits(load(game.pk)).index == first.index
    assert slow_again(game) == 2 * DAY


def test_quick_play_does_not_begin_in_a_game_that_a_director_paused(anna, boris):
    game = begun(anna, boris)
    for user in (anna, boris):
        seen.mark_open(user.pk, game.pk)
    propose(game, anna, "quick")
    interventions.pause_game(game_id=game.pk, now=NOON)
    play = answer(game, boris)
    assert (play.game.quick_until, play.game.proposed) == (None, None)


def test_time_is_given_without_agreement_once_a_day(anna, boris):
    game = begun(anna, boris, pace="12h")
    play = load(game.pk)
    waiting = waits(play)
    giver = play.holder(1 - waiting.index).user

    def give(user, seat):
        proposals.give_time(game_id=game.pk, user=user, seat=seat, source=Source.PAGE, now=NOON)

    with pytest.raises(errors.NoGift):
        give(play.holder(waiting.index).user, waiting.index)
    give(giver, waiting.index)
    assert waits(load(game.pk)).due_at == waiting.due_at + timedelta(hours=12), "no more than the time of one move"
    with pytest.raises(errors.NoGift):
        give(giver, waiting.index)


def test_the_sweep_settles_what_is_due(anna, boris, monkeypatch):
    game = begun(anna, boris, now=NOON)
    propose(game, anna, "pause", 1)
    Game.objects.filter(pk=game.pk).update(proposal_until=NOON)
    work_off()
    assert load(game.pk).game.proposed is None
