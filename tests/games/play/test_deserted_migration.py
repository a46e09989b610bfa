"""Games that were deserted before games could stand still: the migration gives them a time, and the sweep the end."""

import pytest
from django.db import transaction
from django.utils.timezone import now

from games.letters.truth import standing_still
from games.models import Game, Seat, Source, Tenure, TenureEnd, TenureStart
from games.play.positions import load
from games.play.services import seats, standstill
from games.play.services.advance import Advance
from games.play.services.bots import answer_for_bot
from notices.models import Notice
from tests.data_migrations import move_rows

from ..play_builders import DAY, NOON, begun

pytestmark = pytest.mark.django_db


def update():
    """The games are as the release before left them, and are brought up to date."""
    Game.objects.update(breaks_off_at=None)
    move_rows("games", "0008_deserted")


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


def test_deserted_games_get_their_times_and_others_are_left_alone(anna, boris, clara, dmitri):
    for_good, away, played = begun(anna, "plain"), begun(anna, boris, "plain"), begun(anna, boris)
    like_others, returned = begun(clara, dmitri), begun(clara, dmitri)
    resigned_once(for_good, anna)
    for game, users in ((away, (anna, boris)), (like_others, (clara, dmitri)), (returned, (clara, dmitri))):
        for user in users:
            kept(game, user)
    usual = notices_of(like_others)
    for game in (for_good, away, like_others, returned):
        as_it_was(game)
    moment = now()
    update()
    times_are_given(for_good, away, played, moment, told={anna, boris})
    the_notices_are_those_of_the_service(like_others, usual, back=clara)
    who_comes_back_plays_on(returned, clara, dmitri)


def times_are_given(for_good, away, played, moment, told):
    times = dict(Game.objects.values_list("pk", "breaks_off_at"))
    assert times[played.pk] is None
    assert moment <= times[for_good.pk] <= now()
    assert moment + 14 * DAY <= times[away.pk] <= now() + 14 * DAY
    assert not Seat.objects.filter(bot_due_at__isnull=False, game__in=[for_good, away]).exists()
    made = Notice.objects.filter(kind="standing_still", subject__in=[f"game:{game.pk}" for game in (for_good, away)])
    assert {(one.user, one.due_at) for one in made} == {(one, times[away.pk] - 3 * DAY) for one in told}
    assert standstill.due(now(), 10) == [for_good.pk]
    assert standstill.end_deserted(game_id=for_good.pk, now=now())
    assert load(for_good.pk).game.result["ended"] == "broken off"


def notices_of(game):
    fields = ("app", "kind", "subject", "data", "user", "address", "language", "dropped")
    made = Notice.objects.filter(kind="standing_still", subject=f"game:{game.pk}")
    rows = list(made.order_by("user").values(*fields))
    return [row | {"data": {"seat": row["data"]["seat"]}} for row in rows]


def the_notices_are_those_of_the_service(game, usual, back):
    """The same key, subject and data, so that they come true and go away like others."""
    assert len(usual) == 2
    assert notices_of(game) == usual
    made = Notice.objects.filter(kind="standing_still", subject=f"game:{game.pk}")
    for one in made:
        assert standing_still(one, one.due_at) == ""
    seats.take_back(game_id=game.pk, user=back, source=Source.PAGE, now=NOON)
    for one in made:
        assert standing_still(one, one.due_at) == "goes on"


def who_comes_back_plays_on(game, *users):
    (seat,) = [seat for seat in load(game.pk).seats if seat.waiting]
    owner = load(game.pk).owner(seat.index)
    (other,) = set(users) - {owner}
    seats.take_back(game_id=game.pk, user=other, source=Source.PAGE, now=NOON)
    assert answer_for_bot(seat_id=seat.pk, now=NOON)
