"""One's own hours and vacation: when clocks run, which days are booked, and what vacation would affect before it is booked."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dates import WEEKDAYS
from django.utils.timezone import now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.activity import person_of
from accounts.models import User
from accounts.services import HoursTooOften, count_hours
from games.lobby.forms import Choices
from games.models.own_hours import read_week, week_text
from games.play import vacation
from games.play.errors import BadVacation
from games.play.vacation import check_week, set_hours

DAYS = range(7)
FROM: Choices = [("", _("day off")), *((str(hour), f"{hour}:00") for hour in range(24))]
UNTIL: Choices = [(str(hour), f"{hour}:00") for hour in range(1, 25)]


class HoursForm(forms.Form):
    """Waking hours by weekday, or all day."""

    all_day = forms.BooleanField(label=_("My clocks may run at any hour"), required=False)
    automatic = forms.BooleanField(
        label=_("Use a vacation day before I miss a deadline"),
        required=False,
        help_text=_("Only in games that allow it. One day counts for all your games."),
    )

    def __init__(self, user: User, data: Any = None) -> None:
        week = read_week(user.waking_hours or "8-22 " * 7)
        initial: dict[str, Any] = {"all_day": not user.waking_hours, "automatic": user.automatic_vacation}
        for day, hours in enumerate(week):
            initial |= {f"from_{day}": hours[0] if hours else "", f"until_{day}": hours[1] if hours else 22}
        super().__init__(data, initial=initial)
        for day in DAYS:
            for name, label, choices in (("from", _("awake from"), FROM), ("until", _("until"), UNTIL)):
                field = forms.ChoiceField(label=label, choices=choices, required=False)
                field.widget.attrs["aria-label"] = f"{WEEKDAYS[day]}: {label}"
                self.fields[f"{name}_{day}"] = field

    @property
    def days(self) -> list[tuple[Any, forms.BoundField, forms.BoundField]]:
        return [(WEEKDAYS[day], self[f"from_{day}"], self[f"until_{day}"]) for day in DAYS]

    week: str
    """The hours as text; set on a valid form."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            week = [
                (int(data[f"from_{day}"]), int(data[f"until_{day}"] or 24)) if data[f"from_{day}"] else None
                for day in DAYS
            ]
            self.week = "" if data["all_day"] else week_text(week)
            check_week(self.week)
        return data


class VacationForm(forms.Form):
    first = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("To (inclusive)"), widget=forms.DateInput(attrs={"type": "date"}))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hours(request: HttpRequest) -> HttpResponse:
    """The page, and saving the hours."""
    user = person_of(request)
    form = HoursForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and form.week != user.waking_hours:
        try:
            count_hours(request, user)
        except HoursTooOften as error:
            form.add_error(None, forms.ValidationError(str(error), code=error.code))
    if request.method == "POST" and form.is_valid():
        set_hours(user, form.week, automatic=form.cleaned_data["automatic"])
        messages.success(request, gettext("Saved. The new hours apply from your next turn."))
        return redirect("games:hours")
    return _page(request, user, form=form)


@login_required
@never_cache
@require_POST
def book(request: HttpRequest) -> HttpResponse:
    """Show what vacation on these days affects; with `sure`, book it."""
    user, form, preview = person_of(request), VacationForm(request.POST), None
    if form.is_valid():
        first, last = form.cleaned_data["first"], form.cleaned_data["last"]
        try:
            if "sure" in request.POST:
                vacation.plan(user, first, last, now())
                messages.success(request, gettext("Your vacation is booked."))
                return redirect("games:hours")
            preview = vacation.preview_of(user, first, last, now())
        except BadVacation as error:
            form.add_error(None, forms.ValidationError(str(error), code=error.code))
    return _page(request, user, vacation_form=form, preview=preview)


@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """End the vacation today, or cancel a planned one."""
    vacation.give_back(person_of(request), now())
    messages.success(request, gettext("Vacation ended. You can book the unused days again."))
    return redirect("games:hours")


def _page(
    request: HttpRequest,
    user: User,
    *,
    form: HoursForm | None = None,
    vacation_form: VacationForm | None = None,
    preview: vacation.Preview | None = None,
) -> HttpResponse:
    moment = now()
    context = {
        "form": form or HoursForm(user),
        "vacation_form": vacation_form or VacationForm(),
        "preview": preview,
        "left": vacation.days_left(user, moment),
        "most": int(vacation.MOST),
        "grows": vacation.GROWS.days,
        "booked": vacation.booked(user, moment),
    }
    is_refused = any(sent is not None and sent.errors for sent in (form, vacation_form))
    return render(request, "games/lobby/hours.html", context, status=422 if is_refused else 200)
