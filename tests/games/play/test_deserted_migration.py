"""Games that were deserted before games could stand still: the migration gives them a time, and the sweep the end."""

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.timezone import now

from games.letters.truth import standing_still
from games.models import Game, Seat, Source, Tenure, TenureEnd, TenureStart
from games.play.positions import load
from games.play.services import seats, standstill
from games.play.services.advance import Advance
from games.play.services.bots import answer_for_bot
from notices.models import Notice

from ..play_builders import DAY, NOON, begun

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("games", "0006_list_indexes")]


def update():
    """The database goes back to the release before, and is brought up to date."""
    MigrationExecutor(connection).migrate(BEFORE)
    call_command("migrate", verbosity=0)


def as_it_was(game):
    """Bots play on with each other: the one that is asked is due, and nobody is to be told."""
    Seat.objects.filter(game=game, waiting=True).update(bot_due_at=NOON)
    Notice.objects.filter(subject=f"game:{game.pk}").delete()


def kept(game, user):
    with transaction.atomic():
        advance = Advance(load(game.pk, lock=True), NOON)
        seats.hand_to_bot(advance, advance.play.seat_of(user), TenureEnd.KEPT, TenureStart.KEPT, Source.TIMEOUT)
        advance.commit()


def resigned_once(game, user):
    """As a resignation left a game with one person in it."""
    kept(game, user)
    Tenure.objects.filter(seat__game=game, began=TenureStart.KEPT).update(began=TenureStart.RESIGNED)


def test_deserted_games_get_their_times_and_others_are_left_alone(anna, boris):
    for_good, away, played = begun(anna, "plain"), begun(anna, boris, "plain"), begun(anna, boris)
    resigned_once(for_good, anna)
    for user in (anna, boris):
        kept(away, user)
    for game in (for_good, away):
        as_it_was(game)
    moment = now()
    update()
    times = dict(Game.objects.values_list("pk", "breaks_off_at"))
    assert times[played.pk] is None
    assert moment <= times[for_good.pk] <= now()
    assert moment + 14 * DAY <= times[away.pk] <= now() + 14 * DAY
    assert not Seat.objects.filter(bot_due_at__isnull=False, game__in=[for_good, away]).exists()
    told = Notice.objects.filter(kind="standing_still")
    assert {(one.user, one.due_at) for one in told} == {(one, times[away.pk] - 3 * DAY) for one in (anna, boris)}
    assert standstill.due(now(), 10) == [for_good.pk]
    assert standstill.end_deserted(game_id=for_good.pk, now=now())
    assert load(for_good.pk).game.result["ended"] == "broken off"


def test_the_notices_of_the_migration_are_those_of_the_service(anna, boris):
    """The same key, subject and data, so that they come true and go away like others."""
    game = begun(anna, boris)
    for user in (anna, boris):
        kept(game, user)
    fields = ("app", "kind", "subject", "data", "user", "address", "language", "dropped")
    usual = list(Notice.objects.filter(kind="standing_still").order_by("user").values(*fields))
    as_it_was(game)
    update()
    made = Notice.objects.filter(kind="standing_still").order_by("user")
    strip = [one | {"data": {"seat": one["data"]["seat"]}} for one in usual]
    assert [one | {"data": {"seat": one["data"]["seat"]}} for one in made.values(*fields)] == strip
    for one in made:
        assert standing_still(one, one.due_at) == ""
    seats.take_back(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)
    for one in made:
        assert standing_still(one, one.due_at) == "goes on"


def test_who_comes_back_to_such_a_game_plays_on(anna, boris):
    game = begun(anna, boris)
    for user in (anna, boris):
        kept(game, user)
    as_it_was(game)
    update()
    (seat,) = [seat for seat in load(game.pk).seats if seat.waiting]
    owner = load(game.pk).owner(seat.index)
    seats.take_back(game_id=game.pk, user=boris if owner == anna else anna, source=Source.PAGE, now=NOON)
    assert answer_for_bot(seat_id=seat.pk, now=NOON)
