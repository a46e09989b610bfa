"""How reliable a player is: deadlines, games finished and left, the usual answer time; and tables that ask for it."""

import pytest
from django.test import Client

import engine
from games.models import DeadlineSum, Game, Seat, SeatOffer, Source, Tenure
from games.play import seats, seen
from games.play.errors import ConditionsUnmet
from games.play.moves import submit_move
from games.play.open_seats import take_seat
from games.play.outcomes import find_outcome_faults, recount, usual_of
from games.play.positions import load
from games.play.proposals import propose
from games.play.reliability import reliability_of
from games.tables import sitting
from tests.people import person, signed_in, token_of

from ..page_reading import NEW_TABLE, text_of
from ..play_builders import DAY, HOUR, NOON, asked_user, begun, play_on
from ..table_builders import agreed_over, table

pytestmark = pytest.mark.django_db


def answer(game, now):
    play = load(game.pk)
    user = asked_user(play)
    text = str(engine.legal_moves(play.state, play.seat_of(user).index)[0])
    submit_move(game_id=game.pk, user=user, text=text, version=play.game.version, source=Source.PAGE, now=now)
    return user


def test_the_usual_answer_time_is_known_from_the_fifth_answer_on_and_lasts_in_the_sum(anna, boris):
    game, now = begun(anna, boris), NOON
    for number in range(10):
        assert (reliability_of(anna.pk).usual is None) == (number < 9) or number >= 8
        now += HOUR
        answer(game, now)
    assert abs(reliability_of(anna.pk).usual - HOUR) < HOUR / 30
    agreed_over(game, now)
    assert DeadlineSum.objects.get(user=anna).answers == 5
    assert abs(reliability_of(anna.pk).usual - HOUR) < HOUR / 30


def test_undone_answers_and_those_of_quick_play_meet_no_deadline(anna, boris, monkeypatch):
    monkeypatch.setattr(seen, "is_open", lambda user, game: True)
    game = begun(anna, boris)
    everybody = (anna, boris)

    def agree_on(kind, value=0):
        propose(game_id=game.pk, user=anna, kind=kind, value=value, source=Source.PAGE, now=NOON)
        propose(game_id=game.pk, user=boris, kind=kind, value=value, source=Source.PAGE, now=NOON)

    def met():
        return sum(reliability_of(user.pk).met for user in everybody)

    for _ in range(4):
        answer(game, NOON)
    assert met() == 4
    agree_on("quick")
    for _ in range(2):
        answer(game, NOON)
    assert met() == 4
    agree_on("undo", load(game.pk).moves[2].number)
    assert met() == 3, "one that counted and two of quick play are undone"


def test_one_long_absence_does_not_drown_many_quick_answers():
    assert usual_of(4, 4000) is None
    logs = 99 * 1181 + 2104  # 99 answers within an hour, one after 25 days
    assert HOUR < usual_of(100, logs) < 1.1 * HOUR


def test_leaving_counts_at_once_and_a_seat_taken_over_and_finished_makes_up_for_it(anna, boris, clara):
    first, second = begun(anna, boris, clara), begun(boris, clara)
    seats.resign(game_id=first.pk, user=anna, source=Source.PAGE, now=NOON)
    assert reliability_of(anna.pk).games == (0, 1)
    assert "finished 0 of 1 games" in text_of(Client().get(f"/players/{anna.pk}/"))
    seats.resign(game_id=second.pk, user=boris, source=Source.PAGE, now=NOON)
    seat = SeatOffer.objects.get(seat__game=second).seat.index
    take_seat(game_id=second.pk, seat=seat, user=anna, source=Source.PAGE, now=NOON)
    play_on(second, now=NOON + DAY)
    assert reliability_of(anna.pk).games == (1, 0)
    assert reliability_of(boris.pk).games == (0, 1)
    assert reliability_of(clara.pk).games == (1, 0)
    play_on(first, now=NOON + DAY)
    assert (reliability_of(anna.pk).games, reliability_of(boris.pk).games) == ((1, 0), (1, 1))
    assert not list(find_outcome_faults())
    before = {one.pk: one.finished for one in DeadlineSum.objects.all()}
    recount()
    assert {one.pk: one.finished for one in DeadlineSum.objects.all()} == before


def test_who_leaves_bots_or_comes_back_or_leaves_last_has_left_nobody(anna, boris):
    alone = begun(anna, "plain")
    seats.resign(game_id=alone.pk, user=anna, source=Source.PAGE, now=NOON)
    game = begun(anna, boris)
    seats.resign(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)
    seats.resign(game_id=game.pk, user=boris, source=Source.PAGE, now=NOON + HOUR)
    assert reliability_of(anna.pk).games == (0, 1)
    assert reliability_of(boris.pk).games == (0, 0)


def test_a_table_asks_for_reliable_players_and_says_what_is_missing(anna, boris, clara):
    sent = {**NEW_TABLE, "least_kept": "90", "least_finished": "80", "answers_within": "6h"}
    assert signed_in(anna).post("/tables/new/", sent).status_code == 302
    asked = Game.objects.get()
    page = text_of(signed_in(boris).get(f"/tables/{asked.pk}/"))
    assert "at least 90 % of deadlines kept, at least 80 % of games finished, answers usually within 6 hours" in page
    begun(boris, clara)
    Seat.objects.filter(tenures__user=boris).update(deadlines_met=17, deadlines_missed=3)
    refused = signed_in(boris).post(f"/tables/{asked.pk}/join/", {"seen": "first"})
    assert refused.status_code == 403
    assert "This table asks for 90 % of deadlines kept; yours are 85 %." in text_of(refused)
    Seat.objects.filter(tenures__user=boris).update(deadlines_missed=0, answers=10, answer_logs=10 * 1600)
    with pytest.raises(ConditionsUnmet, match="within 6 hours; you usually take 18 hours"):
        sitting.join_table(game_id=asked.pk, user=boris, now=NOON)
    DeadlineSum.objects.create(user=clara, met=9, missed=0, finished=3, left=2)
    with pytest.raises(ConditionsUnmet, match="80 % of games finished; yours are 60 %"):
        sitting.join_table(game_id=asked.pk, user=clara, now=NOON)
    sitting.join_table(game_id=asked.pk, user=person("Newcomer"), now=NOON)
    form = signed_in(anna).get(f"/tables/{asked.pk}/change/").content.decode()
    assert '<option value="90" selected>' in form


def test_who_is_invited_meets_all_conditions_and_programs_set_them(anna, boris, client):
    head = {"Authorization": f"Bearer {token_of(anna)}"}
    body = {"players": 3, "least_kept": 95, "answers_within": "12h", "guests": ["Boris"]}
    made = client.post("/api/v1/tables/", body, content_type="application/json", headers=head)
    assert made.status_code == 201
    asked = Game.objects.get(pk=made.json()["id"])
    assert (asked.least_kept, asked.least_finished, asked.answers_within) == (95, 0, DAY / 2)
    DeadlineSum.objects.create(user=boris, met=1, missed=9)
    sitting.join_table(game_id=asked.pk, user=boris, now=NOON)
    clara = person("Clara")
    DeadlineSum.objects.create(user=clara, met=1, missed=9)
    head = {"Authorization": f"Bearer {token_of(clara)}"}
    told = {"seen": made.json()["terms"]}
    refused = client.post(f"/api/v1/tables/{asked.pk}/seat/", told, content_type="application/json", headers=head)
    assert (refused.status_code, refused.json()["code"]) == (403, "conditions_unmet")


def test_conditions_hold_for_an_open_seat_as_well(anna, boris, clara, dmitri):
    game = begun(anna, boris, clara)
    Game.objects.filter(pk=game.pk).update(least_kept=90)
    seats.resign(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)
    DeadlineSum.objects.create(user=dmitri, met=1, missed=9)
    seat = SeatOffer.objects.get().seat.index
    with pytest.raises(ConditionsUnmet):
        take_seat(game_id=game.pk, seat=seat, user=dmitri, source=Source.PAGE, now=NOON)
    assert not Tenure.objects.filter(user=dmitri).exists()


def test_what_a_table_asks_of_others_needs_no_new_consent(anna):
    from dataclasses import replace

    from games.models.conditions import Conditions
    from games.tables.gathering import Terms

    before = Terms.of(table(anna, now=NOON))
    assert not replace(before, conditions=Conditions(kept=90)).asks_again(before)
