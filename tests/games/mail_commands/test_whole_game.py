"""A whole game of three by email alone, on a clock of its own: how many emails a player gets with the settings of a new account.

`pytest tests/games/mail_commands/test_whole_game.py -m slow -s` prints the counts.
"""

import re
from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.db.models import Min

from games.models import Game, LogRow, Seat
from games.play.automatic import answer_for_bot, due_bots, overdue_seats, time_out
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay, IncomingMail
from incoming_mail.services import take
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Delivery, Notification
from tests.games.play_builders import NOON, begun, play_on
from tests.incoming_mail.writing import reply_to
from tests.mails import text_of

pytestmark = pytest.mark.django_db
MOVE = re.compile(
    r"^ *(\d+)\. (\w+) ?(?:(.+?)(?: over .+?| from .+?)? for (\d+) rubles?(?:, then pass this phase)?$)?", re.MULTILINE
)
"""Number, verb, and of a card to buy its name and price."""
MOST = 45
"""So many emails may come to each of three players."""


def first(moves, rubles, chance):
    """The first number of the list."""
    return moves[0][0]


def buyer(moves, rubles, chance):
    """Mostly a card to buy, sometimes one to take; else the last number, which is to pass for the rest of the phase."""
    for verb, often in (("buy", 0.8), ("play", 0.9), ("take", 0.1)):
        numbers = [number for number, said, *_card in moves if said == verb]
        if numbers and chance.random() < often:
            return chance.choice(numbers)
    return moves[-1][0]


def planner(moves, rubles, chance):
    """As lively a buyer who says in one reply what to do in the turns to come: up to two more cards that can be paid too, then to
    pass."""
    plan: dict[str, str] = {}
    for number, _said, card, price in chance.sample(moves, len(moves)) if chance.random() < 0.9 else ():
        if card and card not in plan and int(price) <= rubles and len(plan) < 3:
            plan[card] = number
            rubles -= int(price)
    return ", then ".join([*plan.values(), moves[-1][0]])


def reply(mail, player, chance):
    """What the player writes; empty where nothing is asked."""
    if "Play this move?" in str(mail["Subject"]):
        return "yes"
    text = text_of(mail).replace("\r\n", "\n")
    actions = text.partition("Available actions")[2].partition("Links to")[0]
    moves = MOVE.findall(re.sub(r"\n {4}", " ", actions))
    rubles = re.search(r"You:? +(\d+) ruble", text)
    return player(moves, int(rubles[1]), chance) if moves else ""


def play_by_mail(mailbox, player, *, now=NOON):
    """Everybody answers within minutes each email that puts a question, until nothing is due any more."""
    chance, read, replies = Random(1), 0, []
    while True:
        for seat in due_bots(now, 10):
            answer_for_bot(seat_id=seat, now=now)
        for seat in overdue_seats(now, 10):
            time_out(seat_id=seat, now=now)
        while bundle_due(now) or deliver_due(now):
            pass
        for mail in mailbox.messages[read:]:
            read += 1
            if mail["Reply-To"] and (text := reply(mail, player, chance)):
                replies.append((now + timedelta(seconds=chance.randint(20, 300)), read, mail, text))
        rows = (Notification.objects, Delivery.objects, IncomingMail.objects, Seat.objects)
        due = [found.aggregate(at=Min("due_at"))["at"] for found in rows]
        due += [Seat.objects.aggregate(at=Min("bot_due_at"))["at"], *(written[0] for written in replies)]
        if not (times := [at for at in due if at is not None]):
            return
        now = max(min(times), now + timedelta(seconds=1))
        for written in sorted(one for one in replies if one[0] <= now):
            replies.remove(written)
            raw = reply_to(*written[2:])
            take(
                raw.as_bytes(),
                envelope_from=str(raw["From"]),
                envelope_to=[str(raw["To"])],
                way=ArrivalWay.SMTP,
                now=now,
            )
        handle_due(now)


def counted(mailbox, *people):
    """Emails to each of them, and what they may come to: one for each move and each question back, the start and the result."""
    for person in people:
        kinds = Counter(str(mail["X-StPete-Event"]) for mail in mailbox.to(person.email))
        print(person.name, kinds.total(), dict(kinds))
    asked_back = IncomingMail.objects.filter(reason="previewed").count()
    most = LogRow.objects.filter(source="mail").count() + asked_back + 2 * len(people)
    print(most, "at most, for", asked_back, "questions back")
    return [len(mailbox.to(person.email)) for person in people], most


def test_each_move_of_the_end_of_a_game_costs_one_email(anna, boris, clara, mailbox, settings):
    settings.INBOUND_PER_HOUR = 1000
    game = begun(anna, boris, clara, pace="14d")
    play_on(game, until=lambda play: play.view(None).ending)
    Notification.objects.exclude(kind="your_turn").update(due_at=None, dropped="test")
    play_by_mail(mailbox, first)
    game.refresh_from_db()
    assert game.is_finished
    found, most = counted(mailbox, anna, boris, clara)
    assert sum(found) <= most


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "deal"), [(first, 0), *((buyer, deal) for deal in range(3)), *((planner, deal) for deal in range(2))]
)
def test_a_whole_game_costs_each_player_few_emails(anna, boris, clara, mailbox, settings, player, deal):
    settings.INBOUND_PER_HOUR = 1000
    begun(anna, boris, clara, pace="14d", secret=bytes([deal]) + bytes(31))
    play_by_mail(mailbox, player)
    assert Game.objects.get().is_finished
    found, most = counted(mailbox, anna, boris, clara)
    planned = LogRow.objects.filter(source="standing", text__startswith="buy")
    assert planned.exists() is (player is planner)
    assert not any("Skipped: pass" in text_of(mail) for mail in mailbox.messages)
    assert sum(found) <= most
    assert max(found) <= MOST
