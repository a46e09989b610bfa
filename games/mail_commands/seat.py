"""Answers to emails about a seat: moves, auto-passes and commands, each as far as it is still asked of this player."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games import extensions
from games.board.standing import said_orders
from games.chat import services
from games.chat.notifications import TALK
from games.emails import DEADLINES, TABLES, TURNS
from games.errors import GameError
from games.mail_commands.commands import answer_command, rematch
from games.mail_commands.parts import (
    draft,
    drop,
    no_draft,
    order_part,
    planned_part,
    refused,
    undo,
    with_its_pass,
)
from games.mail_commands.proposing import answer_proposal, answers_proposal, propose
from games.mail_commands.reading import ASK, NotPlain, is_attempt, seat_orders
from games.mail_commands.telling import MailAnswer, send_answer
from games.mail_commands.words import CHANGES, READING, Word, command, orders, spoken
from games.models import Game, LogRow, PassMode, RowKind, Seat, Source
from games.models.notification import game_subject
from games.models.notification import number_in as game_in
from games.play.errors import NotAMove, NotRunning, NotYourTurn
from games.play.moves import drafted, give_orders, parse_for_player, uncovers
from games.play.positions import Play, load
from games.play.reply_addresses import SEAT, THEN, tenure_holding
from games.play.seats import price_of_leaving, resign
from games.text_client.lines import order_in
from games.text_client.playing import ORDERS, LinePart, play_parts
from incoming_mail.handlers import Handler, Incoming
from incoming_mail.models import Preview
from incoming_mail.services import preview_of
from notifications.models import Channel, Preference, When

CATEGORIES = (TURNS, DEADLINES, TABLES, TALK)
"""What `stop` switches off for one game; its end is told still."""


def answer_seat_email(mail: Incoming) -> str:
    """Answer whatever the mail says, and do what it asks for."""
    game_id = game_in(mail.answered.subject)
    answer = MailAnswer()
    word, rest = _command_of(orders(mail.lines))
    if word is Word.VACATION:
        return answer_command(mail)
    if word is not None and word in CHANGES:  # before the game is locked: in its transaction no row of a person is
        result = _try(answer, word.value, CHANGES[word], mail.user, rest)
        return send_answer(mail, answer, result, game_id=game_id)
    try:
        play = load(game_id, lock=True)
    except Game.DoesNotExist:
        return "gone"
    seat = _seat(play, mail)
    if seat is None:
        if play.seat_of(mail.user) is not None:
            answer.said.append(_("The game has moved on since that email. No move was made."))
        elif play.game.is_running and play.can_take_back(mail.user) is not None:
            answer.said.append(_("A bot plays your seat, so no move was made. Reclaim your seat on the game page."))
        else:
            answer.said.append(_("The seat from this email is no longer yours. No move was made."))
        return send_answer(mail, answer, "not_seated", game_id=game_id)
    lines, more, _text = spoken(mail.lines, mail.more)
    text = spoken(mail.written)[2]
    is_said, result = True, ""
    if text is not None:
        result = _try(answer, Word.SAY.value, _say, mail, game_id, text)
        is_said = answer.waits = result == Word.SAY
    if lines or text is None:
        answer.waits = False
        result = _do(replace(mail, lines=lines, more=more), play, seat, answer)
        answer.waits = answer.waits and is_said
    return send_answer(mail, answer, result, game_id=game_id)


def _try(answer: MailAnswer, result: str, act: Callable[..., str], *about: object) -> str:
    """Do it, with the sentence that says so or why not in the answer. Returns `result`, or the code of what is wrong."""
    try:
        answer.said.append(act(*about))
    except GameError as error:
        return answer.end(error, error.code)
    return result


def other_sender(mail: Incoming) -> None:
    """An answer with the right key came from another address: tell the owner, and do nothing."""
    said = _(
        "We got a reply to our email from another address than yours, so nothing was done. If it was "
        "you, reply from your account's address."
    )
    send_answer(mail, MailAnswer(said=[said]), "other_sender", game_id=game_in(mail.answered.subject))


SEAT_COMMANDS = Handler(SEAT, answer_seat_email, other_sender)


def _seat(play: Play, mail: Incoming) -> Seat | None:
    """The sender's seat, if they still hold it by the same tenure as when the email was written."""
    seat = play.seat_of(mail.user)
    return seat if seat is not None and tenure_holding(play.holder(seat.index)) == mail.answered.holding else None


def _do(mail: Incoming, play: Play, seat: Seat, answer: MailAnswer) -> str:
    try:
        wanted = seat_orders(mail.lines, mail.more, mail.subject)
    except NotPlain:
        wanted = []
    if not wanted:
        return answer.end(_nothing_found(play, seat), NotPlain.code if mail.lines else "empty")
    word, rest = _command_of(wanted)
    pending = mail.answered.data.get("pending") or {}
    if word is not None and not rest and (number := answers_proposal(mail, play, word, pending)) is not None:
        return answer_proposal(mail, play, word, number, answer)
    if word == Word.PROPOSE:
        return propose(mail, play, seat, rest, answer)
    if word in (Word.YES, Word.DECLINE) and not rest and not pending and (ways := _purchases(play, seat)):
        none, *some = ways
        if word == Word.DECLINE or len(some) == 1:
            return _play_all(
                mail, play, seat, [none if word == Word.DECLINE else some[0]], mail.answered.number, answer
            )
        answer.said.append(_("How many points do you want to buy? Reply with the number of an action from the list."))
        return NotPlain.code
    if word in (Word.YES, Word.SEND) and not rest:
        return _confirmed(mail, play, seat, word, pending, answer)
    if word == Word.UNDO and not rest:
        return undo(mail, play, seat, pending.get("orders") or [], answer)
    if word == Word.DROP and not rest:
        return drop(mail, play, seat, pending, answer)
    if word == Word.ORDERS:
        return _order(mail, play, seat, "\n".join([rest, *wanted[1:]]), answer)
    if word == Word.DECLINE and not rest:
        return answer.end(_("Nothing was changed."), "declined")
    if word is not None and (not rest or word == Word.RULES):
        return _command(mail, play, word, rest, answer)
    is_asked = seat.waiting or mail.answered.data.get("moves") or order_in(wanted[0]) == PassMode.NONE
    if not play.game.is_running or not is_asked:
        return answer.end(_nothing_found(play, seat), NotYourTurn.code if play.game.is_running else NotRunning.code)
    if word == Word.DRAFT:
        try:
            wanted = seat_orders([rest, *wanted[1:]], mail.more)
        except NotPlain as error:
            return answer.end(error, error.code)
        return draft(mail, play, seat, wanted, answer)
    return _play_all(mail, play, seat, wanted, mail.answered.number, answer)


def _purchases(play: Play, seat: Seat) -> tuple[str, ...]:
    """The answers to a question of which a no plainly is the first: to buy no points of a Pub, or not to trade (CARD-PUB-1,
    M2-TRADE-1). Empty where something else is asked."""
    question = engine.question_for(play.state, seat.index) if seat.waiting else None
    return play.view(seat.index).moves if question is not None and question.kind == "pub" else ()


def _nothing_found(play: Play, seat: Seat) -> str:
    if not play.game.is_running:
        return _("The game has finished. Reply “help” to see what you can still do by email.")
    if seat.waiting:
        return str(NotPlain())
    return _("It is not your turn, and I found no command in your reply. Reply “help” for all commands.")


def _command_of(wanted: list[str]) -> tuple[Word | None, str]:
    return command(wanted[0]) if wanted else (None, "")


def _confirmed(
    mail: Incoming, play: Play, seat: Seat, word: Word, pending: dict[str, list[str]], answer: MailAnswer
) -> str:
    """Play what the email asks about; `send` also sends the draft on the page."""
    waiting = pending.get("orders")
    if word == Word.SEND and waiting in (None, [], [Word.RESIGN]):
        waiting = list(drafted(play, seat))
    if not waiting:
        return answer.end(no_draft() if word == Word.SEND else _("There is nothing to confirm."), "nothing_pending")
    if waiting == [Word.RESIGN]:
        return _try(answer, "resigned", _resign, mail, play.game.pk)
    return _play_all(mail, play, seat, waiting, mail.answered.number, answer, confirmed=True)


def _resign(mail: Incoming, game_id: int) -> str:
    resign(game_id=game_id, user=mail.user, source=Source.MAIL, now=mail.now)
    return _("You resigned. A bot takes over your seat.")


def _order(mail: Incoming, play: Play, seat: Seat, text: str, answer: MailAnswer) -> str:
    try:
        rows: Sequence[LogRow] = ()
        if text.strip():
            version = play.game.version
            rows = give_orders(
                game_id=play.game.pk,
                user=mail.user,
                text=text,
                version=version,
                source=Source.MAIL,
                now=mail.now,
                play=play,
            )
    except GameError as error:
        return answer.end(refused(play, text, error), error.code)
    answer.played = [row.number for row in rows if row.kind == RowKind.MOVE and row.source == Source.MAIL]
    after = load(play.game.pk)
    answer.said += said_orders(after, after.seats[seat.index])
    return Word.ORDERS.value


def _command(mail: Incoming, play: Play, word: Word, rest: str, answer: MailAnswer) -> str:
    if word == Word.REMATCH:
        return _try(answer, word.value, rematch, mail, play.game.pk)
    if word == Word.RESIGN:
        if not play.game.is_running:
            return answer.end(NotRunning(), "not_running")
        answer.pending = [Word.RESIGN.value]
        answer.said.append(_("Do you want to resign? A bot takes over your seat for good. Reply “yes” to confirm."))
        if (seat := play.owned_seat(mail.user)) is not None:
            answer.said += price_of_leaving(play, seat)
        answer.said += extensions.resigning_lines(play.game, mail.user)
        return "asked"
    if word in (Word.STOP, Word.START):
        _want_emails(mail.user, play.game.pk, wanted=word == Word.START)
        return answer.end(
            _("You will get emails about this game again.")
            if word == Word.START
            else _(
                "You will now get only replies to your emails and the result of this game. Reply “start” to get "
                "all emails again."
            ),
            word.value,
        )
    if word not in READING:
        answer.said.append(_("Unknown command."))
        answer.show = [Word.HELP.value]
        return "no_command"
    answer.show = [word.value]
    answer.rule = rest[:40]
    return word.value


def _say(mail: Incoming, game_id: int, text: str) -> str:
    services.say(game_id=game_id, user=mail.user, text=text, now=mail.now)
    return _("Your message is in the chat.")


def _want_emails(user: User, game_id: int, *, wanted: bool) -> None:
    subject = game_subject(game_id)
    for category in CATEGORIES:
        key: dict[str, Any] = {"user": user, "category": category.name, "channel": Channel.MAIL, "subject": subject}
        if wanted:
            Preference.objects.filter(**key).delete()
        else:
            Preference.objects.update_or_create(**key, defaults={"when": When.NEVER})


def _play_all(
    mail: Incoming,
    play: Play,
    seat: Seat,
    wanted: list[str],
    version: int,
    answer: MailAnswer,
    *,
    confirmed: bool = False,
) -> str:
    """Play one after the other until one cannot be played or is not asked any more. `version` is the question that the email put.
    The game is locked and read once, and again only after each order that was carried out."""

    def read(play: Play, seat: Seat, place: int) -> LinePart:
        part = order_part(mail, play, seat, wanted[place], version, first=place == 0)
        if then and isinstance(part, PassMode):
            raise NotPlain  # nothing comes after an auto-pass
        return part

    def waits(play: Play, seat: Seat, part: LinePart) -> bool:
        return not confirmed and _waits_for_yes(mail.user, play, seat, part)

    wanted, later = _apart(wanted if confirmed else with_its_pass(mail, wanted))
    order, then = wanted[0], list[str]()
    try:
        for order in later:
            if then and then[-1] in ORDERS.values():
                raise NotPlain  # nothing comes after an auto-pass
            then.append(planned_part(mail, play, seat, order))
        answer.passes = then == [ORDERS[PassMode.PHASE]]
        order = wanted[0]
        played = play_parts(
            game_id=play.game.pk,
            user=mail.user,
            play=play,
            parts=wanted,
            read=read,
            version=version,
            source=Source.MAIL,
            now=mail.now,
            waits=waits,
            then=", then ".join(then),
        )
    except GameError as error:
        if isinstance(error, NotAMove) and not is_attempt(order):
            answer.said.append(str(NotPlain()))
        else:
            answer.said.append(refused(play, order, error))
            answer.left = wanted[1:]
        return error.code
    answer.played = [row.number for row in played.rows if row.kind == RowKind.MOVE and row.source == Source.MAIL]
    answer.said += [_("Auto-pass is off.")] if PassMode.NONE in played.orders else []
    if played.waits is not None:
        waits_for_yes = ORDERS[played.waits] if isinstance(played.waits, PassMode) else played.waits
        planned = [f"{THEN}{one}" for one in then]
        answer.pending, answer.number = [waits_for_yes, *played.left[1:], *planned], played.number
        return "previewed"
    if isinstance(played.why, NotYourTurn):
        answer.said.append(_("It is no longer your turn."))
        answer.left = list(played.left)
    elif played.why is not None:
        answer.said.append(refused(play, played.left[0], played.why))
        answer.left = list(played.left[1:])
    else:
        now_seat = Seat.objects.get(pk=seat.pk)
        answer.waits = not now_seat.waiting
        _say_planned(play.game.pk, now_seat, then, played.rows, answer)
    return "played"


def _apart(wanted: list[str]) -> tuple[list[str], list[str]]:
    later = [one.removeprefix(THEN) for one in wanted if one.startswith(THEN)]
    return wanted[: len(wanted) - len(later)], [one for one in later if one != ASK]


def _say_planned(game_id: int, seat: Seat, then: list[str], rows: Sequence[LogRow], answer: MailAnswer) -> None:
    """What stands for the next turns, or was not played because it ended."""
    if seat.pass_mode == PassMode.PLAN:
        play = load(game_id)
        answer.said += said_orders(play, play.seats[seat.index])
    elif seat.pass_mode == PassMode.NONE:
        done = sum(row.source == Source.STANDING and row.seat == seat.index for row in rows)
        answer.left = [one for one in then[done:] if one not in ORDERS.values()]  # to pass is over with the phase


def _waits_for_yes(user: User, play: Play, seat: Seat, part: LinePart) -> bool:
    preview = preview_of(user)
    if preview == Preview.NEVER or part == PassMode.NONE or not seat.waiting:
        return False
    if preview == Preview.ALWAYS:
        return True
    move = parse_for_player(play, play.state, "pass" if isinstance(part, PassMode) else part)
    question = engine.question_for(play.state, seat.index)
    if move.is_pass or (question is not None and question.kind == "pub"):
        return False  # nobody wants back what ends the phase for what it uncovered
    return engine.is_legal(play.state, seat.index, move) and uncovers(play.state, seat.index, move)
