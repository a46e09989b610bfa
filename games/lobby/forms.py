"""Small forms of the lobby: whom to invite, how strong bots shall be, a game that begins at once; and what forms of tables let
one
choose from, in the words of the reader.

The fields and buttons of the form of a game that begins at once.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from django import forms
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import get_language, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models.clock import NAMED, PACES, Vacation
from games.options import sets as selections
from games.options import table_words
from games.options.sets import Selection, offered, refusal_words, set_name
from games.options.strengths import STRENGTHS, Strength
from games.play.totals import known_lengths
from games.tables.errors import UnknownBot
from games.tables.gathering import BOT, Terms
from games.tables.terms import LONGEST, MOST_NIGHTS, quick_terms, tidy_word

MOST_PLAYERS = selections.PLAYERS[-1]


Choices = list[tuple[str, str | Promise]]


EDITIONS: Choices = [("2", _("2nd edition")), ("1", _("1st edition"))]


MISSES: Choices = [
    ("2", _("a bot takes over after two in a row")),
    ("1", _("a bot takes over at once")),
    ("3", _("a bot takes over after three in a row")),
    ("0", _("automatic pass, every time")),
]
"""What becomes of the seat of somebody who misses deadlines."""


def pace_choices() -> Choices:
    """The named paces, each with about how long a game takes where clocks sleep."""
    known = known_lengths()
    sleeping = {name: replace(clock, nights=1) for name, (clock, _label) in NAMED.items()}
    return [
        (
            name,
            _("%(pace)s: %(short)s with 2 players, %(long)s with 4")
            % {
                "pace": table_words.pace_words(clock),
                "short": table_words.length_fact(sleeping[name], 2, 0, (), known),
                "long": table_words.length_fact(sleeping[name], 4, 0, (), known),
            },
        )
        for name, (clock, _label) in NAMED.items()
    ]


OWN_BANK, OWN_PER_MOVE = "own", "own-move"
OWN_PACES: Choices = [(OWN_BANK, _("Custom time bank")), (OWN_PER_MOVE, _("Custom time per move"))]


def short_pace_choices() -> Choices:
    """What a menu on a phone has room for."""
    return [*((name, label) for name, (_clock, label) in NAMED.items()), *OWN_PACES]


class WideSelect(forms.Select):
    """Shows what a table has beside what is offered, so that saving does not change it."""

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> list[Any]:
        offered_now = {key for key, _label in self.choices}
        others = [(one, said) for one in value if one not in offered_now and (said := self.said(one))]
        select = forms.Select(choices=[*others, *self.choices])
        return select.optgroups(name, value, attrs)

    def said(self, value: str) -> str | Promise:
        """The label of what is valid without being offered; empty for all else."""
        return PACES[value][1] if value in PACES else ""


class PaceField(forms.ChoiceField):
    """Offers the named paces; all that have ever been offered are valid."""

    widget = WideSelect

    def valid_value(self, value: str) -> bool:
        return value in PACES or super().valid_value(value)


def nights_words(days: int) -> Promise:
    said = ngettext_lazy(
        "Clocks stop at night, up to {number} day per move", "Clocks stop at night, up to {number} days per move", days
    )
    return format_lazy(said, number=days)


NIGHTS: Choices = [*((str(days), nights_words(days)) for days in (4, 2, 7)), ("0", _("Clocks run day and night"))]


class NightsSelect(WideSelect):
    def said(self, value: str) -> str | Promise:
        return nights_words(int(value)) if value in map(str, range(MOST_NIGHTS + 1)) else ""


class NightsField(forms.TypedChoiceField):
    """Whether clocks run while their players sleep; a form that does not ask lets them run. Programs choose other numbers."""

    widget = NightsSelect

    def valid_value(self, value: str) -> bool:
        return bool(NightsSelect().said(value))

    def __init__(self) -> None:
        super().__init__(
            label=_("Sleep"),
            choices=NIGHTS,
            coerce=int,
            empty_value=None,
            initial="4",
            required=False,
            help_text=_("Clocks run only in each player's waking hours. The days limit how much a deadline can move."),
        )


class VacationField(forms.TypedChoiceField):
    """What of its players' vacation a game allows; a form that does not ask allows none."""

    def __init__(self, initial: Vacation = Vacation.AUTOMATIC) -> None:
        choices = [(one.value or "none", one.label) for one in reversed(Vacation)]
        super().__init__(
            label=_("Vacation"),
            choices=choices,
            coerce=lambda name: Vacation("" if name == "none" else name),
            empty_value=Vacation.NONE,
            initial=initial.value,
            required=False,
        )


def set_choices() -> Choices:
    """The sets the engine has, by name."""
    return [(name, set_name(name)) for name in offered()]


def real_hurdles_words(number: int) -> Promise:
    """How many real hurdles the variant of HURD-4 has, for a menu."""
    return format_lazy(_("{number} real, {others} bonus"), number=number, others=5 - number)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that may be ticked, and why it may not: the reason and its rule are empty if it may."""

    value: str
    name: str
    about: str
    checked: bool
    reason: str = ""
    rule: str = ""


def candidate(value: str, name: str, about: str, now: Selection, then: Selection) -> Candidate:
    checked = now == then
    error = None if checked else selections.hindrance(now, then)
    if error is None:
        return Candidate(value, name, about, checked)
    return Candidate(value, name, about, checked, refusal_words(error), error.rule)


class WordField(forms.CharField):
    """A word from the host, which the mail and the page of the invitation show."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Your message"),
            required=False,
            max_length=LONGEST,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            help_text=_("Optional. Shown in the invitation email: who you are, or why this game."),
        )

    def clean(self, value: object) -> str:
        return tidy_word(super().clean(value))


class InviteForm(forms.Form):
    whom = forms.CharField(
        label=_("Username or email address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    word = WordField()


STRENGTH_CHOICES: Choices = [(strength.bot, strength.word) for strength in STRENGTHS.values()]


class StrengthField(forms.ChoiceField):
    """How strong the bots are. Its values are names of `engine.bots.BOTS`; empty is the usual bot."""

    default_error_messages: ClassVar = {"invalid_choice": UnknownBot.sentence}

    def clean(self, value: object) -> str:
        return super().clean(value) or BOT


class StrengthForm(forms.Form):
    """Asks for the strength of bots; `strengths` say what to expect of each."""

    strength = StrengthField(label=_("Strength"), choices=STRENGTH_CHOICES, initial=BOT, required=False)
    strengths: tuple[Strength, ...] = tuple(STRENGTHS.values())


def quick_choices() -> Choices:
    """Both editions, and each set with what it needs."""
    found: dict[str, str | Promise] = dict(EDITIONS)
    for name in offered():
        for edition in (2, 1):
            smallest = selections.smallest_with(edition, name)
            if smallest is not None:
                sets = [one for one in offered() if one in smallest.sets]
                label = [dict(EDITIONS)[str(edition)], *(set_name(one) for one in sets)]
                found["+".join([str(edition), *sets])] = ", ".join(map(str, label))
    return list(found.items())


class QuickForm(StrengthForm):
    """A game against bots or alone, begun at once. Without any field: one bot of the easiest strength, second edition."""

    edition = forms.ChoiceField(label=_("Edition"), choices=quick_choices, initial="2", required=False)
    bots = forms.ChoiceField(
        label=_("Bots"),
        choices=[(str(number), str(number)) for number in range(1, MOST_PLAYERS)],
        initial="1",
        required=False,
    )
    alone = forms.BooleanField(required=False)
    field_order = ("edition", "bots", "strength")

    terms: Terms

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        edition, *sets = (data.get("edition") or "2").split("+")
        players = 1 if data.get("alone") else 1 + int(data.get("bots") or 1)
        self.terms = quick_terms(int(edition), players, sets)
        return data


def quick_fields(
    form: QuickForm | str = "",
    alone_only: bool | str = False,
    is_main: bool | str = False,
    bots_only: bool | str = False,
) -> SafeString:
    """The empty form reads the same for everybody, and its widgets cost more than all else on a page of lists: it is kept."""
    look = {"alone_only": bool(alone_only), "is_main": bool(is_main), "bots_only": bool(bots_only)}
    return _drawn(form, **look) if isinstance(form, QuickForm) else _empty(get_language(), **look)


@lru_cache(maxsize=32)
def _empty(language: str | None, **look: bool) -> SafeString:
    return _drawn(QuickForm(), **look)


def _drawn(form: QuickForm, **look: bool) -> SafeString:
    return render_to_string("games/lobby/_quick_fields.html", {"form": form, **look})
