"""Forms about people. Every field gets help and errors as sentences; _field.html of templates/ shows them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.http import QueryDict
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from accounts import separation, window
from accounts.models import User
from accounts.names import LONGEST, all_zones, check_name, name_key, tidy_name, zone_choices

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class NameField(forms.CharField):
    """A display name, tidied and checked. Whether it is free is asked of the database by the form."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Name"))
        options.setdefault("help_text", _("Shown to other players. 2 to 20 characters."))
        super().__init__(max_length=LONGEST, validators=[check_name], **options)
        self.widget.attrs["autocomplete"] = "nickname"

    def to_python(self, value: Any) -> str:
        return tidy_name(super().to_python(value) or "")


def check_name_is_free(name: str, *, but_for: User | None = None) -> None:
    """Raise ValidationError when somebody else has `name`, in any spelling."""
    others = User.objects.exclude(pk=but_for.pk) if but_for else User.objects.all()
    if others.filter(name_key=name_key(name)).exists():
        raise name_is_taken()


def name_is_taken() -> ValidationError:
    return ValidationError(_("This username is taken. Choose another one."), code="name_taken")


class ZoneSelect(forms.Select):
    """A select box of time zones. Their options are drawn once in the life of a process, since there are four hundred; the chosen
    one is marked in a copy."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        options, chosen = _zone_options(), format_html('<option value="{}"', value)
        if f"{chosen}>" not in options:  # an old name; else the box would silently show, and save, its first entry
            options = f"{chosen}>{escape(value)}</option>{options}"
        options = options.replace(f"{chosen}>", f"{chosen} selected>", 1)
        field = flatatt({"name": name, **self.build_attrs(self.attrs, attrs)})
        return format_html("<select{}>{}</select>", field, mark_safe(options))

    def use_required_attribute(self, initial: Any) -> bool:
        """No option is empty."""
        return False


@cache
def _zone_options() -> str:
    groups = (
        format_html(
            '<optgroup label="{}">{}</optgroup>', region, format_html_join("", '<option value="{}">{}</option>', zones)
        )
        for region, zones in zone_choices()
    )
    return "".join(groups)


class ZoneField(forms.ChoiceField):
    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Time zone"))
        options.setdefault("help_text", _("Deadlines and dates are shown in this time zone."))
        super().__init__(choices=zone_choices, widget=ZoneSelect, **options)
        self.widget.attrs["autocomplete"] = "off"

    def valid_value(self, value: Any) -> bool:
        """Old names such as Europe/Kiev are not offered but stay valid for who has one."""
        return value in all_zones()


class BrowserZoneField(forms.CharField):
    """The zone that the browser tells, by a script. A guess that names none is dropped: it was not the person's."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-zone": ""}))

    def clean(self, value: Any) -> str:
        zone = super().clean(value)
        return zone if zone in all_zones() else "UTC"


def _number(label: _StrPromise, least: int, most: int) -> forms.IntegerField:
    """One of two numbers that stand beside each other under a label of their own."""
    field = forms.IntegerField(label=label, min_value=least, max_value=most, required=False)
    field.widget.attrs |= {"aria-label": label, "inputmode": "numeric"}
    return field


OF_PERSON = ("display_name", "time_zone", "language", "avatar_pattern", "avatar_colour", "shows_presence")
OF_GAMES = (
    *("confirm_moves", "pass_by_itself", "warn_too_late", "tell_mistakes", "hide_results"),
    *("keyboard_shortcuts", "log_pictures"),
)
OF_WINDOW = ("window_width", "window_height")


class ProfileForm(forms.ModelForm[User]):
    """What a person decides about the site. Apps above may add to it (settings.PROFILE_FORM)."""

    display_name = NameField()
    time_zone = ZoneField()
    ratio_width = _number(_("aspect ratio: width"), 1, window.MOST_RATIO)
    ratio_height = _number(_("aspect ratio: height"), 1, window.MOST_RATIO)
    least_width = _number(_("minimum width in pixels"), *window.LEAST[0])
    least_height = _number(_("minimum height in pixels"), *window.LEAST[1])

    class Meta:
        model = User
        fields = (*OF_PERSON, *OF_GAMES, *OF_WINDOW)

    RATIO = ("ratio_width", "ratio_height")
    LEAST = ("least_width", "least_height")

    def __init__(self, *args: Any, least: str = "", **options: Any) -> None:
        """`least` is the least size that this device keeps (`accounts.window`)."""
        super().__init__(*args, **options)
        kept = {self.RATIO: window.ratio_of(self.instance.window_ratio), self.LEAST: window.least_of(least)}
        for names, numbers in kept.items():
            self.initial.update(zip(names, (number or None for number in numbers or (None, None)), strict=True))
        self.fields["pass_by_itself"].help_text = _(
            "Only with open hands and rubles; the log shows it. Emails also list a pass after a purchase that spends "
            "your last rubles."
        )
        if self.instance.is_bot:  # its name says so, and stays
            self.fields["display_name"].disabled, self.fields["display_name"].validators = True, []

    def _get_validation_exclusions(self) -> set[str]:
        """The name of a bot has a sign that nobody may choose."""
        kept = {"display_name"} if self.instance.is_bot else set()
        return {*super()._get_validation_exclusions(), *kept}  # type: ignore[misc]

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        check_name_is_free(name, but_for=self.instance)
        return name

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        given = self.cleaned_data
        ratio = [given.get(name) for name in self.RATIO]
        if any(ratio) and not all(ratio) and not any(name in self.errors for name in self.RATIO):
            sentence = _("A fixed aspect ratio needs both width and height.")
            self.add_error("ratio_width", ValidationError(sentence, code="ratio_needs_both"))
        self.instance.window_ratio = f"{ratio[0]}:{ratio[1]}" if all(ratio) else ""
        if all(ratio) and given.get("window_width") == given.get("window_height"):
            self.add_error(
                "ratio_width",
                ValidationError(
                    _("A fixed aspect ratio needs exactly one of these: full window width or full window height."),
                    code="ratio_needs_one",
                ),
            )
        return cleaned

    def parts(self) -> dict[str, list[forms.BoundField]]:
        """The fields by the place where the page shows them."""
        parts = {"person": OF_PERSON, "game": OF_GAMES, "window": OF_WINDOW, "ratio": self.RATIO, "least": self.LEAST}
        return {part: [self[name] for name in names] for part, names in parts.items()}


class HouseholdForm(forms.Form):
    """The name of somebody who lives with the user, as everybody sees it; the user it means, on a valid form."""

    name = forms.CharField(label=_("Other player's username"), max_length=40)

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data, auto_id="household_%s")
        self._user = user
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> User:
        return separation.other_named(self.cleaned_data["name"], self._user)


class ArrivalForm(forms.Form):
    """All that is asked of somebody who comes by the link of a mail: a name. A script tells the zone."""

    display_name = NameField(label=_("Your name"))
    time_zone = BrowserZoneField()

    def __init__(self, *args: Any, guest: User | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._guest = guest

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        check_name_is_free(name, but_for=self._guest)
        return name


class DeletionForm(forms.Form):
    """The last question before an account goes: is it really you? Answered with the password or a mailed code."""

    proof = forms.CharField(label=_("Your password"), max_length=200, strip=False)

    def __init__(self, *args: Any, user: User, **options: Any) -> None:
        super().__init__(*args, **options)
        if user.has_usable_password():
            self.fields["proof"].widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
        else:
            self.fields["proof"].label = _("Code from our email")
            self.fields["proof"].widget = forms.TextInput(attrs={"autocomplete": "one-time-code", "class": "code"})
