"""The answer to a mail, as a notification in the transaction of what the mail did.

It is written when it goes out (`games.emails.answers`)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from games.models.notification import APP, game_subject
from games.play import wakeups
from games.play.notifications import Kind
from incoming_mail.handlers import FromAddress, Incoming
from notifications.models import Notification
from notifications.services import queue


@dataclass
class Answer:
    """What an answer says. `played` are numbers of rows of the log; `said` are sentences in the reader's language; `pending` are
    orders that wait for a yes to the question `number`; `show` are parts of the position that he asked for."""

    played: list[int] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    number: int = 0
    show: list[str] = field(default_factory=list)
    rule: str = ""


def tell_about_game(mail: Incoming, game_id: int, answer: Answer) -> None:
    _tell(mail, Kind.ANSWER, game_subject(game_id), answer)


def tell(mail: Incoming, answer: Answer) -> None:
    """About no game in particular."""
    _tell(mail, Kind.DESK, f"mail:{mail.number}", answer)


def first_said(mail: Incoming | FromAddress) -> list[str]:
    """What an answer says before all else."""
    if not mail.lifts_stop:
        return []
    return [_("Our emails to you bounced, so we stopped sending them. From now on you get them again.")]


def _tell(mail: Incoming, kind: Kind, subject: str, answer: Answer) -> None:
    notification = Notification(
        app=APP,
        kind=kind.value,
        key=f"{kind}:{mail.number}",
        subject=subject,
        data=asdict(replace(answer, said=[*first_said(mail), *answer.said])),
        user=mail.user,
        created_at=mail.now,
        due_at=mail.now,
    )
    queue([notification])
    soon()


def soon() -> None:
    """Who has written waits for the answer: it goes out with the end of this transaction."""
    transaction.on_commit(partial(wakeups.publish, "notifications.tasks.send_mails"), robust=True)


def short(orders: Sequence[str]) -> str:
    """Orders as they were written, in one line."""
    return "; ".join(orders)
