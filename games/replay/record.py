"""The record of a finished game, with its chance (docs/record.md), and the page that proves a deal: what was fixed before the game,
who contributed, and what follows from it (docs/deals.md). Its script checks all of it in the browser, from the data on the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.record import Contribution, Predecessor, choices_of, to_record
from games.board.people import people
from games.errors import GameError
from games.names import words
from games.play.positions import Play
from games.play.results import chance_of
from games.play.starts import beacon_of, contributions_to, joined_seats, proof_of, record_in
from games.tables.contributions import beacon_line


def seat_names(play: Play) -> list[str]:
    """Who played each seat, for records: its player, also where a bot finished for them; else the name of the bot and its
    kind, which no language changes (`Rastrelli (bot search-3)`)."""
    owners = [play.owner(seat.index) for seat in play.seats]
    return [
        owner.name if owner else f"{person.called} (bot {person.bot})"
        for owner, person in zip(owners, people(play, None), strict=True)
    ]


def record_of(play: Play) -> dict[str, object]:
    """The record as plain JSON, of an imported game as it came. Only of a game whose secret is public (`games.play.results`)."""
    if (brought := record_in(play.game.start)) is not None:
        return brought.to_json()
    chance = chance_of(play)
    if chance is None:
        raise GameError
    return to_record(
        rules_version=play.game.rules_version,
        options=play.options,
        chance=chance,
        seats=seat_names(play),
        moves=((row.seat, row.text, row.source) for row in play.moves),
        result=play.game.result,
        predecessors=[one for seat in play.seats for one in _predecessors(play, seat.index)],
    )


def _predecessors(play: Play, index: int) -> Iterator[Predecessor]:
    """Who played the seat before its last player, each with the moves of the game until they were gone for good."""
    owner = play.owner(index)
    left = {tenure.user: tenure.until_number for tenure in play.tenures[index] if tenure.user not in (None, owner)}
    for user, number in left.items():
        if user is not None and number is not None:
            yield Predecessor(index, user.name, sum(move.number < number for move in play.moves))


OPENED = gettext_lazy("opened")
WITHHELD = gettext_lazy("withheld")
NO_CONTRIBUTION = gettext_lazy("no contribution")


@dataclass(frozen=True, slots=True)
class ContributionLine:
    name: str
    sealed: str
    state: str


def contribution_lines(play: Play) -> list[ContributionLine]:
    """In the order of joining; empty if the server's secret alone decided the deal."""
    given, names = contributions_to(play.game) or (), first_names(play)
    seats = joined_seats(play.game) if given else ()
    return [
        ContributionLine(names[seat], one.sealed or "", _state(one)) for seat, one in zip(seats, given, strict=True)
    ]


def _state(one: Contribution) -> str:
    return str(WITHHELD if one.is_withheld else OPENED if one.opened is not None else NO_CONTRIBUTION)


def first_names(play: Play) -> list[str]:
    now = people(play, None)
    held = [play.tenures[seat.index][0].user for seat in play.seats]
    return [user.name if user else shown.name for user, shown in zip(held, now, strict=True)]


class ProofPage:
    def __init__(self, play: Play) -> None:
        self.play, self.game = play, play.game
        self.beacon = beacon_of(play.game)
        self.beacon_line = beacon_line(play.game)
        self.given = contributions_to(play.game) or ()
        self.lines = contribution_lines(play)
        self.proof = proof_of(play.game)

    @property
    def command(self) -> str:
        return f"python -m engine verify st-pete-{self.game.pk}.json"

    @property
    def proves(self) -> list[str]:
        """What the proof shows and what it does not, one sentence each."""
        opened = sum(one.opened is not None for one in self.given)
        withheld = sum(one.is_withheld for one in self.given)
        changed = _("The deal was fixed before the first move. Nobody changed it afterwards.")
        if not opened and not withheld:
            return [
                changed,
                _("The server's secret alone decided it, so this does not prove that nobody chose the deal."),
            ]
        said = [changed]
        if opened:
            said.append(_("Nobody could choose the deal without knowing every opened contribution."))
        is_drawn = self.beacon is not None and self.beacon.signature is not None
        if self.beacon is not None:
            told = (
                _(
                    "Round %(round)s of a public random source is part of it, named when the table closed and published later."
                )
                if is_drawn
                else _(
                    "Round %(round)s of a public random source was not available, so the server could choose to leave it out."
                )
            )
            said.append(told % {"round": self.beacon.round})
        if is_drawn and not withheld:
            return [*said, _("So nobody could choose the deal, not even the server and all players together.")]
        if withheld:
            deals = choices_of(self.given, self.beacon)
            said.append(
                ngettext(
                    "%(count)s contribution was withheld. Its owner and the server could choose among %(deals)s deals.",
                    "%(count)s contributions were withheld. Their owners and the server could choose among %(deals)s deals.",
                    withheld,
                )
                % {"count": withheld, "deals": deals}
            )
        if len(self.given) > opened + withheld:
            said.append(_("Players without a contribution have to trust the server and the other players."))
        return said

    @cached_property
    def data(self) -> dict[str, object]:
        """Data for the script, without secret and contributions until the game has finished."""
        if self.proof is None:
            shut = [{"sealed": one.sealed, "opened": None} for one in self.given]
            deal: dict[str, object] = {"commitment": self.game.commitment, "contributions": shut, "beacon": None}
            if self.beacon is not None:
                deal["beacon"] = {"address": self.beacon.address}
            return {"deal": deal, "joined": [line.name for line in self.lines], "seats": [], "piles": []}
        names = first_names(self.play)
        is_drawn = not self.proof.seats_given
        joined = [names[seat] for seat in joined_seats(self.game)] if is_drawn else names
        piles = [(str(words.PILES[name]), cards) for name, cards in self.play.deal.piles]
        return {"deal": self.proof.to_json(), "joined": joined, "seats": names, "piles": piles}
