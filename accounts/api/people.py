"""The own profile, players, and whom one does not want to meet."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.module_loading import import_string
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import blocks
from accounts.activity import seen_in_words
from accounts.models import Language, User
from accounts.names import LONGEST, name_key
from api.cursors import page_of
from api.endpoint import Endpoint, user_of
from api.forms import checked, data_of, read
from api.schema import operation
from api.scopes import Scope


class ProfileInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=LONGEST, required=False)
    time_zone = serializers.CharField(max_length=64, required=False, help_text="Such as Europe/Berlin.")
    language = serializers.ChoiceField(choices=Language.choices, required=False)
    confirm_moves = serializers.BooleanField(required=False)
    pass_by_itself = serializers.BooleanField(required=False, help_text="Pass for you where you can do nothing else.")
    warn_too_late = serializers.BooleanField(required=False)
    keyboard_shortcuts = serializers.BooleanField(required=False)
    log_pictures = serializers.BooleanField(required=False)


class ProfileOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    mail = serializers.CharField(source="email", allow_null=True, help_text="Shown to nobody else.")
    mails_arrive = serializers.SerializerMethodField()
    time_zone = serializers.CharField()
    language = serializers.ChoiceField(choices=Language.choices)
    confirm_moves = serializers.BooleanField()
    pass_by_itself = serializers.BooleanField()
    warn_too_late = serializers.BooleanField()
    keyboard_shortcuts = serializers.BooleanField()
    log_pictures = serializers.BooleanField()

    def get_mails_arrive(self, user: User) -> bool:
        return user.mail_stopped_at is None


class PlayerOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    url = serializers.SerializerMethodField()
    since = serializers.DateTimeField(source="created_at", help_text="Member since.")
    seen = serializers.SerializerMethodField(help_text="When last, in words; empty where nobody knows.")
    is_bot = serializers.BooleanField(help_text="A program plays, with an operator's leave.")
    has_left = serializers.BooleanField(source="is_pseudonym")

    def get_seen(self, user: User) -> str:
        return seen_in_words(user.active_on, now=timezone.now())

    def get_url(self, user: User) -> str:
        return f"/players/{user.pk}/"


class NameInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, help_text="The whole name; capitals do not matter.")


def told(player: User) -> dict[str, Any]:
    """What everybody sees of somebody."""
    return dict(PlayerOutput(player).data)


class Profile(Endpoint):
    tag, scope, read_scope = "players", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Your profile", answer=ProfileOutput)
    def get(self, request: Request) -> Response:
        return Response(ProfileOutput(User.objects.get(pk=user_of(request).pk)).data)

    @operation("Change your profile", body=ProfileInput, answer=ProfileOutput, example_body={"language": "de"})
    def patch(self, request: Request) -> Response:
        """What is not named stays."""
        sent, user = read(ProfileInput, request.data), User.objects.get(pk=user_of(request).pk)
        if "name" in sent:
            sent["display_name"] = sent.pop("name")
        make = import_string(settings.PROFILE_FORM)
        usual = make(instance=User.objects.get(pk=user.pk))
        stands = {name: usual[name].value() for name in usual.fields}
        form = make(data_of({**stands, **sent}), instance=user)
        checked(form)
        form.save()
        return self.get(request)


class Players(Endpoint):
    tag, public = "players", True

    @operation("Players by name", answer=page_of(PlayerOutput), query=(NameInput,), is_list=True)
    def get(self, request: Request) -> Response:
        """Whoever has this name: nobody, or one."""
        name = read(NameInput, request.query_params.dict())["name"]
        found = User.objects.players().filter(name_key=name_key(name))[:1]
        return Response({"results": [told(one) for one in found], "next": None})


class Player(Endpoint):
    tag, public = "players", True

    @operation("A player", answer=PlayerOutput)
    def get(self, request: Request, user_id: int) -> Response:
        """What everybody sees of a player."""
        return Response(told(get_object_or_404(User, pk=user_id, guest_until=None)))


class Block(Endpoint):
    tag, scope = "players", Scope.ACCOUNT

    @operation("Do not meet somebody", body=None, status=204)
    def put(self, request: Request, user_id: int) -> Response:
        """He is not told."""
        user = user_of(request)
        other = User.objects.players().exclude(pk=user.pk).filter(pk=user_id).first()
        if other is None:
            raise NotFound
        blocks.block(blocker=user, blocked=other, now=timezone.now())
        return Response(status=204)

    @operation("Meet somebody again", status=204)
    def delete(self, request: Request, user_id: int) -> Response:
        blocks.unblock(blocker=user_of(request), blocked_id=user_id)
        return Response(status=204)
