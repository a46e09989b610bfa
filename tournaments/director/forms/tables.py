"""Acts on tables: another result, none at all, a game lost, more time, somebody else in a seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbiter.results.games import Unfinished
from arbiter.results.places import Substitutes
from tournaments.director import choices
from tournaments.lifecycle.errors import NoResult
from tournaments.lifecycle.services.acts import adjudicating, forfeits, results, seats
from tournaments.models import Table, TableState, TournamentState

from .acts import RUNS, ActForm
from .fields import PlayerField

PLAYED = (TournamentState.RUNNING, TournamentState.FINISHED)


class TableForm(ActForm):
    """Asks for one table."""

    table_states: ClassVar[tuple[TableState, ...]] = (TableState.RUNNING, TableState.COUNTED)
    of_open_deals: ClassVar[bool] = False
    states: ClassVar[tuple[TournamentState, ...]] = PLAYED

    table = forms.ChoiceField(label=gettext_lazy("Table"))

    def prepare(self) -> None:
        self.offer(
            "table",
            choices.tables(self.tournament, self.director, self.table_states, of_open_deals=self.of_open_deals),
            nothing=_("No table is available right now."),
        )

    @property
    def table_words(self) -> str:
        """The table that was chosen."""
        named: dict[str, str] = dict(self.fields["table"].choices)  # type: ignore[attr-defined]
        return named[self.cleaned_data["table"]]


class CorrectForm(TableForm):
    """Another result of a table: places, and the points that go with them."""

    title: ClassVar = gettext_lazy("Correct result")
    about: ClassVar = gettext_lazy(
        "Change places or points of a counted table, even after the tournament has finished."
    )
    table_states: ClassVar = (TableState.COUNTED,)
    of_open_deals: ClassVar = True

    def prepare(self) -> None:
        super().prepare()
        self.chosen = self._chosen()
        if self.chosen is None:
            del self.fields["reason"], self.fields["private"]
            return
        names = dict(self.tournament.entries.filter(number__isnull=False).values_list("number", "user__display_name"))
        self.names, result = names, self.chosen.result
        for one in result.outcomes if result else ():
            who = names.get(one.entrant, "")
            self.fields[f"place_{one.entrant}"] = forms.IntegerField(
                label=_("Place of %(name)s") % {"name": who}, min_value=1, max_value=5, initial=one.place
            )
            self.fields[f"points_{one.entrant}"] = forms.IntegerField(
                label=_("Points of %(name)s, if counted") % {"name": who},
                required=False,
                min_value=-99,
                max_value=999,
                initial=one.vp,
            )

    def order_fields(self, field_order: Any) -> None:
        super().order_fields([name for name in field_order or () if name in self.fields])

    @property
    def needs_choice(self) -> bool:
        return self.chosen is None

    def _chosen(self) -> Table | None:
        """The table whose places are asked for, as far as one is named."""
        wanted = str(self.data.get("table") or self.initial.get("table") or "")
        known = {value for value, _name in self.fields["table"].choices}  # type: ignore[attr-defined]
        return Table.objects.filter(pk=int(wanted)).first() if wanted in known else None

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if not self.errors and self.chosen is not None and self.chosen.result is not None:
            try:
                after = results.with_places(self.chosen.result, self.places, self.points)
            except NoResult as error:
                self.add_error(None, forms.ValidationError(str(error), code=error.code))
            else:
                if after == self.chosen.result:
                    self.add_error(None, _("This is already the result. Change a place or the points."))
        return data

    @property
    def places(self) -> dict[int, int]:
        return {int(name[6:]): value for name, value in self.cleaned_data.items() if name.startswith("place_")}

    @property
    def points(self) -> dict[int, int | None]:
        return {int(name[7:]): value for name, value in self.cleaned_data.items() if name.startswith("points_")}

    def follows(self) -> Sequence[str]:
        paired = self.tournament.rounds.count()
        told = [
            _("%(table)s gets this result, marked as corrected.") % {"table": self.table_words},
            *(self._place(number) for number in sorted(self.places, key=self.places.__getitem__)),
            _("The standings update immediately."),
        ]
        if self.tournament.state == TournamentState.RUNNING:
            told.append(
                _("Rounds up to %(round)s are already paired and stay as they are. Later rounds use the new standings.")
                % {"round": paired}
            )
        return told

    def _place(self, number: int) -> str:
        points = self.points[number]
        values = {"name": self.names.get(number, ""), "place": self.places[number], "points": points}
        if points is None:
            return _("%(name)s: place %(place)s, no points.") % values
        return _("%(name)s: place %(place)s with %(points)s VP.") % values

    def perform(self, now: datetime) -> None:
        table = int(self.cleaned_data["table"])
        results.correct(**self.words, table_id=table, places=self.places, points=self.points, now=now)


class AnnulForm(TableForm):
    """A table counts for nothing."""

    title: ClassVar = gettext_lazy("Void table")
    about: ClassVar = gettext_lazy("The table no longer counts in the standings or ratings. A running game ends.")
    is_grave: ClassVar = True

    def follows(self) -> Sequence[str]:
        return [
            _("%(table)s does not count: its players get no points for this round.") % {"table": self.table_words},
            _("If its game is still running, it ends. It drops out of the ratings at the next recalculation."),
            _("This cannot be undone."),
        ]

    def perform(self, now: datetime) -> None:
        results.annul(**self.words, table_id=int(self.cleaned_data["table"]), now=now)


class AdjudicateForm(TableForm):
    """A game that runs is ended."""

    title: ClassVar = gettext_lazy("Adjudicate game")
    about: ClassVar = gettext_lazy("End a running game now, under one of the rules for unfinished games.")
    states: ClassVar = RUNS
    table_states: ClassVar = (TableState.RUNNING,)
    is_grave: ClassVar = True

    how = forms.ChoiceField(label=gettext_lazy("Decision"), widget=forms.RadioSelect)

    def prepare(self) -> None:
        super().prepare()
        stated = self.tournament.plan.closing.then
        own = [stated] if self.tournament.plan.is_duplicate else sorted(Unfinished, key=lambda one: one is not stated)
        self.fields["how"].choices = [  # type: ignore[attr-defined]
            (one.value, _("%(rule)s (this tournament's rule)") % {"rule": RULES[one]} if one is stated else RULES[one])
            for one in own
        ]
        self.fields["how"].initial = stated.value

    def follows(self) -> Sequence[str]:
        how = Unfinished(self.cleaned_data["how"])
        told = {
            Unfinished.POINTS: _("The game ends. Places follow the current points."),
            Unfinished.ADJUDICATE: _("Bots play all seats to the end. The game is not rated."),
            Unfinished.FORFEIT: _(
                "The game ends. The player it is waiting for comes last; the others are ranked by points."
            ),
        }[how]
        return [self.table_words, told, _("This cannot be undone.")]

    def perform(self, now: datetime) -> None:
        table, how = int(self.cleaned_data["table"]), Unfinished(self.cleaned_data["how"])
        adjudicating.adjudicate(**self.words, table_id=table, how=how, now=now)


RULES = {
    Unfinished.POINTS: gettext_lazy("score by current points"),
    Unfinished.ADJUDICATE: gettext_lazy("let bots finish it, unrated"),
    Unfinished.FORFEIT: gettext_lazy("late player loses; the others score by current points"),
}


class SeatForm(ActForm):
    """Asks for one player at one table whose game runs."""

    states: ClassVar = RUNS

    seat = forms.ChoiceField(label=gettext_lazy("Player"))

    def prepare(self) -> None:
        self.offer(
            "seat",
            choices.seats(self.tournament, self.director),
            nothing=_("There is no running game that you can decide."),
        )

    @property
    def place(self) -> dict[str, Any]:
        """Table and entry, as the services ask for them."""
        table, entry = self.cleaned_data["seat"].split("-")
        return {"table_id": int(table), "entry_id": int(entry)}

    @property
    def who(self) -> dict[str, str]:
        """Name and table of the player who was chosen."""
        for place, seated in self.fields["seat"].choices:  # type: ignore[attr-defined]
            named = dict(seated)
            if self.cleaned_data["seat"] in named:
                return {"name": named[self.cleaned_data["seat"]], "place": place}
        raise KeyError(self.cleaned_data["seat"])


class ForfeitForm(SeatForm):
    """Somebody loses a game."""

    title: ClassVar = gettext_lazy("Forfeit game")
    about: ClassVar = gettext_lazy("The player loses the seat in a game and comes last there.")
    is_grave: ClassVar = True

    def follows(self) -> Sequence[str]:
        then = (
            _("The game ends and the other player wins it.")
            if self.tournament.plan.in_pairs
            else _("A bot takes over the seat; the others play on.")
        )
        return [_("%(name)s forfeits the game: %(place)s.") % self.who, then, _("This cannot be undone.")]

    def perform(self, now: datetime) -> None:
        forfeits.forfeit(**self.words, **self.place, now=now)


class ExtraTimeForm(SeatForm):
    """More time on a clock."""

    title: ClassVar = gettext_lazy("Add time")
    about: ClassVar = gettext_lazy("More time for a player to move. The end of the round stays the same.")

    hours = forms.IntegerField(label=gettext_lazy("Hours"), min_value=1, max_value=720, initial=24)

    def follows(self) -> Sequence[str]:
        hours = self.cleaned_data["hours"]
        told = ngettext(
            "%(name)s gets %(count)s more hour: %(place)s.",
            "%(name)s gets %(count)s more hours: %(place)s.",
            hours,
        )
        return [told % {**self.who, "count": hours}, _("The end of the round stays the same.")]

    def perform(self, now: datetime) -> None:
        seats.give_time(**self.words, **self.place, by=timedelta(hours=self.cleaned_data["hours"]), now=now)


class SubstituteForm(SeatForm):
    """Somebody else in a seat."""

    title: ClassVar = gettext_lazy("Add substitute")
    about: ClassVar = gettext_lazy("Another player takes over a seat permanently.")
    is_grave: ClassVar = True

    name = PlayerField(gettext_lazy("Substitute"))

    def follows(self) -> Sequence[str]:
        values = {**self.who, "other": self.cleaned_data["name"]}
        counts = {
            Substitutes.ENTRANT: _("The substitute's results count for %(name)s."),
            Substitutes.SUBSTITUTE: _(
                "%(other)s takes over the place of %(name)s in the tournament and in all running games."
            ),
            Substitutes.NOBODY: _("%(name)s comes last in this game; the substitute gets no points."),
        }[self.tournament.plan.rule.substitutes]
        return [_("%(other)s takes over the seat of %(name)s: %(place)s.") % values, counts % values]

    def perform(self, now: datetime) -> None:
        seats.substitute(**self.words, **self.place, name=self.cleaned_data["name"], now=now)
