"""What somebody decides about another player: to block him, or that both live together. Each is a POST that leads back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import separation
from accounts.activity import person_of, visitor_of
from accounts.forms import HouseholdForm
from accounts.models import User
from accounts.views import show_profile, way_back


@require_POST
def block(request: HttpRequest, user_id: int) -> HttpResponse:
    """Block this player, or with `wish=no` no longer."""
    page = reverse("accounts:player", args=[user_id])
    user = visitor_of(request)
    if user is None:
        return redirect_to_login(page)  # this address answers no GET
    if request.POST.get("wish") == "no":
        separation.unblock(blocker=user, blocked_id=user_id)
        messages.success(request, _("Player unblocked."))
    else:
        other = get_object_or_404(User.objects.players().exclude(pk=user.pk), pk=user_id)
        try:
            separation.block(blocker=user, blocked=other, now=timezone.now())
        except separation.TooManyBlocked as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("%(name)s is blocked.") % {"name": other.name})
    return HttpResponseRedirect(way_back(request, page))


@require_POST
@login_required(redirect_field_name=None)
@transaction.atomic
def name_household(request: HttpRequest) -> HttpResponse:
    """Name somebody who lives with the user, or agree with who has named him."""
    user = person_of(request)
    form = HouseholdForm(request.POST, user=user)
    if not form.is_valid():
        return show_profile(request, user, household=form)
    separation.name_housemate(user=user, other=form.cleaned_data["name"], now=timezone.now())
    return redirect("accounts:profile")


@require_POST
@login_required(redirect_field_name=None)
def answer_household(request: HttpRequest) -> HttpResponse:
    """Agree (`answer=yes`), or end, decline or take back."""
    number = request.POST.get("household", "")
    if number.isdecimal() and len(number) < 19:
        act = separation.agree_to_household if request.POST.get("answer") == "yes" else separation.end_household
        act(user=person_of(request), household_id=int(number), now=timezone.now())
    return redirect("accounts:profile")
