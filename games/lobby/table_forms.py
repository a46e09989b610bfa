"""The form of a table's terms, for a new table and for changing one, with what only hurdles need."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import (
    EDITIONS,
    MISSES,
    MOST_PLAYERS,
    OWN_BANK,
    OWN_PER_MOVE,
    Candidate,
    Choices,
    NightsField,
    PaceField,
    VacationField,
    candidate,
    real_hurdles_words,
    set_choices,
    short_pace_choices,
)
from games.models import Game, Visibility
from games.models.clock import NAMED, PACES, Clock, Length, PaceKind, pace_name
from games.models.conditions import SHARES, WITHIN, Conditions
from games.names.cards import hurdle_names
from games.options import sets as selections
from games.options import table_words
from games.options.sets import SETS, Selection, SetWords, offered, refusal_words, set_name
from games.options.table_words import LEFT_OPEN, SPACES, hurdle_words, span_words
from games.options.titles import LONGEST, any_title
from games.options.variants import VARIANTS, Variant
from games.play.totals import known_lengths
from games.reference.markup import address
from games.tables.gathering import Terms
from games.tables.terms import own_clock, terms_of, tidy_title

FREE = "free"
USUAL_PACE = "daily"


def _variant(one: Variant) -> forms.ChoiceField:
    choices, usual = [(choice.sent, choice.label) for choice in one.choices], one.choices[0].sent
    return forms.ChoiceField(
        label=one.label, choices=choices, initial=usual, required=bool(usual), widget=forms.RadioSelect
    )


def space_choices() -> Choices:
    """What may be set on a space, or left to chance (HURD-24)."""
    return [*LEFT_OPEN.items(), *((name, hurdle_words(name)) for name in hurdle_names())]


def share_choices() -> Choices:
    """The least share of deadlines or games, in per cent."""
    return [("", _("any")), *((str(share), gettext("at least %(n)s %%") % {"n": share}) for share in SHARES if share)]


def _space(number: int) -> forms.ChoiceField:
    label = format_lazy(_("Space {number}"), number=number)
    return forms.ChoiceField(label=label, required=False, choices=space_choices, initial="any")


def _hours(label: Any, initial: int) -> forms.FloatField:
    return forms.FloatField(label=label, min_value=0, max_value=60 * 24, initial=initial, required=False)


class TermsForm(forms.Form):
    """What a table agrees on (DEC-1), for a new table and for changing one. What it says of the spaces of hurdles counts where they
    are composed freely."""

    real_hurdles = forms.ChoiceField(
        label=_("Hurdles"),
        required=False,
        choices=[
            ("", _("As usual: two real, three bonus")),
            *((str(number), real_hurdles_words(number)) for number in range(6)),
            (FREE, _("Choose each space")),
        ],
        initial="",
    )
    hurdle_10, hurdle_20, hurdle_35, hurdle_50, hurdle_70 = map(_space, SPACES)

    title = forms.CharField(label=_("Title"), max_length=LONGEST, initial=any_title, strip=True)
    players = forms.ChoiceField(
        label=_("Players"),
        choices=[(str(number), str(number)) for number in range(1, MOST_PLAYERS + 1)],
        initial="2",
        widget=forms.RadioSelect,
        help_text=_("Solo games start at once, without a clock."),
    )
    edition = forms.ChoiceField(label=_("Edition"), choices=EDITIONS, initial="2", widget=forms.RadioSelect)
    sets = forms.MultipleChoiceField(
        label=_("Expansions"),
        required=False,
        choices=set_choices,
        widget=forms.CheckboxSelectMultiple,
    )
    pace = PaceField(label=_("Pace"), choices=short_pace_choices, initial=USUAL_PACE)
    hours = _hours(_("Time bank at the start, or time per move, in hours"), 72)
    increment_hours = _hours(_("Added with each move, in hours"), 12)
    most_hours = _hours(_("Limit of the time bank, in hours"), 120)
    grace_minutes = forms.IntegerField(
        label=_("Free time per move, in minutes"),
        min_value=0,
        max_value=2 * 24 * 60,
        initial=60,
        required=False,
        help_text=_("A move within it costs no time from the bank."),
    )
    nights = NightsField()
    vacation = VacationField()
    misses_before_bot = forms.ChoiceField(
        label=_("Missed deadlines"),
        choices=MISSES,
        initial="2",
        help_text=_("Replaced players can reclaim their seat at any time."),
    )
    least_kept = forms.ChoiceField(label=_("Deadlines kept"), required=False, choices=share_choices)
    least_finished = forms.ChoiceField(label=_("Games finished"), required=False, choices=share_choices)
    answers_within = forms.ChoiceField(
        label=_("Usual answer time"),
        required=False,
        choices=lambda: [("", _("any")), *((name, span_words(time)) for name, time in WITHIN.items())],
        help_text=_("New players can always join, and so can players you invite."),
    )
    rated = forms.BooleanField(
        label=_("Rated (only people play)"),
        required=False,
        initial=True,
        help_text=_("Counts for ratings, but not with a bot."),
    )
    undo_when_rated = forms.BooleanField(
        label=_("Undo if all players agree, also when rated"),
        required=False,
        help_text=_("In games that are not rated, players can always agree to undo moves."),
    )
    seals = forms.ChoiceField(
        label=_("Sealed contributions"),
        required=False,
        choices=[("", _("In rated games")), ("yes", _("Yes")), ("no", _("No: start at once"))],
        initial="",
        help_text=_(
            "The players' browsers contribute to the deal, so nobody can choose it. It may start 12 hours later."
        ),
    )
    visibility = forms.ChoiceField(
        label=_("Who can join"),
        choices=[
            (Visibility.PUBLIC, _("Public: anyone can join or watch")),
            (Visibility.LINK, _("Private: only with the link or an invitation")),
        ],
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )

    terms: Terms
    """What was chosen, on a valid form."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields |= {one.field: _variant(one) for one in VARIANTS}

    @property
    def variants(self) -> list[forms.BoundField]:
        return [self[one.field] for one in VARIANTS]

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
    def set_candidates(self) -> list[tuple[Candidate, SetWords | None]]:
        """Every set, and what it looks like."""
        now, found = self.selection, []
        for name in offered():
            known = SETS.get(name)
            about = str(known.about) if known else ""
            found.append((candidate(name, set_name(name), about, now, now.with_set(name)), known))
        return found

    @property
    def chosen_sets(self) -> str:
        """The chosen ones by name; empty for the base game."""
        return ", ".join(set_name(name) for name in offered() if name in self.selection.sets)

    @property
    def player_candidates(self) -> list[Candidate]:
        now = self.selection
        return [candidate(str(n), str(n), "", now, now.with_players(n)) for n in selections.PLAYERS]

    @property
    def selection_table(self) -> dict[str, object]:
        """For the script that greys out without a reload: what the engine says of every selection."""
        names, signs, errors = selections.refusal_table()
        reasons = [
            {
                "reason": refusal_words(error),
                "rule": error.rule,
                "address": address(error.rule),
                "words": gettext("exact wording"),
            }
            for error in errors
        ]
        return {"sets": names, "players": len(selections.PLAYERS), "signs": signs, "refusals": reasons}

    @property
    def lengths(self) -> dict[str, object]:
        """For the script that says how long a game takes: by pace, what its menu leaves out, and the lengths by players, where
        clocks run at night and where they sleep."""
        return {
            name: {
                "more": f"{table_words.pace_words(clock)}. ",
                "lengths": [
                    [
                        table_words.length_fact(replace(clock, nights=nights), number, 0, (), self.known_lengths)
                        for number in selections.PLAYERS
                    ]
                    for nights in (0, 1)
                ],
            }
            for name, (clock, _label) in NAMED.items()
        }

    @cached_property
    def known_lengths(self) -> Mapping[tuple[str, int], Length]:
        return known_lengths()

    @property
    def length_pattern(self) -> str:
        return gettext("A game usually takes {length}. Most moves come well before the deadline.")

    @property
    def length(self) -> str:
        """How long a game takes with the pace and the players that are chosen now."""
        if self.has_own_pace:
            return ""
        clock = PACES.get(self["pace"].value(), PACES[USUAL_PACE])[0]
        sleeping = replace(clock, nights=self["nights"].value() not in ("0", "", None))
        length = table_words.length_fact(sleeping, self.selection.players, 0, (), self.known_lengths)
        return f"{table_words.pace_words(clock)}. " + self.length_pattern.format(length=length)

    @property
    def own_pace_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("hours", "increment_hours", "most_hours", "grace_minutes")]

    @property
    def has_own_pace(self) -> bool:
        return self["pace"].value() in (OWN_BANK, OWN_PER_MOVE)

    def _pace(self, data: Mapping[str, Any]) -> str | Clock:
        if data["pace"] == OWN_PER_MOVE:
            return own_clock(hours=data["hours"], grace_minutes=None)
        if data["pace"] == OWN_BANK:
            names = ("increment_hours", "most_hours")
            bank = {name: data[name] or 0.0 for name in names}
            return own_clock(hours=data["hours"], grace_minutes=data["grace_minutes"], **bank)
        return str(data["pace"])

    @property
    def special(self) -> list[str]:
        """What is chosen among the folded rules, as far as it is not the usual."""
        chosen = (one.by_sent.get(self[one.field].value()) for one in VARIANTS)
        return [str(one.said) for one in chosen if one is not None and one.said]

    @property
    def conditions(self) -> list[forms.BoundField]:
        return [self[name] for name in ("least_kept", "least_finished", "answers_within")]

    @property
    def has_conditions(self) -> bool:
        return any(field.errors or field.value() for field in self.conditions)

    @property
    def spaces(self) -> list[forms.BoundField]:
        return [self[f"hurdle_{space}"] for space in SPACES]

    @property
    def has_hurdles(self) -> bool:
        """There is a set that the number of real hurdles is about."""
        return "hurdles" in offered()

    def clean_title(self) -> str:
        return tidy_title(self.cleaned_data["title"])

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if not self.errors:
            real = data["real_hurdles"]
            spaces = [data[f"hurdle_{space}"] or "any" for space in SPACES] if real == FREE else None
            self.terms = terms_of(
                title=data["title"],
                players=int(data["players"]),
                edition=int(data["edition"]),
                sets=data["sets"],
                variants={one.field: one.by_sent[data[one.field]].value for one in VARIANTS},
                hurdles=spaces,
                real_hurdles=int(real) if real and real != FREE else None,
                pace=self._pace(data),
                nights=data["nights"] or 0,
                vacation=data["vacation"],
                misses_before_bot=int(data["misses_before_bot"]),
                visibility=data["visibility"],
                rated=data["rated"],
                undo_when_rated=data["undo_when_rated"],
                conditions=Conditions(
                    int(data["least_kept"] or 0), int(data["least_finished"] or 0), WITHIN.get(data["answers_within"])
                ),
                seals=data["seals"] == "yes" if data["seals"] else None,
            )
        return data

    @staticmethod
    def initial_of(game: Game) -> dict[str, object]:
        """The choices of an existing table."""
        options = game.engine_options
        real = "" if options.real_hurdles is None else str(options.real_hurdles)
        return {
            "title": game.title,
            "players": str(options.players),
            "edition": str(options.edition),
            "sets": list(options.sets),
            "real_hurdles": real if options.hurdles is None else FREE,
            **{f"hurdle_{space}": one for space, one in zip(SPACES, options.hurdles or (), strict=False)},
            **{one.field: one.chosen(options).sent for one in VARIANTS},
            **_pace_of(game.clock),
            "misses_before_bot": str(game.misses_before_bot),
            "visibility": game.visibility,
            "rated": game.rated,
            "undo_when_rated": game.undo_when_rated,
            "least_kept": str(game.least_kept or ""),
            "least_finished": str(game.least_finished or ""),
            "answers_within": next((name for name, time in WITHIN.items() if time == game.answers_within), ""),
            "seals": "" if game.seals == game.rated else "yes" if game.seals else "no",
        }


def _pace_of(clock: Clock) -> dict[str, object]:
    """The fields of the form that say this pace."""
    own = OWN_BANK if clock.kind == PaceKind.BANK else OWN_PER_MOVE
    times = {"hours": clock.base, "increment_hours": clock.increment, "most_hours": clock.cap}
    return {
        "pace": pace_name(clock) or own,
        **{name: time / timedelta(hours=1) for name, time in times.items() if time is not None},
        "grace_minutes": int(clock.grace / timedelta(minutes=1)),
        "nights": str(clock.nights),
        "vacation": clock.vacation.value or "none",
    }
