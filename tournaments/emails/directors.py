"""Messages and decisions of directors, and messages to them."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from notifications.kinds import Letter, NoLongerTrue, Sample
from notifications.mail.blocks import Block, Heading, Items, Lines
from notifications.mail.compose import absolute
from notifications.mail.times import moment
from notifications.models import Notification
from tournaments.lifecycle.notifications import TournamentNotification, number_in
from tournaments.lifecycle.turns import turns_of
from tournaments.models import About, Act, Entry, EntryState, HiddenRatings, Report, Tournament
from tournaments.pages.acts import act_lines
from tournaments.rated.correcting import RatingShift, shift_lines

from . import ANNOUNCEMENTS, NOW, TournamentEmail, letter, paragraphs, part, url_of


class ByDirectors(TournamentEmail):
    overtakes = False
    """A later message does not say an earlier one."""


class Announced(ByDirectors):
    """`said` are names of directors and what each has written, the oldest first."""

    name = TournamentNotification.ANNOUNCED.value
    label = gettext_lazy("a message from the directors")
    category = ANNOUNCEMENTS

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        return "" if _acts([notification]).exclude(reason="").exists() else "erased"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        acts = _acts(notifications).exclude(reason="")
        said = [(act.by.name if act.by else "", act.reason) for act in acts]
        if not said:
            raise NoLongerTrue("erased")
        return {"said": said}

    def letter(self, tournament: Tournament, *, said: Sequence[tuple[str, str]]) -> Letter:
        return letter(
            tournament,
            _("Message from the directors"),
            _("%(name)s writes to all players:") % {"name": _names(by for by, _text in said)},
            _("Open tournament"),
            said=[Lines(paragraphs(text)) for _by, text in said],
        )

    def samples(self) -> Iterable[Sample]:
        text = "The site is away on Saturday from noon to two.\nThe tournament stands still then."
        yield self.sample("announcement", said=[("Boris", text)])


class Decided(ByDirectors):
    """Decisions about the reader or their games: `said` are sentences of the log with their reasons."""

    name = TournamentNotification.DECIDED.value
    label = gettext_lazy("a director decided about you or your game")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """True while its reason is not deleted and, for a pause or a removal, while that lasts."""
        act = _acts([notification]).first()
        if act is None or (act.by_id is not None and not act.reason):
            return "erased"
        entries = Entry.objects.filter(tournament=act.tournament_id, user=notification.user_id)
        still = {
            "paused": Tournament.objects.filter(pk=act.tournament_id, paused_at__isnull=False),
            "withdrawn": entries.filter(state=EntryState.WITHDRAWN),
            "removed": entries.filter(state=EntryState.REMOVED),
        }.get(act.kind)
        return "" if still is None or still.exists() else "changed since"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        acts = list(_acts(notifications))
        lines = act_lines(tournament, acts, for_directors=False)
        ratings = (_ratings(act, notifications[-1].user_id) for act in acts)
        said = [(line.says, "\n".join([line.reason, *of])) for line, of in zip(lines, ratings, strict=True)]
        return {"names": [act.by.name for act in acts if act.by], "said": said}

    def letter(self, tournament: Tournament, *, names: Sequence[str], said: Sequence[tuple[str, str]]) -> Letter:
        url = url_of(tournament)
        if not names:  # it came about by itself: whoever directed it has deleted the account
            lead = _(
                "No director was left, so the site team takes over. It runs automatically; the director's page "
                "shows what needs attention."
            )
            heading = _("You now direct this tournament")
            return letter(tournament, heading, lead, _("Open director's page"), f"{url}manage/")
        lead = _("%(name)s made a decision as tournament director; the reason is below.")
        answer = _("Write to the directors: %(url)s") % {"url": f"{url}report/"}
        blocks: list[Block] = [block for says, reason in said for block in (Heading(says), Items(paragraphs(reason)))]
        return letter(
            tournament,
            _("Decision of the directors"),
            lead % {"name": _names(names)},
            _("Open log"),
            f"{url}log/",
            parts=[part(_("If you disagree"), [answer], has_urls=True)],
            said=blocks,
        )

    def samples(self) -> Iterable[Sample]:
        says = "Extra time given: Anna, round 2, table 3; 2 days."
        said = [(says, "She was in hospital from Monday to Wednesday.")]
        yield self.sample("decision", names=["Boris"], said=said)


class TurnReminder(ByDirectors):
    """The directors remind those whose move it is at a table, or may be: `said` are the tables with the words of the directors."""

    name = TournamentNotification.TURN.value
    label = gettext_lazy("the directors remind you of your move")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        act = _acts([notification]).exclude(reason="").first()
        if act is None:
            return "erased"
        turn = turns_of(act.tournament, act.data["pk"]).get(act.data["pk"])
        return "" if turn is not None and notification.user_id in turn.reminded else "answered"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        acts = list(_acts(notifications).exclude(reason=""))
        turns = turns_of(tournament, *(act.data["pk"] for act in acts))
        found = [(act, turns[act.data["pk"]]) for act in acts if act.data["pk"] in turns]
        if not found:
            raise NoLongerTrue("answered")
        return {
            "names": [act.by.name for act in acts if act.by],
            "until": min((turn.until for _act, turn in found if turn.until is not None), default=None),
            "said": [(_("Round %(round)s, table %(table)s") % act.data, act.reason) for act, _turn in found],
            "url": absolute(reverse("games:game", args=[found[0][1].game])),
        }

    def letter(
        self,
        tournament: Tournament,
        *,
        names: Sequence[str],
        until: datetime | None,
        said: Sequence[tuple[str, str]],
        url: str,
    ) -> Letter:
        lead = _("%(name)s reminds you as tournament director: your table is waiting for a move.")
        lines = [_("The deadline is %(at)s.") % {"at": moment(until)}] if until is not None else []
        blocks: list[Block] = [block for place, reason in said for block in (Heading(place), Items(paragraphs(reason)))]
        return letter(
            tournament,
            _("Your table is waiting"),
            " ".join([lead % {"name": _names(names)}, *lines]),
            _("Open game"),
            url,
            said=blocks,
        )

    def samples(self) -> Iterable[Sample]:
        yield self.sample(
            "turn-in-round",
            names=["Boris"],
            until=NOW + timedelta(days=1),
            said=[("Round 2, table 3", "The next round starts when your game is over.")],
            url=absolute("/games/12/"),
        )


class Reported(ByDirectors):
    """To directors: who wrote, and about what. Only the director's page shows the message."""

    name = TournamentNotification.REPORTED.value
    label = gettext_lazy("a player wrote to the directors")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        waits = _reports([notification]).filter(answered_at=None)
        return "" if waits.filter(tournament__directors__user=notification.user_id).exists() else "replied to"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        return {"said": [(one.by.name, one.get_about_display()) for one in _reports(notifications)]}

    def letter(self, tournament: Tournament, *, said: Sequence[tuple[str, str]]) -> Letter:
        senders = [_("%(name)s: %(about)s") % {"name": by, "about": about} for by, about in said]
        return letter(
            tournament,
            _("A player wrote to you"),
            _("A message on the director's page needs an answer. One director answers for all."),
            _("Open director's page"),
            f"{url_of(tournament)}manage/",
            parts=[part(_("Sent by"), senders)],
        )

    def samples(self) -> Iterable[Sample]:
        yield self.sample("reported", said=[("Anna", About.APPEAL.label)])


class Answered(ByDirectors):
    name = TournamentNotification.ANSWERED.value
    label = gettext_lazy("the directors answered")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        return "" if _reports([notification]).filter(answered_at__isnull=False).exists() else "erased"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        return {"said": [(one.text, one.answer) for one in _reports(notifications)]}

    def letter(self, tournament: Tournament, *, said: Sequence[tuple[str, str]]) -> Letter:
        headings = _("You wrote"), _("Their answer")
        return letter(
            tournament,
            _("The directors answered you"),
            _("Only you and the directors can read this answer."),
            _("Open tournament"),
            parts=[part(head, paragraphs(text)) for one in said for head, text in zip(headings, one, strict=True)],
        )

    def samples(self) -> Iterable[Sample]:
        said = [("Was table 3 counted right?", "No: it is corrected now.")]
        yield self.sample("answered", said=said)


EMAILS = (Decided, TurnReminder, Reported, Answered, Announced)


def _acts(notifications: Sequence[Notification]) -> QuerySet[Act]:
    numbers = [notification.data["act"] for notification in notifications]
    acts = Act.objects.filter(tournament=number_in(notifications[-1].subject), number__in=numbers)
    return acts.select_related("by").order_by("number")


def _ratings(act: Act, reader: int | None) -> list[str]:
    """How a correction changed ratings, without the reader's own where they hide it."""
    found = [RatingShift(*row) for row in act.data.get("ratings", ())]
    if HiddenRatings.objects.filter(user__in={one.user for one in found} & {reader}).exists():
        found = [one for one in found if one.user != reader]
    names = {one.pk: one.name for one in User.objects.filter(pk__in={one.user for one in found})} if found else {}
    return shift_lines(found, names)


def _reports(notifications: Sequence[Notification]) -> QuerySet[Report]:
    numbers = [notification.data["report"] for notification in notifications]
    return Report.objects.filter(pk__in=numbers).select_related("by").order_by("pk")


def _names(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))
