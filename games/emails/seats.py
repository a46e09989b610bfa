"""Emails while a game runs: seats that change hands, and what a player proposes to all others."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.board.people import changes, people
from games.board.proposals import effect_words, proposal_words
from games.models import Proposal, ProposalKind, RowKind, Seat, SeatOffer, Source, Tenure, VoteText
from games.models.notification import number_in
from games.names.cards import Deck
from games.options import table_words
from games.play.notifications import GameNotification
from games.play.positions import Play, load
from games.play.reply_addresses import seat_reply_address
from games.text_client.telling import board
from notifications.kinds import Letter, NoLongerTrue, Sample
from notifications.mail import times
from notifications.mail.blocks import Block, Button, Items, Lines, Paragraph, bold, say
from notifications.mail.compose import absolute
from notifications.models import Notification

from . import TABLES, GameEmail, SeatEmail, about, beside, held_seats, open_game, standing_of, why_not_held
from .samples import ANSWERED_AT, NOW, READER, moment, play_at, user
from .tables import SeatTaken


class OpenSeat(GameEmail):
    """To a volunteer: nothing but what every spectator sees of the game."""

    name = GameNotification.OPEN_SEAT.value
    label = gettext_lazy("a seat is open")
    category = TABLES

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        place = {"seat__game": number_in(notification.subject), "seat__index": notification.data["seat"]}
        return "" if SeatOffer.objects.filter(**place).exists() else "seat taken"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last = notifications[-1]
        play = load(number_in(last.subject))
        if not play.game.is_running:
            raise NoLongerTrue("over")
        return replace(self.letter(play, last.data["seat"]), beside=beside([play.game], last.user))

    def letter(self, play: Play, index: int) -> Letter:
        names, owner = people(play, None), play.owner(index)
        standings = board(play.view(None), Deck(play.options), names).standings
        round_words = _("round %(round)s") % {"round": play.state.round}
        clock = table_words.pace_words(play.game.clock)
        return Letter(
            about(play.game),
            _("A seat is open"),
            _("%(who)s left this game, and a bot plays for now. The first to take over the seat plays on.")
            % {"who": owner.name if owner is not None else names[index]},
            [
                Button(_("View seat"), absolute(reverse("games:seat", args=[play.game.pk, index]))),
                Items([table_words.rules_in_words(play.options), clock, round_words]),
                Items([f"{one.name}: {one.text}" for one in standings]),
                Paragraph(
                    _("You get this email because you volunteer for open seats. You can change that in the lobby."),
                    "last",
                ),
            ],
        )

    def samples(self) -> Iterable[Sample]:
        yield Sample(
            self,
            "open-seat",
            lambda: self.letter(play_at(moment("your-turn")), READER),
        )


def _by_director(play: Play, number: int) -> bool:
    """Whether a director gave the seat away; else somebody took it who saw that it was open."""
    found = (row for row in play.rows if row.number == number and row.kind == RowKind.SEAT)
    return all(row.source == Source.DIRECTOR for row in found)


class Substitute(SeatTaken):
    name = GameNotification.SUBSTITUTE.value
    label = gettext_lazy("you took over a seat")

    def letter(self, play: Play, seat: Seat, number: int, now: datetime) -> Letter:
        before = changes(play)[number].left
        if not _by_director(play, number):
            lead = _("You took over the seat of %(who)s in this game, with a fresh clock.") % {"who": before}
        elif before:
            lead = _("A director gave you the seat of %(who)s in this game, with a fresh clock.") % {"who": before}
        else:
            lead = _("A director gave you a bot's seat in this game, with a fresh clock.")
        if seat.waiting:
            lead += f" {_('It is your turn.')}"
        body: list[Block] = [open_game(play.game), standing_of(play, seat)]
        return Letter(about(play.game), _("You take over a seat"), lead, body)

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "substitute", lambda: _replaced(self, left=(3, "Clara"), came=(1, "Anna")))


class SeatLost(SeatTaken):
    """Somebody else has the reader's seat now. Nothing of the position: it is no longer the reader's to look from."""

    name = GameNotification.SEAT_LOST.value
    label = gettext_lazy("another player took over your seat")
    waits_while_open = False

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """What has happened stays true, also when the game is over meanwhile."""
        return ""

    def letter(self, play: Play, seat: Seat, number: int, now: datetime) -> Letter:
        came = changes(play)[number].came
        if not _by_director(play, number):
            lead = _("%(who)s took over your seat in this game and plays on for you.") % {"who": came}
        elif came:
            lead = _("A director gave your seat in this game to %(who)s, who plays on for you.") % {"who": came}
        else:
            lead = _("A director has bots finish this game. The strongest bot plays for you.")
        return Letter(about(play.game), _("Your seat was reassigned"), lead, [open_game(play.game)])

    def samples(self) -> Iterable[Sample]:
        def by_bots() -> Letter:
            play = play_at(moment("your-turn"))
            seat, number = play.seats[READER], play.game.version
            play.tenures[READER].append(Tenure(seat=seat, bot="search-3", since_number=number))
            return self.letter(play, seat, number, NOW)

        yield Sample(self, "seat-lost", lambda: _replaced(self, left=(1, "Anna"), came=(3, "Clara")))
        yield Sample(self, "played-out", by_bots)


def _replaced(kind: SeatTaken, *, left: tuple[int, str], came: tuple[int, str]) -> Letter:
    play = play_at(moment("your-turn"))
    number, seat = play.game.version, play.seats[READER]
    after = Tenure(seat=seat, user=user(*came), since_number=number)
    play.tenures[READER] = [Tenure(seat=seat, user=user(*left)), after]
    return kind.letter(play, seat, number, NOW)


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

        yield Sample(self, "proposal", write)


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

        yield Sample(self, "proposal-closed", write)


EMAILS = (OpenSeat, Substitute, SeatLost, Proposed, Closed)
