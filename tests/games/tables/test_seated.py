"""Games whose seats are given: who sits where, who is told, and what one deal for several tables keeps and proves."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

import engine
from accounts.models import User
from engine.record import from_record, verify
from games.models import Deal, Game, Participant
from games.models.clock import PACES
from games.play.begin import make_deal, release_deal
from games.play.errors import DealInPlay, DealReleased, HasSat
from games.play.positions import load
from games.replay.record import record_of
from games.tables.errors import BadOptions
from games.tables.sitting import begin_seated
from notifications.models import Notification
from tests.people import person, signed_in

from ..play_builders import NOON, play_on
from ..table_builders import agreed_over

pytestmark = pytest.mark.django_db

TWO = engine.Options.from_dict({"edition": 2, "players": 2})


def seated(*seats: User, deal: Deal | None = None, options: engine.Options = TWO, host: User | None = None) -> Game:
    return begin_seated(
        host=host, title="Round 2, table 4", options=options, pace=PACES["2d"][0], seats=seats, now=NOON, deal=deal
    )


@pytest.fixture
def deal(db: None) -> Deal:
    return make_deal(deal_id="event-7/round-2/4", options=TWO)


def test_everybody_has_the_seat_that_was_given(anna: User, boris: User) -> None:
    for order in ([anna, boris], [boris, anna]):
        play = load(seated(*order).pk)
        assert [play.holder(seat.index).user for seat in play.seats] == order
        assert play.game.is_running
        assert play.game.started_at == NOON
        assert play.game.host is None
        assert [seat.due_at for seat in play.seats if seat.waiting] == [NOON + timedelta(days=2)]


def test_people_are_told_as_when_a_table_begins(anna: User, boris: User) -> None:
    game = seated(anna, boris)
    told = Notification.objects.filter(subject=f"game:{game.pk}").values_list("kind", "user")
    assert {(kind, user) for kind, user in told if kind == "started"} == {("started", anna.pk), ("started", boris.pk)}
    assert "your_turn" in {kind for kind, _user in told}


def test_it_is_played_to_its_end_and_its_record_says_that_the_seats_were_given(anna: User, boris: User) -> None:
    play = play_on(seated(anna, boris))
    record = from_record(record_of(play))
    assert record.seats == ("Anna", "Boris")
    assert record.to_json()["format"] == "stpete-record/2"
    assert "seating: given by a pairing, not drawn" in verify(record)


def test_it_stands_under_my_games_and_on_its_page_without_a_host(anna: User, boris: User) -> None:
    game = seated(anna, boris)
    assert "Round 2, table 4" in signed_in(boris).get("/games/").content.decode()
    assert signed_in(anna).get(game.get_absolute_url()).status_code == 200
    assert Participant.objects.filter(game=game).count() == 2


@pytest.mark.parametrize("people", [1, 3])
def test_seats_have_to_fit(people: int, anna: User, boris: User, clara: User) -> None:
    with pytest.raises(BadOptions):
        seated(*[anna, boris, clara][:people])
    with pytest.raises(BadOptions):
        seated(anna, anna)
    assert not Game.objects.exists()


# --- one deal at several tables


def test_tables_of_one_deal_have_the_same_cards(anna: User, boris: User, clara: User, dmitri: User, deal: Deal) -> None:
    plays = [load(seated(*people, deal=deal).pk) for people in ([anna, boris], [clara, dmitri])]
    assert plays[0].deal == plays[1].deal
    assert plays[0].deal != load(seated(anna, boris).pk).deal
    assert {play.game.commitment for play in plays} == {deal.commitment}


def test_bots_at_tables_of_one_deal_throw_differently(
    anna: User, boris: User, clara: User, dmitri: User, deal: Deal
) -> None:
    plays = [load(seated(*people, deal=deal).pk) for people in ([anna, boris], [clara, dmitri])]
    assert plays[0].chance(0).random() != plays[1].chance(0).random()
    before = plays[0].chance(0).random()
    assert load(plays[0].game.pk).chance(0).random() == before
    Game.objects.filter(pk=plays[0].game.pk).update(secret=b"z" * 32)
    assert load(plays[0].game.pk).chance(0).random() != before, "nobody foresees it who knows the deal"


def test_a_deal_wants_its_own_options_and_nobody_twice(
    anna: User, boris: User, clara: User, dmitri: User, deal: Deal
) -> None:
    with pytest.raises(BadOptions):
        seated(anna, boris, deal=deal, options=engine.Options.from_dict({"edition": 1, "players": 2}))
    seated(anna, boris, deal=deal)
    with pytest.raises(HasSat) as refused:
        seated(clara, boris, deal=deal)
    assert refused.value.details == {"user": boris.pk}
    seated(clara, dmitri, deal=deal)


def test_until_its_release_nobody_sees_a_table_of_the_deal_nor_its_secret(
    anna: User, boris: User, clara: User, dmitri: User, deal: Deal, client: Client
) -> None:
    over, running = agreed_over(seated(anna, boris, deal=deal)), seated(clara, dmitri, deal=deal)
    secret = bytes(Deal.objects.defer(None).get(pk=deal.pk).secret).hex()
    root = person("Root", is_staff=True, is_superuser=True)
    names = [
        "games:game",
        "games:log",
        "games:text",
        "games:pulse",
        "games:replay",
        "games:record",
        "api:game",
        "api:record",
    ]
    for eyes in (client, signed_in(dmitri), signed_in(root)):
        refused = {404} if eyes is not client else {302, 404}
        assert {eyes.get(reverse(name, args=[over.pk])).status_code for name in names} == refused
        for page in ("/", "/archive/", "/archive/?player=Anna", reverse("accounts:player", args=[boris.pk])):
            assert f"/games/{over.pk}/" not in eyes.get(page).content.decode()
    for eyes in (client, signed_in(anna), signed_in(root)):
        assert eyes.get(reverse("games:game", args=[running.pk])).status_code == (302 if eyes is client else 404)
    own = signed_in(anna)
    for name in ("games:game", "games:replay", "games:log", "api:game"):
        answer = own.get(reverse(name, args=[over.pk]))
        assert answer.status_code == 200
        assert secret not in answer.content.decode()
    assert f"/games/{running.pk}/" not in client.get("/").content.decode()
    moves = signed_in(root).get("/admin/games/logrow/").content.decode()
    assert f"#{over.pk}" not in moves, "staff plays too"
    assert own.get(reverse("games:record", args=[over.pk])).status_code == 404
    assert own.get(reverse("api:record", args=[over.pk])).status_code == 409
    for address in ("games/game", "games/tenure", "games/logrow", "games/seat"):
        assert secret not in signed_in(root).get(f"/admin/{address}/").content.decode()
    assert secret not in signed_in(root).get(f"/admin/games/game/{over.pk}/change/").content.decode()


def test_a_deal_is_released_when_its_tables_are_over(
    anna: User, boris: User, clara: User, dmitri: User, deal: Deal, client: Client
) -> None:
    over, running = agreed_over(seated(anna, boris, deal=deal)), seated(clara, dmitri, deal=deal)
    with pytest.raises(DealInPlay):
        release_deal(deal=deal, now=NOON)
    agreed_over(running)
    release_deal(deal=deal, now=NOON)
    release_deal(deal=deal, now=NOON + timedelta(days=1))
    assert Deal.objects.get(pk=deal.pk).released_at == NOON
    with pytest.raises(DealReleased):
        seated(person("Emil"), person("Fjodor"), deal=deal)
    for game in (over, running):
        record = from_record(client.get(reverse("games:record", args=[game.pk])).json())
        assert record.to_json()["deal"]["deal"] == "event-7/round-2/4"  # type: ignore[index]
        assert "deal 'event-7/round-2/4'" in " ".join(verify(record))
        assert f"/games/{game.pk}/" in client.get("/archive/").content.decode()


def test_a_deal_leaves_its_secret_in_the_database(deal: Deal) -> None:
    assert "secret" in Deal.objects.get(pk=deal.pk).get_deferred_fields()
