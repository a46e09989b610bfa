"""The page of the devices on which one is signed in, and signing out elsewhere."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import sessions
from accounts.devices import Device, label_of
from accounts.models import User
from accounts.services import end_session, end_sessions


@never_cache
@login_required
def devices(request: HttpRequest) -> HttpResponse:
    """Where one is signed in: this device first, then the others."""
    user = _user(request)
    here = request.session.session_key
    found = sessions.alive(user)
    page = {
        "here": next((one for one in found if one.session_key == here), None),
        "label": label_of(request.META.get("HTTP_USER_AGENT", "")),
        "others": [one for one in found if one.session_key != here],
    }
    return render(request, "accounts/devices.html", page)


@require_POST
@login_required
def end_devices(request: HttpRequest) -> HttpResponse:
    """Sign out one other device, or all of them. One that is gone already, or another person's, changes nothing."""
    user, here = _user(request), request.session.session_key
    if request.POST.get("others"):
        end_sessions(user, but_for=here)
        messages.success(request, _("You are signed out on all other devices."))
        return redirect("accounts:devices")
    number = request.POST.get("device", "")
    if number.isdecimal() and len(number) < 19:
        device = Device.objects.filter(user=user, pk=int(number)).exclude(session_key=here).first()
        if device is not None:
            end_session(device.session_key)
            messages.success(request, _("The device is signed out."))
    return redirect("accounts:devices")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
