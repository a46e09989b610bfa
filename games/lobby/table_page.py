"""What the page of a table shows: who sits there, who is asked, what was agreed, and what this visitor can do."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Invitation, InvitationState, Participant, Status, Visibility
from games.options import table_words
from games.options.table_words import condition_words, course_words, rating_words
from games.play.begin import why_unrated_among
from games.play.notifications import EXPIRY_WARNING
from games.play.totals import known_lengths
from games.selectors.rows import Chip, participant_names, sitting_chip
from games.tables.contributions import beacon_line, opening
from games.tables.errors import why_table_closed
from games.tables.gathering import BOT, terms_token


@dataclass(frozen=True, slots=True)
class TablePlace:
    """One seat of the table: somebody, somebody asked, or nobody. Which seat it will be is drawn at the start."""

    chip: Chip
    note: str = ""
    participant: Participant | None = None
    invitation: Invitation | None = None
    can_remove: bool = False


class TablePage:
    def __init__(self, game: Game, user: User | None, now: datetime) -> None:
        """`game` comes from `queries.table`."""
        sitting = list(game.participants.all())
        asked = [one for one in game.invitations.all() if one.state == InvitationState.OPEN]
        declined = [one for one in game.invitations.all() if one.state == InvitationState.DECLINED]
        mine = next((one for one in sitting if user is not None and one.user_id == user.pk), None)
        free = game.players - len(sitting) - len(asked)
        left = game.starts_at - now if game.starts_at is not None else None
        self.game = game
        self.is_host = is_host = user is not None and game.host_id == user.pk
        self.places = _places(game, sitting, asked, user, is_host=is_host and self.gathers)
        self.declined = [_invited_name(one, is_host=is_host) for one in declined]
        self.facts = _facts(game, sitting, now)
        self.seen = terms_token(game)
        self.state = state_token(game)
        self.link = settings.SITE_URL + reverse("games:link", args=[game.link_token])
        self.seconds = None if left is None else max(0, round(left.total_seconds()))
        self.is_seated = mine is not None
        self.must_open = mine is not None and bool(mine.sealed) and not mine.opened and game.waits_for_contributions
        self.opening = table_words.span_words(opening(game.clock))
        self.has_beacon, self.beacon_line = settings.BEACON is not None, beacon_line(game)
        self.must_agree = mine is not None and not mine.agreed
        is_sealed = mine is None or bool(mine.sealed) or not mine.agreed or mine.user is None or mine.user.is_guest
        self.must_seal = game.seals and self.gathers and not is_sealed and not game.is_solo
        to_me = (one for one in asked if user is not None and mine is None and one.is_to(user))
        self.invitation = next(to_me, None)
        self.can_join = self.gathers and mine is None and self.invitation is None and free > 0
        self.free = max(free, 0)
        self.bot = next((one.bot for one in reversed(sitting) if one.bot), BOT)  # offered first to a host who adds one
        self.closed = why_table_closed(game)  # why nobody can sit down any more
        self.expires_soon = game.expires_at is not None and game.expires_at - now <= EXPIRY_WARNING

    @property
    def gathers(self) -> bool:
        return self.game.status in (Status.OPEN, Status.FULL) and not self.game.waits_for_contributions

    @property
    def knows_link(self) -> bool:
        """Who sits here may pass the link on."""
        return self.gathers and (self.is_seated or self.game.visibility == Visibility.PUBLIC)


def _places(
    game: Game, sitting: list[Participant], asked: list[Invitation], user: User | None, *, is_host: bool
) -> tuple[TablePlace, ...]:
    names, places = participant_names(game.pk, sitting), []
    for number, one in enumerate(sitting):
        note = _("host") if one.user_id == game.host_id else "" if one.agreed else _("must accept the changed options")
        if game.seals and (contributes := _contribution(game, one)):
            note = ", ".join([*([note] if note else []), contributes])
        if is_host and one.user is not None and one.user.mail_stopped_at is not None:
            note = ", ".join([*([note] if note else []), _("emails do not reach this player")])
        can_remove = is_host and one.user_id != game.host_id
        places.append(
            TablePlace(sitting_chip(number, one.user_id, names[number], user), note, one, can_remove=can_remove)
        )
    for invitation in asked:
        is_mine = user is not None and invitation.is_to(user)
        name = _("You") if is_mine else _invited_name(invitation, is_host=is_host)
        chip = Chip(len(places), name, kind="kept")
        places.append(TablePlace(chip, _("invited, no answer yet"), invitation=invitation, can_remove=is_host))
    while len(places) < game.players:
        places.append(TablePlace(Chip(len(places), _("free seat"), kind="free")))
    return tuple(places)


def _contribution(game: Game, one: Participant) -> str:
    """What somebody at the table contributes to the deal; nothing is said of bots, which never do."""
    if not one.sealed:
        return "" if one.bot else _("no contribution")
    if not game.waits_for_contributions:
        return _("contribution sealed")
    return _("contribution opened") if one.opened else _("contribution not opened yet")


def _invited_name(invitation: Invitation, *, is_host: bool) -> str:
    """The name of an invited person. An address is shown only to the host who typed it, who does not learn whose account it is."""
    if invitation.email and invitation.state != InvitationState.ACCEPTED:
        return invitation.email if is_host else _("someone invited by email")
    return invitation.user.name if invitation.user is not None else _("someone invited by email")


def _facts(game: Game, sitting: list[Participant], now: datetime) -> list[dict[str, str]]:
    """The lines of the options."""
    options, clock = game.engine_options, game.clock
    bots = sum(bool(one.bot) for one in sitting)
    rules = table_words.rule_words(options)
    course = course_words(options)
    facts = [
        (_("Rules"), ", ".join([table_words.selection_words(options), *rules])),
        *([(_("Hurdles"), course)] if course else []),
        (_("Players"), str(options.players)),
        (_("Money and hands"), _("open") if options.open_hands else _("hidden")),
        (_("Pace"), table_words.pace_words(clock)),
        *([(_("Sleep"), table_words.night_words(clock.nights))] if options.players > 1 else []),
        *([(_("Vacation"), str(clock.vacation.label))] if options.players > 1 else []),
        (_("Length"), table_words.length_fact(clock, options.players, bots, options.sets, known_lengths())),
        (_("Missed deadlines"), table_words.timeout_words(game.misses_before_bot)),
        (_("Rated"), rating_words(why_unrated_among(game, sitting, at=now))),
        *([(_("Undo"), _("if all players agree"))] if game.rated and game.undo_when_rated else []),
        *([(_("Deal"), _("sealed contributions"))] if game.seals and options.players > 1 else []),
        (_("Open to"), str(Visibility(game.visibility).label)),
        *([(_("Conditions for joining"), asked)] if (asked := condition_words(game.conditions)) else []),
    ]
    return [{"name": name, "value": value} for name, value in facts]


def state_token(game: Game) -> str:
    """Changes whenever something on the page of the table does. `game` comes from `queries.table`."""
    told = [game.status, game.title, game.visibility, str(game.starts_at), str(game.expires_at), terms_token(game)]
    told += [f"{one.pk}:{one.agreed}:{one.sealed}:{bool(one.opened)}" for one in game.participants.all()]
    told += [f"{one.pk}:{one.state}" for one in game.invitations.all()]
    return hashlib.sha256("|".join(told).encode()).hexdigest()[:16]
