"""What people write in reply to a list of moves is read; what is not plain is asked back and never guessed."""

import pytest
from django.db import transaction

from accounts.models import User
from games.mail_commands.reading import NotPlain, is_attempt, seat_orders
from games.mail_commands.words import command
from games.models import LogRow, Source
from games.play.positions import load
from games.play.reply_addresses import seat_reply_address
from games.text_client.lines import number_in
from incoming_mail.handling import handle
from incoming_mail.letters import read
from incoming_mail.models import ArrivalWay, Preview
from incoming_mail.own_words import meant, own_words
from incoming_mail.services import take, wish_preview
from notifications.models import Notification
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.replies import ASKED_BACK, REPLIES, SECOND, Reply
from tests.games.play_builders import NOON, asked_user

KIND = {
    "en": "I found no move in your reply. Send just its number, such as “2”.",
    "de": "Ich finde in deiner Antwort keinen Zug. Schick nur seine Nummer, zum Beispiel „2“, und ich spiele ihn.",
}


def said(reply: Reply) -> tuple[str, ...]:
    """As `incoming_mail.handling` and `games.mail_commands.seat` read it; what begins as neither a command nor a move is none."""
    letter = read(reply.raw())
    first, *others = meant(own_words(letter.text, ours="@stpete.localhost"), [letter.name]) or [[]]
    try:
        orders = seat_orders(first, [line for more in others for line in more], letter.subject)
    except NotPlain:
        return ()
    if not orders:
        return ("empty",)
    word, rest = command(orders[0])
    is_known = number_in(orders[0]) is not None or is_attempt(orders[0]) or (word is not None and not rest)
    return tuple(orders) if is_known else ()


@pytest.mark.parametrize("reply", REPLIES, ids=lambda reply: reply.name)
def test_a_reply_is_read_as_its_writer_means_it(reply):
    assert said(reply) == reply.says


def test_there_are_many_of_them():
    assert len({reply.name for reply in REPLIES}) == len(REPLIES) >= 80
    assert len({reply for reply in REPLIES if not reply.says}) >= 30


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_second_move_is_played_or_the_list_comes_back_with_a_kind_sentence(anna, boris, language, settings):
    settings.INBOUND_PER_HOUR = 1_000
    User.objects.update(language=language)
    play = load(quiet_start(anna, boris, pace="14d").pk)
    user, game = asked_user(play), play.game
    seat = play.seat_of(user)
    wish_preview(user, Preview.NEVER)
    moves = play.view(seat.index).moves
    address = seat_reply_address(play, seat)
    wrong = []
    for reply in REPLIES:
        with transaction.atomic():
            raw = reply.raw(sender=user.email, to=address)
            row = take(raw, envelope_from=user.email, envelope_to=[address], way=ArrivalWay.SMTP, now=NOON)
            handle(row.pk, NOON)
            row.refresh_from_db()
            played = [one.text for one in LogRow.objects.filter(game=game, source=Source.MAIL)]
            answer = Notification.objects.get(kind="answer").data["said"]
            if reply.says[:1] == SECOND and played[:1] != [moves[1]]:
                wrong.append((reply.name, row.reason, played, answer))
            if reply.says in (ASKED_BACK, ("empty",)) and (played or answer != [KIND[language]]):
                wrong.append((reply.name, row.reason, played, answer))
            transaction.set_rollback(True)
    assert wrong == []
