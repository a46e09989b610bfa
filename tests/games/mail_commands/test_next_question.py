"""The answer to an email and the next question: one email says both."""

from datetime import timedelta

import pytest

import engine
from games.emails import ANSWERS
from games.mail_commands.telling import CONFIRMED_WITHIN
from games.models import Seat
from games.play.automatic import answer_for_bot
from games.play.interventions import pause_game, resume_game
from games.play.positions import load
from notifications.bundling import bundle_due
from notifications.models import Delivery, Endpoint, Notification, Preference
from notifications.prefetch import look_at
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.replying import LATER, arrive, asked, tell, turn_mail
from tests.games.play_builders import first_phase_over, play_on
from tests.incoming_mail.writing import reply_to
from tests.mails import text_of

pytestmark = pytest.mark.django_db


def test_no_second_mail_puts_the_question_that_the_answer_shows(game, mailbox):
    """Whoever is asked again by his own move gets one mail."""
    user, play = asked(game)
    seat = play.seat_of(user).index
    other = next(one for one in play.seats if one.index != seat)
    Seat.objects.filter(pk=other.pk).update(pass_mode="phase", pass_phase=engine.phase_key(play.state))
    move = next(one for one in play.view(seat).moves if one.startswith("take"))
    arrive(reply_to(turn_mail(mailbox, user), move))
    assert told_since(mailbox, user) == ["answer"]


def told_since(mailbox, user, now=LATER):
    """What the mails say that come to him from now on, until nothing is left to tell but reminders of deadlines."""
    before = len(mailbox.to(user.email))
    for minutes in (0.1, 5, 10):
        tell(now + timedelta(minutes=minutes))
    return [mail["X-StPete-Event"] for mail in mailbox.to(user.email)[before:]]


@pytest.fixture
def against_a_bot(anna, mailbox):
    """Anna is asked and has her mail."""
    made = quiet_start(anna, "plain", pace="14d")
    play_on(made, until=lambda play: first_phase_over(play) and load(made.pk).seat_of(anna).waiting)
    Notification.objects.exclude(kind="your_turn").update(due_at=None, dropped="test")
    tell(LATER)
    return made


SOON = LATER + timedelta(seconds=5)
"""By when what has arrived is handled."""


def bot_moves(game, now=SOON):
    """Until a person is asked."""
    while (seat := game.seats.filter(bot_due_at__isnull=False).first()) is not None:
        assert answer_for_bot(seat_id=seat.pk, now=now)


def test_no_second_mail_puts_a_question_that_a_bot_brought_about_before_the_answer_went_out(
    against_a_bot, anna, mailbox
):
    arrive(reply_to(turn_mail(mailbox, anna), "1"))
    bot_moves(against_a_bot)
    assert load(against_a_bot.pk).acting_seat(anna).waiting
    assert told_since(mailbox, anna) == ["answer"]
    assert "Available actions" in text_of(mailbox.to(anna.email)[-1])


def test_what_only_says_that_a_move_was_played_waits_for_the_next_question_and_is_said_in_its_mail(
    against_a_bot, anna, mailbox
):
    arrive(reply_to(turn_mail(mailbox, anna), "1"))
    tell(SOON)
    bot_moves(against_a_bot, SOON + timedelta(hours=1))
    assert told_since(mailbox, anna) == []
    assert told_since(mailbox, anna, SOON + timedelta(hours=1)) == ["answer"]
    mail = mailbox.to(anna.email)[-1]
    assert str(mail["Subject"]).endswith("Your turn")
    for said in ("Played: ", "Since your last turn", "Available actions", "Links to single moves"):
        assert said in text_of(mail)
    assert arrive(reply_to(mail, "1"), SOON + timedelta(hours=1, minutes=9)).reason == "played"


def test_without_a_next_question_a_move_is_confirmed_within_two_hours(game, mailbox):
    user, _play = asked(game)
    arrive(reply_to(turn_mail(mailbox, user), "1"))
    assert told_since(mailbox, user, LATER + CONFIRMED_WITHIN - timedelta(minutes=11)) == []
    assert told_since(mailbox, user, LATER + CONFIRMED_WITHIN) == ["answer"]
    assert "Played: " in text_of(mailbox.to(user.email)[-1])


def test_a_question_is_put_to_a_browser_too_when_its_mail_goes_with_an_answer(against_a_bot, anna, mailbox):
    browser = Endpoint.objects.create(user=anna, channel="push", url="https://push.example/1")
    arrive(reply_to(turn_mail(mailbox, anna), "1"))
    bot_moves(against_a_bot)
    assert told_since(mailbox, anna) == ["answer"]
    (pushed,) = Delivery.objects.filter(endpoint=str(browser.pk), state="pending")
    seen = look_at([pushed.pk], LATER + timedelta(minutes=20))[pushed.pk]
    assert {one.kind for one in seen.notifications} == {"answer", "your_turn"}
    assert seen.untrue == {}


def test_who_wants_no_answers_is_asked_all_the_same(against_a_bot, anna, mailbox):
    Preference.objects.create(user=anna, channel="mail", category=ANSWERS.name, when="never")
    arrive(reply_to(turn_mail(mailbox, anna), "1"))
    bot_moves(against_a_bot)
    assert told_since(mailbox, anna) == ["your_turn"]


def test_an_answer_that_does_not_show_the_question_brings_it_along(against_a_bot, anna, mailbox):
    mail = turn_mail(mailbox, anna)
    arrive(reply_to(mail, "1"))
    tell(SOON)
    bot_moves(against_a_bot)
    arrive(reply_to(mail, "log"))
    assert told_since(mailbox, anna) == ["answer"]
    text = text_of(mailbox.to(anna.email)[-1])
    assert text.count("Since your last turn") == 2, "as asked for, and as in each mail about a turn"
    assert "Available actions" in text


def test_while_the_mail_server_is_away_the_answer_waits_and_the_question_with_it(against_a_bot, anna, mailbox):
    arrive(reply_to(turn_mail(mailbox, anna), "1"))
    bundle_due(SOON)
    Delivery.objects.filter(state="pending").update(due_at=LATER + timedelta(minutes=8))
    bot_moves(against_a_bot)
    assert told_since(mailbox, anna) == ["answer"]


def test_a_question_that_goes_on_after_a_pause_is_put_again(against_a_bot, anna, mailbox):
    arrive(reply_to(turn_mail(mailbox, anna), "1"))
    bot_moves(against_a_bot)
    assert told_since(mailbox, anna) == ["answer"]
    pause_game(game_id=against_a_bot.pk, now=LATER + timedelta(days=1))
    resume_game(game_id=against_a_bot.pk, now=LATER + timedelta(days=9))
    assert told_since(mailbox, anna, LATER + timedelta(days=9)) == ["your_turn"]


def test_two_mails_that_are_answered_together_show_the_question_if_one_of_them_does(against_a_bot, anna, mailbox):
    mail = turn_mail(mailbox, anna)
    arrive(reply_to(mail, "1"))
    arrive(reply_to(mail, "log"))
    bot_moves(against_a_bot)
    assert told_since(mailbox, anna) == ["answer"]
    assert "Available actions" in text_of(mailbox.to(anna.email)[-1])
