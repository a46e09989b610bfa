"""The own profile, players, and whom one does not want to meet, for programs."""

from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import separation
from accounts.activity import seen_in_words
from accounts.forms import check_name_is_free
from accounts.models import Household, Language, User
from accounts.names import LONGEST, all_zones, check_name, name_key
from accounts.services import HoursTooOften, count_hours
from api.endpoint import Endpoint, asked, http_of, no_choice, user_of
from api.problems import or_404
from api.schema import operation
from api.scopes import Scope


class ProfileInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=LONGEST, required=False)
    time_zone = serializers.CharField(max_length=64, required=False, help_text="For example Europe/Berlin.")
    language = serializers.ChoiceField(choices=Language.choices, required=False)
    confirm_moves = serializers.BooleanField(required=False)
    pass_by_itself = serializers.BooleanField(
        required=False, help_text="Play automatically when you have only one move."
    )
    warn_too_late = serializers.BooleanField(required=False)
    tell_mistakes = serializers.BooleanField(
        required=False, help_text="Tell me in practice games when a move costs points."
    )
    hide_results = serializers.BooleanField(
        required=False, help_text="Hide results in lists, emails and replays until I reach them."
    )
    keyboard_shortcuts = serializers.BooleanField(required=False)
    log_pictures = serializers.BooleanField(required=False)

    def validate_time_zone(self, zone: str) -> str:
        if zone not in all_zones():
            raise no_choice(zone)
        return zone

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """The name of a bot says so, and stays."""
        name, user = sent.pop("name", None), self.instance
        if name is None or user is None or user.is_bot:
            return sent
        try:
            check_name(name)
            check_name_is_free(name, but_for=user)
        except DjangoValidationError as wrong:
            raise DjangoValidationError({"display_name": wrong}) from None
        return {**sent, "display_name": name}

    def update(self, user: User, sent: dict[str, Any]) -> User:
        for name, value in sent.items():
            setattr(user, name, value)
        user.save()
        return user


class ProfileOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    mail = serializers.CharField(source="email", allow_null=True, help_text="Visible to you only.")
    mails_arrive = serializers.SerializerMethodField()
    time_zone = serializers.CharField()
    language = serializers.ChoiceField(choices=Language.choices)
    confirm_moves = serializers.BooleanField()
    pass_by_itself = serializers.BooleanField()
    warn_too_late = serializers.BooleanField()
    tell_mistakes = serializers.BooleanField()
    hide_results = serializers.BooleanField()
    keyboard_shortcuts = serializers.BooleanField()
    log_pictures = serializers.BooleanField()

    def get_mails_arrive(self, user: User) -> bool:
        return user.mail_stopped_at is None


class PlayerOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    url = serializers.SerializerMethodField()
    since = serializers.DateTimeField(source="created_at", help_text="Member since.")
    seen = serializers.SerializerMethodField(help_text="Last visit, in words; empty if unknown.")
    is_bot = serializers.BooleanField(help_text="A program plays here, approved by the operator.")
    has_left = serializers.BooleanField(source="is_pseudonym")

    def get_seen(self, user: User) -> str:
        return seen_in_words(user.active_on, now=timezone.now())

    def get_url(self, user: User) -> str:
        return f"/players/{user.pk}/"


class NameInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, help_text="The full name; not case-sensitive.")


class Profile(Endpoint):
    tag, scope, read_scope = "players", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Your profile", answer=ProfileOutput)
    def get(self, request: Request) -> Response:
        return Response(ProfileOutput(User.objects.get(pk=user_of(request).pk)).data)

    @operation(
        "Change your profile",
        body=ProfileInput,
        answer=ProfileOutput,
        refuses=(HoursTooOften,),
        example_body={"language": "de"},
    )
    def patch(self, request: Request) -> Response:
        """Fields you leave out stay as they are."""
        user = User.objects.get(pk=user_of(request).pk)
        sent = ProfileInput(user, data=request.data)
        sent.is_valid(raise_exception=True)
        if sent.validated_data.get("time_zone", user.time_zone) != user.time_zone:
            count_hours(http_of(request), user)
        sent.save()
        return self.get(request)


class HouseholdInput(NameInput):
    def validate_name(self, name: str) -> User:
        return separation.other_named(name, self.context["request"].user)


class HouseholdOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    player = serializers.SerializerMethodField()
    name = serializers.SerializerMethodField()
    asked_by_you = serializers.SerializerMethodField()
    asked_at = serializers.DateTimeField()
    since = serializers.DateTimeField(allow_null=True, help_text="When the other player confirmed; null while pending.")

    def _other(self, one: Household) -> User:
        return one.named if one.asker_id == self.context["request"].user.pk else one.asker

    def get_player(self, one: Household) -> int:
        return int(self._other(one).pk)

    def get_name(self, one: Household) -> str:
        return self._other(one).name

    def get_asked_by_you(self, one: Household) -> bool:
        return bool(one.asker_id == self.context["request"].user.pk)


HOUSEHOLD = {
    "id": 3,
    "player": 12,
    "name": "Anna",
    "asked_by_you": True,
    "asked_at": "2026-11-23T09:00:00Z",
    "since": None,
}


class Households(Endpoint):
    tag, scope, read_scope = "players", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Your household", lists=HouseholdOutput)
    def get(self, request: Request) -> Response:
        """Your household, requests you sent and requests you received. Games within a household are never rated."""
        return self.in_order(list(separation.households_of(user_of(request))), HouseholdOutput)

    @operation(
        "Add somebody to your household",
        body=HouseholdInput,
        answer=HouseholdOutput,
        status=201,
        example=HOUSEHOLD,
        example_body={"name": "Anna"},
    )
    def post(self, request: Request) -> Response:
        """The other player must confirm. Naming somebody who already named you confirms their request."""
        user = user_of(request)
        sent = HouseholdInput(data=request.data, context={"request": request})
        with transaction.atomic():
            sent.is_valid(raise_exception=True)
            other = sent.validated_data["name"]
            separation.name_housemate(user=user, other=other, now=timezone.now())
        found = next(one for one in separation.households_of(user) if other in (one.named, one.asker))
        return Response(HouseholdOutput(found, context={"request": request}).data, status=201)


class HouseholdDetail(Endpoint):
    tag, scope = "players", Scope.ACCOUNT

    @operation("Confirm a household", body=None, status=204)
    def put(self, request: Request, household_id: int) -> None:
        """Confirms a request you received."""
        self._check(request, household_id)
        separation.agree_to_household(user=user_of(request), household_id=household_id, now=timezone.now())

    @operation("Leave a household", status=204)
    def delete(self, request: Request, household_id: int) -> None:
        """Also declines a request, or withdraws your own."""
        self._check(request, household_id)
        separation.end_household(user=user_of(request), household_id=household_id, now=timezone.now())

    def _check(self, request: Request, household_id: int) -> None:
        if not separation.households_of(user_of(request)).filter(pk=household_id).exists():
            raise NotFound


class Blocked(Endpoint):
    tag, read_scope = "players", Scope.ACCOUNT

    @operation("Players you blocked", lists=PlayerOutput)
    def get(self, request: Request) -> Response:
        """Nobody else sees this list."""
        return self.in_order(list(separation.blocked_by(user_of(request))), PlayerOutput)


class Players(Endpoint):
    tag, public = "players", True

    @operation("Find a player by name", lists=PlayerOutput, query=(NameInput,))
    def get(self, request: Request) -> Response:
        """The player with exactly this name: one result, or none."""
        name = asked(NameInput, request)["name"]
        found = User.objects.players().filter(name_key=name_key(name))[:1]
        return self.in_order(found, PlayerOutput)


class PlayerDetail(Endpoint):
    tag, public = "players", True

    @operation("A player", answer=PlayerOutput)
    def get(self, request: Request, user_id: int) -> Response:
        """A player's public profile."""
        return Response(PlayerOutput(get_object_or_404(User, pk=user_id, guest_until=None)).data)


class Block(Endpoint):
    tag, scope = "players", Scope.ACCOUNT

    @operation("Block a player", body=None, status=204, refuses=(separation.TooManyBlocked,))
    def put(self, request: Request, user_id: int) -> None:
        """They are not notified."""
        user = user_of(request)
        other = or_404(User.objects.players().exclude(pk=user.pk).filter(pk=user_id).first())
        separation.block(blocker=user, blocked=other, now=timezone.now())

    @operation("Unblock a player", status=204)
    def delete(self, request: Request, user_id: int) -> None:
        separation.unblock(blocker=user_of(request), blocked_id=user_id)


urlpatterns = [
    path("profile/", Profile.as_view(), name="profile"),
    path("profile/households/", Households.as_view(), name="households"),
    path("profile/households/<int:household_id>/", HouseholdDetail.as_view(), name="household"),
    path("profile/blocked/", Blocked.as_view(), name="blocked"),
    path("players/", Players.as_view(), name="players"),
    path("players/<int:user_id>/", PlayerDetail.as_view(), name="player"),
    path("players/<int:user_id>/block/", Block.as_view(), name="block"),
]
