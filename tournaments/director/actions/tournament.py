"""Actions on players and directors, on registration and rounds, and on the tournament as a whole."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from actions import Words
from notifications.mail.times import moment
from tournaments.director.actions.base import (
    ANY,
    LIVE,
    FormerDirector,
    NewDirector,
    PlayerField,
    TournamentAction,
    TryAgain,
    moment_field,
)
from tournaments.lifecycle.errors import LifecycleError
from tournaments.lifecycle.services import entering
from tournaments.lifecycle.services.acts import called, course
from tournaments.lifecycle.services.acts.messages import announce
from tournaments.lifecycle.services.clockwork import halt_of
from tournaments.models import EntryState, Tournament, TournamentState
from tournaments.pages.tie_breaks import award
from tournaments.pages.tournament_page import games_of_leaver


class EntryAction(TournamentAction):
    states = LIVE
    entry_states: ClassVar[tuple[EntryState, ...]] = (EntryState.ENTERED, EntryState.WAITING)
    said: ClassVar[Words]

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)

    def prepare(self) -> None:
        rows = self.of.entries.filter(state__in=self.entry_states).select_related("user")
        entries = sorted(((str(entry.pk), entry.user.name) for entry in rows), key=lambda one: one[1].casefold())
        self.fields["entry"].choices = entries  # type: ignore[attr-defined]

    def preview(self) -> Sequence[str]:
        """With what becomes of the games of the chosen player: of those that run, and where that depends on how many are over."""
        running = [_("Running games continue unless you forfeit them.")] if self.of.is_running else []
        number = self.of.entries.get(pk=self.cleaned_data["entry"]).number
        return [str(self.said) % {"name": self.label_of("entry")}, *running, *games_of_leaver(self.of, number)]


class WithdrawPlayer(EntryAction):
    slug = "withdraw"
    title = gettext_lazy("Withdraw player")
    about = gettext_lazy("No longer paired, but may rejoin.")
    said = gettext_lazy("%(name)s is no longer paired and may rejoin.")
    service = staticmethod(course.withdraw)


class RemovePlayer(EntryAction):
    slug = "remove"
    title = gettext_lazy("Remove player")
    about = gettext_lazy("No longer paired; only a director can bring the player back.")
    said = gettext_lazy("%(name)s is no longer paired and cannot rejoin without a director.")
    entry_states = (EntryState.ENTERED, EntryState.WAITING, EntryState.WITHDRAWN)
    is_grave = True
    service = staticmethod(course.remove)


class AddPlayer(TournamentAction):
    slug = "add"
    title = gettext_lazy("Add a player")
    about = gettext_lazy("Register a player by username, regardless of the registration requirements.")
    states = LIVE
    service = staticmethod(course.add)

    name = PlayerField(gettext_lazy("Name"))

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        more = ""
        try:
            known = course.addable(self.of, called(name), self.by)
            if self.of.is_running and (known is None or known.number is None):
                more = _("Open late entry first.") if entering.late_rounds(self.of) else ""
                entering.late_round(self.of)
        except LifecycleError as error:
            raise forms.ValidationError(f"{error} {more}".rstrip(), code=error.code) from error
        return name

    def preview(self) -> Sequence[str]:
        told = [_("%(name)s is registered and gets an email.") % {"name": self.cleaned_data["name"]}]
        if self.of.is_running:
            told.append(_("The first game is in the next round. Missed rounds are scored by the tournament's rules."))
        return told


class AddDirector(NewDirector, TournamentAction):
    about = gettext_lazy("Someone with the same rights as you, so that the tournament does not depend on one person.")
    states = ANY
    service = staticmethod(course.add_director)


class RemoveDirector(FormerDirector, TournamentAction):
    about = gettext_lazy("Remove a director from the tournament. You can also remove yourself.")
    states = ANY
    own = gettext_lazy("You will no longer direct this tournament or have access to this page.")
    other = gettext_lazy("%(name)s will no longer direct this tournament.")
    service = staticmethod(course.remove_director)


def _is_closed(of: Tournament, now: datetime) -> bool:
    return of.closes_at is not None and of.closes_at <= now


class CloseEntries(TournamentAction):
    slug = "close-entries"
    title = gettext_lazy("Close registration")
    about = gettext_lazy("No new registrations; registered players stay.")
    states = (TournamentState.OPEN,)
    will = (
        gettext_lazy("No new registrations. You can still add players yourself."),
        gettext_lazy("The tournament starts as planned. You can reopen registration until then."),
    )
    service = staticmethod(course.close_entries)
    only_if = staticmethod(lambda of, now: not _is_closed(of, now))


class ReopenEntries(TournamentAction):
    slug = "reopen-entries"
    title = gettext_lazy("Reopen registration")
    about = gettext_lazy("Players can register again until the tournament starts.")
    states = (TournamentState.OPEN,)
    will = (gettext_lazy("Players can register again until the tournament starts."),)
    service = staticmethod(course.reopen_entries)
    only_if = staticmethod(_is_closed)


class OpenLateEntry(TournamentAction):
    slug = "late-entry"
    title = gettext_lazy("Open late entry")
    about = gettext_lazy("Players can still join a running Swiss, by registering or added by you.")
    service = staticmethod(course.open_late_entry)
    only_if = staticmethod(lambda of, now: bool(entering.late_rounds(of)))

    until = forms.TypedChoiceField(label=gettext_lazy("Until round"), coerce=int)

    def prepare(self) -> None:
        self.fields["until"].choices = [(str(one), str(one)) for one in entering.late_rounds(self.of)]  # type: ignore[attr-defined]

    def preview(self) -> Sequence[str]:
        first, late = 1 + self.of.rounds.count(), self.of.plan.late
        values = {"first": first, "until": self.cleaned_data["until"], "points": award(late.points, self.of.plan)}
        return [
            _("Players can join until round %(until)s is paired. New players start in round %(first)s.") % values,
            _("Each missed round is worth %(points)s, as the tournament's rules say.") % values,
            _("All registered players get an email."),
        ]


class MoveDeadline(TournamentAction):
    slug = "deadline"
    title = gettext_lazy("Change deadline")
    about = gettext_lazy("End a round later or earlier.")
    service = staticmethod(course.move_deadline)

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    at = moment_field(gettext_lazy("New end of the round"), required=True)

    def prepare(self) -> None:
        rounds = self.of.open_rounds
        self.fields["round"].choices = [  # type: ignore[attr-defined]
            (str(one.number), _("Round %(round)s, until %(at)s") % {"round": one.number, "at": moment(one.deadline_at)})
            for one in rounds
        ]
        if len(rounds) == 1:  # the time of one round would be wrong for another
            self.fields["at"].initial = rounds[0].deadline_at

    def arguments(self) -> dict[str, Any]:
        return {"number": self.cleaned_data["round"], "at": self.cleaned_data["at"]}

    def preview(self) -> Sequence[str]:
        values = {"round": self.cleaned_data["round"], "at": moment(self.cleaned_data["at"])}
        return [
            _("Round %(round)s ends on %(at)s.") % values,
            _("The clocks of its games do not change. Players still playing get a reminder before the new end."),
        ]


class Pause(TournamentAction):
    slug = "pause"
    title = gettext_lazy("Pause tournament")
    about = gettext_lazy("All clocks stop, and no deadline passes until you resume.")
    will = (
        gettext_lazy("The clocks of all its games stop, and no new game starts."),
        gettext_lazy("When it resumes, all deadlines move by the length of the pause."),
    )
    service = staticmethod(course.pause)
    only_if = staticmethod(lambda of, now: of.paused_at is None)


class Resume(TournamentAction):
    slug = "resume"
    title = gettext_lazy("Resume tournament")
    about = gettext_lazy("All clocks resume with the time they had left.")
    will = (gettext_lazy("All clocks resume with the time they had left. Deadlines move by the length of the pause."),)
    service = staticmethod(course.resume)
    only_if = staticmethod(lambda of, now: of.paused_at is not None)


class Retry(TryAgain, TournamentAction):
    about = gettext_lazy("The tournament is on hold: try again what failed.")
    states = LIVE
    service = staticmethod(course.retry)
    only_if = staticmethod(lambda of, now: halt_of(of, now) is not None)


class Abandon(TournamentAction):
    slug = "abandon"
    title = gettext_lazy("Cancel tournament")
    about = gettext_lazy("There are no more rounds. You decide whether the games played so far count.")
    states = (TournamentState.DRAFT, *LIVE)
    is_grave = True
    service = staticmethod(course.abandon)

    results = forms.ChoiceField(
        label=gettext_lazy("Games played so far"),
        choices=[
            ("yes", gettext_lazy("count: the current standings are final")),
            ("no", gettext_lazy("do not count: all tables are voided")),
        ],
        initial="yes",
        widget=forms.RadioSelect,
    )

    def arguments(self) -> dict[str, Any]:
        return {"with_results": self.cleaned_data["results"] == "yes"}

    def preview(self) -> Sequence[str]:
        told = [_("There are no more rounds. Running games end and are voided.")]
        if self.cleaned_data["results"] == "no":
            told.append(_("Finished games are voided too and drop out of the ratings at the next recalculation."))
        return [*told, _("All registered players get an email."), _("This cannot be undone.")]


class Announce(TournamentAction):
    slug = "announce"
    title = gettext_lazy("Email all players")
    about = gettext_lazy("An email to all registered players and the waiting list, at most three times a day.")
    states = ANY
    service = staticmethod(announce)

    def prepare(self) -> None:
        reason = self.fields["reason"]
        reason.label = gettext_lazy("Message")
        reason.error_messages["required"] = gettext_lazy("Your message is empty. Write what the players should know.")
        reason.help_text = gettext_lazy(
            "Also published in the tournament log. Do not reveal positions of running games."
        )

    def preview(self) -> Sequence[str]:
        people = self.of.entries.filter(state__in=[EntryState.ENTERED, EntryState.WAITING]).count()
        return [_("%(count)s people get an email, unless they have turned these emails off.") % {"count": people}]
