"""Begun games as rows of a list: My games, archive, a player's page. Functions of what queries loaded; nothing is replayed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property, lru_cache, partial
from operator import attrgetter

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games.board.people import Person, named
from games.board.round import deadline_at, time_left
from games.board.sentences import deed, sentence
from games.models import PassMode, Status
from games.names import words
from games.names.cards import Deck
from games.options import table_words
from games.play.glances import Glance
from games.play.seen import unreached
from games.selectors.rows import Chip, GameLine, Row, SeatLine, address_of, moment


@dataclass(frozen=True)
class Played:
    game: GameLine
    seats: Sequence[SeatLine]

    @cached_property
    def glance(self) -> Glance:
        """Of a running game."""
        return Glance.from_json(self.game.glance or {})

    def people(self, eyes: int | None = None) -> tuple[Person, ...]:
        return named(self.game.pk, [seat.held for seat in self.seats], eyes)

    def eyes_of(self, user: User | None) -> int | None:
        """The seat through whose eyes this user sees the game: the one he holds, or may take back from a bot."""
        if user is None:
            return None
        number = user.pk
        own = [seat.held for seat in self.seats if seat.held.eyes == number]
        return min(own, key=attrgetter("is_kept")).seat if own else None


def running_row(played: Played, user: User, now: datetime) -> Row:
    """A running game as one of its players sees it, with what happened last as everybody may know it."""
    game, glance, seats = played.game, played.glance, played.seats
    eyes = played.eyes_of(user)
    names = played.people(eyes)
    mine = next((seat for seat in seats if seat.held.seat == eyes), None)
    place = _("%(phase)s, round %(round)s.") % {"phase": words.PHASE_NAMES[glance.phase], "round": glance.round}
    ending = _("This is the last round.") if glance.ending else ""
    annulled = _("Voided: this game does not count.") if game.annulled_at is not None else ""
    sub = " ".join(text for text in (place, _happened(played, names, mine), ending, annulled) if text)
    chips = tuple(_chip(person, glance.points[person.seat]) for person in names)
    row = partial(Row, game, address_of("games:game", game.pk), glance.phase, sub, chips)
    if game.paused_at is not None:
        return row(_("Paused"))
    if mine is not None and mine.held.bot:
        return row(_("A bot is holding your seat"), _("reclaim it"), urgent=True, action=_("Reclaim seat"))
    if mine is not None and mine.waiting:
        if mine.due_at is None:
            return row(action=_("Move"), is_main=True)
        deadline = deadline_at(mine.due_at, mine.running_since, now)
        return row(deadline.left, moment(mine.due_at, now), urgent=deadline.urgent, action=_("Move"), is_main=True)
    if glance.until is not None:
        return row(_("Waiting for an answer"), time_left(glance.until - now))
    waiting = [seat for seat in seats if seat.waiting]
    who = words.listed([str(names[seat.held.seat]) for seat in waiting])
    left = [time_left(seat.due_at - now) for seat in waiting if seat.due_at is not None]
    due = ngettext("%(who)s to move", "%(who)s to move", len(waiting)) % {"who": who} if who else ""
    return row(due, left[0] if left else "")


def _chip(person: Person, points: int | None) -> Chip:
    return Chip(person.seat, _("You") if person.is_you else person.name, points, letter=person.initial)


def _happened(played: Played, names: Sequence[Person], mine: SeatLine | None) -> str:
    if mine is not None and mine.pass_mode:
        passes = {
            PassMode.UNTIL_CHANGE: _("You auto-pass until the tableau changes."),
            PassMode.PHASE: _("You pass this phase."),
            PassMode.TIMEOUT: _("Your time ran out. You pass for the rest of this phase until you act."),
            PassMode.PLAN: _("You have conditional orders."),
        }
        return passes[PassMode(mine.pass_mode)]
    deck = deck_of(played.game.options, get_language())
    said = [sentence(entry, deck, names) for entry in played.glance.entries if deed(entry, deck)]
    return f"{', '.join(said)}." if said else ""


@lru_cache(maxsize=64)
def deck_of(options: engine.Options, language: str | None) -> Deck:
    """The cards of a selection in one language, whose faces are made once for all games with it."""
    return Deck(options)


def urgency(played: Played, user: User) -> tuple[bool, datetime, int]:
    """Sorts games by the time left; those without a deadline come last, then the older first."""
    eyes = played.eyes_of(user)
    due = next((seat.due_at for seat in played.seats if seat.held.seat == eyes), None)
    return due is None, due or played.game.created_at, played.game.pk


def finished_rows(
    games: Sequence[Played], reader: User | None, now: datetime, *, place_of: User | None = None
) -> list[Row]:
    """Finished games with their results: on the page of a player, `place_of`, his places in them, else those of the reader. One
    statement for a reader who wants results hidden until they have come to them."""
    hidden = unreached(reader, (one.game.pk for one in games))
    return [_finished_row(one, reader, now, place_of, is_hidden=one.game.pk in hidden) for one in games]


def _finished_row(played: Played, user: User | None, now: datetime, place_of: User | None, *, is_hidden: bool) -> Row:
    game, eyes = played.game, played.eyes_of(user)
    names = played.people(eyes)
    result = game.result or {}
    results = {entry["seat"]: entry for entry in result.get("seats", [])}
    winners = [str(names[seat]) for seat, entry in results.items() if entry["winner"]]
    who = words.listed(winners)
    due = ngettext("%(who)s wins", "%(who)s win", len(winners)) % {"who": who} if winners else ""
    if game.is_solo and results:
        due = words.amount_of_points(results[0]["points"])
    elif (placed := eyes if place_of is None else played.eyes_of(place_of)) in results:
        due = place_words(results[placed]["rank"], len(results), get_language())
    sub = day = _finished_on(localtime(game.finished_at or now).date(), game.status == Status.IMPORTED, get_language())
    ended = result.get("ended")
    if ended == "broken off" and not game.is_solo:
        due, sub = "", f"{sub} {_('Abandoned: no players left.')}"
    elif ended in ("agreement", "broken off"):
        sub = f"{sub} {_('Abandoned.') if game.is_solo else _('Ended by agreement.')}"
    elif ended == "adjudicated":
        sub = f"{sub} {_('Ended by a director.')}"
    if game.annulled_at is not None:
        sub = f"{sub} {_('Voided: this game does not count.')}"
    if is_hidden:
        results, due, sub = {}, _("Result hidden"), day
    return Row(
        game=game,
        href=address_of("games:replay", game.pk),
        phase="exchange",
        sub=sub,
        chips=tuple(_chip(person, results.get(person.seat, {}).get("points")) for person in names),
        due=due,
        due_note=_selection(game.options, get_language()),
        action=_("Replay"),
    )


@lru_cache(maxsize=256)
def _selection(options: engine.Options, language: str | None) -> str:
    return table_words.selection_words(options)


@lru_cache(maxsize=256)
def place_words(rank: int, players: int, language: str | None) -> str:
    """`1st of 3`."""
    return _("%(rank)s of %(players)s") % {"rank": ordinal(rank), "players": players}


@lru_cache(maxsize=1024)
def _finished_on(day: date, is_imported: bool, language: str | None) -> str:
    said = _("Imported on %(date)s.") if is_imported else _("Finished on %(date)s.")
    return said % {"date": date_format(day, "DATE_FORMAT")}
