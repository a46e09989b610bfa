"""The first email of a game and its last, and others about a seat, are answered: whatever a person replies comes to something."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Game, Line, LogRow, Source
from games.play.automatic import time_out
from games.play.positions import load
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay, Preview
from incoming_mail.services import take, wish_preview
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.games.play_builders import NOON, asked_user, begun
from tests.games.table_builders import agreed_over
from tests.incoming_mail.writing import reply_to
from tests.mails import html_of, text_of

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(seconds=5)


def tell(now=SOON):
    bundle_due(now)
    deliver_due(now)


def of_kind(mailbox, user, kind):
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == kind]


def replied(mailbox, mail, text, user, kind="answer", now=SOON):
    """What became of the reply, and the email that answers it."""
    sent = reply_to(mail, text)
    row = take(sent.as_bytes(), envelope_from=user.email, envelope_to=[str(sent["To"])], way=ArrivalWay.SMTP, now=SOON)
    handle_due(SOON)
    row.refresh_from_db()
    tell(SOON + timedelta(seconds=5))
    return row.reason, " ".join(text_of(of_kind(mailbox, user, kind)[-1]).split())


@pytest.fixture
def started(anna, boris, mailbox):
    """The email of whoever is asked, and the game."""
    game = begun(anna, boris, pace="14d")
    tell()
    user = asked_user(load(game.pk))
    (mail,) = of_kind(mailbox, user, "started")
    return mail, user, game


def test_the_first_email_is_answered_with_a_move(started, mailbox):
    mail, user, game = started
    wish_preview(user, Preview.NEVER)
    for said in (text_of(mail), html_of(mail)):
        assert "Reply to this email to play. Write the number of an action" in " ".join(said.split())
    play = load(game.pk)
    move = play.view(play.seat_of(user).index).moves[0]
    said = move.replace("buy ", "I want to buy the ")
    sent = reply_to(mail, f"Hallo zusammen,\n\n{said}\n\nViele Grüße\n{user.name}")
    row = take(sent.as_bytes(), envelope_from=user.email, envelope_to=[str(sent["To"])], way=ArrivalWay.SMTP, now=SOON)
    handle_due(SOON)
    row.refresh_from_db()
    assert (row.reason, LogRow.objects.get(game=game, source=Source.MAIL).text) == ("played", move)


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("77", "no_such_number", "That email has no move with this number."),
        ("I am looking forward to it", "not_a_move", "I found no move in your reply."),
        ("Danke!", "no_move", "I found no move in your reply."),
        ("", "empty", "I found no move in your reply."),
    ],
)
def test_whatever_is_replied_to_the_first_email_brings_the_list(started, mailbox, text, reason, words):
    mail, user, game = started
    got, said = replied(mailbox, mail, text, user)
    assert got == reason
    assert words in said
    assert "Available actions" in said
    assert not LogRow.objects.filter(game=game).exists()


def test_who_begins_gets_one_email_with_the_start_and_the_first_question(started, mailbox, anna, boris):
    mail, user, game = started
    said = " ".join(text_of(mail).split())
    for part in ("The game has started", "It is your turn.", "You have until", "Available actions", "Game options"):
        assert part in said
    assert game.commitment in said
    assert html_of(mail).count("Open game") == 1
    play = load(game.pk)
    second = play.view(play.seat_of(user).index).moves[1]
    reason, _said = replied(mailbox, mail, "2", user, kind="started")
    assert (reason, LogRow.objects.get(game=game, source=Source.MAIL).text) == ("played", second)
    tell(NOON + timedelta(minutes=10))
    kinds = {one.email: [mail["X-StPete-Event"] for mail in mailbox.to(one.email)] for one in (anna, boris)}
    other = next(one for one in (anna, boris) if one != user)
    assert kinds == {user.email: ["started"], other.email: ["started", "your_turn"]}


@pytest.mark.parametrize("text", ["2", "pass", "Hallo zusammen, ich freue mich", "Danke!"])
def test_who_is_not_asked_yet_is_told_so(started, mailbox, text):
    _mail, user, game = started
    (other,) = User.objects.exclude(pk=user.pk)
    reason, said = replied(mailbox, of_kind(mailbox, other, "started")[0], text, other)
    assert reason in ("not_your_turn", "no_move")
    assert "It is not your turn, and I found no command in your reply. Reply “help” for all commands." in said
    assert "You can reply to this email." in said
    assert "Write the number of an action" not in said
    assert not LogRow.objects.filter(game=game).exists()


@pytest.mark.parametrize("text", ["2", "pass", "Danke für das Spiel, das war schön", "Danke!", "buy library"])
def test_the_last_email_is_answered(anna, boris, mailbox, text):
    game = agreed_over(begun(anna, boris, pace="14d"))
    tell()
    (mail,) = of_kind(mailbox, anna, "over")
    assert "You can reply to this email." in " ".join(text_of(mail).split())
    rows = LogRow.objects.count()
    reason, said = replied(mailbox, mail, text, anna)
    assert reason in ("not_running", "no_move")
    assert "The game has finished. Reply “help” to see what you can still do by email." in said
    assert "Current standings" in said
    assert LogRow.objects.count() == rows
    reason, said = replied(mailbox, mail, "log", anna)
    assert (reason, "Since the start" in said) == ("log", True)
    assert load(game.pk).game.is_finished


@pytest.mark.parametrize("text", ["rematch", "Revanche bitte!", "Hallo Boris,\n\nRevanche?\n\nLG"])
def test_the_last_email_is_answered_with_a_rematch_or_a_word_to_the_others(anna, boris, mailbox, text):
    game = agreed_over(begun(anna, boris, pace="14d"))
    tell()
    (mail,) = of_kind(mailbox, anna, "over")
    assert replied(mailbox, mail, text, anna)[0] == "rematch"
    assert Game.objects.filter(rematch_of=game).exists()
    sent = reply_to(mail, "say Well played")
    row = take(sent.as_bytes(), envelope_from=anna.email, envelope_to=[str(sent["To"])], way=ArrivalWay.SMTP, now=SOON)
    handle_due(SOON)
    row.refresh_from_db()
    assert (row.reason, Line.objects.get(game=game).text) == ("say", "Well played")


def test_who_holds_no_seat_now_answers_as_if_to_no_game_in_particular(anna, boris, mailbox):
    """A bot keeps the seat; its owner is told, and may write."""
    game = begun(anna, boris, misses=1)
    (seat,) = [seat for seat in load(game.pk).seats if seat.waiting]
    user, now = asked_user(load(game.pk)), seat.due_at
    assert time_out(seat_id=seat.pk, now=now)
    tell(now + timedelta(seconds=5))
    (mail,) = of_kind(mailbox, user, "kept")
    reason, said = replied(mailbox, mail, "2", user, "desk_answer", now)
    assert reason == "no_command"
    assert "You can reply to this email. Reply “help” for all commands." in said
    assert "Commands" in said
