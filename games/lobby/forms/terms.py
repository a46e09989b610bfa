"""What a table agrees on."""

import re
from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from games.models import Game, Visibility
from games.models.clock import PACES, pace_name
from games.options import selections, table_words
from games.options.selections import Selection
from games.options.set_words import SETS, SetWords, offered, refusal_words, set_name
from games.options.titles import LONGEST, any_title, players_claimed
from games.reference.markup import address, with_rule
from games.tables.services.gathering import Terms

from .choices import (
    EDITIONS,
    MISSES,
    MOST_PLAYERS,
    SHORT_PACES,
    Candidate,
    candidate,
    set_choices,
    short_pace_choices,
)
from .hurdles import HurdlesForm

FIELD_OF = {
    "unknown-edition": "edition",
    "players": "players",
    "real-hurdles": "real_hurdles",
    "hurdles": "real_hurdles",
    "play-on-empty-tableau": "play_on_empty_tableau",
    "first-workers": "first_workers",
    "open-hands": "open_hands",
}
"""Field by code of engine.OptionsError; all others are about the sets."""

USUAL_PACE = "2d"

DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that turn the direction of all text after them."""


class TermsForm(HurdlesForm):
    """What a table agrees on (DEC-1), for a new table and for changing one."""

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
    open_hands = forms.ChoiceField(
        label=_("Money and hands"),
        choices=[
            ("open", _("Open: everyone sees rubles and hands")),
            ("hidden", _("Hidden: only the number of cards in hand is shown")),
        ],
        initial="open",
        widget=forms.RadioSelect,
    )
    first_workers = forms.ChoiceField(
        label=_("First Worker phase"),
        choices=[
            ("compulsory", _("Everyone must buy two Workers")),
            ("free", _("Free: any action is allowed, and cards may be left over")),
        ],
        initial="compulsory",
        widget=forms.RadioSelect,
    )
    play_on_empty_tableau = forms.ChoiceField(
        label=_("Empty tableau"),
        required=False,
        choices=[
            ("", _("Default: the 1st edition plays on until all have passed, the 2nd edition ends the phase")),
            ("yes", _("Play on until all have passed")),
            ("no", _("End the phase")),
        ],
        initial="",
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=short_pace_choices,
        initial=USUAL_PACE,
    )
    misses_before_bot = forms.ChoiceField(
        label=_("Missed deadlines"),
        choices=MISSES,
        initial="2",
        help_text=_("Replaced players can reclaim their seat at any time."),
    )
    rated = forms.BooleanField(
        label=_("Rated (only people play)"),
        required=False,
        initial=True,
        help_text=_("Counts for ratings, but not with a bot."),
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
        names, signs, errors = selections.table()
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
        """For the script that says how long a game takes: by pace, what its menu leaves out, and the lengths by players."""
        return {
            name: {
                "more": f"{label}. " if name in SHORT_PACES else "",
                "lengths": [table_words.length_words(clock, number) for number in selections.PLAYERS],
            }
            for name, (clock, label) in PACES.items()
        }

    @property
    def length_pattern(self) -> str:
        return gettext("A game usually takes {length}. Most moves come well before the deadline.")

    @property
    def length(self) -> str:
        """How long a game takes with the pace and the players that are chosen now."""
        name = self["pace"].value()
        clock, label = PACES[name] if name in PACES else PACES[USUAL_PACE]
        more = f"{label}. " if name in SHORT_PACES else ""
        return more + self.length_pattern.format(length=table_words.length_words(clock, self.selection.players))

    @property
    def special(self) -> list[str]:
        """What is chosen among the folded rules, as far as it is not the usual."""
        said = {
            ("open_hands", "hidden"): gettext("hidden money and hands"),
            ("first_workers", "free"): gettext("free first Worker phase"),
            ("play_on_empty_tableau", "yes"): gettext("phases continue when the tableau is empty"),
            ("play_on_empty_tableau", "no"): gettext("phases end when the tableau is empty"),
        }
        return [words for (field, value), words in said.items() if self[field].value() == value]

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
        self._check_title(data)
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
        chosen.update(self.hurdle_options(data))
        try:
            self.options = engine.Options.from_dict(chosen)
        except engine.OptionsError as error:
            said = with_rule(refusal_words(error), error.rule)
            self.add_error(FIELD_OF.get(error.code, "sets"), forms.ValidationError(said, code=error.code))
        return data

    def _check_title(self, data: Mapping[str, object]) -> None:
        claimed, players = players_claimed(str(data.get("title", ""))), data.get("players")
        if claimed is not None and players is not None and str(claimed) != players:
            sentence = gettext(
                "The title mentions %(claimed)s, but the table has %(players)s seats. Leave the number out; the "
                "site shows it anyway."
            )
            said = sentence % {"claimed": claimed, "players": players}
            self.add_error("title", forms.ValidationError(said, code="title-players"))

    def terms(self) -> Terms:
        """What was chosen. Call it on a valid form only."""
        data = self.cleaned_data
        return Terms(
            title=data["title"],
            options=self.options,
            clock=PACES[data["pace"]][0],
            misses_before_bot=int(data["misses_before_bot"]),
            visibility=Visibility(data["visibility"]),
            rated=data["rated"],
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
            **HurdlesForm.hurdles_of(options),
            "open_hands": "open" if options.open_hands else "hidden",
            "first_workers": options.first_workers,
            "play_on_empty_tableau": "" if as_usual else "yes" if options.play_on_empty_tableau else "no",
            "pace": pace_name(game.clock) or "",
            "misses_before_bot": str(game.misses_before_bot),
            "visibility": game.visibility,
            "rated": game.rated,
        }
