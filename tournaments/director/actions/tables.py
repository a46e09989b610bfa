"""Actions at tables: correct or void a result, forfeit or adjudicate a game, add time, add a substitute."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from arbiter.results import Substitutes, Unfinished
from games.models.clock import PaceKind
from notifications.mail.times import moment
from tournaments.lifecycle.services.acts import tables as services
from tournaments.lifecycle.turns import TableTurn, turns_of
from tournaments.models import Chair, Table, TableState, Tournament, TournamentState
from tournaments.rated.correcting import shift_lines, shifts
from tournaments.rated.services import waiting

from .base import RUNS, PlayerField, TournamentAction

PLAYED: tuple[TournamentState, ...] = (TournamentState.RUNNING, TournamentState.FINISHED)


def place_words(chair: Chair) -> str:
    """`Round 2, table 3`, with the game of a match where there are several."""
    values = {"round": chair.round.number, "table": chair.table.number, "game": chair.table.leg}
    if chair.table.leg > 1:
        return _("Round %(round)s, table %(table)s, game %(game)s") % values
    return _("Round %(round)s, table %(table)s") % values


def chairs_by_table(tournament: Tournament, states: Iterable[TableState], order: str = "round__number") -> Any:
    """The chairs of all tables in these states, the earliest round first."""
    chairs = Chair.objects.filter(round__tournament=tournament, table__state__in=list(states))
    return chairs.select_related("entry__user", "table", "round").order_by(order, "table__number", "table__leg", "seat")


def seated_at(chairs: Iterable[Chair], without: User | None = None) -> dict[int, list[Chair]]:
    found: dict[int, list[Chair]] = {}
    for chair in chairs:
        found.setdefault(chair.table_id, []).append(chair)
    own = {chair.table_id for chair in chairs if without is not None and chair.entry.user_id == without.pk}
    return {table: seated for table, seated in found.items() if table not in own}


class TableAction(TournamentAction):
    """Asks for one table where the director does not sit. `of_open_deals` leaves out tables whose deal is still
    played elsewhere, because their results are sealed."""

    table_states: ClassVar[tuple[TableState, ...]] = (TableState.RUNNING, TableState.COUNTED)
    of_open_deals: ClassVar[bool] = False
    states = PLAYED

    table = forms.TypedChoiceField(label=gettext_lazy("Table"), coerce=int)

    def prepare(self) -> None:
        chairs = chairs_by_table(self.of, self.table_states, "-round__number")
        if self.of_open_deals:
            chairs = chairs.exclude(table__game__deal__isnull=False, table__game__deal__released_at=None)
        tables = [
            (str(table), f"{place_words(seated[0])}: {', '.join(chair.entry.user.name for chair in seated)}")
            for table, seated in seated_at(chairs, self.by).items()
        ]
        self.offer("table", tables, nothing=_("No table is available right now."))


class Correct(TableAction):
    slug = "correct"
    title = gettext_lazy("Correct result")
    about = gettext_lazy("Change places or points of a counted table, even after the tournament has finished.")
    table_states = (TableState.COUNTED,)
    of_open_deals = True
    service = staticmethod(services.correct)
    for_each: ClassVar[Mapping[str, forms.Field]] = {
        "place_": forms.IntegerField(label="Place of the player with this number", min_value=1, max_value=5),
        "points_": forms.IntegerField(
            label="Points of that player, if counted", required=False, min_value=-99, max_value=999
        ),
    }

    def prepare(self) -> None:
        super().prepare()
        wanted = str(self.data.get("table") or self.initial.get("table") or "")
        known = {value for value, _name in self.fields["table"].choices}  # type: ignore[attr-defined]
        self.chosen = Table.objects.filter(pk=int(wanted)).first() if wanted in known else None
        if self.chosen is None:
            del self.fields["reason"], self.fields["private"]
            return
        self.names = dict(self.of.entries.filter(number__isnull=False).values_list("number", "user__display_name"))
        result = self.chosen.result
        for one in result.outcomes if result else ():
            who = {"name": self.names.get(one.entrant, "")}
            said = {
                "place_": (_("Place of %(name)s") % who, one.place),
                "points_": (_("Points of %(name)s, if counted") % who, one.vp),
            }
            for name, field in self.for_each.items():
                label, initial = said[name]
                made = self.fields[f"{name}{one.entrant}"] = deepcopy(field)
                made.label, made.initial = label, initial

    @property
    def needs_choice(self) -> bool:
        return self.chosen is None

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if not self.errors and self.chosen is not None and self.chosen.result is not None:
            with self.refusals():
                if services.with_places(self.chosen.result, self.places, self.points) == self.chosen.result:
                    self.add_error(None, _("This is already the result. Change a place or the points."))
        return data

    @property
    def places(self) -> dict[int, int]:
        return {int(name[6:]): value for name, value in self.cleaned_data.items() if name.startswith("place_")}

    @property
    def points(self) -> dict[int, int | None]:
        return {int(name[7:]): value for name, value in self.cleaned_data.items() if name.startswith("points_")}

    def arguments(self) -> dict[str, Any]:
        return {"table_id": self.cleaned_data["table"], "places": self.places, "points": self.points}

    def preview(self) -> Sequence[str]:
        told = [
            _("%(table)s gets this result, marked as corrected.") % {"table": self.label_of("table").partition(":")[0]},
            *(self._place(number) for number in sorted(self.places, key=self.places.__getitem__)),
            _("The standings update immediately."),
            *self._ratings(),
        ]
        if self.of.state == TournamentState.RUNNING:
            told.append(
                _("Rounds up to %(round)s are already paired and stay as they are. Later rounds use the new standings.")
                % {"round": self.of.rounds.count()}
            )
        return told

    def _ratings(self) -> Sequence[str]:
        if not self.of.is_rated or self.chosen is None or self.chosen.result is None or self.chosen.game_id is None:
            return ()
        if waiting().filter(game=self.chosen.game_id).exists():
            return [_("The game is not rated yet and will be rated by this result.")]
        found = shifts(self.chosen.game_id, services.with_places(self.chosen.result, self.places, self.points))
        if not found:
            return [_("No rating changes.")]
        names = {one.pk: one.name for one in User.objects.filter(pk__in={one.user for one in found})}
        return [*shift_lines(found, names), _("Ratings of their later opponents are recalculated too.")]

    def _place(self, number: int) -> str:
        points = self.points[number]
        values = {"name": self.names.get(number, ""), "place": self.places[number], "points": points}
        if points is None:
            return _("%(name)s: place %(place)s, no points.") % values
        return _("%(name)s: place %(place)s with %(points)s VP.") % values


class Annul(TableAction):
    slug = "annul"
    title = gettext_lazy("Void table")
    about = gettext_lazy("The table no longer counts in the standings or ratings. A running game ends.")
    is_grave = True
    service = staticmethod(services.annul)

    def preview(self) -> Sequence[str]:
        return [
            _("%(table)s does not count: its players get no points for this round.")
            % {"table": self.label_of("table").partition(":")[0]},
            _("If its game is still running, it ends. It drops out of the ratings at the next recalculation."),
            _("This cannot be undone."),
        ]


class Adjudicate(TableAction):
    slug = "adjudicate"
    title = gettext_lazy("Adjudicate game")
    about = gettext_lazy("End a running game now, under one of the rules for unfinished games.")
    states = RUNS
    table_states = (TableState.RUNNING,)
    is_grave = True
    service = staticmethod(services.adjudicate)

    how = forms.TypedChoiceField(label=gettext_lazy("Decision"), widget=forms.RadioSelect, coerce=Unfinished)

    def prepare(self) -> None:
        super().prepare()
        stated = self.of.plan.closing.then
        own = [stated] if self.of.plan.is_duplicate else sorted(Unfinished, key=lambda one: one is not stated)
        self.fields["how"].choices = [  # type: ignore[attr-defined]
            (one.value, _("%(rule)s (this tournament's rule)") % {"rule": RULES[one]} if one is stated else RULES[one])
            for one in own
        ]
        self.fields["how"].initial = stated.value

    def preview(self) -> Sequence[str]:
        told = {
            Unfinished.POINTS: _("The game ends. Places follow the current points."),
            Unfinished.ADJUDICATE: _("Bots play all seats to the end. The game is not rated."),
            Unfinished.FORFEIT: _(
                "The game ends. The player it is waiting for comes last; the others are ranked by points."
            ),
        }[self.cleaned_data["how"]]
        return [self.label_of("table"), told, _("This cannot be undone.")]


RULES = {
    Unfinished.POINTS: gettext_lazy("score by current points"),
    Unfinished.ADJUDICATE: gettext_lazy("let bots finish it, unrated"),
    Unfinished.FORFEIT: gettext_lazy("late player loses; the others score by current points"),
}


class SeatAction(TournamentAction):
    """Asks for one player at one table whose game runs, as `<table>-<entry>`."""

    seat = forms.ChoiceField(label=gettext_lazy("Player"))

    def prepare(self) -> None:
        seats = [
            (place_words(meant[0]), [(f"{one.table_id}-{one.entry_id}", one.entry.user.name) for one in meant])
            for seated in seated_at(chairs_by_table(self.of, (TableState.RUNNING,)), self.by).values()
            if (meant := [one for one in seated if self.is_meant(one)])
        ]
        self.offer("seat", seats, nothing=_("There is no running game that you can decide."))

    def is_meant(self, chair: Chair) -> bool:
        return True

    def arguments(self) -> dict[str, Any]:
        table, entry = self.cleaned_data["seat"].split("-")
        return {"table_id": int(table), "entry_id": int(entry)}

    @property
    def who(self) -> dict[str, str]:
        places = [place for place, seated in self.fields["seat"].choices if self.cleaned_data["seat"] in dict(seated)]  # type: ignore[attr-defined]
        return {"name": self.label_of("seat"), "place": places[0]}


class Forfeit(SeatAction):
    slug = "forfeit"
    title = gettext_lazy("Forfeit game")
    about = gettext_lazy("The player loses the seat in a game and comes last there.")
    is_grave = True
    service = staticmethod(services.forfeit)

    def preview(self) -> Sequence[str]:
        then = (
            _("The game ends and the other player wins it.")
            if self.of.plan.in_pairs
            else _("A bot takes over the seat; the others play on.")
        )
        stays = _("%(name)s stays in the tournament.") % self.who
        return [_("%(name)s forfeits the game: %(place)s.") % self.who, then, stays, _("This cannot be undone.")]


class GiveTime(SeatAction):
    slug = "time"
    title = gettext_lazy("Add time")
    about = gettext_lazy("More time for a player to move. The end of the round stays the same.")
    service = staticmethod(services.give_time)

    hours = forms.IntegerField(label=gettext_lazy("Hours"), min_value=1, max_value=720, initial=24)

    def prepare(self) -> None:
        self.asked = {(turn.table, one.seat) for turn in turns_of(self.of).values() for one in turn.asked}
        super().prepare()

    def is_meant(self, chair: Chair) -> bool:
        return self.of.pace_kind == PaceKind.BANK or (chair.table_id, chair.seat) in self.asked

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), "by": timedelta(hours=self.cleaned_data["hours"])}

    def preview(self) -> Sequence[str]:
        hours = self.cleaned_data["hours"]
        told = ngettext(
            "%(name)s gets %(count)s more hour: %(place)s.",
            "%(name)s gets %(count)s more hours: %(place)s.",
            hours,
        )
        return [told % {**self.who, "count": hours}, _("The end of the round stays the same.")]


class TurnsAction(TournamentAction):
    """Asks for any number of tables whose games wait for somebody."""

    tables = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Tables"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": gettext_lazy("One of these tables is not on the list any more. Choose again.")
        },
    )

    def prepare(self) -> None:
        self.turns = {table: turn for table, turn in turns_of(self.of).items() if self.is_meant(turn)}
        seated = seated_at(chairs_by_table(self.of, (TableState.RUNNING,)), self.by)
        self.places = {table: place_words(chairs[0]) for table, chairs in seated.items() if table in self.turns}
        found = sorted(self.places, key=lambda table: self.turns[table].need)
        self.offer("tables", [(str(table), self._words(table)) for table in found], nothing=_("No table is waiting."))

    def is_meant(self, turn: TableTurn) -> bool:
        raise NotImplementedError

    def _words(self, table: int) -> str:
        turn = self.turns[table]
        said = f"{self.places[table]}: {turn_words(turn)}"
        return f"{said}, {_('until %(at)s') % {'at': moment(turn.until)}}" if turn.until else said

    def chosen(self) -> list[str]:
        return [
            f"{self.places[table]}: {turn_words(self.turns[table])}"
            for table in self.places
            if table in self.cleaned_data["tables"]
        ]


def turn_words(turn: TableTurn) -> str:
    """Whose move it is, as everybody may know it."""
    if turn.is_hidden:
        return _("a hidden decision")
    return ", ".join(one.name for one in turn.asked)


class Remind(TurnsAction):
    slug = "remind"
    title = gettext_lazy("Remind players")
    about = gettext_lazy("An email to everyone whose move it is at the chosen tables, once a day for each table.")
    service = staticmethod(services.remind)

    def prepare(self) -> None:
        self.lately = services.reminded_lately(self.of, now())
        super().prepare()
        reason = self.fields["reason"]
        reason.label = gettext_lazy("Message")
        reason.initial = _("Please make your move, so that the round can go on.")

    def is_meant(self, turn: TableTurn) -> bool:
        return bool(turn.reminded) and turn.table not in self.lately

    def preview(self) -> Sequence[str]:
        chosen = [self.turns[table] for table in self.cleaned_data["tables"]]
        people = len({user for turn in chosen for user in turn.reminded})
        told = ngettext("%(count)s player gets an email.", "%(count)s players get an email.", people)
        hidden = [_("If the decision is hidden, everyone at the table gets the email.")]
        return [*self.chosen(), told % {"count": people}, *(hidden if any(one.is_hidden for one in chosen) else [])]


class Extend(TurnsAction):
    slug = "extend"
    title = gettext_lazy("Extend deadlines")
    about = gettext_lazy(
        "More time for everyone whose move it is at the chosen tables. The end of the round stays the same."
    )
    service = staticmethod(services.extend)

    hours = forms.IntegerField(label=gettext_lazy("Hours"), min_value=1, max_value=720, initial=24)

    def is_meant(self, turn: TableTurn) -> bool:
        return bool(turn.asked) and turn.until is not None

    def arguments(self) -> dict[str, Any]:
        return {"tables": self.cleaned_data["tables"], "by": timedelta(hours=self.cleaned_data["hours"])}

    def preview(self) -> Sequence[str]:
        hours = self.cleaned_data["hours"]
        told = ngettext("Each gets %(count)s more hour.", "Each gets %(count)s more hours.", hours)
        return [*self.chosen(), told % {"count": hours}, _("The end of the round stays the same.")]


class Substitute(SeatAction):
    slug = "substitute"
    title = gettext_lazy("Add substitute")
    about = gettext_lazy("Another player takes over a seat permanently.")
    is_grave = True
    service = staticmethod(services.substitute)

    name = PlayerField(gettext_lazy("Substitute"))

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), "name": self.cleaned_data["name"]}

    def preview(self) -> Sequence[str]:
        values = {**self.who, "other": self.cleaned_data["name"]}
        counts = {
            Substitutes.ENTRANT: _("The substitute's results count for %(name)s."),
            Substitutes.SUBSTITUTE: _(
                "%(other)s takes over the place of %(name)s in the tournament and in all running games."
            ),
            Substitutes.NOBODY: _("%(name)s comes last in this game; the substitute gets no points."),
        }[self.of.plan.rule.substitutes]
        return [_("%(other)s takes over the seat of %(name)s: %(place)s.") % values, counts % values]
