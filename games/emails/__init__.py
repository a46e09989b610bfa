"""The emails of games; `games/apps.py` names the tuple `EMAILS` of each module here.

A letter about a position is built from the engine's view for its reader, so it says nothing that they may not know.

| kind | due | to |
|---|---|---|
| `your_turn` | `NOTICE_DELAY` after the question, or after a pause | the player of the seat |
| `reminder` | with a fifth of the time left, an hour to a day before the deadline | the same |
| `timed_out`, `kept` | at once | the same; the owner of the seat |
| `standing_still` | 3 days before an idle game is abandoned | owners of seats held by bots |
| `started` | at once, with the first turn; unless the email about a round says so | everybody at the table |
| `open_seat` | when a seat opens, and on three days more | volunteers whom the game suits |
| `substitute`, `seat_lost` | at once | the substitute; the player who was replaced |
| `invitation`, `invited_answer` | at once | the invited person; an address that answered |
| `options` | `NOTICE_DELAY` after the change | participants who must agree again |
| `deal_waits` | `NOTICE_DELAY` after the table is full | players whose contribution to the deal is awaited |
| `expiry` | 2 days before | the host |
| `proposal` | `NOTICE_DELAY` after it was made | players who have not agreed yet |
| `proposal_closed` | `NOTICE_DELAY` after the last answer | the player who made it |
| `over` | at once | players, and owners of seats held by bots |
| `answer`, `desk_answer` | at once; a mere “played” with the next question, within two hours | the sender |
| `unreached` | at once | the host, when emails no longer reach a player |
| `staff_acted` | at once | everybody concerned |
| `talk` | 10 minutes after the message | readers at the table who want it |
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import extensions
from games.board.people import people
from games.models import Game, Seat, Status
from games.models.notification import APP, INVITATION, number_in
from games.names.cards import Deck
from games.play import seen
from games.play.positions import Play, load
from games.play.reply_addresses import desk_reply_address, seat_reply_address
from games.text_client.telling import board
from notifications.kinds import About, Bundling, Category, Email, Letter, NoLongerTrue
from notifications.mail import times
from notifications.mail.blocks import Block, Button, Inline, Paragraph, bold, say
from notifications.mail.compose import absolute
from notifications.models import Notification
from notifications.registry import kind_of

TURNS = Category(
    "turns",
    label=gettext_lazy("emails when it is your turn"),
    wish=gettext_lazy("when it is my turn"),
    help=gettext_lazy("One notification per game. If it is your turn again within two minutes, you get no second one."),
)
DEADLINES = Category(
    "deadlines",
    label=gettext_lazy("emails before your time runs out, and when it does"),
    wish=gettext_lazy("before my time runs out, and when it does"),
    help=gettext_lazy(
        "One notification for all waiting games. Another one if a move was made for you or a bot took over your seat."
    ),
    is_urgent=True,
)
TABLES = Category(
    "tables",
    label=gettext_lazy("emails when you are invited, or your table starts, changes or closes"),
    wish=gettext_lazy("when I am invited, or my table starts, changes or closes"),
    strangers=INVITATION,
)
RESULTS = Category(
    "results",
    label=gettext_lazy("emails when one of your games ends"),
    wish=gettext_lazy("when one of my games ends"),
)
ANSWERS = Category(
    "answers",
    label=gettext_lazy("replies to your own emails"),
    wish=gettext_lazy("replies to my emails"),
    help=gettext_lazy("Without it you won't know whether a move sent by email went through."),
)

WAITS_FOR_MORE = Bundling(ahead=None)
"""A later notification of the same person and game, due or not, goes into the same email."""

_PLAIN_QUOTES = str.maketrans("“”„", '"""')


class GameEmail(Email):
    """About a table, a game, or several. With `waits_while_open` it waits while the game lies open before its reader."""

    app = APP
    waits_while_open = False

    def is_before_eyes(self, notification: Notification) -> bool:
        return (
            self.waits_while_open
            and notification.user_id is not None
            and seen.is_open(notification.user_id, number_in(notification.subject))
        )


class SeatEmail(GameEmail):
    """To the holder or owner of a seat, who can answer it. Unless said it is true while the reader holds that seat and the game
    runs."""

    waits_while_open = True
    letter: Callable[..., Letter]
    """From a play, the seat, the number of the row of the log that it speaks of, and now."""

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last = notifications[-1]
        play = load(number_in(last.subject))
        seat = play.seats[last.data["seat"]]
        letter = answerable(self.letter(play, seat, last.data["number"], now), reply_address(last, play))
        return replace(letter, beside=beside([play.game], last.user))

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        return "" if held_seats([notification]) else why_not_held(notification)


def about(game: Game) -> About:
    """Which table or game an email is about, in the active language."""
    title = " ".join(game.title.split())  # a line break in a subject is an attack or an accident; neither is sent
    return About(
        thread=f"game-{game.pk}",
        url=absolute(game.get_absolute_url()),
        tag=f"#{game.pk} {title}",
        title=title,
        # in quotation marks, because it is what somebody typed, and not ours
        name=_("“%(title)s”, game %(number)s") % {"title": title.translate(_PLAIN_QUOTES), "number": game.pk},
        headers={"X-StPete-Game": str(game.pk)},
    )


def about_several() -> About:
    """A reminder of several games belongs to no single one."""
    return About(thread="reminders", url=absolute(reverse("games:mine")))


def open_game(game: Game, before: str = "") -> Button:
    return Button(_("Open game"), absolute(game.get_absolute_url()), before)


def until_words(until: datetime | None, now: datetime) -> Inline:
    """The deadline of the reader's question in the reader's time zone, and what is left of it; nothing without a clock."""
    if until is None:
        return Inline("")
    values = {"until": bold(times.moment(until)), "zone": times.zone_name(), "left": times.span(until - now)}
    return say(_("You have until %(until)s (%(zone)s): %(left)s left."), **values)


def reply_address(notification: Notification, play: Play | None) -> str:
    """Of the reader's seat in this game; for somebody who does not hold one now, of no game in particular."""
    user = notification.user
    if user is None:
        return ""
    if play is not None and (seat := play.seat_of(user)) is not None:
        return seat_reply_address(play, seat, numbered=False, reader=user)
    return desk_reply_address(user, notification.subject, [])


def answerable(letter: Letter, reply_to: str) -> Letter:
    """A letter that lists no moves, with where and how to answer it."""
    of = replace(letter.about, reply_to=reply_to)
    return replace(letter, about=of, body=[*letter.body, *can_reply(of)])


def can_reply(about: About) -> Sequence[Block]:
    """That the email can be answered, where it can and lists no moves."""
    words = _("You can reply to this email. Reply “help” for all commands.")
    return [Paragraph(words, "last")] if about.reply_to else []


def how_to_reply(about: About) -> Sequence[Block]:
    """That the email can be answered with a move, where it can."""
    words = _(
        "Reply to this email to play. Write the number of an action, or a move such as “buy library” or “pass”, "
        "above the quoted text. You can also plan your next turns in this phase: “2, then 5, then pass phase”. Reply “help” "
        "for all commands. The next email confirms your move, within two hours."
    )
    return [Paragraph(words, "last")] if about.reply_to else []


def standing_of(play: Play, seat: Seat) -> Paragraph:
    shown = board(play.view(seat.index), Deck(play.options), people(play, seat.index))
    return Paragraph(_("Your position: %(standing)s.") % {"standing": shown.standings[seat.index].text})


def beside(games: Iterable[Game], user: User | None) -> Sequence[str]:
    """What other apps add for this reader, each sentence once; nothing for somebody without an account."""
    if user is None:
        return ()
    return list(dict.fromkeys(line for game in games for line in extensions.letter_lines(game, user)))


def written(notifications: Sequence[Notification], now: datetime) -> Letter | None:
    """The email about the last of these, to be part of another; None where it is true no more, or there are none."""
    if not notifications:
        return None
    kind = kind_of(notifications[-1])
    try:
        return kind.write([one for one in notifications if one.kind == kind.name], now)
    except NoLongerTrue:
        return None


def held_seats(notifications: Sequence[Notification]) -> dict[int, Seat]:
    """The seats that these notifications speak of, by their numbers, where the game runs and the notified user holds the seat. One
    statement."""
    told = [one for one in notifications if one.user_id is not None]
    places = {one.pk: (number_in(one.subject), one.data["seat"], one.user_id) for one in told}
    held = Seat.objects.filter(
        game__in={game for game, _index, _user in places.values()},
        game__status=Status.RUNNING,
        tenures__user__in={user for _game, _index, user in places.values()},
        tenures__until=None,
    ).select_related("game")
    held = held.annotate(held_by=F("tenures__user_id"))
    found = {(seat.game_id, seat.index, seat.held_by): seat for seat in held}
    return {number: found[place] for number, place in places.items() if place in found}


def why_not_held(notification: Notification) -> str:
    """Why none of `held_seats` is that of this notification. One statement."""
    running = Game.objects.filter(pk=number_in(notification.subject), status=Status.RUNNING)
    return "not seated" if running.exists() else "over"


def why_not_asked(seat: Seat) -> str:
    """Why this seat is not asked any more what it was asked."""
    return "paused" if seat.game.is_paused else "answered"
