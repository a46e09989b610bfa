"""The notifications of a user and what became of them, and their settings."""

from collections.abc import Sequence
from typing import Any

from django.forms.models import model_to_dict
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from accounts.models import User
from api.endpoint import Endpoint, http_of, no_choice, read, user_of
from api.problems import Refusal
from api.schema import operation
from api.scopes import Scope
from notifications.history import MOST, NotAgain, history_page, send_again, send_test
from notifications.kinds import About as Naming
from notifications.kinds import WebhookSubject
from notifications.models import ALL, Channel, Notification, When
from notifications.registry import shown_categories
from notifications.routes import hours_of
from notifications.wishing import (
    GATHER,
    LIMITS,
    SOON,
    URGENT,
    check_hours,
    known_subject,
    save_about,
    save_wishes,
    subjects_with_wishes,
    wanted_about,
    wanted_by,
)

EVERYTHING = "everything"


class TooOften(Refusal):
    code = "too_many"
    status = 429
    wait = 60 * 60


class WayOutput(serializers.Serializer[Any]):
    by = serializers.CharField(source="how", allow_blank=True, help_text="The channel; empty if it was not sent.")
    to = serializers.CharField(allow_blank=True)
    result = serializers.CharField()
    answer = serializers.CharField(allow_blank=True, help_text="Response of the receiving server.")
    is_good = serializers.BooleanField()


class NotificationOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="number")
    text = serializers.CharField(source="what", help_text="The message.")
    about = serializers.CharField(source="place.name", allow_null=True)
    url = serializers.CharField(source="place.url", allow_null=True)
    at = serializers.DateTimeField()
    ways = WayOutput(many=True)
    can_send_again = serializers.BooleanField(source="can_send")


class NotificationList(Endpoint):
    tag, read_scope = "notifications", Scope.ACCOUNT

    @operation("Your notifications", lists=NotificationOutput)
    def get(self, request: Request) -> Response:
        """The last hundred, newest first, with every delivery."""
        return self.in_order(list(history_page(user_of(request), 1, now(), a_page=MOST)), NotificationOutput)


class Again(Endpoint):
    tag, scope = "notifications", Scope.ACCOUNT

    @operation("Resend a notification", body=None, status=204, refuses=(NotAgain, TooOften))
    def post(self, request: Request, notification_id: int) -> None:
        """Only while it still applies; at most ten an hour."""
        user = user_of(request)
        if ratelimit.consume(http_of(request), app=APP, action="mail_again", key=str(user.pk)) is None:
            raise TooOften
        try:
            send_again(notification_id=notification_id, user=user, now=now())
        except Notification.DoesNotExist:
            raise NotFound from None


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

    def validate_when(self, when: dict[str, dict[str, str]]) -> dict[tuple[str, str], str]:
        """By channel and the name inside. Raises ValidationError for what is not there to choose."""
        allowed: dict[str, tuple[str, Sequence[str]]] = {EVERYTHING: (ALL, LIMITS)}
        allowed |= {one.name: (one.name, URGENT if one.is_urgent else SOON) for one in shown_categories()}
        found: dict[tuple[str, str], str] = {}
        wrong: dict[str, Any] = {}
        for channel, wishes in when.items():
            for name, wish in wishes.items():
                if channel not in Channel.values or name not in allowed:
                    wrong[f"{channel}.{name}"] = ["There is no such channel or category."]
                elif wish not in allowed[name][1]:
                    wrong[f"{channel}.{name}"] = no_choice(wish).detail
                else:
                    found[channel, allowed[name][0]] = wish
        if wrong:
            raise ValidationError(wrong)
        return found


class CategoryOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    about = serializers.CharField(source="wish")
    is_urgent = serializers.BooleanField(help_text="Sent at once or not at all.")


class WishesOutput(serializers.Serializer[Any]):
    when = serializers.DictField(child=serializers.DictField(child=serializers.CharField(allow_blank=True)))
    digest = serializers.ListField(child=serializers.IntegerField())
    gather_minutes = serializers.IntegerField()
    quiet_from = serializers.IntegerField(allow_null=True)
    quiet_until = serializers.IntegerField(allow_null=True)
    categories = CategoryOutput(many=True)


class Wishes(Endpoint):
    tag, scope, read_scope = "notifications", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Notification settings", answer=WishesOutput)
    def get(self, request: Request) -> Response:
        """Channel and timing of each category, and your hours."""
        user = user_of(request)
        when: dict[str, dict[str, str]] = {channel: {} for channel in Channel.values}
        for (channel, name), wish in wanted_by(user).items():
            when[channel][name or EVERYTHING] = wish
        hours = model_to_dict(hours_of(user))
        return Response(WishesOutput({**hours, "when": when, "categories": shown_categories()}).data)

    @operation(
        "Change notification settings",
        body=WishesInput,
        answer=WishesOutput,
        example_body={"when": {"mail": {"turns": "digest"}}, "digest": [7, 19]},
    )
    def patch(self, request: Request) -> Response:
        """Fields you leave out stay as they are."""
        sent, user = read(WishesInput, request.data), user_of(request)
        wanted = {**wanted_by(user), **sent.pop("when")}
        hours = hours_of(user)
        for name, value in sent.items():
            setattr(hours, name, value)
        check_hours(wanted, hours)
        save_wishes(user, wanted, hours, now=now())
        return self.get(request)


USUAL = ""
"""How soon, where nothing else is said about a subject."""


class WhenField(serializers.ChoiceField):
    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[USUAL, *When.values], allow_blank=True, **options)


class AboutInput(serializers.Serializer[Any]):
    mail = WhenField(required=False, help_text="Empty: your default.")
    push = WhenField(required=False)
    hook = WhenField(required=False)


class AboutOutput(serializers.Serializer[Any]):
    subject = serializers.CharField(help_text="For example `game:12`.")
    about = serializers.CharField(help_text="Its title.")
    url = serializers.CharField()
    when = serializers.DictField(child=WhenField(), help_text="By channel; empty: your default.")
    may_set_hooks = serializers.BooleanField(help_text="You may add webhooks for it (`webhooks/?subject=`).")


ABOUT = {
    "subject": "game:4711",
    "about": "“White nights”, game 4711",
    "url": "https://example.org/games/4711/",
    "when": {"mail": "digest", "push": "", "hook": ""},
    "may_set_hooks": True,
}


def _about(user: User, key: str, subject: WebhookSubject, about: Naming) -> dict[str, object]:
    when, may_set = wanted_about(user, key), subject.may_set(user)
    return {"subject": key, "about": str(about.name), "url": about.url, "when": when, "may_set_hooks": may_set}


class Abouts(Endpoint):
    tag, read_scope = "notifications", Scope.ACCOUNT

    @operation(
        "Games and tournaments with settings of their own",
        lists=AboutOutput,
    )
    def get(self, request: Request) -> Response:
        """At most fifty."""
        user = user_of(request)
        return self.in_order(
            [_about(user, key, *found) for key, found in subjects_with_wishes(user).items()], AboutOutput
        )


class About(Endpoint):
    tag, scope, read_scope = "notifications", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Notification settings of a game or tournament", answer=AboutOutput, example=ABOUT)
    def get(self, request: Request, subject: str) -> Response:
        """A subject is `game:` or `tournament:` followed by its number, as in notifications."""
        user = user_of(request)
        if (known := known_subject(user, subject)) is None:
            raise NotFound
        return Response(AboutOutput(_about(user, subject, *known)).data)

    @operation(
        "Change notification settings of a game or tournament",
        body=AboutInput,
        answer=AboutOutput,
        example=ABOUT,
        example_body={"mail": "digest"},
    )
    def patch(self, request: Request, subject: str) -> Response:
        """Applies to all categories; fields you leave out stay as they are."""
        user = user_of(request)
        if known_subject(user, subject) is None:
            raise NotFound
        save_about(user, subject, {**wanted_about(user, subject), **read(AboutInput, request.data)}, now=now())
        return self.get(request, subject)


class TestMail(Endpoint):
    __test__ = False
    tag, scope = "notifications", Scope.ACCOUNT

    @operation("Send a test email", body=None, status=204, refuses=(TooOften,))
    def post(self, request: Request) -> None:
        """To your own address; at most three an hour. `notifications/` shows whether it arrived."""
        user = user_of(request)
        if ratelimit.consume(http_of(request), app=APP, action="mail_test", key=str(user.pk)) is None:
            raise TooOften
        send_test(user=user, now=now())
