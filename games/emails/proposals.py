"""A player proposes something to all others, and learns what became of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.board.people import people
from games.board.proposals import effect_words, proposal_words
from games.models import Proposal, ProposalKind, Seat, VoteText
from games.models.notification import number_in
from games.names.cards import Deck
from games.play.notifications import GameNotification
from games.play.positions import Play, load
from games.play.reply_addresses import seat_reply_address
from notifications.kinds import Letter, NoLongerTrue, Sample
from notifications.mail import times
from notifications.mail.blocks import Lines, Paragraph, bold, say
from notifications.models import Notification

from . import TABLES, SeatEmail, about, beside, held_seats, open_game, why_not_held
from .samples import ANSWERED_AT, NOW, READER, moment, play_at

REPLY = gettext_lazy("Reply “yes” to agree or “no” to decline. If you do not answer, nothing changes.")
OUTCOMES = {
    VoteText.CARRIED: gettext_lazy("All players agreed to your proposal"),
    VoteText.DECLINED: gettext_lazy("Your proposal was declined"),
    VoteText.EXPIRED: gettext_lazy("Your proposal has expired"),
}


class Proposed(SeatEmail):
    name = GameNotification.PROPOSAL.value
    label = gettext_lazy("a player proposes something to everyone in your game")
    category = TABLES

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        seat = held_seats([notification]).get(notification.pk)
        if seat is None:
            return why_not_held(notification)
        proposal = seat.game.proposed
        is_open = proposal is not None and proposal.number == notification.data["number"] and proposal.until > now
        return "" if is_open and proposal is not None and seat.index not in proposal.agreed else "answered"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last = notifications[-1]
        play = load(number_in(last.subject))
        seat, proposal = play.seats[last.data["seat"]], play.game.proposed
        if proposal is None or proposal.number != last.data["number"]:
            raise NoLongerTrue("answered")
        pending = {"proposal": proposal.number}
        reply_to = seat_reply_address(play, seat, pending=pending, numbered=False, reader=last.user)
        return replace(self.letter(play, seat, proposal, now, reply_to), beside=beside([play.game], last.user))

    def letter(self, play: Play, seat: Seat, proposal: Proposal, now: datetime, reply_to: str = "") -> Letter:
        names = people(play, seat.index)
        values = {
            "until": bold(times.moment(proposal.until)),
            "zone": times.zone_name(),
            "left": times.span(proposal.until - now),
        }
        effects = effect_words(proposal, Deck(play.options), any(person.is_bot for person in names))
        body = [Lines(effects), Paragraph(str(REPLY), "last")] if reply_to else [Lines(effects)]
        said = proposal_words(proposal, play.rows, names)
        until = say(_("The proposal is open until %(until)s (%(zone)s): %(left)s left. Play continues."), **values)
        of = replace(about(play.game), reply_to=reply_to)
        return Letter(of, said, until, [*body, open_game(play.game)], preview=" ".join(effects))

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            play = play_at(moment("your-turn"))
            last = play.moves[-3].number - 1
            proposal = Proposal(
                ProposalKind.UNDO, 1, play.game.version + 1, NOW, NOW + timedelta(days=7), (1,), last, ("market",)
            )
            return self.letter(play, play.seats[READER], proposal, NOW, ANSWERED_AT)

        yield Sample(self, "proposal", gettext_lazy("A player proposes something"), write)


class Closed(SeatEmail):
    name = GameNotification.PROPOSAL_CLOSED.value
    label = gettext_lazy("all have answered your proposal")
    category = TABLES

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last = notifications[-1]
        play = load(number_in(last.subject))
        return replace(
            self.letter(play, last.data["outcome"], last.data["kind"]), beside=beside([play.game], last.user)
        )

    def letter(self, play: Play, outcome: str, kind: str) -> Letter:
        lead = _("You proposed: %(what)s.") % {"what": ProposalKind(kind).label}
        return Letter(about(play.game), str(OUTCOMES[VoteText(outcome)]), lead, [open_game(play.game)])

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            return self.letter(play_at(moment("your-turn")), VoteText.DECLINED, ProposalKind.PAUSE)

        yield Sample(self, "proposal-closed", gettext_lazy("Your proposal is answered"), write)


EMAILS = (Proposed, Closed)
