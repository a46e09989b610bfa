"""What is written in chats: saying, removing and reporting messages, private notes and muting, and how much one may say.

Messages are rows of their own and never rows of the log. Who reads them is said in `readers`; nothing here is shown where the game
itself is not.
"""

import re
import unicodedata
from collections.abc import Container
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.limits import hold_count
from accounts.models import User
from accounts.permissions import can
from games.chat import notifications
from games.chat.readers import Window, is_company, is_shut, lines_for, people_at, readers_who_muted
from games.errors import GameError, Muted
from games.models import Game, Line, MoveNote, Mute, Note, Removal, Report, ReportReason, Room, Status
from games.models.chat import LONGEST_LINE, LONGEST_NOTE
from games.play.errors import NotSeated
from games.play.positions import Play, load
from games.play.seen import mark_new_line
from games.play.visibility import has_part
from games.tables.errors import NotAtTable, TableClosed
from moderation import services
from moderation.errors import OwnMatter
from notifications.services import queue


class TalkShut(GameError):
    code = "talk_shut"
    sentence = _("This game has no chat.")


class ForAccounts(GameError):
    code = "guest"
    sentence = _("Guests can only chat with the players at their table. Create an account to join in.")
    status = 403


class NotOver(GameError):
    code = "not_over"
    sentence = _("Spectators can chat when the game has finished.")


class NothingSaid(GameError):
    code = "nothing_said"
    sentence = _("Your message is empty. Write something first.")
    status = 422


class TooLong(GameError):
    code = "too_long"
    sentence = _("Your message is too long. Shorten it.")
    status = 422


class TooManyLines(GameError):
    code = "too_many_lines"
    sentence = _("You are sending messages too fast. Wait a minute.")
    status = 429


class EnoughForToday(GameError):
    code = "enough_for_today"
    sentence = _("You have reached today's chat limit. Continue tomorrow.")
    status = 429


class NotYourLine(GameError):
    code = "not_your_line"
    sentence = _("Only the author or the table's host can delete a message.")
    status = 403


class OwnLine(GameError):
    code = "own_line"
    sentence = _("This is your own message. You can delete it instead.")


class TooManyMuted(GameError):
    code = "too_many_muted"
    sentence = _("You have reached the limit of muted players. Unmute someone first.")


REPORTS = timedelta(days=180)
"""How long a report is kept after it was settled, with the messages around it."""


def forget_settled(*, now: datetime) -> int:
    """Delete reports settled that long ago. Returns how many."""
    return Report.objects.filter(settled_at__lt=now - REPORTS).delete()[0]


@transaction.atomic
def remove_line(*, line_id: int, user: User, now: datetime) -> Line:
    """Remove a message, as its author, the host of the table, or a moderator (`games.extensions`). Twice is as once. Raises
    NotYourLine or Line.DoesNotExist."""
    line = Line.objects.select_for_update(of=("self",)).select_related("game").get(pk=line_id)
    if line.author_id == user.pk:
        why = Removal.AUTHOR
    elif can(user, "host table", line.game):
        why = Removal.HOST
    elif can(user, "moderate talk", line.game):
        why = Removal.TOURNAMENT
    else:
        raise NotYourLine
    blank_line(line, by=user, why=why, now=now)
    return line


def blank_line(line: Line, *, by: User, why: Removal, now: datetime) -> None:
    """Remove the text of a message; a removed one keeps its first reason. The caller has checked the permission."""
    if not line.is_removed:
        line.text, line.removed_at, line.removed_by, line.why = "", now, by, why
        line.save(update_fields=["text", "removed_at", "removed_by", "why"])


@transaction.atomic
def forget_person(user: User, *, now: datetime) -> None:
    """An account is about to be deleted: remove the text of its messages, its notes and its mutes."""
    standing = Line.objects.filter(author=user, removed_at__isnull=True)
    standing.update(text="", removed_at=now, removed_by=user, why=Removal.LEFT)
    Note.objects.filter(user=user).delete()
    MoveNote.objects.filter(user=user).delete()
    Mute.objects.filter(user=user).delete()
    Mute.objects.filter(muted=user).delete()


A_MINUTE, A_DAY = timedelta(minutes=1), timedelta(days=1)
NEWCOMER = timedelta(days=3)
"""For this long after sign-up a user may write less."""
MOST_A_MINUTE, MOST_A_DAY = 8, 300
MOST_OF_NEWCOMER_A_MINUTE, MOST_OF_NEWCOMER_A_DAY = 4, 40
MOST_REPORTS_A_DAY = 20


def check_rate(user: User, now: datetime) -> None:
    """Raises TooManyLines or EnoughForToday. In the transaction that adds the line; one statement, and the lock of the count."""
    hold_count(user.pk)
    is_new = now - user.created_at < NEWCOMER
    lately = Line.objects.filter(author=user, at__gt=now - A_DAY)
    said = lately.aggregate(minute=Count("pk", filter=Q(at__gt=now - A_MINUTE)), day=Count("pk"))
    if said["minute"] >= (MOST_OF_NEWCOMER_A_MINUTE if is_new else MOST_A_MINUTE):
        raise TooManyLines
    if said["day"] >= (MOST_OF_NEWCOMER_A_DAY if is_new else MOST_A_DAY):
        raise EnoughForToday


_TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
_LINK = re.compile(r"(?:\b[a-z][a-z0-9+.-]*://|\bwww\.)\S+", re.IGNORECASE)


def tidy_text(text: str) -> str:
    """One form for each letter, no control characters, nothing that turns the direction of reading, no more than one empty line."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = "\n".join("".join(filter(_is_text, line.replace("\t", " "))).rstrip() for line in lines)
    return re.sub(r"\n{3,}", "\n\n", kept).strip()


def _is_text(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cs") and unicodedata.bidirectional(sign) not in _TURNING


def without_links(text: str) -> str:
    """The text for an email, where a typed address would become a link."""
    return _LINK.sub(lambda _found: gettext("[link]"), text)


AROUND = 10
"""How many messages before and after the reported one are kept with the report."""


@transaction.atomic
def report_line(
    *, line: Line, reporter: User, seen: Window | None, reason: ReportReason, words: str, now: datetime
) -> Report:
    """Keep a report with what the reporter could read around the message. A second report of the same message by the same person
    is the first one. Raises OwnLine or EnoughForToday."""
    if line.author_id == reporter.pk:
        raise OwnLine
    hold_count(reporter.pk)
    if Report.objects.filter(reporter=reporter, at__gt=now - A_DAY).count() >= MOST_REPORTS_A_DAY:
        raise EnoughForToday
    around = lines_for(line.game, line.room, None, seen).filter(  # type: ignore[arg-type]
        number__gte=line.number - AROUND, number__lte=line.number + AROUND
    )
    context = [
        {"number": one.number, "author": one.author_id, "at": one.at.isoformat(), "text": one.text} for one in around
    ]
    made, _new = Report.objects.get_or_create(
        line=line,
        reporter=reporter,
        defaults={"reason": reason, "words": tidy_text(words), "context": context, "at": now},
    )
    return made


def not_own(staff: User) -> QuerySet[Report]:
    """The reports that a moderator may read and settle: not of their own messages, nor of games in which they have a part."""
    own = Game.objects.filter(has_part(staff)).values("pk")
    return Report.objects.exclude(line__author=staff).exclude(line__game__in=own)


@transaction.atomic
def settle_report(
    *, report_id: int, staff: User, note: str | None = None, removes: bool = False, now: datetime
) -> Report:
    """A moderator has dealt with the report: seen, with a `note` for the site team, and with `removes` the message goes. Settling
    again changes the note or removes the message; the first moderator stays. Raises Report.DoesNotExist, and OwnMatter for a
    message of their own or of a game in which they have a part."""
    found = Report.objects.select_for_update(of=("self",)).get(pk=report_id)
    if not not_own(staff).filter(pk=report_id).exists():
        raise OwnMatter
    if found.settled_at is None:
        found.settled_at, found.settled_by = now, staff
    if note is not None:
        found.note = tidy_text(note)
    found.save(update_fields=["settled_at", "settled_by", "note"])
    if removes:
        line = Line.objects.select_for_update(of=("self",)).get(pk=found.line_id)
        blank_line(line, by=staff, why=Removal.STAFF, now=now)
    return found


ONE_AND_THE_SAME = timedelta(seconds=15)
"""The same words of the same author within this time are a double click."""


@transaction.atomic
def say(
    *, game_id: int, user: User, text: str, now: datetime, room: Room = Room.SEATS, links: Container[str] = ()
) -> Line:
    """Append a line to a room of the game. Said twice in a moment it is there once.

    Raises ForAccounts, Muted, NothingSaid, TooLong, TooManyLines, EnoughForToday, TalkShut, NotSeated, NotAtTable, TableClosed,
    NotOver, or Game.DoesNotExist where the user may not see the game.
    """
    if user.is_guest and room != Room.SEATS:
        raise ForAccounts
    if services.is_mute(user.pk, now):
        raise Muted
    words = tidy_text(text)
    if not words:
        raise NothingSaid
    if len(words) > LONGEST_LINE:
        raise TooLong
    play = load(game_id, lock=True)
    _check_place(play, user, room, links)
    if user.is_guest and play.game.has_begun and not is_company(play):
        raise ForAccounts
    last = Line.objects.filter(game=play.game, room=room, author=user).order_by("-number").first()
    if last is not None and last.text == words and now - last.at < ONE_AND_THE_SAME:
        return last
    check_rate(user, now)
    return _append(play, user, words, room, now)


def _check_place(play: Play, user: User, room: Room, links: Container[str]) -> None:
    game = play.game
    is_seated = can(user, "talk at table", play)
    if room == Room.WATCHERS:
        if not game.has_begun or not can(user, "watch game", play, links=links):
            raise Game.DoesNotExist
        if is_seated:
            raise TalkShut
        if not game.is_finished:
            raise NotOver
    elif not is_seated:
        raise NotSeated if game.has_begun else NotAtTable
    elif game.status == Status.CLOSED:
        raise TableClosed
    if is_shut(game):
        raise TalkShut


def _append(play: Play, user: User, words: str, room: Room, now: datetime) -> Line:
    game = play.game
    column = "said" if room == Room.SEATS else "said_by_watchers"
    number = getattr(game, column) + 1
    seat = play.owned_seat(user) if room == Room.SEATS else None
    own = [one for one in play.tenures[seat.index] if one.user_id == user.pk] if seat else []
    tenure = own[-1] if own else None
    line = Line.objects.create(game=game, room=room, number=number, author=user, tenure=tenure, text=words, at=now)
    Game.objects.filter(pk=game.pk).update(**{column: number})
    if room == Room.SEATS:
        others = people_at(play) - {user.pk}
        unmoved = readers_who_muted(user, others)
        if game.has_begun:
            mark_new_line(game_id=game.pk, readers=others, passed_over={user.pk, *unmoved}, line=number)
        queue(notifications.message_notifications(line, others - unmoved, now=now))
    return line


MOST_MUTED = 500
"""How many people a user may mute: every chat they open looks at all of them."""


@transaction.atomic
def write_note(*, game: Game, user: User, text: str, now: datetime) -> None:
    """Replace the user's note about the game; an empty note is deleted. Raises TooLong."""
    words = tidy_text(text)
    if len(words) > LONGEST_NOTE:
        raise TooLong
    if not words:
        Note.objects.filter(game=game, user=user).delete()
        return
    Note.objects.update_or_create(game=game, user=user, defaults={"text": words, "changed_at": now})


def write_move_note(*, play: Play, user: User, number: int, text: str, now: datetime) -> None:
    """Replace the note of a player, or of one who was, at this place of the log; an empty note is deleted. A change is private
    until it is published again. Raises TooLong, NotSeated."""
    words = tidy_text(text)
    if len(words) > LONGEST_LINE:
        raise TooLong
    if not play.has_sat(user):
        raise NotSeated
    if not words:
        MoveNote.objects.filter(game=play.game, user=user, number=number).delete()
        return
    values = {"text": words, "changed_at": now, "published_at": None}
    MoveNote.objects.update_or_create(game=play.game, user=user, number=number, defaults=values)


def publish_move_notes(*, play: Play, user: User, is_public: bool, now: datetime) -> None:
    """Show all own notes of a finished game to whoever may see it, or hide them again. Does nothing while it runs."""
    if play.game.is_finished and not is_shut(play.game):
        MoveNote.objects.filter(game=play.game, user=user).update(published_at=now if is_public else None)


@transaction.atomic
def mute(*, user: User, muted: User, now: datetime) -> None:
    """Hide all messages of `muted` from `user`. Twice is as once. Raises TooManyMuted."""
    hold_count(user.pk)
    mine = Mute.objects.filter(user=user)
    if mine.filter(muted=muted).exists():
        return
    if mine.count() >= MOST_MUTED:
        raise TooManyMuted
    Mute.objects.create(user=user, muted=muted, at=now)


def unmute(*, user: User, muted_id: int) -> None:
    Mute.objects.filter(user=user, muted=muted_id).delete()
