"""Four people play a game by mail and nothing else: worker, beat and door as processes, real SMTP in both directions.

What a program of theirs shows is all they know: the number of an action in the list of the last mail, or yes to what it asks.
"""

import re
import time

import pytest
from django.utils.timezone import now

from games.models import Game, LogRow, Source
from games.models.notification import game_subject
from games.play.positions import load
from incoming_mail.models import IncomingMail
from notifications.models import Notification
from stpete_site.supervisor.plan import listens
from stpete_site.supervisor.process import wait_until
from tests.games.mail_builders import quiet_start
from tests.games.play_builders import play_on
from tests.incoming_mail.writing import post, reply_to
from tests.mails import text_of
from tests.people import person
from tests.web_server import free_port

pytestmark = pytest.mark.django_db(transaction=True)
EVENTS = ("your_turn", "answer")


def start(site):
    """The door, a worker and beat; gives the port of the door."""
    port = free_port()
    site.environment |= {
        "INBOUND_DOMAIN": "play.example",
        "INBOUND_LISTEN": f"smtp://127.0.0.1:{port}",
        "INBOUND_PER_HOUR": "1000",
        "NOTICE_DELAY": "0",
    }
    door = site.launch("door", "incoming_mail.listener")
    assert wait_until(lambda: listens("127.0.0.1", port), seconds=200), door.printed()
    site.worker(concurrency=1)
    site.beat()
    return port


def choice(mail):
    """What a player writes: yes to a question, else the number of the last action, which is to pass where one may."""
    text = text_of(mail)
    if "Play this move?" in str(mail["Subject"]):
        return "yes"
    numbers = re.findall(r"^ *(\d+)\. ", text, re.MULTILINE)
    passing = re.findall(r"^ *(\d+)\. pass", text, re.MULTILINE)
    return (passing or numbers)[-1] if numbers else ""


def play_by_mail(game, mailbox, port, seconds):
    """Everybody answers each mail that puts a question, once, until the game is over."""
    read, deadline = 0, time.monotonic() + seconds
    while time.monotonic() < deadline:
        game.refresh_from_db()
        if game.is_finished:
            return
        for mail in mailbox.messages[read:]:
            read += 1
            if mail["X-StPete-Event"] in EVENTS and mail["Reply-To"] and (text := choice(mail)):
                post(reply_to(mail, text), port)
        time.sleep(0.1)
    raise AssertionError([mail["Subject"] for mail in mailbox.messages])


def game_of_four(until):
    people = [person(name) for name in ("Anna", "Boris", "Clara", "Dmitri")]
    game = quiet_start(*people, pace="14d", now=now())
    play_on(game, until=until, now=now())
    last = load(game.pk).game.version
    mine = Notification.objects.filter(subject=game_subject(game.pk))
    mine.exclude(kind="your_turn").update(due_at=None, dropped="test")
    mine.filter(kind="your_turn").update(due_at=now())
    return game, last


def check(game, before):
    own = LogRow.objects.filter(game=game, number__gt=before, kind="move").exclude(source=Source.AUTO)
    assert set(own.values_list("source", flat=True)) == {Source.MAIL}
    assert load(game.pk).state.is_over
    assert set(IncomingMail.objects.values_list("state", flat=True)) == {"handled"}


def test_the_end_of_a_game_by_mail_only(site, mailbox):
    game, before = game_of_four(lambda play: play.view(None).ending and play.view(None).phase == "noble")
    port = start(site)
    play_by_mail(game, mailbox, port, 120)
    check(game, before)
    assert wait_until(lambda: sum("finished" in str(mail["Subject"]) for mail in mailbox.messages) == 4, seconds=200)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_whole_game_by_mail_only(site, mailbox):
    game, before = game_of_four(lambda play: True)
    play_by_mail(game, mailbox, start(site), 3400)
    check(game, before)
    assert Game.objects.get().result
