"""What pages show of a chat, as values, and all messages and notes of a user for their data export."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User, name_of
from accounts.permissions import can
from games.chat.readers import Window, is_company, is_shut, lines_for, reading_window
from games.models import Game, Line, MoveNote, Mute, Note, Removal, Room, Seen, Status
from games.models.chat import GREETINGS
from games.play.positions import Play
from statements import Prepared

BESIDE = 20
"""How many of the last messages stand beside a game; the page of the chat has them all."""
PAGE = 100


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message as one reader sees it. `seat` is the emblem of its author, None without a seat."""

    pk: int
    number: int
    author: int
    name: str
    picture: SafeString
    seat: int | None
    text: str
    at: datetime
    is_own: bool
    gone: str
    can_remove: bool
    is_new: bool

    @property
    def initial(self) -> str:
        return self.name[:1].upper()


@dataclass(frozen=True)
class Talk:
    """A chat beside a game. Reads its messages when they are needed, and only where the game has any."""

    game: Game
    room: Room
    user: User
    seen: Window | None
    before: int | None = None
    most: int = BESIDE
    moderates: bool = False

    @property
    def is_watchers(self) -> bool:
        return self.room == Room.WATCHERS

    @property
    def said(self) -> int:
        return self.game.said_by_watchers if self.is_watchers else self.game.said

    @property
    def greetings(self) -> list[tuple[str, str]]:
        """What can be said by one tap now: codes and words."""
        left_out = {"hello", "sorry"} if self.game.is_finished else {"good-game"}
        return [(code, _(text)) for code, text in GREETINGS.items() if code not in left_out]

    @property
    def can_say(self) -> bool:
        if is_shut(self.game) or self.game.status == Status.CLOSED:
            return False
        at_the_table = self.seen is not None and self.seen.is_open
        return not at_the_table if self.is_watchers else at_the_table

    @cached_property
    def _found(self) -> Sequence[Line]:
        if not self.said:
            return ()
        lines = lines_for(self.game, self.room, self.user, None if self.is_watchers else self.seen)
        if self.before is not None:
            lines = lines.filter(number__lt=self.before)
        known = Seen.objects.filter(user=self.user, game=self.game).values("line")
        lines = lines.annotate(known=Coalesce(Subquery(known), 0)).select_related("author", "tenure__seat")
        return list(lines.order_by("-number")[: self.most + 1])

    @cached_property
    def lines(self) -> Sequence[ShownMessage]:
        """The oldest first. One statement, none where nothing was said."""
        return [
            _show_message(line, self.game, self.user, moderates=self.moderates)
            for line in reversed(self._found[: self.most])
        ]

    @property
    def new(self) -> int:
        """How many of the shown messages the reader has not seen. The spectators' chat does not mark any."""
        return 0 if self.is_watchers else sum(line.is_new for line in self.lines)

    @property
    def has_older(self) -> bool:
        return len(self._found) > self.most

    @property
    def oldest(self) -> int:
        return self.lines[0].number if self.lines else 0


def _show_message(line: Line, game: Game, user: User, *, moderates: bool) -> ShownMessage:
    is_own = line.author_id == user.pk
    return ShownMessage(
        pk=line.pk,
        number=line.number,
        author=line.author_id,
        name=line.author.name,
        picture=line.author.avatar,
        seat=line.tenure.seat.index if line.tenure else None,
        text=line.words,
        at=line.at,
        is_own=is_own,
        gone=removal_words(line),
        can_remove=not line.is_removed and (is_own or moderates or game.host_id == user.pk),
        is_new=not is_own and not line.is_removed and line.number > line.known,  # type: ignore[attr-defined]
    )


def removal_words(line: Line) -> str:
    """Why a line says nothing any more; empty while it does."""
    return {
        Removal.NONE: "",
        Removal.AUTHOR: _("deleted"),
        Removal.HOST: _("removed by the host"),
        Removal.TOURNAMENT: _("removed by a tournament director"),
        Removal.STAFF: _("removed by a moderator"),
        Removal.LEFT: _("account deleted"),
    }[Removal(line.why)]


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a game: the table's talk, that of the watchers, or neither, and the way to the notes."""

    table: Talk | None
    watchers: Talk | None

    @property
    def main(self) -> Talk | None:
        return self.table or self.watchers


def beside(play: Play, user: User | None) -> Beside | None:
    """The chats beside a game that this reader may see; None for visitors, and for guests who play bots. No statement."""
    if user is None:
        return None
    talk = talk_at(play, user)
    if user.is_guest:
        return Beside(talk, None) if talk is not None else None
    return Beside(talk, watchers_of(play, user))


def before_start(game: Game, user: User | None, *, is_seated: bool) -> Beside | None:
    """The same for the page of a table, which knows who sits there. No statement."""
    if user is None or not is_seated or is_shut(game):
        return None
    return Beside(Talk(game, Room.SEATS, user, Window()), None)


def talk_at(play: Play, user: User, *, before: int | None = None, most: int = BESIDE) -> Talk | None:
    """The table's chat for this reader, None where they have no part in it or nobody could answer."""
    seen = reading_window(play, user)
    if seen is None or is_shut(play.game):
        return None
    if play.game.has_begun and not play.game.said and not is_company(play):
        return None
    return Talk(play.game, Room.SEATS, user, seen, before, most)


def watchers_of(play: Play, user: User, *, before: int | None = None, most: int = BESIDE) -> Talk | None:
    """The talk of those who watched, once the game is over."""
    if not can(user, "read spectators' talk", play):
        return None
    return Talk(play.game, Room.WATCHERS, user, reading_window(play, user), before, most)


def move_notes(play: Play, user: User | None, number: int) -> list[dict[str, Any]]:
    """What the reader noted at this place, and what others did who have published it after the end. One statement."""
    own = user.pk if user is not None else 0
    found = _open_notes if play.game.is_finished and not is_shut(play.game) else _own_notes
    return [
        {"name": name_of(of, *named), "text": text, "is_own": of == own, "is_public": at is not None}
        for text, at, of, *named in found(play.game.pk, number, own)
    ]


def _notes(game: int, number: int) -> QuerySet[MoveNote, tuple[Any, ...]]:
    notes = MoveNote.objects.filter(game=game, number=number).order_by("pk")
    return notes.values_list("text", "published_at", "user_id", "user__display_name", "user__deleted_at")


def _public(user: int) -> Q:
    """Published by somebody whom the user (0: a visitor) has not muted."""
    return Q(published_at__isnull=False) & ~Q(user__in=Mute.objects.filter(user=user).values("muted"))


_own_notes = Prepared(lambda game, number, user: _notes(game, number).filter(user=user), 3)
_open_notes = Prepared(lambda game, number, user: _notes(game, number).filter(Q(user=user) | _public(user)), 3)


def export_words(user: User) -> dict[str, Any]:
    """Lines that stand and notes, the oldest first. Two statements."""
    lines = Line.objects.filter(author=user, removed_at__isnull=True).select_related("game").order_by("at", "pk")
    notes = Note.objects.filter(user=user).select_related("game").order_by("changed_at", "pk")
    return {
        "lines": [
            {
                "game": line.game_id,
                "title": line.game.title,
                "room": line.room,
                "number": line.number,
                "at": line.at.isoformat(),
                "text": line.text,
            }
            for line in lines
        ],
        "move_notes": [
            {
                "game": one.game_id,
                "number": one.number,
                "changed_at": one.changed_at.isoformat(),
                "public": one.published_at is not None,
                "text": one.text,
            }
            for one in MoveNote.objects.filter(user=user).order_by("changed_at", "pk")
        ],
        "notes": [
            {"game": one.game_id, "title": one.game.title, "changed_at": one.changed_at.isoformat(), "text": one.text}
            for one in notes
        ],
    }
