"""The email for your turn: the question, what has happened, the position, and your moves."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

import engine
from accounts.models import User
from games.board.log import since_words
from games.board.move_words import MoveLine
from games.board.move_words import plain as plain_move
from games.board.people import people
from games.board.standing import stopped_words
from games.models import Seat
from games.models.notification import APP, number_in
from games.names.cards import Deck
from games.play.notifications import GameNotification
from games.play.positions import Play, last_own_number, load
from games.play.reply_addresses import PASS_ON, listed, seat_reply_address
from games.text_client.layout import plain, present
from games.text_client.moves import if_nothing, likely, move_lines, phase_of, question_of
from games.text_client.telling import MOST_LINES, TextBoard, board, happened_since_own_move, laid, recent_events
from games.text_client.views import link_to
from notifications.kinds import Letter, NoLongerTrue, Sample
from notifications.mail.blocks import (
    Block,
    Forms,
    Heading,
    Items,
    Lines,
    LinkLine,
    Paragraph,
    bold,
    joined,
    numbered,
    say,
)
from notifications.mail.compose import absolute
from notifications.models import DeliveryState, Notification
from notifications.services import notification_delay

from . import (
    TURNS,
    WAITS_FOR_MORE,
    GameEmail,
    about,
    beside,
    held_seats,
    how_to_reply,
    open_game,
    until_words,
    why_not_asked,
    why_not_held,
)
from .samples import NOW, READER, moment, play_at

ASKED = "asked"
"""In the data of an answer to an email that has been written: the number of the question that it shows."""


@dataclass(frozen=True, slots=True)
class Turn:
    """`until` is None without a deadline. `skipped` counts older lines left out of `happened`. `told` is the position as
    plain text, `as_text` the link to it as a page, `links` are links to single moves by their numbers in the list, `stopped` says
    why orders stopped."""

    phase: str
    question: str
    until: datetime | None
    since: str
    happened: list[str]
    skipped: int
    board: TextBoard
    moves: list[MoveLine]
    if_nothing: list[str]
    told: str = ""
    as_text: str = ""
    stopped: str = ""
    links: Mapping[int, str] = field(default_factory=dict)


def your_turn(play: Play, seat: Seat, now: datetime, user: User | None = None) -> Turn:
    """What the player of `seat` needs to decide from the email alone, from `view_for` only. `user` gets links to single
    moves if they hold the seat."""
    view, deck, names = play.view(seat.index), Deck(play.options), people(play, seat.index)
    happened = happened_since(play, seat.index, deck)
    parts = (recent_events(play, seat.index, deck, names), *laid(view, deck, names, whole=False))
    return Turn(
        phase=phase_of(view),
        question=question_of(view, deck),
        until=seat.due_at,
        since=since_words(last_own_number(play, seat.index)),
        happened=happened[-MOST_LINES:],
        skipped=max(len(happened) - MOST_LINES, 0),
        board=board(view, deck, names),
        moves=moves_of(play, seat),
        if_nothing=if_nothing(play, seat, view, deck),
        told=plain(present(*parts), mark="## "),
        as_text=absolute(reverse("games:text", args=[play.game.pk])),
        stopped=f"{_('Your orders have stopped.')} {why}" if (why := stopped_words(play, seat)) else "",
        links=_links(play, seat, view, user),
    )


def _links(play: Play, seat: Seat, view: engine.View, user: User | None) -> dict[int, str]:
    tenure = play.holder(seat.index)
    if user is None or tenure.user_id != user.pk:
        return {}
    return {place: link_to(tenure, user, seat, place, view.moves[place - 1]) for place in likely(view)}


def happened_since(play: Play, seat: int, deck: Deck) -> list[str]:
    """One line for everything this seat may know of since its player's last own move, but for new cards."""
    return happened_since_own_move(play, seat, deck, people(play, seat))


def moves_of(play: Play, seat: Seat) -> list[MoveLine]:
    """What the player of this seat can do, in the order of `listed`."""
    view, names = play.view(seat.index), people(play, seat.index)
    found = [line.naming(names) for line in move_lines(view, Deck(play.options))]
    return [*found, plain_move(_("pass for the rest of this phase"))] if PASS_ON in listed(view) else found


class YourTurn(GameEmail):
    name = GameNotification.YOUR_TURN.value
    label = gettext_lazy("your turn")
    category = TURNS
    bundling = WAITS_FOR_MORE
    waits_while_open = True
    looks_together = True

    def untrue_among(self, notifications: Sequence[Notification], now: datetime) -> dict[int, str]:
        """Still asked: the same question or, if that was answered meanwhile, a newer one; and by no answer to an email."""
        seats = held_seats(notifications)
        found = {one.pk: why for one in notifications if (why := why_no_turn(one, seats.get(one.pk)))}
        return found | _in_answers([one for one in notifications if one.pk not in found], seats)

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last = notifications[-1]
        play = load(number_in(last.subject))
        seat = play.seats[last.data["seat"]]
        if not seat.waiting:
            raise NoLongerTrue(why_not_asked(seat))
        letter = self.letter(play, seat, now, last.user, reply_to=seat_reply_address(play, seat, reader=last.user))
        return replace(letter, beside=beside([play.game], last.user))

    def letter(self, play: Play, seat: Seat, now: datetime, user: User | None, *, reply_to: str = "") -> Letter:
        turn, of = your_turn(play, seat, now, user), replace(about(play.game), reply_to=reply_to)
        previews = _("Each link previews a move and plays it once you confirm.")
        links = [f"{numbered(place)}{url}" for place, url in turn.links.items()]
        return Letter(
            of,
            _("It is your turn"),
            joined(turn.stopped, f"{turn.phase}.", until_words(turn.until, now), turn.question),
            [
                open_game(play.game, before=_("The board:")),
                Forms(
                    [
                        LinkLine("", turn.as_text, before=_("The game as text, with a field for your move:")),
                        Paragraph(turn.told),
                    ],
                    _board(turn),
                ),
                Heading(_("Available actions")),
                Forms(as_html=[Paragraph(previews)] if links else []),
                Items(turn.moves, numbered=True, links=turn.links),
                Forms(as_html=[LinkLine(_("The game as text"), turn.as_text)]),
                Paragraph(" ".join(turn.if_nothing), "last"),
                Forms([Heading(_("Links to single moves")), Lines([previews, *links])] if links else []),
                *how_to_reply(of),
            ],
            subject=pgettext("subject of a mail", "Your turn"),
            preview=" ".join(f"{standing.name}: {standing.text}." for standing in turn.board.standings),
        )

    def samples(self) -> Iterable[Sample]:
        def at(name: str, *, open_hands: bool = True) -> Letter:
            play = play_at(moment(name), open_hands=open_hands)
            return self.letter(play, play.seats[READER], NOW, play.holder(READER).user)

        yield Sample(self, "your-turn", lambda: at("your-turn"))
        yield Sample(self, "first-turn", lambda: at("first-turn"))
        yield Sample(self, "your-turn-hidden", lambda: at("your-turn", open_hands=False))


def _board(turn: Turn) -> list[Block]:
    older = ngettext(
        "%(count)s earlier entry in the game log", "%(count)s earlier entries in the game log", turn.skipped
    )
    seen = turn.board
    rows = [
        Paragraph(say("%(row)s %(cards)s", row=bold(row), cards=cards), look)
        for row, cards, look in (
            (_("Upper row:"), ", ".join(seen.upper) or _("empty"), ""),
            (_("Lower row, 1 less:"), ", ".join(seen.lower), "lower"),
            (_("Your hand:"), ", ".join(seen.hand), ""),
            (_("Your play area:"), seen.display, ""),
            (_("Draw piles:"), seen.piles, ""),
        )
        if cards
    ]
    return [
        Heading(turn.since),
        Lines([*([older % {"count": turn.skipped}] if turn.skipped else []), *(turn.happened or [_("Nothing new.")])]),
        Heading(_("Current standings")),
        Lines([joined(bold(standing.name), standing.text) for standing in seen.standings]),
        Heading(_("Tableau with your prices")),
        *rows,
        Lines(seen.beside),
    ]


def why_no_turn(notification: Notification, seat: Seat | None) -> str:
    if seat is None:
        return why_not_held(notification)
    return "" if seat.waiting and seat.asked_number >= notification.data["number"] else why_not_asked(seat)


def shows_question(show: Collection[str]) -> bool:
    """Whether an answer to an email with these parts shows the position as it is when it goes out, and with it the question."""
    return not show or "status" in show


def note_shown(answer: Notification, seat: Seat) -> None:
    """This answer, as it is written now, shows the question that this seat has: no second email puts it."""
    answer.data = {**answer.data, ASKED: seat.asked_number}
    Notification.objects.filter(pk=answer.pk).update(data=answer.data)


def _in_answers(notifications: Sequence[Notification], seats: Mapping[int, Seat]) -> dict[int, str]:
    """Those of the notifications, by number, whose question an answer to an email has put; `seats` has the seat of each.

    An answer on its way will show the question of that time. A question repeated long after the answer, because a pause is
    over, is sent.
    """
    if not notifications:
        return {}
    numbers = {seats[one.pk].asked_number for one in notifications}
    on_its_way = Q(due_at__isnull=False) | Q(deliveries__state=DeliveryState.PENDING)
    answers = Notification.objects.filter(
        on_its_way | Q(**{f"data__{ASKED}__in": sorted(numbers)}),
        app=APP,
        kind=GameNotification.ANSWER.value,
        subject__in={one.subject for one in notifications},
        user__in={one.user_id for one in notifications},
        dropped="",
    )
    found = list(answers.values_list("subject", "user_id", "data", "deliveries__state", "deliveries__sent_at"))
    return {
        one.pk: "told in the answer"
        for one in notifications
        for subject, user, data, state, sent_at in found
        if (subject, user) == (one.subject, one.user_id) and _puts(data, state, sent_at, seats[one.pk], one)
    }


def _puts(
    data: Mapping[str, Any], state: str | None, sent_at: datetime | None, seat: Seat, notification: Notification
) -> bool:
    """Whether this answer puts the question of the notification; `state` is that of its message, None where there is none yet.

    One that waits for the next question is no reason not to put it, nor not to tell other channels of it.
    """
    if data.get("waits") and (state is None or notification.due_at is None):
        return False
    if sent_at is None:
        return state in (None, DeliveryState.PENDING) and shows_question(data["show"])
    return data.get(ASKED) == seat.asked_number and sent_at >= notification.created_at - notification_delay()


EMAILS = (YourTurn,)
