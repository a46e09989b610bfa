"""What directors do in a league, as forms."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.lobby.forms import pace_choices
from games.models.clock import PACES
from games.options.table_words import pace_words
from notifications.mail.times import moment
from tournaments.director.forms.acts import ReasonedForm
from tournaments.director.forms.fields import PlayerField, moment_field
from tournaments.leagues.services import directing
from tournaments.lifecycle.services.halting import halt_in
from tournaments.models import League, Season, SeasonState

KEPT = "kept"
"""The choice of a pace that is none of the offered ones."""


class LeagueActForm(ReasonedForm):
    """An act on a league."""

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        self.league = league
        self.season: Season | None = league.seasons.filter(state=SeasonState.OPEN).first()
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("Public in the league log.")

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
            "%(count)s registered player and the directors get an email.",
            "%(count)s registered players and the directors get an email.",
            count,
        ) % {"count": count}


class ChangeForm(LeagueActForm):
    """What the league states."""

    title: ClassVar = gettext_lazy("Change league settings")
    about: ClassVar = gettext_lazy("Name, description, pace, season length and break between seasons.")

    name = forms.CharField(label=gettext_lazy("Name"), max_length=50)
    text = forms.CharField(
        label=gettext_lazy("About"), max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    pace = forms.ChoiceField(label=gettext_lazy("Pace"), choices=pace_choices)
    season_days = forms.IntegerField(label=gettext_lazy("Season length in days"), min_value=7, max_value=365)
    pause_days = forms.IntegerField(label=gettext_lazy("Break between seasons, in days"), min_value=0, max_value=90)

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
            told.append(_("Name and description change immediately; running groups keep theirs."))
        if changes.clock != league.clock:
            told.append(_("Games of future seasons use this pace: %(pace)s.") % {"pace": pace_words(changes.clock)})
        if changes.season_time != league.season_time:
            told.append(_("Future seasons last %(days)s days.") % {"days": changes.season_time.days})
        if changes.pause != league.pause:
            told.append(_("Breaks between future seasons last %(days)s days.") % {"days": changes.pause.days})
        if self.season and (changes.clock != league.clock or changes.season_time != league.season_time):
            told.append(self.told)
        return told or [_("Nothing would change.")]

    def perform(self, now: datetime) -> None:
        directing.change(**self.words, changes=self.changes, now=now)


class MoveStartForm(LeagueActForm):
    """The next season starts at another time."""

    title: ClassVar = gettext_lazy("Change start")
    about: ClassVar = gettext_lazy("Start the next season later or earlier than its page says now.")

    at = moment_field(gettext_lazy("New start"))

    def prepare(self) -> None:
        self.fields["at"].required = True
        if self.season is not None:
            self.initial = {"at": self.season.starts_at + timedelta(days=7), **self.initial}

    def follows(self) -> Sequence[str]:
        at = self.cleaned_data["at"]
        return [
            _("The season starts on %(at)s and ends by %(end)s.")
            % {"at": moment(at), "end": moment(at + self.league.season_time)},
            self.told,
        ]

    def perform(self, now: datetime) -> None:
        directing.move_start(**self.words, at=self.cleaned_data["at"], now=now)


class CloseEntriesForm(LeagueActForm):
    """Nobody signs up any more."""

    title: ClassVar = gettext_lazy("Close registration")
    about: ClassVar = gettext_lazy("No new registrations for the next season. You can still add players yourself.")

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return season is not None and season.takes_entries

    def follows(self) -> Sequence[str]:
        return [
            _("No new registrations. Registered players can still withdraw."),
            _("The season still starts on time."),
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
    about: ClassVar = gettext_lazy("Players can register again until the season starts.")

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return season is not None and not season.takes_entries

    def follows(self) -> Sequence[str]:
        return [_("Players can register again until the season starts.")]

    def perform(self, now: datetime) -> None:
        directing.open_entries(**self.words, now=now)


class TakeOffForm(LeagueActForm):
    """Somebody does not play the next season."""

    title: ClassVar = gettext_lazy("Remove from season")
    about: ClassVar = gettext_lazy("Does not play the next season. Only a director can add this player again.")
    is_grave: ClassVar = True

    user = forms.ChoiceField(label=gettext_lazy("Player"))

    def prepare(self) -> None:
        rows = self.season.players.exclude(user=self.director).select_related("user") if self.season else ()
        choices = sorted(((str(one.user_id), one.user.name) for one in rows), key=lambda one: one[1].casefold())
        self.fields["user"].choices = choices  # type: ignore[attr-defined]

    def follows(self) -> Sequence[str]:
        named: dict[str, str] = dict(self.fields["user"].choices)  # type: ignore[attr-defined]
        return [
            _("%(name)s does not play the next season and gets an email with your reason.")
            % {"name": named[self.cleaned_data["user"]]}
        ]

    def perform(self, now: datetime) -> None:
        directing.take_off(**self.words, user_id=int(self.cleaned_data["user"]), now=now)


class PutOnForm(LeagueActForm):
    """Somebody plays the next season."""

    title: ClassVar = gettext_lazy("Add to season")
    about: ClassVar = gettext_lazy("Add a player to the next season, even after registration has closed.")

    name = PlayerField(gettext_lazy("Name"))

    def follows(self) -> Sequence[str]:
        return [
            _("%(name)s is registered for the next season and gets an email.") % {"name": self.cleaned_data["name"]}
        ]

    def perform(self, now: datetime) -> None:
        directing.put_on(**self.words, name=self.cleaned_data["name"], now=now)


class EndForm(LeagueActForm):
    """No further season follows."""

    title: ClassVar = gettext_lazy("End league")
    about: ClassVar = gettext_lazy("The current season is played to its end. There are no more seasons after it.")
    is_grave: ClassVar = True

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return league.closed_at is None

    def follows(self) -> Sequence[str]:
        told = []
        if self.league.seasons.filter(state=SeasonState.RUNNING).exists():
            told.append(_("The current season is played to its end and is the last one."))
        if self.season is not None:
            told += [_("Season %(number)s is cancelled.") % {"number": self.season.number}, self.told]
        return [*told, _("All its pages stay. A director can reopen the league later.")]

    def perform(self, now: datetime) -> None:
        directing.end(**self.words, now=now)


class TakeUpForm(LeagueActForm):
    """A league that was ended goes on."""

    title: ClassVar = gettext_lazy("Reopen league")
    about: ClassVar = gettext_lazy("Registration for the next season opens.")

    at = moment_field(gettext_lazy("Start of the next season"))

    def prepare(self) -> None:
        self.fields["at"].required = True

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return league.closed_at is not None

    def follows(self) -> Sequence[str]:
        if self.league.seasons.filter(state=SeasonState.RUNNING).exists():
            return [_("The league continues. Its next season follows the current one on schedule.")]
        return [
            _("The next season opens for registration and starts on %(at)s.") % {"at": moment(self.cleaned_data["at"])},
            _("Players of the last season get an email."),
        ]

    def perform(self, now: datetime) -> None:
        directing.take_up(**self.words, at=self.cleaned_data["at"], now=now)


class AddLeagueDirectorForm(LeagueActForm):
    """Somebody else directs it too."""

    title: ClassVar = gettext_lazy("Add director")
    about: ClassVar = gettext_lazy(
        "Someone with the same rights as you, so that the league does not depend on one person."
    )

    name = PlayerField(gettext_lazy("Name"))

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return True

    def follows(self) -> Sequence[str]:
        values = {"name": self.cleaned_data["name"]}
        return [
            _("%(name)s can do everything here, including removing you as a director.") % values,
            _("%(name)s also directs the running groups.") % values,
        ]

    def perform(self, now: datetime) -> None:
        directing.add_director(**self.words, name=self.cleaned_data["name"], now=now)


class RemoveLeagueDirectorForm(LeagueActForm):
    """Somebody directs it no more."""

    title: ClassVar = gettext_lazy("Remove director")
    about: ClassVar = gettext_lazy("Remove a director from the league. You can also remove yourself.")

    user = forms.ChoiceField(label=gettext_lazy("Director"))

    @classmethod
    def is_possible(cls, league: League, season: Season | None) -> bool:
        return True

    def prepare(self) -> None:
        rows = self.league.directors.select_related("user").order_by("pk")
        self.fields["user"].choices = [(str(one.user_id), one.user.name) for one in rows]  # type: ignore[attr-defined]

    def follows(self) -> Sequence[str]:
        if int(self.cleaned_data["user"]) == self.director.pk:
            return [_("You will no longer direct this league or have access to this page.")]
        named: dict[str, str] = dict(self.fields["user"].choices)  # type: ignore[attr-defined]
        return [
            _("%(name)s will no longer direct this league or its running groups.")
            % {"name": named[self.cleaned_data["user"]]}
        ]

    def perform(self, now: datetime) -> None:
        directing.remove_director(**self.words, user_id=int(self.cleaned_data["user"]), now=now)
