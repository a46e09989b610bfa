"""Forms of the lobby. What goes together is the engine's business: its sentence stands at the field it is about."""

import random
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from games.errors import UnknownBot
from games.models import Game, Visibility
from games.models.clock import PACES, Clock, PaceKind, pace_name
from games.models.game import new_token
from games.options import selections, table_words
from games.options.selections import Selection
from games.options.set_words import SETS, offered, refusal_words, set_name
from games.options.strengths import STRENGTHS, Strength
from games.reference.markup import address, with_rule
from games.tables.services.gathering import BOT, Terms

TITLES = (
    _("Evening on the Moika"),
    _("White nights"),
    _("Slow boat to Kronstadt"),
    _("Lunch break"),
    _("Five at court"),
    _("Palace Square"),
    _("Fog over the Neva"),
    _("A walk in the Summer Garden"),
    _("The raised bridge"),
    _("Tea in the Hermitage"),
    _("Strangers on Nevsky Prospekt"),
    _("Snow on Vasilievsky Island"),
)

FIELD_OF = {
    "unknown-edition": "edition",
    "players": "players",
    "real-hurdles": "real_hurdles",
    "play-on-empty-tableau": "play_on_empty_tableau",
    "first-workers": "first_workers",
    "open-hands": "open_hands",
}
"""Field by code of engine.OptionsError; all others are about the sets."""

DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that turn the direction of all text after them."""

QUICK_CLOCK = Clock(PaceKind.PER_MOVE, timedelta(days=7))
MOST_PLAYERS = selections.PLAYERS[-1]
MOST_GUESTS = MOST_PLAYERS - 1

Choices = list[tuple[str, str | Promise]]

EDITIONS: Choices = [("2", _("2nd edition")), ("1", _("1st edition"))]


def any_title() -> str:
    """A pretty name for a table, in the language of the reader."""
    return str(random.choice(TITLES))


def pace_choices() -> Choices:
    """Every pace with about how long a game takes."""
    return [
        (
            name,
            _("%(pace)s: %(short)s with 2 players, %(long)s with 4")
            % {
                "pace": label,
                "short": table_words.length_words(clock, 2),
                "long": table_words.length_words(clock, 4),
            },
        )
        for name, (clock, label) in PACES.items()
    ]


def set_choices() -> Choices:
    """The sets the engine has, by name."""
    return [(name, set_name(name)) for name in offered()]


def real_hurdles_words(number: int) -> Promise:
    """How many real hurdles the variant of HURD-4 has, for a menu."""
    return format_lazy(_("{number} real, {others} with a bonus"), number=number, others=5 - number)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that may be ticked, and why it may not: the reason and its rule are empty if it may."""

    value: str
    name: str
    about: str
    checked: bool
    reason: str = ""
    rule: str = ""


STRENGTH_CHOICES: Choices = [(strength.bot, strength.word) for strength in STRENGTHS.values()]


class StrengthField(forms.ChoiceField):
    """How strong the bots are. Its values are names of `engine.bot.BOTS`; empty is the usual bot."""

    default_error_messages: ClassVar = {"invalid_choice": UnknownBot.sentence}

    def clean(self, value: object) -> str:
        return super().clean(value) or BOT


class StrengthForm(forms.Form):
    """Asks for the strength of bots; `strengths` say what to expect of each."""

    strength = StrengthField(label=_("Strength"), choices=STRENGTH_CHOICES, initial=BOT, required=False)
    strengths: tuple[Strength, ...] = tuple(STRENGTHS.values())


class TermsForm(forms.Form):
    """What a table agrees on (DEC-1), for a new table and for changing one."""

    title = forms.CharField(label=_("Title"), max_length=60, initial=any_title, strip=True)
    players = forms.ChoiceField(
        label=_("Players"),
        choices=[(str(number), str(number)) for number in range(1, MOST_PLAYERS + 1)],
        initial="2",
        widget=forms.RadioSelect,
        help_text=_("Bots may take seats. Alone, you play for the most points, at once and without a clock."),
    )
    edition = forms.ChoiceField(label=_("Edition"), choices=EDITIONS, initial="2", widget=forms.RadioSelect)
    sets = forms.MultipleChoiceField(
        label=_("Sets"),
        required=False,
        choices=set_choices,
        widget=forms.CheckboxSelectMultiple,
    )
    real_hurdles = forms.ChoiceField(
        label=_("Hurdles"),
        required=False,
        choices=[
            ("", _("As usual: two real ones, three with a bonus")),
            *((str(number), real_hurdles_words(number)) for number in range(6)),
        ],
        initial="",
        help_text=_("Only with Module 6."),
    )
    open_hands = forms.ChoiceField(
        label=_("Money and hands"),
        choices=[
            ("open", _("Open: everybody sees rubles and hand cards")),
            ("hidden", _("Hidden: only the number of hand cards is seen")),
        ],
        initial="open",
        widget=forms.RadioSelect,
    )
    first_workers = forms.ChoiceField(
        label=_("First Worker phase"),
        choices=[
            ("compulsory", _("Everybody must buy two Workers")),
            ("free", _("Free: every action is allowed (1st edition only)")),
        ],
        initial="compulsory",
        widget=forms.RadioSelect,
    )
    play_on_empty_tableau = forms.ChoiceField(
        label=_("When no card is left in the tableau"),
        required=False,
        choices=[
            ("", _("As usual in this edition: the 1st plays on until all have passed, the 2nd ends the phase")),
            ("yes", _("Play on until all have passed")),
            ("no", _("End the phase")),
        ],
        initial="",
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=pace_choices,
        initial="2d",
        help_text=_(
            "How long one may think; alone, there is no clock. Times are guesses: people answer sooner than they must."
        ),
    )
    misses_before_bot = forms.ChoiceField(
        label=_("Who misses deadlines"),
        choices=[
            ("2", _("is replaced by a bot after two in a row")),
            ("1", _("is replaced by a bot at once")),
            ("3", _("is replaced by a bot after three in a row")),
            ("0", _("is never replaced: the clock passes for them")),
        ],
        initial="2",
        help_text=_("Whoever was replaced can take the seat back at any time."),
    )
    visibility = forms.ChoiceField(
        label=_("Who can join"),
        choices=[
            (Visibility.PUBLIC, _("Everybody, from the lobby; others may watch")),
            (Visibility.LINK, _("Only people with the link or an invitation; nobody else watches")),
        ],
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )

    options: engine.Options

    @property
    def selection(self) -> Selection:
        """What is chosen now, as far as it can be read: for greying out what does not go with it."""
        edition, players = self["edition"].value(), self["players"].value()
        sets = frozenset(self["sets"].value() or ()) & set(offered())
        return Selection(
            edition=int(edition) if edition in ("1", "2") else 2,
            players=int(players) if players in map(str, selections.PLAYERS) else 2,
            sets=sets,
        )

    @property
    def set_candidates(self) -> list[Candidate]:
        now = self.selection
        return [
            _candidate(name, set_name(name), str(SETS[name].about) if name in SETS else "", now, now.with_set(name))
            for name in offered()
        ]

    @property
    def player_candidates(self) -> list[Candidate]:
        now = self.selection
        return [_candidate(str(n), str(n), "", now, now.with_players(n)) for n in selections.PLAYERS]

    @property
    def selection_table(self) -> dict[str, object]:
        """For the script that greys out without a reload: what the engine says of every selection."""
        names, signs, errors = selections.table()
        reasons = [
            {"reason": refusal_words(error), "rule": error.rule, "address": address(error.rule)} for error in errors
        ]
        return {"sets": names, "players": len(selections.PLAYERS), "signs": signs, "refusals": reasons}

    @property
    def has_hurdles(self) -> bool:
        """There is a set that the number of real hurdles is about."""
        return "hurdles" in offered()

    def clean_title(self) -> str:
        """One line that runs in one direction: titles stand in mails to strangers, and in lists beside other things."""
        title = " ".join(DIRECTIONS.sub("", self.cleaned_data["title"]).split())
        if not title:
            raise forms.ValidationError(self.fields["title"].error_messages["required"], code="required")
        return title

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if not {"players", "edition", "sets", "first_workers", "open_hands"} <= data.keys():
            return data
        chosen: dict[str, object] = {
            "edition": int(data["edition"]),
            "players": int(data["players"]),
            "sets": data["sets"],
            "first_workers": data["first_workers"],
            "open_hands": data["open_hands"] == "open",
        }
        if data.get("play_on_empty_tableau"):
            chosen["play_on_empty_tableau"] = data["play_on_empty_tableau"] == "yes"
        if data.get("real_hurdles"):
            chosen["real_hurdles"] = int(data["real_hurdles"])
        try:
            self.options = engine.Options.from_dict(chosen)
        except engine.OptionsError as error:
            said = with_rule(refusal_words(error), error.rule)
            self.add_error(FIELD_OF.get(error.code, "sets"), forms.ValidationError(said, code=error.code))
        return data

    def terms(self) -> Terms:
        """What was chosen. Call it on a valid form only."""
        data = self.cleaned_data
        return Terms(
            title=data["title"],
            options=self.options,
            clock=PACES[data["pace"]][0],
            misses_before_bot=int(data["misses_before_bot"]),
            visibility=Visibility(data["visibility"]),
        )

    @staticmethod
    def initial_of(game: Game) -> dict[str, object]:
        """The choices of an existing table."""
        options = game.engine_options
        usual = engine.Options(edition=options.edition, players=options.players, sets=options.sets)
        as_usual = options.play_on_empty_tableau == usual.play_on_empty_tableau
        return {
            "title": game.title,
            "players": str(options.players),
            "edition": str(options.edition),
            "sets": list(options.sets),
            "real_hurdles": "" if options.real_hurdles is None else str(options.real_hurdles),
            "open_hands": "open" if options.open_hands else "hidden",
            "first_workers": options.first_workers,
            "play_on_empty_tableau": "" if as_usual else "yes" if options.play_on_empty_tableau else "no",
            "pace": pace_name(game.clock) or "",
            "misses_before_bot": str(game.misses_before_bot),
            "visibility": game.visibility,
        }


class NewTableForm(TermsForm):
    """A new table, with those who shall sit there from the start."""

    key = forms.RegexField(r"^[A-Za-z0-9_-]{22}$", widget=forms.HiddenInput, initial=new_token, required=False)
    bots = forms.ChoiceField(
        label=_("Seats for bots"),
        choices=[(str(number), str(number)) for number in range(MOST_PLAYERS)],
        initial="0",
        widget=forms.RadioSelect,
    )
    strength = StrengthField(
        label=_("Strength of the bots"),
        choices=STRENGTH_CHOICES,
        initial=BOT,
        required=False,
        widget=forms.RadioSelect,
    )
    guests = forms.CharField(
        label=_("Invite right away"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "autocapitalize": "none"}),
        help_text=_("Names or mail addresses, one on each line. People without an account get a mail with a link."),
    )

    @property
    def strength_candidates(self) -> list[Candidate]:
        chosen = self["strength"].value()
        return [Candidate(one.bot, str(one.word), str(one.about), one.bot == chosen) for one in STRENGTHS.values()]

    @property
    def chosen_bots(self) -> list[str]:
        """The bots that shall sit there, each by its name. Call it on a valid form only."""
        return [self.cleaned_data["strength"]] * int(self.cleaned_data["bots"])

    def clean_guests(self) -> list[str]:
        """One name or address each; whether they exist is the service's business."""
        typed = [" ".join(text.split()) for text in re.split(r"[\n,;]", self.cleaned_data["guests"])]
        guests = list(dict.fromkeys(text for text in typed if text))
        if len(guests) > MOST_GUESTS:
            raise forms.ValidationError(gettext("A table has room for four guests."), code="too-many-guests")
        return guests

    def clean(self) -> dict[str, object]:
        data = super().clean()
        if "players" in data and "bots" in data and "guests" in data:
            free = int(str(data["players"])) - 1
            if int(str(data["bots"])) > free:
                self.add_error(
                    "bots", forms.ValidationError(gettext("There are more bots than seats beside yours."), "bots")
                )
            elif int(str(data["bots"])) + len(data["guests"]) > free:  # type: ignore[arg-type]
                sentence = gettext("There are fewer free seats than guests.")
                self.add_error("guests", forms.ValidationError(sentence, code="guests"))
        return data


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
    """A game against bots or alone, begun at once. Without any field it is one plain bot in the second edition."""

    edition = forms.ChoiceField(label=_("Edition"), choices=quick_choices, initial="2", required=False)
    bots = forms.ChoiceField(
        label=_("Bots"),
        choices=[(str(number), str(number)) for number in range(1, MOST_PLAYERS)],
        initial="1",
        required=False,
    )
    alone = forms.BooleanField(required=False)
    field_order = ("edition", "bots", "strength")

    options: engine.Options

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        edition, *sets = (data.get("edition") or "2").split("+")
        players = 1 if data.get("alone") else 1 + int(data.get("bots") or 1)
        try:
            self.options = engine.Options(edition=int(edition), players=players, sets=tuple(sets))
        except engine.OptionsError as error:
            said = with_rule(refusal_words(error), error.rule)
            self.add_error(None, forms.ValidationError(said, code=error.code))
        return data

    def terms(self) -> Terms:
        """Who plays alone plays for a place in a list that everybody may read (SOLO-7)."""
        visibility = Visibility.PUBLIC if self.options.players == 1 else Visibility.LINK
        return Terms(title=any_title(), options=self.options, clock=QUICK_CLOCK, visibility=visibility)


def _candidate(value: str, name: str, about: str, now: Selection, then: Selection) -> Candidate:
    checked = now == then
    error = None if checked else selections.hindrance(now, then)
    if error is None:
        return Candidate(value, name, about, checked)
    return Candidate(value, name, about, checked, refusal_words(error), error.rule)


class InviteForm(forms.Form):
    whom = forms.CharField(
        label=_("Name or mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
