"""Emails about the people at a table: chat messages, a player whom emails do not reach, and actions of the site team."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.chat.notifications import TALK
from games.chat.readers import unread_lines
from games.chat.services import without_links
from games.models import Game, Line, Seat, Status
from games.models.notification import game_subject, number_in
from games.names import words
from games.play.notifications import GameNotification, build
from games.play.positions import load
from games.play.reply_addresses import chat_reply_address
from notifications.kinds import Bundling, Letter, NoLongerTrue, Sample
from notifications.mail.blocks import NOTHING, Block, Button, Heading, Inline, Lines, Paragraph, Quote, bold
from notifications.models import Notification
from notifications.services import queue

from . import TABLES, WAITS_FOR_MORE, GameEmail, about, about_several, beside, open_game
from .samples import ANSWERED_AT, moment, play_at, user

MOST = 20
"""An email has so many messages of the chat at most, the last ones; the page has all."""


class Talk(GameEmail):
    name = GameNotification.TALK.value
    label = gettext_lazy("new chat message")
    category = TALK
    bundling = WAITS_FOR_MORE
    waits_while_open = True

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """Whether there is an unread message, from the one that the notification is about."""
        play, reader = load(number_in(notification.subject)), notification.user
        is_new = reader is not None and unread_lines(play, reader, since=notification.data["number"])
        return "" if is_new else "read"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        play, reader = load(number_in(notifications[0].subject)), notifications[0].user
        since = min(one.data["number"] for one in notifications)
        lines = unread_lines(play, reader, since=since) if reader else []
        if not lines:
            raise NoLongerTrue("read")
        reply_to = chat_reply_address(reader, play.game.pk, lines[-1].number) if reader else ""
        return replace(self.letter(play.game, lines, reply_to), beside=beside([play.game], notifications[-1].user))

    def letter(self, game: Game, lines: Sequence[Line], reply_to: str) -> Letter:
        names, more = list(dict.fromkeys(line.author.name for line in lines)), max(len(lines) - MOST, 0)
        earlier = ngettext("The chat has one earlier message.", "The chat has %(n)s earlier messages.", more)
        how = _("Or reply to this email: your reply is your message to the table.")
        return Letter(
            replace(about(game), reply_to=reply_to),
            _("%(who)s wrote at your table") % {"who": words.listed(names)},
            _("These messages are from players, not from St Pete."),
            [
                *([Paragraph(earlier % {"n": more})] if more else []),
                *(Quote(bold(f"{line.author.name}:"), without_links(line.words)) for line in lines[-MOST:]),
                open_game(game, before=_("To reply, open the game:")),
                *([Paragraph(how, "last")] if reply_to else []),
            ],
        )

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            game = play_at(moment("your-turn")).game
            said = {
                "Boris": "Who took the Observatory from under my nose?",
                "Clara": "I did. See https://example.org/rules for why.",
            }
            lines = [Line(game=game, author=user(2, name), text=text) for name, text in said.items()]
            return self.letter(game, lines, ANSWERED_AT)

        yield Sample(self, "talk", write)


class Unreached(GameEmail):
    """The host of a running game hears once that emails do not reach one of its players: not why, and not where."""

    name = GameNotification.UNREACHED.value
    label = gettext_lazy("emails are not reaching a player")
    category = TABLES
    bundling = Bundling(across_subjects=True)

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """The player plays that game still, its host is the same, and emails do not reach the player."""
        number, person = number_in(notification.subject), notification.data["user"]
        if not _held(person).filter(game=number, game__host=notification.user_id).exists():
            return "not seated"
        is_stopped = User.objects.filter(pk=person, mail_stopped_at__isnull=False).exists()
        return "" if is_stopped else "reached again"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        people = User.objects.in_bulk({one.data["user"] for one in notifications})
        by_game: dict[int, list[str]] = {}
        for one in notifications:
            if (person := people.get(one.data["user"])) is not None:
                by_game.setdefault(number_in(one.subject), []).append(person.name)
        games = Game.objects.in_bulk(list(by_game))
        found = [(games[number], names) for number, names in by_game.items() if number in games]
        if not found:
            raise NoLongerTrue("gone")
        return self.letter(found)

    def letter(self, found: Sequence[tuple[Game, list[str]]]) -> Letter:
        """Games, each with those of its players whom no email reaches."""
        lead = _(
            "You are the host: emails no longer reach some players, so their turns may wait until the deadline. If you "
            "know them, tell them another way. Every page of the site shows them what to do."
        )
        games = [(about(game), names) for game, names in found]
        first = games[0][0]
        blocks: list[Block] = [Button(_("Open game"), first.url, is_in_text=False)]
        for of, names in games:
            said = _("Not reachable: %(names)s.") % {"names": words.listed(names)}
            blocks += [Heading(of.name, of.url), Lines([said, Inline(of.url, NOTHING)])]
        of = first if len(games) == 1 else about_several()
        return Letter(of, _("Emails are not reaching a player"), lead, blocks)

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "unreached", lambda: self.letter([(play_at(moment("your-turn")).game, ["Clara"])]))


def tell_hosts(person: User, now: datetime) -> None:
    """Queue a word to the hosts of the games that this user plays, in the transaction in which emails to them are stopped."""
    held = _held(person.pk).exclude(game__host=None).exclude(game__host=person).select_related("game")
    queue(
        build(
            GameNotification.UNREACHED,
            f"{game.pk}:{person.pk}:{now:%Y%m%d}",
            subject=game_subject(game.pk),
            at=now,
            data={"user": person.pk},
            user_id=game.host_id,
        )
        for game in {seat.game_id: seat.game for seat in held}.values()
    )


def _held(user_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game__status=Status.RUNNING, tenures__user=user_id, tenures__until=None)


class Done(StrEnum):
    """What the site team did, as stored in rows."""

    TIME = "time"
    ANSWERED = "answered"
    KEPT = "kept"
    REPLACED = "replaced"
    CANCELLED = "cancelled"
    ANNULLED = "annulled"
    CLOSED = "closed"


SAYS: Mapping[Done, Callable[[str], str]] = {
    Done.TIME: lambda who: _("%(who)s got more time.") % {"who": who},
    Done.ANSWERED: lambda who: _("%(who)s ran out of time, so the default action was taken.") % {"who": who},
    Done.KEPT: lambda who: _("A bot is holding the seat of %(who)s, who can reclaim it at any time.") % {"who": who},
    Done.REPLACED: lambda who: _("Another player took over the seat of %(who)s.") % {"who": who},
    Done.CANCELLED: lambda who: _("The game was ended and voided."),
    Done.ANNULLED: lambda who: _("The game was voided. Its log stays available."),
    Done.CLOSED: lambda who: _("The table was closed. The game will not start."),
}


class StaffActed(GameEmail):
    """What those who run the site have done in a game, and why, to everybody whom it concerns."""

    name = GameNotification.STAFF_ACTED.value
    label = gettext_lazy("the site team took action in your game")
    category = TABLES
    overtakes = False  # each says what was done another time

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """What has happened stays true."""
        return "" if Game.objects.filter(pk=number_in(notification.subject)).exists() else "gone"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        game = Game.objects.filter(pk=number_in(notifications[-1].subject)).first()
        if game is None:
            raise NoLongerTrue("gone")
        return self.letter(game, **notifications[-1].data)

    def letter(self, game: Game, *, done: str, who: str, reason: str) -> Letter:
        body: list[Block] = [Quote(_("The site team writes:"), reason), open_game(game)]
        return Letter(about(game), _("The site team took action"), SAYS[Done(done)](who), body)

    def samples(self) -> Iterable[Sample]:
        game, reason = Game(pk=12, title="Evening on the Moika"), "Two seats were one person."
        yield Sample(self, "staff-acted", lambda: self.letter(game, done="cancelled", who="", reason=reason))


def staff_acted(
    done: Done, game: Game, users: Iterable[int], *, who: str = "", reason: str, now: datetime
) -> list[Notification]:
    """One for each of these users. `who` is the person that it is about."""
    kind, data = GameNotification.STAFF_ACTED, {"done": done.value, "who": who, "reason": reason}
    subject = game_subject(game.pk)
    return [
        build(kind, f"{game.pk}:{user}:{now.isoformat()}", subject=subject, at=now, data=data, user_id=user)
        for user in sorted(set(users))
    ]


EMAILS = (Talk, Unreached, StaffActed)
