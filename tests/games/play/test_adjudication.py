"""Games that an organiser ends: stopped as they stand, played out by bots, annulled."""

import pytest
from django.urls import reverse

from engine.record import from_record, verify
from games.models import TenureEnd, TenureStart
from games.options.strengths import STRENGTHS
from games.play.automatic import time_out
from games.play.errors import NotRunning
from games.play.interventions import STRONGEST, annul_game, pause_game, play_out, resume_game, stop_game
from games.play.positions import load
from games.replay.record import record_of
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.mails import text_of
from tests.people import signed_in

from ..play_builders import DAY, HOUR, NOON, begun, first_phase_over, play_on
from ..table_builders import table
from .organising import asked_seat, reading, told

pytestmark = pytest.mark.django_db


def test_a_stopped_game_ends_with_points_as_they_lie(anna, boris):
    game = begun(anna, boris, secret=b"4" * 32)
    before = play_on(game, until=first_phase_over)
    stop_game(game_id=game.pk, now=NOON + HOUR)
    play = load(game.pk)
    assert play.game.is_finished
    assert play.game.finished_at == NOON + HOUR
    row = play.rows[-1]
    assert (row.kind, row.text, row.source) == ("end", "adjudicated", "director")
    assert play.game.result["ended"] == "adjudicated"
    assert [one["points"] for one in play.game.result["seats"]] == [before.state.points(seat) for seat in (0, 1)]
    assert not any(seat.waiting or seat.due_at or seat.bot_due_at for seat in play.seats)
    assert sorted(told(game, "over")) == ["Anna", "Boris"]
    record = from_record(record_of(play))
    assert verify(record)[-1] == "result: adjudicated, as the moves give it"
    with pytest.raises(NotRunning):
        stop_game(game_id=game.pk, now=NOON + HOUR)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "A director ended the game here",
                "Ended by a director. The score shown is from before final scoring.",
                "Ended by a director.",
            ],
        ),
        (
            "de",
            [
                "Die Leitung hat die Partie hier beendet",
                "Von der Leitung beendet: Punkte nach",
                "Von der Leitung beendet.",
            ],
        ),
    ],
)
def test_pages_and_mails_say_who_ended_it(language, said, anna, boris, mailbox):
    game = begun(anna, boris)
    stop_game(game_id=game.pk, now=NOON)
    bundle_due(NOON + HOUR)
    deliver_due(NOON + HOUR)
    over = [" ".join(text_of(mail).split()) for mail in mailbox.messages if mail["X-StPete-Event"] == "over"]
    assert len(over) == 2
    assert all("A director ended the game here, without final scoring." in one for one in over)
    client = reading(anna, language)
    text = client.get(game.get_absolute_url()).content.decode() + client.get("/games/").content.decode()
    assert all(one in text for one in said)


def test_bots_play_a_game_to_its_end(anna, boris, clara):
    game = begun(anna, boris, clara, misses=1, secret=b"4" * 32)
    play_on(game, until=lambda play: play.state.ending)
    late = asked_seat(game)
    time_out(seat_id=late.pk, now=NOON + 2 * DAY)
    now = NOON + 3 * DAY
    play_out(game_id=game.pk, now=now)
    play = load(game.pk)
    assert [(play.holder(seat.index).bot, play.holder(seat.index).began) for seat in play.seats] == [
        (STRONGEST, TenureStart.PLAY_OUT)
    ] * 3
    assert {play.tenures[seat.index][-2].ended for seat in play.seats} == {TenureEnd.PLAY_OUT}
    assert not any(play.can_take_back(user) for user in (anna, boris, clara))
    assert [row.text for row in play.rows if row.kind == "seat"][1:] == ["play-out"] * 3
    assert sorted(told(game, "seat_lost")) == ["Anna", "Boris", "Clara"]
    play = play_on(game, now=now)
    assert play.game.result["ended"] == "played out"
    assert sorted(told(game, "over")) == ["Anna", "Boris", "Clara"], "they learn how it ended"
    text = signed_in(anna).get(reverse("games:log", args=[game.pk])).content.decode()
    assert "The strongest bot finishes the game for Anna" in text


def test_it_is_the_strongest_of_all_that_plays():
    assert list(STRENGTHS)[-1] == STRONGEST


def test_a_paused_game_is_played_out_when_it_goes_on(anna, boris):
    game = begun(anna, boris)
    pause_game(game_id=game.pk, now=NOON)
    play_out(game_id=game.pk, now=NOON)
    assert not any(seat.bot_due_at for seat in load(game.pk).seats)
    resume_game(game_id=game.pk, now=NOON + DAY)
    assert asked_seat(game).bot_due_at == NOON + DAY


def test_who_lost_his_seat_sees_what_visitors_see(anna, boris):
    game = begun(anna, boris, open_hands=False)
    index = load(game.pk).seat_of(anna).index
    play_out(game_id=game.pk, now=NOON)
    state = signed_in(anna).get(reverse("api:game", args=[game.pk])).json()
    assert state["view"]["seats"][index]["rubles"] is None


def test_an_annulled_game_says_so_and_keeps_its_log(anna, boris):
    game = begun(anna, boris)
    stop_game(game_id=game.pk, now=NOON)
    before = load(game.pk)
    annul_game(game_id=game.pk, now=NOON + HOUR)
    annul_game(game_id=game.pk, now=NOON + DAY)
    play = load(game.pk)
    assert play.game.annulled_at == NOON + HOUR
    assert (play.rows, play.game.result, play.game.version) == (before.rows, before.game.result, before.game.version)
    client = signed_in(anna)
    for name in ("games:game", "games:replay"):
        assert "This game was voided and does not count." in client.get(reverse(name, args=[game.pk])).content.decode()
    assert "Voided: this game does not count." in client.get("/games/").content.decode()
    assert client.get(reverse("api:game", args=[game.pk])).json()["annulled_at"].startswith("2026-11-20T13:00")


def test_a_running_game_that_is_annulled_says_so_in_lists(anna, boris):
    game = begun(anna, boris)
    annul_game(game_id=game.pk, now=NOON)
    assert load(game.pk).game.is_running
    assert "Voided: this game does not count." in signed_in(anna).get("/games/").content.decode()


def test_a_table_cannot_be_annulled(anna):
    with pytest.raises(NotRunning):
        annul_game(game_id=table(anna).pk, now=NOON)
