"""Emails to the play address, and answers to what it said: lists, and tables to open, to join and to agree to.

`new edition 1 players 3 bots 1 pace 5d hidden invite anna@example.org` opens a table, with its words in any order; it is read as
the form of the page would be.
"""

import re
from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from games.chat import services
from games.emails.tables import terms_of
from games.errors import GameError
from games.lobby.new_table_form import OTHERS, NewTableForm
from games.mail_commands import days_off
from games.mail_commands.telling import MailAnswer, send_answer
from games.mail_commands.words import CHANGES, CHECKS, NO, READING, YES, Word, command, orders, spoken
from games.models import Game, Invitation, Participant
from games.models.clock import PACES
from games.play.positions import load
from games.play.reply_addresses import DESK
from games.tables import invitations, sitting, tables
from games.tables.gathering import BOT, own_invitations
from incoming_mail.handlers import Handler, Incoming
from incoming_mail.models import ReplyToken

_VALUES = {
    "edition": "edition",
    "auflage": "edition",
    "ausgabe": "edition",
    "players": "players",
    "spieler": "players",
    "pace": "pace",
    "tempo": "pace",
    "bots": "bots",
}
"""Words that say what the next one is."""
_CHOICES = {
    "hidden": ("open_hands", "hidden"),
    "verdeckt": ("open_hands", "hidden"),
    "rated": ("rated", "on"),
    "gewertet": ("rated", "on"),
    "unrated": ("rated", ""),
    "ungewertet": ("rated", ""),
    "private": ("visibility", "link"),
    "privat": ("visibility", "link"),
    **{pace: ("pace", pace) for pace in PACES},
}
_INVITE = ("invite", "einladen")
"""What follows are guests, up to the next word of the others."""


class NotUnderstood(GameError):
    code = "not_understood"
    status = 400


def read_table_form(text: str) -> NewTableForm:
    """The valid form. Raises NotUnderstood with the words that say nothing here, or with what the form has against them."""
    blank = NewTableForm()
    usual = {name: blank.get_initial_for_field(field, name) for name, field in blank.fields.items()}
    said = {name: value for name, value in usual.items() if value not in (None, "")} | _read_wish(text)
    form = NewTableForm(said)
    if not form.is_valid():
        raise NotUnderstood(" ".join(str(error) for found in form.errors.values() for error in found))
    return form


def _read_wish(text: str) -> dict[str, object]:
    data: dict[str, object] = {}
    guests: list[str] = []
    nowhere: list[str] = []
    wanted, place = "", nowhere
    for word in re.findall(r"[^,;\s]+", text):
        key = word.lower()
        if wanted:
            data[wanted], wanted = key, ""
        elif key in _INVITE:
            place = guests
        elif key in _VALUES:
            wanted, place = _VALUES[key], nowhere
        elif key in _CHOICES:
            field, value = _CHOICES[key]
            data[field], place = value, nowhere
        else:
            place.append(word)
    if nowhere or wanted:
        said = _("Not understood: %(words)s. To create a table, write for example: %(example)s")
        example = pgettext("command", "new edition 2 players 3 invite anna@example.com")
        raise NotUnderstood(said % {"words": " ".join(nowhere) or wanted, "example": example})
    bots = str(data.pop("bots", ""))
    seats = {f"seat_{number}": BOT for number in OTHERS if bots.isdecimal() and number < 2 + int(bots)}
    return {**data, **seats, "guests": "\n".join(guests)}


LONGEST_WISH = 200
_OF_GAME = frozenset({Word.STATUS, Word.HAND, Word.LOG, Word.PRICES})


def answer_command(mail: Incoming) -> str:
    """Answer a command. One that changes something is carried out at once only where the sender is proved: by the reply to one
    of our emails, or by their own mail server."""
    wanted = [line[:LONGEST_WISH] for line in mail.lines[:1]]
    said = orders(wanted)
    if not said:
        return send_answer(mail, MailAnswer(show=["games"]), "games")
    word, rest = command(" ".join(wanted[0].split()))
    if mail.token is not None and (word == Word.YES or (word in YES | NO and not rest)):
        return _confirmed(mail, mail.token, is_yes=word in YES)
    if word is None or word == Word.YES:
        return send_answer(mail, MailAnswer(said=[_("Unknown command.")], show=["games", "help"]), "no_command")
    if word in READING:
        return _answer_question(mail, word, rest)
    is_proved = mail.token is not None or mail.is_proved
    return _do(mail, word, rest, proved=is_proved and word is not Word.VACATION)  # what it affects comes first


def _confirmed(mail: Incoming, token: ReplyToken, *, is_yes: bool) -> str:
    pending, refused = token.data.get("pending") or [], str(token.data.get("refused") or "")
    if not is_yes and not refused:
        return send_answer(mail, MailAnswer(said=[_("Nothing was changed.")], show=["games"]), "declined")
    if not pending or (not refused and token.used_at is not None):  # one yes does it once
        return send_answer(
            mail, MailAnswer(said=[_("There is nothing to confirm.")], show=["games"]), "nothing_pending"
        )
    return _do(mail, *command(str(pending[0]) if is_yes else refused), proved=True)


PLAY = Handler("games.play", answer_command)
DESK_COMMANDS = Handler(DESK, answer_command)


def _answer_question(mail: Incoming, word: Word, rest: str) -> str:
    if word not in _OF_GAME:
        return send_answer(mail, MailAnswer(show=[word.value], rule=rest[:40]), word.value)
    game_id = _number(rest)
    play = load(game_id) if Game.objects.filter(pk=game_id).exists() else None
    if play is None or play.seat_of(mail.user) is None:
        return send_answer(mail, MailAnswer(said=[_no_game(mail, word, game_id)], show=["games"]), "no_game")
    return send_answer(mail, MailAnswer(show=[word.value]), word.value, game_id=game_id)


def _no_game(mail: Incoming, word: Word, game_id: int) -> str:
    """Why there is no answer about one game."""
    if not game_id:
        return _("Add the number of the game, such as “%(example)s 12”.") % {"example": word.spelled}
    if Participant.objects.filter(game=game_id, user=mail.user).exists():
        return _("This table has not started yet.")
    return _("You have no game with this number.")


def _do(mail: Incoming, word: Word | None, rest: str, *, proved: bool) -> str:
    """Carry out a command that changes a table. What cannot be done is said at once; a sender who is not `proved` is asked to
    confirm first."""
    act = _ACTS.get(word) if word is not None else None
    if word is None or act is None:
        said = _("To do this, reply to an email about the game.")
        return send_answer(mail, MailAnswer(said=[said], show=["games", "help"]), "no_command")
    affects: list[str] = []
    try:
        if word is Word.NEW:
            read_table_form(rest)
        elif word is Word.VACATION:
            rest = days_off.pinned(mail, rest)
            affects = days_off.previewed(mail, rest)
        elif word in CHECKS:
            CHECKS[word](mail.user, rest)
        else:
            _table(rest)
        if not proved:
            pending = [f"{word.spelled} {rest}".strip()]
            answer = MailAnswer(said=affects, pending=pending, asks=_in_words(mail, word, rest))
            return send_answer(mail, answer, "asked")
        said = act(mail, rest)
    except GameError as error:
        return send_answer(mail, MailAnswer(said=[str(error)], show=["games"]), error.code)
    return send_answer(mail, MailAnswer(said=[said], show=["games"]), word.value)


class NoSuchTable(GameError):
    code = "no_such_table"
    status = 404


def _number(rest: str) -> int:
    """The number of a game or table, 0 where there is none."""
    found = re.match(r"#?(\d{1,12})\b", rest)
    return int(found.group(1)) if found else 0


def _table(rest: str) -> int:
    number = _number(rest)
    if not Game.objects.filter(pk=number).exists():
        raise NoSuchTable(_("There is no table with this number."))
    return number


def _new(mail: Incoming, rest: str) -> str:
    form = read_table_form(rest)
    game = tables.create_table(
        host=mail.user, terms=form.terms, now=mail.now, bots=form.chosen_bots, guests=form.cleaned_data["guests"]
    )
    return _opened(game)


def _opened(game: Game) -> str:
    said = _("You created table %(number)s, “%(title)s”: %(terms)s.")
    return said % {"number": game.pk, "title": game.title, "terms": "; ".join(terms_of(game))}


def _in_words(mail: Incoming, word: Word, rest: str) -> str:
    """What a command would do, for who is asked to confirm it."""
    if word is Word.VACATION:
        return days_off.in_words(mail, rest)
    if word is not Word.NEW:
        return f"{word.spelled} {rest}".strip()
    form = read_table_form(rest)
    said = [_("create a table"), *terms_of(Game(host=mail.user, **form.terms.columns))]
    if form.chosen_bots:
        said.append(
            ngettext("%(count)s bot", "%(count)s bots", len(form.chosen_bots)) % {"count": len(form.chosen_bots)}
        )
    if guests := form.cleaned_data["guests"]:
        said.append(_("invited: %(guests)s") % {"guests": ", ".join(guests)})
    return "; ".join(said)


def _join(mail: Incoming, rest: str) -> str:
    number = _table(rest)
    invitation = _invitation(mail.user, number)
    if invitation is not None:
        invitations.accept_invitation(token=invitation.token, user=mail.user, now=mail.now)
    else:
        sitting.join_table(game_id=number, user=mail.user, now=mail.now)
    return _("You joined table %(number)s.") % {"number": number}


def _agree(mail: Incoming, rest: str) -> str:
    number = _table(rest)
    if _invitation(mail.user, number) is not None:
        return _join(mail, rest)
    _number_of_it, _space, seen = rest.partition(" ")
    sitting.agree_to_options(game_id=number, user=mail.user, now=mail.now, seen=seen or None)
    return _("You stay at table %(number)s.") % {"number": number}


def _leave(mail: Incoming, rest: str) -> str:
    number = _table(rest)
    sitting.leave_table(game_id=number, user=mail.user, now=mail.now)
    return _("You left table %(number)s.") % {"number": number}


def _decline(mail: Incoming, rest: str) -> str:
    number = _table(rest)
    invitation = _invitation(mail.user, number)
    if invitation is None:
        raise NoSuchTable(_("You are not invited to this table."))
    invitations.decline_invitation(token=invitation.token, user=mail.user, now=mail.now)
    return _("You declined.")


def _invite(mail: Incoming, rest: str) -> str:
    number = _table(rest)
    _first, _space, whom = rest.partition(" ")
    invitations.invite(game_id=number, host=mail.user, whom=whom, now=mail.now)
    return _("%(whom)s is invited to table %(number)s.") % {"whom": whom, "number": number}


def _bots(mail: Incoming, rest: str) -> str:
    number = _table(rest)
    _first, _space, count = rest.partition(" ")
    sitting.add_bots(game_id=number, host=mail.user, now=mail.now, most=int(count) if count.isdecimal() else 1)
    return _("Bots sit at table %(number)s.") % {"number": number}


def rematch(mail: Incoming, game_id: int) -> str:
    """Open a table for those who played this game; the sentence that says so."""
    return _opened(tables.rematch(game_id=game_id, user=mail.user, now=mail.now))


def _say(mail: Incoming, rest: str) -> str:
    number = _table(rest)
    text = (spoken(mail.written)[2] or rest).partition(" ")[2]
    services.say(game_id=number, user=mail.user, text=text, now=mail.now)
    return _("Your message is in the chat of table %(number)s.") % {"number": number}


def _change(word: Word, mail: Incoming, rest: str) -> str:
    return CHANGES[word](mail.user, rest)


def _invitation(user: User, number: int) -> Invitation | None:
    found: Invitation | None = Invitation.objects.filter(own_invitations(user), game=number).first()
    return found


_ACTS: dict[Word, Callable[[Incoming, str], str]] = {
    Word.NEW: _new,
    Word.JOIN: _join,
    Word.AGREE: _agree,
    Word.LEAVE: _leave,
    Word.DECLINE: _decline,
    Word.INVITE: _invite,
    Word.BOTS: _bots,
    Word.REMATCH: lambda mail, rest: rematch(mail, _table(rest)),
    Word.SAY: _say,
    Word.VACATION: days_off.book,
    **{word: partial(_change, word) for word in CHANGES},
}
