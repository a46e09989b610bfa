"""What staff do in running games, through the services and under their locks; who plays is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.timezone import now

import engine
from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from arbiter.results import Rule, Substitutes
from games.errors import GameError
from games.models import Game, RowKind, Source, Status, TenureStart
from games.play.errors import HasSat, HeldByBot, NotAsked, StalePosition
from games.play.interventions import pause_game
from games.play.positions import load
from games.play.seats import take_back_seat
from moderation.errors import NotNow, OwnMatter, StaffRefusal
from moderation.models import TrailRow
from moderation.permissions import DIRECTOR, MODERATOR
from notifications.models import Notification
from tests.games.boards import wander_on
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.moderation.staff import REASON, act, staff
from tests.people import signed_in
from tests.tournaments.lifecycle.club import again, started
from tournaments.lifecycle.verifying import tournament_faults
from tournaments.models import RatedGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora(db) -> User:
    return staff("Nora", MODERATOR)


def asked(game: Game) -> int:
    (index,) = engine.waiting_for(load(game.pk).state)
    return int(index)


def told(game: Game) -> set[int]:
    rows = Notification.objects.filter(kind="staff_acted", subject=f"game:{game.pk}")
    return {number for number in rows.values_list("user_id", flat=True) if number}


def test_a_seat_gets_more_time(nora, anna, boris):
    game = begun(anna, boris, now=now())
    seat = asked(game)
    before = game.seats.get(index=seat).due_at
    act("extend-clock", game.pk, nora, now(), seat=seat, hours=5)
    assert game.seats.get(index=seat).due_at == before + timedelta(hours=5)
    assert told(game) == {anna.pk, boris.pk}
    assert TrailRow.objects.get().after == {"seat": seat, "hours_more": 5}


def test_a_seat_is_answered_for_as_its_clock_would_and_it_is_no_miss(nora, anna, boris):
    game = begun(anna, boris, now=now())
    seat = asked(game)
    usual = str(engine.default_move(load(game.pk).state, seat))
    act("answer-for-seat", game.pk, nora, now(), seat=seat)
    play = load(game.pk)
    assert (play.moves[-1].source, play.moves[-1].text) == (Source.DIRECTOR, usual)
    assert (play.seats[seat].misses, play.seats[seat].deadlines_missed, play.seats[seat].pass_mode) == (0, 0, "")
    assert asked(game) != seat
    assert told(game) == {anna.pk, boris.pk}
    with pytest.raises(NotAsked):
        act("answer-for-seat", game.pk, nora, now(), seat=seat)
    pause_game(game_id=game.pk, now=now())
    with pytest.raises(GameError):
        act("answer-for-seat", game.pk, nora, now(), seat=asked(game))


def test_a_bot_keeps_a_seat_and_its_player_comes_back(nora, anna, boris):
    game = begun(anna, boris, now=now())
    seat = asked(game)
    holder = load(game.pk).holder(seat).user
    assert holder is not None
    act("seat-to-bot", game.pk, nora, now(), seat=seat)
    play = load(game.pk)
    assert play.holder(seat).bot
    assert play.holder(seat).began == TenureStart.KEPT
    assert play.seats[seat].bot_due_at is not None
    with pytest.raises(HeldByBot):
        act("seat-to-bot", game.pk, nora, now(), seat=seat)
    take_back_seat(game_id=game.pk, user=holder, source=Source.PAGE, now=now())
    assert load(game.pk).holder(seat).user == holder


def test_a_seat_goes_to_another_player(nora, anna, boris, clara):
    game = begun(anna, boris, now=now())
    act("substitute", game.pk, nora, now(), seat=0, name="clara")
    assert load(game.pk).holder(0).user == clara
    assert told(game) == {anna.pk, boris.pk, clara.pk}
    with pytest.raises(HasSat):
        act("substitute", game.pk, nora, now(), seat=1, name="Anna")
    with pytest.raises(StaffRefusal):
        act("substitute", game.pk, nora, now(), seat=1, name="Nora")
    assert TrailRow.objects.count() == 1, "what is refused leaves nothing"


def test_a_game_is_cancelled_and_one_that_is_over_annulled(nora, anna, boris):
    running, over = begun(anna, boris, now=now(), rated=True), begun(anna, boris, now=now(), rated=True)
    wander_on(over, now=now())
    act("cancel-game", running.pk, nora, now())
    act("annul-game", over.pk, nora, now())
    for game in Game.objects.all():
        assert (game.status, game.is_annulled) == (Status.FINISHED, True)
        assert told(game) == {anna.pk, boris.pk}
    assert RatedGame.objects.filter(annulled_at=None).count() == 0
    with pytest.raises(StaffRefusal):
        act("annul-game", over.pk, nora, now())


def test_games_of_tournaments_are_their_directors_business(nora, anna, boris):
    game = begun(anna, boris, now=now())
    Game.objects.filter(pk=game.pk).update(host=None)
    with pytest.raises(NotNow):
        act("substitute", game.pk, nora, now(), seat=0, name="Clara")
    act("extend-clock", game.pk, nora, now(), seat=asked(game), hours=1)
    act("seat-to-bot", game.pk, nora, now(), seat=0)


@pytest.mark.parametrize("rule", Substitutes)
def test_a_seat_of_a_tournament_is_given_away_through_the_tournament(anna, boris, clara, dmitri, rule):
    """By the moderator or the director of tournaments, from the page of the game, which leads to that of the tournament."""
    plan = Plan(stages=(Swiss(2),), sizes=None, rule=Rule(substitutes=rule))
    tournament = started(anna, [boris, clara], plan)
    game, dora = Game.objects.get(tournament_table__round__tournament=tournament), staff("Dora", DIRECTOR)
    page = signed_in(dora).get(f"/admin/about/game/{game.pk}/").content.decode()
    assert f'href="/admin/about/tournament/{tournament.pk}/"' in page
    assert "substitute-in-tournament/" in page
    assert "/substitute/" not in page
    seat = load(game.pk).seat_of(boris)
    assert seat is not None
    with pytest.raises(StaffRefusal):
        act("substitute-in-tournament", game.pk, dora, now(), seat=seat.index, name="Dora")
    act("substitute-in-tournament", game.pk, dora, now(), seat=seat.index, name="Dmitri")
    assert load(game.pk).holder(seat.index).user == dmitri
    takes = rule is Substitutes.SUBSTITUTE
    assert tournament.entries.filter(user=dmitri if takes else boris).exists()
    last = tournament.acts.order_by("number").last()
    assert last is not None
    assert (last.kind, last.by, last.reason, last.data["takes_place"]) == ("substituted", dora, REASON, takes)
    assert list(tournament_faults(again(tournament))) == []
    assert told(game) == {boris.pk, clara.pk, dmitri.pk}
    assert Notification.objects.filter(kind="decided", user=anna, subject=f"tournament:{tournament.pk}").exists()
    assert TrailRow.objects.get().after == {"seat": seat.index, "holder": dmitri.pk, "tournament": tournament.pk}


def test_a_table_is_closed(nora, anna, boris):
    game = table(anna, "boris", players=4, now=now())
    act("close-table", game.pk, nora, now())
    assert Game.objects.get(pk=game.pk).status == Status.CLOSED
    assert anna.pk in told(game)


def test_nobody_acts_where_he_plays_himself(nora, anna):
    game = begun(nora, anna, now=now())
    with pytest.raises(OwnMatter):
        act("extend-clock", game.pk, nora, now(), seat=0, hours=5)
    assert not TrailRow.objects.exists()


def test_the_log_names_the_organiser(nora, anna, boris):
    game = begun(anna, boris, now=now())
    act("seat-to-bot", game.pk, nora, now(), seat=0)
    row = game.log.get(kind=RowKind.SEAT)
    assert (row.text, row.source) == ("kept", Source.DIRECTOR)


def test_what_was_seen_is_what_is_acted_on_and_a_form_sent_twice_does_nothing_more(nora, anna, boris):
    game = begun(anna, boris, now=now())
    seat, client = asked(game), signed_in(nora)
    for name, more in (("extend-clock", {"hours": "5"}), ("answer-for-seat", {})):
        address = f"/admin/about/game/{game.pk}/{name}/"
        form = client.get(address).context["form"]
        sent = {"reason": "Ill", "seat": str(seat), **more}
        sent |= {one.name: str(one.value()) for one in form.hidden_fields()}
        look = client.post(address, sent)
        assert look.status_code == 200
        assert "Version" not in look.content.decode()
        assert client.post(address, {**sent, "step": "sure"}).status_code == 302
        stands = load(game.pk).game.version, game.seats.get(index=seat).due_at
        again = client.post(address, {**sent, "step": "sure"})
        assert again.status_code == 409
        assert str(StalePosition.sentence) in again.content.decode()
        assert (load(game.pk).game.version, game.seats.get(index=seat).due_at) == stands
    assert [row.act for row in TrailRow.objects.all()] == ["extend-clock", "answer-for-seat"]
    for name, values in (("answer-for-seat", {}), ("extend-clock", {"hours": 5})):
        with pytest.raises(StalePosition):
            act(name, game.pk, nora, now(), seat=asked(game), version=stands[0] - 1, **values)
