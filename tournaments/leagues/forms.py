"""What directors of leagues fill in: a new league, and the actions in one, in the order in which its page offers them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Any

from django import forms
from django.utils.timezone import now
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from actions import Groups, by_slug
from games.lobby.forms import NightsField, PaceField, VacationField, pace_choices
from games.models.clock import PACES, pace_name
from games.options.table_words import leave_words, pace_words
from notifications.mail.times import moment
from tournaments.director.actions.base import (
    DirectorAction,
    FormerDirector,
    NewDirector,
    PlayerField,
    TryAgain,
    moment_field,
)
from tournaments.director.games_form import GamesForm
from tournaments.leagues.services import directing
from tournaments.leagues.services.leagues import LeagueTerms
from tournaments.lifecycle.services.clockwork import halt_in
from tournaments.models import League, Season, SeasonState

KEPT = "kept"
"""The choice of a pace that is none of the offered ones."""


class LeagueAction(DirectorAction):
    of: League
    key = "league_id"
    only_if = staticmethod(lambda of, now: of.open_season is not None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = gettext("Public in the league log.")

    @property
    def season(self) -> Season | None:
        return self.of.open_season

    @property
    def emailed(self) -> str:
        count = self.season.players.count() if self.season else 0
        return ngettext(
            "%(count)s registered player and the directors get an email.",
            "%(count)s registered players and the directors get an email.",
            count,
        ) % {"count": count}


class ChangeLeague(LeagueAction):
    slug = "change"
    title = gettext_lazy("Change league settings")
    about = gettext_lazy("Name, description, pace, sleep, vacation, season length and break between seasons.")
    only_if = staticmethod(lambda of, now: True)
    service = staticmethod(directing.change)
    keeps_rest = True

    name = forms.CharField(label=gettext_lazy("Name"), max_length=50)
    text = forms.CharField(
        label=gettext_lazy("About"), max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    pace = PaceField(label=gettext_lazy("Pace"), choices=pace_choices)
    nights = NightsField()
    vacation = VacationField()
    season_days = forms.IntegerField(label=gettext_lazy("Season length in days"), min_value=7, max_value=365)
    pause_days = forms.IntegerField(label=gettext_lazy("Break between seasons, in days"), min_value=0, max_value=90)

    def prepare(self) -> None:
        league, pace = self.of, self.fields["pace"]
        known = pace_name(league.clock) or KEPT
        if known == KEPT:
            pace.choices = [(KEPT, pace_words(league.clock)), *pace_choices()]  # type: ignore[attr-defined]
        self.initial = {
            "name": league.title,
            "text": league.about,
            "pace": known,
            "nights": str(league.nights),
            "vacation": league.vacation or "none",
            "season_days": league.season_time.days,
            "pause_days": league.pause.days,
            **self.initial,
        }

    def arguments(self) -> dict[str, Any]:
        return {"changes": self.changes}

    @property
    def changes(self) -> dict[str, Any]:
        data = self.cleaned_data
        pace = self.of.clock if data["pace"] == KEPT else PACES[data["pace"]][0]
        return {
            "title": data["name"],
            "about": data["text"],
            "clock": replace(pace, nights=data["nights"] or 0, vacation=data["vacation"]),
            "season_time": timedelta(days=data["season_days"]),
            "pause": timedelta(days=data["pause_days"]),
        }

    def preview(self) -> Sequence[str]:
        new = {name: value for name, value in self.changes.items() if getattr(self.of, name) != value}
        told = []
        if {"title", "about"} & new.keys():
            told.append(gettext("Name and description change immediately; running groups keep theirs."))
        if "clock" in new:
            told.append(
                gettext("Games of future seasons use this pace: %(pace)s.") % {"pace": pace_words(new["clock"])}
            )
            told += leave_words(new["clock"])
        if "season_time" in new:
            told.append(gettext("Future seasons last %(days)s days.") % {"days": new["season_time"].days})
        if "pause" in new:
            told.append(gettext("Breaks between future seasons last %(days)s days.") % {"days": new["pause"].days})
        if self.season and {"clock", "season_time"} & new.keys():
            told.append(self.emailed)
        return told or [gettext("Nothing would change.")]


class MoveStart(LeagueAction):
    slug = "put-off"
    title = gettext_lazy("Change start")
    about = gettext_lazy("Start the next season later or earlier than its page says now.")
    service = staticmethod(directing.move_start)

    at = moment_field(gettext_lazy("New start"), required=True)

    def prepare(self) -> None:
        if self.season is not None:
            self.initial = {"at": self.season.starts_at + timedelta(days=7), **self.initial}

    def preview(self) -> Sequence[str]:
        at = self.cleaned_data["at"]
        return [
            gettext("The season starts on %(at)s and ends by %(end)s.")
            % {"at": moment(at), "end": moment(at + self.of.season_time)},
            self.emailed,
        ]


class CloseSignup(LeagueAction):
    slug = "close"
    title = gettext_lazy("Close registration")
    about = gettext_lazy("No new registrations for the next season. You can still add players yourself.")
    service = staticmethod(directing.close_entries)
    only_if = staticmethod(lambda of, now: of.open_season is not None and of.open_season.takes_entries)

    will = (
        gettext_lazy("No new registrations. Registered players can still withdraw."),
        gettext_lazy("The season still starts on time."),
    )


class RetrySeason(TryAgain, LeagueAction):
    about = gettext_lazy("A season is on hold: try again what failed.")
    service = staticmethod(directing.retry)
    only_if = staticmethod(lambda of, now: halt_in(of) is not None)


class ReopenSignup(LeagueAction):
    slug = "reopen"
    title = gettext_lazy("Reopen registration")
    about = gettext_lazy("Players can register again until the season starts.")
    service = staticmethod(directing.open_entries)
    only_if = staticmethod(lambda of, now: of.open_season is not None and not of.open_season.takes_entries)

    will = (gettext_lazy("Players can register again until the season starts."),)


class TakeOff(LeagueAction):
    slug = "take-off"
    title = gettext_lazy("Remove from season")
    about = gettext_lazy("Does not play the next season. Only a director can add this player again.")
    is_grave = True
    service = staticmethod(directing.take_off)

    user = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)

    def prepare(self) -> None:
        rows = self.season.players.exclude(user=self.by).select_related("user") if self.season else ()
        choices = sorted(((str(one.user_id), one.user.name) for one in rows), key=lambda one: one[1].casefold())
        self.fields["user"].choices = choices  # type: ignore[attr-defined]

    def preview(self) -> Sequence[str]:
        told = gettext("%(name)s does not play the next season and gets an email with your reason.")
        return [told % {"name": self.label_of("user")}]


class PutOn(LeagueAction):
    slug = "put-on"
    title = gettext_lazy("Add to season")
    about = gettext_lazy("Add a player to the next season, even after registration has closed.")
    service = staticmethod(directing.put_on)

    name = PlayerField(gettext_lazy("Name"))

    def preview(self) -> Sequence[str]:
        return [
            gettext("%(name)s is registered for the next season and gets an email.")
            % {"name": self.cleaned_data["name"]}
        ]


class EndLeague(LeagueAction):
    slug = "end"
    title = gettext_lazy("End league")
    about = gettext_lazy("The current season is played to its end. There are no more seasons after it.")
    is_grave = True
    service = staticmethod(directing.end)
    only_if = staticmethod(lambda of, now: of.closed_at is None)

    def preview(self) -> Sequence[str]:
        told = []
        if self.of.seasons.filter(state=SeasonState.RUNNING).exists():
            told.append(gettext("The current season is played to its end and is the last one."))
        if self.season is not None:
            told += [gettext("Season %(number)s is cancelled.") % {"number": self.season.number}, self.emailed]
        return [*told, gettext("All its pages stay. A director can reopen the league later.")]


class TakeUp(LeagueAction):
    slug = "take-up"
    title = gettext_lazy("Reopen league")
    about = gettext_lazy("Registration for the next season opens.")
    service = staticmethod(directing.take_up)

    at = moment_field(gettext_lazy("Start of the next season"), required=True)

    only_if = staticmethod(lambda of, now: of.closed_at is not None)

    def preview(self) -> Sequence[str]:
        if self.of.seasons.filter(state=SeasonState.RUNNING).exists():
            return [gettext("The league continues. Its next season follows the current one on schedule.")]
        return [
            gettext("The next season opens for registration and starts on %(at)s.")
            % {"at": moment(self.cleaned_data["at"])},
            gettext("Players of the last season get an email."),
        ]


class AddLeagueDirector(NewDirector, LeagueAction):
    about = gettext_lazy("Someone with the same rights as you, so that the league does not depend on one person.")
    only_if = staticmethod(lambda of, now: True)
    will = (*NewDirector.will, gettext_lazy("%(name)s also directs the running groups."))
    service = staticmethod(directing.add_director)


class RemoveLeagueDirector(FormerDirector, LeagueAction):
    about = gettext_lazy("Remove a director from the league. You can also remove yourself.")
    only_if = staticmethod(lambda of, now: True)
    own = gettext_lazy("You will no longer direct this league or have access to this page.")
    other = gettext_lazy("%(name)s will no longer direct this league or its running groups.")
    service = staticmethod(directing.remove_director)


GROUPS: Groups = (
    (gettext_lazy("Next season"), (RetrySeason, MoveStart, CloseSignup, ReopenSignup, TakeOff, PutOn)),
    (gettext_lazy("League"), (ChangeLeague, EndLeague, TakeUp)),
    (gettext_lazy("Directors"), (AddLeagueDirector, RemoveLeagueDirector)),
)
ACTIONS = by_slug(chain.from_iterable(actions for _heading, actions in GROUPS))


FIRST = ("title", "starts_at", "about")
"""What does not unfold."""


class LeagueForm(GamesForm):
    """Name and first day; the rest has values of its own."""

    field_order = (*FIRST, "in_pairs")

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
    pace = PaceField(label=_("Pace"), choices=pace_choices, initial="2d", required=False)
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
        self.read_options(2 if data["in_pairs"] else 4)
        if self.errors:
            return data
        if data["starts_at"] <= now():
            self.add_error(
                "starts_at", forms.ValidationError(_("The start is in the past. Choose a later time."), code="bad_plan")
            )
            return data
        stated = {name: data[name] for name in ("title", "starts_at", "about", "is_rated", "in_pairs")}
        stated |= {name: data[name] for name in ("group_size", "games", "up", "down") if data[name]}
        days = {"season_time": data["season_days"], "pause": data["pause_days"]}
        stated |= {name: timedelta(days=number) for name, number in days.items() if number is not None}
        self.terms = LeagueTerms(options=self.options, clock=self.clock, **stated)
        return data

    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in FIRST]

    def more(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in FIRST]
