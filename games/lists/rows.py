"""Games and tables as rows of a list: My games, lobby, archive, a player's page. Functions of what queries loaded."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.contrib.humanize.templatetags.humanize import ordinal
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from games.board.people import Person, people
from games.board.sentences import deed, sentence
from games.board.turnbar import deadline_of, time_left
from games.models import Game, Invitation, Participant, PassMode, Seat, Status
from games.names import amounts, words
from games.names.cards import Deck
from games.options import table_words
from games.options.strengths import bot_names
from games.play import asked
from games.play.positions import Play, visible_entries
from games.tables.services.gathering import terms_token

LAST_ENTRIES = 2


@dataclass(frozen=True, slots=True)
class Chip:
    """One seat of a row. `figure` are points; `kind` is "", "free", or "kept" for somebody invited.

    `letter` stands in the emblem: that of the real name, the same on every page, also where `name` is "You".
    """

    seat: int
    name: str
    figure: int | None = None
    kind: str = ""
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list. `phase` is the arch, `due` and `due_note` stand at the right, `action` is the button."""

    game: Game
    href: str
    phase: str
    sub: str
    chips: tuple[Chip, ...]
    due: str = ""
    due_note: str = ""
    urgent: bool = False
    action: str = ""
    is_main: bool = False
    can_join: bool = False
    seen: str = ""  # terms_token of what Join would agree to

    @property
    def group(self) -> str:
        return words.PILE_GROUPS[self.phase]


def running_row(play: Play, user: User, now: datetime) -> Row:
    """A running game as one of its players sees it, with what happened last."""
    eyes = play.eyes_of(user)
    names = people(play, eyes)
    state, seats = play.steps[-1].step.state, play.seats  # one replay for position and story
    mine = next((seat for seat in seats if seat.index == eyes), None)
    place = _("%(phase)s, round %(round)s.") % {"phase": words.PHASE_NAMES[state.phase], "round": state.round}
    ending = _("This round is the last.") if state.ending else ""
    sub = " ".join(text for text in (place, _happened(play, eyes, names, mine), ending) if text)
    chips = tuple(_chip(names[seat.index], state.points(seat.index)) for seat in seats)
    row = partial(Row, play.game, play.game.get_absolute_url(), state.phase, sub, chips)
    if mine is not None and play.holder(mine.index).is_bot:
        return row(_("A bot keeps your seat"), _("take it back"), urgent=True, action=_("Take it back"))
    if mine is not None and mine.waiting:
        deadline = deadline_of(mine, now)
        if deadline is None:
            return row(action=_("Move"), is_main=True)
        until = moment(deadline.due_at, now)
        return row(deadline.left, until, urgent=deadline.urgent, action=_("Move"), is_main=True)
    if (window := asked.window(play, state)) is not None:
        return row(_("Waiting for an answer"), time_left(window.until - now))
    waiting = [seat for seat in seats if seat.waiting]
    who = words.listed([str(names[seat.index]) for seat in waiting])
    left = [deadline.left for seat in waiting if (deadline := deadline_of(seat, now)) is not None]
    due = ngettext("%(who)s to move", "%(who)s to move", len(waiting)) % {"who": who} if who else ""
    return row(due, left[0] if left else "")


def _chip(person: Person, points: int | None) -> Chip:
    return Chip(person.seat, _("You") if person.is_you else person.name, points, letter=person.initial)


def _happened(play: Play, eyes: int | None, names: Sequence[Person], mine: Seat | None) -> str:
    if mine is not None and mine.pass_mode:
        passes = {
            PassMode.UNTIL_CHANGE: _("You pass until the tableau changes."),
            PassMode.PHASE: _("You pass this phase."),
            PassMode.TIMEOUT: _("Your time ran out: you pass this phase until you act."),
        }
        return passes[PassMode(mine.pass_mode)]
    # every action is a row, so as many rows back hold as many actions
    told = [one.entry for one in visible_entries(play, eyes, since=max(play.game.version - LAST_ENTRIES, 0))]
    began = max((place for place, entry in enumerate(told) if entry.kind == "phase-started"), default=-1)
    deck = Deck(play.options)
    said = [sentence(entry, deck, names) for entry in told[began + 1 :] if deed(entry, deck)]
    return f"{', '.join(said)}." if said else ""


def urgency(row_of: tuple[Play, Row], user: User) -> tuple[bool, datetime, int]:
    """Sorts rows by the time left; games without a deadline come last, then the older first."""
    play, _row = row_of
    due = next((seat.due_at for seat in play.seats if seat.index == play.eyes_of(user)), None)
    return due is None, due or play.game.created_at, play.game.pk


def finished_row(play: Play, user: User | None, now: datetime) -> Row:
    """A finished game with its result."""
    eyes = play.eyes_of(user) if user is not None else None
    return _finished(play.game, people(play, eyes), eyes, now)


def _finished(game: Game, names: Sequence[Person], eyes: int | None, now: datetime) -> Row:
    results = {entry["seat"]: entry for entry in (game.result or {}).get("seats", [])}
    winners = [str(names[seat]) for seat, entry in results.items() if entry["winner"]]
    who = words.listed(winners)
    due = ngettext("%(who)s wins", "%(who)s win", len(winners)) % {"who": who} if winners else ""
    if game.is_solo and results:
        due = amounts.points(results[0]["points"])
    elif eyes in results:
        due = place_words(results[eyes]["rank"], len(results))
    at = game.finished_at or now
    sub = _("Finished on %(date)s.") % {"date": date_format(localtime(at), "DATE_FORMAT")}
    if (game.result or {}).get("ended") == "agreement":
        sub = f"{sub} {_('Broken off.') if game.is_solo else _('Ended by agreement.')}"
    return Row(
        game=game,
        href=reverse("games:replay", args=[game.pk]),
        phase="exchange",
        sub=sub,
        chips=tuple(_chip(person, results.get(person.seat, {}).get("points")) for person in names),
        due=due,
        due_note=table_words.selection_words(game.engine_options),
        action=_("Replay"),
    )


def archived_row(game: Game, user: User | None, now: datetime) -> Row:
    """A finished game loaded `with_holders`."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    play = Play(game, seats, [], {seat.index: list(seat.tenures.all()) for seat in seats})
    return finished_row(play, user, now)


def place_words(rank: int, players: int) -> str:
    """`1st of 3`."""
    return _("%(rank)s of %(players)s") % {"rank": ordinal(rank), "players": players}


def table_chips(game: Game, user: User | None) -> tuple[Chip, ...]:
    """Who sits at a table, whose answer is awaited, and the free seats, in this order. Seats are dealt at the start."""
    sitting: list[Participant] = list(game.participants.all())
    kept: list[Invitation] = list(game.invitations.all())
    names = participant_names(sitting)
    chips = [participant_chip(place, one, names[place], user) for place, one in enumerate(sitting)]
    chips += [Chip(len(sitting) + place, "", kind="kept") for place in range(len(kept))]
    chips += [Chip(place, "", kind="free") for place in range(len(chips), game.players)]
    return tuple(chips)


def participant_names(sitting: Sequence[Participant]) -> list[str]:
    """Those who sit at a table by the names everybody reads; a bot with its strength."""
    bots = iter(bot_names([one.bot for one in sitting if one.bot]))
    return [one.user.name if one.user is not None else next(bots).full for one in sitting]


def participant_chip(place: int, participant: Participant, name: str, user: User | None) -> Chip:
    """The chip of somebody whom everybody else reads as `name`."""
    is_you = user is not None and participant.user == user
    return Chip(place, _("You") if is_you else name, letter=name[:1].upper())


def table_row(game: Game, user: User | None, now: datetime) -> Row:
    """A table that gathers people, in lobby and My games. Loaded with participants and open invitations."""
    chips = table_chips(game, user)
    free = sum(chip.kind == "free" for chip in chips)
    bots = sum(bool(one.bot) for one in game.participants.all())
    rules = [table_words.selection_words(game.engine_options), *table_words.option_words(game.engine_options)]
    length = table_words.length_words(game.clock, game.players, bots, game.engine_options.sets)
    due, note, action, is_main = _standing(game, user, free)
    return Row(
        game=game,
        href=reverse("games:table", args=[game.pk]),
        phase="worker",
        sub=" · ".join([*rules, table_words.pace_words(game.clock), length]),
        chips=chips,
        due=due,
        due_note=note,
        action=action,
        is_main=is_main,
        can_join=free > 0 and not action and game.status == Status.OPEN,
        seen=terms_token(game),
    )


def _standing(game: Game, user: User | None, free: int) -> tuple[str, str, str, bool]:
    host = _("You host it") if game.host == user else _("Host: %(name)s") % {"name": game.host.name}
    seats = ngettext("%(number)s free seat", "%(number)s free seats", free) % {"number": free}
    if game.status == Status.CLOSED:
        return _("Closed"), host, "", False
    mine = next((one for one in game.participants.all() if user is not None and one.user == user), None)
    if mine is not None and not mine.agreed:
        return _("Options changed"), _("do you agree?"), _("Look"), True
    if mine is None and user is not None and any(is_to(invitation, user) for invitation in game.invitations.all()):
        return _("You are invited"), host, _("Look"), True
    if game.status == Status.FULL:
        return _("About to start"), host, _("Look"), False
    return seats, host, _("Look") if mine is not None else "", False


def is_to(invitation: Invitation, user: User) -> bool:
    """Whether this open invitation is this user's to answer."""
    if invitation.user_id is not None:
        return invitation.user_id == user.pk
    return bool(invitation.email) and invitation.email.lower() == (user.email or "").lower()


def moment(at: datetime, now: datetime) -> str:
    """`today 22:10`, `Sun 03:10` within a week, else with the date."""
    local, today = localtime(at), localtime(now)
    time = date_format(local, "H:i")
    days = (local.date() - today.date()).days
    if days == 0:
        return _("today %(time)s") % {"time": time}
    if 0 < days < 7:
        return f"{date_format(local, 'D')} {time}"
    return f"{date_format(local, pgettext('short date', 'j M'))} {time}"
