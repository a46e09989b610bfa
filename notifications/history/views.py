"""The page of what was told, its two buttons, and the page that a test mail leads to."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from accounts.models import User
from notifications import deliverability
from notifications.history.lines import MOST, lines
from notifications.history.services import NotAgain, send_again, send_test
from notifications.mail import arrival
from notifications.models import Notification


@require_safe
@login_required
@never_cache
def told(request: HttpRequest) -> HttpResponse:
    """The last hundred notifications to who is signed in, fifteen on a page: what, about what, how, when, and what became of it."""
    assert isinstance(request.user, User)
    return _page(request, request.user)


@require_POST
@login_required
def again(request: HttpRequest, notification_id: int) -> HttpResponse:
    """Send one more mail of it, if it is still true; ten an hour."""
    user = request.user
    assert isinstance(user, User)
    if ratelimit.consume(request, app=APP, action="mail_again", key=str(user.pk)) is None:
        return _too_many(request, user)
    try:
        send_again(notification_id=notification_id, user=user, now=now())
    except Notification.DoesNotExist:
        raise Http404 from None
    except NotAgain as refusal:
        return _page(request, user, code=refusal.code, sentence=refusal.sentence, status=409)
    messages.success(request, _("It will be sent again in a few seconds."))
    return redirect(f"{reverse('notifications:history')}?{urlencode({'page': request.GET.get('page', 1)})}")


@require_POST
@login_required
def test(request: HttpRequest) -> HttpResponse:
    """Send a test to the own address; three an hour."""
    user = request.user
    assert isinstance(user, User)
    if ratelimit.consume(request, app=APP, action="mail_test", key=str(user.pk)) is None:
        return _too_many(request, user)
    send_test(user=user, now=now())
    messages.success(request, _("A test email is on its way. The result appears here in a few seconds."))
    return redirect("notifications:history")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrived(request: HttpRequest, token: str) -> HttpResponse:
    """Where a test mail leads. POST says that it has arrived; GET only asks, because scanners follow every link."""
    user = arrival.read(token)
    is_done = request.method == "POST" and user is not None
    if is_done and user is not None:
        deliverability.proved(user)
    context = {"known": user is not None, "done": is_done, "token": token}
    return render(request, "notifications/arrived.html", context)


def _too_many(request: HttpRequest, user: User) -> HttpResponse:
    sentence = _("Too many requests. Try again in an hour.")
    return _page(request, user, code="too_many", sentence=sentence, status=429)


def _page(request: HttpRequest, user: User, *, code: str = "", sentence: str = "", status: int = 200) -> HttpResponse:
    page = lines(user, request.GET.get("page"), now())
    context = {"page": page, "most": MOST, "code": code, "sentence": sentence}
    return render(request, "notifications/history.html", context, status=status)
