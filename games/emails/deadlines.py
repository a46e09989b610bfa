"""A deadline comes, has passed, or a bot holds the seat because too many have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.board.move_words import MoveLine
from games.board.people import people
from games.models import Game, PassMode, Seat, Status, Tenure, TenureEnd, TenureStart
from games.models.notification import number_in
from games.names.cards import Deck
from games.play import secrecy
from games.play.notifications import STANDSTILL_WARNING, GameNotification, reminder_key, standing_still_key
from games.play.positions import Play, load
from games.play.reliability import reliability_of
from games.play.reply_addresses import seat_reply_address
from games.text_client.moves import if_nothing, move_line, phase_of, question_of
from notifications.kinds import About, Bundling, Letter, NoLongerTrue, Sample
from notifications.mail import times
from notifications.mail.blocks import (
    NOTHING,
    Block,
    Button,
    Heading,
    Inline,
    Items,
    Lines,
    Paragraph,
    bold,
    joined,
    link,
    say,
)
from notifications.models import Notification

from . import (
    DEADLINES,
    GameEmail,
    SeatEmail,
    about,
    about_several,
    beside,
    held_seats,
    how_to_reply,
    open_game,
    standing_of,
    until_words,
    why_not_asked,
    why_not_held,
)
from .samples import ANSWERED_AT, NOW, READER, RECORDED_AS, moment, play_at
from .turns import moves_of, why_pass

MOST_GAMES = 20
"""A reminder lists at most this many games; the site shows the others."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One game that waits for the reader, until then."""

    about: About
    until: datetime
    lines: Sequence[Any]


def waiting(play: Play, seat: Seat, now: datetime, *, reply_to: str = "", is_one: bool) -> Waiting | None:
    """None when no clock runs for this seat. `reply_to` is where its player sends a move of this game."""
    if seat.due_at is None:
        return None
    view, deck, of = play.view(seat.index), Deck(play.options), replace(about(play.game), reply_to=reply_to)
    left = {"until": bold(times.moment(seat.due_at)), "left": times.span(seat.due_at - now)}
    by_mail = _("Or email your move to %(address)s") % {"address": reply_to}
    lines = [
        say(_("You have until %(until)s: %(left)s left."), **left),
        f"{phase_of(view)}. {question_of(view, deck)}",
        " ".join(if_nothing(play, seat, view, deck)),
        Inline(of.url, NOTHING),
        link(_("Move by email"), f"mailto:{reply_to}", by_mail) if reply_to and not is_one else "",
    ]
    return Waiting(of, seat.due_at, lines)


class Reminder(GameEmail):
    """All games that wait for the reader, most urgent first, whichever of them set it off. It lists the moves of one that waits
    alone."""

    name = GameNotification.REMINDER.value
    label = gettext_lazy("deadline reminder")
    category = DEADLINES
    bundling = Bundling(across_subjects=True, ahead=timedelta(hours=3))
    """It takes along the reminders of other games that would follow within this time."""
    repeats = GameNotification.YOUR_TURN.value  # the email that puts the question names its deadline
    waits_while_open = True
    looks_together = True

    def untrue_among(self, notifications: Sequence[Notification], now: datetime) -> dict[int, str]:
        seats = held_seats(notifications)
        return {one.pk: why for one in notifications if (why := _why_no_reminder(one, seats.get(one.pk), now))}

    def answers_within(self, user_id: int) -> timedelta | None:
        return reliability_of(user_id).usual

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        user = notifications[-1].user
        if user is None:
            raise ValueError("a reminder to nobody")
        held = Seat.objects.filter(tenures__user=user, tenures__until=None, game__status=Status.RUNNING)
        seats = held.filter(waiting=True, due_at__isnull=False).order_by("due_at")[:MOST_GAMES]
        plays = [(load(seat.game_id), seat) for seat in seats]
        if not plays:
            raise NoLongerTrue("answered")
        is_one = len(plays) == 1
        reply_to = [seat_reply_address(play, seat, numbered=is_one) for play, seat in plays]
        return replace(self.letter(plays, reply_to, now), beside=beside((play.game for play, _seat in plays), user))

    def letter(self, plays: Sequence[tuple[Play, Seat]], reply_to: Sequence[str], now: datetime) -> Letter:
        is_one, count = len(plays) == 1, {"count": len(plays)}
        found = [
            waiting(play, seat, now, reply_to=address, is_one=is_one)
            for (play, seat), address in zip(plays, reply_to, strict=True)
        ]
        games = sorted((game for game in found if game is not None), key=lambda game: game.until)
        first, moves = games[0], moves_of(*plays[0]) if is_one else []
        of = first.about if is_one else about_several()
        heading = ngettext("A game is waiting for you", "%(count)s games are waiting for you", len(plays))
        subject = ngettext(
            "Reminder: the game is waiting for you", "Reminder: %(count)s games are waiting for you", len(plays)
        )
        zone = _("All times are in %(zone)s.") % {"zone": times.zone_name()}
        blocks: list[Block] = []
        for game in games:  # one that waits alone is named at the head of the email
            blocks += [*([] if is_one else [Heading(game.about.name, game.about.url)]), Lines(game.lines)]
        if moves:
            blocks += [
                Heading(_("Available actions")),
                Items(moves, numbered=True),
                *map(Paragraph, why_pass(*plays[0])),
            ]
        action = _("Open game") if is_one else _("Play next game")
        return Letter(
            of,
            heading % count,
            Inline(zone, until_words(first.until, now).html),
            [Button(action, first.about.url, is_in_text=False), *blocks, *how_to_reply(of)],
            subject=subject % count,
            preview=" ".join(f"{game.about.title}: {times.moment(game.until)}." for game in games),
        )

    def samples(self) -> Iterable[Sample]:
        one = ("your-turn", RECORDED_AS, "Evening on the Moika", timedelta(hours=5, minutes=20))
        others = (
            ("first-turn", 17, "Tea in the Hermitage", timedelta(hours=9)),
            ("late-turn", 19, "Slow boat to Kronstadt", timedelta(days=1, hours=3)),
        )

        def write(*ats: tuple[str, int, str, timedelta]) -> Letter:
            plays = []
            for at, number, title, left in ats:
                play = play_at(moment(at), number=number, title=title)
                seat = play.seats[READER]
                seat.due_at, seat.misses = NOW + left, 1 if number == RECORDED_AS else 0
                plays.append((play, seat))
            return self.letter(plays, [ANSWERED_AT] * len(plays), NOW)

        yield Sample(self, "reminder", lambda: write(one))
        yield Sample(self, "reminder-many", lambda: write(one, *others))


def _why_no_reminder(notification: Notification, seat: Seat | None, now: datetime) -> str:
    if seat is None:
        return why_not_held(notification)
    if not seat.waiting or seat.due_at is None or seat.asked_number != notification.data["number"]:
        return why_not_asked(seat)
    if notification.key != reminder_key(seat.game_id, seat.index, seat.due_at):
        return "deadline moved"
    return "too late" if seat.due_at <= now else ""


@dataclass(frozen=True, slots=True)
class Default:
    """What the clock played. `misses` in a row so far; with `limit` of them a bot keeps the seat (0: never)."""

    played: MoveLine
    phase: str
    passes_on: bool
    misses: int
    limit: int


def timed_out(play: Play, seat: Seat, number: int) -> Default:
    """What the clock played for this seat in log row `number`, in the position as it was then."""
    index = next(index for index, played in enumerate(play.steps) if played.number == number)
    row = play.steps[index].row
    state = play.steps[index - 1].step.state
    before = engine.view_for(state, seat.index)
    return Default(
        played=move_line(row.text if row else "", before, Deck(play.options)).naming(people(play, seat.index)),
        phase=phase_of(before),
        passes_on=seat.pass_mode == PassMode.TIMEOUT and before.question is not None and before.question.kind == "turn",
        misses=seat.misses,
        limit=0 if secrecy.is_secret(state) else play.game.misses_before_bot,  # then it was no miss
    )


class TimedOut(SeatEmail):
    name = GameNotification.TIMED_OUT.value
    label = gettext_lazy("your time ran out")
    category = DEADLINES

    def letter(self, play: Play, seat: Seat, number: int, now: datetime) -> Letter:
        done = timed_out(play, seat, number)
        played = say(_("The default action was taken: %(move)s."), move=done.played)
        more = []
        if done.passes_on:
            more.append(_("You keep passing until the end of this phase, unless you act."))
        if done.limit:
            missed = ngettext(
                "You missed %(count)s deadline. After %(limit)s in a row, a bot holds your seat.",
                "You missed %(count)s deadlines in a row. After %(limit)s, a bot holds your seat.",
                done.misses,
            )
            more.append(missed % {"count": done.misses, "limit": done.limit})
        return Letter(
            about(play.game),
            _("Your time ran out"),
            joined(f"{done.phase}.", played),
            [Lines(more), open_game(play.game)],
            preview=str(played),
        )

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            play = play_at(moment("timed-out"))
            seat = play.seats[READER]
            seat.misses, seat.pass_mode = 1, PassMode.TIMEOUT
            return self.letter(play, seat, moment("timed-out"), NOW)

        yield Sample(self, "timed-out", write)


class KeptEmail(SeatEmail):
    category = DEADLINES

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        open_tenures = Tenure.objects.filter(until=None, seat__game__status=Status.RUNNING)
        holder = open_tenures.filter(
            seat__game=number_in(notification.subject), seat__index=notification.data.get("seat")
        ).first()
        return "" if holder is not None and holder.began == TenureStart.KEPT else "taken back"

    def kept(self, breaks_off_at: datetime | None = None) -> Letter:
        """A sample in which no other player is left, and the time at which the game ends."""
        play = play_at(moment("your-turn"))
        play.tenures[READER][-1].ended = TenureEnd.KEPT
        play.tenures[READER].append(Tenure(seat=play.seats[READER], bot="plain", began=TenureStart.KEPT))
        play.game.breaks_off_at = breaks_off_at
        return self.letter(play, play.seats[READER], 0, NOW)


class Kept(KeptEmail):
    name = GameNotification.KEPT.value
    label = gettext_lazy("a bot is holding your seat")

    def letter(self, play: Play, seat: Seat, number: int, now: datetime) -> Letter:
        limit = play.game.misses_before_bot
        lead: Inline | str
        if (ends_at := play.game.breaks_off_at if play.game.stands_still else None) is not None:
            missed = ngettext(
                "You missed %(count)s deadline, so a bot is holding your seat.",
                "You missed %(count)s deadlines in a row, so a bot is holding your seat.",
                limit,
            )
            ends = _(
                "No other players are left, so the game has stopped. If nobody returns, it will be abandoned on "
                "%(at)s (%(zone)s)."
            )
            values = {"at": bold(times.moment(ends_at)), "zone": times.zone_name()}
            lead = joined(missed % {"count": limit}, say(ends, **values))
        else:
            missed = ngettext(
                "You missed %(count)s deadline, so a bot is playing for you.",
                "You missed %(count)s deadlines in a row, so a bot is playing for you.",
                limit,
            )
            lead = missed % {"count": limit}
        still = _("The seat is still yours. Open the game and press “Reclaim seat” at any time.")
        body: list[Block] = [Paragraph(still), open_game(play.game), standing_of(play, seat)]
        return Letter(about(play.game), _("A bot is holding your seat"), lead, body)

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "kept", self.kept)
        yield Sample(self, "kept-by-all", lambda: self.kept(NOW + timedelta(days=14)))


class StandingStill(KeptEmail):
    """No player is left, and the game will be abandoned."""

    name = GameNotification.STANDING_STILL.value
    label = gettext_lazy("no active players in your game")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """The same standstill: who comes back ends it, and the next one ends at another time."""
        game = Game.objects.filter(pk=number_in(notification.subject)).first()
        if game is None or not game.stands_still:
            return "goes on" if game is not None and game.is_running else "over"
        if game.is_paused:
            return "paused"
        if notification.key != standing_still_key(game.pk, notification.data["seat"], game.breaks_off_at):
            return "deadline moved"
        return super().why_untrue(notification, now)

    def letter(self, play: Play, seat: Seat, number: int, now: datetime) -> Letter:
        at = play.game.breaks_off_at
        if at is None or not play.game.stands_still:
            raise NoLongerTrue("goes on")
        ends = _(
            "Bots hold all its seats, so it has stopped. If nobody returns, it will be abandoned on %(at)s (%(zone)s), "
            "in %(left)s."
        )
        values = {"at": bold(times.moment(at)), "zone": times.zone_name(), "left": times.span(at - now)}
        still = _("Your seat is still yours. Open the game and press “Reclaim seat” to continue.")
        body: list[Block] = [Paragraph(still), open_game(play.game), standing_of(play, seat)]
        return Letter(about(play.game), _("No active players left"), say(ends, **values), body)

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "standing-still", lambda: self.kept(NOW + STANDSTILL_WARNING))


EMAILS = (Reminder, TimedOut, Kept, StandingStill)
