"""What a table agrees on, checked: the same for pages, programs and emails.

Faults are Django's ValidationError with the field they are about, which forms and serializers both take. A message from the host
goes with an invitation to people who may not know them: plain text, short, without addresses.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.forms import Field
from django.utils.translation import gettext as _

import engine
from games.models import Invitation, Visibility
from games.models.clock import PACES, Clock, PaceKind, Vacation
from games.models.conditions import NONE, Conditions
from games.options.sets import refusal_words
from games.options.titles import any_title, players_claimed
from games.options.variants import VARIANTS
from games.reference.markup import with_rule
from games.tables.errors import BadWord
from games.tables.gathering import Terms

LONGEST = Invitation._meta.get_field("word").max_length or 0
_ADDRESS = re.compile(r"://|\bwww\.|@|[a-z0-9-]{2,}\.[a-z]{2,}(?![a-z])", re.IGNORECASE)
"""What mail programs would make a link of: strangers are not led anywhere in our name."""


def checked_word(text: str) -> str:
    """The word on one line, without signs that nobody sees. Raises BadWord."""
    word = "".join(sign for sign in " ".join(text.split()) if unicodedata.category(sign) not in ("Cc", "Cf"))
    if len(word) > LONGEST:
        raise BadWord(_("Invitation messages can have at most %(most)s characters.") % {"most": LONGEST})
    if _ADDRESS.search(word):
        raise BadWord
    return word


FIELD_OF = {
    "unknown-edition": "edition",
    "players": "players",
    "real-hurdles": "real_hurdles",
    "hurdles": "real_hurdles",
    **{one.field.replace("_", "-"): one.field for one in VARIANTS},
}
"""Field by code of engine.OptionsError; all others are about the sets."""
MOST_GUESTS = 4
HOUR = timedelta(hours=1)
LEAST, MOST = HOUR / 12, 60 * 24 * HOUR
"""Bounds of the times of a pace."""
MOST_NIGHTS = 14
"""As many days as sleep may move a deadline."""
QUICK_CLOCK = Clock(PaceKind.PER_MOVE, timedelta(days=7))
DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that turn the direction of all text after them."""


def terms_of(
    *,
    title: str,
    players: int,
    edition: int,
    sets: Sequence[str],
    variants: Mapping[str, object],
    real_hurdles: int | None,
    hurdles: Sequence[str] | None = None,
    pace: str | Clock,
    nights: int = 0,
    vacation: Vacation = Vacation.NONE,
    misses_before_bot: int,
    visibility: str,
    rated: bool,
    undo_when_rated: bool = False,
    conditions: Conditions = NONE,
    seals: bool | None = None,
) -> Terms:
    """The terms of a table (DEC-1). `pace` is the name of one or `own_clock`. None for an empty tableau or hurdles is as usual, and
    for `seals` as `rated`; `hurdles` names that of each space. Raises ValidationError."""
    wrong: dict[str, ValidationError] = {}
    claimed = players_claimed(title)
    if claimed is not None and claimed != players:
        sentence = _(
            "The title mentions %(claimed)s, but the table has %(players)s seats. Leave the number out; the "
            "site shows it anyway."
        )
        wrong["title"] = ValidationError(sentence, "title-players", {"claimed": claimed, "players": players})
    chosen = {
        "edition": edition,
        "players": players,
        "sets": sets,
        **variants,
        "hurdles": hurdles,
        "real_hurdles": real_hurdles,
    }
    try:
        options = engine.Options.from_dict({name: value for name, value in chosen.items() if value is not None})
    except engine.OptionsError as error:
        wrong[FIELD_OF.get(error.code, "sets")] = _refused(error)
    if wrong:
        raise ValidationError(wrong)
    clock = replace(pace if isinstance(pace, Clock) else PACES[pace][0], nights=nights, vacation=vacation)
    seen, seals = Visibility(visibility), rated if seals is None else seals
    return Terms(title, options, clock, misses_before_bot, seen, rated, undo_when_rated, conditions, seals)


def own_clock(
    *,
    hours: float | None,
    increment_hours: float | None = None,
    most_hours: float | None = None,
    grace_minutes: int | None,
) -> Clock:
    """A pace of a table's own: a time bank, or without an increment a time per move. Raises ValidationError by these names."""
    given = {"hours": hours, "increment_hours": increment_hours, "most_hours": most_hours}
    if increment_hours is None and most_hours is None:
        del given["increment_hours"], given["most_hours"]
    wrong = {
        name: ValidationError(_("Choose between 5 minutes and 60 days."), code="own_pace")
        for name, value in given.items()
        if value is None or not LEAST / HOUR <= value <= MOST / HOUR  # also what no time can be
    }
    if wrong:
        raise ValidationError(wrong)
    times = [value * HOUR for value in given.values() if value is not None]
    if len(times) == 1:
        return Clock(PaceKind.PER_MOVE, times[0])
    if times[2] < max(times[:2]):
        sentence = _("The limit of the time bank cannot be below its start or its increment.")
        raise ValidationError({"most_hours": ValidationError(sentence, code="own_pace")})
    grace = timedelta(minutes=grace_minutes or 0)
    if grace > times[1]:
        sentence = _("The free time per move cannot be more than the increment.")
        raise ValidationError({"grace_minutes": ValidationError(sentence, code="own_pace")})
    base, increment, cap = times
    return Clock(PaceKind.BANK, base, increment, cap, grace)


def quick_terms(edition: int, players: int, sets: Sequence[str]) -> Terms:
    """Those of a game that begins at once. Who plays alone plays for a place in a list that everybody may read (SOLO-7).
    Raises ValidationError."""
    try:
        options = engine.Options(edition=edition, players=players, sets=tuple(sets))
    except engine.OptionsError as error:
        raise _refused(error) from None
    visibility = Visibility.PUBLIC if players == 1 else Visibility.LINK
    return Terms(title=any_title(), options=options, clock=QUICK_CLOCK, visibility=visibility)


def _refused(error: engine.OptionsError) -> ValidationError:
    return ValidationError(with_rule(refusal_words(error), error.rule), code=error.code)


def tidy_title(title: str) -> str:
    """One line that runs in one direction: titles stand in emails to strangers, and in lists beside other things. Raises
    ValidationError where nothing is left."""
    tidy = " ".join(DIRECTIONS.sub("", title).split())
    if not tidy:
        raise ValidationError(Field.default_error_messages["required"], code="required")
    return tidy


def tidy_word(word: str) -> str:
    """The host's word as an invitation shows it. Raises ValidationError."""
    try:
        return checked_word(word)
    except BadWord as error:
        raise ValidationError(str(error), code=error.code) from error


def tidy_guests(typed: Iterable[str]) -> list[str]:
    """One name or address each; whether they exist is the service's business. Raises ValidationError for too many."""
    guests = list(dict.fromkeys(text for one in typed if (text := " ".join(one.split()))))
    if len(guests) > MOST_GUESTS:
        raise ValidationError(_("You can invite at most four players."), code="too-many-guests")
    return guests


def check_seats(players: int, bots: Sequence[str], guests: Sequence[str]) -> None:
    """Raise ValidationError unless all who are invited find a seat."""
    if len(guests) > players - 1 - len(bots):
        sentence = _("There are fewer free seats than players you invite. Remove some invitations or free more seats.")
        raise ValidationError({"guests": ValidationError(sentence, code="guests")})
