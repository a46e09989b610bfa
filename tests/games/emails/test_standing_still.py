"""What the owners of kept seats are told of a game that nobody plays: one mail before its end, and why it ended."""

import pytest
from django.utils import timezone

from games.models import Source
from games.play.automatic import answer_for_bot, time_out
from games.play.notifications import GameNotification
from games.play.positions import load
from games.play.seats import end_deserted, take_back_seat
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from tests.mails import text_of

from ..play_builders import DAY, HOUR, NOON, begun

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna, boris):
    """Since noon two days after the beginning bots keep both seats; no mail is on its way but what is told of that."""
    game = begun(anna, boris, misses=1)
    stay_away(game)
    return game


LEFT = NOON + 4 * DAY
END = LEFT + 14 * DAY


def stay_away(game, now=NOON):
    """Let the clock run out for whoever is asked, and bots answer until they keep all seats."""
    while not load(game.pk).game.stands_still:
        (seat,) = [seat for seat in load(game.pk).seats if seat.waiting]
        if seat.due_at is None:
            assert answer_for_bot(seat_id=seat.pk, now=now)
        else:
            now = seat.due_at
            assert time_out(seat_id=seat.pk, now=now)


def sent(mailbox, at, kind=None):
    mailbox.clear()
    bundle_due(at)
    deliver_due(at)
    return [mail for mail in mailbox.messages if kind is None or mail["X-StPete-Event"] == kind]


def flat(mail):
    return " ".join(text_of(mail).split())


def test_the_last_one_is_told_at_once_that_the_game_stands_still(game, mailbox):
    """The other one was told that a bot plays on, and it did then; his letter says what is so when it goes out."""
    assert load(game.pk).game.breaks_off_at == END
    for mail in sent(mailbox, LEFT, "kept"):
        assert "You missed 1 deadline, so a bot is holding your seat." in flat(mail)
        assert "If nobody returns, it will be abandoned on" in flat(mail)
        assert "plays on for you" not in flat(mail)
    assert len(mailbox.recipients) >= 2


def test_both_owners_get_one_mail_three_days_before(game, mailbox):
    sent(mailbox, LEFT)
    assert sent(mailbox, END - 3 * DAY - HOUR) == []
    mails = sent(mailbox, END - 3 * DAY)
    assert sorted(mailbox.recipients) == [["anna@example.org"], ["boris@example.org"]]
    for mail in mails:
        assert mail["X-StPete-Event"] == "standing_still"
        assert "Bots hold all its seats, so it has stopped." in flat(mail)
        assert f"abandoned on {said(END)}" in flat(mail)
        assert ", in 3 days" in flat(mail)
        assert "press “Reclaim seat” to continue" in flat(mail)
    assert sent(mailbox, END - DAY) == []


def said(at):
    with timezone.override("UTC"):
        return f"{at:%A} {at.day} {at:%B}"


def test_a_german_reads_it_in_german(game, anna, mailbox):
    anna.language = "de"
    anna.save()
    sent(mailbox, LEFT)
    (mail,) = [mail for mail in sent(mailbox, END - 3 * DAY) if mail["To"].startswith("anna")]
    assert "Niemand spielt deine Partie" in mail["Subject"]
    assert "Alle Plätze sind mit Bots besetzt, deshalb ruht die Partie." in flat(mail)


def test_nobody_is_told_when_somebody_came_back(game, anna, boris, mailbox):
    sent(mailbox, LEFT)
    take_back_seat(game_id=game.pk, user=boris, source=Source.PAGE, now=END - 4 * DAY)
    assert sent(mailbox, END - 3 * DAY, "standing_still") == []
    dropped = Notification.objects.filter(kind=GameNotification.STANDING_STILL).values_list("user", "dropped")
    assert set(dropped) == {(anna.pk, "goes on"), (boris.pk, "goes on")}


def test_who_came_back_between_bundling_and_sending_ends_the_mail_too(game, anna, mailbox):
    sent(mailbox, LEFT)
    bundle_due(END - 3 * DAY)
    take_back_seat(game_id=game.pk, user=anna, source=Source.PAGE, now=END - 3 * DAY)
    assert sent(mailbox, END - 3 * DAY, "standing_still") == []


def test_a_game_that_is_over_before_drops_it_and_a_later_standstill_is_told_anew(game, anna, boris, mailbox):
    sent(mailbox, LEFT)
    take_back_seat(game_id=game.pk, user=anna, source=Source.PAGE, now=LEFT + 5 * DAY)
    stay_away(game, LEFT + 5 * DAY)
    again = load(game.pk).game.breaks_off_at
    assert again > END
    assert sent(mailbox, END - 3 * DAY, "standing_still") == []
    assert len(sent(mailbox, again - 3 * DAY, "standing_still")) == 2


def test_the_mail_about_the_end_says_why(game, mailbox):
    sent(mailbox, LEFT)
    sent(mailbox, END - 3 * DAY)
    assert end_deserted(game_id=game.pk, now=END)
    mails = sent(mailbox, END, "over")
    assert sorted(mailbox.recipients) == [["anna@example.org"], ["boris@example.org"]]
    for mail in mails:
        assert "Abandoned: no players left." in flat(mail)
        assert "You won" not in flat(mail)
        assert "agreed" not in flat(mail)
