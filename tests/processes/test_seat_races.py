"""Two people want the same seat, two workers start the same table: one process after the other, on a real PostgreSQL."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from games.models import Game, Seat, Source, Status, Tenure, TenureStart
from games.play.seats import resign
from games.tables import sitting
from tests.games.boards import wander_on
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.people import person
from tests.processes import contests

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(transactional_db):
    return [person(name) for name in ("Anna", "Boris", "Clara")]


@pytest.fixture
def race(forks, tmp_path):
    """Lets the contestants (wish, user) loose at once; the outcome of each, in order."""

    def run(game, *wishes, unlocked=False):
        more = ["unlocked"] if unlocked else []
        contestants = ((wish, str(game.pk), str(user.pk), *more) for wish, user in wishes)
        return contests.race(forks, tmp_path, "seat_racers", *contestants)

    return run


def three_seats_one_free(anna):
    """The host's, one kept for somebody invited, one free."""
    return table(anna, "friend@example.com", players=3, now=now())


def test_of_two_people_who_want_the_last_free_seat_one_gets_it(race, people):
    anna, boris, clara = people
    game = three_seats_one_free(anna)
    assert sorted(race(game, ("join", boris), ("join", clara))) == ["done", "refused table_full"]
    assert game.participants.count() == 2


def test_without_the_lock_the_seat_of_the_invited_would_be_given_away(race, people):
    """What the lock is for."""
    anna, boris, clara = people
    game = three_seats_one_free(anna)
    assert race(game, ("join", boris), ("join", clara), unlocked=True) == ["done", "done"]
    assert game.participants.count() + game.invitations.filter(state="open").count() == 4


def test_a_table_that_fills_is_filled_once_even_without_the_lock(race, people):
    """The compare-and-set on the status, which stands in for the lock where a database has none."""
    anna, boris, clara = people
    game = table(anna, now=now())
    assert sorted(race(game, ("join", boris), ("join", clara), unlocked=True)) == ["done", "refused table_closed"]
    assert game.participants.count() == 2


def test_a_double_click_in_two_processes_sits_down_once(race, people):
    anna, boris, _clara = people
    game = table(anna, players=3, now=now())
    assert race(game, ("join", boris), ("join", boris)) == ["done", "done"]
    assert game.participants.count() == 2


def test_accepting_and_joining_at_once_takes_one_seat(race, people):
    anna, boris, _clara = people
    game = table(anna, "boris", players=3, now=now())
    outcomes = race(game, ("accept", boris), ("join", boris))
    assert "done" in outcomes
    assert set(outcomes) <= {"done", "refused invitation_closed"}
    assert game.participants.filter(user=boris).count() == 1


def test_of_two_people_who_want_an_open_seat_one_gets_it(race, people):
    anna, boris, clara = people
    game = begun(anna, person("Dmitri"), now=now())
    resign(game_id=game.pk, user=anna, source=Source.PAGE, now=now())
    assert sorted(race(game, ("take", boris), ("take", clara))) == ["done", "refused seat_gone"]
    assert Tenure.objects.filter(seat__game=game, began=TenureStart.SUBSTITUTE).count() == 1


def test_two_workers_begin_a_game_once(race, people):
    anna, boris, _clara = people
    game = table(anna, now=now() - timedelta(minutes=5))
    sitting.join_table(game_id=game.pk, user=boris, now=now() - timedelta(minutes=2))
    assert sorted(race(game, ("start", anna), ("start", boris))) == ["done 0", "done 1"]
    assert Seat.objects.filter(game=game).count() == 2
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_two_who_want_a_rematch_at_once_meet_at_one_table(race, people):
    anna, boris, _clara = people
    old = begun(anna, boris, now=now())
    wander_on(old, now=now())
    first, second = race(old, ("rematch", anna), ("rematch", boris))
    assert first == second
    assert Game.objects.filter(rematch_of=old).count() == 1


def test_two_clicks_on_quick_game_at_once_begin_one_game(race, people):
    """No row is there to be locked yet: the link, the same for both, is what only one of them can write."""
    anna, *_others = people
    pattern = table(anna, players=3, bots=1)
    first, second = race(pattern, ("quick", anna), ("quick", anna))
    assert first == second
    assert first.startswith("done ")
    assert Game.objects.exclude(pk=pattern.pk).count() == 1
