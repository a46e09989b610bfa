"""The subjects of game notifications: their links and webhooks, reasons why nothing was sent, what is secret, and deletion.

A webhook says whose turn it is, once a turn, and how the game ended: what every visitor of its page sees; nothing for a game
that is closed to visitors. Where nobody may know who is asked (`games.play.secrecy`), no player is named, and the deadline is
that of the window.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import can
from games.board.people import people
from games.chat.notifications import TALK
from games.models import Game, Invitation, Participant, Status, Tenure, Visibility
from games.models.notification import GAME, INVITATION, game_subject, invitation_subject
from games.models.title import title_in_language
from games.names.words import listed_amounts
from games.play import secrecy
from games.play.positions import Play, load
from games.play.visibility import marked
from games.text_client.moves import phase_of
from incoming_mail.tokens import forget_subject
from notifications.kinds import About, News, Subject, SubjectLink, WebhookSubject
from notifications.mail import times
from notifications.services import forget

from . import ANSWERS, DEADLINES, RESULTS, TABLES, TURNS, about

CATEGORIES = (TURNS, DEADLINES, TABLES, RESULTS, TALK, ANSWERS)
"""In the order in which people choose."""


REASONS = {
    "answered": gettext_lazy("It had already been answered."),
    "not seated": gettext_lazy("The seat was no longer yours."),
    "told in the answer": gettext_lazy("The reply to an email of yours already showed it."),
    "deadline moved": gettext_lazy("The deadline had changed."),
    "taken back": gettext_lazy("You had reclaimed your seat."),
    "goes on": gettext_lazy("The game went on."),
    "over": gettext_lazy("The game had finished."),
    "reached again": gettext_lazy("Emails reached the player again."),
    "paused": gettext_lazy("The game was paused."),
    "table closed": gettext_lazy("The table was closed."),
    "seat taken": gettext_lazy("Another player has taken the seat."),
    "not over": gettext_lazy("The game was not over."),
    "read": gettext_lazy("You had already read it."),
    "opened": gettext_lazy("Your browser had already contributed to the deal."),
}


def secret_subjects() -> QuerySet[Game, str]:
    """Running games that may ask in secret: a notification shows who was asked (BANQ-THIEF-6)."""
    subject = Concat(Value(f"{GAME}:"), Cast("pk", CharField()))
    secret = secrecy.with_secret_questions().annotate(notification_subject=subject)
    return secret.values_list("notification_subject", flat=True)


@receiver(post_delete, sender=Game)
def forget_game(instance: Game, **kwargs: object) -> None:
    """Drop what has not been sent about a deleted game."""
    forget(game_subject(instance.pk))


@receiver(post_delete, sender=Invitation)
def forget_invitation(instance: Invitation, **kwargs: object) -> None:
    forget(invitation_subject(instance.pk))
    forget_subject(invitation_subject(instance.pk))


class InvitationSubject(Subject):
    word = INVITATION

    @classmethod
    def links(cls, numbers: Collection[int], reader: User) -> Mapping[int, SubjectLink]:
        rows = Invitation.objects.filter(pk__in=numbers, user=reader).values_list("pk", "game_id", "game__title")
        return {
            number: SubjectLink(_name(title, game), reverse("games:table", args=[game])) for number, game, title in rows
        }


class GameSubject(WebhookSubject):
    word = GAME

    @classmethod
    def links(cls, numbers: Collection[int], reader: User) -> Mapping[int, SubjectLink]:
        """With titles of the games and tables that the reader may see; of others only the number, for the title may have changed
        since."""
        sat = Exists(Tenure.objects.filter(seat__game=OuterRef("pk"), user=reader))
        sits = Exists(Participant.objects.filter(game=OuterRef("pk"), user=reader))
        asked = Exists(Invitation.objects.filter(game=OuterRef("pk"), user=reader))
        found = marked(Game.objects.filter(pk__in=numbers)).annotate(own=Q(sat) | Q(sits) | Q(asked) | Q(host=reader))
        rows = found.values_list("pk", "title", "visibility", "own", "closed")
        return {
            number: SubjectLink(_name(title, number), reverse("games:game", args=[number]))
            if own or (visibility == Visibility.PUBLIC and not closed)
            else SubjectLink(_("game %(number)s") % {"number": number})
            for number, title, visibility, own, closed in rows
        }

    @classmethod
    def marks(cls, numbers: Collection[int]) -> Mapping[int, str]:
        rows = Game.objects.filter(pk__in=numbers).values_list("pk", "status", "version", "paused_at")
        return {pk: f"{status}:{version}:{'paused' if paused else ''}" for pk, status, version, paused in rows}

    def news(self, now: datetime) -> News | None:
        play = self._play()
        turn = None if play is None or play.game.is_closed else turn_of(play)
        return News(*turn, about(play.game)) if play is not None and turn is not None else None

    def may_set(self, user: User) -> bool:
        """The host, as long as it is their table."""
        return Game.objects.filter(pk=self.number, host=user).exists() and not user.is_guest

    def about(self, user: User) -> About | None:
        """For users who may see the table or game."""
        play = self._play()
        if play is None:
            return None
        if not play.seats:
            is_seen = can(user, "host table", play.game) or can(user, "see table", play.game)
        else:
            is_seen = can(user, "watch game", play)
        return about(play.game) if is_seen else None

    def _play(self) -> Play | None:
        try:
            return load(self.number)
        except Game.DoesNotExist:
            return None


SUBJECTS = (GameSubject, InvitationSubject)


def _name(title: str, number: int) -> str:
    return _("“%(title)s”, game %(number)s") % {"title": title_in_language(title), "number": number}


OVER = "over"


def turn_of(play: Play) -> tuple[str, str] | None:
    """What names the present turn, and a sentence about it; None where nothing is asked of people that others may know."""
    if play.game.status == Status.FINISHED:
        return OVER, _over(play)
    if play.game.status != Status.RUNNING or play.game.is_paused or play.state.is_over:
        return None
    phase = phase_of(play.view(None))
    if (window := secrecy.open_window(play, play.state)) is not None:
        # the same whoever is asked, person or bot
        values = {"until": _("until %(until)s") % {"until": times.moment(window.until)}, "phase": phase}
        return (
            f"window:{int(window.since.timestamp())}",
            _("Waiting for a decision, %(until)s. %(phase)s.") % values,
        )
    if secrecy.is_secret(play.state):
        return None
    waiting = [seat for seat in secrecy.known_waiting(play, play.state, None) if not play.holder(seat.index).is_bot]
    if not waiting:
        return None
    names = people(play, None)
    who = ngettext("Waiting for %(who)s.", "Waiting for %(who)s.", len(waiting)) % {
        "who": listed_amounts([str(names[seat.index]) for seat in waiting])
    }
    line = f"{who} {phase}."
    ends = [seat.due_at for seat in waiting if seat.due_at is not None]
    if ends:
        line += " " + _("Until %(until)s (%(zone)s).") % {"until": times.moment(min(ends)), "zone": times.zone_name()}
    return f"asked:{max(seat.asked_number for seat in waiting)}", line


def _over(play: Play) -> str:
    names = people(play, None)
    rows = sorted((play.game.result or {"seats": []})["seats"], key=lambda row: (row["rank"], row["seat"]))
    points = listed_amounts([f"{names[row['seat']]} {row['points']}" for row in rows])
    return _("The game has finished: %(points)s.") % {"points": points} if points else _("The game has finished.")
