"""What one was told and what became of it, and what one wants to be told."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from accounts.models import User
from api.cursors import CURSOR, LIMIT, page_of, slice_of
from api.endpoint import Endpoint, user_of
from api.forms import checked, data_of, read
from api.refusals import Refusal
from api.schema import operation
from api.scopes import Scope
from notifications.history.lines import MOST, Line, lines
from notifications.history.services import NotAgain, send_again
from notifications.models import ALL, Channel, Notification, When
from notifications.pages.forms import GATHER, WishesForm, field_name
from notifications.registry import shown_categories

EVERYTHING = "everything"


class NotSentAgain(Refusal):
    code = "not_sent_again"


class TooOften(Refusal):
    code = "too_many"
    status = 429
    wait = 60 * 60


class WayOutput(serializers.Serializer[Any]):
    by = serializers.CharField(allow_blank=True, help_text="The channel; empty if it was not sent.")
    to = serializers.CharField(allow_blank=True)
    result = serializers.CharField()
    answer = serializers.CharField(allow_blank=True, help_text="Response of the receiving server.")
    is_good = serializers.BooleanField()


class NotificationOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    text = serializers.CharField(help_text="The message.")
    about = serializers.CharField(allow_null=True)
    url = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    ways = WayOutput(many=True)
    can_send_again = serializers.BooleanField()


class WishesInput(serializers.Serializer[Any]):
    when = serializers.DictField(
        child=serializers.DictField(child=serializers.ChoiceField(choices=["", *When.values], allow_blank=True)),
        default=dict,
        help_text="By channel (`mail`, `push`, `hook`) and category; `everything` is the limit for all of them.",
    )
    digest = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=23),
        max_length=24,
        required=False,
        help_text="Hours of the day.",
    )
    gather_minutes = serializers.ChoiceField(choices=GATHER, required=False)
    quiet_from = serializers.IntegerField(min_value=0, max_value=23, allow_null=True, required=False)
    quiet_until = serializers.IntegerField(min_value=0, max_value=23, allow_null=True, required=False)


class CategoryOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    about = serializers.CharField()
    is_urgent = serializers.BooleanField(help_text="Sent at once or not at all.")


class WishesOutput(serializers.Serializer[Any]):
    when = serializers.DictField(child=serializers.DictField(child=serializers.CharField(allow_blank=True)))
    digest = serializers.ListField(child=serializers.IntegerField())
    gather_minutes = serializers.IntegerField()
    quiet_from = serializers.IntegerField(allow_null=True)
    quiet_until = serializers.IntegerField(allow_null=True)
    categories = CategoryOutput(many=True)


def _told(line: Line) -> dict[str, object]:
    return {
        "id": line.number,
        "text": str(line.what),
        "about": str(line.place.name) if line.place else None,
        "url": line.place.url if line.place else None,
        "at": line.at,
        "ways": [
            {"by": way.how, "to": way.to, "result": way.result, "answer": way.answer, "is_good": way.is_good}
            for way in line.ways
        ],
        "can_send_again": line.can_send,
    }


def _all(user: User) -> list[Line]:
    return list(lines(user, 1, now(), a_page=MOST))


class Told(Endpoint):
    tag, read_scope = "notifications", Scope.ACCOUNT

    @operation("Your notifications", answer=page_of(NotificationOutput), query=(CURSOR, LIMIT), is_list=True)
    def get(self, request: Request) -> Response:
        """The last hundred, newest first, with every delivery."""
        shown, following = slice_of(request, _all(user_of(request)))
        found = NotificationOutput([_told(line) for line in shown], many=True)
        return Response({"results": found.data, "next": following})


class Again(Endpoint):
    tag, scope = "notifications", Scope.ACCOUNT

    @operation("Resend a notification", body=None, status=204, refuses=(NotSentAgain, TooOften))
    def post(self, request: Request, notification_id: int) -> Response:
        """Only while it still applies; at most ten an hour."""
        user = user_of(request)
        if ratelimit.consume(request._request, app=APP, action="mail_again", key=str(user.pk)) is None:
            raise TooOften
        try:
            send_again(notification_id=notification_id, user=user, now=now())
        except Notification.DoesNotExist:
            raise NotFound from None
        except NotAgain as refusal:
            raise NotSentAgain(refusal.sentence) from None
        return Response(status=204)


def _names() -> dict[str, str]:
    """The name of each category in the API, and in forms."""
    return {EVERYTHING: ALL, **{one.name: one.name for one in shown_categories()}}


def _wishes(user: Any) -> dict[str, Any]:
    form = WishesForm(user=user)
    hours = {name: form.initial[name] for name in ("digest", "gather_minutes", "quiet_from", "quiet_until")}
    when = {
        channel: {name: str(form[field_name(channel, inside)].value() or "") for name, inside in _names().items()}
        for channel in Channel.values
    }
    return {**hours, "when": when}


class Wishes(Endpoint):
    tag, scope, read_scope = "notifications", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Notification settings", answer=WishesOutput)
    def get(self, request: Request) -> Response:
        """Channel and timing of each category, and your hours."""
        categories = [
            {"name": one.name, "about": str(one.wish), "is_urgent": one.is_urgent} for one in shown_categories()
        ]
        return Response(WishesOutput({**_wishes(user_of(request)), "categories": categories}).data)

    @operation(
        "Change notification settings",
        body=WishesInput,
        answer=WishesOutput,
        example_body={"when": {"mail": {"turns": "digest"}}, "digest": [7, 19]},
    )
    def patch(self, request: Request) -> Response:
        """Fields you leave out stay as they are."""
        sent, now_wished = read(WishesInput, request.data), _wishes(user_of(request))
        data: dict[str, object] = {
            name: sent.get(name, now_wished[name]) for name in ("digest", "gather_minutes", "quiet_from", "quiet_until")
        }
        known = _names()
        for channel, wishes in now_wished["when"].items():
            said = sent["when"].get(channel, {})
            data |= {field_name(channel, known[name]): said.get(name, usual) for name, usual in wishes.items()}
        unknown = {
            f"when.{channel}.{name}": ["There is no such channel or category."]
            for channel, wishes in sent["when"].items()
            for name in wishes
            if channel not in Channel.values or name not in known
        }
        if unknown:
            raise serializers.ValidationError(unknown)
        form = WishesForm(data_of(data), user=user_of(request))
        checked(form)
        form.save(now=now())
        return self.get(request)
