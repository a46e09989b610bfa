"""Actions on a round that has not begun: who meets whom, and when it begins."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbiter.pairing.violations import Weight
from arbiter.progression.plan import Swiss
from games.options.table_words import span_words
from tournaments.lifecycle.services.acts import by_hand
from tournaments.lifecycle.services.acts.by_hand import Seating
from tournaments.models import Division, Entry, Round, RoundState, Tournament
from tournaments.pages.pairing_words import phrase
from tournaments.pages.people import by_number

from .base import LIVE, TournamentAction

HOURS = (12, 24, 48, 72, 168)
"""For how long a round can be held."""
MOST_LINES = 16
"""Of a pairing as text that are in view at once."""
NUMBER = re.compile(r"#\s*(\d{1,6})")
"""A player in a pairing as text, by the number in the tournament; names have no such sign."""


class Swap(TournamentAction):
    slug = "swap"
    title = gettext_lazy("Swap two players")
    about = gettext_lazy("For a round that has not started. One of them may have the bye.")
    service = staticmethod(by_hand.swap)

    one = forms.ChoiceField(label=gettext_lazy("First player"))
    other = forms.ChoiceField(label=gettext_lazy("Second player"))

    def prepare(self) -> None:
        self.round = paired_round(self.of)
        rows = [] if self.round is None else _places(self.round)
        for name in ("one", "other"):
            self.fields[name].choices = rows  # type: ignore[attr-defined]
        self.fields["other"].initial = rows[-1][0] if rows else None  # of another table

    only_if = staticmethod(lambda of, now: paired_round(of) is not None)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and self.round is not None:
            rows = Entry.objects.select_related("user")
            self.entries = rows.get(pk=int(data["one"])), rows.get(pk=int(data["other"]))
            one, other = self.entries
            with self.refusals():
                by_hand.check_places(self.round, by_hand.seating_of(self.round), one, other, self.by)
        return data

    def preview(self) -> Sequence[str]:
        assert self.round is not None
        one, other = self.entries
        after = by_hand.seating_of(self.round).swapped(one.number or 0, other.number or 0)
        told = _("%(one)s and %(other)s swap places.") % {"one": one.user.name, "other": other.user.name}
        return [told, *_violated(self.of, self.round, after)]

    def arguments(self) -> dict[str, Any]:
        assert self.round is not None
        one, other = self.entries
        return {"number": self.round.number, "one_id": one.pk, "other_id": other.pk}


def _places(of: Round) -> list[tuple[str, str]]:
    rows = [
        (str(entry), _("%(name)s, table %(table)s") % {"name": name, "table": table})
        for entry, name, table in of.chairs.order_by("table__number", "seat").values_list(
            "entry_id", "entry__user__display_name", "table__number"
        )
    ]
    resting = of.rests.filter(why="bye").values_list("entry_id", "entry__user__display_name")
    return [*rows, *((str(entry), _("%(name)s, bye") % {"name": name}) for entry, name in resting)]


class Arrange(TournamentAction):
    slug = "arrange"
    title = gettext_lazy("Pair round manually")
    about = gettext_lazy("Put any player at any table and seat, or give a bye, in a round that has not started.")
    service = staticmethod(by_hand.arrange)

    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        max_length=500_000,
        widget=forms.Textarea(attrs={"spellcheck": "false", "autocapitalize": "none"}),
        help_text=gettext_lazy(
            "One line per table, players in seat order. Move players between lines or to the byes. Only the "
            "numbers after # count."
        ),
    )
    byes = forms.CharField(
        label=gettext_lazy("Byes"),
        max_length=100_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "none"}),
    )

    def prepare(self) -> None:
        self.round = paired_round(self.of)
        if self.round is None:
            return
        before = by_hand.seating_of(self.round)
        self.fields["tables"].widget.attrs["rows"] = min(len(before.tables) + 2, MOST_LINES)
        if self.is_bound:
            return
        names = _names(self.of)
        self.fields["tables"].initial = "\n".join(_line(table, names) for table in before.tables.values())
        self.fields["byes"].initial = _line(before.byes, names)

    @staticmethod
    def only_if(of: Tournament, now: datetime) -> bool:
        paired = paired_round(of)
        return paired is not None and isinstance(of.plan.stages[paired.stage], Swiss)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors or self.round is None:
            return data
        lines = [found for line in data["tables"].splitlines() if (found := _numbers(line))]
        self.seating = Seating(dict(enumerate(lines, start=1)), _numbers(data["byes"]))
        with self.refusals():
            by_hand.check_seating(self.of, self.round, by_hand.seating_of(self.round), self.seating, self.by)
        return data

    def preview(self) -> Sequence[str]:
        assert self.round is not None
        before, names = by_hand.seating_of(self.round), _names(self.of)
        old = list(before.tables.values())
        told = [
            _("Table %(table)s: %(names)s.") % {"table": number, "names": ", ".join(names[one] for one in table)}
            for number, table in self.seating.tables.items()
            if table not in old
        ]
        if sorted(before.byes) != sorted(self.seating.byes):
            who = ", ".join(names[one] for one in self.seating.byes) or _("nobody")
            told.append(_("Bye: %(names)s.") % {"names": who})
        return [*told, *_violated(self.of, self.round, self.seating)]

    def arguments(self) -> dict[str, Any]:
        assert self.round is not None
        return {"number": self.round.number, "seating": self.seating}


class Hold(TournamentAction):
    slug = "hold"
    title = gettext_lazy("Hold next round")
    about = gettext_lazy("It is paired, but its games wait until you have reviewed the pairings.")
    states = LIVE
    service = staticmethod(by_hand.hold)

    lasts = forms.TypedChoiceField(label=gettext_lazy("Automatic start"), coerce=int, initial=24)

    def prepare(self) -> None:
        choices = [
            (hours, _("%(time)s after pairing") % {"time": span_words(timedelta(hours=hours))}) for hours in HOURS
        ]
        if self.of.hold is not None:
            choices.append((0, _("immediately, without a hold")))
        self.fields["lasts"].choices = choices  # type: ignore[attr-defined]

    only_if = staticmethod(lambda of, now: not Division.objects.filter(tournament=of).exists())

    def preview(self) -> Sequence[str]:
        if not (hours := self.cleaned_data["lasts"]):
            return [_("The next round starts as planned.")]
        time = span_words(timedelta(hours=hours))
        return [
            _("The next round is paired as soon as possible. Only you and the other directors get an email then."),
            _("On the director's page you can change the pairings and start the round."),
            _("Otherwise it starts automatically %(time)s after pairing.") % {"time": time},
        ]

    def arguments(self) -> dict[str, Any]:
        hours = self.cleaned_data["lasts"]
        return {"lasts": timedelta(hours=hours) if hours else None}


class Begin(TournamentAction):
    slug = "begin"
    title = gettext_lazy("Start held round")
    about = gettext_lazy("Its games start now and its players are notified.")
    service = staticmethod(by_hand.let_begin)
    only_if = staticmethod(lambda of, now: of.paused_at is None and held_round(of) is not None)

    def preview(self) -> Sequence[str]:
        of = held_round(self.of)
        assert of is not None
        values = {"round": of.number, "time": span_words(of.deadline_at - of.begins_at)}
        return [_("The games of round %(round)s start now and have %(time)s. The players get an email.") % values]


def paired_round(tournament: Tournament) -> Round | None:
    """The round that is paired and has not begun, the next one of several."""
    return next((one for one in tournament.open_rounds if one.state == RoundState.PAIRED), None)


def held_round(tournament: Tournament) -> Round | None:
    """The round that waits for its directors, the next one of several."""
    return next((one for one in tournament.open_rounds if one.is_held), None)


def _names(tournament: Tournament) -> dict[int, str]:
    return {number: one.name for number, one in by_number(tournament).items()}


def _line(numbers: Iterable[int], names: dict[int, str]) -> str:
    return ", ".join(f"#{number} {names[number]}" for number in numbers)


def _numbers(line: str) -> list[int]:
    return [int(number) for number in NUMBER.findall(line)]


def _violated(tournament: Tournament, of: Round, seating: Seating) -> list[str]:
    """What a pairing violates, each in a sentence with its weight, or that it violates nothing."""
    names = _names(tournament)
    told = []
    for found in by_hand.broken_by(tournament, of, seating):
        weight = _("avoided if possible") if found.weight is Weight.UNFAIR else _("against the rules")
        told.append(f"{capfirst(weight)}: {phrase(found.sentence, names)}")
    return told or [_("No pairing rule is violated.")]
