"""What is otherwise about one game or tournament, and the browsers that take pushes."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import now
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from accounts.models import User
from api.cursors import CURSOR, LIMIT, newest_first, page_of, slice_of
from api.endpoint import Endpoint, user_of
from api.forms import checked, data_of, read
from api.schema import operation
from api.scopes import Scope
from notifications.channels.address import LONGEST, Refused
from notifications.channels.keys import public_key
from notifications.history.services import send_test
from notifications.kinds import Board
from notifications.models import ALL, Channel, Preference, When
from notifications.models import Endpoint as Target
from notifications.pages.forms import SubjectForm, field_name
from notifications.pages.ways import check_browser, keep_browser
from notifications.registry import board_of

from .history import TooOften

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


def board(user: User, subject: str) -> Board:
    """What knows of this subject. Raises NotFound where this reader knows nothing of it."""
    found = board_of(subject) if len(subject) <= 80 else None
    if found is None or found.name(subject, user) is None:
        raise NotFound
    return found


def told(user: User, subject: str) -> dict[str, object] | None:
    """The wishes about a subject; None where he may know nothing of it any more."""
    knows = board_of(subject)
    about = knows.name(subject, user) if knows is not None else None
    if knows is None or about is None:
        return None
    form = SubjectForm(user=user, subject=subject)
    when = {channel: str(form[field_name(channel, ALL)].value() or USUAL) for channel in Channel.values}
    return {"subject": subject, "about": str(about.name), "url": about.url, "when": when} | {
        "may_set_hooks": knows.may_set(user, subject)
    }


class Abouts(Endpoint):
    tag, read_scope = "notifications", Scope.ACCOUNT

    @operation(
        "Games and tournaments with settings of their own",
        answer=page_of(AboutOutput),
        query=(CURSOR, LIMIT),
        is_list=True,
    )
    def get(self, request: Request) -> Response:
        """At most fifty."""
        user = user_of(request)
        said = Preference.objects.filter(user=user, category=ALL).exclude(subject="")
        subjects = sorted(set(said.values_list("subject", flat=True)))[:50]
        shown, following = slice_of(request, [one for one in (told(user, key) for key in subjects) if one is not None])
        return Response({"results": AboutOutput(shown, many=True).data, "next": following})


class About(Endpoint):
    tag, scope, read_scope = "notifications", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Notification settings of a game or tournament", answer=AboutOutput, example=ABOUT)
    def get(self, request: Request, subject: str) -> Response:
        """A subject is `game:` or `tournament:` followed by its number, as in notifications."""
        user = user_of(request)
        board(user, subject)
        return Response(AboutOutput(told(user, subject)).data)

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
        board(user, subject)
        sent, form = read(AboutInput, request.data), SubjectForm(user=user, subject=subject)
        names = {channel: field_name(channel, ALL) for channel in Channel.values}
        data = {name: sent.get(channel, form[name].value()) for channel, name in names.items()}
        form = SubjectForm(data_of(data), user=user, subject=subject)
        checked(form)
        form.save(now=now())
        return self.get(request, subject)


class KeysInput(serializers.Serializer[Any]):
    p256dh = serializers.CharField(max_length=100)
    auth = serializers.CharField(max_length=40)


class BrowserInput(serializers.Serializer[Any]):
    endpoint = serializers.CharField(max_length=LONGEST, help_text="As given by the push service (RFC 8030).")
    keys = KeysInput()
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=60, default="", allow_blank=True, help_text="A name for your own use."
    )


class BrowserOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    host = serializers.CharField(help_text="Host of the push service.")
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    created_at = serializers.DateTimeField()
    worked_at = serializers.DateTimeField(allow_null=True)
    failed_at = serializers.DateTimeField(allow_null=True)


class PushKeyOutput(serializers.Serializer[Any]):
    key = serializers.CharField(allow_blank=True, help_text="The `applicationServerKey` for subscribing (RFC 8292).")


BROWSER = {
    "endpoint": "https://push.example.net/send/abc",
    "keys": {"p256dh": "BNcR…", "auth": "tBHI…"},
    "label": "Tablet",
}


class Browsers(Endpoint):
    tag, scope, read_scope = "notifications", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("Your push subscriptions", answer=page_of(BrowserOutput), query=(CURSOR, LIMIT), is_list=True)
    def get(self, request: Request) -> Response:
        return Response(newest_first(request, _browsers(request), lambda rows: BrowserOutput(rows, many=True).data))

    @operation(
        "Subscribe to push notifications", body=BrowserInput, answer=BrowserOutput, status=201, example_body=BROWSER
    )
    def post(self, request: Request) -> Response:
        """Takes the output of `PushSubscription.toJSON()`. Repeating it is safe; the newest twenty are kept."""
        sent = read(BrowserInput, request.data)
        url, keys = sent["endpoint"], sent["keys"]
        try:
            is_one = check_browser(url, keys["p256dh"], keys["auth"])
        except Refused as refused:
            raise ValidationError({"endpoint": [ErrorDetail(str(refused.sentence), refused.code)]}) from None
        if not is_one:
            raise ValidationError(
                {"keys": [ErrorDetail(_("This is not a valid push subscription."), "no_subscription")]}
            )
        made = keep_browser(user_of(request), url, keys["p256dh"], keys["auth"], sent["label"], now())
        return Response(BrowserOutput(made).data, status=201)


class Browser(Endpoint):
    tag, scope = "notifications", Scope.ACCOUNT

    @operation("Delete a push subscription", status=204)
    def delete(self, request: Request, browser_id: int) -> Response:
        if not _browsers(request).filter(pk=browser_id).delete()[0]:
            raise NotFound
        return Response(status=204)


class PushKey(Endpoint):
    tag, read_scope = "notifications", Scope.ACCOUNT

    @operation("Key for push subscriptions", answer=PushKeyOutput)
    def get(self, request: Request) -> Response:
        return Response(PushKeyOutput({"key": public_key()}).data)


def _browsers(request: Request) -> Any:
    return Target.objects.filter(user=user_of(request), subject="", channel=Channel.PUSH)


class TestMail(Endpoint):
    __test__ = False
    tag, scope = "notifications", Scope.ACCOUNT

    @operation("Send a test email", body=None, status=204, refuses=(TooOften,))
    def post(self, request: Request) -> Response:
        """To your own address; at most three an hour. `notifications/` shows whether it arrived."""
        user = user_of(request)
        if ratelimit.consume(request._request, app=APP, action="mail_test", key=str(user.pk)) is None:
            raise TooOften
        send_test(user=user, now=now())
        return Response(status=204)
