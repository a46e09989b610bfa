"""Forms for the notification settings, the hours, and a new webhook. They work without scripts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django import forms
from django.forms.models import model_to_dict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.models import User
from notifications.channels.http import LONGEST
from notifications.endpoints import check_target
from notifications.models import ALL, Channel, Form, Hours, When
from notifications.registry import shown_categories
from notifications.routes import hours_of
from notifications.wishing import (
    GATHER,
    LIMITS,
    SOON,
    URGENT,
    check_hours,
    save_about,
    save_wishes,
    wanted_about,
    wanted_by,
)

LIMIT_WORDS = gettext_lazy("as below"), gettext_lazy("deadlines only"), gettext_lazy("nothing")


@dataclass(frozen=True, slots=True)
class WishRow:
    label: str
    help: str
    fields: Sequence[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors for field in self.fields)

    @property
    def ways(self) -> list[tuple[str, forms.BoundField]]:
        return list(zip((capfirst(str(one.label)) for one in Channel), self.fields, strict=True))

    @property
    def said(self) -> str:
        """The choice in few words: `at once`, or `Mail: at once · Push: never · Webhook: never`."""
        words = [str(_chosen(field)) for field in self.fields]
        if len(set(words)) == 1:
            return words[0]
        return " · ".join(f"{name}: {word}" for (name, _field), word in zip(self.ways, words, strict=True))


def _chosen(field: forms.BoundField) -> Any:
    """The words of what a control has chosen; what it does not offer is no word."""
    words: dict[Any, Any] = dict(cast(Any, field.field).choices)
    return words.get(field.value(), "")


def _hour_choices() -> list[tuple[int, str]]:
    return [(hour, f"{hour}:00") for hour in range(24)]


def _gather_choices() -> list[tuple[int, str]]:
    """In the language of the reader."""
    return [
        (one, ngettext("%(count)s minute", "%(count)s minutes", one) % {"count": one})
        if one < 60
        else (one, ngettext("%(count)s hour", "%(count)s hours", one // 60) % {"count": one // 60})
        for one in GATHER
    ]


class WishesForm(forms.Form):
    digest = forms.TypedMultipleChoiceField(
        label=gettext_lazy("My hours"),
        help_text=gettext_lazy("Summaries are sent at these hours, up to six times a day."),
        choices=_hour_choices,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    gather_minutes = forms.TypedChoiceField(
        label=gettext_lazy("After the first notification"),
        help_text=gettext_lazy("Further notifications are collected for this long, or until you visit the site."),
        choices=_gather_choices,
        coerce=int,
    )
    quiet_from = forms.TypedChoiceField(label=gettext_lazy("Quiet from"), coerce=int, empty_value=None, required=False)
    quiet_until = forms.TypedChoiceField(label=gettext_lazy("until"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, user: User, **options: Any) -> None:
        super().__init__(*args, **{**options, "initial": model_to_dict(hours_of(user))})
        self._user = user
        for name in ("quiet_from", "quiet_until"):
            cast(forms.ChoiceField, self.fields[name]).choices = [
                ("", pgettext_lazy("hour of the day", "none")),
                *_hour_choices(),
            ]
        now = wanted_by(user)
        for channel in Channel.values:
            limits = list(zip(LIMITS, LIMIT_WORDS, strict=True))
            self._add(channel, ALL, limits, _("Everything"), now[channel, ALL])
            for category in shown_categories():
                choices = [(one.value, one.label) for one in (URGENT if category.is_urgent else SOON)]
                self._add(channel, category.name, choices, category.wish, now[channel, category.name])

    def _add(self, channel: str, category: str, choices: Sequence[tuple[str, Any]], about: Any, initial: str) -> None:
        field = forms.ChoiceField(choices=choices, initial=initial, required=bool(category))
        field.widget.attrs["aria-label"] = f"{capfirst(Channel(channel).label)}: {about}"
        self.fields[field_name(channel, category)] = field

    def rows(self) -> Iterator[WishRow]:
        everything = _("Overall limit: no notification comes sooner than this, whatever you choose below.")
        yield WishRow(_("Everything"), everything, self._controls(ALL))
        for category in shown_categories():
            yield WishRow(capfirst(str(category.wish)), str(category.help), self._controls(category.name))

    def _controls(self, category: str) -> list[forms.BoundField]:
        return [self[field_name(channel, category)] for channel in Channel.values]

    def quiet_fields(self) -> list[forms.BoundField]:
        return [self["quiet_from"], self["quiet_until"]]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not self.errors:
            check_hours(self._wanted(given), self._hours(given))
        return given

    def save(self, *, now: datetime) -> None:
        save_wishes(self._user, self._wanted(self.cleaned_data), self._hours(self.cleaned_data), now=now)

    def _wanted(self, given: Mapping[str, Any]) -> dict[tuple[str, str], str]:
        names = [ALL, *(category.name for category in shown_categories())]
        return {(channel, name): given[field_name(channel, name)] for channel in Channel.values for name in names}

    def _hours(self, given: Mapping[str, Any]) -> Hours:
        names = ("digest", "gather_minutes", "quiet_from", "quiet_until")
        return Hours(user=self._user, **{name: given[name] for name in names})


class SubjectForm(forms.Form):
    """What is otherwise about one subject, such as a game: for each channel how soon, whatever the category."""

    def __init__(self, *args: Any, user: User, subject: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._user, self._subject = user, subject
        now = wanted_about(user, subject)
        choices = [("", _("as usual")), *((one.value, one.label) for one in When)]
        for channel in Channel:
            self.fields[field_name(channel, ALL)] = forms.ChoiceField(
                label=capfirst(channel.label), choices=choices, initial=now[channel], required=False
            )

    def save(self, *, now: datetime) -> None:
        wanted = {channel: self.cleaned_data[field_name(channel, ALL)] for channel in Channel.values}
        save_about(self._user, self._subject, wanted, now=now)


class HookForm(forms.Form):
    form = forms.ChoiceField(label=gettext_lazy("Message format"), choices=Form.choices)
    url = forms.CharField(
        label=gettext_lazy("URL"),
        help_text=gettext_lazy("Anyone with this URL can post there, so we never show it again."),
        max_length=LONGEST,
        validators=[check_target],
        widget=forms.URLInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )


def field_name(channel: str, category: str) -> str:
    return f"when_{channel}_{category or 'all'}"
