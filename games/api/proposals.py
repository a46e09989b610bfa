"""Proposals that all players answer, and time that one player gives another."""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import read
from api.schema import operation
from games.models import ProposalKind, Source
from games.play import errors as refusals
from games.play import proposals
from games.play.positions import load

from .acts import AS_SEATED, Act
from .games import StateOutput
from .looking import Number

NEW = (refusals.ProposalOpen, refusals.NotProposable, refusals.TooManyProposals, *AS_SEATED)


class ProposalInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=ProposalKind.choices)
    value = Number(
        default=0,
        help_text="Days for `pause` and `prolong` (1 to 30) and `time` (1 to 7); for `undo` the number of the last row of the "
        "log that stays in force.",
    )


class ProposalAnswer(serializers.Serializer[Any]):
    number = Number(help_text="`proposal.number` of the state you have seen.")
    agrees = serializers.BooleanField(help_text="False declines; from the proposer it withdraws.")


class GiftInput(serializers.Serializer[Any]):
    seat = Number(help_text="The player who gets the time.")


class Proposing(Act):
    @operation(
        "Propose something to all players",
        body=ProposalInput,
        answer=StateOutput,
        refuses=NEW,
        example_body={"kind": "pause", "value": 7},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """All other players are asked; it takes effect when all agree. One proposal at a time, three in 24 hours per player."""
        return self.done(
            request, game_id, proposals.propose, source=Source.API, now=now(), **read(ProposalInput, request.data)
        )

    @operation(
        "Answer a proposal",
        body=ProposalAnswer,
        answer=StateOutput,
        refuses=(refusals.NoProposal, *AS_SEATED),
        example_body={"number": 57, "agrees": True},
    )
    def put(self, request: Request, game_id: int) -> Response:
        """One `false` ends the proposal."""
        return self.done(
            request, game_id, proposals.answer, source=Source.API, now=now(), **read(ProposalAnswer, request.data)
        )


class Gift(Act):
    @operation(
        "Give another player time",
        body=GiftInput,
        answer=StateOutput,
        refuses=(refusals.NoGift, refusals.NotProposable, refusals.NoClock, *AS_SEATED),
        example_body={"seat": 2},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Gives a day, or the time for one move if shorter. Once in 24 hours per player, while their clock runs."""
        return self.done(
            request, game_id, proposals.give_time, source=Source.API, now=now(), **read(GiftInput, request.data)
        )


class EndWish(Act):
    """Ending the game, the only proposal of earlier versions."""

    @operation("Propose to end the game now", answer=StateOutput, refuses=NEW)
    def put(self, request: Request, game_id: int) -> Response:
        """Proposes `end`, or agrees to it."""
        return self.done(request, game_id, proposals.propose, kind=ProposalKind.END.value, source=Source.API, now=now())

    @operation("Withdraw the proposal to end the game", answer=StateOutput, refuses=AS_SEATED)
    def delete(self, request: Request, game_id: int) -> Response:
        """Declines it if another player made it."""
        return self.done(request, game_id, _withdraw_end, now=now())


def _withdraw_end(*, game_id: int, **about: Any) -> None:
    play = load(game_id)
    play.acting_seat(about["user"])
    proposed = play.game.proposed
    if proposed is not None and proposed.kind == ProposalKind.END:
        proposals.answer(game_id=game_id, number=proposed.number, agrees=False, source=Source.API, **about)
