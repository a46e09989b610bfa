"""Whose emails count, what they change besides moves, and where they end."""

import re
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.services import disown
from games.emails import TURNS
from games.models import Game, LogRow, Source
from games.models.notification import game_subject
from games.play.automatic import time_out
from games.play.positions import load
from games.play.seats import resign, take_back_seat
from incoming_mail.models import IncomingMail, MailState, ReplyToken
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.replying import LATER, answers, arrive, asked, tell, turn_mail
from tests.games.play_builders import NOON, asked_user, first_phase_over, play_on
from tests.incoming_mail.writing import letter, reply_to
from tests.mails import html_of, text_of
from tests.notifications.choosing import wants

pytestmark = pytest.mark.django_db


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
    assert "A bot plays your seat, so no move was made. Reclaim" in " ".join(
        text_of(answers(mailbox, user, now)[-1]).split()
    )
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
