"""What is wanted by which channel and how soon: the table, its limits, single games, the ways out, the hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import activity
from games.chat.notifications import TALK
from games.emails import DEADLINES, TURNS
from games.play.notifications import GameNotification
from games.play.reliability import reliability_of
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Channel, Delivery, Hours, Notification, Preference, When
from notifications.preferences import decide, wish
from notifications.scheduling import plan_due, retime
from tests.club.evenings import DAY, HOUR, NOON, evening
from tests.games.mail_builders import answer, asked, quiet_start
from tests.mails import text_of
from tests.notifications.choosing import choose, wants
from tests.people import signed_in

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
GAME = "game:12"


@pytest.mark.parametrize(
    ("said", "turns", "deadlines", "talk"),
    [
        ({}, "at_once", "at_once", "never"),
        ({("turns", ""): "digest", ("talk", ""): "first"}, "digest", "at_once", "first"),
        ({("deadlines", ""): "digest"}, "at_once", "at_once", "never"),
        ({("", ""): "deadlines", ("talk", ""): "at_once"}, "never", "at_once", "never"),
        ({("", ""): "deadlines", ("deadlines", ""): "never"}, "never", "never", "never"),
        ({("", ""): "never"}, "never", "never", "never"),
        ({("", ""): "never", ("", GAME): "at_once"}, "at_once", "at_once", "never"),
        ({("", GAME): "deadlines"}, "never", "at_once", "never"),
        ({("", GAME): "digest"}, "digest", "at_once", "never"),
        ({("", GAME): "never", ("turns", GAME): "first"}, "first", "never", "never"),
        ({("", GAME): "at_once", ("turns", ""): "never"}, "never", "at_once", "never"),
    ],
)
def test_the_most_exact_wish_counts(said, turns, deadlines, talk):
    assert [str(decide(said, category, GAME)) for category in (TURNS, DEADLINES, TALK)] == [turns, deadlines, talk]


def test_the_table_says_what_is_so_and_keeps_what_is_chosen(anna):
    client = signed_in(anna)
    assert choose(client, when_mail_turns="digest", when_push_all="deadlines", digest=["7", "20"]).status_code == 302
    assert not Preference.objects.exclude(category__in=("turns", "")).exists(), "what was not changed is no wish"
    page = client.get("/profile/notifications/").context["form"]
    assert (page["when_mail_turns"].value(), page["when_push_all"].value()) == ("digest", "deadlines")
    assert Hours.objects.get().digest == [7, 20]
    choose(client, when_push_all="")
    assert not Preference.objects.filter(channel=Channel.PUSH).exists()


def test_each_line_says_what_is_chosen_and_lies_open_where_something_is_wrong(anna):
    client = signed_in(anna)
    choose(client, when_push_turns="never")
    lines = {one.label: one for one in client.get("/profile/notifications/").context["form"].rows()}
    assert lines["When it is my turn"].said == "Email: at once · Push: never · Webhook: at once"
    assert lines["Everything"].said == "as below"
    page = table_of(client.get("/profile/notifications/"))
    assert (page.count("<details"), page.count(" open>")) == (len(lines), 0), "folded, each with its controls"
    wrong = table_of(choose(client, when_mail_turns="yesterday"))
    assert '<details class="fold" open><summary><span><b>When it is my turn' in wrong
    assert wrong.count(" open>") == 1


def table_of(answer):
    """The lines of the page, without its frame."""
    return answer.content.decode().partition('wishes" method')[2].partition("<fieldset")[0]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"quiet_from": "22"}, "quiet_needs_both"),
        ({"when_mail_turns": "digest", "digest": []}, "no_hour"),
        ({"digest": [str(hour) for hour in range(7)]}, "too_many_hours"),
        ({"when_mail_deadlines": "digest"}, "invalid_choice"),
        ({"when_mail_turns": "yesterday"}, "invalid_choice"),
    ],
)
def test_what_cannot_be_is_said_with_a_code_and_nothing_is_saved(anna, fields, code):
    answered = choose(signed_in(anna), **fields)
    assert answered.status_code == 422
    assert code in [one.code for errors in answered.context["form"].errors.as_data().values() for one in errors]
    assert not Preference.objects.exists()
    assert not Hours.objects.exists()


def test_a_game_has_a_choice_of_its_own_and_the_way_out_of_mails_goes_on_working(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    subject = f"game:{game.pk}"
    client = signed_in(user)
    assert client.post(f"/profile/notifications/about/{subject}/", {"when_mail_all": "at_once"}).status_code == 302
    assert subject in client.get("/profile/notifications/").content.decode()
    bundle_due(NOON + 2 * MINUTE)
    deliver_due(NOON + 2 * MINUTE)
    (mail,) = mailbox.messages
    Client().post(mail["List-Unsubscribe"].strip("<>").partition("8000")[2], {"List-Unsubscribe": "One-Click"})
    assert not wants(user, TURNS, subject)
    assert wants(user, DEADLINES, subject)


def test_what_is_wanted_together_goes_out_at_the_chosen_hour_of_the_zone_as_one(anna, mailbox):
    anna.time_zone = "Europe/Berlin"
    anna.save()
    choose(signed_in(anna), when_mail_club="digest", digest=["18"])
    later = (NOON + 9 * DAY).isoformat()
    evening(anna, 7, at=later, place="the attic")
    bundle_due(NOON)
    evening(anna, 8, due=2 * HOUR, at=later)
    bundle_due(NOON + 2 * HOUR)
    at_six = datetime(2026, 11, 20, 17, tzinfo=UTC)
    assert deliver_due(at_six - MINUTE) == 0
    assert deliver_due(at_six) == 1
    (mail,) = mailbox.messages
    assert mail["Subject"] == "[St Pete Club] 2 evenings", "of one kind it is its own letter"


def test_different_things_that_have_gathered_are_one_mail_with_a_line_and_a_link_each(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    Preference.objects.create(user=user, category="", subject="", when=When.DIGEST)
    evening(user, 7, at=(NOON + 9 * DAY).isoformat())
    bundle_due(NOON + 3 * MINUTE)
    assert deliver_due(NOON + DAY) == 1
    (mail,) = mailbox.messages
    assert mail["Subject"] == "[St Pete] 2 new notifications"
    text = text_of(mail)
    assert f"/games/{game.pk}/" in text
    assert "1 evening" in text
    Client().post(mail["List-Unsubscribe"].strip("<>").partition("8000")[2], {"List-Unsubscribe": "One-Click"})
    assert Preference.objects.get(user=user).when == When.NEVER


def test_what_was_answered_meanwhile_is_in_no_summary(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    wish_together(user)
    bundle_due(NOON + 2 * MINUTE)
    answer(game, NOON + HOUR)
    if asked(game)[1] == user:
        answer(game, NOON + HOUR)
    assert asked(game)[1] != user
    Notification.objects.exclude(user=user).update(due_at=None)
    assert deliver_due(NOON + DAY) == 0
    assert Notification.objects.get(user=user, kind=GameNotification.YOUR_TURN, dropped="answered")


def wish_together(user):
    Preference.objects.create(user=user, category="turns", when=When.DIGEST)


def test_the_first_comes_at_once_and_further_ones_together_until_he_has_been_here(anna, mailbox):
    choose(signed_in(anna), when_mail_club="first", gather_minutes="120")
    cache.clear()
    later = (NOON + 9 * DAY).isoformat()
    for number, minutes in enumerate((0, 10, 50)):
        evening(anna, number, due=minutes * MINUTE, at=later, place=f"room {number}")
        bundle_due(NOON + minutes * MINUTE)
        deliver_due(NOON + minutes * MINUTE)
    assert [mail["Subject"] for mail in mailbox.messages] == ["[St Pete Club] 1 evening"] * len(mailbox.messages)
    count = len(mailbox.messages)
    assert count == 1
    deliver_due(NOON + 121 * MINUTE)
    assert [mail["Subject"] for mail in mailbox.messages[count:]] == ["[St Pete Club] 2 evenings"]
    evening(anna, 7, due=130 * MINUTE, at=later)
    bundle_due(NOON + 130 * MINUTE)
    assert deliver_due(NOON + 130 * MINUTE) == 0, "the summary has begun a new while"
    cache.set(f"here:{anna.pk}", NOON + 140 * MINUTE)
    evening(anna, 8, due=150 * MINUTE, at=later)
    bundle_due(NOON + 150 * MINUTE)
    assert deliver_due(NOON + 150 * MINUTE) == 1, "he has been here"


def test_opening_a_page_is_being_here_and_a_page_that_asks_by_itself_is_not(anna, boris):
    client, game = signed_in(anna), quiet_start(anna, boris)
    before = datetime(2020, 1, 1, tzinfo=UTC)
    client.get(f"/games/{game.pk}/pulse/")
    assert not activity.was_here_since(anna.pk, before)
    client.get("/games/")
    assert activity.was_here_since(anna.pk, before)
    assert not activity.was_here_since(boris.pk, before)


def test_in_quiet_hours_nothing_comes_and_in_the_morning_it_does(anna, mailbox):
    choose(signed_in(anna), quiet_from="10", quiet_until="15")
    evening(anna, 7, at=(NOON + 9 * DAY).isoformat())
    bundle_due(NOON)
    assert deliver_due(NOON + 2 * HOUR) == 0
    assert deliver_due(NOON + 3 * HOUR) == 1


def test_a_reminder_moves_out_of_the_night_and_back_when_there_is_none(anna, boris):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    reminder = Notification.objects.get(user=user, kind=GameNotification.REMINDER)
    due = reminder.due_at
    assert reminder.deadline is not None
    Hours.objects.create(user=user, quiet_from=(due.hour - 2) % 24, quiet_until=(due.hour + 4) % 24)
    assert plan_due(NOON) == 1
    reminder.refresh_from_db()
    assert reminder.planned_from == due
    assert due - 4 * HOUR < reminder.due_at < due - HOUR
    assert plan_due(NOON) == 0, "once"
    Hours.objects.all().delete()
    retime(user, Hours(user=user), NOON)
    plan_due(NOON)
    reminder.refresh_from_db()
    assert (reminder.due_at, reminder.planned_from) == (due, due)


def test_the_usual_answer_time_comes_from_the_questions_that_others_put(anna, boris):
    game = quiet_start(anna, boris)
    at = NOON
    for _ in range(16):
        at += HOUR
        answer(game, at)
    for user in (anna, boris):
        usual = reliability_of(user.pk).usual
        assert usual is not None
        assert abs(usual - HOUR) < HOUR / 30


def test_every_channel_has_its_own_delivery(anna, mailbox, settings):
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    client = signed_in(anna)
    client.post("/profile/notifications/hooks/", {"form": "json", "url": "http://127.0.0.1:9999/"})
    choose(client, when_mail_club="never")
    evening(anna, 7)
    bundle_due(NOON)
    assert [one.channel for one in Delivery.objects.all()] == [Channel.HOOK]
    wish(anna, TURNS, wanted=False)
    assert not wants(anna, TURNS)
    assert wants(anna, TURNS, channel=Channel.HOOK)
