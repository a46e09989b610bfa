"""Answers to emails of players: what was done, what was wrong, and the present position as they may see it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

import engine
from accounts.models import User
from games.board.log import since_words
from games.board.people import people
from games.board.round import turn_bar
from games.models import Game, Invitation, InvitationState, PassMode, Seat, Status
from games.models.notification import number_in
from games.names.cards import Deck
from games.play.errors import NotAMove
from games.play.moves import ORDERED
from games.play.notifications import GameNotification
from games.play.positions import Play, last_own_number, load
from games.play.reply_addresses import desk_reply_address, seat_reply_address
from games.tables.gathering import GATHERING
from games.text_client.moves import if_nothing, move_line, move_lines, phase_of, question_of
from games.text_client.telling import MOST_LINES, TextBoard, board, order_said
from notifications.kinds import About, Letter, Sample
from notifications.mail import times
from notifications.mail.blocks import Block, Button, Heading, Items, Lines, bold, joined, say
from notifications.models import Notification

from . import ANSWERS, WAITS_FOR_MORE, GameEmail, about, about_several, can_reply, how_to_reply, until_words, written
from .results import GameOver
from .rules import Section, consequences, explained
from .samples import ANSWERED_AT, NOW, READER, RECORDED_AS, moment, play_at
from .turns import YourTurn, happened_since, moves_of, note_shown, shows_question, then_pass, why_pass

MOST = 40
"""So many games of each sort are listed."""


class ReplyEmail(GameEmail):
    """`said` is what came of the email, `asks` what it is to be confirmed."""

    category = ANSWERS
    overtakes = False  # each says what came of another email

    def answer(
        self,
        about: About,
        heading: str,
        said: Sequence[str],
        asks: Sequence[str],
        sections: Sequence[Section],
        more: Sequence[Block],
    ) -> Letter:
        """`heading` is that of one that asks something."""
        action = _("Open game") if about.name else _("My games")
        return Letter(
            about,
            heading if asks else _("Your email to St Pete"),
            " ".join(said),
            [
                Lines([bold(line) for line in asks]),
                Button(action, about.url),
                *(block for section in sections for block in section.blocks()),
                *more,
            ],
            subject=heading if asks else pgettext("subject of a mail", "Your email"),
            preview=" ".join([*said, *asks]),
        )


class GameAnswer(ReplyEmail):
    """About one game. Several emails that were handled before the answer went out are one answer, with the position once. What
    only says that moves were played waits for the next question or the end of the game, and is said at the head of that email.
    """

    name = GameNotification.ANSWER.value
    label = gettext_lazy("reply to your email about a game")
    bundling = replace(WAITS_FOR_MORE, takes=(YourTurn.name, GameOver.name))

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """What came of an email stays so, while there is the game that it was about."""
        return "" if Game.objects.filter(pk=number_in(notification.subject)).exists() else "gone"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        answers = [one for one in notifications if one.kind == self.name]
        last, following = answers[-1], [one for one in notifications if one.kind != self.name]
        play = load(number_in(last.subject))
        seat = play.seat_of(last.user)
        shown = _merged(answers)
        said = [line for one in answers for line in _said(play, one)]
        if seat is not None and seat.pass_mode in ORDERED:  # one that has ended meanwhile is not told
            said.append(_("Auto-pass is on: %(how)s.") % {"how": PassMode(seat.pass_mode).label})
        if following and (letter := written(following, now)) is not None:
            more: list[Section] = []
            if seat is not None:
                note_shown(last, seat)
                if not all(one.data.get("waits") for one in answers):
                    more = sections(play, seat, shown, _rules_of(answers), now)
            body = [*letter.body, *(block for section in more for block in section.blocks())]
            body += commands_of_a_game() if "help" in shown else []
            return replace(letter, lead=joined(*said, letter.lead), body=body)
        if seat is None:
            return self.letter(about(play.game), said or [_("You have no seat in this game.")])
        if seat.waiting and play.game.is_running and shows_question(shown):
            note_shown(last, seat)
        pending = _pending(seat, last)
        reply_to = seat_reply_address(play, seat, pending={"orders": pending} if pending else None)
        found = sections(play, seat, shown, _rules_of(answers), now)
        of = replace(about(play.game), reply_to=reply_to)
        how = how_to_reply(of) if seat.waiting and play.game.is_running else can_reply(of)
        is_draft = bool(last.data.get("is_draft"))
        if is_draft and pending:
            found = [*consequences(play, seat, pending, now), *found]
        asks = asking(play, seat, pending, is_draft=is_draft)
        return self.letter(of, said, asks, found, how, has_help="help" in shown)

    def letter(
        self,
        of: About,
        said: Sequence[str],
        asks: Sequence[str] = (),
        found: Sequence[Section] = (),
        how: Sequence[Block] = (),
        *,
        has_help: bool = False,
    ) -> Letter:
        more = [*(commands_of_a_game() if has_help else []), *how]
        return self.answer(of, _("Play this move?"), said, asks, found, more)

    def samples(self) -> Iterable[Sample]:
        def write(*, asks: bool) -> Letter:
            """Anna answered the sample of her turn: with something that is no move, or with a move that uncovers a card."""
            play = play_at(moment("your-turn"))
            seat = play.seats[READER]
            said = [] if asks else [_("“%(text)s”: %(why)s") % {"text": "buy the moon", "why": NotAMove()}]
            questions = asking(play, seat, ["pass"]) if asks else []
            of = replace(about(play.game), reply_to=ANSWERED_AT)
            return self.letter(of, said, questions, sections(play, seat, [], [], NOW), how_to_reply(of))

        yield Sample(self, "answer", lambda: write(asks=False))
        yield Sample(self, "answer-preview", lambda: write(asks=True))


class DeskAnswer(ReplyEmail):
    """About no game in particular: the games of the player, a question before something is done, or what is wrong."""

    name = GameNotification.DESK.value
    label = gettext_lazy("reply to your email")

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last, user = notifications[-1], notifications[-1].user
        if user is None:
            raise ValueError("an answer to nobody")
        shown = _merged(notifications)
        said = [line for one in notifications for line in one.data["said"]]
        found = [section for wanted in _rules_of(notifications) for section in explained(wanted)]
        if "games" in shown:
            lines = games_of(user, now)
            found.append(Section(_("Your games"), lines or [_("You have no running games.")]))
        pending = list(last.data["pending"])
        reply_to = desk_reply_address(user, last.subject, pending)
        asks = [last.data.get("asks") or "; ".join(pending)] if pending else []
        return self.letter(said, asks, found, reply_to, has_help="help" in shown)

    def letter(
        self,
        said: Sequence[str],
        pending: Sequence[str],
        found: Sequence[Section],
        reply_to: str,
        *,
        has_help: bool,
    ) -> Letter:
        asks = [_("Reply “yes” to confirm: %(what)s") % {"what": "; ".join(pending)}] if pending else []
        of = replace(about_several(), thread="play", reply_to=reply_to)
        more = [*(commands_without_game() if has_help else []), *can_reply(of)]
        return self.answer(of, _("Confirm this action?"), said, asks, found, more)

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            """The list of games, and all that can be written."""
            games = Section(_("Your games"), [f"{RECORDED_AS} “Evening on the Moika”"])
            return self.letter([], [], [games], ANSWERED_AT, has_help=True)

        yield Sample(self, "desk-answer", write)


EMAILS = (GameAnswer, DeskAnswer)


def commands_of_a_game() -> Sequence[Block]:
    return _commands(
        ("1", _("play the first action on the list")),
        (pgettext("command", "buy library; pass"), _("play several moves in a row, while it is still your turn")),
        (
            pgettext("command", "2; then buy Hospital up to 13, else pass until change"),
            _("orders for your next turns; “orders: …” also works when it is not your turn"),
        ),
        (pgettext("command", "pass until change"), _("auto-pass until the tableau changes; also “pass phase”")),
        (pgettext("command", "yes"), _("confirm what the email asks")),
        (pgettext("command", "draft 2"), _("keep a move without sending it, and see what it would do")),
        (pgettext("command", "send, drop"), _("send or drop the draft; “drop” also drops orders")),
        (pgettext("command", "undo"), _("undo the last move that is not played yet")),
        (
            pgettext("command", "propose pause 7"),
            _("ask all players; also “time 2”, “undo”, “resume”, “end”; they reply “agree” or “decline”"),
        ),
        (pgettext("command", "status, hand, prices, log"), _("the position, your cards, the prices, the log")),
        (pgettext("command", "rules"), _("the rules in short")),
        (
            pgettext("command", "rules Observatory"),
            _("what a card costs, pays and does; also a rule by its ID, “TURN-3”"),
        ),
        (
            pgettext("command", "say Good luck"),
            _("write to the others at the table; the rest of your email is the message"),
        ),
        (pgettext("command", "rematch"), _("after the game: a new table with the same players and options")),
        (pgettext("command", "resign"), _("give your seat to a bot; you are asked to confirm")),
        (pgettext("command", "stop, start"), _("stop or restart emails about this game")),
        *_personal(),
        (pgettext("command", "help"), _("this list")),
    )


def _personal() -> Sequence[tuple[str, str]]:
    return (
        (pgettext("command", "Name: Anna"), _("change your name")),
        (pgettext("command", "language English"), _("the language of your emails; also “language Deutsch”")),
        (
            pgettext("command", "vacation 3 Dec to 10 Dec"),
            _("book vacation; “vacation end” ends it. We ask you to confirm"),
        ),
        (pgettext("command", "emails together"), _("how often emails come; also “at once”, “first”, “deadlines”")),
        (
            pgettext("command", "auto off"),
            _("be asked about every move, also where you have only one; “auto on” undoes it"),
        ),
    )


def commands_without_game() -> Sequence[Block]:
    return _commands(
        (pgettext("command", "games"), _("your games, tables and invitations")),
        (
            pgettext("command", "status 12, hand 12, prices 12, log 12"),
            _("the same for the game with this number"),
        ),
        (
            pgettext("command", "new edition 2 players 3 invite anna@example.com"),
            _("create a table; also “bots 2”, “pace 2d”, “hidden”, “unrated”, “private”"),
        ),
        (
            pgettext("command", "join 12, agree 12, leave 12, decline 12"),
            _("join a table, agree to changes, leave, decline an invitation"),
        ),
        (pgettext("command", "invite 12 anna@example.com"), _("invite somebody to your table")),
        (pgettext("command", "bots 12 2"), _("seat two bots at your table")),
        (pgettext("command", "rematch 12, say 12 Good luck"), _("ask for a rematch, write to the others at the table")),
        (pgettext("command", "rules, rules Observatory"), _("the rules in short, or one card or rule")),
        *_personal(),
    )


def _commands(*known: tuple[str, str]) -> Sequence[Block]:
    return [
        Heading(_("Commands")),
        Items([say("%(word)s: %(does)s", word=bold(word), does=does) for word, does in known]),
    ]


def _merged(notifications: Iterable[Notification]) -> list[str]:
    """What any of them shows; one that names nothing shows the position, also where another asked for something else."""
    return list(dict.fromkeys(part for one in notifications for part in one.data["show"] or ["status"]))


def _rules_of(notifications: Iterable[Notification]) -> list[str]:
    return list(dict.fromkeys(one.data["rule"] for one in notifications if "rules" in one.data["show"]))


def _said(play: Play, notification: Notification) -> list[str]:
    """What was played, in the reader's words and in the position as it was then, and what else there is to say."""
    data = notification.data
    lines = []
    for played in data["played"]:
        index = next((index for index, step in enumerate(play.steps) if step.number == played), None)
        row = play.steps[index].row if index else None
        if index and row is not None:
            before = engine.view_for(play.steps[index - 1].step.state, row.seat)
            words = move_line(row.text, before, Deck(play.options)).naming(people(play, row.seat)).text
            lines.append(_("Played: %(move)s.") % {"move": then_pass(words) if data.get("passes") else words})
    if left := [order_said(order, Deck(play.options)) for order in data["left"]]:
        return [*lines, *data["said"], _("Skipped: %(orders)s.") % {"orders": "; ".join(left)}]
    return [*lines, *data["said"]]


def _pending(seat: Seat, notification: Notification) -> list[str]:
    """What waits for a yes, if the question is still the one that it answers."""
    orders: list[str] = list(notification.data["pending"])
    is_same = notification.data["number"] == 0 or (seat.waiting and seat.asked_number == notification.data["number"])
    return orders if is_same else []


def asking(play: Play, seat: Seat, pending: Sequence[str], *, is_draft: bool = False) -> list[str]:
    if not pending or pending == ["resign"]:
        return []  # the question before resigning is among what is said
    view, deck, names = play.view(seat.index), Deck(play.options), people(play, seat.index)
    known = dict(zip(view.moves, move_lines(view, deck), strict=True))
    first = known[pending[0]].naming(names).text if pending[0] in known else order_said(pending[0], deck)
    orders = "; ".join([first, *(order_said(order, deck) for order in pending[1:])])
    if is_draft:
        return [
            _("Draft, not sent yet: %(orders)s.") % {"orders": orders},
            _("Reply “send” to send it or “drop” to drop it."),
        ]
    return [
        _("Not played yet: %(orders)s.") % {"orders": orders},
        _("Reply “yes” to play it, “undo” to remove the last move, or send another move. What is played stays."),
    ]


def sections(play: Play, seat: Seat, shown: Sequence[str], rules: Sequence[str], now: datetime) -> list[Section]:
    """What was asked for; the position and what is to be done in any case but where only something else was wanted."""
    view, deck, names = play.view(seat.index), Deck(play.options), people(play, seat.index)
    laid = board(view, deck, names)
    found = [section for wanted in rules for section in explained(wanted, play.options.edition)]
    if "log" in shown:
        since = since_words(last_own_number(play, seat.index))
        found.append(Section(since, happened_since(play, seat.index, deck)[-MOST_LINES:]))
    if "hand" in shown:
        found.append(_hand(laid))
    if "prices" in shown:
        found.append(_rows(laid))
    if not shows_question(shown):
        return found
    found.append(_state(play, seat, view, now))
    found.append(Section(_("Current standings"), [f"{standing.name}: {standing.text}" for standing in laid.standings]))
    found += [_rows(laid), *([_hand(laid)] if laid.hand or laid.display else [])]
    if seat.waiting and play.game.is_running:
        moves = [line.text for line in moves_of(play, seat)]
        found.append(Section(_("Available actions"), moves, is_numbered=True, below=why_pass(play, seat)))
    return found


def _state(play: Play, seat: Seat, view: engine.View, now: datetime) -> Section:
    deck, names = Deck(play.options), people(play, seat.index)
    if play.game.is_finished:
        return Section(_("Now"), [_("The game has finished.")])
    if not (seat.waiting and view.viewer in view.asked):
        bar = turn_bar(play.game, view, names, play.seats, (), now=now)
        return Section(_("Now"), [f"{bar.title}. {bar.subtitle}."])
    lines = [f"{_('It is your turn')}. {phase_of(view)}.", question_of(view, deck)]
    lines += [str(until_words(seat.due_at, now)), *if_nothing(play, seat, view, deck)]
    return Section(_("Now"), [line for line in lines if line])


def _rows(laid: TextBoard) -> Section:
    lower = [f"{_('Lower row, 1 less:')} {', '.join(laid.lower)}"] if laid.lower else []
    upper = f"{_('Upper row:')} {', '.join(laid.upper) or _('empty')}"
    return Section(_("Tableau with your prices"), [upper, *lower, f"{_('Draw piles:')} {laid.piles}", *laid.beside])


def _hand(laid: TextBoard) -> Section:
    lines = [f"{_('Your hand:')} {', '.join(laid.hand) or _('empty')}"]
    return Section(_("Your cards"), [*lines, *([f"{_('Your play area:')} {laid.display}"] if laid.display else [])])


def games_of(user: User, now: datetime) -> list[str]:
    """Running games of this user, those waiting for them first; then tables and invitations. Each begins with its number."""
    seats = Seat.objects.filter(tenures__user=user, tenures__until=None, game__status=Status.RUNNING)
    found = list(seats.select_related("game").order_by("-waiting", "due_at", "game_id")[:MOST])
    tables = Game.objects.filter(participants__user=user, status__in=GATHERING).order_by("pk")[:MOST]
    asked = Invitation.objects.filter(user=user, state=InvitationState.OPEN, game__status__in=GATHERING)
    return [
        *(_seat_line(seat, now) for seat in found),
        *(_("%(game)s: not started yet") % {"game": _name(table)} for table in tables),
        *(
            _("%(game)s: %(who)s invites you. Reply “join %(number)s” or “decline %(number)s”.")
            % {"game": _name(one.game), "who": one.inviter.name, "number": one.game_id}
            for one in asked.select_related("game", "inviter").order_by("pk")[:MOST]
        ),
    ]


def _seat_line(seat: Seat, now: datetime) -> str:
    if not seat.waiting:
        return _("%(game)s: waiting for others") % {"game": _name(seat.game)}
    if seat.due_at is None:
        return _("%(game)s: your turn") % {"game": _name(seat.game)}
    return _("%(game)s: your turn, %(left)s left") % {"game": _name(seat.game), "left": times.span(seat.due_at - now)}


def _name(game: Game) -> str:
    return _("%(number)s “%(title)s”") % {"number": game.pk, "title": " ".join(game.title.split())}
