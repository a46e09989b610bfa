"""Answers to emails: notifications queued in the transaction of what the email did, written when they go out
(`games.emails.answers`).

People without an account answer an invitation too: `yes` and a name opens the account, as the link of the email does. A sender who
answers from the invited address, with the token of that email alone, has proved the address.
"""

from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import email_verification
from accounts.forms import ArrivalForm
from games.errors import GameError
from games.mail_commands.words import NO, YES, Word, command, orders, plain_name
from games.models import Invitation, InvitationState
from games.models.notification import APP, game_subject, number_in
from games.play import wakeups
from games.play.notifications import GameNotification, build
from games.play.reply_addresses import INVITED
from games.tables import invitations
from games.tables.errors import HasAccount
from incoming_mail.handlers import AddressHandler, FromAddress, Incoming
from notifications.models import Notification
from notifications.services import queue


@dataclass
class MailAnswer:
    """What an answer says. `played` are numbers of rows of the log; `said` are sentences in the reader's language; `pending` are
    orders that wait for a yes to the question `number`, a draft where the sender wants no yes to be asked for (`is_draft`); `asks`
    says them in other words; `show` are parts of the position that the sender asked for. `waits`: it only says that all was done,
    and the next question may say so. `passes`: a pass for the rest of the phase followed the last of what was played."""

    played: list[int] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    asks: str = ""
    number: int = 0
    is_draft: bool = False
    show: list[str] = field(default_factory=list)
    rule: str = ""
    waits: bool = False
    passes: bool = False

    def end(self, sentence: object, result: str) -> str:
        """Say this last. Returns `result`, what became of the email."""
        self.said.append(str(sentence))
        return result


CONFIRMED_WITHIN = timedelta(hours=2)
"""How long an answer that only says that moves were played waits for the next question or the end of the game."""


def stop_lifted(mail: Incoming | FromAddress) -> list[str]:
    """What an answer says before all else."""
    if not mail.lifts_stop:
        return []
    return [_("Our emails to you bounced, so we stopped sending them. From now on you get them again.")]


def send_answer(mail: Incoming, answer: MailAnswer, result: str, *, game_id: int | None = None) -> str:
    """Queue the answer to an email, about this game or no game in particular. Returns `result`, what became of the email."""
    kind = GameNotification.DESK if game_id is None else GameNotification.ANSWER
    subject = f"mail:{mail.number}" if game_id is None else game_subject(game_id)
    lifted = stop_lifted(mail)
    answer = replace(answer, said=[*lifted, *answer.said], waits=answer.waits and not lifted)
    due_at = mail.now + CONFIRMED_WITHIN if answer.waits else mail.now
    _send(
        build(kind, str(mail.number), subject=subject, at=mail.now, due_at=due_at, data=asdict(answer), user=mail.user)
    )
    return result


def _send(notification: Notification) -> None:
    """Send it with the end of this transaction, because the sender waits for the answer."""
    queue([notification])
    transaction.on_commit(partial(wakeups.send_task, "notifications.tasks.send_mails"), robust=True)


MOST_ANSWERS = 5
"""How many emails report on answers to one invitation; further answers are done silently."""


def answer_stranger(mail: FromAddress) -> str:
    """Sit down with a new account, or decline. The address is told what cannot be done, and why."""
    asked = Invitation.objects.select_related("inviter", "game").filter(pk=number_in(mail.subject)).first()
    if asked is None:
        return "gone"
    with translation.override(asked.language):
        said = orders(mail.lines[:1])
        word, _rest = command(said[0]) if said else (None, "")
        try:
            if word in NO:
                invitations.decline_invitation(token=asked.token, user=None, now=mail.now)
                return _tell_address(mail, _("You declined."), "decline")
            if word in YES or word is Word.NAME:
                return _arrive(mail, asked)
        except GameError as error:
            has_account = isinstance(error, HasAccount)
            said_back = (
                _("There is already an account with your address. Sign in to accept.") if has_account else str(error)
            )
            return _tell_address(mail, said_back, error.code)
        return _tell_address(mail, _("Nothing was changed. Reply “yes” followed by a name, or “no”."), "no_command")


INVITATION_REPLIES = AddressHandler(INVITED, answer_stranger)


def _arrive(mail: FromAddress, asked: Invitation) -> str:
    """Open the account, with the time zone of the inviter, because an email says nothing reliable about the sender's."""
    name, zone = plain_name(mail.lines), asked.inviter.time_zone
    if asked.state == InvitationState.OPEN:
        if not invitations.address_proved_by(asked):
            raise HasAccount
        if not name:
            said = _("Which name should other players see? Reply “Name: Anna” with your own name.")
            return _tell_address(mail, said, "no_name")
        form = ArrivalForm({"display_name": name, "time_zone": zone})
        if not form.is_valid():
            return _tell_address(mail, " ".join(str(error) for error in form.errors["display_name"]), "bad_name")
        name, zone = form.cleaned_data["display_name"], form.cleaned_data["time_zone"]
    newcomer = email_verification.Newcomer(name, zone, asked.language)
    game, user = invitations.accept_as_newcomer(token=asked.token, newcomer=newcomer, now=mail.now, seen=mail.holding)
    greeting = [
        _("You joined table %(number)s.") % {"number": game.pk},
        _("Others see you as %(name)s. To sign in, use this email address: we send a code to it.")
        % {"name": user.name},
        _("To change your name, reply “Name:” and the new name."),
    ]
    theirs = Incoming(mail.number, user, None, mail.lines, True, mail.now, mail.lifts_stop)
    return send_answer(theirs, MailAnswer(said=greeting, show=["games"]), "arrived")


def _tell_address(mail: FromAddress, sentence: str, result: str) -> str:
    """Send the sentence to the address, at most MOST_ANSWERS times for each invitation."""
    told = Notification.objects.filter(app=APP, kind=GameNotification.INVITED_ANSWER.value, subject=mail.subject)
    if told.count() < MOST_ANSWERS:
        data = {"said": [*stop_lifted(mail), sentence]}
        kind, language = GameNotification.INVITED_ANSWER, translation.get_language() or "en"
        key, subject = str(mail.number), mail.subject
        _send(build(kind, key, subject=subject, at=mail.now, data=data, address=mail.address, language=language))
    return result
