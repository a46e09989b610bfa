"""Answers to mails of players: what was done, what was wrong, and the position as it is now, for their eyes only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

import engine
from games.board.people import people
from games.board.turnbar import turn_bar
from games.emails.about import about, about_several
from games.emails.in_answers import note, shows_question
from games.emails.mine import games_of
from games.emails.turns import happened_since
from games.models import Seat
from games.models.notification import number_in
from games.names.cards import Deck
from games.play.asked_by_mail import address_of, desk_address_of
from games.play.positions import Play, load
from games.reference.book import book
from games.text_client.moves import if_nothing, move_line, move_lines, phase_of, question_of
from games.text_client.telling import MOST_LINES, Board, board
from notifications.kinds import Draft
from notifications.mail import times
from notifications.models import Notification


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with lines below it; numbered where an answer names one by its number."""

    title: str
    lines: Sequence[str]
    is_numbered: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """`said` is what came of the mail, `asks` what it is to be confirmed."""

    said: Sequence[str]
    asks: Sequence[str] = ()
    sections: Sequence[Section] = ()
    has_help: bool = False
    is_one_game: bool = True


def answer(notifications: Sequence[Notification], now: datetime) -> Draft:
    """About one game. Several mails that were handled before the answer went out are one answer, with the position once."""
    last = notifications[-1]
    play = load(number_in(last.subject))
    seat = play.seat_of(last.user)
    shown = _merged(notifications)
    said = [line for one in notifications for line in _said(play, one)]
    if seat is None:
        return Draft(about(play.game), Answer(said or [_("You have no seat in this game.")]))
    if seat.waiting and play.game.is_running and shows_question(shown):
        note(last, seat)
    pending = _pending(seat, last)
    reply_to = address_of(play, seat, pending={"orders": pending} if pending else None)
    letter = Answer(
        said, asking(play, seat, pending), sections(play, seat, shown, _rules_of(notifications), now), "help" in shown
    )
    return Draft(replace(about(play.game), reply_to=reply_to), letter)


def desk_answer(notifications: Sequence[Notification], now: datetime) -> Draft:
    """About no game in particular: the games of the player, a question before something is done, or what is wrong."""
    last, user = notifications[-1], notifications[-1].user
    if user is None:
        raise ValueError("an answer to nobody")
    shown = _merged(notifications)
    said = [line for one in notifications for line in one.data["said"]]
    found = [_rule(id) for id in _rules_of(notifications)]
    if "games" in shown:
        lines = games_of(user, now)
        found.append(Section(_("Your games"), lines or [_("You have no running games.")]))
    pending = list(last.data["pending"])
    asks = [_("Reply “yes” to confirm: %(what)s") % {"what": "; ".join(pending)}] if pending else []
    reply_to = desk_address_of(user, last.subject, pending)
    return Draft(
        replace(about_several(), thread="play", reply_to=reply_to), Answer(said, asks, found, "help" in shown, False)
    )


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
            words = move_line(row.text, before, Deck(play.options)).naming(people(play, row.seat))
            lines.append(_("Played: %(move)s.") % {"move": words})
    if data["left"]:
        return [*lines, *data["said"], _("Skipped: %(orders)s.") % {"orders": "; ".join(data["left"])}]
    return [*lines, *data["said"]]


def _pending(seat: Seat, notification: Notification) -> list[str]:
    """What waits for a yes, if the question is still the one that it answers."""
    orders: list[str] = list(notification.data["pending"])
    is_same = notification.data["number"] == 0 or (seat.waiting and seat.asked_number == notification.data["number"])
    return orders if is_same else []


def asking(play: Play, seat: Seat, pending: Sequence[str]) -> list[str]:
    if not pending or pending == ["resign"]:
        return []  # the question before resigning is among what is said
    view, deck, names = play.view(seat.index), Deck(play.options), people(play, seat.index)
    known = dict(zip(view.moves, move_lines(view, deck), strict=True))
    first = known[pending[0]].naming(names).text if pending[0] in known else pending[0]
    return [
        _("Not played yet: %(orders)s.") % {"orders": "; ".join([first, *pending[1:]])},
        _("Reply “yes” to play it, or send another move. You cannot undo it."),
    ]


def sections(play: Play, seat: Seat, shown: Sequence[str], rules: Sequence[str], now: datetime) -> list[Section]:
    """What was asked for; the position and what is to be done in any case but where only something else was wanted."""
    view, deck, names = play.view(seat.index), Deck(play.options), people(play, seat.index)
    laid = board(view, deck, names)
    found = [_rule(id) for id in rules]
    if "log" in shown:
        found.append(Section(_("Since your last turn"), happened_since(play, seat.index, deck)[-MOST_LINES:]))
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
        moves = [line.naming(names).text for line in move_lines(view, deck)]
        found.append(Section(_("Available actions"), moves, is_numbered=True))
    return found


def _state(play: Play, seat: Seat, view: engine.View, now: datetime) -> Section:
    deck, names = Deck(play.options), people(play, seat.index)
    if play.game.is_finished:
        return Section(_("Now"), [_("The game has finished.")])
    if not (seat.waiting and view.viewer in view.asked):
        bar = turn_bar(play.game, view, names, play.seats, (), now=now)
        return Section(_("Now"), [f"{bar.title}. {bar.subtitle}."])
    lines = [f"{_('It is your turn')}. {phase_of(view)}.", question_of(view, deck)]
    if seat.due_at is not None:
        values = {"until": times.moment(seat.due_at), "zone": times.zone_name(), "left": times.span(seat.due_at - now)}
        lines.append(_("You have until %(until)s (%(zone)s): %(left)s left.") % values)
    return Section(_("Now"), [line for line in [*lines, *if_nothing(play, seat, view, deck)] if line])


def _rows(laid: Board) -> Section:
    lower = [f"{_('Lower row, 1 less:')} {', '.join(laid.lower)}"] if laid.lower else []
    upper = f"{_('Upper row:')} {', '.join(laid.upper) or _('empty')}"
    return Section(_("Tableau with your prices"), [upper, *lower, f"{_('Draw piles:')} {laid.piles}", *laid.beside])


def _hand(laid: Board) -> Section:
    lines = [f"{_('Your hand:')} {', '.join(laid.hand) or _('empty')}"]
    return Section(_("Your cards"), [*lines, *([f"{_('Your play area:')} {laid.display}"] if laid.display else [])])


def _rule(id: str) -> Section:
    known = book().entries.get(id.upper())
    if known is None:
        near = ", ".join(book().near(id)[:5])
        return Section(
            _("Rules"), [_("There is no rule %(id)s. Similar rules: %(near)s.") % {"id": id, "near": near or "TURN-1"}]
        )
    return Section(f"{known.id} {known.rule.title}".strip(), [known.rule.text])
