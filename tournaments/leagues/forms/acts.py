"""What directors do in a league, as forms."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.lobby.forms.choices import pace_choices
from games.models.clock import PACES
from games.options.table_words import pace_words
from notices.mail.times import moment
from tournaments.desk.forms.acts import ReasonedForm
from tournaments.desk.forms.fields import PlayerField, moment_field
from tournaments.events.services.halting import halt_in
from tournaments.leagues.services import directing
from tournaments.models import League, Season, SeasonState

KEPT = "kept"
"""The choice of a pace that is none of the offered ones."""


class LeagueActForm(ReasonedForm):
    """An act on a league."""

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        self.league = league
        self.season: Season | None = league.seasons.filter(state=SeasonState.OPEN).first()
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("Everybody reads it in the log of the league.")

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        """Whether the league stands so that this can be done; `season` is the one that takes entries."""
        return season is not None

    @property
    def words(self) -> dict[str, Any]:
        return {"league_id": self.league.pk, **super().words}

    @property
    def told(self) -> str:
        """To how many people a mail goes."""
        count = self.season.players.count() if self.season else 0
        return ngettext(
            "%(count)s player who has signed up gets a mail, and the directors.",
            "%(count)s players who have signed up get a mail, and the directors.",
            count,
        ) % {"count": count}


class ChangeForm(LeagueActForm):
    """What the league states."""

    title: ClassVar = gettext_lazy("Change the terms of the league")
    about: ClassVar = gettext_lazy("Its name and words, the pace, and how long seasons and the time between them are.")

    name = forms.CharField(label=gettext_lazy("Name"), max_length=50)
    text = forms.CharField(
        label=gettext_lazy("About"), max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    pace = forms.ChoiceField(label=gettext_lazy("Pace"), choices=pace_choices)
    season_days = forms.IntegerField(label=gettext_lazy("Days of a season"), min_value=7, max_value=365)
    pause_days = forms.IntegerField(label=gettext_lazy("Days between two seasons"), min_value=0, max_value=90)

    def prepare(self) -> None:
        league, pace = self.league, self.fields["pace"]
        known = next((name for name, (clock, _label) in PACES.items() if clock == league.clock), KEPT)
        if known == KEPT:
            pace.choices = [(KEPT, pace_words(league.clock)), *pace_choices()]  # type: ignore[attr-defined]
        self.initial = {
            "name": league.title,
            "text": league.about,
            "pace": known,
            "season_days": league.season_time.days,
            "pause_days": league.pause.days,
            **self.initial,
        }

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return True

    @property
    def changes(self) -> directing.Changes:
        data = self.cleaned_data
        return directing.Changes(
            data["name"],
            data["text"],
            self.league.clock if data["pace"] == KEPT else PACES[data["pace"]][0],
            timedelta(days=data["season_days"]),
            timedelta(days=data["pause_days"]),
        )

    def follows(self) -> Sequence[str]:
        changes, league = self.changes, self.league
        told = []
        if changes.title != league.title or changes.about != league.about:
            told.append(_("Name and words change at once; groups that are played keep theirs."))
        if changes.clock != league.clock:
            told.append(_("Games of seasons to come are played so: %(pace)s.") % {"pace": pace_words(changes.clock)})
        if changes.season_time != league.season_time:
            told.append(_("Seasons to come last %(days)s days.") % {"days": changes.season_time.days})
        if changes.pause != league.pause:
            told.append(_("Between two seasons to come lie %(days)s days.") % {"days": changes.pause.days})
        if self.season and (changes.clock != league.clock or changes.season_time != league.season_time):
            told.append(self.told)
        return told or [_("Nothing would change.")]

    def perform(self, now: datetime) -> None:
        directing.change(**self.words, changes=self.changes, now=now)


class MoveStartForm(LeagueActForm):
    """The next season starts at another time."""

    title: ClassVar = gettext_lazy("Put off the start")
    about: ClassVar = gettext_lazy("The next season starts later, or earlier, than its page says now.")

    at = moment_field(gettext_lazy("New start"))

    def prepare(self) -> None:
        self.fields["at"].required = True
        if self.season is not None:
            self.initial = {"at": self.season.starts_at + timedelta(days=7), **self.initial}

    def follows(self) -> Sequence[str]:
        at = self.cleaned_data["at"]
        return [
            _("The season starts on %(at)s and ends on %(end)s at the latest.")
            % {"at": moment(at), "end": moment(at + self.league.season_time)},
            self.told,
        ]

    def perform(self, now: datetime) -> None:
        directing.move_start(**self.words, at=self.cleaned_data["at"], now=now)


class CloseEntriesForm(LeagueActForm):
    """Nobody signs up any more."""

    title: ClassVar = gettext_lazy("Close registration")
    about: ClassVar = gettext_lazy("Nobody else signs up for the next season; you can still put players on its list.")

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return season is not None and season.takes_entries

    def follows(self) -> Sequence[str]:
        return [
            _("Nobody signs up any more; whoever is on the list may still sign off."),
            _("The season starts at its time all the same."),
        ]

    def perform(self, now: datetime) -> None:
        directing.close_entries(**self.words, now=now)


class RetrySeasonForm(LeagueActForm):
    """What a season could not do is tried again."""

    title: ClassVar = gettext_lazy("Try again")
    about: ClassVar = gettext_lazy("A season is on hold: try again what failed.")

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return halt_in(league) is not None

    def follows(self) -> Sequence[str]:
        return [_("It is tried again within seconds. If it fails again, this page says so; no further email is sent.")]

    def perform(self, now: datetime) -> None:
        directing.retry(**self.words, now=now)


class OpenEntriesForm(LeagueActForm):
    """People sign up again."""

    title: ClassVar = gettext_lazy("Reopen registration")
    about: ClassVar = gettext_lazy("People sign up again until the season starts.")

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return season is not None and not season.takes_entries

    def follows(self) -> Sequence[str]:
        return [_("People sign up again until the season starts.")]

    def perform(self, now: datetime) -> None:
        directing.open_entries(**self.words, now=now)


class TakeOffForm(LeagueActForm):
    """Somebody does not play the next season."""

    title: ClassVar = gettext_lazy("Take a player off the list")
    about: ClassVar = gettext_lazy(
        "Does not play the next season; only a director can put this player back on the list."
    )
    is_grave: ClassVar = True

    user = forms.ChoiceField(label=gettext_lazy("Player"))

    def prepare(self) -> None:
        rows = self.season.players.exclude(user=self.director).select_related("user") if self.season else ()
        choices = sorted(((str(one.user_id), one.user.name) for one in rows), key=lambda one: one[1].casefold())
        self.fields["user"].choices = choices  # type: ignore[attr-defined]

    def follows(self) -> Sequence[str]:
        named: dict[str, str] = dict(self.fields["user"].choices)  # type: ignore[attr-defined]
        return [
            _("%(name)s does not play the next season and gets a mail with your reason.")
            % {"name": named[self.cleaned_data["user"]]}
        ]

    def perform(self, now: datetime) -> None:
        directing.take_off(**self.words, user_id=int(self.cleaned_data["user"]), now=now)


class PutOnForm(LeagueActForm):
    """Somebody plays the next season."""

    title: ClassVar = gettext_lazy("Put a player on the list")
    about: ClassVar = gettext_lazy("Somebody plays the next season, even after registration was closed.")

    name = PlayerField(gettext_lazy("Name"))

    def follows(self) -> Sequence[str]:
        return [_("%(name)s is on the list of the next season and gets a mail.") % {"name": self.cleaned_data["name"]}]

    def perform(self, now: datetime) -> None:
        directing.put_on(**self.words, name=self.cleaned_data["name"], now=now)


class EndForm(LeagueActForm):
    """No further season follows."""

    title: ClassVar = gettext_lazy("End the league")
    about: ClassVar = gettext_lazy("A season that is played goes on to its end; no other one follows.")
    is_grave: ClassVar = True

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return league.closed_at is None

    def follows(self) -> Sequence[str]:
        told = []
        if self.league.seasons.filter(state=SeasonState.RUNNING).exists():
            told.append(_("The season that is played goes on to its end, and is the last one."))
        if self.season is not None:
            told += [_("Season %(number)s does not take place.") % {"number": self.season.number}, self.told]
        return [*told, _("All its pages stay. A director may take the league up again later.")]

    def perform(self, now: datetime) -> None:
        directing.end(**self.words, now=now)


class TakeUpForm(LeagueActForm):
    """A league that was ended goes on."""

    title: ClassVar = gettext_lazy("Take the league up again")
    about: ClassVar = gettext_lazy("Its next season takes entries.")

    at = moment_field(gettext_lazy("The next season starts"))

    def prepare(self) -> None:
        self.fields["at"].required = True

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return league.closed_at is not None

    def follows(self) -> Sequence[str]:
        if self.league.seasons.filter(state=SeasonState.RUNNING).exists():
            return [_("The league goes on; its next season follows the one that is played, by the calendar.")]
        return [
            _("The next season takes entries and starts on %(at)s.") % {"at": moment(self.cleaned_data["at"])},
            _("Those who played the last season get a mail."),
        ]

    def perform(self, now: datetime) -> None:
        directing.take_up(**self.words, at=self.cleaned_data["at"], now=now)


class AddLeagueDirectorForm(LeagueActForm):
    """Somebody else directs it too."""

    title: ClassVar = gettext_lazy("Add a director")
    about: ClassVar = gettext_lazy("Somebody who may do all that you may: a league should not hang on one person.")

    name = PlayerField(gettext_lazy("Name"))

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return True

    def follows(self) -> Sequence[str]:
        values = {"name": self.cleaned_data["name"]}
        return [
            _("%(name)s may do everything at this desk, also take you away from it.") % values,
            _("%(name)s directs the groups that are played, too.") % values,
        ]

    def perform(self, now: datetime) -> None:
        directing.add_director(**self.words, name=self.cleaned_data["name"], now=now)


class RemoveLeagueDirectorForm(LeagueActForm):
    """Somebody directs it no more."""

    title: ClassVar = gettext_lazy("Remove a director")
    about: ClassVar = gettext_lazy("Somebody no longer directs the league. You may choose yourself.")

    user = forms.ChoiceField(label=gettext_lazy("Director"))

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return True

    def prepare(self) -> None:
        rows = self.league.directors.select_related("user").order_by("pk")
        self.fields["user"].choices = [(str(one.user_id), one.user.name) for one in rows]  # type: ignore[attr-defined]

    def follows(self) -> Sequence[str]:
        if int(self.cleaned_data["user"]) == self.director.pk:
            return [_("You will no longer direct this league, nor be able to open its desk.")]
        named: dict[str, str] = dict(self.fields["user"].choices)  # type: ignore[attr-defined]
        return [
            _("%(name)s will no longer direct this league, nor the groups that are being played.")
            % {"name": named[self.cleaned_data["user"]]}
        ]

    def perform(self, now: datetime) -> None:
        directing.remove_director(**self.words, user_id=int(self.cleaned_data["user"]), now=now)
