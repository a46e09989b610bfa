"""Answers to turn mails: played, previewed, refused, stale; and what the mail back says."""

import re
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

import engine
from accounts.services import disown
from games.emails import ANSWERS, TURNS
from games.mail_commands.telling import CONFIRMED_WITHIN
from games.models import Game, LogRow, Seat, Source
from games.models.notification import game_subject
from games.play.automatic import answer_for_bot, time_out
from games.play.interventions import pause_game, resume_game
from games.play.moves import uncovers
from games.play.positions import load
from games.play.seats import resign, take_back_seat
from games.text_client.playing import listed_moves
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay, IncomingMail, MailState, Preview, ReplyToken
from incoming_mail.services import take, wish_preview
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Delivery, Endpoint, Notification, Preference
from notifications.prefetch import look_at
from tests.games.mail_builders import quiet_start
from tests.games.play_builders import NOON, asked_user, first_phase_over, play_on
from tests.incoming_mail.writing import letter, reply_to
from tests.mails import html_of, text_of
from tests.notifications.choosing import wants

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(minutes=5)


@pytest.fixture
def game(anna, boris, mailbox):
    """The first Workers are bought; whoever is asked has his mail."""
    made = quiet_start(anna, boris, pace="14d")
    play_on(made, until=first_phase_over)
    Notification.objects.filter(subject=game_subject(made.pk)).exclude(kind="your_turn").update(
        due_at=None, dropped="test"
    )
    tell(LATER)
    return made


def tell(now):
    bundle_due(now)
    deliver_due(now)


def asked(game):
    play = load(game.pk)
    return asked_user(play), play


def turn_mail(mailbox, user):
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == "your_turn"][-1]


def arrive(mail, now=LATER, envelope_from=None):
    """Through the one door, and handled."""
    row = take(
        mail.as_bytes(),
        envelope_from=str(mail["From"]) if envelope_from is None else envelope_from,
        envelope_to=[str(mail["To"])],
        way=ArrivalWay.SMTP,
        now=now,
    )
    handle_due(now)
    row.refresh_from_db()
    return row


def answers(mailbox, user, now=LATER):
    """Those that went to him, the ones that waited for a next question too."""
    for later in (timedelta(), CONFIRMED_WITHIN):
        tell(now + later + timedelta(seconds=5))
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == "answer"]


def test_a_number_of_the_list_is_played_and_the_answer_says_so(game, mailbox):
    user, before = asked(game)
    mail = turn_mail(mailbox, user)
    assert "Reply to this email to play" in text_of(mail)
    assert "Reply to this email to play" in html_of(mail)
    moves = before.view(before.seat_of(user).index).moves
    row = arrive(reply_to(mail, "1"))
    assert (row.state, row.reason, row.handler, row.user, bytes(row.raw)) == (
        "handled",
        "played",
        "games.seat",
        user,
        b"",
    )
    last = [one for one in LogRow.objects.filter(game=game) if one.source == Source.MAIL][-1]
    assert last.text == moves[0]
    (back,) = answers(mailbox, user)
    assert "Played: " in text_of(back)
    assert "Current standings" in text_of(back)
    assert "Played: " in html_of(back)
    assert back["Auto-Submitted"] == "auto-generated"
    assert back["In-Reply-To"] == mail["In-Reply-To"], "one thread"


def test_the_same_answer_again_plays_nothing_and_brings_the_position(game, mailbox):
    user, _play = asked(game)
    mail = turn_mail(mailbox, user)
    arrive(reply_to(mail, "1"))
    answers(mailbox, user)
    rows = LogRow.objects.count()
    again = arrive(reply_to(mail, "1"))
    assert (again.state, again.reason) == ("handled", "stale_position")
    assert LogRow.objects.count() == rows
    said = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert "No move was made" in said
    assert "Current standings" in said


def test_the_same_letter_delivered_again_is_dropped(game, mailbox):
    user, _play = asked(game)
    mail = reply_to(turn_mail(mailbox, user), "1")
    first = arrive(mail)
    assert arrive(mail).pk == first.pk, "the same bytes are the same row"
    rows = LogRow.objects.count()
    mail["Received"] = "by another.example"
    assert (arrive(mail).reason, LogRow.objects.count()) == ("duplicate", rows)


def test_a_move_in_words_and_a_standing_pass(game, mailbox):
    user, play = asked(game)
    seat = play.seat_of(user).index
    move = next(one for one in play.view(seat).moves if one.startswith("take"))
    row = arrive(reply_to(turn_mail(mailbox, user), f"{move}; pass until change"))
    assert row.reason == "played"
    assert LogRow.objects.filter(game=game, source=Source.MAIL).last().text == move
    assert Seat.objects.get(game=game, index=seat).pass_mode == "until-change"
    assert "Auto-pass is on:" in text_of(answers(mailbox, user)[-1])


def test_the_words_of_the_list_and_german_ones_are_read_as_on_the_text_page(game, mailbox):
    """The same reader: what is copied from the mail, number and all, is a move; a standing pass is said in many words."""
    user, play = asked(game)
    seat = play.seat_of(user)
    moves, words = listed_moves(play, seat)
    place = next(place for place, one in enumerate(moves) if one.startswith("take"))
    text = f"{place + 1}. {words[place]}; passen, bis sich das Tableau ändert"
    assert arrive(reply_to(turn_mail(mailbox, user), text)).reason == "played"
    assert LogRow.objects.filter(game=game, source=Source.MAIL).last().text == moves[place]
    assert Seat.objects.get(pk=seat.pk).pass_mode == "until-change"
    rows = LogRow.objects.count()
    assert arrive(reply_to(turn_mail(mailbox, user), "nicht mehr passen")).reason == "played"
    assert (Seat.objects.get(pk=seat.pk).pass_mode, LogRow.objects.count()) == ("", rows)
    assert "Auto-pass is off." in text_of(answers(mailbox, user)[-1])


def test_a_number_counts_for_the_first_move_only(game, mailbox):
    user, play = asked(game)
    seat = play.seat_of(user)
    other = next(one for one in play.seats if one.index != seat.index)
    Seat.objects.filter(pk=other.pk).update(pass_mode="until-change", pass_phase=engine.phase_key(play.state))
    move = next(one for one in listed_moves(play, seat)[0] if one.startswith("take"))
    rows = LogRow.objects.filter(source=Source.MAIL).count()
    assert arrive(reply_to(turn_mail(mailbox, user), f"{move}; nr. 1")).reason == "played"
    assert LogRow.objects.filter(source=Source.MAIL).count() == rows + 1
    said = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert (
        "Only the first move can be a number, because the list changes after it. Write the other moves as text." in said
    )


def test_a_line_copied_with_the_number_of_another_move_is_asked_back(game, mailbox):
    user, play = asked(game)
    words = listed_moves(play, play.seat_of(user))[1]
    rows = LogRow.objects.count()
    assert arrive(reply_to(turn_mail(mailbox, user), f"1. {words[1]}")).reason == "no_move"
    assert LogRow.objects.count() == rows
    assert "I found no move in your reply." in " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert arrive(reply_to(turn_mail(mailbox, user), f"2. {words[1]}")).reason in ("played", "previewed")


def test_what_is_not_asked_any_more_is_left_out(game, mailbox):
    user, play = asked(game)
    move = next(one for one in play.view(play.seat_of(user).index).moves if one.startswith("take"))
    rows = LogRow.objects.filter(source=Source.MAIL).count()
    arrive(reply_to(turn_mail(mailbox, user), f"{move}\nbuy library"))
    assert LogRow.objects.filter(source=Source.MAIL).count() == rows + 1
    said = text_of(answers(mailbox, user)[-1])
    assert "It is no longer your turn." in said
    assert "Skipped: buy library" in said


def test_what_was_written_for_a_phase_is_left_out_in_the_next(game, mailbox):
    """As on the text page: the cards of the next one were not known when it was written."""
    wish_preview(asked(game)[0], Preview.NEVER)
    user, play = asked(game)
    others = [one.pk for one in play.seats if one.index != play.seat_of(user).index]
    Seat.objects.filter(pk__in=others).update(pass_mode="phase", pass_phase=engine.phase_key(play.state))
    assert arrive(reply_to(turn_mail(mailbox, user), "pass; pass phase")).reason == "played"
    said = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert "A new phase has started with cards you had not seen. Check the position and choose again." in said
    assert {seat.pass_mode for seat in load(game.pk).seats} == {""}


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("99", "no_such_number", "That email has no move with this number."),
        ("buy the moon", "not_a_move", "“buy the moon”"),
        ("", "empty", "I found no move in your reply. Send just its number, such as “2”, and I play it."),
        ("Thanks for the game!", "no_move", "I found no move in your reply."),
        ("yes", "nothing_pending", "There is nothing to confirm."),
    ],
)
def test_what_cannot_be_played_is_said_with_what_can(game, mailbox, text, reason, words):
    user, _play = asked(game)
    rows = LogRow.objects.count()
    assert arrive(reply_to(turn_mail(mailbox, user), text)).reason == reason
    assert LogRow.objects.count() == rows
    said = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert words in said
    assert "Available actions" in said
    assert " 1. " in said


def test_who_always_wants_a_preview_says_yes_before_it_is_played(game, mailbox):
    user, play = asked(game)
    wish_preview(user, Preview.ALWAYS)
    rows = LogRow.objects.count()
    assert arrive(reply_to(turn_mail(mailbox, user), "1")).reason == "previewed"
    assert LogRow.objects.count() == rows
    (back,) = answers(mailbox, user)
    assert "Not played yet:" in " ".join(text_of(back).split())
    assert "Play this move?" in back["Subject"]
    assert arrive(reply_to(back, "Yes")).reason == "played"
    assert (
        LogRow.objects.filter(game=game, source=Source.MAIL).last().text == play.view(play.seat_of(user).index).moves[0]
    )


def uncovering(play):
    """The moves of whoever is asked that bring cards to light."""
    (seat,) = engine.waiting_for(play.state)
    return [move for move in engine.legal_moves(play.state, seat) if uncovers(play.state, seat, move)]


@pytest.mark.parametrize("is_pass", [True, False])
def test_what_uncovers_something_hidden_is_asked_once_more_unless_it_is_a_pass(game, mailbox, is_pass):
    """The last pass of an action part brings new cards to light, and so does an Observatory."""

    def choose(play, seat):
        moves = play.view(seat).moves
        return next((move for move in moves if move.startswith("buy")), moves[-1])

    play = play_on(game, until=lambda play: any(move.is_pass == is_pass for move in uncovering(play)), choose=choose)
    tell(LATER + timedelta(minutes=3))
    user, _play = asked(game)
    move = next(str(move) for move in uncovering(play) if move.is_pass == is_pass)
    row = arrive(reply_to(turn_mail(mailbox, user), move), LATER + timedelta(minutes=3))
    assert row.reason == ("played" if is_pass else "previewed")
    if not is_pass:
        (back,) = answers(mailbox, user, LATER + timedelta(minutes=3))
        assert arrive(reply_to(back, "ja"), LATER + timedelta(minutes=4)).reason == "played"


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


def test_from_another_address_nothing_is_played_and_the_owner_is_told(game, mailbox, clara):
    user, _play = asked(game)
    rows = LogRow.objects.count()
    for sender in (clara.email, "mallory@example.net", user.email.replace("@", "+x@")):
        row = arrive(reply_to(turn_mail(mailbox, user), "1", sender=sender))
        assert (row.reason, row.state) == ("other_sender", "handled")
    assert LogRow.objects.count() == rows
    assert "from another address than yours" in " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert mailbox.to(clara.email) == []
    assert mailbox.to("mallory@example.net") == []


def test_the_answer_goes_to_the_account_whatever_reply_to_says(game, mailbox):
    user, _play = asked(game)
    mail = reply_to(turn_mail(mailbox, user), "1", Reply_To="mallory@example.net")
    assert arrive(mail).reason == "played"
    assert len(answers(mailbox, user)) == 1
    assert mailbox.to("mallory@example.net") == []


def test_a_seat_that_changed_hands_is_played_by_no_old_mail_and_who_held_it_is_told(game, mailbox, settings):
    user, _play = asked(game)
    mail = turn_mail(mailbox, user)
    resign(game_id=game.pk, user=user, source=Source.PAGE, now=LATER)
    rows = LogRow.objects.count()
    assert arrive(reply_to(mail, "1")).reason == "not_seated"
    assert LogRow.objects.count() == rows
    (back,) = answers(mailbox, user)
    text = " ".join(text_of(back).split())
    assert "The seat from this email is no longer yours. No move was made." in text
    assert "Available actions" not in text
    assert arrive(reply_to(mail, "1", sender="mallory@example.net")).reason == "other_sender"
    assert mailbox.to("mallory@example.net") == []
    forged = reply_to(mail, "1", Authentication_Results="mx.example.org; dmarc=fail")
    settings.INBOUND_AUTHSERV = "mx.example.org"
    assert arrive(forged).reason == "forged"


def test_who_lost_a_seat_by_missed_deadlines_is_told_how_to_reclaim_it(anna, boris, mailbox):
    game = quiet_start(anna, boris, misses=1)
    tell(LATER)
    (seat,) = [seat for seat in load(game.pk).seats if seat.waiting]
    user, now = asked_user(load(game.pk)), seat.due_at
    mail = turn_mail(mailbox, user)
    assert time_out(seat_id=seat.pk, now=now)
    assert arrive(reply_to(mail, "1"), now).reason == "not_seated"
    assert "A bot is holding your seat. Reclaim it" in " ".join(text_of(answers(mailbox, user, now)[-1]).split())
    take_back_seat(game_id=game.pk, user=user, source=Source.PAGE, now=now)
    assert arrive(reply_to(mail, "2"), now).reason == "not_seated"
    text = " ".join(text_of(answers(mailbox, user, now)[-1]).split())
    assert "The game has moved on since that email. No move was made." in text
    assert "You can reply to this email." in text or "Reply to this email to play" in text


@pytest.mark.parametrize("change", ["address", "password", "everywhere"])
def test_another_address_or_sign_in_ends_all_old_mails(game, mailbox, change):
    user, _play = asked(game)
    mail = reply_to(turn_mail(mailbox, user), "1")
    if change == "address":
        user.emailaddress_set.update(email="new@example.org")
        user.email = "new@example.org"
        user.save()
        mail.replace_header("From", "new@example.org")
    elif change == "password":
        user.set_password("another one, long enough")
        user.save()
    else:
        disown(user, but_for=None)
    assert arrive(mail).reason == "revoked"


def test_resigning_is_asked_once_more(game, mailbox):
    user, _play = asked(game)
    assert arrive(reply_to(turn_mail(mailbox, user), "resign")).reason == "asked"
    assert load(game.pk).seat_of(user) is not None
    (back,) = answers(mailbox, user)
    assert "Do you want to resign?" in " ".join(text_of(back).split())
    assert arrive(reply_to(back, "yes")).reason == "resigned"
    assert load(game.pk).seat_of(user) is None
    assert "You resigned. A bot takes over your seat." in text_of(answers(mailbox, user)[-1])


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [("no", "declined", "Nothing was changed."), ("join", "no_command", "Unknown command.")],
)
def test_a_word_that_does_nothing_here_is_answered(game, mailbox, text, reason, words):
    user, _play = asked(game)
    assert arrive(reply_to(turn_mail(mailbox, user), text)).reason == reason
    assert words in text_of(answers(mailbox, user)[-1])


def test_a_name_is_changed_in_an_answer_about_a_game(game, mailbox):
    user, _play = asked(game)
    before = Game.objects.get(pk=game.pk).version
    assert arrive(reply_to(turn_mail(mailbox, user), "Name: Nadja")).reason == "name"
    told = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert "Other players now see you as Nadja." in told
    assert "Available actions" in told
    user.refresh_from_db()
    assert user.name == "Nadja"
    assert Game.objects.get(pk=game.pk).version == before


def test_stop_ends_the_mails_of_this_game_and_start_brings_them_back(game, mailbox):
    user, _play = asked(game)
    mail = turn_mail(mailbox, user)
    arrive(reply_to(mail, "STOP"))
    assert not wants(user, TURNS, game_subject(game.pk))
    assert wants(user, TURNS)
    assert "only replies to your emails" in " ".join(text_of(answers(mailbox, user)[-1]).split())
    arrive(reply_to(mail, "start"))
    assert wants(user, TURNS, game_subject(game.pk))


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("status", "Current standings"),
        ("hand", "Your hand:"),
        ("log", "Since your last turn"),
        ("prices", "Upper row:"),
        ("rules UI-4", "Automatic passes are ordinary passes"),
        ("rules XYZ-9", "There is no rule and no card “XYZ-9”"),
        ("hilfe", "Commands"),
    ],
)
def test_commands_read_and_change_nothing(game, mailbox, text, heading):
    user, _play = asked(game)
    rows = LogRow.objects.count()
    arrive(reply_to(turn_mail(mailbox, user), text))
    assert heading in " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert LogRow.objects.count() == rows


def test_no_answer_says_what_the_reader_may_not_know(anna, boris, mailbox):
    """With hidden hands an answer is made of the view of its reader."""
    game = quiet_start(anna, boris, pace="14d", open_hands=False)
    play_on(game, until=first_phase_over)
    tell(LATER)
    user, play = asked(game)
    other = next(one for one in play.seats if play.holder(one.index).user != user)
    arrive(reply_to(turn_mail(mailbox, user), "status"))
    said = text_of(answers(mailbox, user)[-1])
    assert f"{play.holder(other.index).user.name}: rubles hidden" in said


def test_a_token_is_one_for_the_same_question_and_says_nothing_to_the_admin(game, mailbox, client):
    user, _play = asked(game)
    count = ReplyToken.objects.count()
    turn_mail(mailbox, user)
    assert ReplyToken.objects.filter(user=user).count() == 1 or count
    from accounts.models import User

    root = User.objects.create_superuser("root@example.org", "long enough to sign in", display_name="Root")
    client.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    arrive(reply_to(turn_mail(mailbox, user), "1"))
    page = client.get("/admin/incoming_mail/incomingmail/").content.decode()
    assert "played" in page
    token = ReplyToken.objects.filter(user=user).first()
    for address in (f"/admin/incoming_mail/replytoken/{token.pk}/change/", "/admin/incoming_mail/replytoken/"):
        page = client.get(address).content.decode()
        assert token.token not in page
        assert "moves" not in page


def test_too_many_mails_of_one_person_are_dropped(game, mailbox, settings):
    settings.INBOUND_PER_HOUR = 2
    user, _play = asked(game)
    mail = turn_mail(mailbox, user)
    reasons = [arrive(reply_to(mail, "status")).reason for _ in range(3)]
    assert reasons == ["status", "status", "too_many"]
    assert arrive(reply_to(mail, "status"), LATER + timedelta(hours=2)).reason == "status"


def test_where_no_mail_arrives_none_is_offered(anna, boris, mailbox, settings, client):
    settings.INBOUND_DOMAIN = ""
    made = quiet_start(anna, boris, pace="14d")
    tell(LATER)
    mail = turn_mail(mailbox, asked(made)[0])
    assert mail["Reply-To"] is None
    assert "Reply to this email to play" not in text_of(mail)
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert "mail_preview" not in client.get("/profile/").content.decode()
    settings.INBOUND_DOMAIN = "stpete.localhost"
    assert "mail_preview" in client.get("/profile/").content.decode()


def test_rows_that_came_to_an_end_are_thrown_away(game, mailbox, settings):
    from incoming_mail.services import forget_old

    user, _play = asked(game)
    arrive(reply_to(turn_mail(mailbox, user), "status"))
    assert forget_old(LATER + timedelta(days=settings.INBOUND_KEEP_DAYS - 1)) == 0
    assert forget_old(LATER + timedelta(days=settings.INBOUND_KEEP_DAYS + 1)) == 1
    assert not IncomingMail.objects.exclude(state=MailState.WAITING).exists()


def reminded(mailbox, user, now):
    tell(now)
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == "reminder"][-1]


def test_a_reminder_of_one_game_is_answered_like_its_turn_mail(anna, boris, mailbox):
    late = NOON + timedelta(days=13, hours=2)
    made = quiet_start(anna, boris, pace="14d")
    user, play = asked(made)
    mail = reminded(mailbox, user, late)
    assert "Reply to this email to play" in " ".join(text_of(mail).split())
    assert "Available actions" in html_of(mail)
    assert arrive(reply_to(mail, "1"), late).reason == "played"
    assert LogRow.objects.filter(source=Source.MAIL).first().text == play.view(play.seat_of(user).index).moves[0]
    assert arrive(reply_to(mail, "1"), late).reason == "stale_position"


def test_a_reminder_of_several_games_has_an_address_for_each(anna, mailbox, boris):
    """Nothing is numbered there, so a number is no answer; a move in words is, for its game alone."""
    late = NOON + timedelta(days=13, hours=2)
    made = [quiet_start(anna, boris, pace="14d") for _ in range(2)]
    (user,) = {asked(one)[0] for one in made}
    mail = reminded(mailbox, user, late)
    assert mail["Reply-To"] is None
    for kind in (text_of, html_of):
        addresses = list(dict.fromkeys(re.findall(r"reply\+[a-z2-7]{26}@stpete\.localhost", kind(mail))))
        assert len(addresses) == 2
    assert "Available actions" not in text_of(mail)
    play = load(made[1].pk)
    move = play.view(play.seat_of(user).index).moves[0]
    assert arrive(letter(user.email, addresses[1], "1"), late).reason == "no_such_number"
    assert "That email has no numbered moves. Write the move in words, such as “pass”." in " ".join(
        text_of(answers(mailbox, user, late)[-1]).split()
    )
    assert arrive(letter(user.email, addresses[1], move), late).reason == "played"
    assert [row.game_id for row in LogRow.objects.filter(source=Source.MAIL)] == [made[1].pk]


def test_a_mail_of_one_word_locks_and_reads_its_game_once(game, mailbox):
    user, _play = asked(game)
    with CaptureQueriesContext(connection) as once, transaction.atomic():
        load(game.pk, lock=True)
    reads = {query["sql"] for query in once.captured_queries if '"games_seat"' in query["sql"]}
    assert reads
    with CaptureQueriesContext(connection) as found:
        arrive(reply_to(turn_mail(mailbox, user), "1"))
    assert load(game.pk).game.version == _play.game.version + 1
    assert sum(query["sql"] in reads for query in found.captured_queries) == 1
