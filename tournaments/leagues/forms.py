"""A league in a few fields; all else has sensible values and unfolds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

import engine
from games.lobby.forms import EDITIONS, pace_choices, set_choices
from games.models.clock import PACES
from games.options.sets import refusal_words
from tournaments.leagues.services.leagues import LeagueTerms

MORE = (
    "in_pairs",
    "edition",
    "sets",
    "open_hands",
    "pace",
    "group_size",
    "games",
    "season_days",
    "pause_days",
    "up",
    "down",
    "is_rated",
)
"""What unfolds."""


class LeagueForm(forms.Form):
    """Name and first day; the rest has values of its own."""

    title = forms.CharField(label=_("Name"), max_length=50)
    starts_at = forms.DateTimeField(
        label=_("Start of the first season"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text=_("Players register until then. At least five are needed."),
    )
    about = forms.CharField(label=_("About"), max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 3}))
    in_pairs = forms.BooleanField(
        label=_("Two-player games"),
        required=False,
        help_text=_("Everyone in a group plays everyone. Otherwise games are played at tables of four."),
    )
    edition = forms.ChoiceField(label=_("Edition"), choices=EDITIONS, initial="2", required=False)
    sets = forms.MultipleChoiceField(
        label=_("Expansions"), required=False, choices=set_choices, widget=forms.CheckboxSelectMultiple
    )
    open_hands = forms.ChoiceField(
        label=_("Money and hands"),
        choices=[("open", _("Open")), ("hidden", _("Hidden"))],
        initial="open",
        required=False,
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=pace_choices, initial="2d", required=False)
    group_size = forms.IntegerField(label=_("Players per group"), min_value=5, max_value=10, initial=7, required=False)
    games = forms.IntegerField(
        label=_("Games per player and season, at tables of four"), min_value=1, max_value=8, initial=4, required=False
    )
    season_days = forms.IntegerField(
        label=_("Season length in days"), min_value=7, max_value=365, initial=90, required=False
    )
    pause_days = forms.IntegerField(
        label=_("Break between seasons, in days"), min_value=0, max_value=90, initial=7, required=False
    )
    up = forms.IntegerField(label=_("Promoted per group"), min_value=1, max_value=3, initial=1, required=False)
    down = forms.IntegerField(label=_("Relegated per group"), min_value=1, max_value=3, initial=2, required=False)
    is_rated = forms.BooleanField(label=_("Rated"), initial=True, required=False)

    terms: LeagueTerms

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        pairs = bool(data["in_pairs"])
        try:
            options = engine.Options(
                edition=int(data["edition"] or 2),
                players=2 if pairs else 4,
                sets=tuple(data["sets"]),
                open_hands=data["open_hands"] != "hidden",
            )
        except engine.OptionsError as error:
            self.add_error("sets", forms.ValidationError(refusal_words(error), code=error.code))
            return data
        if data["starts_at"] <= now():
            self.add_error(
                "starts_at", forms.ValidationError(_("The start is in the past. Choose a later time."), code="bad_plan")
            )
            return data
        self.terms = LeagueTerms(
            title=data["title"],
            options=options,
            starts_at=data["starts_at"],
            about=data["about"],
            clock=PACES[data["pace"] or "2d"][0],
            is_rated=data["is_rated"],
            in_pairs=pairs,
            group_size=data["group_size"] or 7,
            games=data["games"] or 4,
            up=data["up"] or 1,
            down=data["down"] or 2,
            season_time=timedelta(days=data["season_days"] or 90),
            pause=timedelta(days=7 if data["pause_days"] is None else data["pause_days"]),
        )
        return data

    def first(self) -> list[forms.BoundField]:
        """What is asked in any case."""
        return [field for field in self if field.name not in MORE]

    def more(self) -> list[forms.BoundField]:
        """What unfolds."""
        return [field for field in self if field.name in MORE]
