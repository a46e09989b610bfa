"""Two people want the same seat, two workers start the same table: one process after the other, on a real PostgreSQL."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils.timezone import now

from games.models import Game, Seat, Status
from games.tables.services import sitting
from stpete_site.supervisor.process import wait_until
from tests.games.play_builders import begun, play_on
from tests.games.table_builders import table
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(site):
    assert connection.vendor == "postgresql", "races are run on PostgreSQL: STPETE_TEST_DATABASE=postgres"
    return [person(name) for name in ("Anna", "Boris", "Clara")]


def race(site, game, *wishes, unlocked=False):
    """Let the contestants (wish, user) loose at once; the outcome of each, in order."""
    go = site.folder / "go"
    runners = [
        site.launch(
            "racer",
            "tests.processes.seat_racers",
            *(wish, str(game.pk), str(user.pk), str(go)),
            *(["unlocked"] if unlocked else []),
        )
        for wish, user in wishes
    ]
    ready = lambda: len(list(site.folder.glob("go.*.ready"))) == len(wishes)  # noqa: E731
    assert wait_until(ready, seconds=30), [runner.printed() for runner in runners]
    go.touch()
    for runner in runners:
        runner.popen.wait(30)
    return [runner.printed().strip().splitlines()[-1] for runner in runners]


def three_seats_one_free(anna):
    """The host's, one kept for somebody invited, one free."""
    return table(anna, "friend@example.com", players=3, now=now())


def test_of_two_people_who_want_the_last_free_seat_one_gets_it(site, people):
    anna, boris, clara = people
    game = three_seats_one_free(anna)
    assert sorted(race(site, game, ("join", boris), ("join", clara))) == ["done", "refused table_full"]
    assert game.participants.count() == 2


def test_without_the_lock_the_seat_of_the_invited_would_be_given_away(site, people):
    """What the lock is for."""
    anna, boris, clara = people
    game = three_seats_one_free(anna)
    assert race(site, game, ("join", boris), ("join", clara), unlocked=True) == ["done", "done"]
    assert game.participants.count() + game.invitations.filter(state="open").count() == 4


def test_a_table_that_fills_is_filled_once_even_without_the_lock(site, people):
    """The compare-and-set on the status, which stands in for the lock where a database has none."""
    anna, boris, clara = people
    game = table(anna, now=now())
    assert sorted(race(site, game, ("join", boris), ("join", clara), unlocked=True)) == ["done", "refused table_closed"]
    assert game.participants.count() == 2


def test_a_double_click_in_two_processes_sits_down_once(site, people):
    anna, boris, _clara = people
    game = table(anna, players=3, now=now())
    assert race(site, game, ("join", boris), ("join", boris)) == ["done", "done"]
    assert game.participants.count() == 2


def test_accepting_and_joining_at_once_takes_one_seat(site, people):
    anna, boris, _clara = people
    game = table(anna, "boris", players=3, now=now())
    outcomes = race(site, game, ("accept", boris), ("join", boris))
    assert "done" in outcomes
    assert set(outcomes) <= {"done", "refused invitation_closed"}
    assert game.participants.filter(user=boris).count() == 1


def test_two_workers_begin_a_game_once(site, people):
    anna, boris, _clara = people
    game = table(anna, now=now() - timedelta(minutes=5))
    sitting.join_table(game_id=game.pk, user=boris, now=now() - timedelta(minutes=2))
    assert sorted(race(site, game, ("start", anna), ("start", boris))) == ["done 0", "done 1"]
    assert Seat.objects.filter(game=game).count() == 2
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_two_who_want_a_rematch_at_once_meet_at_one_table(site, people):
    anna, boris, _clara = people
    old = begun(anna, boris, now=now())
    play_on(old, now=now())
    first, second = race(site, old, ("rematch", anna), ("rematch", boris))
    assert first == second
    assert Game.objects.filter(rematch_of=old).count() == 1


def test_two_clicks_on_quick_game_at_once_begin_one_game(site, people):
    """No row is there to be locked yet: the link, the same for both, is what only one of them can write."""
    anna, *_others = people
    pattern = table(anna, bots=1)
    first, second = race(site, pattern, ("quick", anna), ("quick", anna))
    assert first == second
    assert first.startswith("done ")
    assert Game.objects.exclude(pk=pattern.pk).count() == 1
