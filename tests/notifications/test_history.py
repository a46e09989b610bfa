"""The page of what somebody was told: each mail, what became of it, and why none was sent; once more, and a test."""

import ast
import inspect
import re
from html import unescape

import pytest
from django.conf import settings as site
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from games.emails import TURNS
from games.emails.deadlines import Reminder
from games.emails.turns import YourTurn
from games.models import Game, Visibility
from games.play import seen
from games.play.interventions import pause_game, resume_game
from games.play.notifications import GameNotification
from notifications import deliverability
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.mail import links
from notifications.models import AddressScore, Delivery, Endpoint, Notification, Trouble, digest_of
from notifications.preferences import wish
from notifications.registry import kinds, reasons_of_all
from tests.games.mail_builders import answer, asked, quiet_start
from tests.games.play_builders import DAY
from tests.games.table_builders import table
from tests.mails import text_of
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna, boris):
    """It began an hour ago, so its first question is due to be told."""
    return quiet_start(anna, boris, now=now() - DAY / 24)


@pytest.fixture
def player(game):
    return asked(game)[1]


def send():
    bundle_due(now())
    return deliver_due(now())


def page_of(user, **more):
    response = signed_in(user).get("/profile/notifications/history/", **more)
    assert response.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode().partition("<h1>")[2])).split())


def turn(user):
    return Notification.objects.get(user=user, kind=GameNotification.YOUR_TURN)


def test_a_mail_stands_there_with_its_game_its_way_its_time_and_the_servers_answer(game, player, mailbox):
    assert send() == 1
    page = page_of(player)
    assert f"Your turn “{game.title}”, game {game.pk}" in page
    assert "Email Sent on" in page
    assert "Server response: accepted" in page
    assert f'href="/games/{game.pk}/"' in signed_in(player).get("/profile/notifications/history/").content.decode()


def test_it_says_why_none_was_sent(game, player, mailbox):
    answer(game, now())
    send()
    assert "Not sent. It had already been answered." in page_of(player)


def test_it_says_when_the_game_lay_open(game, player, mailbox):
    seen.mark_open(player.pk, game.pk)
    send()
    assert turn(player).held == "open"
    assert "You had the page open. Next check on" in page_of(player)
    answer(game, now())
    Notification.objects.filter(pk=turn(player).pk).update(due_at=now())
    send()
    assert "Not sent. You had the page open. It had already been answered." in page_of(player)


def test_who_did_not_answer_a_question_that_is_gone_is_told_why_it_is(game, player, mailbox):
    pause_game(game_id=game.pk, now=now())
    send()
    assert "Not sent. The game was paused." in page_of(player)
    resume_game(game_id=game.pk, now=now())
    Game.objects.filter(pk=game.pk).update(status="finished")
    Notification.objects.filter(user=player, due_at__isnull=False).update(due_at=now())
    send()
    assert "Not sent. The game had finished." in page_of(player)
    assert "The seat was no longer yours." not in page_of(player)


def test_a_way_that_came_to_nothing_says_its_own_reason(game, player, mailbox):
    """The browser heard of the turn, and before the email went out it was answered."""
    browser = Endpoint.objects.create(user=player, channel="push", url="https://push.example/1")
    bundle_due(now())
    Delivery.objects.filter(endpoint=str(browser.pk)).update(state="sent", due_at=None, sent_at=now())
    answer(game, now())
    assert deliver_due(now()) == 0
    page = page_of(player)
    assert "Email Not sent. It had already been answered." in page
    assert "A later email covered all of it." not in page


def test_it_says_when_such_mails_are_not_wanted_or_the_address_is_dead(game, player, mailbox):
    wish(player, TURNS, wanted=False)
    send()
    assert "Your settings leave this out." in page_of(player)
    Notification.objects.filter(pk=turn(player).pk).update(dropped="bounced")
    assert "Emails to your address bounced or were marked as spam, so we stopped sending them." in page_of(player)


def test_it_says_what_went_into_one_mail(game, player, mailbox):
    twin = Notification(
        app="games", kind=GameNotification.YOUR_TURN, key="twin", subject=turn(player).subject, user=player
    )
    twin.data, twin.due_at = turn(player).data, now()
    twin.save()
    send()
    assert "Together with 1 other notification." in page_of(player)


def test_nobody_sees_what_others_were_told(game, player, anna, boris, mailbox):
    send()
    other = boris if player == anna else anna
    assert "Sent on" not in page_of(other)
    assert Client().get("/profile/notifications/history/").status_code == 302
    assert signed_in(other).post(f"/profile/notifications/history/{turn(player).pk}/again/").status_code == 404


def test_of_a_game_that_he_may_not_see_he_reads_the_number_alone(game, player, clara):
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK, title="Something else")
    Notification.objects.create(
        app="games", kind=GameNotification.OVER, key="x", subject=f"game:{game.pk}", user=clara, dropped="gone"
    )
    page = page_of(clara)
    assert f"game {game.pk}" in page
    assert "Something else" not in page


def test_as_many_statements_for_many_as_for_one(game, player, mailbox):
    send()
    client = signed_in(player)

    def statements():
        with CaptureQueriesContext(connection) as captured:
            client.get("/profile/notifications/history/")
        return len(captured)

    statements()
    one = statements()
    for number in range(150):
        Notification.objects.create(
            app="games", kind=GameNotification.OVER, key=f"n{number}", subject=f"game:{game.pk}", user=player
        )
    assert statements() <= one


def test_a_hundred_stand_on_pages_of_fifteen_each_once(game, player):
    for number in range(150):
        Notification.objects.create(
            app="games", kind=GameNotification.OVER, key=f"n{number}", subject=f"game:{game.pk}", user=player
        )
    newest = list(Notification.objects.filter(user=player).order_by("-pk").values_list("pk", flat=True)[:100])
    found = []
    for number in range(1, 8):
        page = signed_in(player).get(f"/profile/notifications/history/?page={number}").context["page"]
        found += [line["number"] for line in page.object_list]
        assert len(page.object_list) == (15 if number < 7 else 10)
    assert found == newest
    for odd in ("0", "8", "x", "-1"):
        assert signed_in(player).get(f"/profile/notifications/history/?page={odd}").status_code == 200


def test_a_reminder_of_an_answered_question_is_no_longer_needed(game, player, anna, boris, mailbox):
    reminders = Notification.objects.filter(user=player, kind=GameNotification.REMINDER, due_at__isnull=False)
    assert "Scheduled for" in page_of(player)
    answered = reminders.get()
    answer(game, now())
    page = page_of(player)
    assert "No longer needed. It had already been answered." in page
    if asked(game)[1] != player:
        assert "Scheduled for" not in page
    answered.refresh_from_db()
    assert answered.due_at is not None, "looking changes nothing"


def test_whether_turns_and_reminders_are_needed_is_said_as_when_they_are_due(game, player):
    """What the page asks for many at once is what is asked of one."""
    for _ in range(3):
        answer(game, now())
    Notification.objects.create(
        app="games",
        kind=GameNotification.REMINDER,
        key="x",
        subject="game:0",
        user=player,
        data={"seat": 0, "number": 1},
        due_at=now(),
    )
    for kind in (YourTurn(), Reminder()):
        one, many = kind.why_untrue, kind.untrue_among
        notifications = list(Notification.objects.filter(kind=kind.name, user__isnull=False).select_related("user"))
        at = now()
        assert len(notifications) > 2
        assert many(notifications, at) == {
            notification.pk: why for notification in notifications if (why := one(notification, at))
        }
        assert len(many(notifications, at)) not in (0, len(notifications))


def test_sending_again_makes_one_more_mail_of_what_is_still_true(game, player, mailbox):
    send()
    client, address = signed_in(player), f"/profile/notifications/history/{turn(player).pk}/again/"
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 302
    assert client.post(address).status_code == 409, "it is on its way"
    assert send() == 1
    assert len(mailbox.to(player.email)) == 2
    answer(game, now())
    refused = client.post(address)
    assert refused.status_code == 409
    assert 'data-code="not_true"' in refused.content.decode()
    assert "It had already been answered." in refused.content.decode()
    assert send() == 0 or mailbox.to(player.email)[2:] == []


def test_what_is_not_wanted_is_not_sent_again(game, player, mailbox):
    wish(player, TURNS, wanted=False)
    send()
    assert signed_in(player).post(f"/profile/notifications/history/{turn(player).pk}/again/").status_code == 409
    assert not Delivery.objects.exists()


def test_a_test_arrives_and_proves_an_address_that_was_stopped(anna, mailbox):
    deliverability.count(digest_of(anna.email), Trouble.HARD, now(), user=anna)
    anna.refresh_from_db()
    client = signed_in(anna)
    assert "Emails are not reaching you." in client.get("/lobby/").content.decode(), "a banner on every page"
    assert client.post("/profile/notifications/history/test/").status_code == 302
    assert send() == 1
    (mail,) = mailbox.to(anna.email)
    assert mail["List-Unsubscribe"] is None
    path = re.search(rf"{re.escape(site.SITE_URL)}(/mail/arrived/\S+)", text_of(mail))[1]
    scanner = Client()
    assert b"It arrived" in scanner.get(path).content
    anna.refresh_from_db()
    assert anna.mail_stopped_at is not None, "following the link changes nothing"
    assert scanner.post(path).status_code == 200
    assert scanner.get("/profile/notifications/history/").status_code == 302, "and opens no session"
    anna.refresh_from_db()
    assert anna.mail_stopped_at is None
    assert not AddressScore.objects.exists()
    assert "Emails are not reaching you." not in client.get("/lobby/").content.decode()


def test_the_link_of_a_test_proves_no_other_address(anna):
    path = links.arrival_url(anna).removeprefix(site.SITE_URL)
    type(anna).objects.filter(pk=anna.pk).update(email="other@example.org", mail_stopped_at=now())
    assert (
        "This link has expired or belongs to another address. Request a new test on the notification "
        "history page." in Client().post(path).content.decode()
    )
    assert Client().post("/mail/arrived/nothing/").status_code == 200
    anna.refresh_from_db()
    assert anna.mail_stopped_at is not None


def test_tests_are_limited(anna):
    client = signed_in(anna)
    assert [client.post("/profile/notifications/history/test/").status_code for _ in range(4)] == [302, 302, 302, 429]


def test_every_reason_has_words():
    """Each short text that a check of what is true can answer."""
    known = reasons_of_all()
    for module in {inspect.getmodule(type(kind)) for (app, _name), kind in kinds().items() if app != "club"}:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if not isinstance(node, ast.Return) or node.value is None:
                continue
            values = [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
            for value in values:
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                    assert value.value in known, value.value


def test_only_the_host_sees_whom_mails_do_not_reach_and_neither_why_nor_where(game, anna, boris, clara):
    Game.objects.filter(pk=game.pk).update(host=anna)
    type(boris).objects.filter(pk=boris.pk).update(mail_stopped_at=now())
    said = "Emails do not reach: Boris."

    def page(client):
        return client.get(f"/games/{game.pk}/").content.decode()

    assert said in page(signed_in(anna))
    assert boris.email not in page(signed_in(anna))
    for client in (signed_in(clara), Client(), signed_in(boris)):
        assert "do not reach: " not in page(client)


def test_the_host_of_a_table_sees_it_too(anna, boris):
    gathering = table(anna, players=4)
    gathering.participants.create(user=boris)
    type(boris).objects.filter(pk=boris.pk).update(mail_stopped_at=now())
    address = f"/tables/{gathering.pk}/"
    assert "emails do not reach this player" in signed_in(anna).get(address).content.decode()
    assert "emails do not reach this player" not in signed_in(boris).get(address).content.decode()
