"""Unsubscribing (RFC 8058), notifications that were sent, and what people wish to hear: the settings page, that of a single game or
tournament, webhooks and browsers. Also the test email and samples of all emails."""

import json
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import person_of
from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from accounts.models import User
from notifications import deliverability, endpoints, registry
from notifications.channels.http import AddressRefused
from notifications.channels.push import public_key
from notifications.endpoints import check_browser, has_room_for_hook, keep_browser, own_hook, test_of, wait_to_try
from notifications.forms import HookForm, SubjectForm, WishesForm
from notifications.history import MOST, NotAgain, history_page, send_again, send_test
from notifications.kinds import About, WebhookSubject
from notifications.mail import links
from notifications.mail.render import rendered
from notifications.models import Channel, Endpoint, Notification
from notifications.wishing import known_subject, subjects_with_wishes
from statements import row_number


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """POST stops the emails that the token names, without cookies and as often as you like; mail programs send it.

    GET only asks, because scanners follow every link. An unknown token gets the same answer: there is nothing to stop and
    nothing to learn.
    """
    way = links.read_way_out(token)
    if request.method == "POST" and way is not None:
        links.unsubscribe(way)
    context = {"way": way, "done": request.method == "POST", "token": token}
    return render(request, "notifications/unsubscribe.html", context)


def _shown_here() -> None:
    """Samples are for those who run the site, not for the public."""
    if not (settings.DEBUG or settings.SHOWS_MAILBOX):
        raise Http404


@require_safe
def samples(request: HttpRequest) -> HttpResponse:
    """Every email in the language asked for (`?language=de`), as text and HTML."""
    _shown_here()
    languages = dict(settings.LANGUAGES)
    language = request.GET.get("language", get_language() or "en")
    if language not in languages:
        language = "en"
    shown = [(one.name, rendered(one, language)) for one in registry.samples().values()]
    context = {"samples": shown, "language": language, "languages": languages}
    return render(request, "notifications/samples.html", context)


@require_safe
@xframe_options_sameorigin
@csp_replace(  # type: ignore[arg-type]  # the decorator is typed for views without arguments
    {"default-src": [NONE], "style-src": [UNSAFE_INLINE], "frame-ancestors": [SELF]}
)
def sample(request: HttpRequest, language: str, name: str, form: str) -> HttpResponse:
    """One sample: `form` is txt or html, shown as a mail program would, with its own styles only."""
    _shown_here()
    shown = registry.samples().get(name)
    if shown is None or language not in dict(settings.LANGUAGES) or form not in ("txt", "html"):
        raise Http404
    mail = rendered(shown, language)
    if form == "txt":
        body = f"Subject: {mail.subject}\n\n{mail.text}"
        return HttpResponse(body, content_type="text/plain; charset=utf-8")
    return HttpResponse(mail.html.replace("<head>", '<head><base target="_top">', 1))


@require_safe
@login_required
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """The last hundred notifications of the user, fifteen on a page, with what became of each."""
    return _page(request, person_of(request))


@require_POST
@login_required
def resend(request: HttpRequest, notification_id: int) -> HttpResponse:
    """Send a notification again if it is still true; ten an hour."""
    user = person_of(request)
    if ratelimit.consume(request, app=APP, action="mail_again", key=str(user.pk)) is None:
        return _too_many(request, user)
    try:
        send_again(notification_id=notification_id, user=user, now=now())
    except Notification.DoesNotExist:
        raise Http404 from None
    except NotAgain as refusal:
        return _page(request, user, code=refusal.details["why"], sentence=str(refusal), status=409)
    messages.success(request, _("It will be sent again in a few seconds."))
    return redirect(f"{reverse('notifications:history')}?{urlencode({'page': request.GET.get('page', 1)})}")


@require_POST
@login_required
def test_email(request: HttpRequest) -> HttpResponse:
    """Send a test to the own address; three an hour."""
    user = person_of(request)
    if ratelimit.consume(request, app=APP, action="mail_test", key=str(user.pk)) is None:
        return _too_many(request, user)
    send_test(user=user, now=now())
    messages.success(request, _("A test email is on its way. The result appears here in a few seconds."))
    return redirect("notifications:history")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrived(request: HttpRequest, token: str) -> HttpResponse:
    """Where a test email leads. POST says that it arrived; GET only asks, because scanners follow every link."""
    user = links.read_arrival(token)
    if is_done := user is not None and request.method == "POST":
        deliverability.proved(user)
    context = {"known": user is not None, "done": is_done, "token": token}
    return render(request, "notifications/arrived.html", context)


def _too_many(request: HttpRequest, user: User) -> HttpResponse:
    sentence = _("Too many requests. Try again in an hour.")
    return _page(request, user, code="too_many", sentence=sentence, status=429)


def _page(
    request: HttpRequest, user: User, *, code: object = "", sentence: str = "", status: int = 200
) -> HttpResponse:
    page = history_page(user, request.GET.get("page"), now())
    context = {"page": page, "most": MOST, "code": code, "sentence": sentence}
    return render(request, "notifications/history.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest) -> HttpResponse:
    """The table of wishes, with hours, browsers and webhooks. POST saves table and hours."""
    user = person_of(request)
    form = WishesForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        form.save(now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("notifications:preferences")
    return _show_settings(request, form=form, status=422 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def subject(request: HttpRequest, subject: str) -> HttpResponse:
    """Settings for one game or tournament, and its webhooks for users who may manage them. POST saves the settings."""
    user = person_of(request)
    _subject_or_404(user, subject)
    form = SubjectForm(request.POST or None, user=user, subject=subject)
    if request.method == "POST" and form.is_valid():
        form.save(now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("notifications:subject", subject)
    return _subject_page(user, request, subject, form=form, status=422 if form.errors else 200)


@never_cache
@login_required
@require_POST
def make_hook(request: HttpRequest) -> HttpResponse:
    """Create a webhook of the user or of the subject named. Only this answer shows its secret."""
    user, subject = person_of(request), request.POST.get("subject", "")
    if subject and not _subject_or_404(user, subject)[0].may_set(user):
        raise Http404
    form = HookForm(request.POST)
    with transaction.atomic():
        if not has_room_for_hook(user, subject):
            form.add_error(None, _("You have reached the limit of webhooks. Delete one first."))
        is_good, moment = form.is_valid(), timezone.now()
        made = endpoints.make_hook(user, subject, **form.cleaned_data, now=moment) if is_good else None
    hooks: dict[str, Any] = {"hook_form": HookForm() if made else form, "made": made}
    status = 200 if made else 422
    if subject:
        return _subject_page(user, request, subject, status=status, **hooks)
    return _show_settings(request, status=status, **hooks)


@never_cache
@login_required
@require_POST
def act_on_hook(request: HttpRequest) -> HttpResponse:
    """Test, switch on again or delete one webhook (`do` is test-12, on-12, off-12 or delete-12). One that is gone, or another
    person's, changes nothing."""
    act, _dash, number = request.POST.get("do", "").partition("-")
    endpoint = own_hook(person_of(request), row_number(number))
    if endpoint is None:
        return redirect("notifications:preferences")
    now = timezone.now()
    if act == "delete":
        endpoint.delete()
        messages.success(request, _("Deleted."))
    elif act == "off":
        Endpoint.objects.filter(pk=endpoint.pk).update(off_at=now)
        messages.success(request, _("Switched off."))
    elif act == "on":
        Endpoint.objects.filter(pk=endpoint.pk).update(off_at=None, failures=0, last_error="")
        messages.success(request, _("Switched on."))
    elif act == "test" and wait_to_try(endpoint, request, now):
        messages.error(request, _("You just tried this. Wait a little and try again."))
    elif act == "test":
        if answer := test_of(endpoint, now=now):
            messages.error(request, _("The test failed: %(answer)s") % {"answer": answer})
        else:
            messages.success(request, _("The test arrived."))
    if endpoint.subject:
        return redirect("notifications:subject", endpoint.subject)
    return redirect("notifications:preferences")


@never_cache
@login_required
@require_POST
def subscribe_browser(request: HttpRequest) -> HttpResponse:
    """Save a browser that takes pushes, as its script sends it: `{"endpoint": …, "keys": {"p256dh": …, "auth": …}}`.

    Repeating it is safe; a browser that another user had before now belongs to this one.
    """
    try:
        told = json.loads(request.body)
        url, p256dh, auth = (str(one) for one in (told["endpoint"], told["keys"]["p256dh"], told["keys"]["auth"]))
        is_one = check_browser(url, p256dh, auth)
    except AddressRefused as refused:
        return JsonResponse({"code": refused.code, "detail": str(refused.sentence)}, status=400)
    except (ValueError, KeyError, TypeError):
        return _wrong()
    if not is_one:
        return _wrong()
    keep_browser(person_of(request), url, p256dh, auth, str(told.get("label", ""))[:60], timezone.now())
    return JsonResponse({"code": "subscribed"})


@never_cache
@login_required
@require_POST
def unsubscribe_browser(request: HttpRequest) -> HttpResponse:
    """The browser with this `endpoint` takes no more pushes. An unknown one, or another user's, changes nothing."""
    try:
        url = str(json.loads(request.body)["endpoint"])
    except (ValueError, KeyError, TypeError):
        return _wrong()
    Endpoint.objects.filter(user=request.user.pk, channel=Channel.PUSH, url=url).delete()
    return JsonResponse({"code": "unsubscribed"})


def _subject_or_404(user: User, key: str) -> tuple[WebhookSubject, About]:
    if (known := known_subject(user, key)) is None:
        raise Http404
    return known


def _wrong() -> HttpResponse:
    return JsonResponse({"code": "no_subscription", "detail": _("This is not a valid push subscription.")}, status=400)


def _show_settings(
    request: HttpRequest, *, form: WishesForm | None = None, status: int = 200, **more: object
) -> HttpResponse:
    user = person_of(request)
    endpoints = list(Endpoint.objects.filter(user=user, subject=""))
    context = {
        "form": form or WishesForm(user=user),
        "hooks": [one for one in endpoints if one.channel == Channel.HOOK],
        "browsers": [one for one in endpoints if one.channel == Channel.PUSH],
        "exceptions": [(key, about) for key, (_subject, about) in subjects_with_wishes(user).items()],
        "push_key": public_key(),
        "hook_form": HookForm(),
        "networks": settings.WEBHOOK_NETWORKS,
        **more,
    }
    return render(request, "notifications/preferences.html", context, status=status)


def _subject_page(
    user: User, request: HttpRequest, key: str, *, form: SubjectForm | None = None, status: int = 200, **more: object
) -> HttpResponse:
    subject, about = _subject_or_404(user, key)
    may_set = subject.may_set(user)
    context = {
        "subject": key,
        "about": about,
        "form": form or SubjectForm(user=user, subject=key),
        "may_set": may_set,
        "hooks": list(Endpoint.objects.filter(subject=key, channel=Channel.HOOK)) if may_set else [],
        "hook_form": HookForm(),
        **more,
    }
    return render(request, "notifications/subject.html", context, status=status)
