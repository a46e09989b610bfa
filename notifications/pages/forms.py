"""The table of wishes, the hours, and a new webhook. Every field is a plain control; nothing needs a script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.models import User
from notifications.channels.address import LONGEST, Refused, target_of
from notifications.models import ALL, Channel, Endpoint, Form, Hours, Preference, When
from notifications.preferences import decide, say
from notifications.registry import shown_categories
from notifications.routes import hours_of
from notifications.scheduling import retime

SOON = (When.AT_ONCE, When.FIRST, When.DIGEST, When.NEVER)
URGENT = (When.AT_ONCE, When.NEVER)
LIMITS = gettext_lazy("as below"), gettext_lazy("deadlines only"), gettext_lazy("nothing")

GATHER = (20, 60, 120, 240, 480, 1440)
MOST_HOURS = 6


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: what it is about, and a control for each channel."""

    label: str
    help: str
    fields: Sequence[forms.BoundField]
    is_first: bool = False

    @property
    def is_open(self) -> bool:
        """Something is wrong here: the row lies open."""
        return any(field.errors for field in self.fields)

    @property
    def ways(self) -> list[tuple[str, forms.BoundField]]:
        """The name of each channel with its control."""
        return list(zip((capfirst(str(one.label)) for one in Channel), self.fields, strict=True))

    @property
    def said(self) -> str:
        """What is chosen, in few words: `at once`, or `Mail: at once · Push: never · Webhook: never`."""
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
    """In the language of whoever reads the page."""
    minutes = [
        (count, ngettext("%(count)s minute", "%(count)s minutes", count), count) for count in GATHER if count < 60
    ]
    hours = [
        (count, ngettext("%(count)s hour", "%(count)s hours", count // 60), count // 60)
        for count in GATHER
        if count >= 60
    ]
    return [(count, words % {"count": number}) for count, words, number in (*minutes, *hours)]


class WishesForm(forms.Form):
    """All wishes of a person about whole categories, and the hours."""

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
        hours = hours_of(user)
        initial = {
            "digest": hours.digest,
            "gather_minutes": hours.gather_minutes,
            "quiet_from": hours.quiet_from,
            "quiet_until": hours.quiet_until,
        }
        super().__init__(*args, **{**options, "initial": initial})
        self._user, self._hours = user, hours
        for name in ("quiet_from", "quiet_until"):
            cast(forms.ChoiceField, self.fields[name]).choices = [
                ("", pgettext_lazy("hour of the day", "none")),
                *_hour_choices(),
            ]
        self._said = said_about(user, "")
        for channel in Channel.values:
            told = self._said[channel]
            self._add(
                channel,
                ALL,
                list(zip(("", When.DEADLINES, When.NEVER), LIMITS, strict=True)),
                _("Everything"),
                told.get((ALL, ""), ""),
            )
            for category in shown_categories():
                choices = [(one.value, one.label) for one in (URGENT if category.is_urgent else SOON)]
                exact = {key: when for key, when in told.items() if key[0] != ALL}
                self._add(channel, category.name, choices, category.wish, decide(exact, category, ""))

    def _add(self, channel: str, category: str, choices: Sequence[tuple[str, Any]], about: Any, initial: str) -> None:
        field = forms.ChoiceField(choices=choices, initial=initial, required=bool(category))
        field.widget.attrs["aria-label"] = f"{capfirst(Channel(channel).label)}: {about}"
        self.fields[field_name(channel, category)] = field

    def rows(self) -> Iterator[Row]:
        everything = _("Overall limit: no notification comes sooner than this, whatever you choose below.")
        yield Row(_("Everything"), everything, self._controls(ALL), is_first=True)
        for category in shown_categories():
            yield Row(capfirst(str(category.wish)), str(category.help), self._controls(category.name))

    def _controls(self, category: str) -> list[forms.BoundField]:
        return [self[field_name(channel, category)] for channel in Channel.values]

    def quiet_fields(self) -> list[forms.BoundField]:
        return [self["quiet_from"], self["quiet_until"]]

    def clean_digest(self) -> list[int]:
        hours: list[int] = sorted(set(self.cleaned_data["digest"]))
        if len(hours) > MOST_HOURS:
            raise ValidationError(_("Choose up to six hours."), code="too_many_hours")
        return hours

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        quiet = (given.get("quiet_from"), given.get("quiet_until"))
        if (quiet[0] is None) != (quiet[1] is None):
            sentence = _("Quiet hours need a start and an end.")
            self.add_error("quiet_from", ValidationError(sentence, code="quiet_needs_both"))
        together = [name for name, value in given.items() if name.startswith("when_") and value == When.DIGEST]
        if together and not given.get("digest") and "digest" not in self.errors:
            sentence = _("You chose a summary at your hours. Select at least one hour.")
            self.add_error("digest", ValidationError(sentence, code="no_hour"))
        return given

    @transaction.atomic
    def save(self, *, now: datetime) -> None:
        """Write what differs from before; a category that is as it is by itself is no wish."""
        for channel in Channel.values:
            for name in [ALL, *(category.name for category in shown_categories())]:
                field = field_name(channel, name)
                if field not in self.changed_data:
                    continue
                say(self._user.pk, channel, name, "", self.cleaned_data[field])
                if name != ALL:  # what was said by a link of a mail, or by hand, about single subjects
                    exact = Preference.objects.filter(user=self._user, channel=channel, category=name)
                    exact.exclude(subject="").delete()
        hours = Hours(
            user=self._user,
            **{name: self.cleaned_data[name] for name in ("digest", "gather_minutes", "quiet_from", "quiet_until")},
        )
        Hours.objects.update_or_create(
            user=self._user,
            defaults={
                "digest": hours.digest,
                "gather_minutes": hours.gather_minutes,
                "quiet_from": hours.quiet_from,
                "quiet_until": hours.quiet_until,
            },
        )
        retime(self._user, hours, now)


class SubjectForm(forms.Form):
    """What is otherwise about one subject, such as a game: for each channel how soon, whatever the category."""

    def __init__(self, *args: Any, user: User, subject: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._user, self._subject = user, subject
        said = said_about(user, subject)
        choices = [("", _("as usual")), *((one.value, one.label) for one in When)]
        for channel in Channel:
            self.fields[field_name(channel, ALL)] = forms.ChoiceField(
                label=capfirst(channel.label),
                choices=choices,
                initial=said[channel].get((ALL, subject), ""),
                required=False,
            )

    @transaction.atomic
    def save(self, *, now: datetime) -> None:
        for channel in Channel.values:
            field = field_name(channel, ALL)
            if field in self.changed_data:
                say(self._user.pk, channel, ALL, self._subject, self.cleaned_data[field])
        retime(self._user, hours_of(self._user), now)


class HookForm(forms.ModelForm[Endpoint]):
    """A new webhook: where to, and in which form."""

    form = forms.ChoiceField(label=gettext_lazy("Message format"), choices=Form.choices)
    url = forms.CharField(
        label=gettext_lazy("URL"),
        help_text=gettext_lazy("Anyone with this URL can post there, so we never show it again."),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )

    class Meta:
        model = Endpoint
        fields = ("form", "url")

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            target_of(url)
        except Refused as refused:
            raise ValidationError(str(refused.sentence), code=refused.code) from refused
        return url

    def issue(self, *, user: User, subject: str, now: datetime) -> Endpoint:
        endpoint = self.save(commit=False)
        endpoint.user, endpoint.channel, endpoint.subject, endpoint.created_at = user, Channel.HOOK, subject, now
        endpoint.save()
        return endpoint


def said_about(user: User, subject: str) -> dict[str, dict[tuple[str, str], str]]:
    """What he has said about this subject, by channel; without one, about everything."""
    found: dict[str, dict[tuple[str, str], str]] = {channel: {} for channel in Channel.values}
    for one in Preference.objects.filter(user=user, subject=subject):
        found[one.channel][one.category, one.subject] = one.when
    return found


def field_name(channel: str, category: str) -> str:
    return f"when_{channel}_{category or 'all'}"
