"""Who sits at a table: joining, leaving, bots, invitations, and the invitations to oneself."""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, read, user_of
from api.problems import or_404
from api.schema import operation
from games.models import Invitation, InvitationState
from games.tables import contributions, errors, invitations, sitting, tables
from games.tables.gathering import GATHERING, HASH, own_invitations, terms_token

from .looking import LINK, links_of, may_answer, visible_table
from .tables import HOSTING, JOINING, AgreedInput, BotInput, InviteInput, SeatInput, TableAct, TableOutput, table_data


class Seat(TableAct):
    @operation("Join a table", body=SeatInput, answer=TableOutput, status=201, query=(LINK,), refuses=JOINING)
    def post(self, request: Request, game_id: int) -> Response:
        """Takes a seat at a public table, or at a table by link with `?link=`. Seated players add a missing `sealed`."""
        table = visible_table(request, game_id)
        known = table.link_token if table.link_token in links_of(request) else ""
        return self.done(request, game_id, sitting.join_table, SeatInput, user=user_of(request), token=known)

    @operation("Agree to changed terms", body=AgreedInput, answer=TableOutput, refuses=(errors.NotAtTable, *JOINING))
    def put(self, request: Request, game_id: int) -> Response:
        return self.done(request, game_id, sitting.agree_to_options, AgreedInput, user=user_of(request))

    @operation("Leave a table", status=204, refuses=(errors.NotAtTable, errors.TableClosed))
    def delete(self, request: Request, game_id: int) -> None:
        visible_table(request, game_id)
        sitting.leave_table(game_id=game_id, user=user_of(request), now=now())


class OpenedInput(serializers.Serializer[Any]):
    contribution = serializers.RegexField(
        HASH, help_text="The 32 bytes in hexadecimal whose hash you sent as `sealed`."
    )


class Contribution(TableAct):
    @operation(
        "Open your contribution",
        body=OpenedInput,
        answer=TableOutput,
        status=201,
        refuses=(errors.NotAtTable, errors.TableClosed, errors.BadContribution),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """When all seats are taken and `awaits` names your hash. The last one starts the game."""
        visible_table(request, game_id)
        sent = read(OpenedInput, request.data)
        contributions.open_contribution(table=game_id, user=user_of(request), now=now(), **sent)
        return Response(table_data(request, game_id), status=201)


class Participant(TableAct):
    @operation("Remove a player", answer=TableOutput, refuses=HOSTING)
    def delete(self, request: Request, game_id: int, participant_id: int) -> Response:
        """Removes a player or a bot by participant ID."""
        about = {"host": user_of(request), "participant_id": participant_id}
        return self.done(request, game_id, sitting.remove_participant, **about)


class Bots(TableAct):
    @operation("Add bots", body=BotInput, answer=TableOutput, status=201, refuses=(*HOSTING, *JOINING))
    def post(self, request: Request, game_id: int) -> Response:
        """Adds one bot, or fills all free seats."""
        return self.done(request, game_id, sitting.add_bots, BotInput, host=user_of(request))


class Prolonging(TableAct):
    @operation("Extend a table", body=None, answer=TableOutput, status=201, refuses=HOSTING)
    def post(self, request: Request, game_id: int) -> Response:
        return self.done(request, game_id, tables.prolong_table, host=user_of(request))


class Invitations(TableAct):
    @operation(
        "Invite a player",
        body=InviteInput,
        answer=TableOutput,
        status=201,
        refuses=(*HOSTING, errors.UnknownPlayer, errors.CannotInvite, errors.TableFull, errors.TooMany, errors.BadWord),
        example_body={"whom": "Boris"},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """By username or email address; a seat is kept until the answer."""
        return self.done(request, game_id, invitations.invite, InviteInput, host=user_of(request))


class Revoking(TableAct):
    @operation("Revoke an invitation", answer=TableOutput, refuses=HOSTING)
    def delete(self, request: Request, game_id: int, invitation_id: int) -> Response:
        """An answered invitation cannot be revoked."""
        about = {"host": user_of(request), "invitation_id": invitation_id}
        return self.done(request, game_id, invitations.revoke_invitation, **about)


class AskedOutput(serializers.Serializer[Any]):
    key = serializers.SerializerMethodField(help_text="For answering it; null for tokens without that scope.")
    table = serializers.IntegerField(source="game_id")
    title = serializers.CharField(source="game.title")
    inviter = serializers.CharField(source="inviter.name")
    word = serializers.CharField(allow_blank=True, help_text="Message from the inviter.")
    at = serializers.DateTimeField(source="created_at")
    terms = serializers.SerializerMethodField(help_text="Send it as `seen` when you accept.")

    def get_key(self, one: Invitation) -> str | None:
        return one.token if may_answer(self.context["request"]) else None

    def get_terms(self, one: Invitation) -> str:
        return terms_token(one.game)


class Asked(Endpoint):
    tag = "tables"

    @operation("Your open invitations", lists=AskedOutput)
    def get(self, request: Request) -> Response:
        """Newest first."""
        found = Invitation.objects.filter(own_invitations(user_of(request)), game__status__in=GATHERING)
        found = found.filter(state=InvitationState.OPEN).select_related("game", "inviter")
        return self.newest_first(found, AskedOutput)


def _own(request: Request, key: str) -> Invitation:
    """An invitation to the caller. Raises Http404: the key of a mail to an address is for who has it, on its page."""
    return or_404(Invitation.objects.filter(own_invitations(user_of(request)), token=key).first())


class Acceptance(TableAct):
    @operation(
        "Accept an invitation",
        body=AgreedInput,
        answer=TableOutput,
        status=201,
        refuses=(errors.InvitationClosed, *JOINING),
    )
    def post(self, request: Request, key: str) -> Response:
        """You take the seat that was kept for you."""
        _own(request, key)
        agreed = read(AgreedInput, request.data)
        game = invitations.accept_invitation(token=key, user=user_of(request), now=now(), **agreed)
        return Response(table_data(request, game.pk), status=201)


class Refusing(TableAct):
    @operation("Decline an invitation", body=None, status=204, refuses=(errors.InvitationClosed,))
    def post(self, request: Request, key: str) -> None:
        """The seat becomes free again."""
        _own(request, key)
        invitations.decline_invitation(token=key, user=user_of(request), now=now())
