"""Answers to emails about a chat: the reply is the message."""

from django.utils.translation import gettext as _

from games.chat import services
from games.chat.notifications import TALK
from games.errors import GameError
from games.mail_commands.telling import MailAnswer, send_answer
from games.mail_commands.words import Word, command
from games.models.notification import number_in
from games.play.reply_addresses import CHAT
from games.play.seen import record_seen
from incoming_mail.handlers import Handler, Incoming
from notifications.models import Channel, When
from notifications.preferences import say


def answer_chat_email(mail: Incoming) -> str:
    """Put the reply into the chat. An email goes back only where that cannot be done: the others read the message, and the sender
    has it. A reply “stop” ends these emails for this table."""
    game_id, lines = number_in(mail.answered.subject), mail.written
    if len(lines) == 1 and command(lines[0]) == (Word.STOP, ""):
        say(mail.user.pk, Channel.MAIL, TALK.name, mail.answered.subject, When.NEVER)
        said = _("You get no more emails about the chat of this table.")
        return send_answer(mail, MailAnswer(said=[said]), Word.STOP.value)
    try:
        services.say(game_id=game_id, user=mail.user, text="\n".join(lines), now=mail.now)
    except GameError as error:
        return send_answer(mail, MailAnswer(said=[str(error)]), error.code)
    record_seen(user=mail.user, game_id=game_id, line=mail.answered.number)
    return Word.SAY.value


CHAT_REPLIES = Handler(CHAT, answer_chat_email)
