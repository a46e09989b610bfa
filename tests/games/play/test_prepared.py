"""Queries whose SQL is made once: they find what the ORM finds."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.utils.timezone import now

from accounts.models import User
from games.models import LogRow, Seat, Source
from games.play.positions import load, lock_again
from games.play.seats import resign
from statements import Prepared
from tests.games.boards import wander_on
from tests.games.play_builders import begun
from tests.people import signed_in

from ..table_builders import agree_to_end


def test_the_same_rows_as_the_orm_finds(anna, boris):
    games = [begun(anna, boris, secret=bytes([n] * 32)) for n in range(2)]
    rows = Prepared(
        lambda game, least: LogRow.objects.filter(game=game, number__gte=least).values_list("number", "text", "at"), 2
    )
    for game in games:
        wander_on(game, until=lambda state: state.round > 1)
        for least in (0, 3, 7):
            found = LogRow.objects.filter(game=game, number__gte=least).values_list("number", "text", "at")
            assert [tuple(row) for row in rows(game.pk, least)] == list(found)


def test_rows_after_a_moment_and_how_many_they_are(anna, boris):
    game = begun(anna, boris)
    wander_on(game, until=lambda state: state.round > 1)
    rows = Prepared(
        lambda game, at: LogRow.objects.filter(game=game, at__gt=at).values_list("number", "at"), 1, moments=1
    )
    some = LogRow.objects.get(game=game, number=3).at
    for at in (some, some + timedelta(microseconds=1), datetime(2999, 1, 1, tzinfo=UTC)):
        found = list(LogRow.objects.filter(game=game, at__gt=at).values_list("number", "at"))
        assert [tuple(row) for row in rows(game.pk, at)] == found
        assert rows.count(game.pk, at) == len(found)


def test_a_game_is_read_as_the_orm_reads_it(anna, boris):
    """Every column of game, seats, tenures and users, but for the password, which no page needs."""
    game = begun(anna, boris, "plain", sets=["market"], pace="2d")
    play = load(game.pk)
    columns = [field.attname for field in type(play.game)._meta.concrete_fields]
    stored = type(play.game).objects.with_secret().get(pk=game.pk)
    assert [getattr(play.game, name) for name in columns] == [getattr(stored, name) for name in columns]
    for seat in Seat.objects.filter(game=game):
        mine, tenure = play.seats[seat.index], seat.tenures.get()
        for name in [field.attname for field in Seat._meta.concrete_fields]:
            assert getattr(mine, name) == getattr(seat, name)
        held = play.holder(seat.index)
        assert (held.pk, held.bot, held.since, held.user) == (tenure.pk, tenure.bot, tenure.since, tenure.user)
        if held.user:
            assert held.user.get_deferred_fields() == {"password"}
            assert held.user.display_name == tenure.user.display_name


def test_a_query_that_does_not_compare_with_its_arguments_is_refused(db):
    with pytest.raises(ValueError, match="does not compare"):
        Prepared(lambda game: LogRow.objects.values_list("pk"), 1)(7)


def test_a_number_that_no_column_holds_finds_nothing(anna):
    rows = Prepared(lambda game: LogRow.objects.filter(game=game).values_list("pk"), 1)
    assert list(rows(2**70)) == []
    assert rows.count(2**70) == 0
    for number in (2**31, 2**62, 2**70):
        assert signed_in(anna).get(f"/games/{number}/").status_code == 404


def test_threads_that_ask_first_at_once_make_it_once(anna):
    """Parts of a query may know who is using them, such as a FilteredRelation, and bear one thread at a time."""
    together, made = Barrier(4), []

    def build(game):
        made.append(game)
        return LogRow.objects.filter(game=game).values_list("number")

    rows = Prepared(build, 1)

    def ask(_number):
        together.wait(5)
        try:
            return rows._make()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(ask, range(4)))
    assert len(made) == 1
    assert all(one is found[0] for one in found)


@pytest.mark.django_db(transaction=True)
def test_a_lock_is_asked_for_within_a_transaction_only(anna):
    """Each time, as Django does when it makes the statement: outside of one the lock would be gone before the rows are read."""
    rows = Prepared(lambda user: User.objects.filter(pk=user).select_for_update().values_list("pk"), 1)
    with transaction.atomic():
        assert rows(anna.pk) == [(anna.pk,)]
        assert rows.count(anna.pk) == 1
    for ask in (rows, rows.count):
        with pytest.raises(TransactionManagementError):
            ask(anna.pk)
    with transaction.atomic():
        assert rows(anna.pk) == [(anna.pk,)]
    with pytest.raises(TransactionManagementError):
        load(1, lock=True)


def nothing(_game, _user):
    """Nobody does anything between the two readings."""


def wishes_the_end(game, user):
    agree_to_end(game, user, now())


def is_paused(game, _user):
    type(game).objects.filter(pk=game.pk).update(paused_at=now())


def resigns(game, user):
    resign(game_id=game.pk, user=user, source=Source.PAGE, now=now())


@pytest.mark.parametrize("happens", [nothing, wishes_the_end, is_paused, resigns], ids=lambda act: act.__name__)
def test_a_game_read_again_under_its_lock_is_as_one_that_is_read_whole(happens, anna, boris):
    game = begun(anna, boris, "plain", sets=["market"], pace="2d")
    wander_on(game, until=lambda state: state.round > 1)
    before = load(game.pk)
    assert before.state
    happens(game, anna)
    with transaction.atomic():
        again, whole = lock_again(before), load(game.pk, lock=True)
    for name in [field.attname for field in type(game)._meta.concrete_fields]:
        assert getattr(again.game, name) == getattr(whole.game, name)
    for seat, other in zip(again.seats, whole.seats, strict=True):
        for name in [field.attname for field in Seat._meta.concrete_fields]:
            assert getattr(seat, name) == getattr(other, name)
        assert not seat.has_changed
        assert seat.game is again.game
        assert again.holder(seat.index) == whole.holder(seat.index)
        assert again.holder(seat.index).seat is seat
    assert (again.game.deal, again.game.closed) == (whole.game.deal, whole.game.closed)
    assert again.rows == whole.rows
    assert again.state == whole.state
