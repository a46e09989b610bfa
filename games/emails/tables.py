"""Mails of a table that gathers players: invitation, changed options, about to expire, and the start of the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.people import people
from games.models import Game, Invitation
from games.names import words
from games.options import table_words
from games.play.positions import Play
from games.selectors.rows import participant_names
from notifications.mail.compose import absolute


@dataclass(frozen=True, slots=True)
class Table:
    """What a table offers: `terms` are lines such as `2nd edition`; `players` who sits there already."""

    host: str
    terms: list[str]
    players: list[str]
    free: int
    url: str


def table(game: Game) -> Table:
    """The table as it is now."""
    participants = game.participants.select_related("user")
    return table_of(game, participant_names(game.pk, list(participants)))


def table_of(game: Game, names: list[str]) -> Table:
    """The table with these people at it."""
    url = absolute(reverse("games:table", args=[game.pk]))
    return Table(game.host.name if game.host else "", terms_of(game), names, game.players - len(names), url)


def terms_of(game: Game) -> list[str]:
    """Edition, players, what is unusual, the pace and what befalls who lets it run out."""
    options = game.engine_options
    players = ngettext("a solo game", "%(count)s players", options.players) % {"count": options.players}
    return [
        table_words.selection_words(options),
        players,
        *table_words.option_words(options),
        table_words.pace_words(game.clock),
        table_words.timeout_words(game.misses_before_bot),
        _rating(game),
    ]


def _rating(game: Game) -> str:
    if not game.rated:
        return _("unrated")
    return _("rated") if game.has_begun else _("rated, unless a bot plays from the start")


@dataclass(frozen=True, slots=True)
class Invited:
    """`url` leads to the answer; following it decides nothing. `word` is what the host writes, `length` how long it takes."""

    inviter: str
    word: str
    table: Table
    length: str
    url: str
    has_account: bool


def invited(invitation: Invitation, seen: Table, *, bots: int = 0) -> Invited:
    """`bots` sit at the table, who answer at once."""
    game = invitation.game
    url = absolute(reverse("games:invitation", args=[invitation.token]))
    length = table_words.length_words(game.clock, game.players, bots, game.engine_options.sets)
    return Invited(invitation.inviter.name, invitation.word, seen, length, url, invitation.user_id is not None)


@dataclass(frozen=True, slots=True)
class InvitedAnswer:
    """What came of a mail of somebody without an account. `url` leads to the invitation, which may be answered while it is open."""

    said: Sequence[str]
    is_open: bool
    url: str


@dataclass(frozen=True, slots=True)
class Changed:
    table: Table


@dataclass(frozen=True, slots=True)
class Expiring:
    table: Table
    now: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class Started:
    """`seats` in the order of play, each with the phases it starts; `asked` are those the game waits for."""

    seats: list[str]
    terms: list[str]
    asked: str
    is_asked: bool
    commitment: str


def started(play: Play, seat: int) -> Started:
    view, names = play.view(seat), people(play, seat)
    seats = []
    for shown in view.seats:
        name = names[shown.seat].name
        phases = words.listed([str(words.PHASE_NAMES[token]) for token in shown.tokens if token in words.PHASE_NAMES])
        said = _("%(name)s, starts: %(phases)s") % {"name": name, "phases": phases} if phases else name
        loose = words.listed([str(words.TOKENS[token]) for token in shown.tokens if token in words.TOKENS])
        seats.append(_("%(name)s, holds: %(token)s") % {"name": said, "token": loose} if loose else said)
    others = [names[asked].name for asked in view.asked if asked != seat]
    return Started(
        seats=seats,
        terms=terms_of(play.game),
        asked=words.listed(others),
        is_asked=seat in view.asked,
        commitment=play.game.commitment,
    )
