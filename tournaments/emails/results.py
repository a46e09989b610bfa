"""Emails about the end of a tournament, for players and directors, and about its course, for followers."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.kinds import Letter, Sample
from notifications.mail.times import moment
from notifications.models import Notification
from tournaments.lifecycle.notifications import PLAYED_ON, STARTED, TournamentNotification, number_in
from tournaments.models import Follow, Reach, Round, Standing, Tournament, TournamentState

from . import BEST, FOLLOWED, NOW, TournamentEmail, letter, ranking, terms, url_of
from .rounds import open_round


class TournamentOver(TournamentEmail):
    """`early`: too few were left for all that was to follow."""

    name = TournamentNotification.TOURNAMENT_OVER.value
    label = gettext_lazy("the tournament has finished")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        ended = [TournamentState.FINISHED, TournamentState.ABANDONED]
        rows = Tournament.objects.filter(pk=number_in(notification.subject), state__in=ended)
        return "" if rows.exists() else "not over"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        user, lines = notifications[-1].user_id, Standing.objects.filter(tournament=tournament)
        return {
            "place": lines.filter(entry__user=user).values_list("place", flat=True).first(),
            "of": lines.count(),
            "best": _best(tournament),
            "was_abandoned": tournament.state == TournamentState.ABANDONED,
            "plays": tournament.entries.filter(user=user).exists(),
            "early": tournament.acts.filter(kind="finished", data__early=True).exists(),
        }

    def letter(
        self,
        tournament: Tournament,
        *,
        place: int | None,
        of: int,
        best: Sequence[str],
        was_abandoned: bool,
        plays: bool = True,
        early: bool = False,
    ) -> Letter:
        if was_abandoned:
            heading, lead = (
                _("The tournament was cancelled"),
                _("The directors cancelled it. See the log for the reason."),
            )
            action, url = _("Open log"), f"{url_of(tournament)}log/"
        else:
            heading = _("The tournament has finished")
            lead = _("Thank you for playing.") if plays else _("It has finished. Thank you for directing it.")
            if early:
                lead = _("Too few players were left for another round, so the standings are final. Thank you.")
            action, url = _("View final standings"), f"{url_of(tournament)}standings/"
        if place is not None:
            lead = _("Your place: %(place)s of %(of)s.") % {"place": place, "of": of} + f" {lead}"
        note = _("Tournament log fingerprint: %(head)s. Save it to prove later that the log was not changed.")
        parts = [ranking(_("Top players"), best)]
        return letter(tournament, heading, lead, action, url, parts=parts, note=note % {"head": tournament.head})

    def samples(self) -> Iterable[Sample]:
        best = ["1. Clara", "2. Anna", "3. Boris"]
        yield self.sample("tournament-over", place=2, of=16, best=best, was_abandoned=False)
        yield self.sample("tournament-abandoned", place=None, of=0, best=[], was_abandoned=True)


class Followed(TournamentEmail):
    """What is latest: it has started, `of` is paired, or it is over. `best` are the first of the standings."""

    name = TournamentNotification.FOLLOWED.value
    label = gettext_lazy("a tournament you follow started, paired a round or finished")
    category = FOLLOWED

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """True while the reader follows it without playing, it is public, and nothing newer has happened."""
        tournament = Tournament.objects.filter(pk=number_in(notification.subject), reach=Reach.PUBLIC).first()
        if tournament is None or not Follow.objects.filter(user=notification.user_id, tournament=tournament).exists():
            return "not followed"
        if notification.data["what"] == PLAYED_ON:
            return "" if tournament.is_running and open_round(notification) is not None else "round over"
        if notification.data["what"] == STARTED:
            return "" if tournament.state == TournamentState.RUNNING else "tournament over"
        return "" if tournament.is_over else "not over"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        data = notifications[-1].data
        if not tournament.is_over and data["what"] == PLAYED_ON:
            return {"of": tournament.rounds.get(number=data["round"]), "best": _best(tournament)}
        return {"best": _best(tournament) if tournament.is_over else []}

    def letter(self, tournament: Tournament, *, best: Sequence[str], of: Round | None = None) -> Letter:
        if of is not None:
            values = {"round": of.number, "at": moment(of.deadline_at)}
            return letter(
                tournament,
                _("Round %(round)s is paired") % values,
                _("You follow this tournament. Round %(round)s runs until %(at)s at the latest.") % values,
                _("Open round"),
                f"{url_of(tournament)}rounds/{of.number}/",
                parts=[ranking(_("Current leaders"), best)],
            )
        if not tournament.is_over:
            heading = _("The tournament has started")
            lead = _("You follow this tournament. Its page shows the rounds and standings.")
        elif tournament.state == TournamentState.ABANDONED:
            heading, lead = (
                _("The tournament was cancelled"),
                _("The directors cancelled it. See the log for the reason."),
            )
        else:
            heading, lead = _("The tournament has finished"), _("You follow this tournament.")
        shown = ranking(_("Top players"), best) or terms(tournament)
        return letter(tournament, heading, lead, _("Open tournament"), parts=[shown])

    def samples(self) -> Iterable[Sample]:
        yield self.sample("tournament-followed", best=[])
        of, best = Round(number=2, deadline_at=NOW + timedelta(days=42)), ["1. Clara", "2. Anna", "3. Boris"]
        yield self.sample("tournament-followed-round", of=of, best=best)


EMAILS = (TournamentOver, Followed)


def _best(tournament: Tournament) -> list[str]:
    lines = Standing.objects.filter(tournament=tournament).select_related("entry__user").order_by("order")
    return [f"{one.place}. {one.entry.user.name}" for one in lines[:BEST]]
