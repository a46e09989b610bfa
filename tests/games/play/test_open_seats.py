"""A seat whose player left: when it opens, who is asked, who may take it, and what a substitute sees."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import now

from accounts import separation
from accounts.models import User
from games.models import Game, SeatOffer, Source, Tenure, TenureStart, Visibility, Volunteer
from games.play.automatic import time_out
from games.play.errors import CannotTakeOver, HasSat, SeatGone
from games.play.open_seats import AGAIN, ROUNDS, ask_due, open_offers, take_seat, volunteer
from games.play.positions import load
from games.play.seats import OPENS_AFTER, resign, take_back_seat
from games.tasks import work_off
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from stpete_site.tasks import due_tasks
from tests.mails import text_of
from tests.people import person, signed_in, token_of
from tournaments.models import Rating

from ..page_reading import statements
from ..page_reading import text_of as words_of
from ..play_builders import DAY, HOUR, NOON, begun, play_on
from .organising import asked_seat, told

pytestmark = pytest.mark.django_db

LEFT = NOON + 2 * DAY
OPEN = LEFT + OPENS_AFTER


@pytest.fixture
def game(anna: User, boris: User, clara: User) -> Game:
    return begun(anna, boris, clara, misses=1, rated=True)


def leave(game: Game) -> tuple[int, User]:
    """The player who is asked misses the deadline: the seat, and whose it was."""
    late = asked_seat(game)
    owner = load(game.pk).holder(late.index).user
    assert owner is not None
    time_out(seat_id=late.pk, now=LEFT)
    return late.index, owner


def take(game: Game, seat: int, user: User, at=OPEN) -> None:
    take_seat(game_id=game.pk, seat=seat, user=user, source=Source.PAGE, now=at)


def wishing(name: str, **wish: object) -> User:
    user = person(name)
    chosen = {"fastest": "1d", "slowest": "3d", "players": [2, 3], "with_sets": False, "most_a_month": 2, **wish}
    volunteer(user=user, **chosen)  # type: ignore[arg-type]
    return user


def test_a_kept_seat_is_its_players_alone_for_a_while_and_then_open_to_the_first(game, dmitri):
    seat, owner = leave(game)
    with pytest.raises(SeatGone):
        take(game, seat, dmitri, OPEN - HOUR)
    take(game, seat, dmitri)
    play = load(game.pk)
    assert play.seat_of(dmitri).index == seat
    assert (play.rows[-1].text, play.rows[-1].source) == ("replaced", "page")
    assert play.holder(seat).began == TenureStart.SUBSTITUTE
    assert play.can_take_back(owner) is None
    with pytest.raises(SeatGone):
        take(game, seat, person("Emil"))
    assert told(game, "seat_lost") == [owner.name]
    assert told(game, "substitute") == ["Dmitri"]


def test_whose_seat_it_was_may_come_back_until_somebody_has_taken_it(game, dmitri):
    seat, owner = leave(game)
    with pytest.raises(HasSat):
        take(game, seat, owner)
    take_back_seat(game_id=game.pk, user=owner, source=Source.PAGE, now=OPEN + DAY)
    assert not SeatOffer.objects.exists()
    with pytest.raises(SeatGone):
        take(game, seat, dmitri, OPEN + DAY)


def test_a_resigned_seat_is_open_at_once_and_the_offer_ends_with_the_game(game, anna):
    resign(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)
    assert [offer.opens_at for offer in open_offers(NOON)] == [NOON]
    play_on(game)
    assert not SeatOffer.objects.exists()


@pytest.mark.parametrize("why", ["private", "tournament", "nobody plays"])
def test_nothing_is_offered_where_others_choose_or_nobody_plays(game, why, monkeypatch):
    if why == "private":
        Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    if why == "tournament":
        from games import extensions

        monkeypatch.setattr(extensions, "origin", lambda game: extensions.Origin("tournament", 1, "Cup"))
    leave(game)
    if why == "nobody plays":
        assert open_offers(OPEN).count() == 1
        for seat in load(game.pk).seats:
            user = load(game.pk).seat_of(load(game.pk).person_of(seat.index))
            if user is not None:
                resign(game_id=game.pk, user=load(game.pk).person_of(seat.index), source=Source.PAGE, now=LEFT)
    assert not open_offers(OPEN).exists()


def test_blocks_and_households_keep_people_from_a_seat(game, dmitri):
    seat, _owner = leave(game)
    other = next(user for index, user in enumerate(map(load(game.pk).person_of, range(3))) if index != seat)
    separation.block(blocker=other, blocked=dmitri, now=NOON)
    with pytest.raises(CannotTakeOver):
        take(game, seat, dmitri)
    emil = person("Emil")
    separation.name_housemate(user=emil, other=other, now=NOON)
    separation.name_housemate(user=other, other=emil, now=NOON)
    with pytest.raises(CannotTakeOver):
        take(game, seat, emil)


def test_no_program_takes_a_seat_in_a_rated_game(game, dmitri):
    seat, _owner = leave(game)
    dmitri.bot_since = NOON
    dmitri.save()
    with pytest.raises(CannotTakeOver):
        take(game, seat, dmitri)
    Game.objects.filter(pk=game.pk).update(rated=False)
    take(game, seat, dmitri)


def test_volunteers_whom_the_game_suits_are_asked_by_mail_until_one_has_come(game, mailbox):
    seat, owner = leave(game)
    fits = wishing("Fits")
    for name, wish in {
        "Slow": {"fastest": "7d", "slowest": "14d"},
        "Duel": {"players": [2]},
        "Strong": {},
        "Busy": {"most_a_month": 1},
        "Blocked": {},
        "Program": {},
    }.items():
        wishing(name, **wish)
    Rating.objects.create(
        user=User.objects.get(display_name="Strong"), pool="overall", value=2500, games=40, played_at=NOON
    )
    User.objects.filter(display_name="Program").update(bot_since=NOON)
    busy = User.objects.get(display_name="Busy")
    Tenure.objects.create(
        seat=begun(person("X"), person("Y")).seats.all()[0],
        user=busy,
        began=TenureStart.SUBSTITUTE,
        since=LEFT,
        until=LEFT,
    )
    separation.block(blocker=owner, blocked=User.objects.get(display_name="Blocked"), now=NOON)
    assert ask_due(now=OPEN - HOUR) == 0
    assert "games.tasks.sweep" in due_tasks(OPEN)
    assert ask_due(now=OPEN) == 1
    assert told(game, "open_seat") == ["Fits"]
    bundle_due(OPEN + HOUR)
    deliver_due(OPEN + HOUR)
    (mail,) = [mail for mail in mailbox.messages if mail["X-StPete-Event"] == "open_seat"]
    said = " ".join(text_of(mail).split())
    assert f"{owner.name} left this game" in said
    assert reverse("games:seat", args=[game.pk, seat]) in said
    assert ask_due(now=OPEN + HOUR) == 0
    asked = [ask_due(now=OPEN + AGAIN * round) for round in range(1, ROUNDS + 1)]
    assert asked == [1] * (ROUNDS - 1) + [0], "after some days nobody is asked any more"
    assert Volunteer.objects.get(user=fits).asked_at == OPEN + AGAIN * (ROUNDS - 1)


def test_a_mail_about_a_seat_that_is_taken_is_not_sent(game, dmitri, mailbox):
    seat, _owner = leave(game)
    wishing("Fits")
    ask_due(now=OPEN)
    take(game, seat, dmitri)
    bundle_due(OPEN + HOUR)
    deliver_due(OPEN + HOUR)
    assert "open_seat" not in [mail["X-StPete-Event"] for mail in mailbox.messages]
    (lost,) = [" ".join(text_of(mail).split()) for mail in mailbox.messages if mail["X-StPete-Event"] == "seat_lost"]
    assert "Dmitri took over your seat in this game" in lost


def test_the_sweep_asks(game):
    leave(game)
    SeatOffer.objects.update(opens_at=now() - HOUR, look_at=now() - HOUR)
    wishing("Fits")
    work_off()
    assert told(game, "open_seat") == ["Fits"]


def test_lobby_page_and_api_offer_the_seat_in_public_terms(anna, boris, clara, dmitri):
    game = begun(anna, boris, clara, misses=1, open_hands=False)
    seat, owner = leave(game)
    SeatOffer.objects.update(opens_at=now() - timedelta(minutes=5))
    client = signed_in(dmitri)
    lobby, caught = statements(client, "/lobby/")
    said = words_of(lobby)
    assert f"Seat of {owner.name}" in said
    assert "Take over" in said
    assert len(caught) <= 6
    page = words_of(client.get(reverse("games:seat", args=[game.pk, seat])))
    assert f"Take over the seat of {owner.name}?" in page
    assert page.count("0 points") == 3
    assert "ruble" not in page, "with hidden money nobody is told what the seat has"
    api = signed_in(dmitri).get("/api/v1/open-seats/").json()["results"]
    assert [(one["game"], one["seat"], one["player"], one["can_take"]) for one in api] == [
        (game.pk, seat, owner.name, True)
    ]
    others = signed_in(owner).get("/api/v1/open-seats/").json()["results"]
    assert [one["can_take"] for one in others] == [False]
    first = client.post(reverse("games:seat", args=[game.pk, seat]))
    assert first.headers["Location"] == game.get_absolute_url()
    second = signed_in(person("Emil")).post(reverse("games:seat", args=[game.pk, seat]))
    assert second.status_code == 409
    assert "This seat is no longer open." in words_of(second)


def test_a_program_takes_a_seat_and_says_what_it_wants_to_be_asked_about(game, dmitri, client):
    seat, _owner = leave(game)
    SeatOffer.objects.update(opens_at=now() - timedelta(minutes=5))
    head = {"Authorization": f"Bearer {token_of(dmitri)}"}
    wish = {"fastest": "1d", "slowest": "7d", "players": [2, 4], "with_sets": True, "most_a_month": 3}
    assert client.get("/api/v1/open-seats/wish/", headers=head).status_code == 404
    answer = client.put("/api/v1/open-seats/wish/", wish, content_type="application/json", headers=head)
    assert answer.json() == wish == client.get("/api/v1/open-seats/wish/", headers=head).json()
    taken = client.post(f"/api/v1/games/{game.pk}/seats/{seat}/", headers=head)
    assert (taken.status_code, taken.json()["your_seat"]) == (200, seat)
    again = client.post(
        f"/api/v1/games/{game.pk}/seats/{seat}/", headers={"Authorization": f"Bearer {token_of(person('Emil'))}"}
    )
    assert (again.status_code, again.json()["code"]) == (409, "seat_gone")
    assert client.delete("/api/v1/open-seats/wish/", headers=head).status_code == 204
    assert not Volunteer.objects.exists()


def test_the_form_of_a_volunteer_is_filled_with_what_was_saved(dmitri):
    client = signed_in(dmitri)
    sent = {"fastest": "7d", "slowest": "2d", "players": ["3"], "with_sets": "on", "most_a_month": "5"}
    assert client.post("/lobby/seats/", sent).status_code == 302
    wish = Volunteer.objects.get(user=dmitri)
    assert (wish.fastest, wish.slowest, wish.players, wish.most_a_month) == (2 * DAY, 7 * DAY, "3", 5)
    assert '<option value="2d" selected>' in client.get("/lobby/seats/").content.decode()
    client.post("/lobby/seats/", {"stop": "yes"})
    assert not Volunteer.objects.exists()
