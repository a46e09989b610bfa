"""Unsubscribing (RFC 8058), the list of notifications, the test email, and samples of all emails."""

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
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
from notifications import deliverability, registry
from notifications.history import MOST, NotAgain, history_page, send_again, send_test
from notifications.mail import links
from notifications.mail.render import rendered
from notifications.models import Notification


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
