"""A position as plain text for one viewer: for emails, for the text page, and for readers who hear it.

It tells what happened, one line for everything the viewer may know, then where everybody stands, both rows with the reader's
prices, hand and play area.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board import log
from games.board.extras import extras_of
from games.board.move_words import MoveLine
from games.board.people import Person, changes, people
from games.board.questions import asking_of
from games.board.round import next_asked
from games.board.sentences import counted
from games.board.tableau import name_of
from games.models import PassMode, Seat
from games.names import words
from games.names.cards import Deck, move_said
from games.names.words import listed_amounts
from games.play import secrecy
from games.play.positions import Play, VisibleEntry, last_own_number, visible_entries
from games.play.reply_addresses import THEN
from games.text_client import layout
from games.text_client.layout import Items, TextPart, Words, part, plain, present
from games.text_client.moves import if_nothing, move_lines, phase_of, question_of
from games.text_client.playing import ORDERS
from notifications.mail.times import moment, span, zone_name

_SUM = re.compile(r"(\d) ([+−=]) (?=\d)")  # a sum stays on one line


def happened_since_own_move(play: Play, viewer: int, deck: Deck, names: Sequence[Person]) -> list[str]:
    """Since the last own move of the viewer's player, but for new cards."""
    since = last_own_number(play, viewer)
    told = _without_new_cards(visible_entries(play, viewer, since=since or -1))
    lines = log.lines(told, play.rows, deck, names, hands=changes(play), since=since)
    return [_full_line(line) for line in lines]


def happened_last(play: Play, viewer: int | None, deck: Deck, names: Sequence[Person], *, most: int) -> list[str]:
    """The last lines of the log, the newest last, but for new cards."""
    told = _without_new_cards(visible_entries(play, viewer))
    lines = log.last_lines(told, play.rows, deck, names, hands=changes(play), most=most)
    return [_full_line(line) for line in reversed(lines)]


def _without_new_cards(told: Iterable[VisibleEntry]) -> list[VisibleEntry]:
    return [one for one in told if not isinstance(one.entry, engine.Dealt)]


def _full_line(line: log.LogLine) -> str:
    """A line of the log in full: a scoring with the sums of everybody, a move with how it came about."""
    others = [
        " ".join(filter(None, [account.person.name, listed_amounts([account.rubles, account.points])]))
        for account in line.accounts
        if not account.person.is_you and (account.rubles or account.points)
    ]
    text = _SUM.sub("\\1\u00a0\\2\u00a0", "; ".join([line.text, *others]))
    return f"{text} ({line.note})" if line.note else text


MOST_LINES = 30
"""How many lines of what happened a text has; the log has all."""

RECENT = 14
"""How much of it spectators are told."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A position: the parts in the order in which they are read. `moves` are the numbered moves in words, in the order of
    `view.moves`; empty for a viewer who is not asked."""

    view: engine.View
    situation: TextPart
    position: tuple[TextPart, ...]
    moves: tuple[MoveLine, ...]

    @property
    def opening(self) -> tuple[TextPart, ...]:
        """What is asked of whom."""
        return (self.situation,)

    @property
    def closing(self) -> tuple[TextPart, ...]:
        """The numbered list of what the viewer can do now."""
        return present(part(_("Available actions"), Items(tuple(move.text for move in self.moves), numbered=True)))

    @property
    def parts(self) -> tuple[TextPart, ...]:
        """All of it, with what to write for a move."""
        how = part(_("How to reply"), *map(Words, how_to_write(self))) if self.moves else None
        return present(*self.opening, *self.position, *self.closing, how)

    @property
    def text(self) -> str:
        """The whole as plain text, lines of 72 columns at most."""
        return plain(self.parts) + "\n"


def telling(play: Play, viewer: int | None, *, now: datetime) -> Telling:
    """Everything that `viewer` (None for a spectator) may know about the present position, in the active language and time zone.

    Moves are listed for a viewer who is asked and whose seat no bot keeps.
    """
    view, deck, names = play.view(viewer), Deck(play.options), people(play, viewer)
    listed = tuple(line.naming(names) for line in move_lines(view, deck)) if _may_act(play, viewer) else ()
    return Telling(view, situation(play, view, deck, names, now), position(play, view, deck, names), listed)


def _may_act(play: Play, viewer: int | None) -> bool:
    """Whether the viewer can answer: not while a bot keeps the seat or the game is paused."""
    return viewer is not None and play.game.is_running and not play.game.is_paused and not play.holder(viewer).is_bot


def position(play: Play, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[TextPart, ...]:
    """What happened, and what lies where."""
    return present(
        recent_events(play, view.viewer, deck, names),
        layout.final_ranking(view, play.game.result or {}, names) if play.game.is_finished else None,
        *laid(view, deck, names, whole=True),
    )


def laid(view: engine.View, deck: Deck, names: Sequence[Person], *, whole: bool) -> tuple[TextPart, ...]:
    """What lies where. Without `whole` the contents of piles are left out, which change little from turn to turn."""
    return present(
        layout.standings(view, names),
        layout.tableau(view, deck),
        layout.own_hand(view, deck),
        layout.own_display(view, deck),
        layout.expansion_lines(view, deck, names),
        *layout.other_play_areas(view, deck, names),
        layout.pile_counts(view, deck, names, whole=whole),
    )


def recent_events(play: Play, viewer: int | None, deck: Deck, names: Sequence[Person]) -> TextPart | None:
    """What happened since the viewer's last turn; the last lines of the log for spectators."""
    if viewer is None:
        return part(_("Recent moves"), Items(tuple(happened_last(play, None, deck, names, most=RECENT))))
    found = happened_since_own_move(play, viewer, deck, names)
    skipped = len(found) - MOST_LINES
    older = ngettext("%(count)s earlier entry in the game log", "%(count)s earlier entries in the game log", skipped)
    told = ([older % {"count": skipped}] if skipped > 0 else []) + found[-MOST_LINES:]
    nothing = Words(_("Nothing new."))
    return part(log.since_words(last_own_number(play, viewer)), Items(tuple(told)) if told else nothing)


def situation(play: Play, view: engine.View, deck: Deck, names: Sequence[Person], now: datetime) -> TextPart:
    """Round and phase, who is asked what, until when, and what follows without an answer."""
    told = [f"{phase_of(view)}."] if not view.over else []
    game = play.game
    if game.is_finished:
        return TextPart(_("The game has finished"), tuple(map(Words, told or [f"{phase_of(view)}."])))
    if game.is_paused:
        return TextPart(
            _("The game is paused"),
            tuple(map(Words, [*told, _("Clocks are stopped. All players keep their remaining time.")])),
        )
    window = secrecy.open_window(play, play.state)
    if view.viewer is not None and view.viewer in view.asked and _may_act(play, view.viewer):
        seat = play.seats[view.viewer]
        told += [
            question_of(view, deck),
            _until(seat.due_at, now, own=True),
            " ".join(if_nothing(play, seat, view, deck)),
        ]
        return TextPart(_("It is your turn"), tuple(map(Words, filter(None, told))))
    if not view.asked:  # whom the game asks is a secret
        told += [asking_of(view).hint(view), _until(window.until, now, own=False) if window else ""]
        return TextPart(_("Waiting for an answer"), tuple(map(Words, filter(None, told))))
    who = words.listed([str(names[seat]) for seat in view.asked])
    told += [_order(view, names), *(_until(play.seats[seat].due_at, now, own=False) for seat in view.asked[:1])]
    if view.viewer is not None:
        told.append(auto_pass_words(play.seats[view.viewer]))
    return TextPart(_("Waiting for %(who)s") % {"who": who}, tuple(map(Words, filter(None, told))))


def auto_pass_words(seat: Seat) -> str:
    return {
        PassMode.UNTIL_CHANGE.value: _("You auto-pass until the tableau changes."),
        PassMode.PHASE.value: _("You auto-pass until the end of this phase."),
        PassMode.TIMEOUT.value: _("Your time ran out, so you auto-pass until the end of this phase."),
        PassMode.PLAN.value: _("You have conditional orders."),
    }.get(seat.pass_mode, "")


def order_words(mode: PassMode) -> str:
    """An auto-pass as a move in words."""
    return {
        PassMode.UNTIL_CHANGE: _("pass until the tableau changes"),
        PassMode.PHASE: _("pass until the end of this phase"),
    }.get(mode) or _("stop auto-passing")


def order_said(order: str, deck: Deck) -> str:
    """A move or a pass that waits, in the reader's words; whatever else is as its player wrote it."""
    if order.startswith(THEN):
        return _("then %(order)s") % {"order": order_said(order.removeprefix(THEN), deck)}
    if mode := next((mode for mode, words in ORDERS.items() if words == order), None):
        return order_words(mode)
    return move_said(order, deck) if order in engine.rulebook_for(deck.options).moves else order


def how_to_write(told: Telling) -> list[str]:
    """What a line may be, with an example of this position."""
    said = [
        _("Write the number of a move or the move itself, for example “%(move)s”.") % {"move": told.moves[0].text}
        if told.moves
        else "",
        _("Separate several moves with semicolons. They are played in order while it is your turn."),
    ]
    if told.view.question is not None and told.view.question.kind == "turn":
        said.append(
            _(
                "“pass until change” passes until the tableau changes, “pass phase” until the end of the phase. "
                "Either can be the last of several moves."
            )
        )
    return [one for one in said if one]


def _until(due_at: datetime | None, now: datetime, *, own: bool) -> str:
    """The deadline in words, of the reader's `own` question or of somebody else's."""
    if due_at is None:
        return ""
    yours, theirs = (
        _("You have until %(until)s (%(zone)s): %(left)s left."),
        _("Deadline: %(until)s (%(zone)s), in %(left)s."),
    )
    return (yours if own else theirs) % {"until": moment(due_at), "zone": zone_name(), "left": span(due_at - now)}


def _order(view: engine.View, names: Sequence[Person]) -> str:
    """Who comes after, where an ordinary turn goes round."""
    if not asking_of(view).goes_round or len(view.asked) != 1 or len(view.seats) == 1:
        return asking_of(view).hint(view)
    chain = [_("you") if names[seat].is_you else str(names[seat]) for seat in next_asked(view)]
    return _("Next: %(who)s.") % {"who": ", ".join(chain)}


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """Where one seat stands: `12 rubles, 27 points, 1 card in hand`. `name` is "You" for the reader."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class TextBoard:
    """The tableau in short. Rows are card names with prices; empty lists where nothing lies. `beside` are lines of the expansions
    in play, such as the market square."""

    standings: list[SeatStanding]
    upper: list[str]
    lower: list[str]
    hand: list[str]
    display: str
    piles: str
    beside: list[str]


def board(view: engine.View, deck: Deck, names: Sequence[Person]) -> TextBoard:
    """`view` is that of a seat; nothing in a board goes beyond it."""
    own = view.seats[view.viewer] if view.viewer is not None else None
    return TextBoard(
        standings=[
            SeatStanding(name, listed_amounts(amounts))
            for name, *amounts in (layout.standing_of(seat, names) for seat in view.seats)
        ],
        upper=_row(view.upper, view, deck),
        lower=_row(view.lower, view, deck),
        hand=_row((own.hand or ()) if own else (), view, deck),
        display=counted([card.card for card in own.display if card.card], deck) if own else "",
        piles=listed_amounts([f"{words.PILES[phase.name]} {phase.left}" for phase in view.phases]),
        beside=[line for extra in extras_of(view) for line in extra.letter(view, deck, names)],
    )


def _row(slots: Iterable[engine.Slot | None], view: engine.View, deck: Deck) -> list[str]:
    return [priced(slot, name_of(slot, view, deck)) for slot in slots if slot is not None]


def priced(slot: engine.Slot, name: str) -> str:
    """`Library 16 (4 short)`, `Mariinski Theater from 2`, `Czar (nothing to replace)`."""
    if not slot.offers:
        return _("%(card)s (nothing to replace)") % {"card": name} if slot.blocked == "no-target" else name
    cheapest = slot.offers[0]
    values = {"card": name, "price": cheapest.price, "short": cheapest.short}
    if cheapest.short:
        return _("%(card)s %(price)s (%(short)s short)") % values
    return (_("%(card)s from %(price)s") if len(slot.offers) > 1 else _("%(card)s %(price)s")) % values
