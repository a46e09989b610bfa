"""One reply for several turns: “2, then 1, then pass phase”. The later moves are played when their turns come."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

import engine
from games.mail_commands.telling import CONFIRMED_WITHIN
from games.models import LogRow, PassMode, Source
from games.play.moves import submit_move
from games.play.positions import load
from games.play.reply_addresses import THEN_PASS, listed
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.replying import tell
from tests.games.mail_commands.test_as_on_the_page import answered, seat_mail_of, speaks
from tests.games.mail_commands.test_commands import arrive, said
from tests.games.play_builders import asked_user, play_on
from tests.incoming_mail.writing import reply_to
from tests.mails import text_of
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna, boris, mailbox):
    """Somebody may buy more than one card, so that a plan can be made."""
    started = quiet_start(anna, boris, pace="14d", now=now())
    play_on(started, until=lambda play: is_turn(play) and len(cards(play)) >= 2)
    return started


def is_turn(play):
    (seat,) = engine.waiting_for(play.state)
    question = engine.question_for(play.state, seat)
    return question is not None and question.kind == "turn"


def cards(play):
    (seat,) = engine.waiting_for(play.state)
    return [move for move in play.view(seat).moves if move.startswith("take ")]


def numbers(play):
    """Those of two cards that can be taken in the list of the email."""
    (seat,) = engine.waiting_for(play.state)
    return [play.view(seat).moves.index(move) + 1 for move in cards(play)[:2]]


def seat_of(game, user):
    return load(game.pk).seat_of(user)


def pass_for(game):
    """Whoever is asked passes."""
    play = load(game.pk)
    user = asked_user(play)
    submit_move(game_id=game.pk, user=user, text="pass", version=play.game.version, source=Source.PAGE, now=now())


def own_moves(game, seat, since):
    return list(LogRow.objects.filter(game=game, seat=seat.index, number__gt=since).values_list("text", "source"))


def test_a_later_move_is_played_when_its_turn_comes_and_the_rest_waits(game, mailbox):
    play = load(game.pk)
    user, (first, second), wanted = asked_user(play), numbers(play), cards(play)[:2]
    seat, since = play.seat_of(user), play.game.version
    assert arrive(seat_mail_of(game, user, f"{first}, then {second}, then pass phase")).reason == "played"
    assert seat_of(game, user).pass_mode == PassMode.PLAN
    text = said(answered(mailbox, user))
    assert "Your orders: take" in text
    assert "Reply “drop” to drop them." in text
    pass_for(game)
    moves = own_moves(game, seat, since)
    assert moves[:2] == [(wanted[0], "mail"), (wanted[1], "standing")]
    assert seat_of(game, user).pass_mode in (PassMode.PLAN, PassMode.PHASE, PassMode.NONE)
    assert not seat_of(game, user).waiting or not is_turn(load(game.pk))


def test_a_move_that_is_not_possible_ends_the_plan_and_its_player_is_asked(game):
    play = load(game.pk)
    user, (first, _second) = asked_user(play), numbers(play)
    seat, since = play.seat_of(user), play.game.version
    assert arrive(seat_mail_of(game, user, f"{first}, then {first}, then pass phase")).reason == "played"
    pass_for(game)
    assert len(own_moves(game, seat, since)) == 1
    now_seat = seat_of(game, user)
    assert (now_seat.pass_mode, now_seat.planned) == (PassMode.NONE, "")
    assert now_seat.waiting


@pytest.mark.parametrize("drops", ["drop", "verwerfen"])
def test_a_plan_is_dropped_by_email(game, mailbox, drops):
    play = load(game.pk)
    user, (first, second) = asked_user(play), numbers(play)
    seat, since = play.seat_of(user), play.game.version
    assert arrive(seat_mail_of(game, user, f"{first} dann {second}")).reason == "played"
    assert arrive(reply_to(answered(mailbox, user), drops)).reason == "drop"
    assert "Your orders have been dropped." in said(answered(mailbox, user))
    pass_for(game)
    assert len(own_moves(game, seat, since)) == 1


def test_the_page_shows_a_plan_to_its_player_alone_and_revokes_it(game, client):
    play = load(game.pk)
    user, (first, second) = asked_user(play), numbers(play)
    other = next(play.holder(seat.index).user for seat in play.seats if play.holder(seat.index).user != user)
    assert arrive(seat_mail_of(game, user, f"{first}, then {second}")).reason == "played"
    address = game.get_absolute_url()
    assert "You have conditional orders." in signed_in(user).get(address).content.decode()
    assert "You have conditional orders" not in signed_in(other).get(address).content.decode()
    assert (
        signed_in(user).post(f"{address}pass/", {"mode": "", "version": load(game.pk).game.version}).status_code == 302
    )
    assert seat_of(game, user).pass_mode == PassMode.NONE


def test_a_plan_in_german(game, mailbox):
    play = load(game.pk)
    user, (first, second) = asked_user(play), numbers(play)
    speaks(user, "de")
    assert arrive(seat_mail_of(game, user, f"Nummer {first}, dann {second}, danach passe Phase")).reason == "played"
    assert "Deine Anweisungen:" in said(answered(mailbox, user))


@pytest.mark.parametrize("text", ["{0}, then 99", "{0}, then pass phase, then {1}", "pass phase, then {0}"])
def test_a_plan_that_says_no_moves_plays_nothing(game, text):
    play = load(game.pk)
    user, since = asked_user(play), LogRow.objects.count()
    assert arrive(seat_mail_of(game, user, text.format(*numbers(play)))).reason in (
        "no_move",
        "no_such_number",
        "not_a_move",
    )
    assert LogRow.objects.count() == since
    assert seat_of(game, user).pass_mode == PassMode.NONE


@pytest.fixture
def last_rubles(anna, boris, mailbox):
    """A game in which somebody may spend their last rubles of the phase, and the number of that purchase."""
    started = quiet_start(anna, boris, pace="14d", now=now())
    play = play_on(started, until=lambda play: is_turn(play) and _spends_all(play))
    return started, asked_user(play), _spends_all(play)


def _spends_all(play):
    moves = listed(play, play.seats[engine.waiting_for(play.state)[0]])
    return next((place for place, move in enumerate(moves, start=1) if move.endswith(THEN_PASS)), 0)


@pytest.mark.parametrize(
    ("text", "mode"), [("{}", PassMode.PHASE), ("{}, then ask", PassMode.NONE), ("{}, dann frag mich", "")]
)
def test_who_buys_for_the_last_rubles_passes_unless_they_want_to_be_asked(last_rubles, mailbox, text, mode):
    game, user, number = last_rubles
    seat = seat_of(game, user)
    bought, price = load(game.pk).view(seat.index).moves[number - 1], load(game.pk).state.players[seat.index].rubles
    assert arrive(seat_mail_of(game, user, "status")).reason == "status"
    told = answered(mailbox, user)
    (line,) = [one for one in text_of(told).splitlines() if one.startswith(f"{number:2}. ")]
    assert "for" in line
    assert f"reply “{number}, then ask”" in said(told)
    assert arrive(reply_to(told, text.format(number))).reason == "played"
    assert seat_of(game, user).pass_mode == mode
    tell(now() + CONFIRMED_WITHIN + timedelta(minutes=5))
    played = said(mailbox.to(user.email)[-1]).partition("Played: ")[2].partition(".")[0]
    assert played.endswith("then pass this phase") is (mode == PassMode.PHASE)
    row = LogRow.objects.filter(game=game, seat=seat.index).latest("number")
    assert row.text == bought
    after = load(game.pk).view(seat.index)
    offers = [offer for slot in (*after.upper, *after.lower) if slot for offer in slot.offers]
    assert offers, price
    assert all(offer.short for offer in offers)


def test_a_copied_line_does_what_it_says(last_rubles, mailbox):
    game, user, number = last_rubles
    arrive(seat_mail_of(game, user, "status"))
    told = answered(mailbox, user)
    listed_as = text_of(told).partition("Available actions")[2]
    line = " ".join(listed_as[listed_as.index(f"{number:2}. ") :].split("phase")[0].split()) + " phase"
    assert arrive(reply_to(told, line)).reason == "played"
    assert seat_of(game, user).pass_mode == PassMode.PHASE


def test_who_wants_to_be_asked_every_time_says_so_by_email(last_rubles, mailbox):
    game, user, number = last_rubles
    assert arrive(seat_mail_of(game, user, "auto maybe")).reason == "no_such_choice"
    assert arrive(seat_mail_of(game, user, "auto off")).reason == "auto"
    user.refresh_from_db()
    assert not user.pass_by_itself
    assert arrive(seat_mail_of(game, user, "status")).reason == "status"
    told = answered(mailbox, user)
    assert "then pass" not in said(told).partition("Available actions")[2].partition("Reply to this")[0]
    assert arrive(reply_to(told, str(number))).reason == "played"
    assert seat_of(game, user).pass_mode == PassMode.NONE
