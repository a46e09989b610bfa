"""The form of a new table: its terms, and who shall sit there from the start."""

import re
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import MOST_PLAYERS, Choices, WordField
from games.lobby.table_forms import TermsForm
from games.models import Game
from games.models.game import new_token
from games.options.strengths import STRENGTHS, Strength
from games.tables.errors import UnknownBot
from games.tables.terms import check_seats, tidy_guests

OTHERS = range(2, MOST_PLAYERS + 1)
"""The seats beside the host's, counted from 2."""


def seat_choices() -> Choices:
    """Free, or a bot of one strength."""
    bots = [(one.bot, format_lazy(_("bot, {strength}"), strength=one.word)) for one in STRENGTHS.values()]
    return [("", _("free")), *bots]


def _seat(number: int) -> forms.ChoiceField:
    label = format_lazy(_("Seat {number}"), number=number)
    return forms.ChoiceField(
        label=label, required=False, choices=seat_choices, error_messages={"invalid_choice": UnknownBot.sentence}
    )


class NewTableForm(TermsForm):
    """A new table, with those who shall sit there from the start. Seats beyond the number of players do not count: the page
    does not show them."""

    key = forms.RegexField(r"^[A-Za-z0-9_-]{22}$", widget=forms.HiddenInput, initial=new_token, required=False)
    seat_2, seat_3, seat_4, seat_5 = map(_seat, OTHERS)
    guests = forms.CharField(
        label=_("Players to invite"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "autocapitalize": "none"}),
        help_text=_("Usernames or email addresses, one per line. People without an account get an invitation link."),
    )

    word = WordField()

    strengths: tuple[Strength, ...] = tuple(STRENGTHS.values())

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"seat_{number}"] for number in OTHERS]

    @property
    def chosen_bots(self) -> list[str]:
        """The bots that shall sit there, each by its name."""
        players = int(self.cleaned_data["players"])
        return [bot for number in OTHERS if number <= players and (bot := self.cleaned_data.get(f"seat_{number}"))]

    def clean_guests(self) -> list[str]:
        return tidy_guests(re.split(r"[\n,;]", self.cleaned_data["guests"]))

    def clean(self) -> dict[str, object]:
        data: dict[str, Any] = super().clean()
        if "players" in data and "guests" in data:
            check_seats(int(data["players"]), self.chosen_bots, data["guests"])
        return data

    @classmethod
    def like(cls, game: Game) -> dict[str, object]:
        """The choices of a table that there was: all but its title and its people."""
        chosen = {name: value for name, value in cls.initial_of(game).items() if name != "title" and value is not None}
        bots = game.participants.exclude(bot="").values_list("bot", flat=True)
        known = (bot for bot in bots if bot in STRENGTHS)
        return {**chosen, **{f"seat_{number}": bot for number, bot in zip(OTHERS, known, strict=False)}}
