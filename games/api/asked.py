"""Invitations to oneself: which there are, and answering them."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.cursors import CURSOR, LIMIT, newest_first, page_of
from api.endpoint import Endpoint
from api.forms import read
from api.schema import operation
from api.scopes import Scope
from games.models import Invitation, InvitationState
from games.tables import errors
from games.tables.services import invitations
from games.tables.services.gathering import GATHERING, own_invitations, terms_token

from .looking import caller, may_answer
from .tables import JOINING, AgreedInput, TableOutput, told


class AskedOutput(serializers.Serializer[Any]):
    key = serializers.CharField(allow_null=True, help_text="For answering it; null for tokens without that scope.")
    table = serializers.IntegerField()
    title = serializers.CharField()
    inviter = serializers.CharField()
    word = serializers.CharField(allow_blank=True, help_text="Message from the inviter.")
    at = serializers.DateTimeField()
    terms = serializers.CharField(help_text="Send it as `seen` when you accept.")


class Asked(Endpoint):
    tag = "tables"

    @operation("Your open invitations", answer=page_of(AskedOutput), query=(CURSOR, LIMIT), is_list=True)
    def get(self, request: Request) -> Response:
        """Newest first."""
        found = Invitation.objects.filter(own_invitations(caller(request)), game__status__in=GATHERING)
        found = found.filter(state=InvitationState.OPEN).select_related("game", "inviter")
        return Response(
            newest_first(request, found, lambda rows: [self._told(one, may_answer(request)) for one in rows])
        )

    def _told(self, one: Invitation, with_key: bool) -> object:
        key = one.token if with_key else None
        answer = {"key": key, "table": one.game_id, "title": one.game.title, "inviter": one.inviter.name}
        return AskedOutput(answer | {"word": one.word, "at": one.created_at, "terms": terms_token(one.game)}).data


def _own(request: Request, key: str) -> Invitation:
    """An invitation to the caller. Raises NotFound: the key of a mail to an address is for who has it, on its page."""
    found = Invitation.objects.filter(own_invitations(caller(request)), token=key).first()
    if found is None:
        raise NotFound
    return found


class Acceptance(Endpoint):
    tag, scope = "tables", Scope.TABLES

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
        seen = read(AgreedInput, request.data)["seen"]
        game = invitations.accept(token=key, user=caller(request), seen=seen, now=now())
        return Response(told(request, game.pk), status=201)


class Refusing(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation("Decline an invitation", body=None, status=204, refuses=(errors.InvitationClosed,))
    def post(self, request: Request, key: str) -> Response:
        """The seat becomes free again."""
        _own(request, key)
        invitations.decline(token=key, user=caller(request), now=now())
        return Response(status=204)
