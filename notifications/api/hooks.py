"""Webhooks of a user and their deliveries, and the browsers that take pushes."""

from typing import Any

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, asked, http_of, read, user_of
from api.problems import Refusal
from api.schema import operation
from api.scopes import Scope
from notifications.channels.http import LONGEST, AddressRefused
from notifications.channels.push import public_key
from notifications.endpoints import (
    check_browser,
    check_target,
    has_room_for_hook,
    keep_browser,
    make_hook,
    own_hook,
    test_of,
    wait_to_try,
)
from notifications.models import Channel, Delivery, DeliveryState, Form
from notifications.models import Endpoint as Target
from notifications.wishing import known_subject


class TooManyHooks(Refusal):
    code = "too_many_hooks"


class TriedJustNow(Refusal):
    code = "tried_just_now"
    sentence = gettext_lazy("You just tried this. Wait a little and try again.")
    status = 429


OF_SUBJECT = "A game, table or tournament, such as `game:12`, whose news go there; empty: your own notifications."


class HookInput(serializers.Serializer[Any]):
    url = serializers.CharField(
        max_length=LONGEST, validators=[check_target], help_text="Target URL; it is never shown again."
    )
    form = serializers.ChoiceField(choices=Form.choices, default=Form.JSON.value)
    subject = serializers.CharField(max_length=80, default="", allow_blank=True, help_text=OF_SUBJECT)


class OfInput(serializers.Serializer[Any]):
    subject = serializers.CharField(max_length=80, default="", allow_blank=True, help_text=OF_SUBJECT)


class SwitchInput(serializers.Serializer[Any]):
    is_on = serializers.BooleanField()


class HookOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    subject = serializers.CharField(allow_blank=True, help_text="Empty: your own notifications.")
    host = serializers.CharField(help_text="The part of the URL that is not secret.")
    form = serializers.ChoiceField(choices=Form.choices)
    is_on = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    worked_at = serializers.DateTimeField(allow_null=True)
    failed_at = serializers.DateTimeField(allow_null=True)
    failures = serializers.IntegerField(help_text="Failed attempts since the last success.")
    last_error = serializers.CharField(allow_blank=True)

    def get_is_on(self, hook: Target) -> bool:
        return hook.off_at is None


class NewHookOutput(HookOutput):
    secret = serializers.CharField(
        allow_null=True, help_text="Signs the requests (docs/mail.md). Shown only once: null afterwards."
    )


class TestOutput(serializers.Serializer[Any]):
    __test__ = False
    is_good = serializers.BooleanField()
    answer = serializers.CharField(allow_blank=True, help_text="The error.")


class AttemptOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    answer = serializers.CharField(allow_blank=True)


class DeliveryOutput(serializers.Serializer[Any]):
    id = serializers.CharField(source="token", help_text="The same as in the message itself.")
    kind = serializers.CharField()
    subject = serializers.CharField(allow_blank=True, help_text="For example `game:12`.")
    state = serializers.ChoiceField(choices=DeliveryState.choices)
    created_at = serializers.DateTimeField()
    sent_at = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True, help_text="Time of the next attempt.")
    attempts = AttemptOutput(source="attempted", many=True)


def hooks_of(request: Request, subject: str = "") -> Any:
    """The webhooks of the caller, or those of a subject that they may manage. Raises NotFound."""
    if not subject:
        return Target.objects.filter(user=user_of(request), subject="", channel=Channel.HOOK)
    known = known_subject(user_of(request), subject)
    if known is None or not known[0].may_set(user_of(request)):
        raise NotFound
    return Target.objects.filter(subject=subject, channel=Channel.HOOK)


def hook(request: Request, hook_id: int) -> Target:
    """One that the caller may change. Raises NotFound."""
    found = own_hook(user_of(request), hook_id)
    if found is None or found.channel != Channel.HOOK:
        raise NotFound
    return found


class Hooks(Endpoint):
    tag, scope, read_scope = "notifications", Scope.ACCOUNT, Scope.ACCOUNT
    secrets = frozenset({"secret"})

    @operation("Your webhooks", lists=HookOutput, query=(OfInput,))
    def get(self, request: Request) -> Response:
        """With `subject`, the webhooks of that game, table or tournament that you may manage."""
        found = hooks_of(request, asked(OfInput, request)["subject"])
        return self.newest_first(found, HookOutput)

    @operation(
        "Create a webhook",
        body=HookInput,
        answer=NewHookOutput,
        status=201,
        refuses=(TooManyHooks,),
        example_body={"url": "https://example.org/hook", "form": "json"},
    )
    def post(self, request: Request) -> Response:
        """Sends the notifications that you chose for webhooks (`notifications/preferences/`), signed, and retries
        failed deliveries."""
        sent = read(HookInput, request.data)
        subject = sent.pop("subject")
        hooks_of(request, subject)  # which says whether he may
        with transaction.atomic():
            if not has_room_for_hook(user_of(request), subject):
                raise TooManyHooks
            made = make_hook(user_of(request), subject, **sent, now=now())
        return Response(NewHookOutput(made).data, status=201)


class Hook(Endpoint):
    tag, scope, read_scope = "notifications", Scope.ACCOUNT, Scope.ACCOUNT

    @operation("A webhook", answer=HookOutput)
    def get(self, request: Request, hook_id: int) -> Response:
        return Response(HookOutput(hook(request, hook_id)).data)

    @operation("Turn a webhook on or off", body=SwitchInput, answer=HookOutput)
    def patch(self, request: Request, hook_id: int) -> Response:
        """A webhook that keeps failing is turned off automatically."""
        is_on, found = read(SwitchInput, request.data)["is_on"], hook(request, hook_id)
        wanted: dict[str, Any] = {"off_at": None, "failures": 0, "last_error": ""} if is_on else {"off_at": now()}
        Target.objects.filter(pk=found.pk).update(**wanted)
        return self.get(request, hook_id)

    @operation("Delete a webhook", status=204)
    def delete(self, request: Request, hook_id: int) -> None:
        hook(request, hook_id).delete()


class HookTest(Endpoint):
    __test__ = False
    tag, scope, takes_keys = "notifications", Scope.ACCOUNT, False

    @operation("Test a webhook", body=None, answer=TestOutput, refuses=(TriedJustNow,))
    def post(self, request: Request, hook_id: int) -> Response:
        """Sends a test now. One every few seconds, and at most ten in ten minutes for all your webhooks."""
        found, moment = hook(request, hook_id), now()
        if wait := wait_to_try(found, http_of(request), moment):
            raise TriedJustNow(wait=wait)
        answer = test_of(found, now=moment)
        return Response({"is_good": not answer, "answer": answer})


class Deliveries(Endpoint):
    tag, read_scope = "notifications", Scope.ACCOUNT

    @operation("Deliveries of a webhook", lists=DeliveryOutput)
    def get(self, request: Request, hook_id: int) -> Response:
        """Newest first, each with its attempts. Includes webhooks of games, tables and tournaments that you may manage."""
        found = hook(request, hook_id)
        whose = None if found.subject else user_of(request)  # by which they are found: an index has it
        rows = Delivery.objects.filter(user=whose, channel=Channel.HOOK, endpoint=str(found.pk))
        return self.newest_first(rows.prefetch_related("attempted"), DeliveryOutput)


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

    @operation("Your push subscriptions", lists=BrowserOutput)
    def get(self, request: Request) -> Response:
        return self.newest_first(_browsers(request), BrowserOutput)

    @operation(
        "Subscribe to push notifications", body=BrowserInput, answer=BrowserOutput, status=201, example_body=BROWSER
    )
    def post(self, request: Request) -> Response:
        """Takes the output of `PushSubscription.toJSON()`. Repeating it is safe; the newest twenty are kept."""
        sent = read(BrowserInput, request.data)
        url, keys = sent["endpoint"], sent["keys"]
        try:
            is_one = check_browser(url, keys["p256dh"], keys["auth"])
        except AddressRefused as refused:
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
    def delete(self, request: Request, browser_id: int) -> None:
        if not _browsers(request).filter(pk=browser_id).delete()[0]:
            raise NotFound


class PushKey(Endpoint):
    tag, read_scope = "notifications", Scope.ACCOUNT

    @operation("Key for push subscriptions", answer=PushKeyOutput)
    def get(self, request: Request) -> Response:
        return Response(PushKeyOutput({"key": public_key()}).data)


def _browsers(request: Request) -> Any:
    return Target.objects.filter(user=user_of(request), subject="", channel=Channel.PUSH)
