"""Due notifications become mails: one for a player who is asked again, one reminder for all games, none that is untrue."""

from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache

import engine
from games.emails import TURNS
from games.models import Game, Invitation, InvitationState, Participant, Seat, Status
from games.models.notification import game_subject, invitation_subject
from games.play import notifications, seen
from games.play.automatic import time_out
from games.play.notifications import GameNotification, expiry_warning, invitation, options_changed
from notifications.bundling import bundle_due
from notifications.models import Delivery, MutedAddress, Notification
from notifications.preferences import wish
from notifications.services import queue
from tests.games.mail_builders import answer, asked, dropped, mails, quiet_start
from tests.games.play_builders import DAY, HOUR, NOON, begun, play_on

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
DELAY = 120 * SECOND
ZERO = timedelta()


def test_a_question_is_no_mail_before_the_delay_and_one_after_it(anna, boris):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    assert bundle_due(NOON + DELAY - SECOND) == 0
    assert bundle_due(NOON + DELAY) == 1
    assert mails() == [("your_turn", user.display_name, game_subject(game.pk))]
    assert bundle_due(NOON + DELAY + SECOND) == 0, "a sweep that runs twice makes no second mail"


def test_being_asked_again_within_two_minutes_is_one_mail(anna):
    """The only person at the table is asked again and again as the bots answer at once."""
    game = quiet_start(anna, "plain")
    play_on(game, until=lambda play: play.seat_of(anna).waiting)
    answer_and_wait(game, anna, NOON + 60 * SECOND)
    answer_and_wait(game, anna, NOON + 110 * SECOND)
    assert Notification.objects.filter(kind=GameNotification.YOUR_TURN, due_at__isnull=False).count() == 3
    assert bundle_due(NOON + DELAY) == 1
    assert mails() == [("your_turn", "Anna", game_subject(game.pk))]
    for later in (130, 200, 240, 400):
        assert bundle_due(NOON + later * SECOND) == 0
    assert sorted(dropped().values()) == []


def answer_and_wait(game, user, now):
    """The user answers, then the bots do."""
    play = play_on(game, until=lambda play: play.seat_of(user).waiting, now=now)
    play_on(game, until=lambda later: later.game.version > play.game.version and later.seat_of(user).waiting, now=now)


def test_a_question_that_was_answered_in_time_is_no_mail(anna, boris):
    game = quiet_start(anna, boris)
    _play, first = asked(game)
    second = answer(game, NOON + 30 * SECOND)
    assert second != first
    assert bundle_due(NOON + DELAY) == 0
    assert list(dropped().values()) == ["answered"]
    assert bundle_due(NOON + 30 * SECOND + DELAY) == 1
    assert mails() == [("your_turn", second.display_name, game_subject(game.pk))]


def test_while_the_game_lies_open_there_is_no_mail_and_when_it_is_closed_it_comes(anna, boris):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    seen.mark_open(user.pk, game.pk)
    assert bundle_due(NOON + DELAY) == 0
    assert dropped() == {}
    assert Notification.objects.get(kind=GameNotification.YOUR_TURN).due_at == NOON + 2 * DELAY, "postponed, not lost"
    close(user, game)
    assert bundle_due(NOON + 2 * DELAY - SECOND) == 0
    assert bundle_due(NOON + 2 * DELAY) == 1
    assert mails() == [("your_turn", user.display_name, game_subject(game.pk))]


def test_another_game_that_lies_open_keeps_no_mail_back(anna, boris):
    game, other = quiet_start(anna, boris), begun(anna, boris)
    _play, user = asked(game)
    seen.mark_open(user.pk, other.pk)
    bundle_due(NOON + DELAY)
    assert ("your_turn", user.display_name, game_subject(game.pk)) in mails()
    assert ("your_turn", user.display_name, game_subject(other.pk)) not in mails()


def close(user, game):
    cache.delete(seen._key(user.pk, game.pk))


def reminder_time(game):
    return Notification.objects.get(kind=GameNotification.REMINDER, subject=game_subject(game.pk)).due_at


def three_games_waiting_for(anna, boris, *delays):
    """Games that wait for Anna, begun after these delays, with the first question told."""
    games = []
    for delay in delays:
        game = quiet_start(anna, boris, now=NOON + delay)
        while asked(game)[1] != anna:
            answer(game, NOON + delay)
        games.append(game)
    bundle_due(NOON + max(delays) + DELAY)
    Delivery.objects.all().delete()
    Notification.objects.exclude(user=anna).delete()
    Notification.objects.filter(due_at=None).delete()
    return games


def test_several_games_waiting_give_one_reminder(anna, boris):
    first, second, third = three_games_waiting_for(anna, boris, ZERO, HOUR, 20 * HOUR)
    assert bundle_due(reminder_time(first) - SECOND) == 0
    assert bundle_due(reminder_time(first)) == 1
    assert mails() == [("reminder", "Anna", "")]
    told = {notification.subject for notification in Notification.objects.filter(deliveries__isnull=False)}
    assert told == {game_subject(first.pk), game_subject(second.pk)}, (
        "the second would follow within three hours; the third keeps its own time"
    )
    assert bundle_due(NOON + 2 * DAY - HOUR) == 0
    assert bundle_due(reminder_time(third)) == 1


def test_a_reminder_leaves_out_the_game_that_lies_open(anna, boris):
    first, second = three_games_waiting_for(anna, boris, ZERO, HOUR)
    seen.mark_open(anna.pk, first.pk)
    at = reminder_time(second)
    assert bundle_due(at) == 1
    assert {notification.subject for notification in Notification.objects.filter(deliveries__isnull=False)} == {
        game_subject(second.pk)
    }
    assert Notification.objects.get(subject=game_subject(first.pk), kind=GameNotification.REMINDER).due_at == at + DELAY


def test_a_reminder_whose_question_is_answered_or_whose_deadline_moved_is_dropped(anna, boris):
    first, second = three_games_waiting_for(anna, boris, ZERO, HOUR)
    answer(first, NOON + 2 * HOUR)
    Seat.objects.filter(game=second, due_at__isnull=False).update(due_at=NOON + 9 * DAY)
    Notification.objects.exclude(kind=GameNotification.REMINDER).delete()
    Notification.objects.exclude(user=anna).delete()
    assert bundle_due(NOON + 47 * HOUR) == 0
    assert sorted(dropped().values()) == ["answered", "deadline moved"]


def test_a_reminder_after_the_deadline_is_dropped(anna, boris):
    (game,) = three_games_waiting_for(anna, boris, ZERO)
    assert bundle_due(NOON + 2 * DAY) == 0
    assert list(dropped().values()) == ["too late"]
    assert game.pk


def test_a_bank_that_is_nearly_empty_gives_one_mail_with_its_deadline_not_two(anna, boris):
    """The reminder would be due with the question itself."""
    game = quiet_start(anna, boris, pace="bank-quick")
    play, user = asked(game)
    seat = play.seat_of(user)
    Seat.objects.filter(pk=seat.pk).update(due_at=NOON + HOUR)
    Notification.objects.filter(kind=GameNotification.REMINDER).delete()
    seat.due_at = NOON + HOUR
    queue(notifications.your_turn(play, [seat], now=NOON))
    assert reminder_time(game) == NOON
    assert bundle_due(NOON + DELAY) == 1
    assert mails() == [("your_turn", user.display_name, game_subject(game.pk))]
    assert list(dropped().values()) == ["just told"]


def test_who_wants_no_turn_mails_gets_that_reminder_at_once(anna, boris):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    wish(user, TURNS, wanted=False)
    Notification.objects.filter(kind=GameNotification.REMINDER).update(due_at=NOON)
    assert bundle_due(NOON + DELAY) == 1
    assert mails() == [("reminder", user.display_name, "")]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"is_active": False}, "no account"),
        ({"deleted_at": NOON}, "no account"),
    ],
)
def test_who_is_gone_gets_none(anna, boris, change, reason):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    type(user).objects.filter(pk=user.pk).update(**change)
    assert bundle_due(NOON + DELAY) == 0
    assert list(dropped().values()) == [reason]


def test_who_does_not_want_mails_gets_none(anna, boris):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    wish(user, TURNS, wanted=False)
    assert bundle_due(NOON + DELAY) == 0
    assert list(dropped().values()) == ["not wanted"]


@pytest.mark.parametrize("verified", [False, None])
def test_an_address_that_is_not_verified_gets_none(anna, boris, verified):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    if verified is None:  # the verified address is an old one
        EmailAddress.objects.filter(user=user).update(email="old@example.org")
    else:
        EmailAddress.objects.filter(user=user).update(verified=False)
    assert bundle_due(NOON + DELAY) == 0
    assert list(dropped().values()) == ["not verified"]


def test_the_start_the_timeout_and_the_kept_seat_are_told_at_once(anna, boris):
    game = begun(anna, boris, misses=2)
    assert bundle_due(NOON) == 2
    assert {mail[:2] for mail in mails()} == {("started", "Anna"), ("started", "Boris")}
    late = NOON + 2 * DAY
    time_out(seat_id=Seat.objects.get(game=game, due_at__isnull=False).pk, now=late)
    Notification.objects.filter(kind__in=(GameNotification.YOUR_TURN, GameNotification.REMINDER)).delete()
    assert bundle_due(late) == 1
    assert mails()[-1][0] == "timed_out"


def a_table(host, **more):
    return Game.objects.create(title="Lunch", host=host, options=engine.Options().to_dict(), pace_base=DAY, **more)


def test_an_open_invitation_is_told_and_an_answered_one_is_not(anna, boris, clara):
    game = a_table(anna)
    to_boris = Invitation.objects.create(game=game, inviter=anna, user=boris, created_at=NOON)
    to_clara = Invitation.objects.create(game=game, inviter=anna, user=clara, created_at=NOON)
    to_emil = Invitation.objects.create(game=game, inviter=anna, email="emil@example.org", created_at=NOON)
    queue([invitation(to_boris), invitation(to_clara), invitation(to_emil)])
    Invitation.objects.filter(pk=to_clara.pk).update(state=InvitationState.REVOKED)
    assert bundle_due(NOON) == 2
    assert mails() == [
        ("invitation", "Boris", invitation_subject(to_boris.pk)),
        ("invitation", "emil@example.org", invitation_subject(to_emil.pk)),
    ]
    assert list(dropped().values()) == ["answered"]


def test_an_address_that_asked_for_peace_is_left_in_peace(anna):
    game = a_table(anna)
    MutedAddress.objects.mute("Emil@example.org ")
    queue([invitation(Invitation.objects.create(game=game, inviter=anna, email="emil@example.org", created_at=NOON))])
    assert bundle_due(NOON) == 0
    assert list(dropped().values()) == ["not wanted"]


def test_changed_options_are_asked_about_once_and_only_while_they_are_unanswered(anna, boris, clara):
    game = a_table(anna, options_changed_at=NOON)
    for user in (boris, clara):
        Participant.objects.create(game=game, user=user, agreed=False)
    queue(options_changed(game, [boris.pk, clara.pk]))
    game.options_changed_at = NOON + 60 * SECOND
    queue(options_changed(game, [boris.pk, clara.pk]))
    Participant.objects.filter(user=clara).update(agreed=True)
    assert bundle_due(NOON + DELAY) == 1
    assert bundle_due(NOON + 2 * DELAY) == 0
    assert mails() == [("options", "Boris", game_subject(game.pk))]


def test_the_warning_of_a_table_that_has_begun_or_has_more_time_is_dropped(anna):
    begun_since = a_table(anna, expires_at=NOON + 2 * DAY)
    prolonged = a_table(anna, expires_at=NOON + 2 * DAY)
    waiting = a_table(anna, expires_at=NOON + 2 * DAY)
    queue([*expiry_warning(begun_since), *expiry_warning(prolonged), *expiry_warning(waiting)])
    Game.objects.filter(pk=begun_since.pk).update(status=Status.FULL)
    Game.objects.filter(pk=prolonged.pk).update(expires_at=NOON + 12 * DAY)
    assert bundle_due(NOON) == 1
    assert mails() == [("expiry", "Anna", game_subject(waiting.pk))]


def test_notifications_that_make_no_sense_keep_nobody_else_waiting(anna, boris):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    subject, seat = game_subject(game.pk), {"seat": 0, "number": 0}
    row = partial(Notification.objects.create, app="games", subject=subject, due_at=NOON)
    row(key="later:odd", kind="later", user=user)
    row(key="over:odd", kind=GameNotification.OVER, user=user, data=seat)
    row(key="kept:odd", kind=GameNotification.KEPT)
    row(key="kept:odder", kind=GameNotification.KEPT, user=user)
    assert bundle_due(NOON + DELAY) == 1
    assert mails() == [("your_turn", user.display_name, game_subject(game.pk))]
    assert dropped() == {"over:odd": "not over", "kept:odd": "nobody", "kept:odder": "taken back"}
    assert Notification.objects.get(key="later:odd").due_at == NOON, "a kind of a later version waits for that version"


def test_bundling_takes_the_oldest_first_and_no_more_than_its_limit(anna, boris):
    games = [quiet_start(anna, boris, now=NOON + n * SECOND) for n in range(3)]
    assert bundle_due(NOON + HOUR, limit=2) == 2
    assert {mail[2] for mail in mails()} == {game_subject(games[0].pk), game_subject(games[1].pk)}
