"""A move by itself where there is no other, mostly a pass: a row of the log like any other, and nothing hidden in it."""

import json
from random import Random

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

import engine
from engine.record import parse_record, verify
from games.emails.turns import happened_since
from games.models import Source, Status
from games.names.cards import Deck
from games.play.advance import Advance
from games.play.positions import load
from games.replay.record import record_of
from tests.engine.test_secrets import exchanged
from tests.games.api.test_api import post, with_token
from tests.games.boards import Page, wander
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def only_pass(state):
    """Nothing is left but to pass."""
    question = engine.question_for(state, None)
    return question is not None and question.kind == "turn" and len(moves_of(state)) == 1


def only_move(state):
    """Nothing is left to choose, as everybody sees."""
    question = engine.question_for(state, None)
    return question is not None and question.kind != "drawn" and len(moves_of(state)) == 1


def moves_of(state):
    return engine.legal_moves(state, engine.waiting_for(state)[0])


def played(game, *, until=lambda state: False, seed=1):
    """Everybody answers at random, standing orders between, in one transaction, until `until` holds or the game is over."""
    choose = wander(seed)
    with transaction.atomic():
        advance = Advance(load(game.pk, lock=True), NOON)
        while not advance.state.is_over and not until(advance.state):
            seat = engine.waiting_for(advance.state)[0]
            is_bot = advance.play.holder(seat).is_bot
            advance.move(seat, choose(advance.state, seat), Source.BOT if is_bot else Source.PAGE)
            advance.answer_standing_orders()
        advance.commit()
    return load(game.pk)


def leaves_only_pass(state):
    """A pass now leaves the next nothing but to pass, too."""
    if state.is_over or engine.question_for(state, None).kind != "turn" or only_pass(state):
        return False
    return only_pass(engine.apply(state, engine.waiting_for(state)[0], state.rules.pass_move).state)


def test_who_wishes_it_passes_by_himself_and_who_does_not_is_asked(anna, boris):
    boris.pass_by_itself = False
    boris.save()
    play = played(begun(anna, boris, "plain"), seed=2)
    assert play.game.is_finished
    by = {play.seat_of(user).index: source for user, source in ((anna, Source.AUTO), (boris, Source.PAGE))}
    pairs = zip(play.steps, play.steps[1:], strict=False)
    rows = [after.row for before, after in pairs if only_move(before.step.state)]
    assert {row.seat for row in rows} >= by.keys()
    assert all(row.source == by.get(row.seat, Source.BOT) for row in rows)
    assert all(row in rows for row in play.rows if row.source == Source.AUTO)
    record = record_of(play)
    verify(parse_record(json.dumps(record)))
    assert {move["source"] for move in record["moves"] if move["seat"] == play.seat_of(anna).index} == {"auto", "page"}
    for seat in play.seats:
        answers = [row for row in play.rows if row.seat == seat.index and row.source == Source.PAGE]
        assert seat.deadlines_met == len(answers), "what comes by itself is no deadline met"


def test_one_move_brings_it_with_it_and_log_mail_and_api_say_so(anna, boris):
    game = begun(anna, boris)
    play = played(game, until=leaves_only_pass)
    mover, passer = (play.owner(index) for index in (engine.waiting_for(play.state)[0], *others(play)))
    with CaptureQueriesContext(connection) as caught:
        answer = post(with_token(mover), f"games/{game.pk}/moves/", {"text": "pass", "version": play.game.version})
    written = [
        query["sql"]
        for query in caught
        if query["sql"].startswith(("INSERT", "UPDATE"))
        and "accounts_" not in query["sql"]
        and "moderation_" not in query["sql"]
    ]
    assert len(written) == 4, "log, game, seats, notifications: as many as for one row"
    assert ("pass", "auto") in [(row["text"], row["source"]) for row in answer["rows"]]
    told = f"{passer} passed (automatic, only legal move)"
    play = load(game.pk)
    assert told in happened_since(play, play.seat_of(mover).index, Deck(play.options))
    assert told in Page.of(signed_in(mover).get(f"/games/{game.pk}/log/")).words


def others(play):
    return [seat.index for seat in play.seats if seat.index not in engine.waiting_for(play.state)]


@pytest.mark.parametrize("open_hands", [True, False])
def test_games_that_differ_in_hidden_things_only_act_alike(anna, boris, open_hands):
    """Whatever lies in the piles, the same rows come by themselves; with hidden hands and rubles none do, however poor or rich
    the others are (INFO-2)."""
    game = begun(anna, boris, open_hands=open_hands, sets=["market", "module-2", "orders"])
    play, rng, came, alone = played(game, seed=3), Random(5), 0, 0
    for one in play.steps[:-1]:
        state = one.step.state
        if engine.question_for(state, None).kind == "turn":
            rows = [
                first_row(play, world) for world in (state, exchanged(state, None, rng), exchanged(state, None, rng))
            ]
            assert rows[1:] == rows[:-1]
            came += rows[0] is not None
            alone += only_pass(state)
    assert alone
    assert came == (alone if open_hands else 0)


def first_row(play, state):
    """What the services would add by themselves in this position."""
    play.game.status = Status.RUNNING
    advance = Advance(play, NOON)
    advance.state = state
    advance.answer_standing_orders()
    return next(((row.seat, row.text, row.source) for row in advance.rows), None)
